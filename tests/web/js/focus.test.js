// Where the focus goes when what it stood on has gone.

import assert from "node:assert/strict";
import { test } from "node:test";
import { browser } from "./browser.js";

browser();

const page = globalThis.document;
page.body = { name: "body" };
page.activeElement = page.body;
let changed;
globalThis.MutationObserver = class {
  constructor(then) {
    changed = then;
  }
  observe() {}
};

// A control: it takes the focus as long as it is on the page.
const control = (name) => ({
  name,
  gone: false,
  focus() {
    if (this.gone) return;
    page.activeElement = this;
    page.dispatchEvent(Object.defineProperty(new Event("focusin"), "target", { value: this }));
  },
});
const headline = control("headline");
const title = control("the dialog's title");
let dialogs = [];
const { keepFocus } = await import("../../../web/static/focus.js");
keepFocus({ querySelector: () => headline, querySelectorAll: () => dialogs });

// The browser has taken the focus away, and the page has changed.
function lost() {
  page.activeElement = page.body;
  changed();
  return page.activeElement.name;
}

test("what has gone leads to the headline", () => {
  const answer = control("answer");
  answer.focus();
  answer.gone = true;
  assert.equal(lost(), "headline");
  assert.equal(headline.tabIndex, -1);
});

test("what was only moved within the page keeps it", () => {
  control("moved").focus();
  assert.equal(lost(), "moved");
});

test("in an open dialog its title is the headline", () => {
  const chip = control("chip");
  chip.focus();
  chip.gone = true;
  dialogs = [{ querySelector: () => title }];
  assert.equal(lost(), "the dialog's title");
  dialogs = [];
});

test("who taps beside everything has the focus nowhere, and on purpose", () => {
  control("answer").focus();
  page.dispatchEvent(new Event("pointerdown"));
  assert.equal(lost(), "body");
});
