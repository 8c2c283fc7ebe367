// Templates of htm as JSX, for the type checker.

import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { test } from "node:test";
import { withJsx } from "./templates.js";

const STATIC = new URL("../../../web/static/", import.meta.url);
const jsx = (template) => withJsx(`const a = ${template};`);

test("an element keeps its name, attributes and words", () => {
  assert.equal(jsx('html`<p class="small" data-raw>Hello, <b>you</b></p>`'), 'const a = (<><p class={`small`} data-raw>Hello, <b>you</b></p></>);');
});

test("an expression is a value, a part of one, or a child", () => {
  assert.equal(jsx('html`<a href=${to} class="row ${kind}">${words}</a>`'), "const a = (<><a href={to} class={`row ${kind}`}>{words}</a></>);");
  assert.equal(jsx('html`<path d=M${x} />`'), "const a = (<><path d={`M${x}`} /></>);");
});

test("a component is called by its name, and its end is found without it", () => {
  assert.equal(jsx("html`<${Sheet} title=${t(1)} ...${rest}><${Icon} name=\"x\" /><//>`"), "const a = (<><Sheet title={t(1)} {...rest}><Icon name={`x`} /></Sheet></>);");
});

test("templates within templates are converted too", () => {
  assert.equal(jsx("html`<ul>${all.map((one) => html`<li>${one ? html`<b>x</b>` : null}</li>`)}</ul>`"), "const a = (<><ul>{all.map((one) => (<><li>{one ? (<><b>x</b></>) : null}</li></>))}</ul></>);");
});

test("digits are a number for an element, and stay words for a component", () => {
  assert.equal(jsx('html`<input maxlength="20" tabindex="-1" value="a1" />`'), "const a = (<><input maxlength={20} tabindex={-1} value={`a1`} /></>);");
  assert.equal(jsx('html`<${Field} maxlength="20" />`'), "const a = (<><Field maxlength={`20`} /></>);");
});

test("signs that JSX takes for its own are written as words", () => {
  assert.equal(jsx("html`<p>a > {b}</p>`"), 'const a = (<><p>a {">"} {"{"}b{"}"}</p></>);');
});

test("a component without a name is refused: it could not be checked", () => {
  assert.throws(() => jsx("html`<${a ? B : C} />`"), /must have a name/);
});

test("other templates, and words that look like one, are left alone", () => {
  const source = "const a = `<p>${b}</p>`; // html`<p>`\nconst c = \"html`<p>`\";";
  assert.equal(withJsx(source), source);
});

test("every line of the page's scripts stays the line that it is", () => {
  for (const name of readdirSync(STATIC).filter((one) => one.endsWith(".js"))) {
    const source = readFileSync(new URL(name, STATIC), "utf8");
    assert.equal(withJsx(source).split("\n").length, source.split("\n").length, name);
  }
});
