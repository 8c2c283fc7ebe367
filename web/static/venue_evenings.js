// All evenings of a venue, looked for by words, table, game and days; and one of them, read-only, live while it is played.

import { html, useEffect, useRef, useState } from "./vendor/preact-htm.js";
import { GamePicture } from "./game_icon.js";
import { Icon } from "./icons.js";
import { read } from "./send.js";
import { part, store } from "./store.js";
import { Decisions, Events, Lists, Plots } from "./story.js";
import { date, t, whoAndWhen } from "./text.js";
import { Button, Field, Raw, Top, useTitle } from "./ui.js";
import { isOwner } from "./venue_place.js";
import { evening as linkTo, long } from "./venue_tables.js";
/** @import { Step, VenueEvening, VenueEvenings, VenueTold, View } from "./types.d.ts" */

const TYPED_MS = 250;
const LIVE_MS = 1000; // an evening that goes on is read again no more often
const STEPS_SHOWN = 50;
/** @typedef {{ q: string, table: string, game: string, since: string, until: string }} Query */
/** @type {Query} */
let asked = { q: "", table: "", game: "", since: "", until: "" }; // stays while an evening is looked at

export function Evenings() {
  useTitle(t("find.title"));
  const [query, setQuery] = useState(asked);
  const [found, setFound] = useState(/** @type {VenueEvenings | null} */ (null));
  const latest = useRef(0);
  /** @type {(from: number) => Promise<void>} */
  const load = async (from) => {
    const mine = ++latest.current;
    /** @type {VenueEvenings | null} */
    const answer = await read(`/api/evenings?${new URLSearchParams({ ...query, from: String(from) })}`);
    if (answer && mine === latest.current) setFound((old) => (from && old ? { ...answer, evenings: [...old.evenings, ...answer.evenings] } : answer));
  };
  useEffect(() => {
    asked = query;
    const timer = setTimeout(() => load(0), found ? TYPED_MS : 0);
    return () => clearTimeout(timer);
  }, [query, store.link]);
  /** @type {(name: keyof Query) => (event: { currentTarget: { value: string } }) => void} */
  const set = (name) => (event) => setQuery({ ...query, [name]: event.currentTarget.value });
  return html`
    <h1>${t("find.title")}</h1>
    <form class="venue-find" role="search" onSubmit=${(/** @type {Event} */ event) => event.preventDefault()}>
      <${Field} id="find-words" type="search" label=${t("find.words")} value=${query.q} maxlength=${200} autocomplete="off" onInput=${set("q")} />
      <${Select} id="find-table" label=${t("find.table")} value=${query.table} options=${(found?.tables ?? []).map((one) => [one, one])} onChange=${set("table")} />
      <${Select} id="find-game" label=${t("find.game")} value=${query.game} options=${(found?.games ?? []).map((one) => [one.name, one.title])} onChange=${set("game")} />
      <${Field} id="find-since" type="date" label=${t("find.since")} value=${query.since} onInput=${set("since")} />
      <${Field} id="find-until" type="date" label=${t("find.until")} value=${query.until} onInput=${set("until")} />
    </form>
    ${!found ? html`<p class="empty">${t("loading")}</p>` : html`
      <p class="label" role="status">${found.all ? t("find.count", { n: found.all }) : t("find.none")}</p>
      <ul class="list venue-evenings">${found.evenings.map((one) => html`<li key=${linkTo(one)}><${Row} one=${one} /></li>`)}</ul>
      ${found.evenings.length < found.all && html`<${Button} onClick=${() => load(found.evenings.length)}>${t("find.more")}<//>`}`}`;
}

/** @type {View<{ id: string, label: string, value: string, options: [string, string][], any?: boolean, onChange: (event: { currentTarget: HTMLSelectElement }) => void }>} */
export const Select = ({ id, label, value, options, any = true, onChange }) => html`
  <div class="field"><label for=${id}>${label}</label>
    <select id=${id} value=${value} onChange=${onChange}>
      ${any && html`<option value="">${t("find.any")}</option>`}
      ${options.map(([one, words]) => html`<option key=${one} value=${one} data-raw>${words}</option>`)}
    </select></div>`;

