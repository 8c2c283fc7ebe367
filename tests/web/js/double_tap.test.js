// The second tap of a double tap does nothing once the first one has led to another question.

import assert from "node:assert/strict";
import { beforeEach, mock, test } from "node:test";
import { browser } from "./browser.js";

browser();
const { document } = globalThis;
const { dropDoubleTaps } = await import("../../../web/static/double_tap.js");

let asked = "Fuel?";
dropDoubleTaps(() => asked);
mock.timers.enable({ apis: ["Date"], now: 1_000_000 });
beforeEach(() => {
  asked = "Fuel?";
  mock.timers.tick(5000);
});

// A finger at this place, on an answer or on what stands in the header; whether the tap does something.
function tapped({ x = 100, y = 500, isAnswer = true, detail = 1 } = {}) {
  document.dispatchEvent(Object.assign(new Event("pointerdown"), { clientX: x, clientY: y }));
  return clicked({ isAnswer, detail });
}

function clicked({ isAnswer = true, detail = 1 } = {}) {
  const click = Object.assign(new Event("click", { cancelable: true }), { detail });
  Object.defineProperty(click, "target", { value: { closest: () => (isAnswer ? {} : null) } });
  return document.dispatchEvent(click);
}

test("a second tap at the same place within 0.3 s answers no question that has come meanwhile", () => {
  assert.equal(tapped(), true);
  asked = "Hunger?";
  mock.timers.tick(299);
  assert.equal(tapped({ x: 120, y: 510 }), false);
});

test("the next tap does", () => {
  tapped();
  asked = "Hunger?";
  tapped();
  mock.timers.tick(10);
  assert.equal(tapped(), true); // it was there before that one
});

test("a later one does, one elsewhere, one in the header, and one on the same question", () => {
  tapped();
  asked = "Hunger?";
  mock.timers.tick(300);
  assert.equal(tapped(), true);
  asked = "Stress?";
  assert.equal(tapped({ x: 140 }), true);
  asked = "Hope?";
  assert.equal(tapped({ x: 140, isAnswer: false }), true);
  assert.equal(tapped({ x: 140 }), true);
});

test("keys and screen readers have no finger", () => {
  tapped();
  asked = "Hunger?";
  tapped();
  assert.equal(clicked({ detail: 0 }), true);
});
