// What the companion tells only those who ask: read while a page shows it, and again until an answer has come.

import { useEffect, useRef, useState } from "./vendor/preact-htm.js";
import { read } from "./send.js";
import { store, tell } from "./store.js";
import { t } from "./text.js";
/** @import { Found, Readable, ReadOptions } from "./types.d.ts" */

const AGAIN_MS = 3000; // after no answer has come though there seems to be a connection

/**
 * The answer, null until it is there; what reads it anew; whether the last time none came. `path` null asks nothing.
 * Whenever `again` changes it is read anew, and what it said before stays until then. It is about `of`, which is the
 * path itself unless it is named; about something else nothing is given. A refusal is told, or with `quiet` given as
 * `{ error }`. What comes after a later question was asked is dropped.
 * @template T @param {string | null} path @param {ReadOptions} [how] @returns {Readable<T>}
 */
export function useRead(path, { again, of = path, quiet = false } = {}) {
  const [found, setFound] = useState(/** @type {{ of: unknown, answer: any } | null} */ (null));
  const [missed, setMissed] = useState(/** @type {{ live: boolean } | null} */ (null));
  const latest = useRef(0);
  const load = async () => {
    const mine = ++latest.current;
    if (path === null) return;
    /** @type {any} */
    const answer = await read(path, { quiet: true });
    if (mine !== latest.current) return;
    setMissed(answer ? null : { live: store.link === "live" });
    if (!answer && !missed && !quiet && store.link === "live") tell(t("offline"), { tone: "danger" }); // else the banner says so
    if (answer && missed && store.message?.text === t("offline")) tell(null);
    if (answer?.error !== undefined && !quiet) tell(answer.error, { tone: "danger" });
    else if (answer) setFound({ of, answer });
  };
  useEffect(() => {
    load();
    return () => {
      latest.current += 1;
    };
  }, [path, again]);
  useEffect(() => {
    if (!missed || store.link !== "live") return undefined;
    const timer = setTimeout(load, missed.live ? AGAIN_MS : 0);
    return () => clearTimeout(timer);
  }, [missed, store.link]);
  return [found && found.of === of ? found.answer : null, load, missed !== null];
}

// One thing that is looked at: the same, quietly, and with an `error` to be shown where no answer came either.
/** @template T @param {string | null} path @returns {Found<T>} */
export function useEntry(path) {
  /** @type {Readable<(T & { error?: undefined }) | { error: string }>} */
  const [found, load, missed] = useRead(path, { quiet: true });
  return [found ?? (missed ? { error: t("offline") } : null), load];
}
