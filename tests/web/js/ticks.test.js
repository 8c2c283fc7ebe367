// Boxes that are ticked off show at once and go out in their turn.

import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";
import { browser, companion, offer, sent, settled } from "./browser.js";

browser();
const { isTicked, tick } = await import("../../../web/static/ticks.js");
const { update } = await import("../../../web/static/store.js");

const box = (name, ticked) => offer({ move: { name: "tick", args: { box: name } }, ticked });

beforeEach(() => update({ parts: { version: 1 }, pending: null, message: null, link: "live" }));

// The answer to a step, whose news has come before it.
const stepped = (version) => {
  update({ parts: { version } });
  return [200, { version }];
};

test("a tap turns a box over at once, before the companion has heard of it", async () => {
  let answer;
  companion(() => new Promise((resolve) => { answer = resolve; }));
  const [one, other] = [box("a", false), box("b", true)];
  tick(one);
  assert.deepEqual([isTicked(one), isTicked(other)], [true, true]);
  tick(one);
  assert.equal(isTicked(one), false);
  await settled();
  answer(stepped(2));
  await settled();
  answer(stepped(3));
  await settled();
});

test("taps go out one after the other, each for the screen that the one before led to", async () => {
  update({ parts: { version: 10 } });
  let version = 10;
  companion(() => stepped((version += 1)));
  tick(box("a", false));
  tick(box("b", false));
  await settled();
  assert.deepEqual(sent.map((one) => [one.body.args.box, one.body.seen]), [["a", 10], ["b", 11]]);
});

test("a box that the companion has ticked meanwhile is not turned over twice", async () => {
  update({ parts: { version: 20 } });
  companion(() => [200, { version: 21 }]);
  tick(box("a", false));
  await settled();
  assert.equal(isTicked(box("a", false)), true); // answered, but the news has not come
  update({ parts: { version: 21 } });
  await settled();
  assert.equal(isTicked(box("a", true)), true);
});

test("a box that somebody else ticks while the tap waits for its turn stays ticked", async () => {
  const shown = (version, a, b) => update({ parts: { version, prompts: [{ name: "setup", offers: [box("a", a), box("b", b)] }] } });
  shown(40, false, false);
  companion(() => {
    shown(42, true, true); // 41 was this tap, 42 somebody else's
    return [200, { version: 41 }];
  });
  tick(box("a", false));
  tick(box("b", false));
  await settled();
  assert.deepEqual(sent.map((one) => one.body.args.box), ["a"]);
  assert.deepEqual([isTicked(box("a", true)), isTicked(box("b", true))], [true, true]);
});

test("a box that is ticked and unticked before the companion has answered is turned over twice", async () => {
  let version = 50;
  let on = false;
  const shown = () => update({ parts: { version, prompts: [{ name: "setup", offers: [box("a", on)] }] } });
  shown();
  companion(() => {
    [version, on] = [version + 1, !on];
    shown();
    return [200, { version }];
  });
  tick(box("a", false));
  tick(box("a", false));
  await settled();
  assert.equal(sent.length, 2);
  assert.equal(isTicked(box("a", false)), false);
});

test("where one is refused, those behind it are not sent: they were meant for another screen", async () => {
  update({ parts: { version: 30 } });
  companion(() => [422, { error: "No.", kind: "illegal" }]);
  tick(box("a", false));
  tick(box("b", false));
  await settled();
  assert.equal(sent.length, 1);
  assert.deepEqual([isTicked(box("a", false)), isTicked(box("b", false))], [false, false]);
});
