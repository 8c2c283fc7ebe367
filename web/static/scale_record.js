// The recorder: what the cell shows, kept as a file that `companion weigh` counts again.

import { html } from "./vendor/preact-htm.js";
import { Icon } from "./icons.js";
import { scaleTap, useScale, Waiting } from "./scale.js";
import { part, store } from "./store.js";
import { number, t } from "./text.js";
import { Top, useTitle } from "./ui.js";

/** @type {(seconds: number) => string} */
const minutes = (seconds) => number(seconds / 60, seconds < 600 ? 1 : 0);

export function Recording() {
  useTitle(t("record.title"));
  const scale = useScale();
  if (!scale?.recording) return html`<${Waiting} title=${t("record.title")} />`;
  const one = scale.recording;
  const has = one.seconds > 0;
  return html`
    <${Top} title=${t("record.title")} back="#scale" />
    <p class="more">${t("record.text")}</p>
    <section class="panel">
      <p class="row-title" role="status">${one.running ? html`<span class="recording-dot" aria-hidden="true"></span>` : null}${one.running
        ? t("record.runs", { minutes: minutes(one.seconds), most: minutes(one.most_s) })
        : has ? t("record.has", { minutes: minutes(one.seconds) }) : t("record.none")}</p>
      ${has && !one.countable && html`<p class="small">${t("record.uncounted")}</p>`}
      ${one.marks.length > 0 && html`<h2 class="label">${t("record.marks")}</h2>
        <ol class="marks">${one.marks.map((mark, index) => html`<li key=${index} data-raw>${mark}</li>`)}</ol>`}
      ${has && html`<a class="button second" href="/api/scale/recording.csv" download><${Icon} name="download" /><span class="words">${t("record.save")}</span></a>
        <p class="small">${t("record.how")}</p>`}
    </section>`;
}

export function RecordingBar() {
  const one = part("scale")?.recording;
  if (!one) return null;
  const [verb, key] = one.running ? ["stop", "record.stop"] : ["record", "record.start"];
  return html`<div class="action-bar"><button type="button" class="button answer usual" aria-busy=${store.pending !== null} onClick=${() => scaleTap(verb, {}, t(key))}><span class="words">${t(key)}</span></button></div>`;
}
