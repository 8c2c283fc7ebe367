// Words fitted into rooms; every letter is half as wide as it is high.

import assert from "node:assert/strict";
import { test } from "node:test";
import { browser } from "./browser.js";

browser();
const { fit, widthOf } = await import("../../../web/static/fitting.js");

const sizes = { least: 8, most: 16 };

test("words are as wide as their letters", () => {
  assert.equal(widthOf("Coal"), 2);
});

test("words that have room stand in one line in the largest letters", () => {
  assert.deepEqual(fit("Coal", { width: 100, height: 50 }, sizes), { size: 16, lines: ["Coal"], cut: false });
});

test("letters are made smaller, by halves, until the words fit", () => {
  assert.equal(fit("Sawmill", { width: 35, height: 20 }, sizes).size, 10); // 7 letters of 5 are 35 wide
  assert.equal(fit("Coal", { width: 100, height: 12 }, sizes).size, 10.5); // 10.5 × 1.12 = 11.76
});

test("two lines are taken where they allow much larger letters", () => {
  assert.deepEqual(fit("Old Sawmill", { width: 56, height: 60 }, sizes), { size: 16, lines: ["Old", "Sawmill"], cut: false });
});

test("one line of nearly the same size is better than two", () => {
  assert.deepEqual(fit("Old Mill", { width: 56, height: 60 }, sizes), { size: 14, lines: ["Old Mill"], cut: false });
});

test("what has no room in the least letters is cut, and says so", () => {
  assert.deepEqual(fit("Lighthouse", { width: 24, height: 10 }, sizes), { size: 8, lines: ["Light…"], cut: true });
});

test("what is cut may have two lines where there is room for them", () => {
  assert.deepEqual(fit("Lighthouse keeper", { width: 24, height: 20 }, sizes), { size: 8, lines: ["Light…", "keeper"], cut: true });
});

test("room is kept free before the words for a sign", () => {
  assert.equal(fit("Coal", { width: 30, height: 50 }, sizes).size, 15);
  assert.equal(fit("Coal", { width: 30, height: 50 }, { ...sizes, lead: 1 }).size, 10);
});

test("no words need no line", () => {
  assert.deepEqual(fit("", { width: 1, height: 1 }, sizes), { size: 16, lines: [], cut: false });
});
