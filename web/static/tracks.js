// The game's tracks, drawn from a few kinds of widgets. A value that can be set by hand opens by a tap.

import { html, useEffect, useLayoutEffect, useRef, useState } from "./vendor/preact-htm.js";
import { GameIcon } from "./game_icon.js";
import { Icon } from "./icons.js";
import { Jumps } from "./jumps.js";
import { want } from "./live.js";
import { MapWidget } from "./map.js";
import { AsksSheet } from "./offers.js";
import { shown } from "./asks.js";
import { panels } from "./picks.js";
import { tap } from "./send.js";
import { Sheet } from "./sheet.js";
import { part, show, store, useStore, version } from "./store.js";
import { t } from "./text.js";
import { RowLink, Tone, useTitle } from "./ui.js";
import { isWide } from "./wide.js";
/** @import * as types from "./types.d.ts" */
/** @import { Ref } from "./vendor/preact-htm.js" */
/** @import { Adjustable, Sends, View, Widget } from "./types.d.ts" */

const LONGEST_ROW = 13; // spaces that can be told apart on a small phone
const MANY = 4; // panels, of which not all are near on a phone

export function Tracks() {
  useTitle(t("tracks.title"));
  return html`
    <h1 class="sr-only">${t("tracks.title")}</h1>
    ${part("evening") ? html`${store.phone && html`<${RowLink} href="#otherwise" icon="pencil" title=${t("otherwise.title")} hint=${t("otherwise.hint")} />`}<${ToPanels} /><div class="panels"><${Panels} /></div>` : html`<p class="empty">${t("tracks.none")}</p>`}`;
}

// All of a long page's panels, from wherever one is.
function ToPanels() {
  const all = panels();
  if (isWide() || all.length < MANY) return null;
  /** @type {(name: string) => HTMLElement | null} */
  const find = (name) => document.querySelector(`[data-panel="${CSS.escape(name)}"]`);
  return html`<${Jumps} label=${t("tracks.jump")} to=${all} find=${find} />`;
}

// Whether the first thing in a panel has its name for a label, perhaps with more: then it is the title, which would say it twice.
/** @type {(panel: types.Panel) => boolean} */
export const saysTitle = ({ title, widgets: [first] }) => "label" in first && first.label.startsWith(title) && !/^\p{L}/u.test(first.label.slice(title.length));

// `without`: the maps that stand elsewhere on the page already.
/** @type {View<{ without?: string[] }>} */
export const Panels = ({ without = [] }) => panels().map((panel) => ({ ...panel, widgets: panel.widgets.filter((one) => !("name" in one && without.includes(one.name))) })).filter((panel) => panel.widgets.length > 0).map((panel) => html`
  <section class="panel ${saysTitle(panel) ? "titled" : ""}" key=${panel.name} data-panel=${panel.name} tabindex="-1">
    <h2 class=${saysTitle(panel) ? "sr-only" : undefined}><${GameIcon} name=${panel.icon} />${panel.title}</h2>
    ${panel.widgets.map((widget, index) => html`<${AnyWidget} key=${index} widget=${widget} within=${panel.title} />`)}
  </section>`);

/** @type {View<{ widget: Widget, within: string }>} */
const AnyWidget = ({ widget, within }) => {
  const Kind = KINDS[widget.type];
  return Kind ? html`<${Kind} widget=${widget} within=${within} />` : null;
};

// Wraps a widget whose value can be set by hand: every one that names its value.
/** @type {View<{ name?: string, kind: string }>} */
function Settable({ name, kind, children }) {
  if (name === undefined || !store.phone) return html`<div class="widget ${kind}">${children}</div>`;
  return html`<button type="button" class="widget settable ${kind}" onClick=${() => show(() => html`<${Correcting} name=${name} />`)}>${children}
    <span class="sr-only">${t("tracks.change")}</span><${Icon} name="pencil" /></button>`;
}

// What can be set, and as what, is told only now that it is wanted.
/** @type {View<{ name: string }>} */
export function Correcting({ name }) {
  useStore();
  useEffect(() => want("adjustables"), []);
  const begun = useRef(/** @type {{ one: Adjustable, seen: number | undefined } | null} */ (null));
  const one = part(`adjust:${name}`);
  if (one) begun.current ??= { one, seen: version() };
  if (!begun.current) return html`<${Sheet} title=${t("tracks.correct")}><p class="empty" role="status">${t(part("adjustables") ? "tracks.no_more" : "loading")}</p><//>`;
  return html`<${Correct} ...${begun.current} />`;
}

