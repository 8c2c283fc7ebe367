// The drawer's scale: what it counts and weighs at this moment, and the ways to everything that can be done with it.

import { html, useEffect } from "./vendor/preact-htm.js";
import { want } from "./live.js";
import { Answer, BigCount, DrawerIsEmpty } from "./scale_count.js";
import { ScalePlot } from "./scale_plot.js";
import { tap } from "./send.js";
import { part, store } from "./store.js";
import { date, number, t } from "./text.js";
import { RowLink, Top, useTitle } from "./ui.js";
/** @import { ScaleState, View } from "./types.d.ts" */

/** @type {(verb: string, more?: object, what?: string) => Promise<unknown>} */
export const scaleTap = (verb, more = {}, what = t("scale.title")) => tap("/api/scale", { do: verb, ...more }, what);

// The scale's state for a page about it, or what to show while it has not come yet.
/** @type {(...more: string[]) => ScaleState | null | undefined} */
export function useScale(...more) {
  useEffect(() => want("scale", ...more), []);
  return part("scale");
}

/** @type {View<{ title: string, back?: string }>} */
export const Waiting = ({ title, back = "#scale" }) => html`<${Top} title=${title} back=${back} /><p class="empty">${t("loading")}</p>`;

export function Scale() {
  useTitle(t("scale.title"));
  const scale = useScale("trace");
  if (!scale) return html`<${Waiting} title=${t("scale.title")} back="#table" />`;
  const calibrated = scale.calibrated_at === undefined ? t("scale.never") : t("scale.calibrated", { date: date(scale.calibrated_at) });
  return html`
    <${Top} title=${t("scale.title")} back="#table" />
    <section class="panel scale-now" aria-label=${t("scale.now")}>
      <${BigCount} one=${scale} />
      <p class="small">${about(scale)}</p>
      ${scale.why && html`<p class="why"><strong>${scale.why}</strong> ${scale.what_to_do}</p>`}
      ${scale.status === "unsure" && scale.counting && html`<${Answer} one=${scale} onTell=${(/** @type {number} */ count) => scaleTap("told", { count }, t("scale.told"))} />`}
      ${scale.calibrated_at !== undefined && html`<${DrawerIsEmpty} asked=${scale.ask_empty} />`}
      <h2 class="sr-only">${t("scale.live")}</h2>
      <${ScalePlot} />
      <${Figures} scale=${scale} />
    </section>
    <nav class="rows" aria-label=${t("more")}>
      <${RowLink} href="#calibrate" icon="sliders" title=${t("calibrate.title")} hint=${calibrated} />
      <${RowLink} href="#pile" icon="cube" title=${t("pile.title")} hint=${t("pile.hint")} />
      <${RowLink} href="#calibrations" icon="evenings" title=${t("scale.kept")} hint=${t("scale.kept_hint")} />
      ${scale.recording && html`<${RowLink} href="#recording" icon="download" title=${t("scale.recording")} hint=${t(scale.recording.running ? "scale.recording_runs" : "scale.recording_hint")} />`}
    </nav>`;
}

/** @type {(scale: ScaleState) => string} */
function about({ counting, near }) {
  if (counting) return t(counting === "game" ? "scale.game" : "scale.trial");
  return near === undefined ? t("scale.nothing") : t("scale.near", { count: near });
}

/** @type {View<{ scale: ScaleState }>} */
const Figures = ({ scale }) => html`
  <p class="figures small">
    ${scale.grams !== undefined && html`<span>${t("scale.grams", { grams: number(scale.grams, 1) })}</span>`}
    ${scale.noise !== undefined && html`<span>${t("scale.noise", { noise: number(scale.noise, 2) })}</span>`}
    ${scale.rate !== undefined && html`<span>${t("scale.rate", { rate: scale.rate })}</span>`}
  </p>`;

export function ScaleBar() {
  const scale = part("scale");
  if (!scale || scale.counting === "game") return null;
  return html`<div class="action-bar">
    <button type="button" class="button answer ${scale.counting ? "" : "usual"}" aria-busy=${store.pending !== null} onClick=${() => scaleTap("try", {}, t("scale.try"))}><span class="words">${t("scale.try")}</span></button></div>`;
}
