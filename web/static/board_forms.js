// The forms for what the board shows: single facts, and a row of them as a table that is filled in and saved together.

import { html, useRef, useState } from "./vendor/preact-htm.js";
import { AskField, isOneChoice, wrong } from "./asks.js";
import { useDraft } from "./drafts.js";
import { LookHere } from "./game_icon.js";
import { Icon } from "./icons.js";
import { tap } from "./send.js";
import { Sheet, useSending } from "./sheet.js";
import { hide, part, show, version } from "./store.js";
import { t } from "./text.js";
import { Button, FieldError, Options } from "./ui.js";
/** @import { Ref } from "./vendor/preact-htm.js" */
/** @import { BoardFact, Drawn, KeyEvent, Value, Values, View } from "./types.d.ts" */

/** @type {(value: Values[string]) => value is undefined | null | ""} */
const isEmpty = (value) => value === undefined || value === null || value === "";

// Tells the companion several facts at once; null takes one back. `seen` only where that game is being played.
/** @type {(game: string, values: Values, what: string) => Promise<unknown>} */
export function tellFacts(game, values, what) {
  const seen = part("evening")?.game === game ? version() : undefined;
  return tap("/api/board", { game, values, seen }, what);
}

/** @type {(facts: BoardFact[]) => Values} */
const valuesOf = (facts) => Object.fromEntries(facts.filter((fact) => !isEmpty(fact.now)).map((fact) => [fact.ask.name, fact.now]));

// What has changed: emptied ones are taken back.
/** @type {(facts: BoardFact[], values: Values) => Values} */
export function changes(facts, values) {
  /** @type {[string, Values[string]][]} */
  const found = facts.flatMap(({ ask: { name }, now }) => {
    const value = isEmpty(values[name]) ? null : values[name];
    return value === (now ?? null) ? [] : [[name, value]];
  });
  return Object.fromEntries(found);
}

/** @type {(facts: BoardFact[], values: Values) => BoardFact[]} */
export const errorsOf = (facts, values) => facts.filter(({ ask }) => !isEmpty(values[ask.name]) && wrong(ask, values[ask.name]));

/** @param {BoardFact[]} facts @param {string} game @param {() => unknown} reload @param {string} what */
function useForm(facts, game, reload, what) {
  const known = valuesOf(facts);
  const [values, setValues, drop] = useDraft(`board:${game}:${facts.map((fact) => fact.ask.name).join()}`, JSON.stringify(known), known);
  const [tried, setTried] = useState(false);
  const [sending, send] = useSending();
  const set = (/** @type {string} */ name, /** @type {Values[string]} */ value) => setValues({ ...values, [name]: value });
  const save = (/** @type {Event} */ event) => {
    event.preventDefault();
    setTried(true);
    if (sending || errorsOf(facts, values).length) return;
    const changed = changes(facts, values);
    if (Object.keys(changed).length) tellThem(changed);
    else hide();
  };
  const tellThem = (/** @type {Values} */ changed) => send(async () => {
    const answer = await tellFacts(game, changed, what);
    if (answer) drop();
    reload();
    return answer;
  });
  return { values, setValues, set, save, tellThem, sending, errors: tried ? errorsOf(facts, values) : [] };
}

/** @type {(facts: BoardFact[], game: string, reload: () => unknown, title?: string) => void} */
export const editFacts = (facts, game, reload, title = t("board.answer")) =>
  show(() => html`<${FactsSheet} facts=${facts} game=${game} reload=${reload} title=${title} />`);

