// What is kept for a page without a connection.

import assert from "node:assert/strict";
import { test } from "node:test";
import { browser } from "./browser.js";

browser();
const kept = new Map();
globalThis.localStorage = { getItem: (key) => kept.get(key) ?? null, setItem: (key, value) => kept.set(key, value), removeItem: (key) => kept.delete(key) };
const { isSecure, lastHeard, lasting } = await import("../../../web/static/offline.js");

test("what trembles or belongs to a device is not kept", () => {
  assert.deepEqual(lasting({ version: 7, prompts: [], scale: {}, health: [], table: {} }), { version: 7, prompts: [] });
});

test("what was kept is taken, and nothing else that may lie there", () => {
  for (const torn of ["", "null", "{", "3", '{"at":"soon","parts":{}}', '{"at":1}']) {
    kept.set("last-heard", torn);
    assert.equal(lastHeard(), null);
  }
  kept.set("last-heard", '{"at":12,"parts":{"version":7}}');
  assert.deepEqual(lastHeard(), { at: 12, parts: { version: 7 } });
});

test("plain HTTP keeps nothing", () => {
  assert.equal(isSecure(), false);
});
