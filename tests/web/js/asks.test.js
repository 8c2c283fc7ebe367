// What a player fills in, and which offers are taken with one tap.

import assert from "node:assert/strict";
import { test } from "node:test";
import { browser, offer, pick, prompt, screen, whole } from "./browser.js";

browser();
const { filled, isBlank, matches, shown, usualValues, wrong } = await import("../../../web/static/asks.js");
const { hasFields, oneTap } = await import("../../../web/static/offers.js");
const { columnsFor, groupsOf, isShort, runsOf } = await import("../../../web/static/offer_list.js");
const { barOffer } = await import("../../../web/static/now.js");
const { update } = await import("../../../web/static/store.js");

const words = (name, usual = "", more = {}) => ({ type: "Words", name, label: name, at_most_chars: 5, usual, ...more });
const code = (pattern) => ({ type: "Code", name: "card", label: "Card", kind: "card_id", pattern, suits: "a Morning card" });
const chance = { type: "Chance", name: "die", label: "Die", choices: [], weights: [] };

test("a whole number fits between its limits, both included; what is typed but no number does not", () => {
  const ask = whole("coal", 0, 3);
  for (const value of [0, 3]) assert.equal(wrong(ask, value), null);
  for (const value of [-1, 4, 1.5, "2", "", null, undefined]) assert.equal(wrong(ask, value), "ask.bad_whole");
});

test("only one of the choices is a right pick", () => {
  assert.equal(wrong(pick("to", "ab"), "a"), null);
  assert.equal(wrong(pick("to", "ab"), "c"), "ask.bad_pick");
  assert.equal(wrong(pick("to", "ab"), undefined), "ask.bad_pick");
});

test("words are counted as people see letters, without the room around them", () => {
  assert.equal(wrong(words("name"), "  Zoë 😀 "), null);
  assert.equal(wrong(words("name"), "sixsix"), "ask.letters");
  assert.equal(wrong(words("name"), undefined), null);
});

test("a code fits its whole pattern, in letters of either case", () => {
  assert.ok(matches(code("M\\d{3}|D\\d+"), " m017 "));
  assert.ok(!matches(code("M\\d{3}|D\\d+"), "M0171"));
  assert.equal(wrong(code("M\\d{3}"), "X"), "ask.bad_code");
});

test("a pattern that only the companion understands lets any code pass but none", () => {
  assert.ok(matches(code("(?P<kind>M)\\d+"), "D1"));
  assert.ok(!matches(code("(?P<kind>M)\\d+"), " "));
});

test("what chance decides is not asked for and cannot be wrong", () => {
  assert.equal(wrong(chance, undefined), null);
  assert.deepEqual(filled([chance, whole("coal", 0, 3)]).map((one) => one.name), ["coal"]);
});

test("the usual values stand in the fields first; words are empty, a code and a pick are open", () => {
  assert.deepEqual(usualValues([whole("coal", 0, 3, 0), pick("to", "ab"), words("name"), words("more", "x"), code("M"), chance]),
    { coal: 0, to: undefined, name: "", more: "x", card: undefined });
});

test("a pick is read by its label, anything else as it is", () => {
  assert.equal(shown(pick("to", "ab"), "b"), "B");
  assert.equal(shown(pick("to", "ab"), "x"), "x");
  assert.equal(shown(whole("coal", 0, 3), 2), "2");
});

test("only words may be blank", () => {
  assert.deepEqual([words("name"), words("name", "x"), whole("n", 0, 1, 0)].map(isBlank), [true, false, false]);
});

test("one tap takes an offer without fields, and the usual one where everything has a usual value", () => {
  assert.ok(oneTap(offer()));
  assert.ok(oneTap(offer({ asks: [chance] })));
  assert.ok(oneTap(offer({ tone: "usual", asks: [whole("coal", 0, 3, 2)] })));
  assert.ok(!oneTap(offer({ tone: "plain", asks: [whole("coal", 0, 3, 2)] })));
  assert.ok(!oneTap(offer({ tone: "usual", asks: [whole("coal", 0, 3)] })));
});

test("words that are usually empty are no usual answer by themselves", () => {
  assert.ok(!oneTap(offer({ tone: "usual", asks: [words("name")] })));
  assert.ok(oneTap(offer({ tone: "usual", asks: [words("name"), whole("coal", 0, 3, 0)] })));
});

test("an offer has fields where it asks for more than chance", () => {
  assert.deepEqual([offer(), offer({ asks: [chance] }), offer({ asks: [words("name")] })].map(hasFields), [false, false, true]);
});

test("offers in a row under the same heading are one group; the same heading later is another", () => {
  const offers = ["Wood", "Wood", undefined, "Wood"].map((under) => offer({ under }));
  assert.deepEqual(groupsOf(offers).map((one) => [one.under, one.offers.length]), [["Wood", 2], [undefined, 1], ["Wood", 1]]);
});

test("a few offers of a word each stand side by side, but none that is dangerous, ticked or has small print", () => {
  const short = [offer({ label: "Yes" }), offer({ label: "No" })];
  assert.ok(isShort(short));
  assert.ok(!isShort(short.slice(1)));
  for (const odd of [{ tone: "danger" }, { ticked: false }, { note: "3 Wood" }, { label: "Thirteen long" }, { asks: [whole("n", 0, 1)] }]) {
    assert.ok(!isShort([...short, offer({ label: "Odd", ...odd })]));
  }
  assert.ok(!isShort(Array.from({ length: 7 }, () => offer({ label: "No" }))));
});

test("answers of a word each that follow each other stand in a row, also without a heading", () => {
  const labels = (...all) => runsOf(all.map((label) => offer({ label }))).map((run) => run.map((one) => one.label));
  assert.deepEqual(labels("Yes", "No", "Take the long way home", "0", "1", "2"), [["Yes", "No"], ["Take the long way home"], ["0", "1", "2"]]);
});

test("as many columns as the longest word leaves room for; four long ones make a square", () => {
  const of = (...labels) => columnsFor(labels.map((label) => offer({ label })));
  assert.equal(of("1", "2", "3", "4", "5", "6"), 6);
  assert.equal(of("Heat", "Cold", "Wind", "Rain", "Snow"), 4);
  assert.equal(of("Morning", "Noon", "Evening"), 3);
  assert.equal(of("Morning", "Noon", "Evening", "Night"), 2);
  assert.equal(of("Understanding", "No", "Yes"), 2);
});

test("the bar holds the usual answer, or nothing, never a box to tick", () => {
  const bar = (offers) => {
    update({ parts: screen({ prompts: [prompt(offers)] }) });
    return barOffer()?.label;
  };
  const [usual, plain] = [offer({ label: "Usual", tone: "usual" }), offer({ label: "Plain" })];
  assert.equal(bar([plain, usual, offer()]), "Usual");
  assert.equal(bar([plain, offer({ label: "Other" })]), undefined);
  assert.equal(bar([plain, offer({ label: "1" }), offer({ label: "2" })]), undefined);
  assert.equal(bar([offer({ label: "Done", ticked: true, tone: "usual" }), plain]), undefined);
});
