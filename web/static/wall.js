// The overview for a screen on the wall: one screen without scrolling, to be read from three metres. It watches as a guest.

import { html, render, useLayoutEffect, useRef } from "./vendor/preact-htm.js";
import { extentOf, isBoard, Picture } from "./any_map.js";
import { GameIcon } from "./game_icon.js";
import { Icon } from "./icons.js";
import { connect } from "./live.js";
import { layOut } from "./hexagons.js";
import { layOutPlaces } from "./places.js";
import { panels } from "./picks.js";
import { part, store, useStore } from "./store.js";
import { here, nameless, start, t, time } from "./text.js";
import { showTheme } from "./theme.js";
import { Tone } from "./ui.js";
/** @import * as types from "./types.d.ts" */
/** @import { Ref } from "./vendor/preact-htm.js" */
/** @import { AnyMap, View, Where, Widget } from "./types.d.ts" */

const SMALLEST = 0.55; // of their first size letters may shrink to
const SHRINK = 0.05;
const LARGEST = 1.4; // what stands alone in much room grows
const MOST_TO_DO = 6;
const MAP_SHARE = 0.999; // rounding must not make it wider than its room
const MOST_OF_A_PLACE = 0.3; // a small board is not blown up
const PHONE_PX = 430; // letters are as large in it as on a map of this width,
const PHONE_PLACE_PX = 72; // or, of a board of few places, as where a place is so wide

function Wall() {
  useStore();
  const evening = part("evening");
  document.title = t("page_title", { page: evening ? titleOf(evening.game) : t("wall.title"), name: start.name });
  return html`
    <${Head} />
    <main class="wall ${mapShown() ? "with-map" : ""}" tabindex="-1">
      ${evening ? html`<${Evening} />` : html`<section class="wall-now idle"><h1>${t("wall.none")}</h1></section>`}
    </main>
    <footer class="wall-said"><${Lost} /><${Said} /></footer>`;
}

/** @type {(game: string) => string} */
const titleOf = (game) => start.looks[game]?.title ?? game;

/** @param {Where | null | undefined} where @returns {where is Where & { phase: number }} */
const hasPhase = (where) => Boolean(where?.phases.length) && where?.phase !== undefined;

function Head() {
  const where = part("where");
  const evening = part("evening");
  const player = where?.turn === undefined ? undefined : evening?.players[where.turn];
  const turn = player !== undefined && !part("ending") && where?.line === t("now.for", { player }); // stands large below
  return html`
    <header class="wall-head">
      <p class="wall-game">${evening ? titleOf(evening.game) : start.name}</p>
      <p class="wall-where">${!turn && html`<${GameIcon} name=${where?.icon} />${where?.line ?? ""}`}</p>
      ${where?.round !== undefined && where.rounds !== undefined && html`<p class="wall-round"><${Icon} name="round" /><span data-raw>${where.round}</span><small>${t("wall.of", { all: where.rounds })}</small></p>`}
      <a class="icon-button" href=${here("/#table")} aria-label=${t("back")}><${Icon} name="back" /></a>
      ${hasPhase(where) && html`<ol class="wall-phases" aria-label=${t("now.phases")}>
        ${where.phases.map((name, index) => html`<li key=${index} class=${index < where.phase ? "past" : ""} aria-current=${index === where.phase ? "step" : undefined}><span>${name}</span></li>`)}</ol>`}
    </header>`;
}

const Evening = () => html`
  <${WhatNow} />
  <${Map} />
  <${Tracks} />`;

// Letters as large as their room allows, `most` at first; what has none even then is left out from the end.
/** @type {(most: number) => Ref<HTMLElement>} */
function useFit(most) {
  /** @type {Ref<HTMLElement>} */
  const ref = useRef(null);
  useLayoutEffect(() => {
    const fit = () => {
      const one = ref.current;
      const parts = /** @type {HTMLElement[]} */ ([...one.children]);
      const over = () => {
        const { bottom, right } = one.getBoundingClientRect();
        return parts.some((child) => {
          const own = child.getBoundingClientRect();
          return own.bottom > bottom + 1 || own.right > right + 1;
        }) || [...one.querySelectorAll(".wall-label, .wide, .wall-turn, h1, li")].some((words) => words.scrollWidth > words.clientWidth + 1);
      };
      for (const child of parts) child.style.display = "";
      let size = most;
      one.style.fontSize = `${size}em`;
      while (over() && size > SMALLEST) one.style.fontSize = `${(size -= SHRINK).toFixed(2)}em`;
      while (over() && parts.length > 1) /** @type {HTMLElement} */ (parts.pop()).style.display = "none";
    };
    fit();
    const watcher = new ResizeObserver(fit);
    watcher.observe(ref.current);
    return () => watcher.disconnect();
  });
  return ref;
}

