// Of the offers that stand on the input, each with the maps of its screen, the labels of those that ask for one of a few
// and yet are answered in a dialog that has to be confirmed.

import { readFileSync } from "node:fs";
import { browser, screen } from "./browser.js";

browser();
const { chipAsk } = await import("../../../web/static/chips.js");
const { isConfirmed, oneTap } = await import("../../../web/static/offers.js");
const { update } = await import("../../../web/static/store.js");

const found = JSON.parse(readFileSync(0, "utf8")).filter(({ offer, maps }) => {
  update({ parts: screen({ maps }) });
  return !oneTap(offer) && !chipAsk(offer) && isConfirmed(offer.asks);
});
process.stdout.write(JSON.stringify(found.map(({ offer }) => offer.label)));
