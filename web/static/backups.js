// Backups: where they go, one made now or taken away, one looked into and taken over.

import { html } from "./vendor/preact-htm.js";
import { Icon } from "./icons.js";
import { tap, upload } from "./send.js";
import { Sheet } from "./sheet.js";
import { go, hide, part, show, store, tell, update } from "./store.js";
import { DeviceList } from "./table.js";
import { t } from "./text.js";
import { Button, Raw, Top, useTitle } from "./ui.js";
import { useRead } from "./use_read.js";
/** @import { BackupContents, BackupShelf, FieldEvent, KeptBackup, Readable, View } from "./types.d.ts" */

const SENDS = "/api/backups";
const again = () => update({ imported: (store.imported ?? 0) + 1 });

// What there is, read anew when one was made and when the stick came or went.
function useShelf() {
  /** @type {Readable<BackupShelf>} */
  const [found] = useRead(SENDS, { again: [store.imported, ...standing().map((one) => one.words)].join() });
  return found;
}

const standing = () => (part("devices") ?? []).filter((one) => one.name === "backup");

export function Backups() {
  useTitle(t("backups.title"));
  const found = useShelf();
  if (!found) return html`<${Top} title=${t("backups.title")} back="#table" /><p class="empty">${t("loading")}</p>`;
  return html`
    <${Top} title=${t("backups.title")} back="#table" />
    <p class="more">${t("backups.what")}</p>
    <section class="panel"><${DeviceList} devices=${standing()} />
      ${found.sticks.map((one) => html`<${Button} key=${one} icon="plus" onClick=${() => make(one)}>${t("backups.use", { stick: one })}<//>`)}
      <a class="button" href="/api/backups/new.zip" download><${Icon} name="download" /><span class="words">${t("backups.here")}</span></a>
    </section>
    <h2 class="label">${t("backups.kept")}</h2>
    ${found.kept.length === 0 && html`<p class="empty">${t("backups.none")}</p>`}
    <ul class="list">${found.kept.map((one) => html`<li key=${one.name} class="card kept"><${OneBackup} one=${one} may=${found.may_restore} /></li>`)}</ul>
    ${found.may_restore ? html`<${FromPhone} />` : html`<p class="small">${t("backups.owner")}</p>`}`;
}

/** @type {View<{ one: KeptBackup, may: boolean }>} */
const OneBackup = ({ one, may }) => html`
  <div class="row-words">
    <p class="row-title"><${Raw}>${one.made ?? one.name}<//></p>
    <p class="small">${one.wrong ?? one.things}, <span data-raw>${one.size}</span></p>
    ${one.during && html`<span class="tag">${t("backups.during")}</span>`}
    ${may && !one.wrong && html`<${Button} onClick=${() => look(one)}>${t("backups.look")}<//>`}
  </div>`;

export const BackupsBar = () => html`
  <div class="action-bar"><${Button} kind="answer usual" icon="download" onClick=${() => make()}>${t("backups.make")}<//></div>`;

/** @type {(stick?: string) => Promise<void>} */
async function make(stick) {
  const done = await tap(SENDS, { do: "make", ...(stick && { stick }) }, t("backups.make"));
  if (!done) return;
  again();
  tell(t("backups.made"), { tone: "good" });
}

/** @type {(one: KeptBackup) => Promise<void>} */
async function look(one) {
  /** @type {{ told: BackupContents } | null} */
  const done = await tap(SENDS, { do: "look", name: one.name }, t("backups.look"));
  if (done) ask(done.told);
}

function FromPhone() {
  const chosen = async (/** @type {FieldEvent} */ event) => {
    const [file] = event.currentTarget.files ?? [];
    event.currentTarget.value = "";
    /** @type {{ told: BackupContents } | null | undefined} */
    const done = file && (await upload("/api/backups/upload", file, "application/zip", t("backups.upload")));
    if (done) ask(done.told);
  };
  return html`<label class="button"><input class="hidden-input" type="file" accept=".zip,application/zip" onChange=${chosen} /><${Icon} name="upload" /><span class="words">${t("backups.upload")}</span></label>`;
}

// What it holds, before anything changes.
/** @type {(told: BackupContents) => void} */
function ask(told) {
  const leave = () => {
    hide();
    tap(SENDS, { do: "drop" }, t("cancel"));
  };
  const takeOver = async () => {
    hide();
    if (!(await tap(SENDS, { do: "restore", name: told.name }, t("backups.restore")))) return;
    go("now");
    tell(t("backups.restored"), { tone: "good" });
  };
  show(() => html`
    <${Sheet} title=${t("backups.restore_title")} onClose=${leave} actions=${html`
      <${Button} onClick=${leave}>${t("cancel")}<//><${Button} kind="danger" onClick=${takeOver}>${t("backups.restore")}<//>`}>
      <p>${told.made}, <span data-raw>${told.size}</span></p><p>${t("backups.holds", { things: told.things })}</p>
      <ul class="small">${told.evenings.map((one) => html`<li key=${one} data-raw>${one}</li>`)}</ul>
      <p>${t("backups.restore_text")}</p>
    <//>`);
}
