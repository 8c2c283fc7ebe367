// Where tiles lie, how spaces share them, what room there is for words.

import assert from "node:assert/strict";
import { test } from "node:test";
import { hexagons, space, tile } from "./browser.js";
import { box, cells, corners, layOut, leastSpace, path, roomsIn } from "../../../web/static/hexagons.js";

const SQUARE = [[0, 0], [60, 0], [60, 60], [0, 60]];
const near = (one, other, by = 0.01) => assert.ok(Math.abs(one - other) < by, `${one} is not ${other}`);

// The area of a polygon, by the shoelace rule.
const area = (shape) => Math.abs(shape.reduce((sum, [x, y], index) => {
  const [nextX, nextY] = shape[(index + 1) % shape.length];
  return sum + x * nextY - nextX * y;
}, 0)) / 2;

test("a hexagon with a point up is twice its side high and √3 sides wide; turned, the other way round", () => {
  const upright = box(corners([0, 0], false, 10));
  near(upright.height, 20);
  near(upright.width, 10 * Math.sqrt(3));
  const turned = box(corners([0, 0], true, 10));
  near(turned.width, 20);
  near(turned.height, 10 * Math.sqrt(3));
});

test("a box knows its edges and its size", () => {
  assert.deepEqual(box([[3, 8], [-1, 2], [2, 4]]), { left: -1, right: 3, top: 2, bottom: 8, width: 4, height: 6 });
});

test("a shape is drawn as a closed line", () => {
  assert.equal(path([[0, 0], [10, 0.25], [5, 8]]), "M0.0 0.0L10.0 0.3L5.0 8.0Z");
});

test("one space has the whole tile", () => {
  near(area(cells(SQUARE, 1)[0]), 3600);
});

test("four spaces of a square are its quarters, in reading order", () => {
  assert.deepEqual(cells(SQUARE, 4).map((one) => box(one)).map(({ left, top, width, height }) => [left, top, width, height]), [
    [0, 0, 30, 30], [30, 0, 30, 30], [0, 30, 30, 30], [30, 30, 30, 30],
  ]);
});

test("five spaces stand as two, one and two", () => {
  assert.deepEqual(cells(SQUARE, 5).map((one) => box(one)).map(({ top, width }) => [top, width]), [[0, 30], [0, 30], [20, 60], [40, 30], [40, 30]]);
});

test("more spaces than there is an order for stand in rows of three", () => {
  const eight = cells(SQUARE, 8).map((one) => box(one));
  assert.equal(eight.length, 8);
  assert.deepEqual(eight.slice(0, 4).map(({ left, top }) => [left, top]), [[0, 0], [20, 0], [40, 0], [0, 20]]);
});

test("on a small tile many spaces lie below each other, the first and the last 2.1 times as high", () => {
  const five = cells(SQUARE, 5, true).map((one) => box(one));
  for (const one of five) near(one.width, 60);
  near(five[0].height / five[1].height, 2.1);
  near(five[4].height / five[1].height, 2.1);
});

test("spaces cover a hexagon whole and do not overlap, however many they are", () => {
  const shape = corners([0, 0], false);
  for (const count of [1, 2, 3, 4, 5, 6, 7]) near(cells(shape, count).reduce((sum, one) => sum + area(one), 0), area(shape), 0.1);
});

test("rooms to write in lie within their shape", () => {
  const shape = corners([0, 0], false, 50);
  const half = (y) => Math.min(50 * Math.sqrt(3) / 2, (50 - Math.abs(y)) * Math.sqrt(3)); // how far the hexagon reaches to a side at this height
  for (const { left, top, width, height } of roomsIn(shape).filter((one) => one.width > 0)) {
    for (const y of [top + 0.02, top + height - 0.02]) assert.ok(Math.max(-left, left + width) <= half(y) + 0.05);
  }
});

test("the widest room of a square is the whole of it", () => {
  const [{ left, top, width, height }] = roomsIn(SQUARE);
  assert.deepEqual([left, top, width, height], [0, 0, 60, 60]);
});

test("tiles side by side touch: their middles are √3 sides apart, in every direction", () => {
  const map = hexagons([tile("a", 0, 0), tile("b", 1, 0), tile("c", 0, 1), tile("d", 1, -1)]);
  for (const turned of [false, true]) {
    const [first, ...others] = layOut({ ...map, turned }).tiles.map((one) => one.centre);
    for (const [x, y] of others) near(Math.hypot(x - first[0], y - first[1]), 50 * Math.sqrt(3));
  }
});

test("one tile can be laid out alone, and the box is around it only", () => {
  const { tiles, around } = layOut(hexagons([tile("a", 0, 0), tile("b", 5, 0)]), "b");
  assert.deepEqual(tiles.map((one) => one.tile.value), ["b"]);
  near(around.height, 100);
  near(around.left + around.width / 2, tiles[0].centre[0]);
});

test("each space of a tile gets its own shape", () => {
  const [{ spaces, shape }] = layOut(hexagons([tile("a", 0, 0, [space("s"), space("t")])])).tiles;
  assert.deepEqual(spaces.map((one) => one.space.value), ["s", "t"]);
  near(area(spaces[0].shape), area(shape) / 2);
});

test("what a thumb has to hit is the smaller extent of the smallest space, or of a tile without any", () => {
  near(leastSpace(layOut(hexagons([tile("a", 0, 0)])).tiles), (50 - 1.2) * Math.sqrt(3));
  near(leastSpace(layOut(hexagons([tile("a", 0, 0), tile("b", 1, 0, [space("s"), space("t")])])).tiles), 50 - 1.2);
});
