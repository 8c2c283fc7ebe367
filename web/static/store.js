// All that the page knows, in one object. Views read it through useStore and are drawn again when it changes.

import { useEffect, useReducer, useRef } from "./vendor/preact-htm.js";
import { start } from "./text.js";
/** @import { Drawn, MessageMore, Parts, Store } from "./types.d.ts" */

const BRIEFLY_MS = 7000;
/** @type {Set<() => unknown>} */
const listeners = new Set();
/** @type {Set<() => unknown>} */
const views = new Set(); // what draws each of them anew
let changed = 0; // how often
let due = false; // whether the views are drawn for the next frame

/** @type {Store} */
export const store = {
  parts: {}, // what the live stream told, by name
  asOf: 0, // when the parts were told, in seconds; 0 where they are the present ones
  link: "connecting", // live, connecting, offline, full
  phone: start.phone,
  pending: null, // the tap that is on its way
  photo: null, // the photo that is on its way, or waits until it is called
  message: null, // what to tell the person, until understood
  sheet: null, // a function that draws the open dialog
  map: null, // the name of the map that fills the screen
  aim: null, // the offer whose next place is to be tapped on a map
  looking: null, // at which step of what happened
  leafed: 0, // the entry whose steps were looked through to their end
  route: location.hash.slice(1) || "now",
  watchOnly: false,
};

/** @type {(changes: Partial<Store>) => void} */
export function update(changes) {
  changed += 1;
  updateUnseen(changes);
  draw();
}

// Like `update`, of what nothing that is seen depends on.
/** @type {(changes: Partial<Store>) => void} */
export function updateUnseen(changes) {
  Object.assign(store, changes);
  for (const listener of [...listeners]) listener();
}

// What the live stream tells comes in several messages at once: the views are drawn for the next frame, once for all of them.
/** @type {(changes: Partial<Store>) => void} */
export function updateSoon(changes) {
  changed += 1;
  updateUnseen(changes);
  if (due) return;
  due = true;
  requestAnimationFrame(() => {
    due = false;
    draw();
  });
}

const draw = () => views.forEach((redraw) => redraw());

// Have a view drawn anew when something changed that may be seen.
/** @type {(redraw: () => unknown) => () => void} */
export function draws(redraw) {
  views.add(redraw);
  return () => void views.delete(redraw);
}

/** @type {(listener: () => unknown) => () => void} */
export function subscribe(listener) {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

/** @type {(count: number, action: void) => number} */
const next = (count) => count + 1;

export function useStore() {
  const [, redraw] = useReducer(next, 0);
  const drawn = useRef(changed);
  drawn.current = changed;
  useEffect(() => {
    const look = () => changed !== drawn.current && redraw();
    look(); // an effect runs after the paint: what came before it would be lost
    return draws(look);
  }, []);
  return store;
}

// This phone has not joined, or not any more: what only joined phones are told is not kept.
/** @type {(parts?: Parts) => void} */
export const strangerNow = (parts = {}) => update({ phone: null, watchOnly: false, parts, sheet: null, map: null, aim: null, looking: null });

/** @template {keyof Parts} N @param {N} name @returns {Parts[N]} */
export const part = (name) => store.parts[name];
export const version = () => store.parts.version ?? 0;
// Whether this phone did a step, under the name that it has or one that it had before.
/** @type {(step?: { by?: string } | null) => boolean} */
export const isOwn = (step) => step?.by === store.phone?.name || Boolean(store.phone?.was.includes(step?.by ?? ""));
// Whether this phone is a player's: the one of its name, else of a name that it had before.
/** @type {(player: string) => boolean} */
export function isPlayers(player) {
  const { name, was = [] } = store.phone ?? {};
  return name === player || (was.includes(player) && !(part("evening")?.players ?? []).some((one) => one === name));
}
/** @type {(sheet: () => Drawn) => void} */
export const show = (sheet) => update({ sheet });
export const hide = () => update({ sheet: null });

// Good news goes by itself, and who was quicker; what is wrong stays until it is understood.
/** @type {(text: string | null, more?: MessageMore) => void} */
export function tell(text, more = {}) {
  /** @type {Store["message"]} */
  const message = text ? { text, tone: "plain", ...more } : null;
  update({ message });
  if (message && (message.brief || message.tone === "plain" || message.tone === "good")) setTimeout(() => store.message === message && tell(null), BRIEFLY_MS);
}

/** @type {(route: string) => void} */
export function go(route) {
  update({ route, sheet: null, map: null, aim: null, message: null });
  location.hash = route;
}

window.addEventListener("hashchange", () => {
  const route = location.hash.slice(1) || "now";
  if (route !== store.route) update({ route, sheet: null, map: null, aim: null, message: null });
});