function WhatNow() {
  const ref = useFit(1);
  const prompt = part("prompts")?.[0];
  const ending = part("ending");
  const seat = part("where")?.turn ?? prompt?.seat;
  const todo = (part("last")?.facts ?? []).flatMap((fact) => fact.todo ?? []);
  return html`
    <section class="wall-now" ref=${ref} aria-live="polite">
      ${!ending && html`<${Turn} seat=${seat} />`}
      ${ending && html`<p class="wall-turn"><${Icon} name="flag" />${t("now.ended")}</p>`}
      <h1>${ending ?? (prompt ? nameless(prompt.do, playerAt(seat)) : t("now.nothing"))}</h1>
      ${!ending && todo.length > 0 && html`<ul class="wall-todo">${todo.slice(0, MOST_TO_DO).map((one) => html`<li><i class="wall-box" aria-hidden="true"></i>${one}</li>`)}
        ${todo.length > MOST_TO_DO && html`<li class="wall-rest">${t("todo.more", { n: todo.length - MOST_TO_DO })}</li>`}</ul>`}
      ${!ending && prompt?.more && html`<p class="wall-more">${prompt.more}</p>`}
    </section>`;
}

/** @type {(seat?: number) => string | undefined} */
function playerAt(seat) {
  const players = part("evening")?.players ?? [];
  return seat === undefined || players.length < 2 ? undefined : players[seat];
}

/** @type {View<{ seat?: number }>} */
function Turn({ seat }) {
  const player = playerAt(seat);
  return player !== undefined && html`<p class="wall-turn"><${Icon} name="person" />${t("now.for", { player })}</p>`;
}

// --- the map --------------------------------------------------------------------------------------------------------

/** @type {() => AnyMap | undefined} */
const mapShown = () => /** @type {AnyMap | undefined} */ (widgets().find((one) => (one.type === "PlaceMap" || one.type === "HexMap") && one.main));

/** @type {() => Widget[]} */
const widgets = () => panels().flatMap((panel) => panel.widgets);

/** @type {(map: AnyMap) => number} */
const heightFor = (map) => {
  const { around } = isBoard(map) ? layOutPlaces(map) : layOut(map);
  return around.height / around.width;
};

function Map() {
  /** @type {Ref<HTMLDivElement>} */
  const ref = useRef(null);
  const map = mapShown();
  useLayoutEffect(() => {
    const room = ref.current;
    if (!room || !map) return undefined;
    const watcher = new ResizeObserver(() => draw(room, map));
    watcher.observe(room);
    draw(room, map);
    return () => {
      watcher.disconnect();
      render(null, room);
    };
  });
  return map && html`<div class="wall-map" ref=${ref} role="img" aria-label=${map.label}></div>`;
}

/** @type {(room: HTMLElement, map: AnyMap) => void} */
function draw(room, map) {
  const width = Math.floor(Math.min(room.clientWidth, room.clientHeight / heightFor(map), (extentOf(map).width / extentOf(map).least) * room.clientWidth * MOST_OF_A_PLACE) * MAP_SHARE);
  const place = isBoard(map) ? (extentOf(map).least * width) / extentOf(map).width : 0;
  if (width > 0) render(html`<${Picture} map=${map} width=${width} letters=${Math.max(width / PHONE_PX, place / PHONE_PLACE_PX)} />`, room);
}

// --- the tracks -----------------------------------------------------------------------------------------------------

function Tracks() {
  const ref = useFit(LARGEST);
  const all = panels().flatMap((panel) => panel.widgets.map((widget) => ({ widget, title: panel.title })));
  const main = all.filter(({ widget }) => "main" in widget && widget.main && KINDS[widget.type]);
  const shown = main.length ? main : all.filter(({ widget }) => widget.type === "Track");
  const labels = shown.map(({ widget }) => ("label" in widget ? widget.label : ""));
  const players = part("evening")?.players ?? [];
  // What every player has is called by its panel, where that is the player's.
  const named = shown.map(({ widget, title }, index) => (players.includes(title) && labels.indexOf(labels[index]) !== labels.lastIndexOf(labels[index]) ? { ...widget, label: title } : widget));
  return html`<section class="wall-tracks" ref=${ref} aria-label=${t("tracks.title")}>
    ${named.map((one, index) => html`<${AnyWidget} key=${index} widget=${one} />`)}</section>`;
}

