// Pictures of maps: what is said of them, what has room on them.

import assert from "node:assert/strict";
import { test } from "node:test";
import { board, browser, hexagons, place, space, tile } from "./browser.js";

browser();
const { inRows, inWords, scaleOf, spacesFit } = await import("../../../web/static/map_picture.js");
const { bySpaceAt, extentOf, isBoard, thumbWidth, widthIn } = await import("../../../web/static/any_map.js");

const { opensAt } = await import("../../../web/static/map.js");
const { beyond } = await import("../../../web/static/map_moves.js");
const { placeAmong } = await import("../../../web/static/asked_map.js");

const FOUR = hexagons([tile("a", 0, 0, ["s", "t", "u", "v"].map((one) => space(one)))]);
const SEA = board(Array.from({ length: 4 }, (_, x) => place(`p${x}`, x, 0)));

test("a space is described by its label, marks, tone, note and what more there is", () => {
  assert.equal(inWords({ label: "Sawmill", marks: ["A", "B"], tone: "danger", note: "cold" }, ["2 ways"]), "Sawmill, A, B, danger, cold, 2 ways");
  assert.equal(inWords({ label: "Sawmill", tone: "plain" }), "Sawmill");
});

test("marks stand in as many rows as they need and may have", () => {
  // A letter of size 10 is 5 + 9 wide, with 1.5 between two: three take 45.
  assert.deepEqual(inRows(["A", "B", "C"], 10, 45, 1), [["A", "B", "C"]]);
  assert.deepEqual(inRows(["A", "B", "C"], 10, 44, 2), [["A", "B"], ["C"]]);
});

test("marks without room become a number", () => {
  assert.deepEqual(inRows(["A", "B", "C", "D"], 10, 45, 1), [["A", "+3"]]);
  assert.deepEqual(inRows(["A", "B", "C"], 10, 20, 1), [["A", "+2"]]);
});

test("a mark wider than its room stands in a row alone", () => {
  assert.deepEqual(inRows(["Archipelago", "B"], 10, 20, 2), [["Archipelago"], ["B"]]);
});

test("spaces are tapped by themselves where each is as large as a thumb", () => {
  const least = extentOf(FOUR).least;
  const width = Math.ceil(thumbWidth(FOUR));
  assert.ok(least * scaleOf(FOUR, width) >= 44);
  assert.ok(spacesFit(FOUR, width) && bySpaceAt(FOUR, width));
  assert.ok(!spacesFit(FOUR, width - 3));
});

test("a place of a board is always tapped by itself", () => {
  assert.ok(isBoard(SEA) && bySpaceAt(SEA, 1));
});

test("a board of four fields is four steps wide, and a thumb hits each at 44 pixels", () => {
  assert.deepEqual(extentOf(SEA), { width: 256, height: 64, least: 64 });
  assert.equal(thumbWidth(SEA), 176);
});

test("a small board is not blown up, a map of hexagons fills its room", () => {
  assert.equal(widthIn(SEA, 1000), 416); // four steps of 104
  assert.equal(widthIn(SEA, 300), 300);
  assert.equal(widthIn(FOUR, 1000), 1000);
});

const PIER = board(Array.from({ length: 4 }, (_, y) => place(`p${y}`, 0, y))); // four fields below each other: 64 wide, 256 high

test("a map that leaves the other answers no room stands below them, or folded above many", () => {
  const PHONE = { width: 360, height: 740 };
  assert.equal(placeAmong(SEA, 20, PHONE), "above"); // 316 by 79
  assert.equal(placeAmong(PIER, 20, { width: 360, height: 925 }), "above"); // 104 wide, 416 high: 45 % of the window
  assert.equal(placeAmong(PIER, 4, PHONE), "below");
  assert.equal(placeAmong(PIER, 5, PHONE), "folded");
  assert.equal(placeAmong(PIER, 0, PHONE), "above");
});

test("a map opens as a whole where a thumb hits every space then, else so large that words can be read", () => {
  // Shares of the screen's width: at 0.75 all of it is seen; a thumb needs 0.62 of it, then 0.5 (1.5 times that is read), then 1.95 (1.2 times).
  assert.equal(opensAt(0.75, 0.62), 0.75);
  assert.equal(opensAt(0.44, 0.5), 0.75);
  assert.equal(opensAt(1, 1.95), 1.95 * 1.2);
});

test("an edge leads on where there is more of the map beyond it", () => {
  const room = { scrollWidth: 703, scrollHeight: 679, clientWidth: 360, clientHeight: 679 };
  assert.deepEqual(beyond({ ...room, scrollLeft: 0, scrollTop: 0 }), { top: false, bottom: false, left: false, right: true });
  assert.deepEqual(beyond({ ...room, scrollLeft: 200, scrollTop: 0 }), { top: false, bottom: false, left: true, right: true });
  assert.deepEqual(beyond({ ...room, scrollLeft: 340, scrollTop: 0 }), { top: false, bottom: false, left: true, right: false });
});
