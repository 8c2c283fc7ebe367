// “That is wrong”: what is printed on the card, and the picture is kept on the companion for the next training.

import { html, useState } from "./vendor/preact-htm.js";
import { tap } from "./send.js";
import { Sheet, useSending } from "./sheet.js";
import { show, tell } from "./store.js";
import { t } from "./text.js";
import { Button, Field } from "./ui.js";

const LONGEST = 20;

export const ReportButton = ({ sighting, label }) => html`
  <${Button} icon="flag" onClick=${() => show(() => html`<${Report} sighting=${sighting} />`)}>${label}<//>`;

function Report({ sighting: { number, code } }) {
  const [right, setRight] = useState("");
  const [error, setError] = useState(null);
  const [sending, send] = useSending();
  const report = async (printed) => {
    const done = await send(() => tap("/api/scan/wrong", { sighting: number, right: printed }, t("scan.wrong")));
    if (done) tell(t(done.undone ? "wrong.kept_undone" : "wrong.kept"), { tone: "good" });
  };
  const typed = (event) => {
    event?.preventDefault();
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
          autocomplete="off" spellcheck=${false} enterkeyhint="send" class="code" onInput=${(event) => setRight(event.target.value.toUpperCase())} />
      </form>
    <//>`;
}
