// What can be done at a place of a map.

import assert from "node:assert/strict";
import { test } from "node:test";
import { board, browser, hexagons, offer, pick, place, prompt, screen, space, tile, whole } from "./browser.js";

browser();
const { update, store } = await import("../../../web/static/store.js");
const { answered, calledOn, mapNamed, maps, mapsAsked, nextOn, offersAt, openOn, valuesAt } = await import("../../../web/static/picks.js");
const { together } = await import("../../../web/static/map_pick.js");
const { aimed, aimOn, endAim, openTo, takeOn } = await import("../../../web/static/aim.js");

const SEA = board([place("a", 0, 0), place("b", 1, 0), place("c", 2, 0, { label: "" })]);
const LAND = hexagons([tile("t", 0, 0, [space("s1"), space("s2")])]);
const show = (offers, more = {}) => update({ parts: screen({ prompts: [prompt(offers)], maps: [SEA, LAND, { type: "Note", text: "" }], ...more }) });

test("maps are found among the other widgets, by their names", () => {
  show([]);
  assert.deepEqual(maps(), [SEA, LAND]);
  assert.equal(mapNamed("sea"), SEA);
  assert.equal(mapNamed("sky"), undefined);
});

test("a tile stands for itself and for its spaces, a place for itself", () => {
  assert.deepEqual(valuesAt(LAND.tiles[0]), ["t", "s1", "s2"]);
  assert.deepEqual(valuesAt(SEA.places[0]), ["a"]);
});

test("a place answers an offer whose ask names its map; the answer stands in the move and the ask is gone", () => {
  show([offer({ label: "Sail", asks: [pick("to", "ab", { on: "sea" }), whole("coal", 0, 3)] })]);
  const [here] = offersAt(SEA, "a");
  assert.deepEqual(here.move.args, { to: "a" });
  assert.deepEqual(here.asks.map((one) => one.name), ["coal"]);
  assert.deepEqual(offersAt(SEA, "c"), []);
});

test("the first ask that the place answers is answered; the next tap is for the next", () => {
  show([offer({ asks: [pick("from", "ab", { on: "sea" }), pick("to", "ab", { on: "sea" })] })]);
  const [here] = offersAt(SEA, "b");
  assert.deepEqual(here.move.args, { from: "b" });
  assert.equal(nextOn(here, "sea").name, "to");
  assert.equal(nextOn(here, "land"), undefined);
});

test("an offer that is about a place already is found there as it is", () => {
  const about = offer({ move: { name: "dig", args: { at: "s2" } } });
  show([about]);
  assert.deepEqual(offersAt(LAND, "s2"), [about]);
  assert.deepEqual(offersAt(LAND, "s1"), []);
});

test("how the choice is called stands in the offer's note, unless the place is called so anyway", () => {
  const choice = { value: "a", label: "Harbour" };
  const one = offer({ note: "3 Wood", asks: [pick("to", "a")] });
  assert.equal(answered(one, one.asks[0], choice, "Bay").note, "3 Wood – Harbour");
  assert.equal(answered(one, one.asks[0], choice, "Harbour").note, "3 Wood");
  assert.equal(answered({ ...one, note: undefined }, one.asks[0], choice, "Harbour").note, undefined);
});

test("every place that answers something is open, by asks and by moves", () => {
  show([offer({ asks: [pick("to", "ab", { on: "sea" })] }), offer({ move: { name: "dig", args: { at: "c", coal: 2 } } })]);
  assert.deepEqual([...openOn(SEA)].sort(), ["a", "b", "c"]);
  assert.deepEqual([...openOn(LAND)], []);
});

test("only the first prompt asks for a map", () => {
  update({ parts: screen({ prompts: [prompt([offer({ asks: [pick("to", "ab", { on: "sea" })] })]), prompt([offer({ asks: [pick("at", ["s1"], { on: "land" })] })])], maps: [SEA, LAND] }) });
  assert.deepEqual(mapsAsked(), [SEA]);
});

test("a place without a label is called as an offer calls it, else like the whole map", () => {
  show([offer({ asks: [pick("to", "c", { on: "sea" })] })]);
  assert.equal(calledOn(SEA, SEA.places[0]), "a");
  assert.equal(calledOn(SEA, SEA.places[2]), "C");
  show([]);
  assert.equal(calledOn(SEA, SEA.places[2]), "The sea");
});

test("asks that follow each other on the same map are answered together, others by themselves", () => {
  show([]);
  const [from, to, count, at] = [pick("from", "ab", { on: "sea" }), pick("to", "ab", { on: "sea" }), whole("n", 0, 2), pick("at", ["s1"], { on: "land" })];
  assert.deepEqual(together([from, to, count, at]), [[from, to], [count], [at]]);
  assert.deepEqual(together([from, count, to]), [[from], [count], [to]]);
});

test("asks on a map that is not there, or on none of its places, are lists", () => {
  const [from, to] = [pick("from", "xy", { on: "sea" }), pick("to", "xy", { on: "sea" })];
  assert.deepEqual(together([from, to]), [[from], [to]]);
  assert.deepEqual(together([pick("a", "ab"), pick("b", "ab")]).length, 2);
});

test("an offer begun on one place aims for the next, which may not be the same again", () => {
  show([offer({ label: "Sail", asks: [pick("from", "ab", { on: "sea" }), pick("to", "abc", { on: "sea" })] })]);
  takeOn(SEA, offersAt(SEA, "a")[0], "a");
  const aim = aimOn(SEA);
  assert.equal(aim.ask.name, "to");
  assert.deepEqual([...openTo(aim)], ["b", "c"]);
  assert.equal(aimOn(LAND), null);
});

test("a tap on a place tapped before ends the aim, one on a place that is no answer leaves it", () => {
  aimed(SEA, "x");
  assert.notEqual(store.aim, null);
  aimed(SEA, "a");
  assert.equal(store.aim, null);
});

test("an aim is over once the game has gone on", () => {
  show([offer({ asks: [pick("from", "ab", { on: "sea" }), pick("to", "ab", { on: "sea" })] })]);
  takeOn(SEA, offersAt(SEA, "a")[0], "a");
  update({ parts: { ...store.parts, version: 2 } });
  assert.equal(aimOn(SEA), null);
  endAim();
});
