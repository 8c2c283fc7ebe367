// The geometry of a map of hexagons: where each tile lies, how its spaces share it, how words fit in.
// Units: the side of a hexagon is 50 long, x grows to the right and y down.

const SIDE = 50;
const ROOT = Math.sqrt(3);
// How many spaces stand side by side, row by row.
const ROWS = { 1: [1], 2: [1, 1], 3: [1, 1, 1], 4: [2, 2], 5: [2, 1, 2], 6: [2, 2, 2], 7: [2, 3, 2] };

const middle = ({ q, r }, turned) =>
  (turned ? [SIDE * 1.5 * q, SIDE * ROOT * (r + q / 2)] : [SIDE * ROOT * (q + r / 2), SIDE * 1.5 * r]);

export function corners([x, y], turned, side = SIDE) {
  return Array.from({ length: 6 }, (_, index) => {
    const angle = (Math.PI / 180) * (60 * index + (turned ? 0 : 30));
    return [x + side * Math.cos(angle), y + side * Math.sin(angle)];
  });
}

export function box(points) {
  const xs = points.map(([x]) => x);
  const ys = points.map(([, y]) => y);
  const [left, right, top, bottom] = [Math.min(...xs), Math.max(...xs), Math.min(...ys), Math.max(...ys)];
  return { left, right, top, bottom, width: right - left, height: bottom - top };
}

export const path = (points) => `M${points.map(([x, y]) => `${x.toFixed(1)} ${y.toFixed(1)}`).join("L")}Z`;

// What of a convex shape lies on the side of `limit` where `axis` (0: x, 1: y) is greater (`sign` 1) or less (-1).
function cut(points, axis, limit, sign) {
  const inside = (point) => sign * (point[axis] - limit) >= 0;
  return points.flatMap((point, index) => {
    const before = points.at(index - 1);
    const share = (limit - before[axis]) / (point[axis] - before[axis]);
    const crossing = [0, 1].map((one) => before[one] + share * (point[one] - before[one]));
    if (inside(point)) return inside(before) ? [point] : [crossing, point];
    return inside(before) ? [crossing] : [];
  });
}

const between = (points, axis, from, to) => cut(cut(points, axis, from, 1), axis, to, -1);

// The shapes that `count` spaces have within a tile, in reading order. Where the tile is `small` many spaces lie one
// below the other, so that their words have its whole width; the pointed ends are then higher than the rest.
export function cells(shape, count, small = false) {
  const stacked = small && count > 3;
  const rows = stacked ? Array(count).fill(1) : (ROWS[count] ?? Array(Math.ceil(count / 3)).fill(3));
  const { top, height } = box(shape);
  const parts = rows.map((_, row) => (stacked && (row === 0 || row === count - 1) ? 2.1 : 1));
  const whole = parts.reduce((sum, part) => sum + part, 0);
  const from = (row) => top + (height * parts.slice(0, row).reduce((sum, part) => sum + part, 0)) / whole;
  return rows
    .flatMap((many, row) => {
      const band = between(shape, 1, from(row), from(row + 1));
      const { left, width } = box(band);
      return Array.from({ length: many }, (_, index) => between(band, 0, left + (index * width) / many, left + ((index + 1) * width) / many));
    })
    .slice(0, count);
}

// Rectangles inside a convex shape to write in, of several heights, at its top, middle and bottom.
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
export const leastSpace = (tiles) =>
  Math.min(...tiles.flatMap(({ spaces, shape }) => (spaces.length ? spaces.map((one) => one.shape) : [shape]).map((one) => {
    const { width, height } = box(one);
    return Math.min(width, height);
  })));

const pen = document.createElement("canvas").getContext("2d");
const widths = new Map();

// The width of words, in units of the letters' size.
export function widthOf(words) {
  if (!widths.has(words)) {
    pen.font = "600 100px system-ui, sans-serif";
    widths.set(words, pen.measureText(words).width / 100);
  }
  return widths.get(words);
}

function broken(words, most, lines) {
  const found = [];
  for (const word of words.split(/\s+/)) {
    const joined = found.length ? `${found.at(-1)} ${word}` : word;
    if (found.length && widthOf(joined) <= most) found[found.length - 1] = joined;
    else found.push(word);
  }
  if (found.length > lines) return null;
  return found.every((one) => widthOf(one) <= most) ? found : null;
}

function shortened(words, most) {
  if (widthOf(words) <= most) return words;
  let end = words.length;
  while (end > 1 && widthOf(`${words.slice(0, end)}…`) > most) end -= 1;
  return `${words.slice(0, end).trimEnd()}…`;
}

// As much of the words as there is room for.
function clipped(words, most, lines) {
  const all = words.split(/\s+/);
  let first = 1;
  while (first < all.length && widthOf(all.slice(0, first + 1).join(" ")) <= most) first += 1;
  if (lines < 2 || first === all.length) return [shortened(words, most)];
  return [all.slice(0, first).join(" "), all.slice(first).join(" ")].map((one) => shortened(one, most));
}

// Lines of words and the letters' size that fill a room best; `cut` where even the least size is too large for all of
// them. One line of nearly the same size is better than two. `lead` (in letters' sizes) is kept free before them.
export function fit(words, { width, height }, { least, most, lead = 0 }) {
  if (words === "") return { size: most, lines: [], cut: false };
  const sized = (count) => {
    for (let size = most; size >= least; size -= 0.5) {
      const found = size * 1.12 * count <= height && broken(words, width / size - lead, count);
      if (found) return { size, lines: found, cut: false };
    }
    return null;
  };
  const one = sized(1);
  const best = [2, 3].map(sized).filter(Boolean).sort((a, b) => b.size - a.size)[0];
  if (one && (!best || one.size >= best.size * (lead ? 0.6 : 0.78))) return one; // a sign stands beside one line, not two
  return best ?? { size: least, lines: clipped(words, width / least - lead, Math.floor(height / (least * 1.12))), cut: true };
}
