// What only a Polish page does with words.

import assert from "node:assert/strict";
import { test } from "node:test";
import { browser } from "./browser.js";

browser({ language: "pl" });
const { readable } = await import("../../../web/static/text.js");
const { patched } = await import("../../../web/static/patches.js");

test("a word of one letter stays with the next; values are sent back as they came", () => {
  const told = JSON.parse('{"do": "Puste i z boku, a w pudełku 1 z 2.", "choices": [{"value": "Dom w lesie", "label": "Dom w lesie"}]}', readable);
  assert.equal(told.do, "Puste i\u00a0z\u00a0boku, a\u00a0w\u00a0pudełku 1 z\u00a02.");
  assert.deepEqual(told.choices, [{ value: "Dom w lesie", label: "Dom w\u00a0lesie" }]);
});

test("what a move says goes back as it came, however its arguments are called", () => {
  const move = '{"name": "scenario", "args": {"title": "A new beginning", "page": 3}}';
  assert.deepEqual(JSON.parse(move, readable).args, { title: "A new beginning", page: 3 });
  const before = { move: { args: { title: "" } }, label: "" };
  const news = [[["move", "args", "title"], "A new one"], [["label"], "Dom w lesie"]];
  assert.deepEqual(patched(before, news, readable), { move: { args: { title: "A new one" } }, label: "Dom w\u00a0lesie" });
});
