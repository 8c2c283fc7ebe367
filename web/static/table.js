// The table: devices and their health, the voice, and ways to everything else.

import { html, useEffect, useRef, useState } from "./vendor/preact-htm.js";
import { Icon } from "./icons.js";
import { callItsPlayer, callsItsPlayer, canSpeak, chooseVoice, chosenVoice, hush, say, speaksHere, voices } from "./phone_voice.js";
import { DrawerIsEmpty } from "./scale_count.js";
import { take } from "./offers.js";
import { endings } from "./picks.js";
import { tap } from "./send.js";
import { go, isOwn, part, store, tell } from "./store.js";
import { StoryTile } from "./story.js";
import { StaffPanel } from "./staff.js";
import { TimersPanel } from "./timers.js";
import { here, language, languageName, start, t, time } from "./text.js";
import { Button, Options, RowLink, useTitle } from "./ui.js";
import { SimulatedTable } from "./simulated.js";
import { VersionsRow } from "./versions.js";
/** @import { DeviceHealth, Offer, View, VoiceState } from "./types.d.ts" */

/** @type {(changes: Partial<VoiceState>) => Promise<unknown>} */
export const setVoice = (changes) => tap("/api/voice", changes, t("table.voice"));

// Devices that have stopped working.
export const troubled = () => (part("devices") ?? []).filter((one) => ["lost", "trouble"].includes(one.state));

// Those of them that whoever plays has to know of: not a drawer or a camera that the open game never asks.
const ASKED_BY_GAMES = ["drawer", "camera"];
export function missed() {
  const asked = start.devices?.[part("evening")?.game ?? ""] ?? ASKED_BY_GAMES;
  return troubled().filter((one) => !ASKED_BY_GAMES.includes(one.name) || asked.includes(one.name));
}

// In three parts: the evening, what is plugged in and how it speaks, and what only helps to find a fault.
export function Table() {
  useTitle(t("table.title"));
  return html`
    <h1 class="sr-only">${t("table.title")}</h1>
    <${Trouble} />
    <div class="panels table-parts">
      <section class="table-part" aria-labelledby="part-evening"><h2 class="label" id="part-evening">${t("table.evening")}</h2>
        <${StaffPanel} />
        <nav class="tiles" aria-label=${t("more")}>
          ${store.phone && html`
            <${Tile} href="#evenings" icon="evenings" title=${t("table.evenings")} hint=${t("table.evenings_hint")} />
            <${Tile} href="#phones" icon="qr" title=${t("table.phones")} />
            <${Tile} href="#board" icon="board" title=${t("table.board")} />
            ${start.has.backups && html`<${Tile} href="#backups" icon="download" title=${t("backups.title")} />`}`}
          <${StoryTile} />
          <${Tile} href=${here("/wall")} icon="screen" title=${t("table.wall")} />
          <${Tile} href="#this-phone" icon="phone" title=${t("table.this_phone")} />
        </nav>
        <${TimersPanel} />
        <${TheEnd} />
      </section>
      ${store.phone && html`
        <section class="table-part" aria-labelledby="part-devices"><h2 class="label" id="part-devices">${t("table.devices")}</h2>
          <${Devices} />
          ${start.has.table && html`<${SimulatedTable} />`}
          <${Voice} />
        </section>`}
      <section class="table-part" aria-labelledby="part-diagnostics"><h2 class="label" id="part-diagnostics">${t("table.diagnostics")}</h2>
        ${store.phone && html`<${Figures} />`}
        <${SaidOfLate} />
        ${store.phone && start.has.versions && html`<${VersionsRow} />`}
        ${store.phone && start.has.support && html`<a class="button" href="/api/support.zip" download><${Icon} name="download" /><span class="words">${t("table.support")}</span></a>`}
      </section>
    </div>`;
}

// Where a game ends, when its players say so.
function TheEnd() {
  const offers = store.phone ? endings() : [];
  const ending = part("ending");
  const before = useRef(ending);
  const tapped = useRef(false);
  const over = offers.length === 0 && tapped.current && isOwn(part("last")); // a campaign may go on after it
  useEffect(() => {
    if (over || (ending && !before.current)) go("now"); // how it went stands there
    before.current = ending;
  }, [ending, over]);
  /** @type {(offer: Offer) => void} */
  const end = (offer) => {
    tapped.current = true;
    take(offer);
  };
  return offers.length > 0 && html`
    <section class="panel"><h3>${t("table.end")}</h3><p class="small">${t("table.end_hint")}</p>
      <div class="offers">${offers.map((offer) => html`<${Button} key=${offer.label} icon="flag" kind="offer" onClick=${() => end(offer)}>${offer.label}<//>`)}</div></section>`;
}

