// What games bring of their own: pictures, and of the open game its colours and its icons by their names. Whatever names no icon
// is shown in words alone.

import { html } from "./vendor/preact-htm.js";
import { PATHS } from "./icons.js";
import { part, subscribe, update } from "./store.js";
import { start } from "./text.js";
/** @import { View } from "./types.d.ts" */

const SVG = "http://www.w3.org/2000/svg";
/** @type {Set<string>} */
let own = new Set(); // the open game's, as they stand in the page
/** @type {string | undefined} */
let worn; // the game whose look the page wears

/** Whether there is a picture for this name: the game's own, or one that the page has for all games. */
export const hasIcon = (/** @type {string | undefined} */ name) => name !== undefined && (own.has(name) || name in PATHS);

// An icon beside words; without a `label` it says nothing that they do not. `kind` is a class, such as `large`.
/** @type {View<{ name?: string, label?: string, kind?: string }>} */
export const GameIcon = ({ name, label, kind = "" }) => name !== undefined && hasIcon(name) && html`
  <svg class="icon game-icon ${kind}" viewBox="0 0 24 24" role=${label ? "img" : undefined} aria-label=${label} aria-hidden=${label ? undefined : "true"}>
    ${own.has(name) ? html`<use href="#icon-${name}" />` : html`<path d=${PATHS[name]} />`}
  </svg>`;

// Which part of the board or of a card to look at, drawn large beside the words that say so.
/** @type {View<{ name?: string }>} */
export const LookHere = ({ name, children }) => (name !== undefined && own.has(name) ? html`<div class="look-here"><${GameIcon} name=${name} kind="look" />${children}</div>` : children);

// The same within another picture, such as a map: `size` wide, from (x, y).
/** @type {View<{ name: string, size: number, x: number, y: number, kind?: string }>} */
export const IconAt = ({ name, size, x, y, kind = "" }) => {
  const [left, top, side] = [x, y, size].map((one) => one.toFixed(1));
  if (own.has(name)) return html`<use class="map-icon ${kind}" href="#icon-${name}" x=${left} y=${top} width=${side} height=${side} />`;
  return PATHS[name] && html`<path class="map-sign ${kind}" d=${PATHS[name]} transform="translate(${left} ${top}) scale(${(size / 24).toFixed(3)})" />`;
};

// A game's own picture, beside its name.
/** @type {View<{ game: string }>} */
export const GamePicture = ({ game }) => {
  const address = start.looks[game]?.picture;
  return address !== undefined && html`<img class="game-picture" src=${address} alt="" width="320" height="180" />`;
};

/** @type {string | undefined} */
let chosen; // the game of an evening that is about to begin; "" while none is chosen

subscribe(dress);

// The page comes in the colours of the evening that is open: its icons are asked for before the first news, and so the page is not drawn
// twice.
const dressed = document.getElementById("colours")?.getAttribute("href");
const atFirst = Object.keys(start.looks ?? {}).find((game) => start.looks[game].colours === dressed);
if (dressed && atFirst !== undefined) wear(atFirst);

function dress() {
  const game = chosen === undefined ? part("evening")?.game : chosen || undefined;
  if (game !== worn && part("version") !== undefined) wear(game);
}

// Who begins a new evening sees its game's look, not that of the evening that is still open; undefined: that one again.
/** @type {(game: string | undefined) => void} */
export function lookAs(game) {
  chosen = game;
  dress();
}

/** @type {(game: string | undefined) => void} */
function wear(game) {
  worn = game;
  const look = game === undefined ? undefined : start.looks[game];
  colour(look?.colours);
  draw(look?.icons).then((names) => {
    if (worn === game && names) update({ icons: (own = names).size });
  });
}

/** @type {(sheet: string | undefined) => void} */
function colour(sheet) {
  const link = document.getElementById("colours");
  if (sheet && link?.getAttribute("href") !== sheet) link?.setAttribute("href", sheet);
  if (!sheet) link?.removeAttribute("href");
}

// The game's symbols become part of the page; the answer is their names, or null where they could not be had.
/** @type {(address: string | undefined) => Promise<Set<string> | null>} */
async function draw(address) {
  if (!address) return new Set();
  const answer = await fetch(address).catch(() => null);
  if (!answer?.ok) {
    worn = undefined; // tried again with the next news
    return null;
  }
  const found = new DOMParser().parseFromString(await answer.text(), "image/svg+xml").documentElement;
  const names = new Set([...found.children].map((one) => one.id));
  for (const one of found.children) one.id = `icon-${one.id}`;
  const place = document.createElementNS(SVG, "svg");
  place.id = "icons";
  place.setAttribute("aria-hidden", "true");
  place.append(...found.children);
  document.getElementById("icons")?.remove();
  document.body.append(place);
  return names;
}
