// The scan spot: what the camera sees now, what it read of late, and what helps it to read.

import { html, useEffect } from "./vendor/preact-htm.js";
import { PhotoButton } from "./asks.js";
import { Icon } from "./icons.js";
import { want } from "./live.js";
import { canSeeLive } from "./live_camera.js";
import { LivePicture } from "./scan_picture.js";
import { ReportButton } from "./scan_report.js";
import { tap } from "./send.js";
import { Deck } from "./simulated.js";
import { part, store, tell } from "./store.js";
import { date, start, t, time } from "./text.js";
import { Button, RowLink, Top, useTitle } from "./ui.js";
/** @import * as types from "./types.d.ts" */
/** @import { PhotoRead, PlaceState, ScanState, View } from "./types.d.ts" */

/** @type {(verb: string, more?: object, what?: string) => Promise<unknown>} */
export const scanTap = (verb, more = {}, what = t("scan.title")) => tap("/api/scan", { do: verb, ...more }, what);

// The state of the scan spot for a page about it.
export function useScan() {
  useEffect(() => want("scan"), []);
  return part("scan");
}

export function Scan() {
  useTitle(t("scan.title"));
  const scan = useScan();
  if (!scan) return html`<${Top} title=${t("scan.title")} back="#table" /><p class="empty">${t("loading")}</p>`;
  return html`
    <${Top} title=${t("scan.title")} back="#table" />
    ${scan.camera ? html`<${LivePicture} />` : html`<p class="more">${t("scan.no_camera")}</p>`}
    ${scan.camera && html`
      <${Hint} scan=${scan} />
      <div class="offers inline">
        ${scan.torch !== undefined && html`<${Button} icon="warm" aria-pressed=${scan.torch} onClick=${() => scanTap("torch", { on: !scan.torch }, t("scan.torch"))}>${t("scan.torch")}<//>`}
        <${ReportButton} sighting=${{ number: 0, code: "" }} label=${t("scan.missed")} />
      </div>`}
    <section class="sightings"><h2 class="label">${t("scan.seen")}</h2>
      ${scan.sightings.length === 0 && html`<p class="small">${t("scan.none")}</p>`}
      <ul class="list">${scan.sightings.map((one) => html`<li key=${one.number} class="card sighting"><${Sighting} one=${one} /></li>`)}</ul>
    </section>
    <${Deck} />
    <nav class="rows" aria-label=${t("more")}>
      ${scan.camera && html`<${RowLink} href="#check-camera" icon="check" title=${t("check.title")} hint=${t("check.hint")} />`}
      <${RowLink} href="#wrong-reads" icon="flag" title=${t("wrong.title")} hint=${t("wrong.count", { n: scan.wrong })} />
    </nav>
    ${scan.camera && html`<${Place} place=${scan.place} />`}`;
}

/** @type {View<{ scan: ScanState }>} */
export const Hint = ({ scan: { hint, more } }) => html`
  <div class="scan-hint" role="status">${hint && html`<p><${Icon} name="warning" /><span><strong>${hint}</strong> ${more}</span></p>`}</div>`;

// One card that was seen or photographed: what it is, or why it is not sure.
/** @type {View<{ one: types.Sighting }>} */
function Sighting({ one }) {
  return html`
    <img src="/api/scan/sightings/${one.number}/picture" alt="" loading="lazy" />
    <div class="row-words">
      <p class="row-title">${one.code ? html`<span class="code" data-raw>${one.code}</span>` : t("scan.unread")}
        ${one.hint && html` <span class="tag">${one.hint}</span>`}
        ${one.reported && html` <span class="tag">${t("scan.reported")}</span>`}</p>
      ${one.title && html`<p>${one.title}</p>`}
      ${one.words && html`<p class="small">${one.words}</p>`}
      ${one.came_of && html`<p class="small"><${Icon} name="play" />${one.came_of}</p>`}
      <p class="small">${t(`scan.by_${one.source}`, { time: time(one.at) })}</p>
      <div class="offers inline">
        ${one.title && html`<a class="button" href="#look-up/card/${encodeURIComponent(one.code)}"><${Icon} name="card" /><span class="words">${t("scan.open")}</span></a>`}
        ${!one.reported && html`<${ReportButton} sighting=${one} label=${t(one.code ? "scan.wrong" : "scan.say")} />`}
      </div>
    </div>`;
}

// Exposure and focus: set once, when everything stands as it will stand while playing.
/** @type {View<{ place: PlaceState }>} */
const Place = ({ place: { step, at, words } }) => html`
  <section class="panel"><h2>${t("place.title")}</h2>
    <p class="small">${t("place.text")}</p>
    <p role="status">${words ?? (step === "set" ? t("place.set", { date: date(at ?? 0) }) : t("place.auto"))}</p>
    <div class="offers inline">
      <${Button} icon="camera" disabled=${step === "working"} onClick=${() => scanTap("place", {}, t("place.do"))}>${t(step === "working" ? "place.working" : "place.do")}<//>
      ${step === "set" && html`<${Button} onClick=${() => scanTap("place_forget", {}, t("place.forget"))}>${t("place.forget")}<//>`}
    </div>
  </section>`;

export function ScanBar() {
  const scan = part("scan");
  if (!scan) return null;
  const spot = !scan.camera && canSeeLive(); // this phone is the scan spot's camera then: what it reads counts
  const read = (/** @type {PhotoRead[]} */ [best]) => best.sure && tell(t("ask.read", { code: best.text }));
  return html`<div class="action-bar">
    ${start.has.photo && html`<${PhotoButton} use=${spot ? "play" : "read"} stay=${spot} kind=${scan.camera ? "square" : "answer usual"} label=${t("now.photo")} onReads=${read} />`}
    ${scan.camera && html`<button type="button" class="button answer usual" aria-busy=${store.pending !== null} onClick=${() => scanTap("again", {}, t("scan.again"))}><span class="words">${t("scan.again")}</span></button>`}</div>`;
}
