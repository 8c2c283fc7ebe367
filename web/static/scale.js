// Calibrating the drawer scale, in three steps, with its live reading.

import { html, useEffect, useState } from "./vendor/preact-htm.js";
import { want } from "./live.js";
import { tap } from "./send.js";
import { part, store } from "./store.js";
import { date, number, t } from "./text.js";
import { Stepper, Top, useTitle } from "./ui.js";

const NEXT = { idle: 0, tare: 0, known: 1, done: 2 };
const step = (name, more = {}) => tap("/api/scale", { step: name, ...more }, t("scale.title"));
let count = 20;

export function Scale() {
  useTitle(t("scale.title"));
  useEffect(() => want("scale"), []);
  const [, redraw] = useState(0);
  const scale = part("scale");
  if (!scale) return html`<${Top} title=${t("scale.title")} back="#table" /><p class="empty">${t("loading")}</p>`;
  const next = NEXT[scale.step] ?? 0;
  return html`
    <${Top} title=${t("scale.title")} back="#table" />
    <section class="panel reading" aria-label=${t("scale.reading")}>
      <p class="reading-grams">${scale.grams === undefined ? t(scale.resting ? "scale.still" : "scale.none") : t("scale.grams", { grams: number(scale.grams, 1) })}</p>
      ${scale.count !== undefined && html`<p>${t("scale.cubes", { count: scale.count })}</p>`}
      ${!scale.sure && scale.grams !== undefined && html`<p class="small">${t("scale.unsure")}</p>`}
      <p class="small">${scale.calibrated_at === undefined ? t("scale.never") : t("scale.calibrated", { date: date(scale.calibrated_at) })}</p>
    </section>
    ${scale.words && html`<p class="card" role="status">${scale.words}</p>`}
    <ol class="steps">
      ${["scale.one", "scale.two", "scale.three"].map((key, index) => html`
        <li aria-current=${index === next ? "step" : undefined} class=${index < next ? "past" : ""}><span>${t(key)}</span>
          ${index === 1 && next === 1 && html`<${Stepper} id="known" label=${t("scale.count")} value=${count} least=${2} most=${200}
            onChange=${(value) => { count = value; redraw((old) => old + 1); }} />`}</li>`)}
    </ol>`;
}

export function ScaleBar() {
  const next = NEXT[part("scale")?.step] ?? 0;
  const again = next > 0 && html`<button type="button" class="button answer" onClick=${() => step("tare")}><span class="words">${t("scale.tare")}</span></button>`;
  const taps = [
    ["scale.tare", () => step("tare")],
    ["scale.known", () => Number.isInteger(count) && step("known", { count })],
    ["scale.done", () => step("done")],
  ];
  const [key, go] = taps[next];
  return html`<div class="action-bar">${again}<button type="button" class="button answer usual" aria-busy=${store.pending !== null} onClick=${go}><span class="words">${t(key)}</span></button></div>`;
}
