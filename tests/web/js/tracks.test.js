// Tables among the tracks that are wider than a phone.

import assert from "node:assert/strict";
import { test } from "node:test";
import { browser } from "./browser.js";

browser({});
const { turned } = await import("../../../web/static/tracks.js");

test("rows become columns, each value under the same two headings as before", () => {
  const cell = (label, tone = "plain") => ({ label, tone });
  const grid = { label: "Piles", columns: ["Who", "Deck", "Hand"], rows: [[cell("Ada"), cell("7"), cell("2")], [cell("Ben"), cell("0", "warm"), cell("1")]] };
  assert.deepEqual(turned(grid), {
    label: "Piles",
    columns: ["Who", "Ada", "Ben"],
    rows: [[cell("Deck"), cell("7"), cell("0", "warm")], [cell("Hand"), cell("2"), cell("1")]],
  });
});
