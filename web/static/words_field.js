// A text of one or more lines, with pieces that are put in by a tap.

import { html, useLayoutEffect, useRef, useState } from "./vendor/preact-htm.js";
import { plain, t } from "./text.js";
import { FieldError } from "./ui.js";
/** @import { Ref } from "./vendor/preact-htm.js" */
/** @import { Choice, FieldOf, View, WordsAsk } from "./types.d.ts" */

const MANY_BLOCKS = 14;
const GAP = /[:;]\s*$/;

// What is being typed before the cursor: the beginning of a piece.
/** @type {(text: string, cursor: number) => string} */
export const typedAt = (text, cursor) => (/[^;:\n]*$/.exec(text.slice(0, cursor))?.[0] ?? "").trimStart();

// The pieces that may be meant by that: in one of whose words it begins. None before there are two letters.
/** @type {(blocks: Choice[], typed: string) => Choice[]} */
export function meantBy(blocks, typed) {
  const wanted = plain(typed.trim());
  if (wanted.length < 2) return [];
  return blocks.filter((one) => [one.label, one.value].some((words) => ` ${plain(words)}`.includes(` ${wanted}`)));
}

// The text with the piece put in where the cursor is: a heading ("options:"), or what begins with a new line, on a line
// of its own, anything else behind "; " in its line (unless it brings its own). The part of it to be typed over, a number
// or words in quotes, is selected; a gap before a colon is where the cursor goes.
/** @type {(text: string, cursor: number, wanted: string, lines?: boolean) => { text: string, from: number, to: number }} */
export function putIn(text, cursor, wanted, lines = true) {
  const rest = /^[^;\n]*/.exec(text.slice(cursor))?.[0].length ?? 0; // not within a piece but behind it
  const before = text.slice(0, cursor + rest);
  const after = text.slice(cursor + rest);
  const line = before.slice(before.lastIndexOf("\n") + 1);
  const head = lines && /^(\n|[^"]*:)/.test(wanted);
  const piece = wanted.replace(/^\n/, "");
  const glue = line.trim() === "" ? "" : head ? "\n" : GAP.test(line) ? (/\s$/.test(line) ? "" : " ") : piece.startsWith(";") ? "" : "; ";
  const start = before.replace(glue === "; " ? /[^\S\n]+$/ : /$/, "") + glue;
  const tail = after === "" || /^\s*(;|\n)/.test(after) ? "" : head ? "\n" : "; ";
  const [from, to] = toType(piece);
  return { text: start + piece + tail + after, from: start.length + from, to: start.length + to };
}

/** @type {(piece: string) => [number, number]} */
function toType(piece) {
  const gap = piece.indexOf(" :");
  if (gap >= 0) return [gap + 1, gap + 1];
  const behind = piece.indexOf(":") + 1;
  const part = /"[^"]*"|\d+/.exec(piece.slice(behind));
  if (!part) return [piece.length, piece.length];
  const quoted = part[0].startsWith('"') ? 1 : 0;
  const from = behind + part.index + quoted;
  return [from, from + part[0].length - 2 * quoted];
}

/** @type {View<Omit<FieldOf<WordsAsk>, "name">>} */
export function LinesField({ ask, id, label, value, onChange, error }) {
  /** @type {Ref<HTMLTextAreaElement>} */
  const ref = useRef(null);
  const [cursor, setCursor] = useState(/** @type {{ from: number, to: number } | null} */ (null));
  useLayoutEffect(() => {
    if (!cursor) return;
    ref.current.focus();
    ref.current.setSelectionRange(cursor.from, cursor.to);
  }, [cursor]);
  const text = String(value ?? "");
  const typed = typedAt(text, ref.current?.selectionEnd ?? text.length);
  const add = (/** @type {string} */ piece, /** @type {boolean} */ instead) => {
    const at = ref.current.selectionEnd;
    const begun = instead ? typedAt(text, at).length : 0; // what was typed of it gives way to it
    const put = putIn(text.slice(0, at - begun) + text.slice(at), at - begun, piece, ask.lines);
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
        onInput=${(event) => onChange(ask.lines ? event.currentTarget.value : event.currentTarget.value.replace(/\n/g, " "))}></textarea>
      <p class="small" id="${id}-hint">${t("ask.letters_left", { left })}</p>
      <${FieldError} id="${id}-error" text=${error} />
      ${ask.blocks && ask.blocks.length > 0 && html`<${Blocks} id=${id} blocks=${ask.blocks} typed=${typed} add=${add} />`}
    </div>`;
}

// What is being typed comes first.
/** @type {View<{ id: string, blocks: Choice[], typed: string, add: (piece: string, instead: boolean) => void }>} */
function Blocks({ id, blocks, typed, add }) {
  const [query, setQuery] = useState("");
  const wanted = plain(query.trim());
  const meant = meantBy(blocks, typed);
  const rest = blocks.filter((one) => !meant.includes(one) && plain(`${one.label} ${one.value}`).includes(wanted));
  const keep = (/** @type {Event} */ event) => event.preventDefault(); // the cursor stays in the text
  return html`
    <div class="blocks" role="group" aria-label=${t("ask.blocks")}>
      <p class="label" aria-hidden="true">${t("ask.blocks")}</p>
      ${blocks.length > MANY_BLOCKS && html`
        <input id="${id}-blocks" type="search" class="block-search" value=${query} placeholder=${t("ask.blocks_find")} aria-label=${t("ask.blocks_find")} autocomplete="off"
          onInput=${(event) => setQuery(event.currentTarget.value)} />`}
      <div class="block-list" tabindex="-1">${[...meant, ...rest].map((one) => html`
        <button type="button" class="block ${meant.includes(one) ? "meant" : ""}" key=${one.value} onPointerDown=${keep} onMouseDown=${keep} onClick=${() => add(one.value, meant.includes(one))}>${one.label}</button>`)}</div>
    </div>`;
}
