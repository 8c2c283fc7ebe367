// "The table says otherwise": every value that can be set by hand, as it lies on the board, set together as one step.

import { html, useEffect, useState } from "./vendor/preact-htm.js";
import { shown, wrong } from "./asks.js";
import { Icon } from "./icons.js";
import { want } from "./live.js";
import { panels } from "./picks.js";
import { tap } from "./send.js";
import { go, part, store, tell, update, version } from "./store.js";
import { nameless, plain, t } from "./text.js";
import { Button, FieldError, IconButton, Top, useTitle } from "./ui.js";
/** @import { Adjustable, FieldEvent, PickAsk, Value, Values, View, WholeAsk } from "./types.d.ts" */

const LONGEST_ROW = 16; // numbers that stand side by side, as the spaces of a track do
const LONGEST_GROUP = 20; // values that are seen without a tap, where a heading has so many
const FOUND_BY_EYE = 40; // values; of more, one is sought by its name
/** @type {{ evening: string | undefined, seen: number | undefined, values: Values, tried: boolean }} */
let draft = { evening: undefined, seen: undefined, values: {}, tried: false };

/** @type {() => typeof draft} */
function mine() {
  const evening = part("evening")?.id;
  if (draft.evening !== evening) draft = { evening, seen: undefined, values: {}, tried: false };
  return draft;
}

/** @type {() => Adjustable[]} */
const all = () => (part("adjustables") ?? []).flatMap((name) => part(`adjust:${name}`) ?? []);

// Which values are set otherwise than the companion has them now.
/** @type {(ones: Adjustable[], values: Values) => Values} */
export const changed = (ones, values) => Object.fromEntries(ones.filter(({ ask, now }) => ask.name in values && values[ask.name] !== now).map(({ ask }) => [ask.name, values[ask.name]]));

// Values under the headings of the board: their own, else the panel's that shows them, in the order of the panels.
/** @type {(ones: Adjustable[], titles: Map<string, string>, others: string) => [heading: string, ones: Adjustable[]][]} */
export function byHeading(ones, titles, others) {
  /** @type {Map<string, Adjustable[]>} */
  const found = new Map([...titles.values()].map((title) => [title, []]));
  for (const one of ones) {
    const heading = one.group ?? titles.get(one.ask.name) ?? others;
    found.set(heading, [...(found.get(heading) ?? []), one]);
  }
  const last = found.get(others) ?? [];
  found.delete(others);
  return [...found, /** @type {[string, Adjustable[]]} */ ([others, last])].filter(([, some]) => some.length);
}

/** @type {() => Map<string, string>} */
const titlesOfPanels = () => new Map(panels().flatMap((panel) => panel.widgets.flatMap((widget) =>
  ("value" in widget && widget.value !== undefined ? [/** @type {[string, string]} */ ([widget.value, panel.title])] : []))));

/** @type {(name: string, value: Values[string]) => void} */
function set(name, value) {
  const now = mine();
  now.seen ??= version();
  now.values = { ...now.values, [name]: value };
  update({});
}

function forget() {
  draft = { evening: undefined, seen: undefined, values: {}, tried: false };
  update({});
}

