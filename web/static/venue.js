// A venue's page: all tables at a glance, their evenings, a month in figures, who may do what.

import { html, render, useEffect, useLayoutEffect, useRef } from "./vendor/preact-htm.js";
import { Icon } from "./icons.js";
import { connect } from "./live.js";
import { keepWordsWhole } from "./long_words.js";
import { Link, Message } from "./messages.js";
import { Invite, Join, JoinBar, Phones, ThisPhone } from "./phones.js";
import { part, store, update, useStore } from "./store.js";
import { start, t, time } from "./text.js";
import { showTheme } from "./theme.js";
import { Raw } from "./ui.js";
import { Evening, Evenings } from "./venue_evenings.js";
import { Figures } from "./venue_figures.js";
import { Fleet } from "./venue_fleet.js";
import { isOwner, Place } from "./venue_place.js";
import { Calls, Tables } from "./venue_tables.js";
/** @import { Ref } from "./vendor/preact-htm.js" */
/** @import { View } from "./types.d.ts" */

const AGO_MS = 20000; // how long ago something was is told anew so often

// Each page: what draws it, what stands at the bottom, under which tab it is, and whether only the staff sees it.
/** @type {Record<string, { view: View<{ rest: string[] }> | View, bar?: View, tab: string, staff?: boolean }>} */
const ROUTES = {
  now: { view: Tables, tab: "now" },
  evenings: { view: Evenings, tab: "evenings", staff: true },
  evening: { view: Evening, tab: "evenings", staff: true },
  figures: { view: Figures, tab: "figures", staff: true },
  fleet: { view: Fleet, tab: "table", staff: true },
  table: { view: Place, tab: "table" },
  phones: { view: () => html`<${Phones} invites=${isOwner()} />`, tab: "table", staff: true },
  invite: { view: Invite, tab: "table", staff: true },
  "this-phone": { view: ThisPhone, tab: "table" },
  join: { view: Join, bar: JoinBar, tab: "" },
};
/** @type {[string, string, string][]} */
const TABS = [["now", "board", "nav.tables"], ["evenings", "search", "nav.evenings"], ["figures", "story", "nav.figures"], ["table", "table", "nav.venue"]];

function routeNow() {
  const [name, ...rest] = store.route.split("/");
  const known = ROUTES[name] ? name : "now";
  const route = ROUTES[known].staff && !store.phone ? "join" : known;
  return { name: route, rest, ...ROUTES[route] };
}

function App() {
  useStore();
  useEffect(() => {
    const again = setInterval(() => document.hidden || update({}), AGO_MS);
    return () => clearInterval(again);
  }, []);
  const { name, rest, view: Shown, bar: Bar, tab } = routeNow();
  /** @type {Ref<HTMLElement>} */
  const main = useRef(null);
  const first = useRef(true);
  useLayoutEffect(() => {
    if (first.current) {
      first.current = false;
      return;
    }
    for (const one of [window, main.current]) one.scrollTo(0, 0);
    main.current.focus({ preventScroll: true });
  }, [store.route]);
  return html`
    <header><p class="where"><${Raw}>${start.name}<//></p></header>
    <main ref=${main} tabindex="-1" class="on-${name}">${!store.sheet && html`<${Link} /><${Server} /><${Message} />`}${name !== "now" && html`<${Calls} />`}<${Shown} rest=${rest} key=${name} /></main>
    <footer>
      ${Bar && html`<${Bar} />`}
      <nav class="tabs" aria-label=${t("nav")}>
        ${TABS.map(([route, icon, words]) => html`<a key=${route} href="#${route}" aria-current=${tab === route ? "page" : undefined}><${Icon} name=${icon} /><span>${t(words)}</span></a>`)}
      </nav>
    </footer>
    ${store.sheet?.()}`;
}

// What is wrong with the venue's server; what is shown then is how it was.
function Server() {
  const server = part("server");
  if (!server?.text) return null;
  const text = server.heard ? t("venue.as_of", { text: server.text, time: time(server.heard) }) : server.text;
  return html`<div class="banner offline" role="status"><${Icon} name="offline" /><p>${text}${server.what_to_do && html` <span class="small">${server.what_to_do}</span>`}</p></div>`;
}

showTheme();
render(html`<${App} />`, /** @type {HTMLElement} */ (document.getElementById("app")));
connect();
keepWordsWhole(/** @type {HTMLElement} */ (document.getElementById("app")));
