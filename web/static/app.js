// The page: header, the view of the present route, what stands at the bottom, dialogs, messages.

import { html, render, useLayoutEffect, useRef } from "./vendor/preact-htm.js";
import { AddCards, AddCardsBar } from "./add_cards.js";
import { followAwake } from "./awake.js";
import { Backups, BackupsBar } from "./backups.js";
import { Board, BoardBar } from "./board.js";
import { dropDoubleTaps } from "./double_tap.js";
import { Evenings, EveningsBar } from "./evenings.js";
import { keepFocus, useHeadline } from "./focus.js";
import { DemoHint, LeaveDemo, Tour } from "./hints.js";
import { History, HistoryBar } from "./history.js";
import { Icon } from "./icons.js";
import { connect } from "./live.js";
import { keepWordsWhole } from "./long_words.js";
import { LookUp } from "./lookup.js";
import { BigMap } from "./map.js";
import { Link, Message, PhotoWaits } from "./messages.js";
import { NewEvening, NewEveningBar } from "./new_evening.js";
import { Now, NowBar, placeOfToDo, UndoButton } from "./now.js";
import { followOffline } from "./offline.js";
import { Otherwise, OtherwiseBar } from "./otherwise.js";
import { isAwake, listen, speaksHere } from "./phone_voice.js";
import { comeBack, Invite, Join, JoinBar, Phones, ThisPhone } from "./phones.js";
import { Pile, PileBar } from "./pile.js";
import { Scale, ScaleBar } from "./scale.js";
import { Calibrate, CalibrateBar } from "./scale_calibrate.js";
import { Calibrations, CalibrationsBar } from "./scale_kept.js";
import { Recording, RecordingBar } from "./scale_record.js";
import { Scan, ScanBar } from "./scan.js";
import { CheckCamera, CheckCameraBar } from "./scan_check.js";
import { WrongReads, WrongReadsBar } from "./scan_wrong.js";
import { Story } from "./story.js";
import { part, store, update, useStore } from "./store.js";
import { setVoice, Table, troubled } from "./table.js";
import { TimersNow } from "./timers.js";
import { ownOrders, toDoWords } from "./todo.js";
import { Tracks } from "./tracks.js";
import { start, t } from "./text.js";
import { showTheme } from "./theme.js";
import { Button, IconButton, Raw } from "./ui.js";
/** @import { Ref } from "./vendor/preact-htm.js" */
/** @import { View, Where } from "./types.d.ts" */

// Each page: what draws it, what stands at the bottom, under which tab it is, and whether only joined phones see it.
/** @type {Record<string, { view: View<{ rest: string[] }> | View, bar?: View, tab: string, joined?: boolean }>} */
const ROUTES = {
  now: { view: Now, bar: NowBar, tab: "now" },
  tracks: { view: Tracks, tab: "tracks" },
  otherwise: { view: Otherwise, bar: OtherwiseBar, tab: "tracks", joined: true },
  history: { view: History, bar: HistoryBar, tab: "history" },
  "look-up": { view: LookUp, tab: "look-up" },
  "add-cards": { view: AddCards, bar: AddCardsBar, tab: "look-up", joined: true },
  table: { view: Table, tab: "table" },
  timers: { view: Table, tab: "table", joined: true },
  evenings: { view: Evenings, bar: EveningsBar, tab: "table", joined: true },
  new: { view: NewEvening, bar: NewEveningBar, tab: "table", joined: true },
  backups: { view: Backups, bar: BackupsBar, tab: "table", joined: true },
  board: { view: Board, bar: BoardBar, tab: "table", joined: true },
  phones: { view: Phones, tab: "table", joined: true },
  invite: { view: Invite, tab: "table", joined: true },
  "this-phone": { view: ThisPhone, tab: "table" },
  scale: { view: Scale, bar: ScaleBar, tab: "table", joined: true },
  calibrate: { view: Calibrate, bar: CalibrateBar, tab: "table", joined: true },
  calibrations: { view: Calibrations, bar: CalibrationsBar, tab: "table", joined: true },
  recording: { view: Recording, bar: RecordingBar, tab: "table", joined: true },
  pile: { view: Pile, bar: PileBar, tab: "table", joined: true },
  scan: { view: Scan, bar: ScanBar, tab: "table", joined: true },
  "check-camera": { view: CheckCamera, bar: CheckCameraBar, tab: "table", joined: true },
  "wrong-reads": { view: WrongReads, bar: WrongReadsBar, tab: "table", joined: true },
  story: { view: Story, tab: "history" },
  join: { view: Join, bar: JoinBar, tab: "" },
};
/** @type {[string, string][]} */
const TABS = [["now", "now"], ["tracks", "tracks"], ["history", "history"], ["look-up", "look_up"], ["table", "table"]];

function routeNow() {
  const [name, ...rest] = store.route.split("/");
  const known = ROUTES[name] ? name : "now";
  const route = ROUTES[known].joined && !store.phone ? "join" : known;
  return { name: route, rest, ...ROUTES[route] };
}

