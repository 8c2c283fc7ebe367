// Taps to the companion: one at a time, each with a key, so that sending it again after a lost answer is safe.

import { connect, refresh } from "./live.js";
import { store, strangerNow, subscribe, tell, update, version } from "./store.js";
import { here, t } from "./text.js";
/** @import { Pending, Refusal, Refused, Reply } from "./types.d.ts" */

const PATIENCE_MS = 8000;
const UPLOAD_PATIENCE_MS = 60000;
const NEWS_MS = 1500;

/** @type {() => string} */
export const newKey = () => [...crypto.getRandomValues(new Uint8Array(12))].map((byte) => byte.toString(16).padStart(2, "0")).join("");
/** @type {(type: string, key: string | null) => Record<string, string>} */
const headers = (type, key) => ({ "Content-Type": type, ...(key ? { "Idempotency-Key": key } : {}) });

// Reads something; the answer's JSON, or null after telling the person what is wrong.
/** @template T @param {string} path @param {{ quiet?: boolean }} [how] @returns {Promise<(T & { error?: string }) | null>} */
export async function read(path, { quiet = false } = {}) {
  try {
    const answer = await fetch(here(path), { cache: "no-store", signal: AbortSignal.timeout(PATIENCE_MS) });
    const data = await answer.json();
    if (answer.ok) return data;
    if (!quiet) tell(data.error, { tone: "danger" });
    return quiet ? /** @type {any} */ ({ error: data.error }) : null; // who asks quietly looks at the error first
  } catch {
    if (!quiet && !store.asOf) tell(t("offline"), { tone: "danger" }); // else the page says so all the time
    return null;
  }
}

// Asks for something that nobody tapped for, quietly and beside any tap; null without an answer.
/** @template T @param {string} path @param {object} body @returns {Promise<T | null>} */
export async function post(path, body) {
  const done = await attempt(path, JSON.stringify(body), "application/json", newKey(), PATIENCE_MS, "POST");
  return done?.ok ? done.data : null;
}

// Sends a tap. `what` is its name for people. The answer's JSON, or null when it was refused (the person was told).
/** @template T @param {string} path @param {object} body @param {string} what @returns {Promise<T | null>} */
export async function tap(path, body, what) {
  return send(path, JSON.stringify(body), "application/json", what, PATIENCE_MS);
}

/** @template T @param {string} path @param {File} file @param {string} type @param {string} what @returns {Promise<T | null>} */
export async function upload(path, file, type, what) {
  return send(path, file, type, what, UPLOAD_PATIENCE_MS);
}

// Deletes what is at this address.
/** @type {(path: string, what: string) => Promise<object | null>} */
export async function remove(path, what) {
  return send(path, "{}", "application/json", what, PATIENCE_MS, "DELETE");
}

/** @type {(path: string, body: BodyInit, type: string, what: string, patience: number, method?: string) => Promise<any>} */
async function send(path, body, type, what, patience, method = "POST") {
  while (store.pending) { // whoever tapped before may tap again by itself
    if (await isNext(store.pending)) continue;
    tell(t("pending.busy"));
    return null;
  }
  const seen = version();
  const mine = { what, key: newKey(), seen, waiting: false, cancelled: false, wake: () => {} };
  update({ pending: mine, message: null });
  for (let wait = 700; !mine.cancelled; wait = Math.min(wait * 2, 5000)) {
    const done = await attempt(path, body, type, mine.key, patience, method);
    if (done) {
      mine.waiting = false;
      if (done.ok && !mine.cancelled) await hasCome(done.data.version, seen);
      if (store.pending === mine) update({ pending: null });
      return mine.cancelled ? null : settle(done);
    }
    if (mine.cancelled) break;
    mine.waiting = true;
    update({});
    await pause(mine, wait);
  }
  return null;
}

// The stream may tell what came of a tap before its answer has come, and a quick finger taps on: that tap waits, where it
// is the only one. On the screen of the tap before it is not meant.
let next = false;
/** @type {(pending: Pending) => Promise<boolean>} */
async function isNext(pending) {
  if (next || version() === pending.seen) return false;
  next = true;
  await until(() => store.pending !== pending);
  next = false;
  return true;
}

export function cancel() {
  const mine = store.pending;
  if (!mine) return;
  mine.cancelled = true;
  mine.wake();
  update({ pending: null });
  tell(t("cancelled"));
}

/** @type {(path: string, body: BodyInit | undefined, type: string, key: string | null, patience: number, method: string) => Promise<Reply | null>} */
export async function attempt(path, body, type, key, patience, method) {
  try {
    const answer = await fetch(here(path), {
      method, body, headers: headers(type, key), cache: "no-store", signal: AbortSignal.timeout(patience),
    });
    return { ok: answer.ok, status: answer.status, data: await answer.json() };
  } catch {
    return null; // no answer: it may or may not have arrived, so the same key is used again
  }
}

// Waits a while, but no longer than until the live stream is back.
/** @type {(mine: { wake: () => void }, ms: number) => Promise<void>} */
export function pause(mine, ms) {
  return new Promise((resolve) => {
    const before = store.link;
    const stop = subscribe(() => before !== "live" && store.link === "live" && mine.wake());
    const timer = setTimeout(() => mine.wake(), ms);
    mine.wake = () => {
      clearTimeout(timer);
      stop();
      resolve();
    };
  });
}

/** @type {(reply: Reply) => any} */
export function settle({ ok, status, data }) {
  if (ok) return data;
  if (status === 401) {
    strangerNow();
    connect();
  }
  if (data.kind === "stale") stale(data);
  else tell(data.error ?? t("trouble"), { tone: "danger", rule: data.rule, page: data.page, ...(data.field ? { field: data.field } : {}) });
  return null;
}

// Why the last tap was refused, for whoever says it where the entry was made; it is not said elsewhere then.
/** @type {() => Refused | null} */
export function refusal() {
  const { message } = store;
  if (message?.tone !== "danger") return null;
  tell(null);
  return message;
}

/** @type {(data: Refusal) => Promise<void>} */
async function stale(data) {
  if (version() !== data.version) await refresh().catch(() => false);
  tell(data.error, { tone: "warm", brief: true });
}

// A tap is done when the page shows what came of it: a second one would be meant for the screen before. The news comes by
// the live stream; should that be slow, it is fetched. `before` is what was shown when the tap was made.
/** @type {(wanted: number | undefined, before: number) => Promise<void>} */
async function hasCome(wanted, before) {
  const shown = () => wanted === undefined || version() === wanted || (version() > wanted && version() !== before);
  if (!shown() && store.link === "live") await until(shown, NEWS_MS);
  if (!shown()) await refresh().catch(() => false);
}

/** @type {(met: () => boolean, ms?: number) => Promise<void>} */
function until(met, ms) {
  return new Promise((resolve) => {
    const done = () => {
      clearTimeout(timer);
      stop();
      resolve();
    };
    const stop = subscribe(() => met() && done());
    const timer = ms && setTimeout(done, ms);
  });
}