/** @type {View<{ widget: Widget }>} */
const AnyWidget = ({ widget }) => {
  const Kind = KINDS[widget.type];
  return html`<${Kind} widget=${widget} />`;
};

/** @type {View<{ label: string, tone: string, icon?: string, value?: string | number, of?: number }>} */
const Line = ({ label, tone, icon, value, of }) => html`
  <span class="wall-line tone-${tone}"><${Tone} tone=${tone} /><${GameIcon} name=${icon} /><span class="wall-label">${label}</span>
    ${value !== undefined && html`<b data-raw>${value}${of !== undefined && html`<small>${t("wall.of", { all: of })}</small>`}</b>`}</span>`;

/** @type {View<{ widget: types.Track }>} */
function Track({ widget: { label, at, first, last, marks, tone, icon } }) {
  const share = (/** @type {number} */ value) => `${(100 * (Math.min(last, Math.max(first, value)) - first)) / Math.max(1, last - first)}%`;
  return html`
    <div class="wall-track"><${Line} label=${label} tone=${tone} icon=${icon} value=${at} of=${last} />
      <span class="wall-bar" aria-hidden="true"><span class="wall-fill" style=${{ width: share(at) }}></span>
        ${marks.map((mark) => html`<span class="wall-mark tone-${mark.tone}" style=${{ left: share(mark.at) }}></span>`)}</span></div>`;
}

/** @type {View<{ widget: types.Counter }>} */
const Counter = ({ widget: { label, count, of, tone, icon } }) => html`
  <div class="wall-track"><${Line} label=${label} tone=${tone} icon=${icon} value=${count} of=${of} /></div>`;

/** @type {View<{ widget: types.TokenRow }>} */
const TokenRow = ({ widget: { label, tokens, places } }) => html`
  <div class="wall-track tokens"><${Line} label=${label} tone="plain" />
    <ul class="wall-tokens">
      ${tokens.map((one) => html`<li class="tone-${one.tone} ${one.lit ? "lit" : ""}"><${GameIcon} name=${one.icon} /><span class=${one.icon ? "sr-only" : ""}>${one.label}</span>${!one.lit && html`<span class="sr-only"> ${t("tracks.off")}</span>`}</li>`)}
      ${Array.from({ length: Math.max(0, (places ?? 0) - tokens.length) }, () => html`<li class="place"><span class="sr-only">${t("tracks.empty")}</span></li>`)}
    </ul></div>`;

/** @type {View<{ widget: types.Grid }>} */
const Grid = ({ widget: { columns, rows } }) => html`
  <div class="wall-track wide"><table>
    <thead><tr>${columns.map((one) => (one === "" ? html`<td></td>` : html`<th scope="col">${one}</th>`))}</tr></thead>
    <tbody>${rows.map((row) => html`<tr>${row.map((cell, index) => (index === 0 ? html`<th scope="row" class="tone-${cell.tone}">${cell.label}</th>` : html`<td class="tone-${cell.tone}">${cell.label}</td>`))}</tr>`)}</tbody>
  </table></div>`;

/** @type {View<{ widget: types.Note }>} */
const Note = ({ widget: { text, tone } }) => html`<div class="wall-track wide wall-note tone-${tone}"><${Tone} tone=${tone} />${text}</div>`;

/** @type {Record<string, View<{ widget: any }>>} */ // each draws its own kind: the name says which
const KINDS = { Track, Counter, TokenRow, Grid, Note };

// --- what was said, and whether anything still comes ----------------------------------------------------------------

// Apart from what stands large above.
function Said() {
  const prompt = part("prompts")?.[0]?.do;
  const last = (part("captions") ?? []).filter((one) => !prompt || !one.text.endsWith(prompt)).at(-1);
  return last && html`<p class="wall-caption ${last.urgency >= 2 && !part("ending") ? "urgent" : ""}"><${Icon} name="speaker" /><span class="sr-only">${t("now.said")}</span><span>${last.text}</span><small data-raw>${time(last.at)}</small></p>`;
}

function Lost() {
  if (store.link === "live" || (store.link === "connecting" && part("version") !== undefined)) return null;
  return html`<p class="wall-lost" role="alert"><${Icon} name="offline" />${t(store.link)}</p>`;
}

showTheme();
render(html`<${Wall} />`, /** @type {HTMLElement} */ (document.getElementById("app")));
connect();
