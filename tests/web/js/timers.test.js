// What the timers show.

import assert from "node:assert/strict";
import { test } from "node:test";
import { browser } from "./browser.js";

browser({});
const { clock, goneBy } = await import("../../../web/static/timers.js");

const timers = { turn_min: 3, evening_min: 0, turn_s: 65, evening_s: 0, at: 0, paused: false, running: true };

test("minutes and seconds, and hours where there are any", () => {
  assert.deepEqual([0, 65.9, 3600, 3725].map(clock), ["0:00", "1:05", "1:00:00", "1:02:05"]);
});

test("what goes by here is added to what the companion told", () => {
  assert.equal(goneBy(timers, timers.turn_s, 10), 75);
});

test("while it waits nothing is added", () => {
  assert.equal(goneBy({ ...timers, paused: true }, timers.turn_s, 10), 65);
});
