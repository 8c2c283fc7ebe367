// Timers on wish: small at the top of every page; gentle when the time is over, and never in the way.

import { html, useEffect, useState } from "./vendor/preact-htm.js";
import { tap } from "./send.js";
import { part, store } from "./store.js";
import { t } from "./text.js";
import { Button, Options } from "./ui.js";
/** @import { Timers, View } from "./types.d.ts" */

const TURNS = [0, 1, 2, 3, 5, 10];
const EVENINGS = [0, 60, 90, 120, 180, 240];

/** @type {Timers | null | undefined} */
let told;
let toldAt = 0; // by this phone's own clock, which need not be right: only what goes by since is taken from it

// How much has gone by, in seconds, now.
/** @type {(timers: Timers, seconds: number, since?: number) => number} */
export const goneBy = (timers, seconds, since = (performance.now() - toldAt) / 1000) => seconds + (timers.paused || !timers.running ? 0 : since);

/** @type {(seconds: number) => string} */
export function clock(seconds) {
  const whole = Math.max(0, Math.floor(seconds));
  const [hours, minutes] = [Math.floor(whole / 3600), Math.floor(whole / 60) % 60];
  const rest = String(whole % 60).padStart(2, "0");
  return hours ? `${hours}:${String(minutes).padStart(2, "0")}:${rest}` : `${minutes}:${rest}`;
}

// Shown at the top while somebody wishes it.
export function TimersNow() {
  const timers = part("timers");
  if (timers !== told) {
    told = timers;
    toldAt = performance.now();
  }
  const [, setTick] = useState(0);
  const shown = Boolean(timers?.running && (timers.turn_min || timers.evening_min));
  useEffect(() => {
    if (!shown || timers?.paused) return undefined;
    const ticking = setInterval(() => setTick((tick) => tick + 1), 1000);
    return () => clearInterval(ticking);
  }, [shown, timers]);
  if (!shown || !timers) return null;
  return html`
    <a class="timers ${timers.paused ? "paused" : ""}" href="#timers" aria-label=${t("timers.title")}>
      ${timers.turn_min > 0 && html`<${One} seconds=${goneBy(timers, timers.turn_s)} minutes=${timers.turn_min} />`}
      ${timers.evening_min > 0 && html`<${One} seconds=${goneBy(timers, timers.evening_s)} minutes=${timers.evening_min} />`}
    </a>`;
}

/** @type {View<{ seconds: number, minutes: number }>} */
const One = ({ seconds, minutes }) => html`<span class="timer ${seconds > minutes * 60 ? "over" : ""}" role="timer" data-raw>${clock(seconds)}<small>/${clock(minutes * 60)}</small></span>`;

// Where they are set.
export function TimersPanel() {
  const timers = part("timers");
  if (!timers || !store.phone) return null;
  const set = (/** @type {Partial<Timers>} */ changes) => tap("/api/timers", changes, t("timers.title"));
  /** @type {(all: number[]) => [number, string, boolean][]} */
  const options = (all) => all.map((one) => [one, one ? String(one) : t("timers.none"), one > 0]);
  return html`
    <section class="panel" id="timers"><h2>${t("timers.title")}</h2>
      <${Options} name="turn-timer" label=${t("timers.turn")} kind="chips" value=${timers.turn_min} options=${options(TURNS)} onChange=${(/** @type {number} */ turn_min) => set({ turn_min })} />
      <${Options} name="evening-timer" label=${t("timers.evening")} kind="chips" value=${timers.evening_min} options=${options(EVENINGS)} onChange=${(/** @type {number} */ evening_min) => set({ evening_min })} />
      ${timers.running && (timers.turn_min || timers.evening_min) ? html`<${Button} icon=${timers.paused ? "play" : "pause"} onClick=${() => set({ paused: !timers.paused })}>${t(timers.paused ? "timers.go_on" : "timers.pause")}<//>` : null}
    </section>`;
}
