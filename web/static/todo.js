// What hands must do on the table because of what happened last: a list to tick off on this phone, above the question.

import { html, useEffect, useLayoutEffect, useRef, useState } from "./vendor/preact-htm.js";
import { GameIcon } from "./game_icon.js";
import { Icon } from "./icons.js";
import { post } from "./send.js";
import { newsOn, pageKey } from "./steps.js";
import { isOwn, part, store, subscribe, update } from "./store.js";
import { t } from "./text.js";
import { Button } from "./ui.js";
import { isWide } from "./wide.js";
/** @import { Ref } from "./vendor/preact-htm.js" */
/** @import { Order, StepOrders, Timer, View } from "./types.d.ts" */

const KEPT = "todo"; // where this phone keeps its ticks
const TICKS_KEPT = 200;
const EARLIER = 2; // so many earlier steps are still told after the last one
const EARLIER_BACK = 6; // and so many where one step after the other is taken back: hands put things back in that order
const HANDS_MS = 3000; // whoever goes on sooner after a list came into sight has not carried it out

/** @type {{ evening: string, ticked: string[], since?: number }} */
let ticks = { evening: "", ticked: [] };
try {
  ticks = { ...ticks, ...JSON.parse(localStorage.getItem(KEPT) ?? "{}") };
} catch {
  // nothing is kept on this phone
}

/** @type {(step: StepOrders, index: number) => string} */
const keyOf = (step, index) => `${step.number}:${step.back ? "back" : "do"}:${index}`;
/** @type {(step: StepOrders) => string[]} */
const keysOf = (step) => step.todo.map((order, index) => keyOf(step, order.at ?? index));

// Whether it is done on the table: ticked off on any phone, or looked through on this one's map.
/** @type {(key: string) => boolean} */
const isTicked = (key) => (part("ticked") ?? []).includes(key) || (ticks.evening === part("evening")?.id && ticks.ticked.includes(key));
/** @type {(step: StepOrders) => boolean} */
const isDone = (step) => keysOf(step).every(isTicked);

// Hands do it once: all phones of the table are told.
/** @type {(keys: string[], done: boolean) => void} */
export function tickOff(keys, done) {
  tickHere(keys, done);
  if (store.phone) post("/api/orders", { orders: keys, done });
}

/** @type {(keys: string[], done: boolean) => void} */
function tickHere(keys, done) {
  const evening = part("evening")?.id ?? "";
  const others = (ticks.evening === evening ? ticks.ticked : []).filter((one) => !keys.includes(one));
  keep({ ...ticks, evening, ticked: (done ? [...others, ...keys] : others).slice(-TICKS_KEPT) });
  update({});
}

/** @type {(now: typeof ticks) => void} */
function keep(now) {
  ticks = now;
  try {
    localStorage.setItem(KEPT, JSON.stringify(ticks));
  } catch {
    // ticked until the page is loaded anew
  }
}

// A phone that comes into an evening later has nothing to do with what was asked of hands before its time.
/** @type {(newest: number) => number} */
function sinceWhen(newest) {
  const evening = part("evening")?.id;
  if (store.phone && evening !== undefined && ticks.evening !== evening) keep({ evening, ticked: [], since: newest });
  return ticks.since ?? 0;
}

/** @type {{ evening?: string, number: number }} */
let seen = { number: 0 }; // up to which entry the lists have stood in sight, long enough for hands

// Whether all of its list stood in sight so long that who goes on has carried it out. What a page finds when it is opened did.
/** @type {(step: StepOrders, newest: number) => boolean} */
function isSeen(step, newest) {
  const evening = part("evening")?.id;
  if (seen.evening !== evening) seen = { evening, number: newest - 1 };
  return step.number <= seen.number || step.todo.every((order) => order.on_map);
}

/** @type {(newest: number) => void} */
export const stoodInSight = (newest) => (seen.number = Math.max(seen.number, newest));

