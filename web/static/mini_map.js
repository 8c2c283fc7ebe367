// A map of hexagons so small that it tells one thing: where on it a space is.

import { html } from "./vendor/preact-htm.js";
import { box, layOut, path } from "./hexagons.js";
import { maps } from "./picks.js";
/** @import { HexMap, View, Xy } from "./types.d.ts" */

/** @type {WeakMap<HexMap, { view: string, ground: string, lit: Map<string, string> }>} */
const drawings = new WeakMap(); // one map stands on dozens of answers

// The tiles that lie as one path, and the path of each of their spaces; null where nothing lies.
/** @type {(map: HexMap) => { view: string, ground: string, lit: Map<string, string> } | null} */
export function miniature(map) {
  const known = drawings.get(map);
  if (known) return known;
  const tiles = layOut(map).tiles.filter((one) => one.spaces.length > 0);
  if (!tiles.length) return null;
  const { left, top, width, height } = box(tiles.flatMap((/** @type {{ shape: Xy[] }} */ one) => one.shape));
  const made = {
    view: [left, top, width, height].map((one) => one.toFixed(0)).join(" "),
    ground: tiles.map((one) => path(one.shape)).join(""),
    lit: new Map(tiles.flatMap((one) => one.spaces.map(({ space, shape }) => [space.value, path(shape)]))),
  };
  drawings.set(map, made);
  return made;
}

// The map that has this space; undefined where none is shown.
/** @type {(at: string | undefined) => HexMap | undefined} */
export const mapWith = (at) =>
  /** @type {HexMap | undefined} */ (at === undefined ? undefined : maps().find((one) => one.type === "HexMap" && miniature(one)?.lit.has(at)));

// `tone` is that of the space: warm or cold. It says nothing that the answer's name does not.
/** @type {View<{ map: HexMap, at: string, tone?: string }>} */
export function MiniMap({ map, at, tone = "" }) {
  const drawn = miniature(map);
  return drawn && html`
    <svg class="mini-map ${tone}" viewBox=${drawn.view} aria-hidden="true">
      <path class="ground" d=${drawn.ground} /><path class="lit" d=${drawn.lit.get(at)} />
    </svg>`;
}
