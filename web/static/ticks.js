// Ticking off a list: each tap shows at once and goes out in its turn, so that several may follow each other quickly.

import { tap } from "./send.js";
import { store, update, version } from "./store.js";

const queue = [];
let sending = false;
let newest = 0;

const same = (one, other) => one.move.name === other.move.name && JSON.stringify(one.move.args) === JSON.stringify(other.move.args);

// As the companion has it, turned over by every tap that it has not heard of yet.
export const isTicked = (offer) =>
  queue.filter((one) => same(one.offer, offer) && one.at > version()).length % 2 ? !offer.ticked : offer.ticked;

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
