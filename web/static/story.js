// The evening's story: how it ended, its numbers over the rounds, what was decided; to be saved as a picture or a file.

import { html, useRef, useState } from "./vendor/preact-htm.js";
import { Icon } from "./icons.js";
import { useWidth } from "./map_picture.js";
import { part, tell, version } from "./store.js";
import { atWords, pageInk, PlotPicture, roundsOf, Sample, unitWords, valueAt } from "./story_plot.js";
import { saveData, savePage, savePicture } from "./story_save.js";
import { start, t, whoAndWhen } from "./text.js";
import { Button, Tone, Top, useTitle } from "./ui.js";
import { useRead } from "./use_read.js";
/** @import * as types from "./types.d.ts" */
/** @import { Ref } from "./vendor/preact-htm.js" */
/** @import { Decision, Evenings, ListedEvening, View } from "./types.d.ts" */

const MANY_DECISIONS = 12;
/** @type {Map<string, { told: types.Story, of: ListedEvening | undefined, story: types.Story }>} */
const kept = new Map(); // stories read before, so that one is there without a connection too

/** @type {(game: string) => boolean} */
export const hasStory = (game) => start.stories.includes(game);
const openHasStory = () => {
  const evening = part("evening");
  return evening && hasStory(evening.game);
};
export const StoryTile = () => openHasStory() && html`<a class="tile" href="#story"><${Icon} name="story" /><span>${t("story.title")}</span></a>`;
export const StoryRow = () => openHasStory() && html`<a class="row" href="#story"><${Icon} name="story" /><span class="row-words"><span class="row-title">${t("story.title")}</span></span><${Icon} name="chevron" /></a>`;

// The open evening's story, or that of one in the list, which is read too: what is saved tells its name, day and players.
/** @type {(evening: string | undefined) => types.Story | { error: string } | null} */
export function useStory(evening) {
  const key = evening ?? part("evening")?.id ?? "";
  const path = evening === undefined ? "/api/story" : `/api/story?evening=${encodeURIComponent(evening)}`;
  /** @type {types.Readable<types.Story | { error: string }>} */
  const [told, , missed] = useRead(path, { again: evening ? 0 : version(), of: key, quiet: true });
  /** @type {types.Readable<Partial<Evenings>>} */
  const [list] = useRead(evening === undefined ? null : "/api/evenings", { quiet: true });
  const of = list?.evenings?.find((one) => one.id === evening);
  const before = kept.get(key);
  if (told && "plots" in told && (before?.told !== told || before.of !== of)) kept.set(key, { told, of, story: of ? { ...told, evening: of } : told });
  return kept.get(key)?.story ?? told ?? (missed ? { error: t("offline") } : null);
}

/** @type {View<{ rest: string[] }>} */
export function Story({ rest }) {
  useTitle(t("story.title"));
  const evening = rest[0] ? decodeURIComponent(rest[0]) : undefined;
  const found = useStory(evening);
  const back = evening ? "#evenings" : part("ending") ? "#now" : "#table";
  if (!found) return html`<${Top} title=${t("story.title")} back=${back} /><p class="empty">${t("loading")}</p>`;
  if (!("plots" in found)) return html`<${Top} title=${t("story.title")} back=${back} /><p class="empty">${found.error}</p>`;
  const whole = { ...found, evening: evening ? found.evening : part("evening") };
  return html`
    <${Top} title=${found.title} back=${back} />
    <p class="story-ending">${found.ending}</p>
    <${Plots} story=${found} />
    <${Events} story=${found} />
    <${Lists} lists=${found.lists} />
    <${Decisions} decisions=${found.decisions} />
    <section class="card saving"><h2 class="label">${t("story.save")}</h2>
      <div class="offers inline">
        <${Button} kind="second" icon="picture" onClick=${() => save(savePicture, whole)}>${t("story.picture")}<//>
        <${Button} icon="download" onClick=${() => save(savePage, whole)}>${t("story.file")}<//>
        <${Button} icon="download" onClick=${() => save(saveData, whole)}>${t("story.data")}<//>
      </div></section>`;
}

/** @type {(way: (story: types.Story) => void | Promise<void>, story: types.Story) => Promise<void>} */
async function save(way, story) {
  try {
    await way(story);
  } catch {
    tell(t("story.not_saved"), { tone: "danger" });
  }
}

