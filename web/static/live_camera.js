// The phone's own camera, live: held over a card, it is read as soon as the picture lies still; no button to press, no
// picture to confirm. Over HTTPS alone; elsewhere the phone's camera app takes a photo.

import { html, useEffect, useLayoutEffect, useRef, useState } from "./vendor/preact-htm.js";
import { Icon } from "./icons.js";
import { isSecure } from "./offline.js";
import { refusal } from "./send.js";
import { cancelPhoto, sendPhoto } from "./send_photo.js";
import { store, version } from "./store.js";
import { t } from "./text.js";
import { IconButton } from "./ui.js";
/** @import { Ref } from "./vendor/preact-htm.js" */
/** @import { PhotoFound, PhotoRead, View } from "./types.d.ts" */

const LOOK_MS = 250;
// A still picture that was not read is sent once more: the light or the focus may be better. Then ever more seldom.
const AGAIN_MS = 4000;
const SELDOM_MS = 32000;
const SMALL = { width: 48, height: 36 }; // pixels that tell whether something moves
const MOVES = 7; // grey levels of 255, at which something has moved; noise in lamplight stays below 4
const LARGEST = 1600; // pixels along the longer side of what is sent
const QUALITY = 0.88;
const WANTED = { video: { facingMode: { ideal: "environment" }, width: { ideal: 1280 }, height: { ideal: 960 } }, audio: false };

export const canSeeLive = () => isSecure() && Boolean(navigator.mediaDevices?.getUserMedia);

// How much two pictures of grey levels differ, on average.
/** @type {(one: Uint8ClampedArray, other: Uint8ClampedArray) => number} */
export function difference(one, other) {
  let sum = 0;
  for (let at = 0; at < one.length; at += 4) sum += Math.abs(one[at] - other[at]) + Math.abs(one[at + 1] - other[at + 1]) + Math.abs(one[at + 2] - other[at + 2]);
  return sum / (one.length * 0.75);
}

// What was seen: the look before, what was sent last and when, and how often that was the same as what was sent before.
/** @typedef {{ before: Uint8ClampedArray | null, sent: Uint8ClampedArray | null, sentAt: number, times: number }} Seen */

// Whether a picture is worth sending: it lies still, and is another than the one that was sent last, or that is long ago.
/** @type {(seen: Seen, now: Uint8ClampedArray, at: number) => boolean} */
export function isWorthSending({ before, sent, sentAt, times }, now, at) {
  if (!before || difference(before, now) >= MOVES) return false;
  return isAnother(sent, now) || at - sentAt >= Math.min(AGAIN_MS * 2 ** times, SELDOM_MS);
}

/** @type {(sent: Uint8ClampedArray | null, now: Uint8ClampedArray) => boolean} */
const isAnother = (sent, now) => !sent || difference(sent, now) >= MOVES;

// A picture was sent.
/** @type {(seen: Seen, now: Uint8ClampedArray, at: number) => void} */
export function noteSent(seen, now, at) {
  Object.assign(seen, { times: isAnother(seen.sent, now) ? 0 : seen.times + 1, sent: now, sentAt: at });
}

// `onReads` is given what was read, best first; the dialog closes then, unless it is to `stay` for the next card.
/** @type {View<{ label: string, use: "read" | "play", stay?: boolean, onReads: (reads: PhotoRead[], found: PhotoFound) => unknown, onClose: () => void }>} */
export function LiveCamera({ label, use, stay = false, onReads, onClose }) {
  const onPicture = async (/** @type {Blob} */ blob) => {
    /** @type {PhotoFound | null} */
    const found = await sendPhoto(`/api/photo?for=${use}&seen=${version()}&live=1`, blob, label);
    if (!found) return { words: null };
    onReads(found.reads, found);
    if (!stay && found.reads[0].sure) onClose();
    return { words: t(found.reads[0].sure ? "ask.read" : "ask.unsure", { code: found.reads[0].text }) };
  };
  return html`<${LivePictures} label=${label} onPicture=${onPicture} onClose=${onClose} />`;
}

// What came of a picture: the words that are shown (null: why it was refused), and whether it need not be sent once more.
/** @typedef {{ words: string | null, done?: boolean }} Came */