/** @type {View<{ facts: BoardFact[], game: string, reload: () => unknown, title: string }>} */
function FactsSheet({ facts, game, reload, title }) {
  const { values, set, save, tellThem, sending, errors } = useForm(facts, game, reload, title);
  const [one] = facts;
  const told = facts.length === 1 && (one.told ?? false);
  const alone = isOneChoice(facts.map((fact) => fact.ask));
  const take = (/** @type {BoardFact} */ fact, /** @type {Values[string]} */ value) => (alone ? tellThem({ [fact.ask.name]: value }) : set(fact.ask.name, value));
  const actions = html`
    ${told && html`<${Button} icon="trash" onClick=${() => tellThem({ [one.ask.name]: null })}>${t("board.forget")}<//>`}
    ${!told && html`<${Button} onClick=${hide}>${t("board.later")}<//>`}
    ${!alone && html`<button class="button usual" form="facts" aria-busy=${sending}><span class="words">${t("save")}</span></button>`}`;
  return html`
    <${Sheet} title=${title} actions=${actions}>
      ${facts.length > 1 && html`<p class="small">${t("board.skip")}</p>`}
      <form id="facts" onSubmit=${save} novalidate>
        ${facts.map((fact) => html`
          <div class="fact-field" key=${fact.ask.name}>
            <${AskField} ask=${fact.ask} alone=${alone} value=${values[fact.ask.name]} onChange=${(/** @type {Values[string]} */ value) => take(fact, value)}
              error=${errors.includes(fact) ? wrong(fact.ask, values[fact.ask.name]) : null} />
            <${LookHere} name=${fact.look}><p class="small">${fact.where}</p><//>
          </div>`)}
      </form>
    <//>`;
}

/** @type {(row: BoardFact[], title: string, game: string, reload: () => unknown) => void} */
export const editTable = (row, title, game, reload) => show(() => html`<${TableSheet} row=${row} title=${title} game=${game} reload=${reload} />`);

/** @type {(words: string) => Value} */
export const whole = (words) => (/^\s*-?\d{1,9}\s*$/.test(words) ? Number(words) : words.trim());

/** @type {View<{ row: BoardFact[], title: string, game: string, reload: () => unknown }>} */
function TableSheet({ row, title, game, reload }) {
  const { values, setValues, set, save, sending, errors } = useForm(row, game, reload, title);
  const look = row.find((fact) => isEmpty(fact.now)) ?? row[0];
  const [bad] = errors;
  const next = (/** @type {KeyEvent<HTMLInputElement>} */ event) => {
    if (event.key !== "Enter") return;
    event.preventDefault();
    /** @type {NodeListOf<HTMLElement> | undefined} */
    const inputs = event.currentTarget.form?.querySelectorAll(".cell-input");
    const all = [...(inputs ?? [])];
    (all[all.indexOf(event.currentTarget) + 1] ?? all[0]).focus();
  };
  return html`
    <${Sheet} title=${html`<span data-raw>${title}</span>`} actions=${html`
      <${Button} onClick=${hide}>${t("board.later")}<//>
      <button class="button usual" form="facts" aria-busy=${sending}><span class="words">${t("save")}</span></button>`}>
      <${LookHere} name=${look.look}><p class="more">${look.where}</p><//>
      <${FillIn} row=${row} fill=${(/** @type {Values} */ filled) => setValues({ ...values, ...filled })} />
      <form id="facts" onSubmit=${save} novalidate>
        <div class="cells ${row[0].ask.type === "Pick" ? "picks" : ""}">
          ${row.map((fact) => html`<${Cell} key=${fact.ask.name} fact=${fact} value=${values[fact.ask.name]} bad=${errors.includes(fact)} next=${next} onChange=${(/** @type {Value | null} */ value) => set(fact.ask.name, value)} />`)}
        </div>
        <${FieldError} id="cells-error" text=${bad && t("board.bad_cell", { space: bad.number, why: wrong(bad.ask, values[bad.ask.name]) })} />
      </form>
      ${row.some((fact) => fact.source && !fact.told) && html`<p class="sensor small"><${Icon} name="book" />${t("board.from_rules")}</p>`}
    <//>`;
}

