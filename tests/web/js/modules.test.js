// Who may import whom among the page's scripts.

import assert from "node:assert/strict";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { test } from "node:test";

const STATIC = new URL("../../../web/static/", import.meta.url);
const IMPORT = /^(?:import|export)\s[^;]*?from\s+"([^"]+)"|^import\s+"([^"]+)"|\bimport\(\s*"([^"]+)"\s*\)/gm;

const modules = readdirSync(STATIC).filter((name) => name.endsWith(".js"));
const imports = new Map(modules.map((name) => [name, importsOf(readFileSync(new URL(name, STATIC), "utf8"))]));

function importsOf(source) {
  const code = source.replace(/\/\*\*[^]*?\*\//g, ""); // types are no imports
  return [...code.matchAll(IMPORT)].map(([, ...found]) => found.find(Boolean).replace(/^\.\//, ""));
}

// The way from a module back to itself, if there is one.
function circle(from) {
  const ways = imports.get(from).map((next) => [from, next]);
  const seen = new Set();
  for (const way of ways) {
    const here = way.at(-1);
    if (here === from) return way;
    if (seen.has(here)) continue;
    seen.add(here);
    for (const next of imports.get(here) ?? []) ways.push([...way, next]);
  }
  return null;
}

test("an import is found however it is written, and a type is none", () => {
  const source = 'import { a,\n  b } from "./one.js";\nimport "./two.js";\nexport { c } from "./three.js";\nawait import("./four.js");\n/** @import { D } from "./five.d.ts" */\n';
  assert.deepEqual(importsOf(source), ["one.js", "two.js", "three.js", "four.js"]);
});

test("no module imports itself, by whatever way", () => {
  assert.deepEqual(modules.map(circle).filter(Boolean).map((way) => way.join(" → ")), []);
});

test("every import leads to a file beside it or to the vendored one", () => {
  const missing = [...imports].flatMap(([name, all]) => all.filter((one) => !existsSync(new URL(one, STATIC))).map((one) => `${name}: ${one}`));
  assert.deepEqual(missing, []);
  assert.deepEqual([...new Set([...imports.values()].flat().filter((one) => !modules.includes(one)))], ["vendor/preact-htm.js"]);
});

test("the page loads every module: none is left over", () => {
  const loaded = new Set(["app.js", "wall.js", "venue.js", "too_old.js"]);
  for (const name of loaded) for (const next of imports.get(name) ?? []) loaded.add(next);
  assert.deepEqual(modules.filter((name) => !loaded.has(name)), []);
});
