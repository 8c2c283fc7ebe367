// The venue itself: what whoever looks may do here, who else may, and everything as one file.

import { html } from "./vendor/preact-htm.js";
import { Icon } from "./icons.js";
import { tap } from "./send.js";
import { part, store } from "./store.js";
import { t, time } from "./text.js";
import { Button, RowLink, useTitle } from "./ui.js";

export const isOwner = () => Boolean(store.phone) && part("phones")?.owner === store.phone?.id;

export function Place() {
  useTitle(t("place.title"));
  const role = isOwner() ? "owner" : store.phone ? "staff" : "guest";
  return html`
    <h1>${t("place.title")}</h1>
    <p>${t(`place.role_${role}`)}</p>
    ${store.phone ? html`<${RowLink} href="#phones" icon="person" title=${t("place.people")} />` : html`<a class="button usual" href="#join"><${Icon} name="key" /><span class="words">${t("venue.join")}</span></a>`}
    <${RowLink} href="#this-phone" icon="phone" title=${t("place.this")} />
    ${isOwner() && html`<${RowLink} href="#fleet" icon="scale" title=${t("fleet.title")} />`}
    ${store.phone && html`<${Export} />`}`;
}

function Export() {
  const now = part("export");
  if (!now) return null;
  return html`
    <section class="panel" aria-labelledby="export-title"><h2 id="export-title">${t("place.export")}</h2>
      <p class="small">${t(isOwner() ? "place.export_text" : "place.export_owner")}</p>
      ${now.trouble && html`<p class="venue-wrong" role="alert"><${Icon} name="warning" />${now.trouble}</p>`}
      ${isOwner() && html`
        <p role="status">${now.running && t("place.export_running", { done: now.done, of: now.of })}</p>
        ${now.made !== undefined && html`<a class="button" href="/api/export.zip" download><${Icon} name="download" /><span class="words">${t("place.export_made", { time: time(now.made) })}</span></a>`}
        <${Button} kind="usual" icon="download" disabled=${now.running} onClick=${() => tap("/api/export", {}, t("place.export_begin"))}>${t("place.export_begin")}<//>`}
    </section>`;
}
