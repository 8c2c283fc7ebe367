// Boards of places: where each lies, and how lines run between them.

import assert from "node:assert/strict";
import { test } from "node:test";
import { board, place } from "./browser.js";
import { drawn, headOf, layOutPlaces, lines, pathOf, placesAt } from "../../../web/static/places.js";

const near = (one, other, by = 0.01) => assert.ok(Math.abs(one - other) < by, `${one} is not ${other}`);
const link = (first, second, more = {}) => ({ first, second, tone: "plain", arrow: false, ...more });
const laid = (map) => map.places.map(layOutPlaces(map).place);

test("without links it is a board of fields that nearly touch, with links places have room between them", () => {
  const places = [place("a", 0, 0), place("b", 1, 0)];
  const fields = board(places);
  assert.equal(layOutPlaces(fields).kind, "board");
  near(laid(fields)[0].half, 64 * 0.49);
  const linked = board(places, { links: [link("a", "b")] });
  assert.equal(layOutPlaces(linked).kind, "linked");
  near(laid(linked)[0].half, 64 * 0.36);
});

test("the nearest two places say how large all are", () => {
  const map = board([place("a", 0, 0), place("b", 0.5, 0), place("c", 3, 3)]);
  assert.equal(layOutPlaces(map).side, 32);
});

test("discs are measured from middle to middle, squares by the longer of both ways", () => {
  const discs = [place("a", 0, 0, { round: true }), place("b", 0.6, 0.8, { round: true })];
  assert.equal(layOutPlaces(board(discs)).side, 64);
  near(layOutPlaces(board(discs.map((one) => ({ ...one, round: false })))).side, 0.8 * 64);
});

test("the box holds what was there too, so that the picture keeps its size from step to step", () => {
  const places = [place("a", 0, 0), place("b", 1, 0)];
  const map = board(places, { steps: [{ text: "", links: [], lit: [], places: [place("c", 0, 2)] }] });
  assert.deepEqual([layOutPlaces(board(places)).around.height, layOutPlaces(map).around.height], [64, 64 * 3]);
});

test("a map is laid out once", () => {
  const map = board([place("a", 0, 0)]);
  assert.equal(layOutPlaces(map), layOutPlaces(map));
});

test("at a step places are as they were then, and those that are gone are there again", () => {
  const map = board([place("a", 0, 0), place("b", 1, 0)]);
  const step = { text: "", links: [], lit: [], places: [place("b", 1, 0, { tone: "warm" }), place("c", 2, 0)] };
  assert.deepEqual(placesAt(map, step).map((one) => [one.value, one.tone]), [["a", "plain"], ["b", "warm"], ["c", "plain"]]);
  assert.equal(placesAt(map, undefined), map.places);
});

test("a disc is drawn as a circle, a field as a square", () => {
  const [disc, field] = laid(board([place("a", 0, 0, { round: true }), place("b", 1, 0)]));
  assert.match(drawn(disc), /^M-29\.4 0\.0a29\.44 /);
  assert.equal(drawn(field), "M32.6 -31.4L95.4 -31.4L95.4 31.4L32.6 31.4Z");
});

test("a line runs straight between the edges of two places", () => {
  const map = board([place("a", 0, 0), place("b", 2, 0)], { links: [link("a", "b")] });
  const [{ start, control, end }] = lines(map.links, laid(map));
  const half = 64 * 0.36;
  near(start[0], half + 2);
  near(end[0], 128 - half - 2);
  for (const point of [start, control, end]) near(point[1], 0);
});

test("two links between the same places run beside each other, each on its own side", () => {
  const links = [link("a", "b", { arrow: true }), link("b", "a", { arrow: true })];
  const map = board([place("a", 0, 0), place("b", 2, 0)], { links });
  const [there, back] = lines(map.links, laid(map));
  near(there.start[1], -back.start[1]);
  near(Math.abs(there.start[1] - back.end[1]), 18);
});

test("a line bends around a place that stands in its way, unless it shall be straight", () => {
  const links = [link("a", "c")];
  const map = board([place("a", 0, 0), place("b", 1, 0), place("c", 2, 0)], { links });
  const [bent] = lines(links, laid(map));
  near(Math.abs(bent.control[1]), 2 * 0.55 * 64);
  const [straight] = lines(links, laid(map), { straight: true });
  near(straight.control[1], 0);
});

test("links to themselves and to places that are not there are left out", () => {
  const map = board([place("a", 0, 0), place("b", 1, 0)]);
  assert.deepEqual(lines([link("a", "a"), link("a", "x")], laid(map)), []);
});

test("an arrow's line stops short of its point, and its head is as wide as it is to be", () => {
  const curve = { start: [0, 0], control: [50, 0], end: [100, 0] };
  assert.equal(pathOf(curve, false), "M0.0 0.0Q50.0 0.0 100.0 0.0");
  assert.equal(pathOf(curve, true), "M0.0 0.0Q50.0 0.0 91.2 0.0");
  assert.equal(headOf(curve), "M100.0 0.0L89.0 5.5L89.0 -5.5Z");
});