/** @type {View<{ fact: BoardFact, value: Values[string], bad: boolean, next: (event: KeyEvent<HTMLInputElement>) => void, onChange: (value: Value | null) => void }>} */
function Cell({ fact: { ask, number, source, told }, value, bad, next, onChange }) {
  const id = `cell-${ask.name}`;
  /** @type {"true" | undefined} */
  const invalid = bad ? "true" : undefined;
  const shared = { id, class: "cell-input", "aria-label": ask.label, "aria-invalid": invalid, "aria-describedby": bad ? "cells-error" : undefined };
  return html`
    <div class="cell ${isEmpty(value) ? "unknown" : ""}">
      <label for=${id} data-raw>${number}${source && !told && html`<${Icon} name="book" />`}</label>
      ${ask.type === "Pick"
        ? html`<select ...${shared} value=${value ?? ""} onChange=${(event) => onChange(event.currentTarget.value || null)}>
            <option value="" data-raw>–</option>${ask.choices.map((one) => html`<option key=${one.value} value=${one.value}>${one.label}</option>`)}</select>`
        : html`<input ...${shared} inputmode=${ask.type === "Whole" && ask.at_least < 0 ? "text" : "numeric"} autocomplete="off" enterkeyhint="next" value=${value ?? ""} onKeyDown=${next} onInput=${(event) => onChange(whole(event.currentTarget.value))} />`}
    </div>`;
}

// The space of a row's fact.
/** @type {(fact: BoardFact) => number} */
const numberOf = ({ number = 0 }) => number;

// The same for several spaces in a row, or one more (or less) for each further one.
/** @type {View<{ row: BoardFact[], fill: (values: Values) => void }>} */
function FillIn({ row, fill }) {
  const numbers = row.map(numberOf);
  const [from, setFrom] = useState(numbers[0]);
  const [to, setTo] = useState(numbers[numbers.length - 1]);
  const [first, setFirst] = useState("");
  const [step, setStep] = useState("0");
  /** @type {Ref<HTMLDetailsElement>} */
  const box = useRef(null);
  const { ask } = row[0];
  const done = () => {
    const inside = row.filter((fact) => numberOf(fact) >= from && numberOf(fact) <= to);
    const value = ask.type === "Pick" ? first : whole(first);
    if (ask.type !== "Pick" && !Number.isInteger(value)) return;
    fill(Object.fromEntries(inside.map((fact, index) => [fact.ask.name, typeof value === "number" ? value + index * Number(step) : value])));
    box.current.open = false;
  };
  /** @type {(id: string, label: string, value: number, set: (number: number) => void) => Drawn} */
  const space = (id, label, value, set) => html`
    <div class="field"><label for=${id}>${label}</label><select id=${id} value=${value} onChange=${(event) => set(Number(event.currentTarget.value))}>
      ${numbers.map((one) => html`<option key=${one} value=${one} data-raw>${one}</option>`)}</select></div>`;
  return html`
    <details class="fill-in" ref=${box}><summary><span class="row-title">${t("board.fill")}</span><${Icon} name="chevron" /></summary>
      <div class="fill-fields">
        ${space("fill-from", t("board.from"), from, setFrom)}${space("fill-to", t("board.to"), to, setTo)}
        <div class="field"><label for="fill-first">${t(ask.type === "Pick" ? "board.value" : "board.first")}</label>
          ${ask.type === "Pick"
            ? html`<select id="fill-first" value=${first} onChange=${(event) => setFirst(event.currentTarget.value)}><option value="" data-raw>–</option>${ask.choices.map((one) => html`<option key=${one.value} value=${one.value}>${one.label}</option>`)}</select>`
            : html`<input id="fill-first" inputmode="numeric" autocomplete="off" value=${first} onInput=${(event) => setFirst(event.currentTarget.value)} />`}</div>
      </div>
      ${ask.type !== "Pick" && html`<${Options} name="fill-step" kind="three" label=${t("board.further")} value=${step} onChange=${setStep}
        options=${[["0", t("board.same")], ["1", t("board.one_more")], ["-1", t("board.one_less")]]} />`}
      <${Button} kind="second" disabled=${first === ""} onClick=${done}>${t("board.fill_now")}<//>
    </details>`;
}
