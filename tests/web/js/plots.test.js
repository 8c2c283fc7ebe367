// The scale's live plot and the plots of an evening's story.

import assert from "node:assert/strict";
import { test } from "node:test";
import { browser } from "./browser.js";

browser();
const { linesOf, span } = await import("../../../web/static/scale_plot.js");
const { colourOf, ends, marksOf, roundsOf, ticksOf, valueAt } = await import("../../../web/static/story_plot.js");
const { about, nameOf, wrapped } = await import("../../../web/static/story_save.js");

const series = (label, values, more = {}) => ({ label, points: values.map((value, index) => ({ at: index + 1, value })), tone: "plain", ...more });

test("at least none to three cubes are shown, more where more lie there, never far below none", () => {
  assert.deepEqual(span([0, 100], true), [-30, 330]);
  assert.deepEqual(span([0, 850], true), [-30, 850]);
  assert.deepEqual(span([-90000, 0], true), [-400, 330]);
});

test("a raw weight gets as much room as it needs, with some to spare", () => {
  assert.deepEqual(span([1000, 2000], false), [880, 2120]);
  assert.deepEqual(span([1000, 1000], false), [950, 1050]);
});

test("there are at most seven lines, at whole cubes, none below zero", () => {
  assert.deepEqual(linesOf([-30, 330]), [0, 1, 2, 3]);
  assert.deepEqual(linesOf([-30, 1210]), [0, 5, 10]);
  assert.deepEqual(linesOf([250, 330]), [3]);
  assert.ok(linesOf([0, 50_000]).length <= 7);
});

test("a story's rounds are all that its plots and events speak of", () => {
  assert.deepEqual(roundsOf({ plots: [{ label: "", series: [series("Hope", [5, 4, 3])] }], events: [{ at: 7, label: "", tone: "" }] }), [1, 7]);
  assert.deepEqual(roundsOf({ plots: [], events: [] }), [0, 1]);
});

test("a plot's scale has at most six marks, at round numbers", () => {
  assert.deepEqual(ticksOf(0, 5), [0, 1, 2, 3, 4, 5]);
  assert.deepEqual(ticksOf(0, 23), [0, 5, 10, 15, 20]);
  assert.deepEqual(ticksOf(-3, 7), [-2, 0, 2, 4, 6]);
});

test("a series has a value only at the rounds that were told", () => {
  assert.equal(valueAt(series("Hope", [5, 4]), 2), 4);
  assert.equal(valueAt(series("Hope", [5, 4]), 3), undefined);
});

test("events of one round are one mark, with the colour of the first", () => {
  const events = [[1, "warm"], [2, "cold"], [2, "good"], [4, ""], [4, ""], [4, ""]].map(([at, tone]) => ({ at, tone, label: "" }));
  assert.deepEqual(marksOf(events), [{ at: 1, words: "1", tone: "warm" }, { at: 2, words: "2·3", tone: "cold" }, { at: 4, words: "4–6", tone: "" }]);
});

test("a tone is a colour of its own; plain series take turns", () => {
  const ink = { accent: "A", cold: "C", danger: "D" };
  assert.deepEqual([colourOf(series("", [], { tone: "danger" }), 0, ink), colourOf(series("", []), 0, ink), colourOf(series("", []), 1, ink), colourOf(series("", []), 6, ink)], ["D", "A", "C", "A"]);
});

test("last values are written once each, from the top, moved apart where they would cover each other", () => {
  const plot = { label: "", series: [series("Hope", [3]), series("Fear", [4]), series("Cold", [4]), series("Nothing", [])] };
  assert.deepEqual(ends(plot, (value) => 100 - value, 10).map(({ value, y }) => [value, y]), [[4, 96], [3, 106.5]]);
});

test("a saved story is called by its title, in letters that every file system knows", () => {
  assert.equal(nameOf({ title: "The voyage of Zoë: 2/3!" }), "The-voyage-of-Zoë-2-3");
  assert.equal(nameOf({ title: "?!" }), "story");
});

test("a saved story tells its evening's name, day and players, where they are known", () => {
  assert.equal(about({ evening: { name: "Rainy Friday", started: 0, players: ["Ada", "Ben"] } }), "Rainy Friday – January 1, 1970 – Ada, Ben");
  assert.equal(about({ evening: null }), "");
});

test("words are broken into lines where they would be too wide", () => {
  assert.deepEqual(wrapped("one two three four", 10, 45), ["one two", "three", "four"]); // nine letters of five are 45 wide
  assert.deepEqual(wrapped("Donaudampfschiff", 10, 45), ["Donaudampfschiff"]);
});
