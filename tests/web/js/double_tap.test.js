// A tap counts for what whoever tapped can have read.

import assert from "node:assert/strict";
import { beforeEach, mock, test } from "node:test";
import { browser, settled } from "./browser.js";

browser();
const { document } = globalThis;
const { dropDoubleTaps, madeFor } = await import("../../../web/static/double_tap.js");
const { store, update } = await import("../../../web/static/store.js");

dropDoubleTaps();
mock.timers.enable({ apis: ["Date"], now: 1_000_000 });
beforeEach(async () => {
  update({ aim: null, looking: null, sheet: null });
  await steps({ by: "Ada" });
  mock.timers.tick(5000);
});

// Somebody made a step, and the page shows what came of it.
async function steps({ by }) {
  update({ parts: { version: (store.parts.version ?? 0) + 1, last: { by } } });
  await settled();
}

// A finger at this place; whether the tap does something.
function tapped({ x = 100, y = 500, late = 0 } = {}) {
  const down = Object.assign(new Event("pointerdown"), { clientX: x, clientY: y });
  Object.defineProperty(down, "timeStamp", { value: performance.now() - late });
  document.dispatchEvent(down);
  return clicked(1);
}

function clicked(detail, target = document) {
  const click = Object.assign(new Event("click", { cancelable: true }), { detail });
  Object.defineProperty(click, "target", { value: target });
  return document.dispatchEvent(click);
}

test("a second tap at the same place within 0.3 s of what the first one led to does nothing", async () => {
  assert.equal(tapped(), true);
  mock.timers.tick(900); // on a slow network the news comes just before an impatient finger
  await steps({ by: "Ada" });
  mock.timers.tick(280);
  assert.equal(tapped({ x: 120, y: 510 }), false);
  assert.equal(tapped(), false); // nor a third one
});

test("nor one that began before what the first one led to, however long it is", async () => {
  assert.equal(tapped(), true);
  document.dispatchEvent(Object.assign(new Event("pointerdown"), { clientX: 100, clientY: 500 }));
  await steps({ by: "Ada" });
  mock.timers.tick(600);
  assert.equal(clicked(1), false);
});

test("nor one before it was drawn, by whenever the page hears of it", async () => {
  tapped();
  update({ parts: { version: store.parts.version + 1, last: { by: "Ada" } } });
  mock.timers.tick(2000);
  assert.equal(tapped({ late: 1000 }), false);
  await settled();
  mock.timers.tick(500);
  assert.equal(tapped({ late: 300 }), false);
  assert.equal(tapped({ late: 150 }), true);
});

for (const [what, change] of [
  ["another page", () => update({ route: store.route === "now" ? "tracks" : "now" })],
  ["a dialog", () => update({ sheet: () => null })],
  ["the next place of a map", () => update({ aim: {} })],
  ["what happened, step by step", () => update({ looking: { at: 0 } })],
]) {
  test(`${what} is as new as another question`, async () => {
    tapped();
    change();
    await settled();
    mock.timers.tick(200);
    assert.equal(tapped(), false);
  });
}

test("from step to step of what happened one leafs as quickly as one likes, and behind the last one is the end of it", async () => {
  update({ looking: { at: 0 } });
  await settled();
  mock.timers.tick(1000);
  for (const at of [1, 2]) {
    assert.equal(tapped(), true);
    update({ looking: { at } });
    await settled();
  }
  assert.equal(tapped(), true);
  update({ looking: null });
  await settled();
  assert.equal(tapped(), false);
});

test("a tap once what came has stood there for 0.3 s counts, as does one elsewhere, and one where nothing has changed", async () => {
  tapped();
  await steps({ by: "Ada" });
  mock.timers.tick(310);
  assert.equal(tapped(), true);
  assert.equal(tapped(), true);
  await steps({ by: "Ada" });
  assert.equal(tapped({ x: 140 }), true);
});

test("a key counts as a finger at the same place, where it is on the same thing", async () => {
  const [one, other] = [new EventTarget(), new EventTarget()];
  clicked(0, one);
  await steps({ by: "Ada" });
  assert.equal(clicked(0, one), false);
  assert.equal(clicked(0, other), true);
  await steps({ by: "Ada" });
  assert.equal(tapped(), true);
});

for (const [key, repeat, isStep, goes] of [["Enter", true, false, false], ["Enter", true, true, true], ["Enter", false, false, true], ["a", true, false, true]]) {
  test(`the key ${key}, ${repeat ? "held" : "pressed"} on ${isStep ? "what counts up" : "a button"}, ${goes ? "goes on" : "is one press"}`, async () => {
    const down = Object.assign(new Event("keydown", { cancelable: true }), { key, repeat });
    Object.defineProperty(down, "target", { value: { closest: () => (isStep ? null : {}) } });
    assert.equal(document.dispatchEvent(down), goes);
  });
}

test("a tap just after somebody else's step was made for the screen before it", async () => {
  const { version } = store.parts;
  assert.equal(madeFor(), version);
  await steps({ by: "Ben" });
  mock.timers.tick(280);
  assert.equal(tapped(), true); // it is sent, and the companion says who was quicker
  assert.equal(madeFor(), version);
  mock.timers.tick(30);
  assert.equal(tapped(), true);
  assert.equal(madeFor(), version + 1);
});

test("one just after a step of this phone knows what it led to", async () => {
  tapped();
  await steps({ by: "Ada" });
  tapped({ x: 300 });
  assert.equal(madeFor(), store.parts.version);
});
