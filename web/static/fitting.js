// How words fit into a room: broken into lines, as large as may be, cut where there is too little of it.

/** @import { Fitted } from "./types.d.ts" */

const pen = /** @type {CanvasRenderingContext2D} */ (document.createElement("canvas").getContext("2d"));
/** @type {Map<string, number>} */
const widths = new Map();

// The width of words, in units of the letters' size.
/** @type {(words: string) => number} */
export function widthOf(words) {
  let found = widths.get(words);
  if (found === undefined) {
    pen.font = "600 100px system-ui, sans-serif";
    found = pen.measureText(words).width / 100;
    widths.set(words, found);
  }
  return found;
}

/** @type {Map<string, number[]>} */
const narrow = new Map();

// How wide a room must be for the words on one line, on at most two and on at most three, in units of the letters' size.
/** @type {(words: string) => number[]} */
function narrowest(words) {
  const known = narrow.get(words);
  if (known) return known;
  const all = words.split(/\s+/);
  const run = (/** @type {number} */ from, /** @type {number} */ to) => widthOf(all.slice(from, to).join(" "));
  const found = [run(0, all.length), Infinity, Infinity];
  found[1] = found[2] = found[0];
  for (let a = 1; a < all.length; a += 1) {
    found[1] = Math.min(found[1], Math.max(run(0, a), run(a, all.length)));
    for (let b = a + 1; b < all.length; b += 1) found[2] = Math.min(found[2], Math.max(run(0, a), run(a, b), run(b, all.length)));
  }
  found[2] = Math.min(found[1], found[2]);
  narrow.set(words, found);
  return found;
}

/** @type {(words: string, most: number, lines: number) => string[] | null} */
function broken(words, most, lines) {
  /** @type {string[]} */
  const found = [];
  for (const word of words.split(/\s+/)) {
    const joined = found.length ? `${found.at(-1)} ${word}` : word;
    if (found.length && widthOf(joined) <= most) found[found.length - 1] = joined;
    else found.push(word);
  }
  if (found.length > lines) return null;
  return found.every((one) => widthOf(one) <= most) ? found : null;
}

/** @type {(words: string, most: number) => string} */
function shortened(words, most) {
  if (widthOf(words) <= most) return words;
  let end = words.length;
  while (end > 1 && widthOf(`${words.slice(0, end)}…`) > most) end -= 1;
  return `${words.slice(0, end).trimEnd()}…`;
}

// As much of the words as there is room for.
/** @type {(words: string, most: number, lines: number) => string[]} */
function clipped(words, most, lines) {
  const all = words.split(/\s+/);
  let first = 1;
  while (first < all.length && widthOf(all.slice(0, first + 1).join(" ")) <= most) first += 1;
  if (lines < 2 || first === all.length) return [shortened(words, most)];
  return [all.slice(0, first).join(" "), all.slice(first).join(" ")].map((one) => shortened(one, most));
}

// Lines of words and the letters' size that fill a room best; `cut` where even the least size is too large for all of
// them. One line of nearly the same size is better than two. `lead` (in letters' sizes) is kept free before them.
/** @type {(words: string, room: { width: number, height: number }, sizes: { least: number, most: number, lead?: number }) => Fitted} */
export function fit(words, { width, height }, { least, most, lead = 0 }) {
  if (words === "") return { size: most, lines: [], cut: false };
  const needed = narrowest(words);
  /** @type {(count: number) => Fitted | null} */
  const sized = (count) => {
    for (let size = most; size >= least; size -= 0.5) {
      if (size * 1.12 * count > height || needed[count - 1] > width / size - lead) continue;
      const found = broken(words, width / size - lead, count);
      if (found) return { size, lines: found, cut: false };
    }
    return null;
  };
  const one = sized(1);
  const best = [2, 3].map(sized).filter((found) => found !== null).sort((a, b) => b.size - a.size)[0];
  if (one && (!best || one.size >= best.size * (lead ? 0.6 : 0.78))) return one; // a sign stands beside one line, not two
  return best ?? { size: least, lines: clipped(words, width / least - lead, Math.floor(height / (least * 1.12))), cut: true };
}
