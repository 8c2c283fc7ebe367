// Joining by an invitation, letting others in, who has joined, this phone's own choices.

import { html, useEffect, useState } from "./vendor/preact-htm.js";
import { canStayAwake, stayAwake, staysAwake } from "./awake.js";
import { Icon } from "./icons.js";
import { connect, want } from "./live.js";
import { isSecure } from "./offline.js";
import { post, read, tap } from "./send.js";
import { confirm } from "./sheet.js";
import { go, part, store, strangerNow, tell, update } from "./store.js";
import { language, languageName, start, t, time } from "./text.js";
import { showTheme, theme, THEMES } from "./theme.js";
import { Button, Field, IconButton, Options, Raw, RowLink, Top, useTitle } from "./ui.js";
import { useRead } from "./use_read.js";
/** @import { Invitation, ListedPhone, OwnPhone, Readable, View } from "./types.d.ts" */

// The QR code carries its key behind the #, where no server and no log sees it; a link may carry the code instead.
const KEY_CHARS = 22;
const CODE_DIGITS = [6, 12];
const MOST_TYPED = 20; // twelve digits in groups

export function codeInAddress() {
  const code = /^#code=(\d+|[\w-]{22})$/.exec(location.hash)?.[1];
  if (code || location.pathname !== "/") history.replaceState(null, "", "/#join");
  return code ?? "";
}

const arrived = location.pathname === "/join" || location.hash.startsWith("#code=") ? codeInAddress() : "";
if (location.hash === "#join") store.route = "join";

// Whoever follows a link from plain HTTP to HTTPS comes as a stranger, as browsers take that for another site: asked from
// here, the companion knows this phone.
export async function comeBack() {
  if (store.phone || !isSecure()) return;
  /** @type {{ phone: OwnPhone | null } | null} */
  const answer = await read("/api/phones/me", { quiet: true });
  if (!answer?.phone) return;
  update({ phone: answer.phone });
  connect();
}

export function Join() {
  useTitle(t("join.title"));
  const [code, setCode] = useState(arrived);
  const [name, setName] = useState("");
  const [tried, setTried] = useState(false);
  const seats = part("evening")?.players ?? [];
  useEffect(() => {
    document.getElementById(arrived ? "name" : "code")?.focus();
  }, []);
  const scanned = code.length === KEY_CHARS;
  const right = scanned || CODE_DIGITS.includes(code.replace(/\D/g, "").length);
  const join = async (/** @type {Event} */ event) => {
    event.preventDefault();
    setTried(true);
    if (!right || !name.trim()) return;
    /** @type {{ phone: OwnPhone } | null} */
    const done = await tap("/api/phones/join", { code, name: name.trim() }, t("join.go"));
    if (!done) {
      if (scanned && store.message?.tone === "danger") setCode(""); // that invitation is over: there may be another
      setTried(false);
      /** @type {HTMLInputElement | null} */ (document.getElementById("code"))?.select();
      return;
    }
    update({ phone: done.phone, watchOnly: false });
    connect();
    if (store.route === "join") comeIn(); // else what was wanted is shown now
    tell(t("join.welcome", { name: done.phone.name }), { tone: "good" });
  };
  return html`
    <div class="join">
      <h1>${t("join.title")}</h1>
      <p class="more">${t(scanned ? "join.scanned" : "join.text")}</p>
      <form id="join" class="stack" onSubmit=${join} novalidate>
        ${!scanned && html`<${Field} id="code" label=${t("join.code")} value=${code} inputmode="numeric" autocomplete="one-time-code" maxlength=${MOST_TYPED} class="code big"
          error=${tried && !right ? t("join.bad_code") : null} onInput=${(event) => setCode(event.currentTarget.value)} />`}
        <${Field} id="name" label=${t("join.name")} value=${name} hint=${t("join.name_hint")} maxlength=${24} autocomplete="nickname" autocapitalize="words"
          error=${tried && !name.trim() ? t("join.bad_name") : null} onInput=${(event) => setName(event.currentTarget.value)} />
        ${seats.length > 0 && html`<div class="offers inline" role="group" aria-label=${t("join.seats")}>${seats.map((one) => html`
          <button type="button" class="button" key=${one} aria-pressed=${one === name} onClick=${() => setName(one)}><span class="words" data-raw>${one}</span></button>`)}</div>`}
      </form>
    </div>`;
}

