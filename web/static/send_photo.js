// Photos to the companion. One stays on the phone until it is called, says how long that takes, and holds up no tap.

import { attempt, newKey, pause, settle } from "./send.js";
import { store, tell, update } from "./store.js";
import { t } from "./text.js";
/** @import { PendingPhoto, Reply } from "./types.d.ts" */

const PLACES = "/api/photo/places";
const PATIENCE_MS = 8000;
const PHOTO_PATIENCE_MS = 180000; // arriving, waiting for the one before, being read on a small machine

export const PHOTOS = "image/jpeg,image/png,image/webp"; // what a field for photos asks for: phones that keep HEIC convert to these
/** @type {(file: Blob) => string} */
const kindOf = (file) => (file.type.startsWith("image/") ? file.type : "application/octet-stream");

// Sends a photo. `what` is its name for people. The answer's JSON, or null when it was refused (the person was told).
/** @type {(path: string, file: Blob, what: string) => Promise<any>} */
export async function sendPhoto(path, file, what) {
  if (store.photo) {
    tell(t("photo.busy"));
    return null;
  }
  /** @type {PendingPhoto} */
  const mine = { what, key: newKey(), place: null, before: 0, seconds: 0, waiting: false, cancelled: false, wake: () => {} };
  update({ photo: mine, message: null });
  for (let wait = 700; !mine.cancelled; wait = Math.min(wait * 2, 5000)) {
    const done = await once(mine, path, file);
    if (mine.cancelled) break;
    if (done && done.status !== 503) {
      update({ photo: null });
      return settle(done);
    }
    mine.waiting = !done;
    say(mine, 0, done ? done.data.wait_s : 0);
    await pause(mine, done ? done.data.wait_s * 1000 : wait);
  }
  return null;
}

export function cancelPhoto() {
  const mine = store.photo;
  if (!mine) return;
  mine.cancelled = true;
  mine.wake();
  update({ photo: null });
  if (mine.place) attempt(`${PLACES}/${mine.place}`, "{}", "application/json", null, PATIENCE_MS, "DELETE");
  tell(t("photo.cancelled"));
}

// How long the photo of this phone still waits, in words; null where none does.
/** @type {() => string | null} */
export function photoWaits() {
  const { waiting, before, seconds, what } = store.photo ?? {};
  if (waiting) return t("pending.offline", { what });
  if (before) return t("photo.before", { n: before, seconds });
  return seconds ? t("photo.full", { seconds }) : null;
}

// One try: wait to be called, then send. Null where there is no connection.
/** @type {(mine: PendingPhoto, path: string, file: Blob) => Promise<Reply | null>} */
async function once(mine, path, file) {
  let asked = await attempt(PLACES, "{}", "application/json", null, PATIENCE_MS, "POST");
  while (asked?.ok && !mine.cancelled) {
    const { place, before, wait_s, ask_s } = asked.data;
    mine.place = place;
    mine.waiting = false;
    say(mine, before, wait_s);
    if (!before) return attempt(`${path}${path.includes("?") ? "&" : "?"}place=${place}`, file, kindOf(file), mine.key, PHOTO_PATIENCE_MS, "POST");
    await pause(mine, ask_s * 1000);
    if (mine.cancelled) return null; // its place has been given up
    asked = await attempt(`${PLACES}/${place}`, undefined, "application/json", null, PATIENCE_MS, "GET");
  }
  return asked?.status === 404 ? null : asked; // its place was given up meanwhile: it takes another one
}

/** @type {(mine: PendingPhoto, before: number, seconds: number) => void} */
function say(mine, before, seconds) {
  Object.assign(mine, { before, seconds });
  update({});
}
