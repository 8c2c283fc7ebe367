// What the venue's owner wants of the tables (settings, cards, a version), and what each has of it. Only to be read.

import { html } from "./vendor/preact-htm.js";
import { Icon } from "./icons.js";
import { part } from "./store.js";
import { ago, t } from "./text.js";
import { Top, useTitle } from "./ui.js";
import { useRead } from "./use_read.js";
/** @import { Readable, VenueFleet, VenueGroup, VenueStanding, VenueWish, View } from "./types.d.ts" */

// What somebody should look at stands first.
/** @type {Record<VenueStanding["state"], [tone: string, icon: string, order: number]>} */
const STATE = {
  failed: ["warm", "warning", 0], trying: ["plain", "play", 1], waiting: ["plain", "pause", 2], behind: ["plain", "pause", 3],
  silent: ["gone", "minus", 4], taken: ["good", "check", 5],
};

export function Fleet() {
  useTitle(t("fleet.title"));
  /** @type {Readable<VenueFleet>} */
  const [found] = useRead("/api/fleet", { again: part("fleet") });
  return html`
    <${Top} title=${t("fleet.title")} back="#table" />
    <p>${t("fleet.hint")} <span class="small">${t("fleet.how")}</span></p>
    ${!found ? html`<p class="empty">${t("loading")}</p>` : html`<${Whole} found=${found} />`}`;
}

/** @type {View<{ found: VenueFleet }>} */
const Whole = ({ found: { checked, trouble, groups, tables } }) => html`
  ${trouble && html`<p class="venue-wrong" role="alert"><${Icon} name="warning" />${trouble}</p>`}
  ${groups.length === 0 ? html`<p class="empty">${t("fleet.none")}</p>` : html`
    ${!checked && html`<p class="small">${t("fleet.unchecked")}</p>`}
    <p class="venue-count" role="status">${counted(tables)}</p>
    <ul class="venue-tables">${[...tables].sort((one, other) => STATE[one.state][2] - STATE[other.state][2]).map((one) => html`<${Table} key=${one.table} one=${one} />`)}</ul>
    <section class="panel" aria-labelledby="fleet-groups"><h2 id="fleet-groups">${t("fleet.groups")}</h2>
      <ul class="list">${groups.map((one) => html`<${Group} key=${one.name} one=${one} />`)}</ul></section>`}`;

/** @type {(tables: VenueStanding[]) => string} */
function counted(tables) {
  const of = (/** @type {(state: string) => boolean} */ fits) => tables.filter((one) => fits(one.state)).length;
  const [taken, failed] = [of((state) => state === "taken"), of((state) => state === "failed")];
  const left = tables.length - taken - failed;
  return [t("fleet.count_taken", { n: taken }), failed && t("fleet.count_failed", { n: failed }), left && t("fleet.count_left", { n: left })].filter(Boolean).join(", ");
}

/** @type {View<{ one: VenueStanding }>} */
function Table({ one }) {
  const [tone, icon] = STATE[one.state];
  return html`
    <li class="venue-table fleet-${one.state}">
      <div class="venue-head"><h2 data-raw>${one.table}</h2><p class="venue-status tone-${tone}"><${Icon} name=${icon} /><span>${t(`fleet.state_${one.state}`)}</span></p></div>
      ${one.why && html`<p>${one.why}</p>`}
      <p>${t("fleet.wanted", { what: wished(one.wanted) })}</p>
      ${one.state !== "taken" && (one.settings ?? []).length > 0 && html`<p class="small">${t("fleet.holds", { settings: one.settings?.join(", ") })}</p>`}
      ${!one.sent && html`<p class="venue-wrong"><${Icon} name="warning" />${t("fleet.unsent")}</p>`}
      ${one.version !== undefined && html`<p class="small">${t("fleet.has", { version: one.version, when: ago(one.at ?? 0) })}</p>`}
      <p class="small">${t("fleet.of_groups", { groups: one.groups.join(", ") })}</p>
    </li>`;
}

/** @type {View<{ one: VenueGroup }>} */
const Group = ({ one }) => html`
  <li class="card"><p class="row-words"><span class="row-title" data-raw>${one.name}</span>
    <span class="small">${t("fleet.in_group", { n: one.tables.length })}: <span data-raw>${one.tables.join(", ")}</span></span>
    <span>${t("fleet.wanted", { what: wished(one.wanted) })}</span>
    ${one.before && html`<span>${t("fleet.first", { tables: one.first.join(", "), what: wished(one.before) })}</span>`}</p></li>`;

// "settings voice.rate=180; version 7.1.0"
/** @type {(wish: VenueWish) => string} */
function wished({ settings, cards, version }) {
  const told = [
    settings.length > 0 && t("fleet.set", { settings: settings.join(", ") }),
    cards.length > 0 && t("fleet.cards", { games: cards.join(", ") }),
    version && t("fleet.version", { version }),
  ];
  return told.filter(Boolean).join("; ") || t("fleet.nothing");
}
