// A map so small that it tells where one space is, and nothing else.

import assert from "node:assert/strict";
import { before, test } from "node:test";
import { browser, hexagons, space, tile } from "./browser.js";

/** @type {typeof import("../../../web/static/mini_map.js")} */
let mini;

before(async () => {
  browser();
  mini = await import("../../../web/static/mini_map.js");
});

const numbers = (path) => path.match(/-?[0-9.]+/g).map(Number);
const heights = (path) => numbers(path).filter((_, index) => index % 2 === 1);

test("the tiles that lie are its ground, and its view is around them alone", () => {
  const map = hexagons([tile("N1", 0, 0, [space("N1.1"), space("N1.2")]), tile("F9", 3, 0, [])]);
  const drawn = mini.miniature(map);
  assert.equal(drawn.ground.match(/M/g).length, 1);
  const [left, top, width, height] = drawn.view.split(" ").map(Number);
  assert.deepEqual([left, top, width, height], [-42, -49, 85, 98]); // a hexagon of side 50, a point up, less its gap of 1.2
});

test("of two spaces the first is the upper half of its tile", () => {
  const map = hexagons([tile("N1", 0, 0, [space("N1.1"), space("N1.2")])]);
  const { lit } = mini.miniature(map);
  assert.deepEqual([...lit.keys()], ["N1.1", "N1.2"]);
  assert.ok(heights(lit.get("N1.1")).every((y) => y <= 0.1));
  assert.ok(heights(lit.get("N1.2")).every((y) => y >= -0.1));
});

test("places where no tile lies yet are lit on the whole map, so that all answers of a row show the same", () => {
  const map = hexagons([tile("N1", 0, 0, [space("N1.1")]), tile("N2", 1, 0, []), tile("N3", 2, 0, [])]);
  const drawn = mini.miniature(map);
  const [one, both] = [mini.litOn(map, "N2"), mini.litOn(map, "N2 N3")];
  assert.equal(one.view, both.view);
  assert.notEqual(one.view, drawn.view);
  assert.equal(both.path.match(/M/g).length, 2);
  assert.equal(mini.litOn(map, "N1.1").view, drawn.view);
  assert.equal(mini.litOn(map, "N2 N9"), null);
});

test("it is worked out once for each map, and there is none where nothing lies", () => {
  const map = hexagons([tile("N1", 0, 0, [space("N1.1")])]);
  assert.equal(mini.miniature(map), mini.miniature(map));
  assert.equal(mini.miniature(hexagons([tile("N1", 0, 0, [])])), null);
});
