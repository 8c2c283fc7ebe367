// The calibrations that are kept: figures, an older one again, saving and taking in.

import { html } from "./vendor/preact-htm.js";
import { Icon } from "./icons.js";
import { scaleTap } from "./scale.js";
import { upload } from "./send.js";
import { store, tell, update } from "./store.js";
import { date, number, t } from "./text.js";
import { Button, Top, useTitle } from "./ui.js";
import { useRead } from "./use_read.js";
/** @import { FieldEvent, KeptCalibration, Readable, View } from "./types.d.ts" */

export function Calibrations() {
  useTitle(t("kept.title"));
  /** @type {Readable<{ calibrations: KeptCalibration[] }>} */
  const [answer, load] = useRead("/api/scale/calibrations", { again: store.imported });
  const found = answer && answer.calibrations;
  return html`
    <${Top} title=${t("kept.title")} back="#scale" />
    ${found === null && html`<p class="empty">${t("loading")}</p>`}
    ${found?.length === 0 && html`<p class="empty">${t("kept.none")}</p>`}
    <ul class="list">${(found ?? []).map((one) => html`<li key=${one.at} class="card kept"><${Calibration} one=${one} reload=${load} /></li>`)}</ul>`;
}

/** @type {View<{ one: KeptCalibration, reload: () => unknown }>} */
function Calibration({ one, reload }) {
  const { set_size: count, spread, singles } = one.values;
  return html`
    <div class="row-words">
      <p class="row-title" data-raw>${[date(one.at), one.by].filter(Boolean).join(", ")}</p>
      <p class="small">${singles > 0 ? t("kept.set", { n: count, spread: number(spread * 100, 1) }) : t("kept.set_unknown", { n: count })}</p>
      ${one.surely !== undefined && html`<p class="small">${t("kept.surely", { count: one.surely })}</p>`}
    </div>
    ${one.used ? html`<span class="tag good">${t("kept.used")}</span>`
      : html`<${Button} onClick=${() => scaleTap("choose", { at: one.at }, t("kept.use")).then(reload)}>${t("kept.use")}<//>`}`;
}

export function CalibrationsBar() {
  const chosen = async (/** @type {FieldEvent} */ event) => {
    const [file] = event.currentTarget.files ?? [];
    event.currentTarget.value = "";
    /** @type {{ new: number } | null | undefined} */
    const done = file && (await upload("/api/scale/import", file, "application/json", t("kept.import")));
    if (!done) return;
    update({ imported: (store.imported ?? 0) + 1 });
    tell(t("kept.imported", { count: done.new }), { tone: "good" });
  };
  return html`<div class="action-bar">
    <label class="button answer"><input class="hidden-input" type="file" accept="application/json,.json" onChange=${chosen} /><${Icon} name="upload" /><span class="words">${t("kept.import")}</span></label>
    <a class="button answer" href="/api/scale/export" download><${Icon} name="download" /><span class="words">${t("kept.export")}</span></a></div>`;
}
