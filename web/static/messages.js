// What the companion has to tell whoever holds this phone: how the connection is, what was refused, what has been done.

import { html } from "./vendor/preact-htm.js";
import { Icon } from "./icons.js";
import { cancel } from "./send.js";
import { cancelPhoto, photoWaits } from "./send_photo.js";
import { part, store, tell } from "./store.js";
import { t, time } from "./text.js";
import { Button, IconButton } from "./ui.js";
/** @import { Refused as Why, View } from "./types.d.ts" */

// How the connection is, and the tap that is waiting for it.
export function Link() {
  const waiting = store.pending?.waiting;
  if (store.link === "live" && !waiting) return null;
  if (store.link === "connecting" && !waiting && part("version") !== undefined) return null;
  const asOf = store.asOf && t("offline.as_of", { time: time(store.asOf) });
  const text = asOf && !waiting ? asOf : waiting ? t("pending.offline", { what: store.pending?.what }) : t(store.link === "live" ? "connecting" : store.link);
  return html`
    <div class="banner ${store.link}" role="status"><${Icon} name="offline" /><p>${text}</p>
      ${waiting && html`<${Button} onClick=${cancel}>${t("pending.cancel")}<//>`}</div>`;
}

// The photo that waits to be read. Taps go on meanwhile.
export function PhotoWaits() {
  const text = photoWaits();
  return text && html`
    <div class="banner" role="status"><${Icon} name="camera" /><p>${text}</p>
      <${Button} onClick=${cancelPhoto}>${t("pending.cancel")}<//></div>`;
}

// Why an entry was refused, where it was made.
/** @type {View<{ id: string, why: Why }>} */
export const Refused = ({ id, why }) => html`
  <div class="field-error" id=${id} role="alert"><${Icon} name="warning" /><div class="row-words"><p>${why.text}</p>
    ${why.rule ? html`<a class="link" href="#look-up/rule/${encodeURIComponent(why.rule)}"><${Icon} name="book" />${t("rule")}</a>`
      : why.page && html`<p class="small">${t("rule.page", { page: why.page })}</p>`}</div></div>`;

/** @type {Record<string, string>} */
const TONES = { danger: "warning", warm: "warning", good: "check", plain: "now" };

// Over a dialog nothing leads away from it: that would lose what was typed there.
/** @type {View<{ inDialog?: boolean }>} */
export function Message({ inDialog = false }) {
  const message = store.message;
  if (!message) return null;
  return html`
    <div class="message tone-${message.tone}" role="alert">
      <${Icon} name=${TONES[message.tone ?? "plain"] ?? "now"} />
      <div class="row-words"><p>${message.text}</p>
        ${message.rule && !inDialog ? html`<a class="link" href="#look-up/rule/${encodeURIComponent(message.rule)}"><${Icon} name="book" />${t("rule")}</a>`
          : message.page && html`<p class="small">${t("rule.page", { page: message.page })}</p>`}
        ${message.seen && !inDialog && html`<a class="link" href="#scan"><${Icon} name="flag" />${t("scan.wrong")}</a>`}</div>
      <${IconButton} icon="close" label=${t("dismiss")} onClick=${() => tell(null)} />
    </div>`;
}
