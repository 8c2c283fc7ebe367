// Words, numbers and names in the phone's language.

import assert from "node:assert/strict";
import { test } from "node:test";
import { browser } from "./browser.js";

browser({ language: "pl" });
const { languageName, nameless, number, plain, t, who, whoAndWhen } = await import("../../../web/static/text.js");

test("what stands in braces is filled in, and stays where nothing is given for it", () => {
  assert.equal(t("pending.offline", { what: "Undo" }), "Undo: waiting");
  assert.equal(t("pending.offline"), "{what}: waiting");
});

test("a key without a text is shown itself", () => {
  assert.equal(t("no.such.key"), "no.such.key");
});

test("Polish has a form for one, for a few and for many", () => {
  assert.equal(t("coal", { n: 1 }), "1 coal");
  assert.equal(t("coal", { n: 3 }), "3 coals (few)");
  assert.equal(t("coal", { n: 5 }), "5 coals (many)");
  assert.equal(t("coal", { n: 22 }), "22 coals (few)");
});

test("a number that is written out already is given again as `of`, for its form", () => {
  assert.equal(t("coal", { n: "2,5", of: 2.5 }), "2,5 of coal");
});

test("a form that the language lacks is replaced by the general one", () => {
  assert.equal(t("wood", { n: 3 }), "3 woods");
});

test("a search takes words without case and accents, and letters of other languages as they sound", () => {
  assert.equal(plain("ŁÓDŹ"), "lodz");
  assert.equal(plain("Straße"), "strasse");
  assert.equal(plain("Ærø"), "aero");
  assert.equal(plain("Œuvre crème"), "oeuvre creme");
});

test("a device is called by the language's word, a person by the own name", () => {
  assert.equal(who("drawer"), "the drawer");
  assert.equal(who("Ada"), "Ada");
});

test("phones that have not joined are told only when something was done", () => {
  assert.doesNotMatch(whoAndWhen({ at: 0 }), /history/);
  assert.equal(whoAndWhen({ by: "Ada", at: 0 }), "history.who");
});

test("numbers are written as the language writes them", () => {
  assert.equal(number(2.5, 1), "2,5");
  assert.equal(number(2.54, 1), "2,5");
  assert.equal(number(3), "3");
});

test("a language is called as those who speak it call it, and by its code where nobody knows it", () => {
  assert.equal(languageName("pl"), "polski");
  assert.equal(languageName("de"), "Deutsch");
  assert.equal(languageName("not a code"), "not a code");
});

test("a question stands without the name that it begins with", () => {
  assert.equal(nameless("Ada: what do you do?", "Ada"), "What do you do?");
  assert.equal(nameless("Ada, take your turn.", "Ada"), "Take your turn.");
  assert.equal(nameless("Adam, take your turn.", "Ada"), "Adam, take your turn.");
  assert.equal(nameless("Reveal a card.", undefined), "Reveal a card.");
});