/** @type {View<{ href: string, icon: string, title: string, hint?: string }>} */
const Tile = ({ href, icon, title, hint }) => html`
  <a class="tile" href=${href}><${Icon} name=${icon} /><span>${title}${hint && html`<span class="small">${hint}</span>`}</span></a>`;

/** @type {Record<string, string>} */
const STATE_ICONS = { ok: "check", simulated: "cube", lost: "offline", absent: "minus", trouble: "warning", off: "minus" };

// What has stopped working stands first, whoever comes by the dot or by the line on the first page; `only` the safe mode, which is
// told there as well.
/** @type {View<{ only?: string }>} */
export function Trouble({ only }) {
  const lost = store.phone ? troubled().filter((one) => !only || one.name === only) : [];
  return lost.length > 0 && html`<section class="panel trouble" aria-label=${t("table.trouble")}><${DeviceList} devices=${lost} />${lost.some((one) => one.name === "safe") && html`<${Button} kind="usual" onClick=${leaveSafe}>${t("table.leave_safe")}<//>`}</section>`;
}

async function leaveSafe() {
  if (await tap("/api/safe/leave", {}, t("table.leave_safe"))) tell(t("table.leaving_safe"), { tone: "good" });
}

/** @type {View<{ devices: DeviceHealth[] }>} */
export const DeviceList = ({ devices }) => html`
  <ul class="list">${devices.map((one) => html`
    <li class="device state-${one.state}" key=${one.name}>
      <span class="state"><${Icon} name=${STATE_ICONS[one.state] ?? "warning"} label=${t(`state.${one.state}`)} /></span>
      <div class="row-words">
        <p class="row-title">${one.label}</p>
        <p class="small">${one.words}</p>
        ${one.what_to_do && html`<p class="small advice">${one.what_to_do}</p>`}
      </div>
    </li>`)}</ul>`;

function Devices() {
  const devices = part("devices") ?? [];
  return html`
    <section class="panel">
      <${DeviceList} devices=${devices} />
      ${start.has.scale && html`<${RowLink} href="#scale" icon="scale" title=${t("scale.title")} hint=${t("scale.open")} /><${DrawerIsEmpty} />`}
      ${start.has.scan && html`<${RowLink} href="#scan" icon="camera" title=${t("scan.title")} hint=${t("scan.hint")} />`}
    </section>`;
}

function Figures() {
  const known = (part("devices") ?? []).filter((one) => one.figures.length > 0);
  return known.length > 0 && html`
    <details class="panel"><summary><h3 class="row-title">${t("table.figures")}</h3><${Icon} name="chevron" /></summary>
      ${known.map((one) => html`
        <div class="device-figures" key=${one.name}><p class="row-title">${one.label}</p>
          <dl class="figures small">${one.figures.map(([name, value]) => html`<div key=${name}><dt>${name}</dt><dd data-raw>${value}</dd></div>`)}</dl></div>`)}
    </details>`;
}

function Voice() {
  const voice = part("voice");
  return voice && html`
    <section class="panel"><h3>${t("table.voice")}</h3><${VoiceControls} voice=${voice} /><${WhoSpeaks} voice=${voice} /></section>`;
}

function SaidOfLate() {
  const captions = [...(part("captions") ?? [])].reverse();
  return html`
    <details class="panel"><summary><h3 class="row-title">${t("voice.said")}</h3><${Icon} name="chevron" /></summary>
      ${captions.length === 0 && html`<p class="small">${t("voice.nothing")}</p>`}
      <ul class="captions">${captions.map((one) => html`<li key=${one.number}><span class="small" data-raw>${time(one.at)}</span> <span>${one.text}</span></li>`)}</ul>
    </details>`;
}

/** @type {View<{ voice: VoiceState }>} */
function VoiceControls({ voice }) {
  const volume = Math.round(voice.volume * 100);
  return html`
    <div class="offers inline">
      <${Button} icon=${voice.muted ? "muted" : "speaker"} aria-pressed=${!voice.muted} onClick=${() => setVoice({ muted: !voice.muted })}>${t("voice.speaks")}<//>
      <${Button} icon="repeat" onClick=${() => tap("/api/voice/do", { do: "repeat" }, t("voice.repeat"))}>${t("voice.repeat")}<//>
      <${Button} icon="skip" onClick=${() => tap("/api/voice/do", { do: "skip" }, t("voice.skip"))}>${t("voice.skip")}<//>
    </div>
    <${Slider} id="rate" label=${t("voice.rate")} words=${t("voice.rate_now", { rate: voice.rate })} least=${80} most=${400} step=${5} value=${voice.rate} onChange=${(/** @type {number} */ rate) => setVoice({ rate })} />
    <${Slider} id="volume" label=${t("voice.volume")} words=${t("voice.volume_now", { volume })} least=${0} most=${100} step=${5} value=${volume} onChange=${(/** @type {number} */ value) => setVoice({ volume: value / 100 })} />
    ${start.languages.length > 1 && html`<${Options} name="voice-language" label=${t("voice.language")} value=${voice.language}
      options=${spoken(voice.language).map((one) => [one, inTurn(one), true])} onChange=${(/** @type {string} */ chosen) => setVoice({ language: chosen })} />`}`;
}