/** @type {View<{ one: Adjustable, seen: number | undefined }>} */
function Correct({ one: { ask, now }, seen }) {
  /** @type {Sends} */
  const done = (values, agreed) => tap("/api/correct", { name: ask.name, value: values[ask.name], seen: agreed }, ask.label);
  const isStillOpen = () => Boolean(part(`adjust:${ask.name}`));
  return html`
    <${AsksSheet} title=${t("tracks.correct")} asks=${[ask]} initial=${{ [ask.name]: now }} yes=${t("tracks.set")} seen=${seen}
      isStillOpen=${isStillOpen} onDone=${done}>
      <p class="more">${t("tracks.correct_hint")}</p>
      <p class="small">${t("tracks.now", { value: shown(ask, now) })}</p>
    <//>`;
}

/** @type {View<{ widget: types.Track }>} */
function Track({ widget }) {
  const { label, at, first, last, marks, tone, note, icon } = widget;
  const short = last - first < LONGEST_ROW;
  return html`
    <${Settable} name=${widget.value} kind="track tone-${tone}">
      <span class="widget-head"><span class="widget-label"><${Tone} tone=${tone} /><${GameIcon} name=${icon} />${label}</span>
        <span class="widget-value"><span aria-hidden="true" data-raw>${at}</span><span class="sr-only">${t("tracks.span", { at, first, last })}</span></span></span>
      ${short ? html`<${Spaces} widget=${widget} />` : html`<${Bar} widget=${widget} />`}
      ${marks.length > 0 && html`<span class="marks">${marks.map((mark) => html`
        <span class="mark tone-${mark.tone}"><${Tone} tone=${mark.tone} /><${GameIcon} name=${mark.icon} />${t("tracks.mark", { label: mark.label, at: mark.at })}</span>`)}</span>`}
      ${note && html`<span class="small">${note}</span>`}
    <//>`;
}

/** @type {View<{ widget: types.Track }>} */
const Spaces = ({ widget: { at, first, last, marks } }) => html`
  <span class="spaces" aria-hidden="true" data-raw>
    ${Array.from({ length: last - first + 1 }, (_, index) => first + index).map((space) => {
      const mark = marks.find((one) => one.at === space);
      return html`<span class="space ${space === at ? "here" : ""} ${space < at ? "below" : ""} ${mark ? `marked tone-${mark.tone}` : ""}">${space}</span>`;
    })}
  </span>`;

/** @type {View<{ widget: types.Track }>} */
const Bar = ({ widget: { at, first, last, marks } }) => {
  const share = (/** @type {number} */ value) => `${(100 * (Math.min(last, Math.max(first, value)) - first)) / Math.max(1, last - first)}%`;
  return html`
    <span class="bar" aria-hidden="true"><span class="bar-fill" style=${{ width: share(at) }}></span>
      ${marks.map((mark) => html`<span class="bar-mark tone-${mark.tone}" style=${{ left: share(mark.at) }}></span>`)}</span>
    <span class="bar-ends small" aria-hidden="true" data-raw><span>${first}</span><span>${last}</span></span>`;
};

/** @type {View<{ widget: types.Counter }>} */
const Counter = ({ widget: { label, count, of, tone, value, note, icon } }) => html`
  <${Settable} name=${value} kind="counter tone-${tone}">
    <span class="widget-label"><${Tone} tone=${tone} /><${GameIcon} name=${icon} />${label}</span>
    <span class="count" data-raw=${of === undefined}>${of === undefined ? count : t("tracks.at", { at: count, last: of })}</span>
    ${note && html`<span class="small">${note}</span>`}
  <//>`;

/** @type {View<{ widget: types.TokenRow }>} */
const TokenRow = ({ widget: { label, tokens, places } }) => html`
  <div class="widget tokens">
    <span class="widget-label">${label}</span>
    <ul>
      ${tokens.map((one) => html`<li class="token tone-${one.tone} ${one.lit ? "lit" : ""}"><${Tone} tone=${one.tone} /><${GameIcon} name=${one.icon} />${one.label}${!one.lit && html`<span class="sr-only"> </span><span class="sr-only">${t("tracks.off")}</span>`}</li>`)}
      ${Array.from({ length: Math.max(0, (places ?? 0) - tokens.length) }, () => html`<li class="token place"><span class="sr-only">${t("tracks.empty")}</span></li>`)}
    </ul>
  </div>`;

