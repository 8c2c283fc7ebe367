// “Check my camera”: ten cards, told aloud and shown here, then what distance and light suit.

import { html, useState } from "./vendor/preact-htm.js";
import { Icon } from "./icons.js";
import { Hint, scanTap, useScan } from "./scan.js";
import { LivePicture } from "./scan_picture.js";
import { Deck } from "./simulated.js";
import { upload } from "./send.js";
import { part, store, tell, update } from "./store.js";
import { date, t } from "./text.js";
import { Button, Field, IconButton, Top, useTitle } from "./ui.js";
import { useRead } from "./use_read.js";
/** @import { CheckState, FieldEvent, KeptCheck, Readable, ScanState, View } from "./types.d.ts" */

export function CheckCamera() {
  useTitle(t("check.title"));
  const scan = useScan();
  if (!scan) return html`<${Top} title=${t("check.title")} back="#scan" /><p class="empty">${t("loading")}</p>`;
  const { check } = scan;
  return html`
    <${Top} title=${t("check.title")} back="#scan" />
    ${check.step === "idle" ? html`<${Before} check=${check} />` : html`<${Talk} check=${check} scan=${scan} />`}`;
}

/** @type {View<{ check: CheckState }>} */
const Before = ({ check }) => html`
  ${check.results.length > 0 && html`
    <section class="card results ${check.good ? "good" : "bad"}" role="status">
      <h2 class="label">${t("check.last")}</h2>
      ${check.results.map((text, index) => html`<p key=${index}>${index === 0 && html`<${Icon} name=${check.good ? "check" : "warning"} />`}<span>${text}</span></p>`)}
    </section>`}
  <p class="more">${t("check.text")}</p>
  <p class="small">${t("check.text_named")}</p>
  <${Earlier} newest=${check.results.length} />`;

/** @type {View<{ check: CheckState, scan: ScanState }>} */
const Talk = ({ check, scan }) => html`
  <progress class="check-progress" max=${check.of} value=${check.card - 1} aria-label=${t("check.progress", { card: check.card, of: check.of })}></progress>
  <section class="prompt"><p class="do long" role="status">${check.words}</p></section>
  <${LivePicture} />
  <${Hint} scan=${scan} />
  ${check.can.includes("name") && html`<${Named} key=${check.step} step=${check.step} />`}
  ${check.step === "show" && html`<div class="offers inline">
    <${Button} icon="repeat" onClick=${() => scanTap("again", {}, t("scan.again"))}>${t("scan.again")}<//>
    ${check.can.includes("skip") && html`<${Button} icon="skip" onClick=${() => scanTap("skip", {}, t("check.skip"))}>${t("check.skip")}<//>`}
  </div>`}
  <p class="small">${t("check.so_far", { right: check.right, asked: check.asked, unread: check.unread, wrong: check.wrong })}</p>
  <${Deck} />`;

// The code of the card: the one to be shown next, or the one that lies there and was read wrong.
/** @type {View<{ step: CheckState["step"] }>} */
function Named({ step }) {
  const [code, setCode] = useState("");
  const send = (/** @type {Event} */ event) => {
    event.preventDefault();
    if (code.trim()) scanTap("name", { code: code.trim() }, t("check.name")).then(() => setCode(""));
  };
  return html`
    <form class="check-name" onSubmit=${send}>
      <${Field} id="code" label=${t(step === "name" ? "wrong.right" : "check.next")} value=${code} maxlength=${20} autocapitalize="characters" autocomplete="off"
        spellcheck=${false} enterkeyhint="done" class="code" onInput=${(event) => setCode(event.currentTarget.value.toUpperCase())} />
      <button type="submit" class="button"><span class="words">${t("check.name")}</span></button>
    </form>`;
}

// Checks of other days, which can be saved and taken in as a file.
/** @type {View<{ newest: number }>} */
function Earlier({ newest }) {
  /** @type {Readable<{ checks: KeptCheck[] }>} */
  const [answer] = useRead("/api/scan/checks", { again: [newest, store.imported].join() });
  const found = answer?.checks ?? [];
  const chosen = async (/** @type {FieldEvent} */ event) => {
    const [file] = event.currentTarget.files ?? [];
    event.currentTarget.value = "";
    /** @type {{ new: number } | null | undefined} */
    const done = file && (await upload("/api/scan/checks/import", file, "application/json", t("kept.import")));
    if (!done) return;
    update({ imported: (store.imported ?? 0) + 1 });
    tell(t("kept.imported", { count: done.new }), { tone: "good" });
  };
  return html`
    <section><h2 class="label">${t("check.earlier")}</h2>
      ${found.length === 0 && html`<p class="small">${t("check.none")}</p>`}
      <ul class="list">${found.map((one) => html`
        <li key=${one.at} class="card"><p class="row-title" data-raw>${[date(one.at), one.by].filter(Boolean).join(", ")}</p>
          ${one.results.map((text, index) => html`<p class="small" key=${index}>${text}</p>`)}</li>`)}</ul>
      <div class="offers inline">
        <label class="button"><input class="hidden-input" type="file" accept="application/json,.json" onChange=${chosen} /><${Icon} name="upload" /><span class="words">${t("kept.import")}</span></label>
        ${found.length > 0 && html`<a class="button" href="/api/scan/checks/export" download><${Icon} name="download" /><span class="words">${t("kept.export")}</span></a>`}
      </div>
    </section>`;
}

const TAPS = ["give_up", "no_code", "no", "wanted", "read", "yes"];

export function CheckCameraBar() {
  const check = part("scan")?.check;
  if (!check) return null;
  const busy = store.pending !== null;
  if (check.step === "idle") {
    return html`<div class="action-bar">
      <${Button} kind="answer second" aria-busy=${busy} onClick=${() => scanTap("check", { on: true }, t("check.named"))}>${t("check.named")}<//>
      <${Button} kind="answer usual" aria-busy=${busy} onClick=${() => scanTap("check", {}, t("check.any"))}>${t("check.any")}<//></div>`;
  }
  /** @type {Record<string, string>} */
  const codes = { read: check.read, wanted: check.wanted };
  const label = (/** @type {string} */ verb) => (codes[verb] ? t("check.it_is", { code: codes[verb] }) : t(`check.${verb}`));
  return html`<div class="action-bar">
    <${IconButton} icon="close" label=${t("check.cancel")} kind="outlined" onClick=${() => scanTap("cancel", {}, t("check.cancel"))} />
    ${TAPS.filter((verb) => check.can.includes(verb)).map((verb) => html`
      <${Button} key=${verb} kind="answer ${verb === "yes" ? "usual" : ""}" aria-busy=${busy} onClick=${() => scanTap(verb, {}, label(verb))}>${label(verb)}<//>`)}</div>`;
}
