// Where letters are much enlarged, a word that has no room on a line is written smaller rather than broken within.

const ENLARGED = "(max-width: 15em), (max-width: 34.9em) and (max-height: 26em)"; // as in zoom.css
const LEAST = 0.5; // of its size, and so never smaller than letters that nobody enlarged
const WORDS = /[^ \t\r\n\-–—/]{8,}/g; // shorter ones always have room; words that a fixed space ties together count as one
const LEFT_ALONE = ".sr-only, svg, input, select, textarea, .widget.grid";

/** @type {HTMLElement[]} */
let smaller = [];
/** @type {CanvasRenderingContext2D | null | undefined} */
let pen;

/** @type {(one: HTMLElement) => number} */
function roomOf(one) {
  let around = one;
  while (around.parentElement && getComputedStyle(around).display.startsWith("inline") && around.clientWidth === 0) around = around.parentElement;
  const style = getComputedStyle(around);
  return around.clientWidth - parseFloat(style.paddingLeft) - parseFloat(style.paddingRight);
}

/** @type {(text: string, style: CSSStyleDeclaration) => number} */
function widthOf(text, style) {
  pen ??= document.createElement("canvas").getContext("2d");
  const on = pen;
  if (!on) return 0;
  on.font = `${style.fontStyle} ${style.fontWeight} ${style.fontSize} ${style.fontFamily}`;
  return Math.max(0, ...[...text.matchAll(WORDS)].map(([word]) => on.measureText(word).width)) + 1;
}

/** @type {(page: HTMLElement) => void} */
function fit(page) {
  for (const one of smaller) one.style.removeProperty("font-size");
  smaller = [];
  if (!window.matchMedia(ENLARGED).matches) return;
  /** @type {Map<HTMLElement, number>} */
  const sizes = new Map();
  const walk = document.createTreeWalker(page, NodeFilter.SHOW_TEXT);
  while (walk.nextNode()) {
    const one = walk.currentNode.parentElement;
    const text = walk.currentNode.textContent ?? "";
    if (!one || text.trim().length < 8 || one.closest(LEFT_ALONE)) continue;
    const style = getComputedStyle(one);
    const room = roomOf(one);
    const width = widthOf(text, style);
    if (room > 0 && width > room) sizes.set(one, Math.min(sizes.get(one) ?? Infinity, parseFloat(style.fontSize) * Math.max(LEAST, room / width)));
  }
  for (const [one, size] of sizes) one.style.fontSize = `${size.toFixed(1)}px`;
  smaller = [...sizes.keys()];
}

/** @type {(page: HTMLElement) => void} */
export function keepWordsWhole(page) {
  let waiting = false;
  const soon = () => {
    if (waiting) return;
    waiting = true;
    requestAnimationFrame(() => {
      waiting = false;
      fit(page);
    });
  };
  new MutationObserver(soon).observe(page, { childList: true, characterData: true, subtree: true });
  window.addEventListener("resize", soon);
  document.fonts?.ready.then(soon);
}
