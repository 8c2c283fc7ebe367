// Whether there is room for two columns: what to do and its answers on the left, tracks and maps on the right.

import { update } from "./store.js";

const FLAT = "(min-width: 35em) and (max-height: 31.25em)"; // a phone on its side; as in wide.css
const WIDE = `(min-width: 45em), ${FLAT}`;

/** @type {(words: string) => () => boolean} */
const matching = (words) => {
  const query = window.matchMedia?.(words);
  query?.addEventListener("change", () => update({}));
  return () => query?.matches ?? false;
};

export const isWide = matching(WIDE);
export const isFlat = matching(FLAT);

// Whether the page is longer than what of it is in sight.
export function isLonger() {
  const page = document.querySelector("main");
  return page !== null && page.scrollHeight > page.clientHeight + 1;
}
