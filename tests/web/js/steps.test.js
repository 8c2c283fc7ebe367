// What happened by itself on a board, told step by step.

import assert from "node:assert/strict";
import { test } from "node:test";
import { board, browser, offer, pick, place, prompt, screen } from "./browser.js";

browser();
const { store, update } = await import("../../../web/static/store.js");
const { endSteps, lookedAt, openSteps } = await import("../../../web/static/steps.js");

const step = (text) => ({ text, links: [], lit: [], places: [] });
const sea = (...texts) => board([place("a", 0, 0)], { steps: texts.map(step) });
const show = (map, more = {}) => update({ parts: screen({ maps: [map], ...more }) });

test("what a page finds when it is opened is no news", () => {
  const map = sea("A storm rose.");
  show(map);
  assert.equal(lookedAt(map), null);
});

test("steps that were not there before open by themselves, at the first", () => {
  const map = sea("The storm moved.", "A ship sank.");
  show(map);
  assert.deepEqual(lookedAt(map), { at: 0, step: map.steps[0] });
  endSteps();
  assert.equal(lookedAt(map), null);
});

test("what comes back by undo is no news", () => {
  const map = sea("A storm rose.");
  show(map);
  assert.equal(lookedAt(map), null);
});

test("news do not stand over a map that is to be tapped now, but what was opened by hand does", () => {
  const map = sea("A whale came.");
  show(map, { prompts: [prompt([offer({ asks: [pick("to", "a", { on: "sea" })] })])] });
  assert.equal(lookedAt(map, true), null);
  assert.notEqual(lookedAt(map), null);
  openSteps(map);
  assert.notEqual(lookedAt(map, true), null);
  endSteps();
});

test("another evening's steps are no news", () => {
  const map = sea("A new storm rose.");
  show(map, { evening: { id: "other", players: [] } });
  assert.equal(store.looking, null);
});

test("a map that has gone on ends the look at what happened before", () => {
  const before = sea("One.");
  show(before);
  openSteps(before);
  const after = sea("One.", "Two.");
  show(after);
  assert.equal(lookedAt(before), null);
  assert.notEqual(lookedAt(after), null);
});

test("of steps that were told before, only what has come behind them is news", () => {
  show(sea("Pain came."));
  const more = sea("Pain came.", "Harrow came.", "A Scout fell.");
  show(more);
  assert.equal(lookedAt(more).at, 1);
  const anew = sea("Harrow came.", "Pain came.");
  show(anew);
  assert.equal(lookedAt(anew).at, 0);
  endSteps();
});

test("how the other places look by now is no news", () => {
  const told = { text: "A wave came.", links: [], lit: [], places: [] };
  show(board([place("a", 0, 0)], { steps: [told] }));
  endSteps();
  const map = board([place("a", 0, 0)], { steps: [{ ...told, places: [place("a", 0, 0)] }] });
  show(map);
  assert.equal(lookedAt(map), null);
});
