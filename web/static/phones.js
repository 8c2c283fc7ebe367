// Joining with the pairing code, inviting others, this phone's own choices.

import { html, useEffect, useState } from "./vendor/preact-htm.js";
import { connect } from "./live.js";
import { read, tap } from "./send.js";
import { go, part, store, tell, update } from "./store.js";
import { date, language, languageName, start, t } from "./text.js";
import { Button, confirm, Field, IconButton, Options, Raw, Top, useTitle } from "./ui.js";

// The QR code carries the pairing code behind the #, where no server and no log sees it.
export function codeInAddress() {
  const code = /^#code=(\d+)$/.exec(location.hash)?.[1];
  if (code || location.pathname !== "/") history.replaceState(null, "", "/#join");
  return code ?? "";
}

const arrived = location.pathname === "/join" || location.hash.startsWith("#code=") ? codeInAddress() : "";
if (location.hash === "#join") store.route = "join";

export function Join() {
  useTitle(t("join.title"));
  const [code, setCode] = useState(arrived);
  const [name, setName] = useState("");
  const [tried, setTried] = useState(false);
  const seats = part("evening")?.players ?? [];
  useEffect(() => {
    document.getElementById(arrived ? "name" : "code").focus();
  }, []);
  const digits = code.replace(/\D/g, "");
  const join = async (event) => {
    event.preventDefault();
    setTried(true);
    if (digits.length !== 6 || !name.trim()) return;
    const done = await tap("/api/phones/join", { code: digits, name: name.trim() }, t("join.go"));
    if (!done) return;
    update({ phone: done.phone, watchOnly: false });
    connect();
    go("now");
    tell(t("join.welcome", { name: done.phone.name }), { tone: "good" });
  };
  return html`
    <div class="join">
      <h1>${t("join.title")}</h1>
      <p class="more">${t("join.text")}</p>
      <form id="join" class="stack" onSubmit=${join} novalidate>
        <${Field} id="code" label=${t("join.code")} value=${code} inputmode="numeric" autocomplete="one-time-code" maxlength="12" class="code big"
          error=${tried && digits.length !== 6 ? t("join.bad_code") : null} onInput=${(event) => setCode(event.target.value)} />
        <${Field} id="name" label=${t("join.name")} value=${name} hint=${t("join.name_hint")} maxlength="24" autocomplete="nickname" autocapitalize="words"
          error=${tried && !name.trim() ? t("join.bad_name") : null} onInput=${(event) => setName(event.target.value)} />
        ${seats.length > 0 && html`<div class="offers inline" role="group" aria-label=${t("join.seats")}>${seats.map((one) => html`
          <button type="button" class="button" key=${one} aria-pressed=${one === name} onClick=${() => setName(one)}><span class="words" data-raw>${one}</span></button>`)}</div>`}
      </form>
    </div>`;
}

export const JoinBar = () => html`
  <div class="action-bar">
    <a class="button answer" href="#now"><span class="words">${t("join.watch")}</span></a>
    <button class="button answer usual" form="join" aria-busy=${store.pending !== null}><span class="words">${t("join.go")}</span></button>
  </div>`;

export const WatchBar = () => html`
  <div class="action-bar"><p class="small">${t("watching")}</p><a class="button answer usual" href="#join"><span class="words">${t("join.go")}</span></a></div>`;

export function Phones() {
  useTitle(t("phones.title"));
  const [found, setFound] = useState(null);
  const load = () => read("/api/phones").then((answer) => answer && setFound(answer));
  useEffect(() => {
    load();
  }, []);
  return html`
    <${Top} title=${t("phones.title")} back="#table" />
    ${!found ? html`<p class="empty">${t("loading")}</p>` : html`
      <section class="card invite">
        <h2>${t("phones.invite")}</h2>
        <p class="small">${t("phones.invite_text")}</p>
        <img class="qr" src="/invite.svg" width="232" height="232" alt=${t("phones.qr")} />
        <dl><dt>${t("phones.code")}</dt><dd class="code big" data-raw>${found.invite.code}</dd>
          <dt>${t("phones.address")}</dt><dd data-raw>${found.invite.address}</dd>
          ${found.invite.local_name && html`<dd data-raw>${found.invite.local_name}</dd>`}</dl>
      </section>
      <h2 class="label">${t("phones.joined")}</h2>
      <ul class="list">${found.phones.map((one) => html`
        <li class="row" key=${one.id}><span class="row-words"><span class="row-title"><${Raw}>${one.name}<//></span><span class="small">${one.this ? t("phones.this") : t("phones.since", { date: date(one.since) })}</span></span>
          <${IconButton} icon="trash" label=${t("phones.forget", { name: one.name })} onClick=${() => forget(one, load)} /></li>`)}</ul>`}`;
}

function forget(one, reload) {
  const onYes = async () => {
    const done = await tap("/api/phones/forget", { id: one.id }, t("remove"));
    if (done && one.this) update({ phone: null });
    else reload();
  };
  confirm({ title: t("phones.forget_title", { name: one.name }), text: t("phones.forget_text"), yes: t("remove"), onYes });
}

const THEMES = ["dark", "light", "system"];
export const theme = () => (THEMES.includes(localStorage.getItem("theme")) ? localStorage.getItem("theme") : "dark");

export function showTheme() {
  document.documentElement.dataset.theme = theme();
}

export function ThisPhone() {
  useTitle(t("table.this_phone"));
  const [name, setName] = useState(store.phone?.name ?? "");
  const rename = async (event) => {
    event.preventDefault();
    const done = await tap("/api/phones/rename", { name }, t("phone.name"));
    if (!done) return;
    update({ phone: done.phone });
    tell(t("phone.saved"), { tone: "good" });
  };
  const choose = (value) => {
    localStorage.setItem("theme", value);
    showTheme();
    update({});
  };
  const speak = (value) => {
    document.cookie = `language=${value}; Path=/; Max-Age=34560000; SameSite=Strict`;
    location.reload();
  };
  return html`
    <${Top} title=${t("table.this_phone")} back="#table" />
    <div class="stack">
      ${store.phone && html`<form class="stack" onSubmit=${rename}>
        <${Field} id="phone-name" label=${t("phone.name")} value=${name} maxlength="24" onInput=${(event) => setName(event.target.value)} />
        <button class="button"><span class="words">${t("save")}</span></button></form>`}
      <${Options} name="language" label=${t("phone.language")} value=${language} options=${start.languages.map((one) => [one, languageName(one), true])} onChange=${speak} />
      <${Options} name="theme" label=${t("phone.theme")} value=${theme()} options=${THEMES.map((one) => [one, t(`theme.${one}`)])} onChange=${choose} />
    </div>`;
}
