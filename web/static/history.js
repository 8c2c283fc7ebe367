// Who did what and when. Any number of steps can be undone and brought back.

import { html, useState } from "./vendor/preact-htm.js";
import { madeFor } from "./double_tap.js";
import { Icon } from "./icons.js";
import { AsksSheet } from "./offers.js";
import { read, tap } from "./send.js";
import { confirm } from "./sheet.js";
import { part, show, store, version } from "./store.js";
import { StoryRow } from "./story.js";
import { t, whoAndWhen } from "./text.js";
import { Button, useTitle } from "./ui.js";
import { useRead } from "./use_read.js";
/** @import { Readable, Sends, Step, View, WholeAsk } from "./types.d.ts" */

const PAGE = 50;
/** @type {Partial<Record<Step["kind"], string>>} */
const ICONS = { start: "flag", undo: "undo", redo: "redo", correct: "pencil", learn: "book" };
/** @type {(step: Step) => boolean} */
const canUndo = (step) => !step.undone && ["move", "correct", "learn"].includes(step.kind);

export function History() {
  useTitle(t("history.title"));
  /** @type {Readable<{ steps: Step[] }>} */
  const [newest] = useRead(part("evening") ? "/api/history" : null, { again: version(), of: part("evening")?.id });
  const [older, setOlder] = useState(/** @type {{ behind: typeof newest, steps: Step[] }} */ ({ behind: null, steps: [] }));
  const steps = newest && [...newest.steps, ...(older.behind === newest ? older.steps : [])];
  const more = steps !== null && steps.length > 0 && steps.length % PAGE === 0;
  const load = async () => {
    /** @type {{ steps: Step[] } | null} */
    const found = await read(`/api/history?before=${steps?.at(-1)?.number}`);
    if (found) setOlder({ behind: newest, steps: [...(older.behind === newest ? older.steps : []), ...found.steps] });
  };
  if (!part("evening")) return html`<h1 class="sr-only">${t("history.title")}</h1><p class="empty">${t("tracks.none")}</p>`;
  return html`
    <h1 class="sr-only">${t("history.title")}</h1>
    <${StoryRow} />
    ${steps === null ? html`<p class="empty">${t("loading")}</p>` : html`
      <ol class="history" reversed>${steps.map((step, index) => html`<${StepLine} key=${step.number} step=${step} newer=${steps.slice(0, index + 1)} />`)}</ol>`}
    ${more && html`<${Button} onClick=${load}>${t("history.older")}<//>`}`;
}

/** @type {View<{ step: Step, newer: Step[] }>} */
const StepLine = ({ step, newer }) => html`
  <li class="step-line ${step.undone ? "undone" : ""} kind-${step.kind}">
    <details>
      <summary>
        <${Icon} name=${ICONS[step.kind] ?? "check"} />
        <span class="row-words">
          <span class="row-title">${step.undone ? html`<s>${step.label}</s>` : step.label}</span>
          <span class="small">${whoAndWhen(step)}</span>
        </span>
        ${step.undone && html`<span class="tag">${t("history.undone")}</span>`}
        <${Icon} name="chevron" />
      </summary>
      ${step.facts.length > 0 && html`<ul class="facts" aria-label=${t("history.what_came")}>${step.facts.map((fact) => html`<li>${fact.text}</li>`)}</ul>`}
      ${canUndo(step) && store.phone && html`<${Button} icon="undo" onClick=${() => undoTo(newer.filter(canUndo))}>${t("history.back_here")}<//>`}
    </details>
  </li>`;

/** @type {(steps: Step[]) => void} */
function undoTo(steps) {
  const seen = version();
  const list = html`
    <span>${t("history.undo_text")}</span>
    <span class="undo-count">${t("history.undo_count", { count: steps.length })}</span>
    <ul class="facts">${steps.slice(0, 6).map((step) => html`<li>${step.label}</li>`)}${steps.length > 6 && html`<li data-raw>…</li>`}</ul>`;
  confirm({
    title: t("history.undo_title"), text: list, yes: t("history.undo"), danger: false,
    onYes: () => tap("/api/undo", { seen, steps: steps.length }, t("history.undo")),
  });
}

export function HistoryBar() {
  const can = part("can");
  if (!part("evening") || !store.phone || !can?.redo) return null;
  return html`
    <div class="action-bar">
      <${Button} icon="redo" kind="answer" onClick=${() => redo(can.redo)}>${t("history.redo")}<//>
    </div>`;
}

/** @type {(most: number) => void} */
function redo(most) {
  const at = madeFor();
  /** @type {Sends} */
  const send = ({ steps }) => tap("/api/redo", { seen: at, steps }, t("history.redo"));
  if (most === 1) {
    send({ steps: 1 });
    return;
  }
  /** @type {WholeAsk} */
  const ask = { type: "Whole", name: "steps", label: t("history.redo_count"), at_least: 1, at_most: most, usual: 1 };
  show(() => html`<${AsksSheet} title=${t("history.redo_title")} asks=${[ask]} yes=${t("history.redo")} seen=${at} onDone=${send} />`);
}
