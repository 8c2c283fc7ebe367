// The count by weight as it stands on the page.

import assert from "node:assert/strict";
import { test } from "node:test";
import { browser } from "./browser.js";

browser();
const { likelyCounts } = await import("../../../web/static/scale_count.js");

test("the two likeliest counts are told, the smaller first, and none that is fewer than nothing", () => {
  assert.deepEqual(likelyCounts({ status: "unsure", count: 3, other: 2 }), [2, 3]);
  assert.deepEqual(likelyCounts({ status: "unsure", count: -1, other: 0 }), [0]);
  assert.deepEqual(likelyCounts({ status: "unsure", count: -2, other: -1 }), []);
  assert.deepEqual(likelyCounts({ status: "unsure", count: 4 }), [4]);
});