function App() {
  useStore();
  const { name, rest, view: View, bar: Bar, tab } = routeNow();
  /** @type {Ref<HTMLElement>} */
  const main = useRef(null);
  const first = useRef(true);
  useLayoutEffect(() => { // not after the paint: who was quicker would lose the focus again
    if (first.current) {
      first.current = false;
      return;
    }
    toTop(main.current);
    main.current.focus({ preventScroll: true });
  }, [store.route]);
  const prompt = asked();
  useFromTheTop(main, prompt);
  const isRead = useHeadline(main, prompt, { here: name === "now", covered: Boolean(store.sheet || store.map) });
  return html`
    <${Header} />
    <main ref=${main} tabindex="-1" class="view-${name}">${!store.sheet && !store.map && html`<${Link} /><${PhotoWaits} /><${Message} /><${VoiceAsleep} />`}${name === "now" && !store.sheet && !store.map && html`<${DemoHint} /><${Tour} />`}<${View} rest=${rest} key=${name} /></main>
    <footer>
      ${Bar && html`<${Bar} />`}
      <${Nav} tab=${tab} />
    </footer>
    <${Announcer} isRead=${isRead} />
    ${store.map && html`<${BigMap} />`}
    ${store.sheet?.()}`;
}

// What is asked for now; a tick in a list or a track set by hand leaves it as it is.
function asked() {
  const [prompt] = part("prompts") ?? [];
  return JSON.stringify([part("evening")?.id, part("ending"), prompt?.name, prompt?.seat, prompt?.do]);
}

// Much enlarged, it is the whole page that scrolls (zoom.css).
/** @type {(main: HTMLElement) => void} */
const toTop = (main) => {
  for (const one of [window, main, main.querySelector(".now-main")]) one?.scrollTo(0, 0);
};

// A new prompt is shown from its top, wherever the page was scrolled for the one before; and so is what a tap asks of hands.
/** @type {(main: Ref<HTMLElement>, prompt: string) => void} */
function useFromTheTop(main, prompt) {
  useLayoutEffect(() => {
    if (routeNow().name !== "now") return;
    toTop(main.current);
  }, [prompt]);
  const orders = placeOfToDo() === "above" ? ownOrders() : null;
  useLayoutEffect(() => {
    if (orders !== null && routeNow().name === "now") toTop(main.current);
  }, [orders]);
}

// After a reload a browser makes no sound before the page was touched.
function VoiceAsleep() {
  if (!speaksHere() || isAwake() || part("voice")?.muted) return null;
  return html`<${Button} icon="speaker" kind="second voice-asleep" onClick=${() => update({})}>${t("voice.wake")}<//>`;
}

// Where we are; whose turn it is stands on the first page itself.
/** @type {(where: Where) => string} */
function lineOf(where) {
  const evening = part("evening");
  const player = where.turn === undefined ? undefined : evening?.players[where.turn];
  const turn = player !== undefined && where.line === t("now.for", { player }) && routeNow().name === "now" && !part("ending");
  if (turn && evening) return start.looks[evening.game]?.title ?? where.line;
  const phase = where.phase === undefined ? "" : `: ${where.phases[where.phase]}`; // it stands there, too
  return phase && routeNow().name === "now" && where.line.endsWith(phase) ? where.line.slice(0, -phase.length) : where.line;
}

function Header() {
  const { name } = routeNow();
  const evening = name === "new" ? undefined : part("evening"); // a new one has nothing to do with the one that is open
  const where = evening && part("where");
  const voice = part("voice");
  return html`
    <header>
      <p class="where">${where ? lineOf(where) : html`<${Raw}>${start.name}<//>`}</p>
      <${TimersNow} />
      ${["now", "tracks", "history"].includes(name) && store.phone && evening && html`<${UndoButton} />`}
      ${store.phone && evening && html`<a class="icon-button" href="#otherwise" aria-label=${t("otherwise.title")} title=${t("otherwise.title")}><${Icon} name="pencil" /></a>`}
      <${LeaveDemo} />
      ${!start.demo && store.phone && voice && html`<${IconButton} icon=${voice.muted ? "muted" : "speaker"} label=${t(voice.muted ? "unmute" : "mute")} onClick=${() => setVoice({ muted: !voice.muted })} />`}
    </header>`;
}

/** @type {View<{ tab: string }>} */
const Nav = ({ tab }) => html`
  <nav class="tabs" aria-label=${t("nav")}>
    ${TABS.filter(([route]) => !start.demo || route !== "table").map(([route, key]) => html`<a key=${route} href="#${route}" aria-current=${tab === route ? "page" : undefined}><${Icon} name=${key} /><span>${t(`nav.${key}`)}</span>${route === "table" && store.phone && troubled().length > 0 && html`<i class="dot"></i><span class="sr-only">${t("nav.trouble")}</span>`}</a>`)}
  </nav>`;

// New prompts are read out politely, unless they are read where the focus is; what ends the game at once.
/** @type {View<{ isRead: boolean }>} */
function Announcer({ isRead }) {
  const prompt = part("prompts")?.[0];
  const last = (part("captions") ?? []).at(-1);
  return html`
    <div class="sr-only" aria-live="polite">${[toDoWords(), !isRead && prompt?.do].filter(Boolean).join(" ")}</div>
    <div class="sr-only" aria-live="assertive">${last && last.urgency >= 3 ? last.text : ""}</div>`;
}

showTheme();
render(html`<${App} />`, /** @type {HTMLElement} */ (document.getElementById("app")));
followAwake();
comeBack().then(followOffline); // what is kept on this phone is that of who it is
connect();
listen();
keepWordsWhole(/** @type {HTMLElement} */ (document.getElementById("app")));
keepFocus(/** @type {HTMLElement} */ (document.getElementById("app")));
dropDoubleTaps();
