// Ticking off a list: each tap shows at once and goes out in its turn, so that several may follow each other quickly.

import { tap } from "./send.js";
import { store, update, version } from "./store.js";
/** @import { Offer } from "./types.d.ts" */

/** @type {{ offer: Offer, at: number }[]} */
const queue = [];
let sending = false;
let newest = 0;

/** @type {(one: Offer, other: Offer) => boolean} */
const same = (one, other) => one.move.name === other.move.name && JSON.stringify(one.move.args) === JSON.stringify(other.move.args);

// As the companion has it, turned over by every tap that it has not heard of yet.
/** @type {(offer: Offer) => boolean | undefined} */
export const isTicked = (offer) =>
  queue.filter((one) => same(one.offer, offer) && one.at > version()).length % 2 ? !offer.ticked : offer.ticked;

/** @type {(offer: Offer) => void} */
export function tick(offer) {
  queue.push({ offer, at: Infinity });
  update({});
  if (!sending) send();
}

async function send() {
  sending = true;
  for (let next = waiting(); next; next = waiting()) {
    if (store.pending) {
      await new Promise((resolve) => setTimeout(resolve, 100));
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