// Its name begins with its panel's: each player may have one.
/** @type {View<{ widget: types.Grid, within: string }>} */
function Grid({ widget, within }) {
  /** @type {Ref<HTMLDivElement>} */
  const ref = useRef(null);
  const [way, setWay] = useState(0);
  const width = useRef(0);
  useLayoutEffect(() => {
    const see = () => {
      const { clientWidth, scrollWidth } = ref.current;
      if (clientWidth !== width.current) setWay(0);
      else if (scrollWidth > clientWidth + 1) setWay((now) => Math.min(now + 1, WAYS.length - 1));
      width.current = clientWidth;
    };
    see();
    const watcher = new ResizeObserver(see);
    watcher.observe(ref.current);
    return () => watcher.disconnect();
  }, [way, widget]);
  const Way = WAYS[way];
  return html`
    <div class="widget grid" ref=${ref} tabindex="0" role="region" aria-label=${t("offer.under", { under: within, label: widget.label })}><${Way} widget=${widget} /></div>`;
}

/** @type {View<{ widget: types.Grid }>} */
const AsTable = ({ widget: { label, columns, rows } }) => html`
    <table><caption class="widget-label">${label}</caption>
      <thead><tr>${columns.map((one) => (one === "" ? html`<td></td>` : html`<th scope="col">${one}</th>`))}</tr></thead>
      <tbody>${rows.map((row) => html`<tr>${row.map((cell, index) => (index === 0
        ? html`<th scope="row" class="tone-${cell.tone}"><${CellWords} cell=${cell} /></th>`
        : html`<td class="tone-${cell.tone}"><${Tone} tone=${cell.tone} /><${CellWords} cell=${cell} /></td>`))}</tr>`)}</tbody>
    </table>`;

// Where the columns do not stand side by side: the rows do, or each row is a list of its own. A table of one row has no heads of
// rows, so that its first value needs its name.
/** @type {View<{ widget: types.Grid }>} */
const Turned = ({ widget }) => html`<${AsTable} widget=${turned(widget)} />`;

/** @type {View<{ widget: types.Grid }>} */
const InRows = ({ widget: { label, columns, rows } }) => html`
  <span class="widget-label">${label}</span>
  ${rows.map(([head, ...cells]) => html`
    <p class="grid-row"><b class="tone-${head.tone}">${rows.length === 1 && html`<span class="small">${columns[0]}</span> `}<${CellWords} cell=${head} /></b>
      ${cells.map((cell, index) => html`<span class="tone-${cell.tone}"><span class="small">${columns[index + 1]}</span> <${Tone} tone=${cell.tone} /><${CellWords} cell=${cell} /></span>`)}</p>`)}`;

const WAYS = [AsTable, Turned, InRows];

// Rows become columns, so that what headed the first column stands beside what headed the rows. A row's icon goes: there is no
// room for it.
/** @type {(grid: types.Grid) => types.Grid} */
export const turned = (grid) => ({
  ...grid,
  columns: [grid.columns[0], ...grid.rows.map(([head]) => head.label)],
  rows: grid.columns.slice(1).map((label, at) => [{ label, tone: "plain" }, ...grid.rows.map((row) => row[at + 1])]),
});

/** @type {View<{ cell: { label: string, icon?: string } }>} */
const CellWords = ({ cell }) => (cell.icon === undefined ? cell.label : html`<span class="cell"><${GameIcon} name=${cell.icon} /><span>${cell.label}</span></span>`);

/** @type {View<{ widget: types.CardList }>} */
const CardList = ({ widget: { label, cards } }) => html`
  <div class="widget cards"><span class="widget-label">${label}</span>
    ${cards.length === 0 && html`<p class="small">${t("tracks.no_cards")}</p>`}
    <ul>${cards.map((card) => html`<li><${Row} card=${card} /></li>`)}</ul>
  </div>`;

// A card without a code has nothing to look up.
/** @type {View<{ card: types.CardRow }>} */
function Row({ card: { code, label, note, icon } }) {
  const words = html`<span class="row-words"><span>${label}</span>${note && html`<span class="small">${note}</span>`}</span>`;
  if (!code) return html`<div class="row"><${GameIcon} name=${icon} />${words}</div>`;
  return html`
    <a class="row" href="#look-up/card/${encodeURIComponent(code)}"><${GameIcon} name=${icon} />${!code.includes(" ") && code !== label && html`<span class="code" data-raw>${code}</span>`}${words}<${Icon} name="chevron" /></a>`;
}

/** @type {View<{ widget: types.Note }>} */
const Note = ({ widget: { text, tone, rule } }) => html`
  <div class="widget note tone-${tone}"><p><${Tone} tone=${tone} />${text}</p>
    ${rule && html`<a class="link" href="#look-up/rule/${encodeURIComponent(rule)}"><${Icon} name="book" />${t("rule")}</a>`}</div>`;

/** @type {Record<string, View<{ widget: any, within: string }>>} */ // each draws its own kind: the name says which
const KINDS = { Track, Counter, TokenRow, Grid, CardList, Note, HexMap: MapWidget, PlaceMap: MapWidget };
