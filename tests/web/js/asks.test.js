// What a player fills in, and which offers are taken with one tap.

import assert from "node:assert/strict";
import { test } from "node:test";
import { board, browser, offer, pick, place, prompt, screen, whole } from "./browser.js";

browser();
const { filled, isBlank, isOneChoice, matches, shown, tidyCode, usualValues, wholesOf, wrong } = await import("../../../web/static/asks.js");
const { chipAsk, isFolded, isInline } = await import("../../../web/static/chips.js");
const { draftFor, hasFields, isOneValue, oneTap } = await import("../../../web/static/offers.js");
const { columnsFor, groupsOf, isShort, rowsOf, runsOf, tickedOf } = await import("../../../web/static/offer_list.js");
const { barOffer } = await import("../../../web/static/now.js");
const { update } = await import("../../../web/static/store.js");

const words = (name, usual = "", more = {}) => ({ type: "Words", name, label: name, at_most_chars: 5, usual, ...more });
const code = (pattern) => ({ type: "Code", name: "card", label: "Card", kind: "card_id", pattern, suits: "a Morning card" });
const chance = { type: "Chance", name: "die", label: "Die", choices: [], weights: [] };

test("a whole number fits between its limits, both included; what is typed but no number does not", () => {
  const ask = whole("coal", 0, 3);
  for (const value of [0, 3]) assert.equal(wrong(ask, value), null);
  for (const value of [-1, 4, 1.5, "2", "", null]) assert.equal(wrong(ask, value), "ask.bad_whole");
});

test("a number that was not chosen is to be chosen, one that was not typed is to be entered", () => {
  assert.equal(wrong(whole("coal", 0, 3), undefined), "ask.bad_pick");
  assert.equal(wrong(whole("coal", 0, 90), undefined), "ask.bad_whole"); // nothing to choose from is laid out
});

test("of very many numbers none is laid out: they are typed", () => {
  const counted = (most, more = {}) => offer({ asks: [{ ...whole("cards", 1, most), ...more }] });
  assert.equal(chipAsk(counted(300)), null);
  assert.notEqual(chipAsk(counted(100)), null);
  assert.notEqual(chipAsk(counted(300, { likely: 12 })), null);
});

