// Campaigns that move between the tables of a venue: those that lie there, and handing an evening over.

import { html } from "./vendor/preact-htm.js";
import { tap } from "./send.js";
import { confirm } from "./sheet.js";
import { go, part, tell } from "./store.js";
import { ago, t } from "./text.js";
import { Button, Raw } from "./ui.js";
import { useRead } from "./use_read.js";
/** @import { Campaign, ListedEvening, Readable, View } from "./types.d.ts" */

/** @type {(handed: NonNullable<ListedEvening["handed"]>) => string} */
export const handedWords = ({ how, table }) => t(`campaigns.${how}`, { table });

// A campaign in one line: where it is, and since when.
/** @type {(one: Campaign) => string} */
export function whereItIs(one) {
  const words = { game: one.title, table: one.table, ago: ago(one.playing ? one.at : one.since) };
  return t(one.here ? "campaigns.here" : one.playing ? "campaigns.played" : "campaigns.put_away", words);
}

/** @type {View<{ reload: () => unknown }>} */
export function Campaigns({ reload }) {
  /** @type {Readable<{ campaigns: Campaign[] }>} */
  const [answer, look] = useRead("/api/campaigns", { again: part("evening")?.id });
  const found = answer?.campaigns;
  const lookAgain = () => Promise.all([reload(), look()]);
  return html`
    <section class="panel" aria-labelledby="campaigns-title"><h2 id="campaigns-title">${t("campaigns.title")}</h2>
      <p class="small">${t("campaigns.hint")}</p>
      ${found && found.length === 0 && html`<p class="empty">${t("campaigns.none")}</p>`}
      <ul class="list">${(found ?? []).map((one) => html`
        <li class="card" key=${one.id}>
          <p class="row-words"><span class="row-title"><${Raw}>${one.name}<//></span><span class="small">${whereItIs(one)}</span></p>
          <${Button} onClick=${() => (one.playing && !one.here ? takeOver(one, lookAgain) : take(one, false, lookAgain))}>${t(one.playing && !one.here ? "campaigns.over" : "campaigns.take")}<//></li>`)}</ul>
      <${Button} kind="second" onClick=${look}>${t("campaigns.look")}<//>
    </section>`;
}

/** @type {(one: Campaign, over: boolean, reload: () => unknown) => Promise<void>} */
async function take(one, over, reload) {
  const done = await tap("/api/campaigns/take", { campaign: one.id, over }, t("campaigns.take"));
  reload();
  if (done) go("now");
}

/** @type {(one: Campaign, reload: () => unknown) => void} */
function takeOver(one, reload) {
  const words = { name: one.name, table: one.table, ago: ago(one.at) };
  confirm({ title: t("campaigns.over_title", words), text: t("campaigns.over_text", words), yes: t("campaigns.over"), onYes: () => take(one, true, reload) });
}

/** @type {View<{ one: ListedEvening, reload: () => unknown }>} */
export function HandOver({ one, reload }) {
  if (one.handed && one.handed.how !== "lost") return null;
  const onYes = async () => {
    const done = await tap("/api/campaigns/hand-over", { evening: one.id }, t("campaigns.hand_over"));
    reload();
    if (done) tell(t("campaigns.handed", { name: one.name }), { tone: "good" });
  };
  const ask = () => confirm({ title: t("campaigns.hand_over_title", { name: one.name }), text: t("campaigns.hand_over_text"), yes: t("campaigns.hand_over"), danger: false, onYes });
  return html`<${Button} icon="upload" onClick=${ask}>${t("campaigns.hand_over")}<//>`;
}
