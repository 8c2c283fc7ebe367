// What hands must do on the table because of what happened last.

import assert from "node:assert/strict";
import { test } from "node:test";
import { browser, screen } from "./browser.js";

browser();
const { update } = await import("../../../web/static/store.js");
const { isListed, ownOrders, stoodInSight, tickOff, toDo, toDoWords } = await import("../../../web/static/todo.js");

const orders = (number, by, ...todo) => ({ number, by, back: false, todo: todo.map((text) => ({ text })) });
const show = (...all) => update({ parts: screen({ orders: all }) });
const told = () => toDo().map((step) => [step.number, ...step.todo.map((one) => one.text)]);

test("the last step's orders are the list; without any there is none", () => {
  show(orders(2, "Ada", "Move Heat", "Take 2 Coal"), orders(1, "Ada", "Old"));
  assert.deepEqual(told(), [[2, "Move Heat", "Take 2 Coal"]]);
  assert.equal(toDoWords(), "Move Heat Take 2 Coal");
  show(orders(3, "Ada"), orders(2, "Ada", "Move Heat"));
  assert.deepEqual(told(), []);
});

test("what others and devices did meanwhile does not push this phone's own orders away", () => {
  show(orders(4, "drawer"), orders(3, "Ben", "Take a card"), orders(2, "Ada", "Move Heat"), orders(1, "Ben", "Old"));
  assert.deepEqual(told(), [[3, "Take a card"], [2, "Move Heat"]]);
});

test("a phone that was renamed has its earlier steps still, and so had seen what came before them", () => {
  update({ phone: { id: "1", name: "Eva", was: ["Ada"] } });
  stoodInSight(11);
  show(orders(13, "Ben", "Now"), orders(12, "Ada", "Move Heat"), orders(11, "Ben", "Old"));
  assert.deepEqual(told(), [[13, "Now"], [12, "Move Heat"]]);
  update({ phone: { id: "1", name: "Ada", was: [] } });
});

test("what this phone asked of hands, and was never in sight, is told on", () => {
  const evening = { id: "unseen", players: [] };
  const first = [orders(1, "Ada", "Place 3 Stress cubes")];
  update({ parts: screen({ orders: first, evening }) });
  assert.deepEqual(told(), [[1, "Place 3 Stress cubes"]]);
  assert.equal(ownOrders(), 1);
  update({ parts: screen({ orders: [orders(2, "Ada", "Put 2 Wood back"), ...first], evening }) });
  assert.deepEqual(told(), [[2, "Put 2 Wood back"], [1, "Place 3 Stress cubes"]]);
  stoodInSight(2);
  assert.equal(ownOrders(), null);
  update({ parts: screen({ orders: [orders(3, "Ada"), orders(2, "Ada", "Put 2 Wood back"), ...first], evening }) });
  assert.deepEqual(told(), []);
});

test("who sets right how the table stands has not gone on", () => {
  const evening = { id: "aside", players: [] };
  const before = orders(1, "Ada", "Put 2 Wood back");
  update({ parts: screen({ orders: [before], evening }) });
  assert.deepEqual(told(), [[1, "Put 2 Wood back"]]);
  stoodInSight(1);
  update({ parts: screen({ orders: [{ ...orders(2, "Ada"), aside: true }, before], evening }) });
  assert.deepEqual(told(), [[1, "Put 2 Wood back"]]);
  update({ parts: screen({ orders: [orders(3, "Ada"), { ...orders(2, "Ada"), aside: true }, before], evening }) });
  assert.deepEqual(told(), []);
});

test("who takes one step back after the other has not put back what each of them asked for", () => {
  const evening = { id: "back", players: [] };
  const back = (number, text) => ({ ...orders(number, "Ada", text), back: true });
  const all = [back(5, "Wood to 1"), back(4, "Food to 9"), orders(1, "Ada", "Long ago")];
  update({ parts: screen({ orders: all.slice(1), evening }) });
  assert.deepEqual(told(), [[4, "Food to 9"]]);
  stoodInSight(4);
  update({ parts: screen({ orders: all, evening }) });
  assert.deepEqual(told(), [[5, "Wood to 1"], [4, "Food to 9"]]);
  stoodInSight(5);
  update({ parts: screen({ orders: [orders(6, "Ada", "Heat to 3"), ...all], evening }) });
  assert.deepEqual(told(), [[6, "Heat to 3"]]);
});