// The companion or one phone: never two at once.
/** @type {View<{ voice: VoiceState }>} */
function WhoSpeaks({ voice }) {
  const [, setCount] = useState(0);
  const redraw = () => setCount((count) => count + 1);
  const mine = speaksHere();
  useEffect(() => {
    globalThis.speechSynthesis?.addEventListener?.("voiceschanged", redraw);
    return () => globalThis.speechSynthesis?.removeEventListener?.("voiceschanged", redraw);
  }, []);
  /** @type {[string, string, boolean?][]} */
  const who = [["companion", t("voice.at_companion")], ...(voice.phone && !mine ? [/** @type {[string, string]} */ (["other", t("voice.at_other", { name: voice.by ?? "" })])] : []),
    ...(canSpeak() ? [/** @type {[string, string]} */ (["here", t("voice.at_here")])] : [])];
  return html`
    <${Options} name="voice-at" label=${t("voice.at")} value=${mine ? "here" : voice.phone ? "other" : "companion"} options=${who}
      onChange=${(/** @type {string} */ at) => at !== "other" && tap("/api/voice", { here: at === "here" }, t("table.voice"))} />
    ${!canSpeak() && html`<p class="small">${t("voice.cannot")}</p>`}
    ${mine && html`<${OwnVoices} onChosen=${redraw} />`}
    ${!voice.phone && html`<${CompanionsVoices} voice=${voice} />`}
    <div class="offers inline">
      <${Button} icon="book" aria-pressed=${voice.flavour} onClick=${() => setVoice({ flavour: !voice.flavour })}>${t("voice.flavour")}<//>
      <${Button} icon="bolt" aria-pressed=${voice.cues} onClick=${() => setVoice({ cues: !voice.cues })}>${t("voice.cues")}<//>
      <${Button} icon="person" aria-pressed=${callsItsPlayer()} onClick=${() => { callItsPlayer(!callsItsPlayer()); redraw(); }}>${t("voice.turn_here")}<//>
    </div>`;
}

// Among the companion's own voices one is chosen by listening: each says a sentence when it is tapped.
/** @type {View<{ voice: VoiceState }>} */
const CompanionsVoices = ({ voice }) => [...new Set((voice.own ?? []).map((one) => one.language))].map((code) => {
  const found = (voice.own ?? []).filter((one) => one.language === code);
  return html`<${Options} key=${code} name="companions-voice-${code}" label=${t("voice.choose_of", { language: languageName(code) })} value=${found.find((one) => one.chosen)?.id}
    options=${found.map((one) => [one.id, one.title, true])} onChange=${(/** @type {string} */ id) => tap("/api/voice", { own_voice: id }, t("table.voice"))} />`;
});

/** @type {View<{ onChosen: () => void }>} */
const OwnVoices = ({ onChosen }) => {
  const found = voices();
  if (!found.length) return html`<p class="small">${t("voice.none_here", { language: languageName(language) })}</p>`;
  const choose = (/** @type {string} */ uri) => {
    chooseVoice(uri);
    onChosen();
    hush();
    say(t("voice.sample"));
  };
  return html`<${Options} name="own-voice" label=${t("voice.choose")} value=${chosenVoice()?.voiceURI} options=${found.map((one) => [one.voiceURI, one.name, true])} onChange=${choose} />`;
};

// Each language, and each after the phone's own: every line is then said twice.
/** @type {(now: string) => string[]} */
export function spoken(now) {
  const others = start.languages.filter((one) => one !== language);
  return [...new Set([...start.languages, ...others.map((one) => `${language}+${one}`), now])];
}
/** @type {(codes: string) => string} */
const inTurn = (codes) => codes.split("+").map(languageName).reduce((first, second) => t("voice.in_turn", { first, second }));

/** @type {View<{ id: string, label: string, words: string, least: number, most: number, step: number, value: number, onChange: (value: number) => unknown }>} */
const Slider = ({ id, label, words, least, most, step, value, onChange }) => html`
  <div class="field slider"><label for=${id}>${label}</label><output for=${id}>${words}</output>
    <input id=${id} type="range" min=${least} max=${most} step=${step} value=${value} onChange=${(event) => onChange(Number(event.currentTarget.value))} /></div>`;
