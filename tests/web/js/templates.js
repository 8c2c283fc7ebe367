// The page's templates as JSX, for the type checker alone: it then looks into them too, so that every component is given the
// properties that it takes, and every handler knows which event it hears. Each line stays the line that it is.
//
//   node templates.js    writes what is in web/static to build/, converted

import { copyFileSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { parse } from "acorn";

const STATIC = new URL("../../../web/static/", import.meta.url);
const BUILD = new URL("build/", import.meta.url);

// The source with JSX where it has templates of htm.
export function withJsx(source) {
  const tree = parse(source, { ecmaVersion: "latest", sourceType: "module" });
  const found = [];
  walk(tree, (node) => {
    if (node.type === "TaggedTemplateExpression" && node.tag.name === "html") found.push(node);
  });
  found.sort((a, b) => a.start - b.start);
  const code = codeOf(source, found)(0, source.length);
  return /import \{[^}]*\bhtml\b/.test(source) ? `${code.trimEnd()} void html;\n` : code; // it is not used any more
}

function walk(node, see) {
  if (Array.isArray(node)) node.forEach((one) => walk(one, see));
  else if (node && typeof node.type === "string") {
    see(node);
    for (const inner of Object.values(node)) walk(inner, see);
  }
}

// Gives a part of the source with every template in it converted.
const codeOf = (source, templates) => function code(start, end) {
  let out = "";
  let at = start;
  for (const one of templates.filter((each) => each.start >= start && each.end <= end)) {
    if (one.start < at) continue; // within the one before
    out += source.slice(at, one.start) + new Template(source, one.quasi, code).jsx();
    at = one.end;
  }
  return out + source.slice(at, end);
};

const NAME = /[^\s=>/]/;

class Template {
  // Letters one by one, and between them the expressions.
  constructor(source, { quasis, expressions }, code) {
    this.rest = quasis.flatMap(({ start, end }, index) => {
      const letters = [...source.slice(start, end)];
      const next = expressions[index];
      return next ? [...letters, { code: code(end + 2, quasis[index + 1].start - 1) }] : letters;
    });
    this.at = 0;
  }

  jsx() {
    const open = [];
    let out = "";
    while (this.at < this.rest.length) {
      if (this.isCode()) out += `{${this.code()}}`;
      else if (this.takes("</")) out += this.end(open.pop());
      else if (this.takes("<")) out += this.element(open);
      else out += this.text();
    }
    return `(<>${out}</>)`;
  }

  element(open) {
    const name = this.isCode() ? this.code().trim() : this.word();
    if (!/^[\w.-]+$/.test(name)) throw new Error(`a component must have a name: ${name}`);
    let out = `<${name}`;
    for (;;) {
      out += this.blank();
      if (this.takes("/>")) return `${out}/>`;
      if (this.takes(">")) {
        open.push(name);
        return `${out}>`;
      }
      out += this.attribute(/^[a-z]/.test(name));
    }
  }

  attribute(ofElement) {
    if (this.takes("...")) return `{...${this.code()}}`;
    const name = this.word();
    if (!this.takes("=")) return name;
    const quote = ['"', "'"].find((one) => this.takes(one));
    const value = this.value(quote ? (next) => next === quote : (next) => /[\s>]/.test(next) || this.sees("/>"), quote !== undefined);
    return `${name}=${ofElement ? value.replace(/^{`(-?\d+)`}$/, "{$1}") : value}`; // an element takes a number for its digits
  }

  // A value is one expression, or words, or words with expressions among them.
  value(ends, quoted) {
    const parts = [];
    while (this.isCode() || !ends(this.rest[this.at])) parts.push(this.isCode() ? { code: this.code() } : this.rest[this.at++]);
    if (quoted) this.at += 1;
    if (parts.length === 1 && parts[0].code !== undefined && !quoted) return `{${parts[0].code}}`;
    return `{\`${parts.map((one) => (one.code === undefined ? one : `\${${one.code}}`)).join("")}\`}`;
  }

  text() {
    const letter = this.rest[this.at++];
    return "{}>".includes(letter) ? `{"${letter}"}` : letter;
  }

  isCode() {
    return typeof this.rest[this.at] === "object";
  }

  code() {
    return this.rest[this.at++].code;
  }

  sees(words) {
    return [...words].every((letter, index) => this.rest[this.at + index] === letter);
  }

  takes(words) {
    const found = this.sees(words);
    if (found) this.at += words.length;
    return found;
  }

  word() {
    let out = "";
    while (!this.isCode() && NAME.test(this.rest[this.at] ?? " ")) out += this.rest[this.at++];
    if (!out) throw new Error(`a name is missing before ${this.rest.slice(this.at, this.at + 20).join("")}`);
    return out;
  }

  blank() {
    let out = "";
    while (!this.isCode() && /\s/.test(this.rest[this.at] ?? "")) out += this.rest[this.at++];
    return out;
  }

  // Of the element that was opened last; htm may leave its name out.
  end(name) {
    while (!this.takes(">")) this.at += 1;
    return `</${name}>`;
  }
}

function main() {
  rmSync(BUILD, { recursive: true, force: true });
  mkdirSync(new URL("vendor/", BUILD), { recursive: true });
  for (const name of readdirSync(STATIC)) {
    if (name.endsWith(".d.ts")) copyFileSync(new URL(name, STATIC), new URL(name, BUILD));
    else if (name.endsWith(".js")) writeFileSync(new URL(`${name}x`, BUILD), withJsx(readFileSync(new URL(name, STATIC), "utf8")));
  }
  copyFileSync(new URL("vendor/preact-htm.d.ts", STATIC), new URL("vendor/preact-htm.d.ts", BUILD));
}

if (process.argv[1] === fileURLToPath(import.meta.url)) main();
