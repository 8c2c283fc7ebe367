// The voice of this phone: it says what the companion would have said, in the phone's language, when it was chosen for
// that; and it calls its player when it becomes their turn, where that is wished.

import { part, store, subscribe } from "./store.js";
import { here, language } from "./text.js";
/** @import { Caption } from "./types.d.ts" */

const USUAL_RATE = 165; // words a minute, at which a browser's voice speaks as it is
const URGENT = 2;
const FINAL = 3;
const KEPT = { voice: "phone-voice", turn: "turn-cue" };

/** @type {(key: string) => string | null} */
const kept = (key) => {
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
};
/** @type {(key: string, value: string) => void} */
const keep = (key, value) => {
  try {
    localStorage.setItem(key, value);
  } catch {
    // a private window keeps nothing; it holds until the page is closed
  }
};

// --- what there is -------------------------------------------------------------------------------------------------

/** @type {() => SpeechSynthesis | undefined} */
const synthesis = () => globalThis.speechSynthesis;
export const canSpeak = () => Boolean(synthesis());

// The browser's voices for a language, the phone's own before those that need the internet.
/** @type {(voices: SpeechSynthesisVoice[], wanted: string) => SpeechSynthesisVoice[]} */
export const voicesFor = (voices, wanted) => voices
  .filter((one) => one.lang.toLowerCase().replace("_", "-").split("-")[0] === wanted)
  .sort((one, other) => Number(other.localService) - Number(one.localService));

export const voices = () => voicesFor(synthesis()?.getVoices() ?? [], language);
export const chosenVoice = () => voices().find((one) => one.voiceURI === kept(KEPT.voice)) ?? voices()[0];
/** @type {(uri: string) => void} */
export const chooseVoice = (uri) => keep(KEPT.voice, uri);
export const callsItsPlayer = () => kept(KEPT.turn) === "on";
/** @type {(on: boolean) => void} */
export const callItsPlayer = (on) => keep(KEPT.turn, on ? "on" : "off");

// A browser makes no sound before somebody has touched the page.
export const isAwake = () => globalThis.navigator?.userActivation?.hasBeenActive ?? true;
export const speaksHere = () => canSpeak() && store.phone !== null && part("voice")?.phone === store.phone?.id;

// --- saying it -----------------------------------------------------------------------------------------------------

/** @type {Promise<unknown>} */
let queue = Promise.resolve();
let round = 0; // whatever was to be said in an earlier round is not worth it any more

/** @type {(name: string) => Promise<void>} */
const play = (name) => new Promise((resolve) => {
  const sound = new Audio(here(`/sounds/${name}.wav`));
  sound.volume = part("voice")?.volume ?? 1;
  sound.onended = sound.onerror = () => resolve();
  sound.play().catch(() => resolve());
});

/** @type {() => void} */
let ends = () => {}; // what is being said has been said

/** @type {(words: string, its?: string) => Promise<void>} */
export const say = (words, its = language) => new Promise((resolve) => {
  const utterance = new SpeechSynthesisUtterance(words);
  const voice = its === language ? chosenVoice() : voicesFor(synthesis()?.getVoices() ?? [], its)[0];
  if (voice) utterance.voice = voice;
  utterance.lang = voice?.lang ?? its;
  utterance.rate = (part("voice")?.rate ?? USUAL_RATE) / USUAL_RATE;
  utterance.volume = part("voice")?.volume ?? 1;
  utterance.onend = utterance.onerror = ends = () => resolve();
  synthesis()?.speak(utterance);
});

function cut() {
  synthesis()?.cancel();
  ends(); // not every browser tells of an end that it did not come to itself
}

export function hush() {
  round += 1;
  queue = Promise.resolve();
  synthesis()?.cancel();
}

let saying = 0; // the line's number; 0: none
/** @type {(number: number) => boolean} */
const isOver = (number) => Boolean(part("captions")?.find((one) => one.number === number)?.over);

/** @type {(caption: Caption) => void} */
function tell({ number, text, cue, urgency, language: its }) {
  if (urgency >= FINAL) hush(); // it ends the game: nothing else is worth hearing out
  const mine = round;
  queue = queue.then(async () => {
    if (cue && mine === round) await play(cue);
    if (mine !== round || isOver(number)) return;
    saying = number;
    await say(text, its);
    if (saying === number) saying = 0;
  });
}

// What is new since `last` and the companion has not said itself while this phone was away: where much has piled up, what is urgent, and the newest.
/** @type {(captions: Caption[], last: number) => Caption[]} */
export function toSay(captions, last) {
  const fresh = captions.filter((one) => one.number > last && !one.here);
  return fresh.length <= 4 ? fresh : fresh.filter((one, index) => one.urgency >= URGENT || index === fresh.length - 1);
}

// --- following the news --------------------------------------------------------------------------------------------

/** @type {number | undefined} */
let last; // the newest line that was there when the page came, or that has been said since
/** @type {string | null | undefined} */
let turn; // whose it was when somebody looked last
let speaking = false;

export function follow() {
  const captions = part("captions") ?? [];
  const newest = captions.at(-1)?.number ?? 0;
  const fresh = toSay(captions, last ?? newest);
  last = newest;
  const before = speaking;
  speaking = speaksHere() && !part("voice")?.muted;
  if (isOver(saying)) cut(); // a card: what is queued behind it comes at once
  if (speaking) fresh.forEach(tell);
  else if (before) hush();
  if (becameMine() && callsItsPlayer()) {
    if (!speaking) play("turn"); // who speaks has just played it
    globalThis.navigator?.vibrate?.(200);
  }
}

// Whether it has just become the turn of this phone's player.
function becameMine() {
  const evening = part("evening");
  if (!evening) return false;
  const player = evening.players[part("prompts")?.[0]?.seat ?? -1];
  const was = turn;
  turn = `${evening.id} ${player}`;
  return was !== undefined && was !== turn && evening.players.length > 1 && player === store.phone?.name;
}

export function listen() {
  subscribe(follow);
}
