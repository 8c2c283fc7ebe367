// The second tap of a double tap, when the first one has led to another question: it would answer what nobody has read.

const DOUBLE_MS = 300;
const NEAR_PX = 30;
const ANSWERS = "main, .action-bar"; // not what leads back, nor from page to page: there the same place is the same thing

// Has such a tap do nothing. `asked` tells what is asked now, and on which page.
/** @type {(asked: () => string) => void} */
export function dropDoubleTaps(asked) {
  let last = { at: -Infinity, x: 0, y: 0, asked: "" };
  let isSecond = false;
  document.addEventListener("pointerdown", ({ clientX: x, clientY: y }) => {
    const now = { at: Date.now(), x, y, asked: asked() };
    const since = now.at - last.at;
    isSecond = since >= 0 && since < DOUBLE_MS && Math.hypot(x - last.x, y - last.y) < NEAR_PX && now.asked !== last.asked;
    last = now;
  }, true);
  document.addEventListener("click", (event) => {
    const isKey = event.detail === 0; // or a screen reader
    if (!isSecond || isKey || !(/** @type {Element} */ (event.target).closest(ANSWERS))) return;
    event.preventDefault();
    event.stopPropagation();
  }, true);
}
