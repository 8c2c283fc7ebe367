// Words that have no room on a line, where letters are much enlarged.

import assert from "node:assert/strict";
import { test } from "node:test";
import { browser } from "./browser.js";

browser(); // whose letters are half as wide as they are high: at 20 pixels a word of 10 letters takes 100 and one more

const frames = [];
let enlarged = true;
let changed;
const PLAIN = { display: "block", paddingLeft: "4px", paddingRight: "6px", fontSize: "20px", fontStyle: "normal", fontWeight: "400", fontFamily: "sans" };

// Something with words in it, so wide inside; `alone` where it is never written smaller.
const words = (text, clientWidth, { alone = false, style = {}, parentElement = null } = {}) => ({
  text, clientWidth, parentElement, computed: { ...PLAIN, ...style }, closest: () => (alone ? {} : null),
  style: { removeProperty(name) { delete this[camel(name)]; } },
});
const camel = (name) => name.replace(/-(.)/g, (_, letter) => letter.toUpperCase());

let shown = [];
Object.assign(globalThis, {
  getComputedStyle: (one) => one.computed,
  requestAnimationFrame: (then) => frames.push(then),
  NodeFilter: { SHOW_TEXT: 4 },
  MutationObserver: class {
    constructor(then) {
      changed = then;
    }
    observe() {}
  },
});
globalThis.window.matchMedia = () => ({ matches: enlarged });
globalThis.document.createTreeWalker = () => {
  let at = -1;
  return { nextNode: () => (at += 1) < shown.length, get currentNode() { return { parentElement: shown[at].of ?? shown[at], textContent: shown[at].text }; } };
};
globalThis.document.createElement = () => ({ getContext: () => ({ font: "", measureText(word) { return { width: (word.length * parseFloat(this.font.match(/([\d.]+)px/)[1])) / 2 }; } }) });

const { keepWordsWhole } = await import("../../../web/static/long_words.js");
keepWordsWhole({});

// The page shows these, and has been looked at once more.
function show(...all) {
  shown = all;
  changed();
  while (frames.length) frames.shift()();
}

test("a word that is wider than its line is written so much smaller that it fits", () => {
  const one = words("Konstantynopol", 110); // 14 letters: 141 wide, in a room of 100
  show(one);
  assert.equal(one.style.fontSize, "14.2px"); // 20 * 100 / 141
});

test("it is written no smaller than half its size", () => {
  const one = words("Konstantynopolitanczykowianeczka", 60); // 321 wide, in a room of 50
  show(one);
  assert.equal(one.style.fontSize, "10.0px");
});

test("words that have room, short ones, and what is left alone keep their size", () => {
  const all = [words("Konstantynopol", 151), words("a b c d e f g", 20), words("dom-dom-dom", 30), words("Konstantynopol", 60, { alone: true })];
  show(...all);
  assert.deepEqual(all.map((one) => one.style.fontSize), [undefined, undefined, undefined, undefined]);
});

test("what stands within a line has the room of what it stands in", () => {
  const around = words("", 110);
  const one = words("Konstantynopol", 0, { style: { display: "inline" }, parentElement: around });
  show(one);
  assert.equal(one.style.fontSize, "14.2px");
});

test("of several texts in one place the longest word decides", () => {
  const one = words("Konstantynopol", 110);
  show(one, { of: one, text: "Konstantyna" });
  assert.equal(one.style.fontSize, "14.2px");
});

test("letters of a usual size are left as they are, and grow back to it", () => {
  const one = words("Konstantynopol", 110);
  show(one);
  enlarged = false;
  show(one);
  assert.equal(one.style.fontSize, undefined);
  enlarged = true;
});

test("many changes are looked at once", () => {
  changed();
  changed();
  assert.equal(frames.length, 1);
  frames.shift()();
});

test("words that a fixed space ties together stand on one line, and count as one", () => {
  const one = words("w\u00a0Konstantynopolu", 110); // 17 letters: 171 wide, in a room of 100
  show(one);
  assert.equal(one.style.fontSize, "11.7px"); // 20 * 100 / 171
});
