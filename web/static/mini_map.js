// A map of hexagons so small that it tells one thing: where on it a space is, or a place for a tile.

import { html } from "./vendor/preact-htm.js";
import { box, layOut, path } from "./hexagons.js";
import { maps } from "./picks.js";
/** @import { HexMap, View, Xy } from "./types.d.ts" */

/** @typedef {{ view: string, whole: string, ground: string, lit: Map<string, string>, free: Map<string, string> }} Drawn */
/** @type {WeakMap<HexMap, Drawn>} */
const drawings = new WeakMap(); // one map stands on dozens of answers

// The tiles that lie as one path, with the path of each of their spaces; and on the whole map, of each place where none lies yet (`free`). Null
// where nothing lies.
/** @type {(map: HexMap) => Drawn | null} */
export function miniature(map) {
  const known = drawings.get(map);
  if (known) return known;
  const all = layOut(map).tiles;
  const tiles = all.filter((one) => one.spaces.length > 0);
  if (!tiles.length) return null;
  const made = {
    view: viewOf(tiles),
    whole: viewOf(all),
    ground: tiles.map((one) => path(one.shape)).join(""),
    lit: new Map(tiles.flatMap((one) => one.spaces.map(({ space, shape }) => [space.value, path(shape)]))),
    free: new Map(all.filter((one) => !one.spaces.length).map(({ tile, shape }) => [tile.value, path(shape)])),
  };
  drawings.set(map, made);
  return made;
}

/** @type {(tiles: { shape: Xy[] }[]) => string} */
function viewOf(tiles) {
  const { left, top, width, height } = box(tiles.flatMap((one) => one.shape));
  return [left, top, width, height].map((one) => one.toFixed(0)).join(" ");
}

// What is lit of a space, or of places without a tile, with a space between several; and how much of the map is seen then.
/** @type {(map: HexMap, at: string) => { view: string, path: string } | null} */
export function litOn(map, at) {
  const drawn = miniature(map);
  const space = drawn?.lit.get(at);
  if (!drawn || space !== undefined) return drawn && { view: drawn.view, path: space ?? "" };
  const free = at.split(" ").map((one) => drawn.free.get(one));
  return free.includes(undefined) ? null : { view: drawn.whole, path: free.join("") };
}

// The map that has this space; undefined where none is shown.
/** @type {(at: string | undefined) => HexMap | undefined} */
export const mapWith = (at) =>
  /** @type {HexMap | undefined} */ (at === undefined ? undefined : maps().find((one) => one.type === "HexMap" && litOn(one, at) !== null));

// Where on the map that is which an answer is about; nothing without such a map.
/** @type {View<{ at?: string }>} */
export function Spot({ at }) {
  const map = mapWith(at);
  return map && at !== undefined && html`<${MiniMap} map=${map} at=${at} />`;
}

// `tone` is that of the space: warm or cold. It says nothing that the answer's name does not.
/** @type {View<{ map: HexMap, at: string, tone?: string }>} */
export function MiniMap({ map, at, tone = "" }) {
  const drawn = miniature(map);
  const lit = litOn(map, at);
  return drawn && lit && html`
    <svg class="mini-map ${tone}" viewBox=${lit.view} aria-hidden="true">
      <path class="ground" d=${drawn.ground} /><path class="lit" d=${lit.path} />
    </svg>`;
}
