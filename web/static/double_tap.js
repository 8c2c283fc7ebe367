// A tap counts for what whoever tapped can have read: what has stood here for a while, or came of this phone's own tap.

import { isOwn, part, store, subscribe, version } from "./store.js";
/** @import { Touch } from "./types.d.ts" */

const READ_MS = 300; // nobody has read what has stood here for less; as at the panel (companion/app/panel.py)
const NEAR_PX = 30;

// What taps lead to. From step to step of what happened one may leaf as quickly as one likes.
/** @type {() => unknown[]} */
const now = () => [version(), store.route, store.sheet, store.map, store.aim, store.looking === null];
/** @type {(one: unknown[], other: unknown[]) => boolean} */
const same = (one, other) => one.every((what, index) => what === other[index]);

let shown = now();
let since = -Infinity; // when it was drawn; Infinity until then
let news = { since, before: 0, isOwn: true };
/** @type {Touch} */
let last = { at: -Infinity, x: NaN, y: NaN, target: null, shown };
let before = last; // the one before it

subscribe(() => {
  const next = now();
  if (same(next, shown)) return;
  const [was] = shown;
  shown = next;
  since = Infinity;
  if (version() !== was) news = { since, before: Number(was), isOwn: !was || isOwn(part("last")) };
  requestAnimationFrame(() => {
    if (since === Infinity) since = Date.now();
    if (news.since === Infinity) news.since = Date.now();
  });
});

/** @type {(from: number) => boolean} */
const isUnread = (from) => last.at - from < READ_MS;

// The screen that a tap is made for. Where somebody else has gone on just before it, that is the one before: the companion then says who was
// quicker.
/** @type {() => number} */
export const madeFor = () => (!news.isOwn && isUnread(news.since) ? news.before : version());

// The second tap of a double tap lands on whatever the first one has brought under the finger, or on the same question, asked once more: it
// does nothing.
export function dropDoubleTaps() {
  document.addEventListener("pointerdown", (event) => touched(event, event.clientX, event.clientY), true);
  document.addEventListener("keydown", (event) => isHeld(event) && event.preventDefault(), true);
  document.addEventListener("click", (event) => {
    if (event.detail === 0) touched(event, NaN, NaN, event.target); // a key or a screen reader: there is no finger
    if (!isSecond()) return;
    last.shown = before.shown; // a third one is no more
    event.preventDefault();
    event.stopPropagation();
  }, true);
}

// A phone that is busy drawing hears of a finger late.
/** @type {(event: Event, x: number, y: number, target?: EventTarget | null) => void} */
function touched({ timeStamp }, x, y, target = null) {
  before = last;
  last = { at: Date.now() - performance.now() + timeStamp, x, y, target, shown };
}

const isSecond = () => isThere() && isUnread(since) && !same(before.shown, shown) && madeFor() === version();
const isThere = () => (last.target ? last.target === before.target : Math.hypot(last.x - before.x, last.y - before.y) < NEAR_PX);

// The key that is held down is one press; what counts up or down may go on.
/** @type {(event: KeyboardEvent) => boolean} */
const isHeld = ({ repeat, key, target }) => repeat && key === "Enter" && Boolean(/** @type {Element} */ (target).closest?.("button:not(.step)"));