// Every still picture goes to `onPicture`, one at a time.
/** @type {View<{ label: string, onPicture: (picture: Blob) => Promise<Came>, onClose: () => void }>} */
export function LivePictures({ label, onPicture, onClose }) {
  /** @type {Ref<HTMLDialogElement>} */
  const dialog = useRef(null);
  /** @type {Ref<HTMLVideoElement>} */
  const video = useRef(null);
  const [words, setWords] = useState(t("camera.hold"));
  useLayoutEffect(() => {
    dialog.current.showModal();
    return () => dialog.current?.close();
  }, []);
  useEffect(() => {
    const send = async (/** @type {Blob} */ blob) => {
      const came = await onPicture(blob);
      setWords(came.words ?? refusal()?.text ?? t("camera.hold"));
      return came.done === true;
    };
    return watch(video.current, send, () => setWords(t("camera.refused")));
  }, []);
  return html`
    <dialog class="sheet live-camera" ref=${dialog} aria-label=${label} onCancel=${(/** @type {Event} */ event) => { event.preventDefault(); onClose(); }}>
      <div class="sheet-inside">
        <div class="sheet-head"><h2>${label}</h2><${IconButton} icon="close" label=${t("close")} onClick=${onClose} /></div>
        <div class="sheet-body"><video ref=${video} playsinline muted autoplay aria-label=${t("camera.picture")}></video>
          <p role="status"><${Icon} name="camera" />${words}</p></div>
      </div>
    </dialog>`;
}

// Looks through the camera until it is told to stop, and hands over what is worth reading, one picture at a time.
// What is `done`, as `send` says, is not sent again while it lies there.
/** @type {(video: HTMLVideoElement, send: (picture: Blob) => Promise<boolean>, onRefused: () => void) => () => void} */
function watch(video, send, onRefused) {
  let over = false;
  let busy = false;
  /** @type {MediaStream | null} */
  let stream = null;
  /** @type {Seen} */
  const seen = { before: null, sent: null, sentAt: 0, times: 0 };
  const look = async () => {
    if (busy || video.readyState < video.HAVE_CURRENT_DATA || document.hidden) return;
    const now = pixels(video);
    const worth = isWorthSending(seen, now, performance.now()) && !store.photo;
    seen.before = now;
    if (!worth) return;
    busy = true;
    noteSent(seen, now, performance.now());
    const picture = await jpeg(video);
    if (picture && !over && (await send(picture))) seen.sentAt = Infinity;
    busy = false;
  };
  const timer = setInterval(look, LOOK_MS);
  const begin = async () => {
    try {
      stream = await navigator.mediaDevices.getUserMedia(WANTED);
    } catch {
      onRefused();
      return;
    }
    if (over) stop();
    else video.srcObject = stream;
  };
  const stop = () => {
    over = true;
    clearInterval(timer);
    stream?.getTracks().forEach((track) => track.stop());
    if (busy) cancelPhoto();
  };
  begin();
  return stop;
}

/** @type {(video: HTMLVideoElement) => Uint8ClampedArray} */
function pixels(video) {
  const canvas = Object.assign(document.createElement("canvas"), SMALL);
  const context = /** @type {CanvasRenderingContext2D} */ (canvas.getContext("2d", { willReadFrequently: true }));
  context.drawImage(video, 0, 0, SMALL.width, SMALL.height);
  return context.getImageData(0, 0, SMALL.width, SMALL.height).data;
}

/** @type {(video: HTMLVideoElement) => Promise<Blob | null>} */
function jpeg(video) {
  const scale = Math.min(1, LARGEST / Math.max(video.videoWidth, video.videoHeight));
  const size = { width: Math.round(video.videoWidth * scale), height: Math.round(video.videoHeight * scale) };
  const canvas = Object.assign(document.createElement("canvas"), size);
  /** @type {CanvasRenderingContext2D} */ (canvas.getContext("2d")).drawImage(video, 0, 0, size.width, size.height);
  return new Promise((resolve) => canvas.toBlob(resolve, "image/jpeg", QUALITY));
}
