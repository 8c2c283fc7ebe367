// Panels among the tracks: their titles, and tables that are wider than a phone.

import assert from "node:assert/strict";
import { test } from "node:test";
import { browser } from "./browser.js";

browser({});
const { saysTitle, turned } = await import("../../../web/static/tracks.js");

test("rows become columns, each value under the same two headings as before", () => {
  const cell = (label, tone = "plain") => ({ label, tone });
  const grid = { label: "Piles", columns: ["Who", "Deck", "Hand"], rows: [[cell("Ada"), cell("7"), cell("2")], [cell("Ben"), cell("0", "warm"), cell("1")]] };
  assert.deepEqual(turned(grid), {
    label: "Piles",
    columns: ["Who", "Ada", "Ben"],
    rows: [[cell("Deck"), cell("7"), cell("0", "warm")], [cell("Hand"), cell("2"), cell("1")]],
  });
});

test("what stands first in a panel is its title where it has the same name", () => {
  assert.ok(saysTitle({ title: "Smokestack", widgets: [{ type: "Counter", label: "Smokestack" }] }));
  assert.ok(saysTitle({ title: "The Board", widgets: [{ type: "PlaceMap", label: "The Board, north up" }] }));
  assert.ok(!saysTitle({ title: "Round", widgets: [{ type: "Note", text: "Round" }] }));
  assert.ok(!saysTitle({ title: "Life", widgets: [{ type: "Counter", label: "Lifeboats" }] }));
});
