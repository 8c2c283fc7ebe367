// All tables at a glance, each a card; who asks for the staff stands above.

import { html } from "./vendor/preact-htm.js";
import { GamePicture } from "./game_icon.js";
import { Icon } from "./icons.js";
import { tap } from "./send.js";
import { part, store } from "./store.js";
import { ago, t, time, who } from "./text.js";
import { Button, Raw, useTitle } from "./ui.js";
/** @import { VenueTable, View } from "./types.d.ts" */

/** @type {Record<VenueTable["status"], [tone: string, icon: string]>} */
const STATUS = {
  playing: ["good", "play"], resting: ["plain", "pause"], ended: ["plain", "flag"], free: ["plain", "check"],
  off: ["gone", "minus"], unseen: ["warm", "offline"], unknown: ["gone", "minus"],
};

/** @type {() => VenueTable[]} */
const tables = () => (part("tables") ?? []).flatMap((name) => part(`table:${name}`) ?? []);

export function Tables() {
  useTitle(t("venue.tables"));
  const all = tables();
  const taken = all.filter((one) => ["playing", "resting", "ended"].includes(one.status)).length;
  const free = all.filter((one) => one.status === "free").length;
  return html`
    <h1 class="sr-only">${t("venue.tables")}</h1>
    <${Calls} />
    ${!store.phone && html`<${Guest} />`}
    ${part("tables") === undefined ? html`<p class="empty">${t("loading")}</p>` : all.length === 0 ? html`<p class="empty">${t("venue.none")}</p>` : html`
      <p class="venue-count" role="status">${t("venue.taken", { n: taken })}, ${t("venue.free", { n: free })}</p>
      <ul class="venue-tables">${all.map((one) => html`<${Table} key=${one.table} one=${one} />`)}</ul>`}`;
}

const Guest = () => html`
  <div class="venue-guest"><p>${t("venue.guest")}</p><a class="button" href="#join"><${Icon} name="key" /><span class="words">${t("venue.join")}</span></a></div>`;

// The calls of all tables, the longest first.
export function Calls() {
  const calling = tables().filter((one) => one.call).sort((one, other) => (one.call?.at ?? 0) - (other.call?.at ?? 0));
  return html`
    <div role="alert" class="venue-calls">${calling.map(({ table, call }) => html`
      <section class="venue-call" key=${call?.id} aria-label=${t("venue.asks")}>
        <${Icon} name="bell" /><p class="row-words"><span class="row-title" data-raw>${table}</span><span>${t("venue.call", { name: call?.by, ago: ago(call?.at ?? 0) })}</span></p>
        <${Button} kind="usual" aria-label=${t("venue.answer_of", { table })} onClick=${() => tap("/api/calls/answer", { table, call: call?.id }, t("venue.answer"))}>${t("venue.answer")}<//>
      </section>`)}</div>`;
}

/** @type {View<{ one: VenueTable }>} */
const Table = ({ one }) => html`
  <li class="venue-table status-${one.status} ${one.call ? "calls" : ""}">
    <div class="venue-head"><h2 data-raw>${one.table}</h2><${Status} one=${one} /></div>
    ${one.seen !== undefined && html`<p class="small">${t("venue.seen", { ago: ago(one.seen) })}</p>`}
    ${one.game !== undefined && html`
      <div class="venue-game"><${GamePicture} game=${one.game} /><p class="row-words"><span class="row-title">${one.title}</span>
        ${one.name && html`<span class="small"><${Raw}>${one.name}<//></span>`}</p></div>`}
    ${one.players && html`<p class="venue-players"><${Icon} name="person" /><span class="sr-only">${t("venue.people", { players: "" })}</span><span data-raw>${one.players.join(", ")}</span></p>`}
    ${one.ending ? html`<p class="venue-line">${one.ending}</p>` : one.line && html`<p class="venue-line">${whereOf(one)}</p>`}
    ${one.started !== undefined && html`<p class="small">${t("venue.since", { time: time(one.started), long: long(minutesOf(one)) })}</p>`}
    ${one.last && html`<p class="small">${t("venue.last", { what: one.last, who: who(one.by ?? ""), ago: ago(one.at ?? 0) })}</p>`}
    ${(one.lost ?? []).length > 0 && html`<p class="venue-wrong"><${Icon} name="warning" />${t("venue.lost", { devices: (one.lost ?? []).map((device) => device.label).join(", ") })}</p>`}
    ${one.altered && html`<p class="venue-wrong"><${Icon} name="warning" />${t("venue.altered")}</p>`}
    <div class="venue-foot">
      <span class="small">${one.program && t("venue.version", { version: one.program })}</span>
      ${store.phone && one.id !== undefined && html`<a class="button" href=${evening(one)} aria-label=${t("venue.look", { table: one.table })}><${Icon} name="history" /><span class="words">${t("nav.evenings.one")}</span></a>`}
    </div>
  </li>`;

/** @type {View<{ one: VenueTable }>} */
function Status({ one }) {
  const [tone, icon] = STATUS[one.status] ?? STATUS.unknown;
  return html`<p class="venue-status tone-${tone}"><${Icon} name=${icon} /><span>${t(`venue.status_${one.status}`)}</span></p>`;
}

/** @type {(one: { table: string, id?: string, copy?: number }) => string} */
export const evening = ({ table, id, copy }) => `#evening/${table}/${id}/${copy}`;

// "Round 3 of 8: Morning, Anna's turn", without what the line says itself.
/** @type {(one: VenueTable) => string} */
function whereOf({ line = "", round, rounds, turn }) {
  const told = round !== undefined && !line.includes(String(round)) && (rounds === undefined ? t("venue.round", { round }) : t("venue.round_of", { round, rounds }));
  return [told, line, turn && !line.includes(turn) && t("venue.turn", { player: turn })].filter(Boolean).join(", ");
}

// How long it has been going: to the last step once it is over.
/** @type {(one: VenueTable) => number} */
const minutesOf = ({ started = 0, at, status }) => ((status === "playing" ? Date.now() / 1000 : at ?? started) - started) / 60;

/** @type {(minutes: number) => string} */
export function long(minutes) {
  const whole = Math.max(0, Math.round(minutes));
  return whole < 60 ? t("venue.minutes", { n: whole }) : t("venue.hours", { hours: Math.floor(whole / 60), minutes: whole % 60 });
}
