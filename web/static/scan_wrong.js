// The wrong reads that were reported: looked at, saved as a file for training, deleted.

import { html, useEffect } from "./vendor/preact-htm.js";
import { Icon } from "./icons.js";
import { remove } from "./send.js";
import { confirm } from "./sheet.js";
import { store, update } from "./store.js";
import { date, t } from "./text.js";
import { IconButton, Top, useTitle } from "./ui.js";
import { useRead } from "./use_read.js";
/** @import * as types from "./types.d.ts" */
/** @import { Readable, View, WrongRead } from "./types.d.ts" */

export function WrongReads() {
  useTitle(t("wrong.title"));
  /** @type {Readable<{ wrong: WrongRead[] }>} */
  const [answer] = useRead("/api/scan/wrong", { again: store.wrongChanged });
  const found = answer && answer.wrong;
  useEffect(() => update({ wrongThere: (found ?? []).length }), [found]);
  return html`
    <${Top} title=${t("wrong.title")} back="#scan" />
    <p class="more">${t("wrong.text")}</p>
    ${found === null && html`<p class="empty">${t("loading")}</p>`}
    ${found?.length === 0 && html`<p class="empty">${t("wrong.none")}</p>`}
    <ul class="list">${(found ?? []).map((one) => html`<li key=${one.id} class="card sighting"><${OneRead} one=${one} /></li>`)}</ul>`;
}

const changed = () => update({ wrongChanged: (store.wrongChanged ?? 0) + 1 });

/** @type {View<{ one: types.WrongRead }>} */
function OneRead({ one }) {
  const forget = async () => {
    await remove(`/api/scan/wrong/${one.id}`, t("wrong.delete"));
    changed();
  };
  const right = one.right || t("wrong.no_code");
  return html`
    <img src="/api/scan/wrong/${one.id}/picture" alt=${t("wrong.picture", { right })} loading="lazy" />
    <div class="row-words">
      <p class="row-title">${one.read ? t("wrong.read_for", { read: one.read, right }) : t("wrong.unread_for", { right })}</p>
      <p class="small">${t(`wrong.by_${one.source}`, { date: date(one.at) })}</p>
    </div>
    <${IconButton} icon="trash" label=${t("wrong.delete_one", { right })} onClick=${forget} />`;
}

export function WrongReadsBar() {
  const none = !store.wrongThere;
  const forget = () => confirm({
    title: t("wrong.delete_title"), text: t("wrong.delete_text"), yes: t("wrong.delete_all"),
    onYes: () => remove("/api/scan/wrong", t("wrong.delete_all")).then(changed),
  });
  if (none) return null;
  return html`<div class="action-bar">
    <${IconButton} icon="trash" label=${t("wrong.delete_all")} kind="outlined" onClick=${forget} />
    <a class="button answer" href="/api/scan/wrong.zip" download><${Icon} name="download" /><span class="words">${t("wrong.save")}</span></a></div>`;
}
