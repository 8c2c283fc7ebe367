// Joining by an invitation, and this phone's own choices.

import assert from "node:assert/strict";
import { test } from "node:test";
import { browser } from "./browser.js";

browser({ address: "/join#code=123456", phone: null });
const { codeInAddress, inGroups } = await import("../../../web/static/phones.js");
const { theme } = await import("../../../web/static/theme.js");
const { spoken } = await import("../../../web/static/table.js");
const { store } = await import("../../../web/static/store.js");

const at = (address) => {
  browser({ address });
  return codeInAddress();
};

test("an invitation's link leads to the page for joining, and the code is gone from the address", () => {
  assert.equal(store.route, "join");
  assert.deepEqual({ ...globalThis.location }, { pathname: "/", hash: "#join" });
});

test("a code of digits or a key of 22 signs is taken from the address, nothing else", () => {
  assert.equal(at("/join#code=123456"), "123456");
  assert.equal(at("/#code=abcdefghijklmnopqrst-_"), "abcdefghijklmnopqrst-_");
  assert.equal(at("/join#code=abc"), "");
  assert.equal(at("/join"), "");
});

test("a code is read in groups of three", () => {
  assert.equal(inGroups("123456"), "123 456");
  assert.equal(inGroups("123456789012"), "123 456 789 012");
});

test("the page is dark unless it was chosen otherwise, and what nobody could have chosen does not count", () => {
  const stored = {};
  Object.defineProperty(globalThis, "localStorage", { value: { getItem: (key) => stored[key] ?? null }, configurable: true });
  assert.equal(theme(), "dark");
  stored.theme = "light";
  assert.equal(theme(), "light");
  stored.theme = "pink";
  assert.equal(theme(), "dark");
});

test("lines can be said in each language, and in each other one after the phone's own", () => {
  assert.deepEqual(spoken("en"), ["de", "en", "pl", "en+de", "en+pl"]);
  assert.deepEqual(spoken("pl+de"), ["de", "en", "pl", "en+de", "en+pl", "pl+de"]);
});