test("a piece that was put in by a tap is called as its button is", () => {
  const ask = words("effects", "", { blocks: [{ value: "children act gather", label: "Children may gather" }, { value: "hope -1", label: "Hope falls" }] });
  assert.equal(shown(ask, "children act gather; hope -2"), "Children may gather; hope -2");
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

test("a code is taken as it is meant, as the companion itself takes it", () => {
  const any = code("[DM]\\d{3}");
  for (const [typed, meant] of [["D12", "D012"], ["d 12", "D012"], ["DO12", "D012"], ["mo7", "M007"], ["#d12", "D012"], ["D012.", "D012"], ["D1234", "D1234"], ["X12", "X12"]]) {
    assert.equal(tidyCode(any, typed), meant);
  }
  assert.equal(tidyCode(code("[IVX]+/[0-9]{2}"), "iv / 3"), "IV/03");
  assert.equal(tidyCode(code("[A-Z]+O\\d{2}"), "go1"), "GO01");
});

test("a code that could be several is not guessed", () => {
  assert.equal(tidyCode(code("D\\d{3}|D\\d{4}"), "d12"), "D12");
  assert.ok(!matches(code("D\\d{3}|D\\d{4}"), "d12"));
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

test("numbers stand side by side up to what is likely, a few in any case, else around the usual one; the rest is behind more", () => {
  const of = (ask) => { const { values, more } = wholesOf(ask); return [values[0], values.at(-1), more]; };
  assert.deepEqual(of(whole("n", 0, 12)), [0, 12, false]);
  assert.deepEqual(of({ ...whole("n", 0, 40), likely: 5 }), [0, 5, true]);
  assert.deepEqual(of({ ...whole("n", 1, 4), likely: 9 }), [1, 4, false]);
  assert.deepEqual(of({ ...whole("n", -20, 20), likely: 3, signed: true }), [-3, 3, true]);
  assert.deepEqual(of(whole("n", 0, 40)), [0, 11, true]);
  assert.deepEqual(of(whole("n", 0, 40, 38)), [29, 40, true]);
});

test("a change is read with its sign", () => {
  assert.deepEqual([-2, 0, 2].map((value) => shown({ ...whole("n", -5, 5), signed: true }, value)), ["−2", "0", "+2"]);
});

test("one choice or one number alone is answered by chips, beside chance too", () => {
  update({ parts: screen() });
  assert.ok(chipAsk(offer({ asks: [pick("to", "ab")] })));
  assert.ok(chipAsk(offer({ asks: [chance, whole("n", 0, 40)] })));
  assert.equal(chipAsk(offer({ asks: [pick("to", "ab"), whole("n", 0, 3)] })), null);
  assert.ok(chipAsk(offer({ asks: [pick("to", "abcdefghijklm")] })));
  assert.equal(chipAsk(offer({ asks: [words("name")] })), null);
  assert.equal(chipAsk(offer()), null);
});

test("more than twelve answers wait behind their offer's row among four offers or more, else they stand open", () => {
  const [few, many] = [offer({ asks: [pick("to", "abcdefghijkl")] }), offer({ asks: [pick("to", "abcdefghijklm")] })];
  const folded = (one) => isFolded(one, one.asks[0]);
  update({ parts: screen({ prompts: [prompt([many, offer(), offer()]), prompt([offer(), offer()], { name: "q" })] }) });
  assert.equal(folded(many), false);
  update({ parts: screen({ prompts: [prompt([few, many, offer(), offer()])] }) });
  assert.deepEqual([folded(few), folded(many)], [false, true]);
});

test("answers of a word stand beside the name that leaves them to be asked next, and two such rows count as one", () => {
  update({ parts: screen() });
  const next = { value: "", label: "On the map …" };
  const of = (label, ...labels) => offer({ label, asks: [{ ...pick("then", ""), choices: [...labels.map((one) => ({ value: one, label: one })), next] }] });
  assert.ok(isInline(of("Sawmill", "Near 2.2", "Far 11.2")));
  assert.ok(!isInline(of("Sawmill", "Near tile 2")));
  assert.ok(!isInline(of("A name that is too long for it", "Near 2.2")));
  assert.ok(!isInline(offer({ asks: [pick("to", "ab")] })));
  assert.equal(rowsOf([of("Sawmill", "Near 2.2"), of("Tent", "Far 1.1"), offer()]), 2);
});

test("pictured answers stand beside the usual one, where its small print names it", () => {
  update({ parts: screen() });
  const ask = { ...pick("who", "abc"), usual: "a", choices: ["Worker", "Engineer", "Child"].map((label, at) => ({ value: "abc"[at], label, icon: "person" })) };
  const of = (note, more = {}) => offer({ label: "A name that is too long for it", note, asks: [{ ...ask, ...more }] });
  assert.ok(isInline(of("Worker, heated")));
  assert.ok(!isInline(of("heated")));
  assert.ok(!isInline(of("Worker, heated", { usual: undefined })));
  assert.ok(!isInline(of("Worker, heated", { choices: ask.choices.map((one) => ({ ...one, icon: undefined })) })));
});

test("one choice alone leaves nothing to confirm, whatever its number of answers and beside chance too", () => {
  assert.ok(isOneChoice([pick("to", "abcdefghijklmnopqrstuvwxyz")]));
  assert.ok(isOneChoice([chance, pick("to", "ab", { on: "sea" })]));
  for (const asks of [[], [chance], [words("name")], [code("M")], [whole("n", 0, 3)], [pick("to", "ab"), words("name")]]) assert.ok(!isOneChoice(asks));
});

test("what is tapped on a map is no chip, unless every answer has a picture", () => {
  update({ parts: screen({ maps: [board([place("a", 0, 0), place("b", 1, 0)])] }) });
  const ask = pick("to", "ab", { on: "sea" });
  assert.equal(chipAsk(offer({ asks: [ask] })), null);
  assert.ok(chipAsk(offer({ asks: [{ ...ask, choices: ask.choices.map((one) => ({ ...one, icon: "flag" })) }] })));
  assert.ok(chipAsk(offer({ asks: [pick("to", "ab", { on: "sky" })] })));
});

test("a tap sends a dialog only where nothing else could be set in it, filled in already or not", () => {
  assert.ok(isOneValue([whole("n", 0, 3)]));
  assert.ok(isOneValue([chance, whole("n", 0, 3)]));
  for (const others of [[whole("last", 0, 9, 6)], [words("name", "x")], [pick("to", "ab"), chance]]) assert.ok(!isOneValue([whole("n", 0, 3), ...others]));
});

test("an entry is kept until the prompt no longer asks for it", () => {
  const one = offer({ label: "Sail", asks: [words("name"), whole("n", 0, 3), pick("to", "ab")] });
  update({ parts: screen({ prompts: [prompt([one])] }) });
  draftFor(one).keep({ name: "Storm", n: null, to: "gone" });
  assert.deepEqual(draftFor(one).values(), { name: "Storm" });
  update({ parts: screen({ prompts: [prompt([one]), prompt([])], version: 2 }) });
  assert.deepEqual(draftFor(one).values(), { name: "Storm" });
  update({ parts: screen({ prompts: [prompt([])], version: 3 }) });
  assert.deepEqual(draftFor(one).values(), {});
});

test("an entry is kept while a phone that was removed joins anew", () => {
  const one = offer({ label: "Sail", asks: [words("name"), whole("n", 0, 3)] });
  update({ parts: screen({ joined: true, prompts: [prompt([one])] }) });
  draftFor(one).keep({ name: "Storm", n: null });
  update({ parts: screen({ joined: false, prompts: [prompt([])] }) }); // a guest is not told what may be tapped
  update({ parts: screen({ joined: true, prompts: [prompt([one])] }) });
  assert.deepEqual(draftFor(one).values(), { name: "Storm" });
  draftFor(one).drop();
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

test("what is ticked is counted in a list of ticks, not beside other answers", () => {
  const boxes = [offer({ ticked: false }), offer({ ticked: true })];
  assert.deepEqual(tickedOf({ offers: boxes }), { done: 1, of: 2 });
  assert.equal(tickedOf({ offers: [...boxes, offer({ asks: [whole("n", 1, 6)] })] }), null);
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