// The last step's orders; and those of the steps before it that are not ticked off, back to this phone's own last one: who has
// gone on had done what came before, but for what was not in sight long enough for that.
/** @type {() => StepOrders[]} */
export function toDo() {
  const [last, ...before] = part("orders") ?? [];
  if (!last) return [];
  /** @type {StepOrders[]} */
  const found = [last];
  const since = sinceWhen(last.number);
  const placed = new Set(piecesOf(last)); // by what came later
  let goneOn = isOwn(last) && !last.aside;
  for (const one of before) {
    if (store.phone && (one.number < since || (goneOn && isSeen(one, last.number) && !(last.back && one.back)))) break;
    const left = { ...one, todo: one.todo.map((order, at) => ({ ...order, at })).filter((order) => !order.pieces?.every((piece) => placed.has(piece))) };
    if (left.todo.length > 0 && !isDone(left)) found.push(left);
    piecesOf(one).forEach((piece) => placed.add(piece));
    goneOn ||= isOwn(one) && !one.aside;
  }
  const listed = found.map(withoutShown).filter((one) => one.todo.length > 0);
  const earlier = last.back ? EARLIER_BACK : EARLIER;
  return listed.slice(0, listed[0]?.number === last.number ? earlier + 1 : earlier);
}

/** @type {(step: StepOrders) => string[]} */
const piecesOf = (step) => step.todo.flatMap((order) => order.pieces ?? []);

// The entry of this phone whose orders are to be seen, if they are not ticked off.
/** @type {() => number | null} */
export function ownOrders() {
  const [last] = part("orders") ?? [];
  return last && isOwn(last) && !isSeen(last, last.number) && !isDone(last) ? last.number : null;
}

// What the steps of a map tell stands there: while these are looked through, and once they were, it is not listed, too. Who closes
// them before finds it in the list.
/** @type {(step: StepOrders) => StepOrders} */
function withoutShown(step) {
  const onMap = newsOn() !== null;
  const todo = step.todo.map((order, at) => ({ ...order, at: order.at ?? at })).filter((order) => !order.on_map || !(onMap || isTicked(keyOf(step, order.at))));
  return { ...step, todo };
}

// What was looked through to its end is ticked off.
subscribe(() => {
  const step = (part("orders") ?? []).find((one) => one.number === store.leafed);
  const keys = step?.todo.flatMap((order, at) => (order.on_map ? [keyOf(step, at)] : [])) ?? [];
  if (!keys.every(isTicked)) tickHere(keys, true);
});

// What all phones know is theirs: another one may say that it is not done after all.
subscribe(() => {
  const shared = part("ticked") ?? [];
  if (ticks.ticked.some((one) => shared.includes(one))) keep({ ...ticks, ticked: ticks.ticked.filter((one) => !shared.includes(one)) });
});

// Whether a list with something to tick off stands there.
export const isListed = () => toDo().some((step) => !isDone(step));

// In words, for who is read to.
export const toDoWords = () => {
  const [last] = part("orders") ?? [];
  return last ? last.todo.map((one) => one.text).join(" ") : "";
};

const MORE_PX = 36; // what the button costs behind which the rest is
const FIRST_CHIPS = 4; // of an answer that must be in sight
const ANSWERS = ".offers .offer, .offer-groups .offer, .offer-row, .chip-row .chip";

// How many of the rows may stay on a phone held upright so that the first answers come into sight, else the first of them, else the headline; which is
// enough where the usual answer is the large button, or a map, which shrinks by itself. All of them where nothing would be gained.
/** @type {(list: HTMLElement, isFolded: boolean) => number} */
function rowsThatFit(list, isFolded) {
  const main = document.querySelector("main");
  if (!main) return Infinity;
  const edge = main.getBoundingClientRect().bottom - main.scrollTop;
  const heights = [...list.querySelectorAll("li")].map((one) => one.offsetHeight);
  for (const wanted of [...firstAnswers(main), main.querySelector("h1.do")]) {
    const over = wanted ? wanted.getBoundingClientRect().bottom - edge : 0;
    if (over <= 0) return Infinity;
    let saved = isFolded ? 0 : -MORE_PX;
    for (let left = heights.length - 1; left >= 1; left -= 1) {
      saved += heights[left];
      if (saved >= over) return left;
    }
  }
  return Infinity;
}

/** @type {(main: HTMLElement) => Element[]} */
function firstAnswers(main) {
  const first = main.querySelector(ANSWERS);
  if (!first || main.querySelector(".asked-map") || document.querySelector(".action-bar .answer")) return [];
  const chips = [...(first.closest(".chip-row")?.querySelectorAll(".chip") ?? [first])];
  return [chips[Math.min(chips.length, FIRST_CHIPS) - 1], first];
}

