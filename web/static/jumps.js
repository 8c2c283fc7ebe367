// The names of what stands on a long page, in a row that stays at its top: each is a tap away from anywhere.

import { html } from "./vendor/preact-htm.js";
import { GameIcon } from "./game_icon.js";
/** @import { View } from "./types.d.ts" */

/** @type {View<{ label: string, to: { name: string, title: string, icon?: string }[], find: (name: string) => HTMLElement | null }>} */
export const Jumps = ({ label, to, find }) => html`
  <nav class="jumps" aria-label=${label}>${to.map(({ name, title, icon }) => html`
    <button type="button" class="chip" key=${name} onClick=${() => jump(find(name))}><${GameIcon} name=${icon} /><span>${title}</span></button>`)}</nav>`;

/** @type {(there: HTMLElement | null) => void} */
function jump(there) {
  const [main, row] = ["main", ".jumps"].map((one) => document.querySelector(one)?.getBoundingClientRect());
  if (!there || !main || !row) return;
  // Not `scrollIntoView`, which scrolls what is around as well, though nobody could scroll it back. Much enlarged, it is the whole
  // page that scrolls (zoom.css), with the row.
  const by = there.getBoundingClientRect().top - row.height;
  document.querySelector("main")?.scrollBy(0, by - main.top);
  if (getComputedStyle(document.body).overflowY !== "hidden") window.scrollBy(0, by + row.height);
  there.focus({ preventScroll: true });
}
