// Short hints: in the first evening, one at a time, each where it is about and once for each phone, none while a card is read; and in a demo
// round.

import { html } from "./vendor/preact-htm.js";
import { Icon } from "./icons.js";
import { tap } from "./send.js";
import { newsOn } from "./steps.js";
import { isOwn, part, store, update, version } from "./store.js";
import { start, t } from "./text.js";
import { isCardRead } from "./table_card.js";
import { isListed } from "./todo.js";
import { Button } from "./ui.js";
import { isFlat } from "./wide.js";
/** @import { View } from "./types.d.ts" */

const KEY = "tour";
const OFF = "off";

// --- the first evening ---------------------------------------------------------------------------------------------

const own = () => isOwn(part("undoes"));
// What each is about, in the order in which they matter; the first whose time has come is shown.
/** @type {[name: string, isDue: () => boolean][]} */
const TOUR = [
  ["todo", isListed],
  ["undo", () => Boolean(part("can")?.undo) && own()],
  ["look_up", () => Boolean(part("prompts")?.[0]?.rule) && !newsOn() && (part("can")?.undo ?? 0) >= 3],
  ["otherwise", () => (part("can")?.undo ?? 0) >= 5],
  ["voice", () => (part("can")?.undo ?? 0) >= 7 && (part("captions") ?? []).length > 0],
];

/** @type {string[] | undefined} */
let seen;
const seenHints = () => {
  if (seen === undefined) {
    try {
      seen = (localStorage.getItem(KEY) ?? "").split(",").filter(Boolean);
    } catch {
      seen = [OFF]; // where nothing can be kept, every page would begin anew
    }
  }
  return seen;
};
/** @type {(names: string[]) => void} */
function keep(names) {
  seen = names;
  try {
    localStorage.setItem(KEY, names.join(","));
  } catch {
    // it holds until the page is closed
  }
  shownAt = version();
  update({});
}

/** @type {number | undefined} */
let shownAt; // the version at which the last one was put away: the next one comes with a later step

/** @type {(names: string[]) => string | undefined} */
export const due = (names) => (names.includes(OFF) ? undefined : TOUR.find(([name, isDue]) => !names.includes(name) && isDue())?.[0]);

export function Tour() {
  if (start.demo || !store.phone || !part("evening") || part("ending") || isFlat() || shownAt === version() || isCardRead()) return null;
  const name = due(seenHints());
  if (!name) return null;
  return html`
    <aside class="hint" aria-label=${t("tour.title")}>
      <p class="small">${t(`tour.${name}`)}</p>
      <div class="hint-ways">
        <${Button} kind="hint-way" onClick=${() => keep([...seenHints(), name])}>${t("tour.got_it")}<//>
        <${Button} kind="hint-way" onClick=${() => keep([OFF])}>${t("tour.off")}<//>
      </div>
    </aside>`;
}

// --- a demo round --------------------------------------------------------------------------------------------------

const LONG_ENOUGH = 6; // steps, after which everything has been seen

/** @type {number | undefined} */
let begun;

// Which hint a demo shows now.
/** @type {() => string} */
function demoHint() {
  begun ??= version();
  const [prompt] = part("prompts") ?? [];
  if (part("ending") || version() - begun >= LONG_ENOUGH) return "end";
  const fall = !part("table")?.cubes && prompt?.expects.some((one) => one === "cubes" || one === "watching");
  if (version() === begun) return fall ? "begin_cubes" : "begin";
  if (fall) return "cubes";
  return isListed() ? "todo" : "go_on";
}

export function DemoHint() {
  if (!start.demo || !part("evening")) return null;
  const hint = demoHint();
  return html`
    <aside class="hint demo" aria-label=${t("demo.title")}>
      <p><b>${t("demo.title")}</b> ${t(`demo.${hint}`, { game: start.looks[part("evening")?.game ?? ""]?.title ?? "" })}</p>
      ${hint.endsWith("cubes") && html`<${Cubes} />`}
      ${hint === "end" && html`<div class="hint-ways"><a class="button second" href="/#new"><span class="words">${t("demo.for_real")}</span></a></div>`}
    </aside>`;
}

// As if the drawer stood here: so many cubes fall into it, and are counted.
const Cubes = () => html`
  <div class="chips" role="group" aria-label=${t("sim.drop")}>${[1, 2, 3].map((count) => html`
    <button type="button" class="button chip" key=${count} aria-label=${t("sim.drop_some", { count })}
      onClick=${() => tap("/api/table", { verb: "drop_cubes", count }, t("sim.drop"))}><${Icon} name="cube" /><span data-raw>${count}</span></button>`)}</div>`;

/** @type {View<{ second?: boolean }>} */
export function TryDemo({ second = false }) {
  if (!start.has.demo) return null;
  const begin = async () => {
    /** @type {{ path: string } | null} */
    const found = await tap("/api/demo", {}, t("demo.try"));
    if (found) location.assign(found.path);
  };
  return html`
    <button type="button" class="button ${second ? "offer" : "answer usual"}" aria-busy=${store.pending !== null} onClick=${begin}>
      <${Icon} name="play" /><span class="words"><span>${t("demo.try")}</span><span class="note">${t("demo.what")}</span></span></button>`;
}

export const LeaveDemo = () => start.demo && html`<a class="icon-button" href="/" aria-label=${t("demo.leave")} title=${t("demo.leave")}><${Icon} name="leave" /></a>`;
