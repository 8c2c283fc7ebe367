// The piece of a card's picture in which a word stands, with what is around it.

import { html } from "./vendor/preact-htm.js";
import { t } from "./text.js";
/** @import { Drawn, Picture, Place, TextBlock } from "./types.d.ts" */

/** @typedef {Picture & { game: string, card: string }} PictureOfCard */

const ABOVE = 0.7; // of the word's height: what is seen above and below it
const WIDEST = 9; // times as wide as high

/** @type {(place?: Place) => boolean} */
const isSomewhere = (place) => place !== undefined && place[2] > place[0] && place[3] > place[1];

// The part of a picture of this size that is shown of a word, and the word's own box, both as left, top, width and height in pixels.
/** @type {(place: Place, width: number, height: number) => { part: number[], word: number[] }} */
export function partOf([left, top, right, bottom], width, height) {
  const [x, y, w, h] = [left * width, top * height, (right - left) * width, (bottom - top) * height].map((one) => one / 1000);
  const high = Math.min(h * (1 + 2 * ABOVE), height);
  const wide = Math.min(Math.max(high * WIDEST, w * 1.2), width);
  const within = (/** @type {number} */ from, /** @type {number} */ size, /** @type {number} */ all) => Math.min(Math.max(from, 0), all - size);
  return { part: [within(x + w / 2 - wide / 2, wide, width), within(y + h / 2 - high / 2, high, height), wide, high], word: [x, y, w, h] };
}

// Nothing where nobody knows where it stands.
/** @type {(picture: PictureOfCard | null, block: TextBlock, at: number) => Drawn} */
export function pieceOf(picture, block, at) {
  const place = block.places?.[at];
  if (!picture || !place || !isSomewhere(place)) return null;
  const { part, word } = partOf(place, picture.width, picture.height);
  const source = `/api/cards/${encodeURIComponent(picture.card)}/picture?${new URLSearchParams({ game: picture.game, v: picture.version })}`;
  return html`
    <svg class="word-piece" role="img" aria-label=${t("add.word_piece")} viewBox=${part.join(" ")}>
      <image href=${source} width=${picture.width} height=${picture.height} />
      <rect x=${word[0]} y=${word[1]} width=${word[2]} height=${word[3]} vector-effect="non-scaling-stroke" />
    </svg>`;
}

// Where to look first, in thousandths from the picture's top: at the first word in doubt, else at the first one of all.
/** @type {(blocks: TextBlock[]) => number} */
export function firstToLookAt(blocks) {
  const all = blocks.flatMap((block) => (block.places ?? []).map((place, at) => ({ place, doubtful: block.doubtful.includes(at) }))).filter((one) => isSomewhere(one.place));
  return (all.find((one) => one.doubtful) ?? all[0])?.place[1] ?? 0;
}
