// Edits within the page's parts: exact, in their order, and never in place.

import assert from "node:assert/strict";
import { test } from "node:test";
import { patched, take } from "../../../web/static/patches.js";

const value = { now: 3, rows: [{ name: "a" }, { name: "b", tokens: [1, 2, 3] }], gone: 1 };

test("a value is put where the path leads, also where nothing was", () => {
  assert.deepEqual(patched(value, [[["rows", 1, "tokens", 0], 9], [["new"], null]]), {
    now: 3, rows: [{ name: "a" }, { name: "b", tokens: [9, 2, 3] }], gone: 1, new: null,
  });
});

test("a path alone takes away, an empty one is the whole", () => {
  assert.deepEqual(patched(value, [[["gone"]], [["now"]]]), { rows: value.rows });
  assert.deepEqual(patched(value, [[[], 7]]), 7);
});

test("items of a list go and come, and later edits see the list as it is then", () => {
  assert.deepEqual(patched([1, 2, 3, 4], [[[], 1, 2, ["x"]], [[0], 0]]), [0, "x", 4]);
  assert.deepEqual(patched({ list: [] }, [[["list"], 0, 0, [1, 2]]]), { list: [1, 2] });
});

test("whoever looks at an older value sees it as it was, and what did not change is the same object", () => {
  const before = structuredClone(value);
  const after = patched(value, [[["rows", 1, "tokens"], 3, 0, [4]]]);
  assert.deepEqual(value, before);
  assert.equal(after.rows[0], value.rows[0]);
  assert.notEqual(after.rows[1], value.rows[1]);
});

test("news is taken for the version that it was made for, by source", () => {
  const heard = {};
  assert.deepEqual(take(heard, { of: "screen", to: 4, parts: { version: 1, ending: null } }), { version: 1, ending: null });
  assert.deepEqual(take(heard, { of: "voice", to: 9, parts: { voice: { rate: 150 } } }), { voice: { rate: 150 } });
  assert.deepEqual(take(heard, { of: "voice", from: 9, to: 12, parts: {}, edits: { voice: [[["rate"], 160]] } }), { voice: { rate: 160 } });
  assert.deepEqual(take(heard, { of: "screen", from: 4, to: 6, parts: { version: 2 }, edits: {} }), { version: 2 });
  assert.equal(take(heard, { of: "screen", from: 4, to: 7, parts: { version: 3 }, edits: {} }), null);
  assert.deepEqual(heard.screen, { version: 6, parts: { version: 2, ending: null } });
});

test("what was never heard is lost track of", () => {
  assert.equal(take({}, { of: "screen", from: 1, to: 2, parts: {}, edits: {} }), null);
  const heard = {};
  take(heard, { of: "screen", to: 1, parts: { version: 1 } });
  assert.equal(take(heard, { of: "screen", from: 1, to: 2, parts: {}, edits: { prompts: [[[0], 1]] } }), null);
});

test("everything anew is everything: what is not in it is not edited later", () => {
  const heard = {};
  take(heard, { of: "screen", to: 1, parts: { a: { x: 1 } } });
  take(heard, { of: "screen", to: 5, parts: { b: { x: 1 } } });
  assert.equal(take(heard, { of: "screen", from: 5, to: 6, parts: {}, edits: { a: [[["x"], 2]] } }), null);
});

test("words that are put in are made readable by the name of their field, as those that come whole are", () => {
  const read = (name, words) => (name === "do" ? words.toUpperCase() : words);
  assert.deepEqual(patched({ prompts: [{ do: "a", name: "b" }] }, [[["prompts", 0, "do"], "new"], [["prompts", 0, "name"], "c"]], read), {
    prompts: [{ do: "NEW", name: "c" }],
  });
});
