// “That is wrong”: what is printed on the card, and the picture is kept on the companion for the next training.

import { html, useState } from "./vendor/preact-htm.js";
import { tap } from "./send.js";
import { Sheet, useSending } from "./sheet.js";
import { show, tell } from "./store.js";
import { t } from "./text.js";
import { Button, Field } from "./ui.js";
/** @import { View } from "./types.d.ts" */

const LONGEST = 20;

/** @type {View<{ sighting: { number: number, code: string }, label: string }>} */
export const ReportButton = ({ sighting, label }) => html`
  <${Button} icon="flag" onClick=${() => show(() => html`<${Report} sighting=${sighting} />`)}>${label}<//>`;

/** @type {View<{ sighting: { number: number, code: string } }>} */
function Report({ sighting: { number, code } }) {
  const [right, setRight] = useState("");
  const [error, setError] = useState(/** @type {string | null} */ (null));
  const [sending, send] = useSending();
  const report = async (/** @type {string} */ printed) => {
    /** @type {{ undone: boolean } | null} */
    const done = await send(() => tap("/api/scan/wrong", { sighting: number, right: printed }, t("scan.wrong")));
    if (done) tell(t(done.undone ? "wrong.kept_undone" : "wrong.kept"), { tone: "good" });
  };
  const typed = (/** @type {Event} */ event) => {
    event.preventDefault();
    if (sending) return;
    if (right.trim()) report(right.trim());
    else setError(t("wrong.type"));
  };
  return html`
    <${Sheet} title=${t("wrong.ask")} actions=${html`
      ${code && html`<${Button} disabled=${sending} onClick=${() => report("")}>${t("wrong.no_code")}<//>`}
      <${Button} kind="usual" aria-busy=${sending} onClick=${typed}>${t("wrong.report")}<//>`}>
      <form onSubmit=${typed}>
        ${code && html`<p>${t("wrong.was_read", { code })}</p>`}
        <${Field} id="right" label=${t("wrong.right")} hint=${t("wrong.stays")} error=${error} value=${right} maxlength=${LONGEST} autocapitalize="characters"
          autocomplete="off" spellcheck=${false} enterkeyhint="send" class="code" onInput=${(event) => setRight(event.currentTarget.value.toUpperCase())} />
      </form>
    <//>`;
}
