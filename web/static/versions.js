// The version that runs, and the one that lies ready: installed from the owner's phone, between evenings.

import { html } from "./vendor/preact-htm.js";
import { tap } from "./send.js";
import { Sheet } from "./sheet.js";
import { hide, part, show, tell } from "./store.js";
import { t } from "./text.js";
import { Button } from "./ui.js";
import { useRead } from "./use_read.js";
/** @import { Readable, Versions } from "./types.d.ts" */

export function VersionsRow() {
  /** @type {Readable<Versions>} */
  const [found] = useRead("/api/versions", { again: [part("evening")?.id, Boolean(part("ending"))].join() });
  if (!found) return null;
  return html`
    <div class="panel versions">
      <p>${t("versions.now", { version: found.now })}</p>
      ${found.before && html`<p class="small">${t("versions.before", { version: found.before })}</p>`}
      ${found.told && html`<p class="small">${found.told}</p>`}
      ${found.next && ready(found, found.next)}
    </div>`;
}

/** @type {(found: Versions, version: string) => unknown} */
function ready(found, version) {
  if (!found.may_install) return html`<p class="small">${t("versions.owner", { version })}</p>`;
  if (found.playing) return html`<p class="small">${t("versions.between", { version })}</p>`;
  return html`<${Button} icon="download" onClick=${() => ask(version)}>${t("versions.update", { version })}<//>`;
}

/** @type {(version: string) => void} */
function ask(version) {
  const install = async () => {
    hide();
    if (await tap("/api/versions", { do: "update" }, t("versions.update", { version }))) tell(t("versions.asked"), { tone: "good" });
  };
  show(() => html`
    <${Sheet} title=${t("versions.title", { version })} onClose=${hide} actions=${html`
      <${Button} onClick=${hide}>${t("cancel")}<//><${Button} kind="usual" onClick=${install}>${t("versions.update", { version })}<//>`}>
      <p>${t("versions.text")}</p>
    <//>`);
}
