// Values that are set by hand: under which heading they stand, and which are found by a name.

import assert from "node:assert/strict";
import { test } from "node:test";
import { browser, whole } from "./browser.js";

browser();
const { byHeading, changed, fitting } = await import("../../../web/static/otherwise.js");

const one = (name, label, more = {}) => ({ ask: { ...whole(name, 0, 5), label }, now: 2, ...more });
const COAL = one("coal", "Coal");
const B1 = one("b1", "B1: value", { group: "Tiles" });
const B2 = one("b2", "B2: value", { group: "Tiles" });

test("a value stands under its own heading, else under the panel's that shows it, else at the end", () => {
  const found = byHeading([one("x", "X"), COAL, B1], new Map([["coal", "Stock"]]), "Others");
  assert.deepEqual(found.map(([heading, ones]) => [heading, ones.map(({ ask }) => ask.name)]), [["Stock", ["coal"]], ["Tiles", ["b1"]], ["Others", ["x"]]]);
});

test("words are sought in a value's name and in its heading's, without regard to case", () => {
  /** @type {any} */
  const groups = [["Stock", [COAL]], ["Tiles", [B1, B2]]];
  const names = (wanted) => fitting(groups, wanted).map(([heading, ones]) => [heading, ones.map(({ ask }) => ask.name)]);
  assert.deepEqual(names(""), [["Stock", ["coal"]], ["Tiles", ["b1", "b2"]]]);
  assert.deepEqual(names("b1"), [["Tiles", ["b1"]]]);
  assert.deepEqual(names("tiles b2"), [["Tiles", ["b2"]]]);
  assert.deepEqual(names("heat"), []);
});

test("what was set back to what it is counts as no change", () => {
  assert.deepEqual(changed([COAL, B1], { coal: 2, b1: 3, gone: 1 }), { b1: 3 });
});