// The way back does not lead to the door again.
function comeIn() {
  history.replaceState(null, "", "#now");
  update({ route: "now", message: null });
}

export const JoinBar = () => html`
  <div class="action-bar">
    <a class="button answer" href="#now"><span class="words">${t("join.watch")}</span></a>
    <button class="button answer usual" form="join" aria-busy=${store.pending !== null}><span class="words">${t("join.go")}</span></button>
  </div>`;

export const WatchBar = () => html`
  <div class="action-bar"><p class="small">${t("watching")}</p><a class="button answer usual" href="#join"><span class="words">${t("join.go")}</span></a></div>`;

// Who has joined, read anew with every change; null until it has come.
function usePhones() {
  useEffect(() => want("phones"), []);
  /** @type {Readable<{ phones: ListedPhone[] }>} */
  const [found] = useRead("/api/phones", { again: part("phones") });
  return found;
}

/** @type {View<{ invites?: boolean }>} */
export function Phones({ invites = true }) {
  useTitle(t("phones.title"));
  const found = usePhones();
  if (!found) return html`<${Top} title=${t("phones.title")} back="#table" /><p class="empty">${t("loading")}</p>`;
  const mine = found.phones.find((one) => one.this);
  const owner = found.phones.find((one) => one.owner);
  return html`
    <${Top} title=${t("phones.title")} back="#table" />
    ${invites && html`<a class="button usual" href="#invite"><${Icon} name="qr" /><span class="words">${t("invite.title")}</span></a>`}
    <h2 class="label">${t("phones.joined")}</h2>
    <ul class="list phones">${found.phones.map((one) => html`<${OnePhone} key=${one.id} one=${one} mine=${mine} />`)}</ul>
    ${owner && html`<p class="small">${mine?.owner ? t("phones.owner_hint") : t("phones.owner_other", { name: owner.name })}</p>`}`;
}

/** @type {View<{ one: ListedPhone, mine?: ListedPhone }>} */
function OnePhone({ one, mine }) {
  const may = mine?.owner && !one.this;
  return html`
    <li class="row"><span class="row-words"><span class="row-title"><${Raw}>${one.name}<//></span>
        <span class="small">${one.this ? t("phones.this") : t("phones.since", { date: time(one.since) })}</span>
        ${one.owner && html`<span class="tags"><span class="tag good">${t("phones.owner")}</span></span>`}</span>
      ${may && html`<${IconButton} icon="key" label=${t("phones.hand_over", { name: one.name })} onClick=${() => handOver(one)} />`}
      ${may && html`<${IconButton} icon="trash" label=${t("phones.forget", { name: one.name })} onClick=${() => forget(one)} />`}
      ${one.this && html`<${IconButton} icon="leave" label=${t("phones.leave")} onClick=${() => leave(one)} />`}</li>`;
}

/** @type {(one: ListedPhone) => void} */
function handOver(one) {
  const onYes = () => tap("/api/phones/owner", { id: one.id }, t("phones.hand_over", { name: one.name }));
  confirm({ title: t("phones.hand_over_title", { name: one.name }), text: t("phones.hand_over_text"), yes: t("phones.hand_over_yes"), danger: false, onYes });
}

/** @type {(one: ListedPhone) => void} */
function forget(one) {
  const onYes = () => tap("/api/phones/forget", { id: one.id }, t("remove"));
  confirm({ title: t("phones.forget_title", { name: one.name }), text: t("phones.forget_text"), yes: t("remove"), onYes });
}

/** @type {(one: ListedPhone) => void} */
function leave(one) {
  const onYes = async () => {
    if (!(await tap("/api/phones/forget", { id: one.id }, t("phones.leave")))) return;
    strangerNow();
    connect();
    go("now");
    tell(t("phones.left"), { tone: "good" });
  };
  confirm({ title: t("phones.leave_title"), text: t("phones.leave_text"), yes: t("phones.leave"), onYes });
}

const SECOND_MS = 1000;
const AGAIN_MS = 3000;
/** @type {(code: string) => string} */
export const inGroups = (code) => code.replace(/(\d{3})(?=\d)/g, "$1 ");