export function ToDo() {
  const [open, setOpen] = useState(/** @type {number | null} */ (null)); // at which step it was opened again
  const [fits, setFits] = useState({ at: "", most: Infinity });
  /** @type {Ref<HTMLElement>} */
  const ref = useRef(null);
  const steps = toDo();
  const newest = part("orders")?.[0]?.number ?? null;
  const keys = steps.flatMap(keysOf);
  const done = keys.every(isTicked);
  const asked = pageKey();
  const fit = fits.at === asked && !keys.slice(0, fits.most).every(isTicked) ? fits.most : Infinity;
  const most = open === newest ? keys.length : fit;
  useLayoutEffect(() => {
    if (isWide() || open === newest || fits.at === asked || !ref.current) return;
    const look = () => ref.current && setFits({ at: asked, most: rowsThatFit(ref.current, most < keys.length) });
    queueMicrotask(() => queueMicrotask(look)); // once what is long print was folded, and before anything is seen
  });
  useInSight(ref, newest, !store.sheet && !store.map);
  if (!steps.length) return null;
  if (done && open !== newest) {
    return html`
      <button type="button" class="todo-done" aria-expanded="false" onClick=${() => setOpen(newest)}>
        <${Icon} name="check" /><span>${t("todo.done", { n: keys.length })}</span><${Icon} name="chevron" /></button>`;
  }
  const [first, ...others] = upTo(steps, most);
  const titles = steps.map((step) => titleOf(step, newest));
  return html`
    <section class="todo ${first.back ? "back" : ""}" ref=${ref} aria-label=${t(titles[0])}>
      <div class="todo-head"><h2>${t(titles[0])}</h2>
        ${keys.length > 1 && !done && html`<${Button} kind="todo-all" icon="check" onClick=${() => tickOff(keys.slice(0, most), true)}>${t("todo.all")}<//>`}</div>
      <${Orders} step=${first} />
      ${others.map((step, index) => html`
        ${titles[index + 1] !== titles[index] && html`<h3 class="label" key=${step.number}>${t(titles[index + 1])}</h3>`}<${Orders} step=${step} key="orders ${step.number}" />`)}
      ${most < keys.length && html`
        <button type="button" class="todo-more" aria-expanded="false" onClick=${() => setOpen(newest)}>
          <span>${t("todo.more", { n: keys.length - most })}</span><${Icon} name="chevron" /></button>`}
    </section>`;
}

// Notes that the list stood in sight long enough: its first row, with nothing over it.
/** @type {(list: Ref<HTMLElement>, newest: number | null, open: boolean) => void} */
function useInSight(list, newest, open) {
  useEffect(() => {
    const row = list.current?.querySelector("li");
    if (!row || newest === null || !open) return;
    /** @type {Timer} */
    let timer;
    const look = new IntersectionObserver(([now]) => {
      clearTimeout(timer);
      if (now.isIntersecting) timer = setTimeout(() => stoodInSight(newest), HANDS_MS);
    }, { threshold: 1 });
    look.observe(row);
    return () => {
      clearTimeout(timer);
      look.disconnect();
    };
  }, [newest, open]);
}

// The first rows of several lists; a list of which none is left is left out.
/** @type {(steps: StepOrders[], most: number) => StepOrders[]} */
function upTo(steps, most) {
  let left = most;
  return steps.flatMap((step) => {
    const todo = step.todo.slice(0, left);
    left -= todo.length;
    return todo.length ? [{ ...step, todo }] : [];
  });
}

/** @type {(step: StepOrders, newest: number | null) => string} */
const titleOf = (step, newest) => (step.back ? "todo.back" : step.number === newest ? "todo.title" : "todo.before");

/** @type {View<{ step: StepOrders }>} */
const Orders = ({ step }) => html`
  <ul class="todo-rows">${step.todo.map((order, index) => html`<${Row} key=${order.at ?? index} order=${order} name=${keyOf(step, order.at ?? index)} />`)}</ul>`;

/** @type {View<{ order: Order, name: string }>} */
function Row({ order, name }) {
  const ticked = isTicked(name);
  return html`
    <li><button type="button" class="todo-row ${ticked ? "ticked" : ""}" role="checkbox" aria-checked=${ticked} onClick=${() => tickOff([name], !ticked)}>
      <span class="tick-box" aria-hidden="true">${ticked && html`<${Icon} name="check" />`}</span><${GameIcon} name=${order.icon} /><span class="words">${order.text}</span>
    </button></li>`;
}