export function Otherwise() {
  useTitle(t("otherwise.title"));
  useEffect(() => want("adjustables"), []);
  if (!part("evening")) return html`<${Top} title=${t("otherwise.title")} back="#now" /><p class="empty">${t("tracks.none")}</p>`;
  const [query, setQuery] = useState("");
  const { seen, values } = mine();
  const wanted = plain(query.trim());
  const groups = fitting(byHeading(all(), titlesOfPanels(), t("tracks.others")), wanted);
  const moved = seen !== undefined && seen !== version() && Object.keys(changed(all(), values)).length > 0;
  return html`
    <${Top} title=${t("otherwise.title")} back="#now" />
    <p class="more">${t("otherwise.hint")}</p>
    ${!part("adjustables") && html`<p class="empty" role="status">${t("loading")}</p>`}
    ${moved && html`<p class="card notice" role="alert"><span><${Icon} name="warning" label=${t("tone.heed")} />${t("otherwise.moved", { label: part("last")?.label ?? "" })}</span></p>`}
    ${all().length > FOUND_BY_EYE && html`<search><label class="sr-only" for="otherwise-query">${t("board.find")}</label>
      <div class="search-field"><${Icon} name="search" />
        <input id="otherwise-query" type="search" value=${query} placeholder=${t("board.find")} autocomplete="off" enterkeyhint="search" onInput=${(/** @type {FieldEvent} */ event) => setQuery(event.currentTarget.value)} /></div></search>`}
    ${wanted && groups.length === 0 && html`<p class="empty" role="status">${t("look.none", { query: query.trim() })}</p>`}
    <div class="otherwise">${groups.map(([heading, ones]) => html`<${Group} key=${heading} heading=${heading} ones=${ones} open=${wanted !== ""} />`)}</div>`;
}

// What bears the sought words in its name or in its heading's.
/** @type {(groups: [heading: string, ones: Adjustable[]][], wanted: string) => [heading: string, ones: Adjustable[]][]} */
export const fitting = (groups, wanted) => groups.map(([heading, ones]) => /** @type {[string, Adjustable[]]} */ ([heading, ones.filter(({ ask }) => plain(`${heading} ${ask.label}`).includes(wanted))]))
  .filter(([, ones]) => ones.length);

// A long one stands under its heading alone until it is opened: a hundred tiles are a hundred rows of a phone.
/** @type {View<{ heading: string, ones: Adjustable[], open: boolean }>} */
function Group({ heading, ones, open }) {
  const [unfolded, setUnfolded] = useState(false);
  const rows = () => ones.map((one) => html`<${Row} key=${one.ask.name} one=${one} heading=${heading} />`);
  if (ones.length <= LONGEST_GROUP) return html`<section class="panel"><h2>${heading}</h2>${rows()}</section>`;
  const n = Object.keys(changed(ones, mine().values)).length;
  const opened = open || unfolded;
  return html`
    <details class="panel" open=${opened} onToggle=${(/** @type {any} */ event) => open || setUnfolded(event.currentTarget.open)}>
      <summary><span class="row-words"><h2 class="row-title">${heading}</h2><span class="small">${n ? t("otherwise.changed", { n }) : t("otherwise.count", { n: ones.length })}</span></span><${Icon} name="chevron" /></summary>
      ${opened && rows()}
    </details>`;
}

// Under the heading of a player a value stands without the name.
/** @type {View<{ one: Adjustable, heading: string }>} */
function Row({ one: { ask, now }, heading }) {
  const { values, tried } = mine();
  const value = ask.name in values ? values[ask.name] : now;
  const other = value !== now;
  const error = (tried || other) && value !== "" ? wrong(ask, value) : tried ? wrong(ask, value) : null;
  const id = `otherwise-${ask.name}`;
  return html`
    <div class="otherwise-row ${other ? "changed" : ""}" role="group" aria-labelledby="${id}-label">
      <span class="widget-label" id="${id}-label">${nameless(ask.label, heading)}${other && html`<span class="small">${t("otherwise.was", { value: shown(ask, now) })}</span>`}</span>
      <${Field} id=${id} ask=${ask} value=${value} />
      <${FieldError} id="${id}-error" text=${error} />
    </div>`;
}

// A field shows one line: what is longer than that stands in full below it.
const CUT_OFF = 28; // letters
/** @type {(ask: PickAsk, value: Values[string]) => string} */
const chosenOf = (ask, value) => ask.choices.find((one) => one.value === value)?.label ?? "";

