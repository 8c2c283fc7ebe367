// What only a Polish page does with words.

import assert from "node:assert/strict";
import { test } from "node:test";
import { browser } from "./browser.js";

browser({ language: "pl" });
const { readable } = await import("../../../web/static/text.js");

test("a word of one letter stays with the next; values are sent back as they came", () => {
  const told = JSON.parse('{"do": "Puste i z boku, a w pudełku 1 z 2.", "choices": [{"value": "Dom w lesie", "label": "Dom w lesie"}]}', readable);
  assert.equal(told.do, "Puste i\u00a0z\u00a0boku, a\u00a0w\u00a0pudełku 1 z\u00a02.");
  assert.deepEqual(told.choices, [{ value: "Dom w lesie", label: "Dom w\u00a0lesie" }]);
});
