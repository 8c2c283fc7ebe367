// How it went, in one card, when a game is over: its end in large words, the plots, what each player did, or, where no story is told,
// how everything stood; and once more.

import { html } from "./vendor/preact-htm.js";
import { GamePicture } from "./game_icon.js";
import { Icon } from "./icons.js";
import { tap } from "./send.js";
import { go, part, store } from "./store.js";
import { Plots, hasStory, useStory } from "./story.js";
import { t } from "./text.js";
import { Panels } from "./tracks.js";
import { Raw } from "./ui.js";
import { isWide } from "./wide.js";
/** @import { Decision, Evening, Story, View } from "./types.d.ts" */

const DEEDS = 3; // of each player, the newest

// What each player decided: how much, and the last of it. Devices and phones of others are no players.
/** @type {(players: string[], decisions: Decision[]) => { player: string, count: number, last: string[] }[]} */
export const deedsOf = (players, decisions) => players.map((player) => {
  const own = decisions.filter((one) => one.by === player);
  return { player, count: own.length, last: own.slice(-DEEDS).map((one) => one.label) };
}).filter((one) => one.count > 0);

/** @type {(evening: Evening, ended?: number) => number} */
export const minutesOf = (evening, ended = evening.ended) => (ended === undefined ? 0 : Math.max(1, Math.round((ended - evening.started) / 60)));

export function EndCard() {
  const evening = part("evening");
  const ending = part("ending");
  if (!evening || !ending) return null;
  const round = part("where")?.round;
  return html`
    <section class="prompt ending">
      <${GamePicture} game=${evening.game} />
      <p class="eyebrow"><${Icon} name="flag" />${t("now.ended")}</p>
      <h1 class="do">${ending}</h1>
      <p class="more">${[round === undefined ? "" : t("end.rounds", { n: round }), t("end.minutes", { n: minutesOf(evening) })].filter(Boolean).join(" · ")}</p>
      ${hasStory(evening.game) && html`<${Told} evening=${evening} />`}
    </section>`;
}

// Where no story is told, how everything stands; beside the end it stands anyway.
export const EndStanding = () => !isWide() && !hasStory(part("evening")?.game ?? "") && html`<${Panels} without=${[]} />`;

// What has ended may go on otherwise, as a campaign does with a new adventure: how it went stands below the question.
export function StorySoFar() {
  const evening = part("evening");
  return evening && hasStory(evening.game) ? html`<section class="prompt ending"><${Told} evening=${evening} /></section>` : null;
}

/** @type {View<{ evening: Evening }>} */
function Told({ evening }) {
  const story = useStory(undefined);
  if (!story || !("plots" in story)) return null;
  const deeds = deedsOf(evening.players, story.decisions);
  return html`
    ${deeds.length > 0 && html`
      <ul class="deeds" aria-label=${t("end.deeds")}>${deeds.map(({ player, count, last }) => html`
        <li class="card" key=${player}><p><b><${Raw}>${player}<//></b> <span class="small">${t("end.decided", { n: count })}</span></p>
          <ul class="bullets small">${last.map((one, index) => html`<li key=${index}>${one}</li>`)}</ul></li>`)}</ul>`}
    <div class="end-plots"><${Plots} story=${/** @type {Story} */ (story)} /></div>`;
}

// The same table once more; and the whole story.
export function EndWays() {
  const evening = part("evening");
  if (!evening) return null;
  const again = async () => {
    if (await tap("/api/evenings/again", { evening: evening.id }, t("end.again"))) go("now");
  };
  return html`
    <a class="button answer" href=${hasStory(evening.game) ? "#story" : "#history"}><span class="words">${t("now.history")}</span></a>
    <button type="button" class="button answer usual" aria-busy=${store.pending !== null} onClick=${again}><${Icon} name="repeat" /><span class="words">${t("end.again")}</span></button>`;
}
