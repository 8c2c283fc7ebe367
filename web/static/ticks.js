// Ticking off a list: each tap shows at once and goes out in its turn, so that several may follow each other quickly.

import { tap } from "./send.js";
import { part, store, update, version } from "./store.js";
/** @import { Offer } from "./types.d.ts" */

/** @typedef {{ offer: Offer, on: boolean, at: number }} Tick */
/** @type {Tick[]} */
const queue = [];
let sending = false;
let newest = 0;

/** @type {(one: Offer, other: Offer) => boolean} */
const same = (one, other) => one.move.name === other.move.name && JSON.stringify(one.move.args) === JSON.stringify(other.move.args);

// As the companion has it, but for the taps that its news do not tell of yet.
/** @type {(offer: Offer) => boolean | undefined} */
export const isTicked = (offer) => after(queue, offer);
/** @type {(taps: Tick[], offer: Offer) => boolean | undefined} */
const after = (taps, offer) => taps.findLast((one) => same(one.offer, offer) && one.at > version())?.on ?? offer.ticked;

/** @type {(offer: Offer) => void} */
export function tick(offer) {
  queue.push({ offer, on: !isTicked(offer), at: Infinity });
  update({});
  if (!sending) send();
}

// Whether the box is by now as the finger left it, because somebody else has ticked it while the tap waited for its turn.
/** @type {(tap: Tick) => boolean} */
function isDone({ offer, on }) {
  const now = (part("prompts") ?? []).flatMap((one) => one.offers).find((one) => same(one, offer)) ?? offer;
  return after(queue.filter((one) => one.at !== Infinity), now) === on;
}

async function send() {
  sending = true;
  for (let next = waiting(); next; next = waiting()) {
    if (store.pending) {
      await new Promise((resolve) => setTimeout(resolve, 100));
      continue;
    }
    if (isDone(next)) {
      queue.splice(queue.indexOf(next), 1);
      continue;
    }
    const { move, label } = next.offer;
    /** @type {{ version: number } | null} */
    const done = await tap("/api/play", { move: move.name, args: move.args, seen: Math.max(newest, version()) }, label);
    if (!done) {
      queue.length = 0; // refused or taken back: what follows was meant for another screen
      break;
    }
    next.at = newest = done.version;
    queue.splice(0, queue.length, ...queue.filter((one) => one.at > version()));
  }
  sending = false;
  update({});
}

const waiting = () => queue.find((one) => one.at === Infinity);
