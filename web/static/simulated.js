// The simulated table: what hands would do, for whatever is not plugged in.

import { html } from "./vendor/preact-htm.js";
import { tap } from "./send.js";
import { part, store } from "./store.js";
import { t } from "./text.js";
import { Button } from "./ui.js";
/** @import { TableState, View } from "./types.d.ts" */

/** @type {(name: string, more?: object, what?: string) => Promise<unknown>} */
const verb = (name, more = {}, what = t("sim.title")) => tap("/api/table", { verb: name, ...more }, what);
const FEW = [1, 2, 3, 4, 5];

export function SimulatedTable() {
  const table = part("table");
  if (!table) return null;
  return html`
    <section class="panel simulated">
      <h2>${t("sim.title")}</h2>
      <p class="small">${t("sim.hint")}</p>
      ${table.cubes !== undefined && html`<${Drawer} table=${table} />`}
      ${table.cards.length > 0 && html`<${Cards} table=${table} />`}
      ${table.camera_in !== undefined && html`<div class="offers inline"><${Button} icon="plug" onClick=${() => verb(table.camera_in ? "pull_camera" : "plug_camera", {}, t("sim.camera"))}>${t(table.camera_in ? "sim.pull_camera" : "sim.plug_camera")}<//></div>`}
      ${table.buttons.length > 0 && html`
        <h3 class="label">${t("sim.buttons")}</h3>
        <div class="offers inline">${table.buttons.map((one) => html`<${Button} key=${one} onClick=${() => verb("press", { button: one }, t(`button.${one}`))}>${t(`button.${one}`)}<//>`)}</div>`}
    </section>`;
}

/** @type {View<{ table: TableState }>} */
function Drawer({ table: { cubes = 0, drawer_in, cable_in } }) {
  return html`
    <div class="drawer ${drawer_in ? "" : "out"}" role="img" aria-label=${t("sim.cubes", { count: cubes })}>
      ${Array.from({ length: Math.min(cubes, 40) }, (_, index) => html`<span class="sim-cube" key=${index}></span>`)}
    </div>
    <p class="small" aria-hidden="true">${t("sim.cubes", { count: cubes })}</p>
    <h3 class="label">${t("sim.drop")}</h3>
    <div class="chips">${FEW.map((count) => html`<button type="button" class="button chip" key=${count} aria-label=${t("sim.drop_some", { count })} onClick=${() => verb("drop_cubes", { count }, t("sim.drop"))}><span data-raw>${count}</span></button>`)}</div>
    <div class="offers inline">
      <${Button} onClick=${() => verb("take_cubes", {}, t("sim.take"))}>${t("sim.take")}<//>
      <${Button} onClick=${() => verb(drawer_in ? "pull_drawer" : "push_drawer", {}, t("sim.drawer"))}>${t(drawer_in ? "sim.pull" : "sim.push")}<//>
      <${Button} icon="bolt" onClick=${() => verb("bump", {}, t("sim.bump"))}>${t("sim.bump")}<//>
      ${cable_in !== undefined && html`<${Button} icon="plug" onClick=${() => verb(cable_in ? "pull_cable" : "plug_cable", {}, t("sim.cable"))}>${t(cable_in ? "sim.pull_cable" : "sim.plug_cable")}<//>`}
    </div>`;
}

// The drawn cards alone, for pages about the camera; nothing where the camera is a real one.
export function Deck() {
  const table = part("table");
  if (!store.phone || !table?.cards.length) return null;
  return html`<section class="panel simulated"><h2>${t("sim.title")}</h2><${Cards} table=${table} /></section>`;
}

/** @type {View<{ table: TableState }>} */
const Cards = ({ table: { cards, card_shown } }) => html`
  <h3 class="label">${t("sim.cards")}</h3>
  <div class="deck">${cards.map((code) => html`
    <button type="button" class="deck-card" key=${code} aria-label=${t("sim.card", { code })} aria-pressed=${code === card_shown}
      onClick=${() => verb("show_card", { code: code === card_shown ? "" : code }, t("sim.cards"))}><span class="code" data-raw>${code}</span></button>`)}</div>
  <p class="small" role="status">${card_shown ? t("sim.shown", { code: card_shown }) : t("sim.shown_none")}</p>`;
