// The geometry of a map of hexagons: where each tile lies, how its spaces share it, what room there is for words.
// Units: the side of a hexagon is 50 long, x grows to the right and y down.

/** @import { Box, HexMap, PlacedTile, Room, Xy } from "./types.d.ts" */

const SIDE = 50;
const ROOT = Math.sqrt(3);
// How many spaces stand side by side, row by row.
/** @type {Record<number, number[]>} */
const ROWS = { 1: [1], 2: [1, 1], 3: [1, 1, 1], 4: [2, 2], 5: [2, 1, 2], 6: [2, 2, 2], 7: [2, 3, 2] };

/** @type {(tile: { q: number, r: number }, turned: boolean) => Xy} */
const middle = ({ q, r }, turned) =>
  (turned ? [SIDE * 1.5 * q, SIDE * ROOT * (r + q / 2)] : [SIDE * ROOT * (q + r / 2), SIDE * 1.5 * r]);

/** @type {(centre: Xy, turned: boolean, side?: number) => Xy[]} */
export function corners([x, y], turned, side = SIDE) {
  return Array.from({ length: 6 }, (_, index) => {
    const angle = (Math.PI / 180) * (60 * index + (turned ? 0 : 30));
    return [x + side * Math.cos(angle), y + side * Math.sin(angle)];
  });
}

/** @type {(points: Xy[]) => Box} */
export function box(points) {
  const xs = points.map(([x]) => x);
  const ys = points.map(([, y]) => y);
  const [left, right, top, bottom] = [Math.min(...xs), Math.max(...xs), Math.min(...ys), Math.max(...ys)];
  return { left, right, top, bottom, width: right - left, height: bottom - top };
}

/** @type {(points: Xy[]) => string} */
export const path = (points) => `M${points.map(([x, y]) => `${x.toFixed(1)} ${y.toFixed(1)}`).join("L")}Z`;

// What of a convex shape lies on the side of `limit` where `axis` (0: x, 1: y) is greater (`sign` 1) or less (-1).
/** @type {(points: Xy[], axis: 0 | 1, limit: number, sign: 1 | -1) => Xy[]} */
function cut(points, axis, limit, sign) {
  const inside = (/** @type {Xy} */ point) => sign * (point[axis] - limit) >= 0;
  return points.flatMap((point, index) => {
    const before = points[index === 0 ? points.length - 1 : index - 1];
    const share = (limit - before[axis]) / (point[axis] - before[axis]);
    /** @type {Xy} */
    const crossing = [before[0] + share * (point[0] - before[0]), before[1] + share * (point[1] - before[1])];
    if (inside(point)) return inside(before) ? [point] : [crossing, point];
    return inside(before) ? [crossing] : [];
  });
}

/** @type {(points: Xy[], axis: 0 | 1, from: number, to: number) => Xy[]} */
const between = (points, axis, from, to) => cut(cut(points, axis, from, 1), axis, to, -1);

// The shapes that `count` spaces have within a tile, in reading order. Where the tile is `small` many spaces lie one
// below the other, so that their words have its whole width; the pointed ends are then higher than the rest.
/** @type {(shape: Xy[], count: number, small?: boolean) => Xy[][]} */
export function cells(shape, count, small = false) {
  const stacked = small && count > 3;
  const rows = stacked ? Array(count).fill(1) : (ROWS[count] ?? Array(Math.ceil(count / 3)).fill(3));
  const { top, height } = box(shape);
  const parts = rows.map((_, row) => (stacked && (row === 0 || row === count - 1) ? 2.1 : 1));
  const whole = parts.reduce((sum, part) => sum + part, 0);
  const from = (/** @type {number} */ row) => top + (height * parts.slice(0, row).reduce((sum, part) => sum + part, 0)) / whole;
  return rows
    .flatMap((many, row) => {
      const band = between(shape, 1, from(row), from(row + 1));
      const { left, width } = box(band);
      return Array.from({ length: many }, (_, index) => between(band, 0, left + (index * width) / many, left + ((index + 1) * width) / many));
    })
    .slice(0, count);
}

// Rectangles inside a convex shape to write in, of several heights, at its top, middle and bottom.
/** @type {(shape: Xy[]) => Room[]} */
export function roomsIn(shape) {
  const { top, height } = box(shape);
  return [1, 0.86, 0.74, 0.62, 0.5, 0.4, 0.32].flatMap((share) => [0.5, 0, 1].map((lean) => {
    const high = height * share;
    const from = top + (height - high) * lean;
    const strips = [from + 0.01, from + high / 2, from + high - 0.01].map((y) => box(between(shape, 1, y - 0.005, y + 0.005)));
    const left = Math.max(...strips.map((strip) => strip.left));
    const right = Math.min(...strips.map((strip) => strip.right));
    return { left, top: from, width: Math.max(0, right - left), height: high };
  }));
}

// Every tile with its shape and its spaces' shapes, and the box around all of them (or around one tile only).
/** @type {(map: HexMap, only?: string | null, small?: boolean) => { tiles: PlacedTile[], around: Box }} */
export function layOut(map, only, small = false) {
  const tiles = map.tiles.filter((tile) => !only || tile.value === only).map((tile) => {
    const centre = middle(tile, map.turned);
    const shape = corners(centre, map.turned, SIDE - 1.2);
    const shapes = tile.spaces.length ? cells(shape, tile.spaces.length, small) : [];
    return { tile, centre, shape, spaces: tile.spaces.map((space, index) => ({ space, shape: shapes[index] })) };
  });
  const around = box(tiles.flatMap((one) => corners(one.centre, map.turned)));
  return { tiles, around };
}

// The least extent of any space, in units: what a thumb has to hit.
/** @type {(tiles: PlacedTile[]) => number} */
export const leastSpace = (tiles) =>
  Math.min(...tiles.flatMap(({ spaces, shape }) => (spaces.length ? spaces.map((one) => one.shape) : [shape]).map((one) => {
    const { width, height } = box(one);
    return Math.min(width, height);
  })));