/** @type {View<{ one: VenueEvening }>} */
const Row = ({ one }) => html`
  <a class="row" href=${linkTo(one)}>
    <${GamePicture} game=${one.game} />
    <span class="row-words"><span class="row-title"><${Raw}>${one.name}<//></span>
      <span class="small">${one.title}, <span data-raw>${one.table}</span>, ${date(one.started)}${one.copy > 1 ? `, ${t("find.copy", { copy: one.copy })}` : ""}</span>
      <span class="small" data-raw>${one.players.join(", ")}</span>
      ${one.altered ? html`<span class="venue-wrong"><${Icon} name="warning" />${t("venue.altered")}</span>` : html`<span class="small">${[one.ending?.replace(/[.!]$/, "") ?? t(one.ended ? "find.ended" : "find.goes_on"), one.minutes === undefined ? t("find.entries", { n: one.entries }) : long(one.minutes)].join(", ")}</span>`}
    </span><${Icon} name="chevron" /></a>`;

// How many steps the evening has by now, where a table tells; undefined where it is played no more.
/** @type {(table: string, id: string, copy: number) => number | undefined} */
function entriesNow(table, id, copy) {
  const found = part(`table:${table}`);
  return found?.id === id && found.copy === copy ? found.entries : undefined;
}

/** @type {View<{ rest: string[] }>} */
export function Evening({ rest }) {
  const [table, id, copy] = [rest[0] ?? "", rest[1] ?? "", Number(rest[2] ?? 1)];
  const [found, setFound] = useState(/** @type {VenueTold | null} */ (null));
  const [trouble, setTrouble] = useState("");
  const entries = entriesNow(table, id, copy);
  const last = useRef(0);
  useEffect(() => {
    const wait = Math.max(0, last.current + LIVE_MS - Date.now());
    const timer = setTimeout(async () => {
      last.current = Date.now();
      /** @type {(VenueTold & { error?: string }) | null} */
      const answer = await read(`/api/evenings/${[table, id, String(copy)].map(encodeURIComponent).join("/")}`, { quiet: true });
      setTrouble(answer?.error ?? (answer ? "" : t("offline")));
      if (answer && !answer.error) setFound(answer);
    }, wait);
    return () => clearTimeout(timer);
  }, [store.route, entries, part("server")?.text, store.link]);
  useTitle(found?.name ?? t("find.title"));
  return html`
    <${Top} title=${found?.name ?? t("find.title")} back="#evenings" />
    ${trouble && html`<p class="venue-wrong" role="status"><${Icon} name="warning" />${trouble}</p>`}
    ${!found ? !trouble && html`<p class="empty">${t("loading")}</p>` : html`<${Told} one=${found} live=${entries !== undefined && part(`table:${table}`)?.status === "playing"} />`}`;
}

/** @type {View<{ one: VenueTold, live: boolean }>} */
function Told({ one, live }) {
  const [shown, setShown] = useState(STEPS_SHOWN);
  return html`
    <div class="venue-game venue-told"><${GamePicture} game=${one.game} /><p class="row-words"><span class="row-title">${one.title}</span>
      <span class="small"><span data-raw>${one.table}</span>, ${date(one.started)}, ${long(one.minutes)}${one.copy > 1 ? `, ${t("find.copy", { copy: one.copy })}` : ""}</span></p>
      ${live && html`<span class="tags"><span class="tag good">${t("evening.live")}</span></span>`}</div>
    <p class="venue-players"><${Icon} name="person" /><span data-raw>${one.players.join(", ")}</span></p>
    ${one.line && html`<p class="story-ending">${one.line}</p>`}
    ${one.story && html`<${Plots} story=${one.story} /><${Events} story=${one.story} /><${Lists} lists=${one.story.lists} /><${Decisions} decisions=${one.story.decisions} />`}
    <section aria-labelledby="evening-steps"><h2 class="label" id="evening-steps">${t("find.entries", { n: one.entries })}</h2>
      <ol class="history" reversed>${one.steps.slice(0, shown).map((step) => html`<${StepLine} key=${step.number} step=${step} />`)}</ol>
      ${shown < one.steps.length && html`<${Button} onClick=${() => setShown(shown + STEPS_SHOWN)}>${t("evening.older")}<//>`}</section>
    ${isOwner() && html`<a class="button" href=${`/api/evenings/${one.table}/${one.id}/${one.copy}/file`} download><${Icon} name="download" /><span class="words">${t("evening.file")}</span></a>`}`;
}

/** @type {View<{ step: Step }>} */
const StepLine = ({ step }) => html`
  <li class="venue-step ${step.undone ? "undone" : ""}">
    <p class="row-words"><span class="row-title">${step.undone ? html`<s>${step.label}</s>` : step.label}</span><span class="small">${whoAndWhen(step)}</span></p>
    ${step.undone && html`<span class="tag">${t("history.undone")}</span>`}
    ${step.facts.length > 0 && html`<ul class="facts">${step.facts.map((fact, index) => html`<li key=${index}>${fact.text}</li>`)}</ul>`}
  </li>`;
