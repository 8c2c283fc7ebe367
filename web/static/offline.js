// Over HTTPS the page opens without a connection too, and shows how the game stood when the companion was last heard.

import { store, subscribe, update } from "./store.js";
import { start } from "./text.js";
/** @import { Parts } from "./types.d.ts" */

const PLACE = "last-heard";
const SELDOM_MS = 5000;
// What trembles or belongs to a device that is not there now.
const PASSING = ["scale", "trace", "pile", "scan", "table", "phones", "health", "timers", "staff"];

export const isSecure = () => location.protocol === "https:" && !start.demo;

/** @type {(parts: Parts) => Parts} */
export const lasting = (parts) => /** @type {Parts} */ (Object.fromEntries(Object.entries(parts).filter(([name]) => !PASSING.includes(name))));

/** @type {() => { at: number, parts: Parts } | null} */
export function lastHeard() {
  try {
    const kept = JSON.parse(localStorage.getItem(PLACE) ?? "null");
    return typeof kept?.at === "number" && typeof kept.parts === "object" ? kept : null;
  } catch {
    return null;
  }
}

// Keeps what is told from now on, and shows what was kept where nothing is told.
export function followOffline() {
  if (!isSecure()) return;
  navigator.serviceWorker?.register("/service-worker.js").catch(() => {}); // then it needs a connection, as over HTTP
  let kept = store.parts;
  let due = 0;
  const keep = () => {
    if (store.asOf || store.parts === kept || store.parts.version === undefined) return;
    kept = store.parts;
    due = performance.now() + SELDOM_MS;
    try {
      localStorage.setItem(PLACE, JSON.stringify({ at: Date.now() / 1000, parts: lasting(kept) }));
    } catch {
      // a private window, or no room: without a connection there is nothing to show, then
    }
  };
  subscribe(() => {
    if (!store.phone) forget();
    else if (store.link === "live" && performance.now() >= due) keep();
    else if (store.link === "offline" && store.parts.version === undefined) show();
  });
  window.addEventListener("pagehide", keep);
  document.addEventListener("visibilitychange", () => document.hidden && keep());
}

function show() {
  const last = lastHeard();
  if (last && store.phone) update({ parts: last.parts, asOf: last.at });
}

function forget() {
  try {
    localStorage.removeItem(PLACE);
  } catch {
    // nothing was kept either
  }
}
