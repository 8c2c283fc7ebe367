// Which pictures of the live camera are worth reading.

import assert from "node:assert/strict";
import { test } from "node:test";
import { browser } from "./browser.js";

browser();
const { difference, isWorthSending, noteSent } = await import("../../../web/static/live_camera.js");

// Four pixels of one grey level; the fourth number of each is how opaque it is.
const grey = (level) => Uint8ClampedArray.from([0, 1, 2, 3].flatMap(() => [level, level, level, 255]));
const seen = (before, sent = null, sentAt = 0, times = 0) => ({ before, sent, sentAt, times });

test("how much two pictures differ is in grey levels, whatever is opaque", () => {
  assert.equal(difference(grey(100), grey(100)), 0);
  assert.equal(difference(grey(100), grey(110)), 10);
  const one = grey(100);
  one[0] = 112; // one colour of twelve
  assert.equal(difference(one, grey(100)), 1);
});

test("the first still picture is worth it, one that moves is not", () => {
  assert.equal(isWorthSending(seen(null), grey(100), 0), false);
  assert.equal(isWorthSending(seen(grey(100)), grey(103), 0), true);
  assert.equal(isWorthSending(seen(grey(100)), grey(120), 0), false);
});

test("the same picture is sent again after a while only, another one at once", () => {
  assert.equal(isWorthSending(seen(grey(100), grey(100), 1000), grey(101), 3000), false);
  assert.equal(isWorthSending(seen(grey(100), grey(100), 1000), grey(101), 5000), true);
  assert.equal(isWorthSending(seen(grey(150), grey(100), 1000), grey(151), 1500), true);
});

test("what is not read is tried again ever more seldom, until something else lies there", () => {
  const here = seen(grey(100));
  const sent = [];
  for (let at = 0; at <= 120000; at += 1000) {
    if (!isWorthSending(here, grey(100), at)) continue;
    noteSent(here, grey(100), at);
    sent.push(at / 1000);
  }
  assert.deepEqual(sent, [0, 4, 12, 28, 60, 92]);
  here.before = grey(150);
  assert.equal(isWorthSending(here, grey(150), 93000), true);
  noteSent(here, grey(150), 93000);
  assert.equal(isWorthSending(here, grey(151), 97000), true);
});

test("what need not be sent again is not, until something else lies there", () => {
  assert.equal(isWorthSending(seen(grey(100), grey(100), Infinity), grey(100), 90000), false);
  assert.equal(isWorthSending(seen(grey(150), grey(100), Infinity), grey(150), 90000), true);
});
