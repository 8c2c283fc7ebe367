// A picture beside words: one of those that the page has for all games. A name that has none is shown in words alone.

import { html } from "./vendor/preact-htm.js";
import { PATHS } from "./icons.js";
/** @import { View } from "./types.d.ts" */

/** Whether there is a picture of this name. */
export const hasIcon = (/** @type {string | undefined} */ name) => name !== undefined && name in PATHS;

// Without a `label` it says nothing that the words beside it do not. `kind` is a class.
/** @type {View<{ name?: string, label?: string, kind?: string }>} */
export const GameIcon = ({ name, label, kind = "" }) => name !== undefined && hasIcon(name) && html`
  <svg class="icon game-icon ${kind}" viewBox="0 0 24 24" role=${label ? "img" : undefined} aria-label=${label} aria-hidden=${label ? undefined : "true"}>
    <path d=${PATHS[name]} />
  </svg>`;
