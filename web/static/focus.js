// Where the focus goes when what it stood on has gone: whoever plays by keys, a switch or a screen reader goes on from the
// headline of what is asked now, or of the open dialog, and never from the top of the page.

import { useLayoutEffect, useRef } from "./vendor/preact-htm.js";
/** @import { Ref } from "./vendor/preact-htm.js" */

const ANSWERS = ".now, .action-bar, .hint, dialog";

/** @type {HTMLElement | null} */
let last = null; // what had the focus, and lost it to nobody's finger
document.addEventListener("focusin", (event) => {
  last = /** @type {HTMLElement} */ (event.target);
});
document.addEventListener("pointerdown", () => {
  last = null; // who taps beside everything means it; who taps on a control gives it the focus next
}, true);

const isNowhere = () => document.activeElement === null || document.activeElement === document.body;
const isLost = () => isNowhere() && last !== null;
// Whether the focus stands, or stood until now, on something that a new prompt takes the place of.
const isAnswering = () => isLost() || (!isNowhere() && document.activeElement?.closest(ANSWERS) !== null);

/** @type {(headline: HTMLElement | null | undefined) => void} */
function lead(headline) {
  if (!headline) return;
  headline.tabIndex = -1;
  headline.focus({ preventScroll: true });
}

// Leads to the headline of a new prompt whoever answered the one before, once no dialog covers the page any more. Whether it
// does: then the headline is read there, and need not be read out once more.
/** @type {(main: Ref<HTMLElement>, prompt: string, shown: { here: boolean, covered: boolean }) => boolean} */
export function useHeadline(main, prompt, { here, covered }) {
  const before = useRef(prompt);
  const leads = useRef(false);
  const due = useRef(false);
  if (before.current !== prompt) {
    before.current = prompt;
    due.current = leads.current = here && isAnswering(); // while this is drawn the focus stands where it stood
  }
  useLayoutEffect(() => {
    if (!due.current || covered) return;
    due.current = false;
    if (here) lead(main.current.querySelector("h1"));
  });
  return leads.current;
}

/** @type {(page: HTMLElement) => void} */
export function keepFocus(page) {
  const found = () => {
    if (isLost()) last?.focus({ preventScroll: true }); // moved within the page, a control loses its focus, too
    if (isLost()) lead([...page.querySelectorAll("dialog[open]")].at(-1)?.querySelector("h2") ?? page.querySelector("main h1"));
  };
  new MutationObserver(found).observe(page, { childList: true, subtree: true, attributeFilter: ["disabled"] });
}
