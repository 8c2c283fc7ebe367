// One event stream, open only while the page is seen. Every message says what changed since the one before.

import { take } from "./patches.js";
import { store, strangerNow, tell, update, updateSoon, updateUnseen } from "./store.js";
import { here, language, readable, start, t } from "./text.js";
/** @import { Heard } from "./patches.js" */
/** @import { News, Parts, Timer } from "./types.d.ts" */

const SILENCE_MS = 13000; // the companion beats every 5 seconds
const FULL_AGAIN_MS = 10000;
const PATIENCE_MS = 8000;
const FORGOTTEN_MS = 1000;

const tab = [...crypto.getRandomValues(new Uint8Array(8))].map((byte) => byte.toString(16)).join("");
/** @type {{ guest?: string }} */
const asGuest = start.guest ? { guest: "1" } : {};
/** @type {string[]} */
let wanted = []; // by each who wants it
/** @type {Record<string, string[]>} */
const partsOf = {}; // by source, as they were told last
/** @type {EventSource | null} */
let source = null;
/** @type {Timer} */
let watchdog;
/** @type {Timer} */
let again;
let delay = 1000;
let silent = true; // nothing has come on this stream yet
let plainly = false; // something between the companion and this page holds back what is packed

export function connect() {
  disconnect();
  if (document.hidden) return;
  if (!["offline", "connecting"].includes(store.link)) update({ link: "connecting" });
  /** @type {Record<string, string>} */
  const how = plainly ? { packed: "0" } : {};
  const query = new URLSearchParams({ tab, language, wanted: allWanted(), patches: "1", ...how, ...asGuest });
  const mine = new EventSource(here(`/live?${query}`));
  /** @type {Heard} */
  const heard = {};
  source = mine;
  silent = true;
  mine.addEventListener("patch", (event) => mine === source && hear(heard, JSON.parse(event.data, readable)));
  mine.addEventListener("beat", alive);
  mine.addEventListener("error", () => failed(mine));
  watch();
}

export function disconnect() {
  clearTimeout(watchdog);
  clearTimeout(again);
  source?.close();
  source = null;
}

const allWanted = () => [...new Set(wanted)].join(",");

// News that trembles, such as the scale's weight, or that is long, such as all that can be set by hand, is sent only to who asks
// for it. What no view wants any more is forgotten, soon but not while one page takes the place of another: it would be out of date.
/** @type {(...names: string[]) => () => void} */
export function want(...names) {
  wanted = [...wanted, ...names];
  connect();
  return () => {
    const rest = [...wanted];
    names.forEach((name) => rest.splice(rest.indexOf(name), 1));
    wanted = rest;
    setTimeout(() => forget(names), FORGOTTEN_MS);
    connect();
  };
}

/** @type {(names: string[]) => void} */
function forget(names) {
  const gone = names.filter((name) => !wanted.includes(name)).flatMap((name) => partsOf[name] ?? []);
  if (gone.length) update({ parts: Object.fromEntries(Object.entries(store.parts).filter(([name]) => !gone.includes(name))) });
}

export async function refresh() {
  const answer = await fetch(here(`/api/screen?${new URLSearchParams({ language, wanted: allWanted(), ...asGuest })}`), { cache: "no-store", signal: AbortSignal.timeout(PATIENCE_MS) });
  if (start.demo && answer.status === 404) location.reload(); // it is over, which stands there now
  if (answer.ok) update({ parts: { ...(store.asOf ? {} : store.parts), ...JSON.parse(await answer.text(), readable) }, asOf: 0 });
  return answer.ok;
}

// News that was made for something else than this page has: it lost track, and asks for everything anew.
/** @type {(heard: Heard, news: News) => void} */
function hear(heard, news) {
  const changes = take(heard, news, readable);
  if (!changes) {
    connect();
    return;
  }
  partsOf[news.of] = Object.keys(heard[news.of].parts);
  merge(/** @type {Parts} */ (changes));
}

/** @type {(changes: Parts) => void} */
function merge(changes) {
  alive();
  if (changes.joined === false && store.phone) {
    strangerNow(changes); // somebody removed this phone
    tell(t("phones.removed"), { tone: "warm" });
    return;
  }
  // The first news is all that there is to know; what was shown meanwhile may hold what is over.
  const news = isSeen(changes) ? updateSoon : updateUnseen;
  news({ parts: store.asOf ? changes : { ...store.parts, ...changes }, asOf: 0 });
}

// The figures of devices tremble; they stand on the Table page, and nowhere else.
/** @type {(changes: Parts) => boolean} */
function isSeen({ devices, ...others }) {
  if (store.asOf || Object.keys(others).length > 0 || ["table", "timers"].includes(store.route)) return true;
  const withoutFigures = (/** @type {Parts["devices"]} */ all) => JSON.stringify(all?.map((one) => ({ ...one, figures: null })));
  return withoutFigures(devices) !== withoutFigures(store.parts.devices);
}

function alive() {
  delay = 1000;
  silent = false;
  watch();
  if (store.link !== "live") updateSoon({ link: "live" });
}

function watch() {
  clearTimeout(watchdog);
  watchdog = setTimeout(() => {
    plainly ||= silent && source?.readyState === EventSource.OPEN;
    update({ link: "offline" });
    connect();
  }, SILENCE_MS);
}

// The browser tries again by itself unless the answer was an error, such as 503.
/** @type {(mine: EventSource) => Promise<void>} */
async function failed(mine) {
  if (mine !== source) return;
  if (mine.readyState !== EventSource.CLOSED) {
    update({ link: "offline" });
    return;
  }
  const reached = await refresh().catch(() => false);
  if (mine !== source) return;
  update({ link: reached ? "full" : "offline" });
  clearTimeout(again);
  clearTimeout(watchdog);
  again = setTimeout(connect, reached ? FULL_AGAIN_MS : delay);
  delay = Math.min(delay * 2, 8000);
}

document.addEventListener("visibilitychange", () => (document.hidden ? disconnect() : connect()));
window.addEventListener("pagehide", disconnect);
window.addEventListener("pageshow", (event) => event.persisted && connect());
window.addEventListener("online", connect);
window.addEventListener("offline", () => update({ link: "offline" }));
