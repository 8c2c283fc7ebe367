// What the card at the end tells.

import assert from "node:assert/strict";
import { test } from "node:test";
import { browser } from "./browser.js";

browser({});
const { deedsOf, minutesOf } = await import("../../../web/static/end_card.js");
const { ago } = await import("../../../web/static/text.js");

const decided = (by, label) => ({ by, label, at: 0 });

test("each player's decisions are counted, and the newest three are named", () => {
  const decisions = ["a", "b", "c", "d"].map((label) => decided("Ada", label)).concat(decided("drawer", "2 cubes"), decided("Ben", "e"));
  assert.deepEqual(deedsOf(["Ada", "Ben", "Cy"], decisions), [
    { player: "Ada", count: 4, last: ["b", "c", "d"] }, { player: "Ben", count: 1, last: ["e"] },
  ]);
});

test("minutes from the beginning to the end, at least one", () => {
  assert.equal(minutesOf({ started: 1000, ended: 1000 + 95 * 60 }), 95);
  assert.equal(minutesOf({ started: 1000, ended: 1003 }), 1);
});

test("how long ago, in the largest unit that says anything", () => {
  const now = 1_000_000_000;
  assert.equal(ago(now - 12 * 86400 - 5, now), "12 days ago");
  assert.equal(ago(now - 30, now), "just now");
  assert.equal(ago(now - 86400, now), "yesterday");
});