test("where a later order puts the same pieces, an earlier one is not told", () => {
  const evening = { id: "pieces", players: [] };
  const put = (number, text, ...pieces) => ({ ...orders(number, "Ben"), todo: [{ text, pieces }, { text: `Draw ${number}` }] });
  update({ parts: screen({ orders: [put(1, "Hunger marker to 0", "hunger")], evening }) });
  assert.deepEqual(told(), [[1, "Hunger marker to 0", "Draw 1"]]);
  const all = [put(3, "Hunger marker to 8", "hunger"), put(2, "Food marker to 3; Hunger marker to 1", "food", "hunger"), put(1, "Hunger marker to 0", "hunger")];
  update({ parts: screen({ orders: all, evening }) });
  assert.deepEqual(told(), [[3, "Hunger marker to 8", "Draw 3"], [2, "Food marker to 3; Hunger marker to 1", "Draw 2"], [1, "Draw 1"]]);
  tickOff(["1:do:1"], true); // its place among its step's orders
  assert.deepEqual(told().map(([number]) => number), [3, 2]);
});

test("what was ticked off of earlier steps is told no more, the last step's stays", () => {
  show(orders(6, "Ben", "Now"), orders(5, "Ben", "Before"), orders(4, "Ben", "Long ago"));
  tickOff(["6:do:0", "5:do:0"], true);
  assert.deepEqual(told(), [[6, "Now"], [4, "Long ago"]]);
  tickOff(["5:do:0"], false);
  assert.deepEqual(told(), [[6, "Now"], [5, "Before"], [4, "Long ago"]]);
});

test("a list is there as long as something of it is to be ticked off", () => {
  show(orders(18, "Ben", "Now"));
  assert.equal(isListed(), true);
  tickOff(["18:do:0"], true);
  assert.equal(isListed(), false);
  show(orders(19, "Ben"));
  assert.equal(isListed(), false);
});

test("the list stays short", () => {
  show(...[9, 8, 7, 6, 5].map((number) => orders(number, "Ben", `Order ${number}`)));
  assert.deepEqual(told().map(([number]) => number), [9, 8, 7]);
});

test("another evening has ticks of its own", () => {
  show(orders(2, "Ben"), orders(1, "Ben", "Move Heat"));
  tickOff(["1:do:0"], true);
  assert.deepEqual(told(), []);
  const evening = { id: "other", players: [] };
  update({ parts: screen({ orders: [orders(1, "Ben", "Move Heat")], evening }) });
  assert.deepEqual(told(), [[1, "Move Heat"]]);
  update({ parts: screen({ orders: [orders(2, "Ben"), orders(1, "Ben", "Move Heat")], evening }) });
  assert.deepEqual(told(), [[1, "Move Heat"]]);
});

test("who comes into an evening later is told what the last step asked for, and nothing of before", () => {
  const evening = { id: "third", players: [] };
  update({ parts: screen({ orders: [orders(8, "Ben", "Now"), orders(7, "Ben", "Before")], evening }) });
  assert.deepEqual(told(), [[8, "Now"]]);
  update({ parts: screen({ orders: [orders(9, "Ben", "Next"), orders(8, "Ben", "Now"), orders(7, "Ben", "Before")], evening }) });
  assert.deepEqual(told(), [[9, "Next"], [8, "Now"]]);
});

test("what the steps of a map told is not listed once they were looked through", () => {
  const step = { number: 21, by: "Ben", back: false, todo: [{ text: "Flames on space 1: C2", on_map: true }, { text: "Ben: Brigade back to F1" }] };
  update({ parts: screen({ orders: [step] }) });
  assert.deepEqual(told(), [[21, "Flames on space 1: C2", "Ben: Brigade back to F1"]]);
  update({ leafed: 21 });
  assert.deepEqual(told(), [[21, "Ben: Brigade back to F1"]]);
  assert.equal(isListed(), true);
  tickOff(["21:do:1"], true);
  assert.equal(isListed(), false);
});
