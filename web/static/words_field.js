// A text of one or more lines, with pieces that are put in by a tap.

import { html, useLayoutEffect, useRef, useState } from "./vendor/preact-htm.js";
import { t } from "./text.js";
import { FieldError } from "./ui.js";

const MANY_BLOCKS = 14;
const GAP = /[:;]\s*$/;

// The text with the piece put in where the cursor is: a heading ("options:") on a line of its own, anything else behind
// "; " in its line. The part of it to be typed over, a number or words in quotes, is selected.
export function putIn(text, from, to, piece, lines = true) {
  const before = text.slice(0, from);
  const after = text.slice(to);
  const line = before.slice(before.lastIndexOf("\n") + 1);
  const head = lines && /^[^"]*:/.test(piece);
  const glue = line.trim() === "" ? "" : head ? "\n" : GAP.test(line) ? (/\s$/.test(line) ? "" : " ") : "; ";
  const start = before.replace(glue === "; " ? /[^\S\n]+$/ : /$/, "") + glue;
  const tail = after === "" || /^\s*(;|\n)/.test(after) ? "" : head ? "\n" : "; ";
  const part = /"[^"]*"|\d+/.exec(piece);
  const quoted = part?.[0].startsWith('"') ? 1 : 0;
  const at = start.length + (part ? part.index + quoted : piece.length);
  const end = part ? at + part[0].length - 2 * quoted : at;
  return { text: start + piece + tail + after, from: at, to: end };
}

export function LinesField({ ask, id, label, value, onChange, error }) {
  const ref = useRef(null);
  const [cursor, setCursor] = useState(null);
  useLayoutEffect(() => {
    if (!cursor) return;
    ref.current.focus();
    ref.current.setSelectionRange(cursor.from, cursor.to);
  }, [cursor]);
  const text = value ?? "";
  const add = (piece) => {
    const { selectionStart, selectionEnd } = ref.current;
    const put = putIn(text, selectionStart, selectionEnd, piece, ask.lines);
    if ([...put.text].length > ask.at_most_chars) return;
    onChange(put.text);
    setCursor(put);
  };
  const left = ask.at_most_chars - [...text].length;
  return html`
    <div class="field lines-field">
      <label for=${id}>${label}</label>
      <textarea id=${id} ref=${ref} rows=${ask.lines ? 6 : 2} value=${text} maxlength=${ask.at_most_chars} autocomplete="off" autocapitalize="none"
        aria-invalid=${error ? "true" : undefined} aria-describedby=${[`${id}-hint`, error && `${id}-error`].filter(Boolean).join(" ")}
        onInput=${(event) => onChange(ask.lines ? event.target.value : event.target.value.replace(/\n/g, " "))}></textarea>
      <p class="small" id="${id}-hint">${t("ask.letters_left", { left })}</p>
      <${FieldError} id="${id}-error" text=${error} />
      ${ask.blocks?.length > 0 && html`<${Blocks} id=${id} blocks=${ask.blocks} add=${add} />`}
    </div>`;
}

function Blocks({ id, blocks, add }) {
  const [query, setQuery] = useState("");
  const wanted = query.trim().toLowerCase();
  const found = blocks.filter((one) => `${one.label} ${one.value}`.toLowerCase().includes(wanted));
  const keep = (event) => event.preventDefault(); // the cursor stays in the text
  return html`
    <div class="blocks" role="group" aria-label=${t("ask.blocks")}>
      <p class="label" aria-hidden="true">${t("ask.blocks")}</p>
      ${blocks.length > MANY_BLOCKS && html`
        <input id="${id}-blocks" type="search" class="block-search" value=${query} placeholder=${t("ask.blocks_find")} aria-label=${t("ask.blocks_find")} autocomplete="off"
          onInput=${(event) => setQuery(event.target.value)} />`}
      <div class="block-list" tabindex="-1">${found.map((one) => html`
        <button type="button" class="block" key=${one.value} onPointerDown=${keep} onMouseDown=${keep} onClick=${() => add(one.value)}>${one.label}</button>`)}</div>
    </div>`;
}