/** @type {View<{ id: string, ask: Adjustable["ask"], value: Values[string] }>} */
function Field({ id, ask, value }) {
  if (ask.type === "Whole") return ask.at_most - ask.at_least < LONGEST_ROW ? html`<${Spaces} id=${id} ask=${ask} value=${value} />` : html`<${Number} id=${id} ask=${ask} value=${value} />`;
  if (ask.type === "Pick") {
    return html`<select id=${id} aria-labelledby="${id}-label" onChange=${(/** @type {any} */ event) => set(ask.name, event.currentTarget.value)}>
      ${ask.choices.map((one) => html`<option value=${one.value} selected=${one.value === value}>${one.label}</option>`)}</select>
      ${chosenOf(ask, value).length > CUT_OFF && html`<p class="small whole-choice" aria-hidden="true">${chosenOf(ask, value)}</p>`}`;
  }
  return html`<input id=${id} aria-labelledby="${id}-label" value=${value ?? ""} autocomplete="off" onInput=${(/** @type {FieldEvent} */ event) => set(ask.name, event.currentTarget.value)} />`;
}

// A track as it lies on the board: a tap on a space puts the marker there.
/** @type {View<{ id: string, ask: WholeAsk, value: Values[string] }>} */
const Spaces = ({ id, ask, value }) => html`
  <div class="spaces-to-set" role="radiogroup" aria-labelledby="${id}-label" data-raw>
    ${Array.from({ length: ask.at_most - ask.at_least + 1 }, (_, index) => ask.at_least + index).map((space) => html`
      <label class="space-to-set" key=${space}><input type="radio" name=${id} value=${space} checked=${space === value} onChange=${() => set(ask.name, space)} /><span>${space}</span></label>`)}
  </div>`;

/** @type {View<{ id: string, ask: WholeAsk, value: Values[string] }>} */
function Number({ id, ask, value }) {
  const [typed, setTyped] = useState(/** @type {string | null} */ (null));
  const base = typeof value === "number" ? value : ask.at_least;
  /** @type {(to: number) => void} */
  const go_to = (to) => {
    setTyped(null);
    set(ask.name, Math.min(ask.at_most, Math.max(ask.at_least, to)));
  };
  const type = (/** @type {FieldEvent} */ event) => {
    const words = event.currentTarget.value;
    setTyped(words);
    set(ask.name, /^\s*-?\d{1,15}\s*$/.test(words) ? parseInt(words, 10) : words);
  };
  return html`
    <div class="number-to-set">
      <${IconButton} icon="minus" label=${`${ask.label}: ${t("ask.less")}`} disabled=${base <= ask.at_least} onClick=${() => go_to(base - 1)} />
      <input id=${id} aria-labelledby="${id}-label" inputmode=${ask.at_least < 0 ? "text" : "numeric"} autocomplete="off" value=${typed ?? String(value ?? "")} onInput=${type} />
      <${IconButton} icon="plus" label=${`${ask.label}: ${t("ask.more")}`} disabled=${base >= ask.at_most} onClick=${() => go_to(base + 1)} />
    </div>`;
}

export function OtherwiseBar() {
  if (!part("evening")) return null;
  const now = mine();
  const values = changed(all(), now.values);
  const count = Object.keys(values).length;
  if (!count) return null;
  const save = async () => {
    now.tried = true;
    const bad = all().find(({ ask }) => ask.name in values && wrong(ask, values[ask.name]));
    if (bad) {
      tell(`${bad.ask.label}: ${wrong(bad.ask, values[bad.ask.name])}`, { tone: "danger" });
      document.getElementById(`otherwise-${bad.ask.name}`)?.scrollIntoView({ block: "center" });
      return;
    }
    const seen = version(); // what was changed since stands on the page, with a warning above it
    if (await tap("/api/correct", { values: /** @type {Record<string, Value>} */ (values), seen }, t("otherwise.title"))) {
      forget();
      go("now");
    } else if (now.seen !== undefined) now.seen = version();
  };
  return html`
    <div class="action-bar">
      <${Button} onClick=${forget}>${t("otherwise.forget")}<//>
      <button type="button" class="button answer usual" aria-busy=${store.pending !== null} onClick=${save}><span class="words">${t("otherwise.set", { n: count })}</span></button>
    </div>`;
}
