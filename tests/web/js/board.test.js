// What only the owner's board and cards show: forms, headings, names of cards.

import assert from "node:assert/strict";
import { test } from "node:test";
import { browser, pick, whole as number } from "./browser.js";

browser();
const { groupsOf, isKnown, rowTitle } = await import("../../../web/static/board.js");
const { changes, errorsOf, whole } = await import("../../../web/static/board_forms.js");
const { belongs, familyOf, isText, startOf, toldOf } = await import("../../../web/static/own_text.js");
const { seatsText } = await import("../../../web/static/new_evening.js");

const fact = (name, now, more = {}) => ({ ask: number(name, 0, 9), where: "", now, told: false, ...more });
const family = (pattern, more = {}) => ({ pattern, label: "", told: [], ask: { type: "Words", name: "x", label: "", at_most_chars: 100, usual: "" }, ...more });

test("a fact is known at zero too, but not at null", () => {
  assert.deepEqual([fact("a", 0), fact("a", ""), fact("a", null)].map(isKnown), [true, true, false]);
});

test("only what was changed is told; what was emptied is taken back", () => {
  const facts = [fact("a", 1), fact("b", 2), fact("c", null), fact("d", 4), fact("e", null)];
  assert.deepEqual(changes(facts, { a: 1, b: 3, c: "", d: "", e: 0 }), { b: 3, d: null, e: 0 });
});

test("an empty field is no error, a wrong one is", () => {
  const facts = [fact("a", null), fact("b", null), fact("c", null)];
  assert.deepEqual(errorsOf(facts, { a: "", b: 10, c: "many" }).map((one) => one.ask.name), ["b", "c"]);
});

test("a cell holds a number where it is one, else what was typed", () => {
  assert.deepEqual(["7", " -3 ", "1.5", "1e3", " x ", "", "1234567890"].map(whole), [7, -3, "1.5", "1e3", "x", "", "1234567890"]);
});

test("facts of the same heading are together, in the order of the headings", () => {
  const facts = [fact("a", 1, { group: "Heat" }), fact("b", 1), fact("c", 1, { group: "Heat" })];
  assert.deepEqual(groupsOf(facts).map((one) => [one.group, one.facts.length]), [["Heat", 2], [undefined, 1]]);
});

test("a row is called by what its labels have in common", () => {
  const row = (...labels) => rowTitle(labels.map((label) => ({ ask: { ...pick("x", ""), label } })));
  assert.equal(row("Cubes at Heat space 1", "Cubes at Heat space 2"), "Cubes at Heat space");
  assert.equal(row("Level 1 of Heat", "Level 2 of Heat"), "Level … of Heat");
  assert.equal(row("North", "South"), "North");
});

test("every name of a family begins alike, up to the first thing that varies", () => {
  assert.deepEqual(["card\\.(\\w+)", "card\\.[A-Z]\\d+", "hope", "weather\\.cold\\.(.*)"].map((one) => startOf(family(one))), ["card.", "card.", "hope", "weather.cold."]);
});

test("a name belongs to the family whose whole pattern it fits", () => {
  const [cards, weather] = [family("card\\.([A-Z]\\d+)"), family("weather\\.(.+)")];
  assert.ok(belongs(cards, "card.M017"));
  assert.ok(!belongs(cards, "card.M017x"));
  assert.equal(familyOf([cards, weather], "weather.Long Night"), weather);
  assert.equal(familyOf([cards, weather], "hope"), undefined);
});

test("where a pattern cannot be read here, the beginning decides", () => {
  const odd = family("card\\.(?P<code>\\w+)");
  assert.ok(belongs(odd, "card.M017"));
  assert.ok(!belongs(odd, "hope.M017"));
});

test("only words of several lines have a page of their own", () => {
  assert.equal(isText(family("x")), false);
  assert.equal(isText(family("x", { ask: { type: "Words", lines: true } })), true);
  assert.equal(isText(family("x", { ask: number("x", 0, 1) })), false);
});

test("what was told of a name is found by it", () => {
  const one = { name: "card.M017", label: "M017", now: "text" };
  assert.equal(toldOf(family("x", { told: [one] }), "card.M017"), one);
  assert.equal(toldOf(family("x"), "card.M017"), undefined);
});

test("how many can play is said by one number, two, or not at all", () => {
  const seats = (least, most) => seatsText({ seats: least && { least, most } });
  assert.deepEqual([seats(2, 4), seats(3, 3), seats(1, 99), seats(null)], ["2 to 4", "new.seats_one", "new.seats_any", "new.seats_any"]);
});