/** @type {View<{ story: types.Story }>} */
export function Plots({ story }) {
  const [at, setAt] = useState(/** @type {number | undefined} */ (undefined));
  const rounds = roundsOf(story);
  if (story.plots.length === 0) return null;
  return html`
    <section class="plots" aria-label=${t(story.unit === "turn" ? "story.plots_turn" : "story.plots")}>
      ${story.plots.map((plot) => html`<${Plot} key=${plot.label} plot=${plot} story=${story} rounds=${rounds} at=${at} setAt=${setAt} />`)}
    </section>
    ${rounds[1] > rounds[0] && html`
      <div class="field slider round-slider"><label for="story-round">${t("story.look_at")}</label><output for="story-round">${atWords(story, at ?? rounds[1])}</output>
        <input id="story-round" type="range" min=${rounds[0]} max=${rounds[1]} step="1" value=${at ?? rounds[1]} onInput=${(event) => setAt(Number(event.currentTarget.value))} /></div>`}`;
}

/** @type {View<{ plot: types.Plot, story: types.Story, rounds: [number, number], at?: number, setAt: (at: number) => void }>} */
function Plot({ plot, story, rounds, at, setAt }) {
  /** @type {Ref<HTMLDivElement>} */
  const ref = useRef(null);
  const width = useWidth(ref, 300);
  const [first, last] = rounds;
  const touched = (/** @type {MouseEvent & { currentTarget: Element }} */ event) => {
    const { left, width: wide } = event.currentTarget.getBoundingClientRect();
    const share = (event.clientX - left - 26) / (wide - 56);
    setAt(Math.round(Math.min(last, Math.max(first, first + share * (last - first)))));
  };
  const label = t(story.unit === "turn" ? "story.plot_label_turn" : "story.plot_label", { plot: plot.label, first, last });
  return html`
    <figure class="panel plot-panel">
      <figcaption><h2>${plot.label}</h2></figcaption>
      <div class="plot-room" ref=${ref} onClick=${touched}>
        <${PlotPicture} plot=${plot} events=${story.events} rounds=${rounds} ink=${pageInk} width=${width} height=${Math.round(Math.min(280, Math.max(168, width * 0.56)))} at=${at} label=${label} /></div>
      <ul class="legend">${plot.series.map((series, index) => html`
        <li key=${series.label}><svg width="32" height="12" viewBox="0 0 32 12" aria-hidden="true"><${Sample} series=${series} index=${index} ink=${pageInk} y=${6} /></svg>
          <span>${series.label}</span> <b data-raw>${valueAt(series, at ?? last) ?? "–"}</b></li>`)}</ul>
      <details class="numbers"><summary><span class="row-title">${t("story.numbers")}</span><${Icon} name="chevron" /></summary><${Numbers} plot=${plot} unit=${story.unit} rounds=${rounds} /></details>
    </figure>`;
}

/** @type {View<{ plot: types.Plot, unit: string, rounds: [number, number] }>} */
const Numbers = ({ plot, unit, rounds: [first, last] }) => html`
  <div class="numbers-room" tabindex="0" role="region" aria-label=${plot.label}><table>
    <thead><tr><th scope="col">${unitWords(unit)}</th>${plot.series.map((series) => html`<th scope="col" key=${series.label}>${series.label}</th>`)}</tr></thead>
    <tbody>${Array.from({ length: last - first + 1 }, (_, index) => first + index).map((round) => html`
      <tr key=${round}><th scope="row" data-raw>${round}</th>${plot.series.map((series) => html`<td key=${series.label} data-raw>${valueAt(series, round) ?? "–"}</td>`)}</tr>`)}</tbody>
  </table></div>`;

/** @type {View<{ story: types.Story }>} */
export const Events = ({ story }) => story.events.length > 0 && html`
  <section class="card"><h2 class="label">${t("story.events")}</h2>
    <ol class="events">${story.events.map((event, index) => html`
      <li class="tone-${event.tone}" key=${index}><span class="event-number" data-raw>${index + 1}</span><span><span class="small">${atWords(story, event.at)}</span> <span class="event-words"><${Tone} tone=${event.tone} />${event.label}</span></span></li>`)}</ol></section>`;

/** @type {View<{ lists: types.Story["lists"] }>} */
export const Lists = ({ lists }) => lists.map(([title, items]) => html`
  <section class="card" key=${title}><h2 class="label">${title}</h2>
    ${items.length === 0 ? html`<p class="small">${t("story.nothing")}</p>` : html`<ul class="bullets">${items.map((item) => html`<li>${item}</li>`)}</ul>`}</section>`);

/** @type {View<{ decisions: Decision[] }>} */
export const Decisions = ({ decisions }) => decisions.length > 0 && html`
  <details class="card" open=${decisions.length <= MANY_DECISIONS}>
    <summary><h2 class="row-title">${t("story.decisions", { count: decisions.length })}</h2><${Icon} name="chevron" /></summary>
    <ol class="decisions">${decisions.map((one, index) => html`<li key=${index}><span>${one.label}</span>
      <span class="small">${whoAndWhen(one)}</span></li>`)}</ol></details>`;