// An invitation while this is open: a new one takes its place before it runs out, and when somebody was removed.
export function Invite() {
  useTitle(t("invite.title"));
  const [found, setFound] = useState(/** @type {(Invitation & { until: number }) | null} */ (null));
  const [left, setLeft] = useState(0);
  const [tries, setTries] = useState(0);
  const joined = useNewcomers();
  const news = part("phones")?.invitation;
  const load = async () => {
    /** @type {Invitation | null} */
    const answer = await post("/api/phones/invite", {});
    if (answer) setFound({ ...answer, until: performance.now() + answer.left_s * SECOND_MS });
    else setTimeout(() => setTries(tries + 1), AGAIN_MS);
  };
  useEffect(() => {
    if (!found || (news !== undefined && news !== found.number)) load();
  }, [news, tries]);
  useEffect(() => {
    if (!found) return undefined;
    const look = () => {
      if (document.hidden) return; // nobody looks at it: let it run out
      const now = (found.until - performance.now()) / SECOND_MS;
      setLeft(now);
      if (now < found.renew_s) load();
    };
    look();
    const timer = setInterval(look, 5 * SECOND_MS);
    return () => clearInterval(timer);
  }, [found]);
  if (!found) return html`<${Top} title=${t("invite.title")} back="#phones" /><p class="empty">${t("loading")}</p>`;
  return html`
    <${Top} title=${t("invite.title")} back="#phones" />
    <div role="status">${joined.map((one) => html`<p class="newcomer" key=${one.id}><${Icon} name="check" />${t("invite.joined", { name: one.name })}</p>`)}</div>
    <section class="card invite">
      <p class="small">${t("invite.text")}</p>
      <img class="qr" src="/invite.svg?${found.number}" width="232" height="232" alt=${t("phones.qr")} />
      <dl><dt>${t("phones.code")}</dt><dd class="code big" data-raw>${inGroups(found.code)}</dd>
        <dt>${t("phones.address")}</dt><dd data-raw>${found.address}</dd>
        ${found.local_name && html`<dd data-raw>${found.local_name}</dd>`}</dl>
      <p class="small">${t("invite.holds", { n: Math.max(1, Math.round(left / 60)) })}</p>
    </section>`;
}

// Phones that have joined since this page was opened.
function useNewcomers() {
  const phones = part("phones")?.joined;
  const [before, setBefore] = useState(/** @type {string[] | null} */ (null));
  useEffect(() => want("phones"), []);
  useEffect(() => {
    if (phones && !before) setBefore(phones.map((one) => one.id));
  }, [phones]);
  return before && phones ? phones.filter((one) => !before.includes(one.id)) : [];
}

export function ThisPhone() {
  useTitle(t("table.this_phone"));
  const [name, setName] = useState(store.phone?.name ?? "");
  useEffect(() => setName(store.phone?.name ?? ""), [store.phone?.id]); // who it is may be known only after this stands
  const rename = async (/** @type {Event} */ event) => {
    event.preventDefault();
    /** @type {{ phone: OwnPhone } | null} */
    const done = await tap("/api/phones/rename", { name }, t("phone.name"));
    if (!done) return;
    update({ phone: done.phone });
    tell(t("phone.saved"), { tone: "good" });
  };
  const choose = (/** @type {string} */ value) => {
    localStorage.setItem("theme", value);
    showTheme();
    update({});
  };
  const speak = (/** @type {string} */ value) => {
    document.cookie = `language=${value}; Path=/; Max-Age=34560000; SameSite=Strict`;
    location.reload();
  };
  const stay = (/** @type {boolean} */ on) => {
    stayAwake(on);
    update({});
  };
  return html`
    <${Top} title=${t("table.this_phone")} back="#table" />
    <div class="stack">
      ${store.phone && html`<form class="stack" onSubmit=${rename}>
        <${Field} id="phone-name" label=${t("phone.name")} value=${name} maxlength=${24} onInput=${(event) => setName(event.currentTarget.value)} />
        <button class="button"><span class="words">${t("save")}</span></button></form>`}
      <${Options} name="language" label=${t("phone.language")} value=${language} options=${start.languages.map((one) => [one, languageName(one), true])} onChange=${speak} />
      <${Options} name="theme" label=${t("phone.theme")} value=${theme()} options=${THEMES.map((one) => [one, t(`theme.${one}`)])} onChange=${choose} />
      ${canStayAwake() && html`<${Button} icon="warm" aria-pressed=${staysAwake()} onClick=${() => stay(!staysAwake())}>${t("phone.awake")}<//>`}
      ${start.secure !== null && html`<${RowLink} href="/secure" icon="key" title=${t("secure.title")} hint=${t(start.secure ? "secure.hint" : "secure.off")} />`}
    </div>`;
}
