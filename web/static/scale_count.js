// The count by weight: small beside a question of the game, large on the scale's own page.

import { html, useState } from "./vendor/preact-htm.js";
import { Icon } from "./icons.js";
import { tap } from "./send.js";
import { part, store } from "./store.js";
import { t } from "./text.js";
import { Button, Stepper } from "./ui.js";
/** @import { Count, Value, View } from "./types.d.ts" */

const MOST = 1000;

// The likeliest counts of what came in, the smaller first: nobody counts fewer than none.
/** @type {(one: Count) => number[]} */
export const likelyCounts = ({ count, other }) => [...new Set([count ?? -1, other ?? -1].filter((each) => each >= 0))].sort((a, b) => a - b);

/** @type {(one: Count) => number | string} */
function countWords(one) {
  const [count, other] = likelyCounts(one);
  return count === undefined ? t("scale.none") : other === undefined ? count : t("scale.two", { count, other });
}

// Why it cannot name a number for what the question asks, and what to do.
export const whyNoNumber = () => [part("count")?.why, part("count")?.what_to_do].filter(Boolean).join(" ");

// What the scale has counted so far of what the question asks.
export function CountNow() {
  const now = part("count");
  if (!now) return null;
  if (now.status === "drawer out") return html`<span class="count-now">${t("scale.out")}</span>`;
  if (now.count === undefined) return null;
  const sure = now.status === "sure";
  return html`
    <span class="count-now ${sure ? "sure" : "unsure"}">
      <span class="count-number" data-raw>${sure ? now.count : countWords(now)}</span>
      <${Icon} name=${sure ? "check" : "warning"} /><span>${t(sure ? "scale.sure" : "scale.unsure")}</span>
    </span>`;
}

// People say that the drawer is in and empty now; `asked` where a crumb may be all that lies there.
/** @type {View<{ asked?: boolean }>} */
export const DrawerIsEmpty = ({ asked = false }) => html`
  <${Button} kind=${asked ? "second" : "plain"} icon="scale" onClick=${() => tap("/api/scale", { do: "empty" }, t("scale.empty"))}>${t(asked ? "scale.ask_empty" : "scale.empty")}<//>`;

// The same beside a question of the game, where it would help.
export const AskEmpty = () => store.phone && part("count")?.ask_empty && html`<${DrawerIsEmpty} asked=${true} />`;

// The large number with its certainty; `one` has status, count and other.
/** @type {View<{ one: Count }>} */
export function BigCount({ one }) {
  const known = one.count !== undefined && (one.status === "sure" || one.status === "unsure");
  const unsure = one.status === "unsure";
  return html`
    <p class="big-count ${known ? one.status : ""}" role="status">
      ${one.status === "drawer out" ? html`<span class="big-words">${t("scale.out")}</span>`
        : html`<span data-raw class="big-number ${unsure && likelyCounts(one).length > 1 ? "two" : ""}">${!known ? t("scale.none") : unsure ? countWords(one) : one.count}</span>`}
      ${known && html`<span class="certainty"><${Icon} name=${unsure ? "warning" : "check"} />${t(unsure ? "scale.unsure" : "scale.sure")}</span>`}
    </p>`;
}

// The players' answer to a count that is not sure: one of the two likeliest with a tap, or any other number.
/** @type {View<{ one: Count, onTell: (count: number) => unknown }>} */
export function Answer({ one, onTell }) {
  const [count, setCount] = useState(/** @type {Value | null} */ (null));
  const likely = likelyCounts(one);
  const value = count ?? Math.max(0, one.count ?? 0);
  return html`
    <div class="answer-count">
      <div class="offers inline">${likely.map((each) => html`<${Button} key=${each} kind="second" onClick=${() => onTell(each)}>${t("scale.told_one", { count: each })}<//>`)}</div>
      <details><summary><span class="row-title">${t("scale.told")}</span><${Icon} name="chevron" /></summary>
        <${Stepper} id="told" label=${t("scale.told")} value=${value} least=${0} most=${MOST} onChange=${setCount} />
        <${Button} onClick=${() => typeof value === "number" && Number.isInteger(value) && onTell(value)}>${t("scale.told_one", { count: value })}<//>
      </details>
    </div>`;
}
