// What a player still fills in: whole numbers, one of a few, words, a card's code. Each kind of ask has its field.

import { html, useState } from "./vendor/preact-htm.js";
import { Icon } from "./icons.js";
import { canSeeLive, LiveCamera } from "./live_camera.js";
import { PHOTOS, sendPhoto } from "./send_photo.js";
import { MapPick } from "./map_pick.js";
import { version } from "./store.js";
import { start, t } from "./text.js";
import { Answers, Field, Options, Stepper } from "./ui.js";
import { LinesField } from "./words_field.js";
/** @import { Ask, ChanceAsk, Choice, CodeAsk, FieldEvent, FieldOf, PhotoFound, PhotoRead, PickAsk, Value, Values, View, WholeAsk } from "./types.d.ts" */

const MOST_CHIPS = 13; // so few numbers are laid out for one tap, whatever is likely
const FIRST_CHIPS = 12; // of more, where the game does not say how far they mostly go
const MOST_LIKELY = 25;
const ANY_NUMBER = 100; // of so many the first twelve are no better than any other
const SHORT_LABEL = 18; // letters of an answer that others have room beside

export const NO_VALUE = Symbol("nothing is typed");

// The numbers that are laid out for one tap, and whether there are others.
/** @type {(ask: WholeAsk) => { values: number[], more: boolean }} */
export function wholesOf({ at_least, at_most, usual, likely, signed }) {
  const all = at_most - at_least + 1;
  let first = at_least;
  let last = at_most;
  if (likely !== undefined && likely >= at_least) {
    first = signed ? Math.max(at_least, -likely) : at_least;
    last = Math.min(at_most, likely, first + MOST_LIKELY - 1);
  } else if (all > MOST_CHIPS) {
    const middle = (usual ?? (signed ? 0 : at_least)) - FIRST_CHIPS / 2;
    first = Math.max(at_least, Math.min(middle, at_most - FIRST_CHIPS + 1));
    last = first + FIRST_CHIPS - 1;
  }
  return { values: Array.from({ length: last - first + 1 }, (_, index) => first + index), more: last - first + 1 < all };
}

// Whether a number is typed at once, as its likely ones are not known.
/** @type {(ask: WholeAsk) => boolean} */
const isTyped = (ask) => wholesOf(ask).more && ask.likely === undefined;

// Whether nobody can say which of very many numbers it will be: chips of a few of them would be in the way.
/** @type {(ask: WholeAsk) => boolean} */
export const isAnyNumber = ({ at_least, at_most, usual, likely }) => at_most - at_least >= ANY_NUMBER && usual === undefined && likely === undefined;

// A number as it stands on its chip: a change with its sign.
/** @type {(ask: WholeAsk, value: number) => string} */
export const shownOn = ({ signed }, value) => (value < 0 ? `−${-value}` : signed && value > 0 ? `+${value}` : String(value));

// Whether all that is asked is one of a few: then every answer is a button of its own, and nothing is left to confirm.
/** @type {(asks: Ask[]) => boolean} */
export const isOneChoice = (asks) => filled(asks).length === 1 && filled(asks)[0].type === "Pick";

/** @type {(ask: Ask) => Value | undefined} */
export const usualOf = (ask) => (ask.type === "Code" || ask.type === "Chance" ? undefined : ask.usual);
/** @type {(ask: Ask) => boolean} */
export const hasUsual = (ask) => usualOf(ask) !== undefined;
/** @type {(ask: Ask) => boolean} */
export const isBlank = (ask) => ask.type === "Words" && ask.usual === ""; // words may be left out; the game says when not
// What chance decides is drawn by the companion and has no field.
/** @type {(asks: Ask[]) => Exclude<Ask, ChanceAsk>[]} */
export const filled = (asks) => asks.filter((ask) => ask.type !== "Chance");
// What is asked only beside a certain answer to another one, waits for that answer.
/** @type {(asks: Ask[], values: Values) => Ask[]} */
export const askedWith = (asks, values) => asks.filter((ask) => ask.type !== "Words" || !ask.only_with || values[ask.only_with[0]] === ask.only_with[1]);
/** @type {(asks: Ask[]) => Values} */
export const usualValues = (asks) => Object.fromEntries(filled(asks).map((ask) => [ask.name, usualOf(ask) ?? (ask.type === "Words" ? "" : undefined)]));

// A value as people read it.
/** @type {(ask: Ask, value: unknown) => string} */
export function shown(ask, value) {
  if (ask.type === "Whole" && typeof value === "number") return shownOn(ask, value);
  const choice = ask.type === "Pick" && ask.choices.find((one) => one.value === value);
  if (ask.type === "Words") return String(value).split(/\s*;\s*/).map((piece) => calledIn(ask.blocks ?? [], piece)).join("; ");
  return choice ? choice.label : String(value);
}

// A piece of a text as its button calls it; as it was typed where it has none.
/** @type {(blocks: Choice[], piece: string) => string} */
const calledIn = (blocks, piece) => blocks.find((one) => one.value.trim() === piece.trim())?.label ?? piece;

// What is wrong with a value, or nothing.
/** @type {(ask: Ask, value: unknown) => string | null} */
export function wrong(ask, value) {
  if (ask.type === "Chance") return null;
  if (ask.type === "Whole") {
    const right = typeof value === "number" && Number.isInteger(value) && value >= ask.at_least && value <= ask.at_most;
    if (right) return null;
    return value === undefined && !isTyped(ask) ? t("ask.bad_pick") : t("ask.bad_whole", { least: ask.at_least, most: ask.at_most });
  }
  if (ask.type === "Pick") return ask.choices.some((one) => one.value === value) ? null : t("ask.bad_pick");
  if (ask.type === "Words") {
    const length = [...String(value ?? "").trim()].length;
    return length <= ask.at_most_chars ? null : t("ask.letters", { most: ask.at_most_chars });
  }
  return matches(ask, String(value ?? "")) ? null : t("ask.bad_code", { suits: ask.suits });
}

/** @type {(ask: CodeAsk, code: string) => boolean} */
export const matches = (ask, code) => fits(ask, tidyCode(ask, code));

/** @type {(ask: CodeAsk, code: string) => boolean} */
function fits(ask, code) {
  try {
    return new RegExp(`^(?:${ask.pattern})$`).test(code);
  } catch {
    return code !== ""; // a pattern that only the companion understands; it checks again
  }
}

const MOST_ZEROS = 4;

// A code as it is meant, as the companion itself takes it (companion/api/checks.py): without spaces and signs around it, in capitals, a
// letter O for a nought, and with the noughts that were left out where only one such code fits.
/** @type {(ask: CodeAsk, code: string) => string} */
export function tidyCode(ask, code) {
  const plain = code.replace(/\s+/g, "").toUpperCase();
  const bare = plain.replace(/^[#№.,;:]+|[#№.,;:]+$/g, "");
  const ways = [...new Set([plain, bare].flatMap((one) => [one, one.replaceAll("O", "0")]))];
  const found = ways.find((one) => fits(ask, one));
  if (found !== undefined) return found;
  const padded = new Set(ways.flatMap(withNoughts).filter((one) => fits(ask, one)));
  return padded.size === 1 ? [...padded][0] : plain;
}

/** @type {(code: string) => string[]} */
const withNoughts = (code) => [...code.matchAll(/\d+/g)].flatMap((run) =>
  Array.from({ length: MOST_ZEROS }, (_, more) => `${code.slice(0, run.index)}${"0".repeat(more + 1)}${code.slice(run.index)}`));

// `alone`: it is all that is asked, so that a tap on an answer takes it.
/** @type {View<Pick<FieldOf<Ask>, "ask" | "value" | "onChange" | "error"> & { alone?: boolean }>} */
export function AskField({ ask, value, onChange, error, alone = false }) {
  const id = `ask-${ask.name}`;
  const shared = { id, name: id, label: ask.label, value, onChange, error };
  if (ask.type === "Whole") return html`<${WholeField} ask=${ask} ...${shared} />`;
  if (ask.type === "Chance") return html`<p class="sensor small"><${Icon} name="chance" />${t("ask.chance", { what: ask.label })}</p>`;
  if (ask.type === "Pick" && ask.on) return html`<${MapPick} ask=${ask} alone=${alone} ...${shared} />`;
  if (ask.type === "Words" && (ask.lines || ask.blocks?.length)) return html`<${LinesField} ask=${ask} ...${shared} />`;
  if (ask.type === "Pick" && alone) return html`<${Answers} label=${ask.label} value=${value} choices=${ask.choices} onTake=${onChange} error=${error} id=${id} />`;
  if (ask.type === "Pick") {
    return html`<${Options} ...${shared} kind=${isShort(ask) ? "chips words" : "rows"} options=${ask.choices.map((one) => [one.value, one.label, false, one.icon])} />`;
  }
  if (ask.type === "Words") {
    return html`<${Field} id=${id} label=${ask.label} value=${value ?? ""} maxlength=${ask.at_most_chars} autocomplete="off"
      error=${error} hint=${t("ask.letters", { most: ask.at_most_chars })} onInput=${(event) => onChange(event.currentTarget.value)} />`;
  }
  return html`<${CodeField} ask=${ask} ...${shared} />`;
}

/** @type {View<FieldOf<WholeAsk>>} */
function WholeField({ ask, id, name, label, value, onChange, error }) {
  const { values, more } = wholesOf(ask);
  const [open, setOpen] = useState(isTyped(ask) || (more && typeof value === "number" && !values.includes(value)));
  if (open) return html`<${Stepper} id=${id} label=${label} value=${value} least=${ask.at_least} most=${ask.at_most} onChange=${onChange} error=${error} />`;
  /** @type {[number, string, boolean][]} */
  const options = values.map((one) => [one, shownOn(ask, one), true]);
  return html`
    <${Options} name=${name} label=${label} kind="chips" value=${value} options=${options} onChange=${onChange} error=${error}
      after=${more && html`<button type="button" class="chip more" aria-label=${t("ask.chip", { offer: label, value: t("more") })} onClick=${() => setOpen(true)}>${t("more")}</button>`} />`;
}

// One of a few with short names: chips as well.
/** @type {(ask: PickAsk) => boolean} */
const isShort = (ask) => ask.choices.length <= MOST_CHIPS && ask.choices.every((one) => one.label.length <= SHORT_LABEL);

/** @type {View<FieldOf<CodeAsk>>} */
function CodeField({ ask, id, label, value, onChange, error }) {
  const [said, setSaid] = useState(/** @type {string | null} */ (null));
  const taken = async (/** @type {PhotoRead[]} */ reads) => {
    const fitting = reads.find((one) => matches(ask, one.text)) ?? reads[0];
    onChange(fitting.text);
    setSaid(t(fitting.sure ? "ask.read" : "ask.unsure", { code: fitting.text }));
  };
  return html`
    <${Field} id=${id} label=${label} hint=${ask.suits} error=${error} value=${value ?? ""} autocapitalize="characters"
      autocomplete="off" spellcheck=${false} enterkeyhint="done" class="code" onInput=${(event) => onChange(event.currentTarget.value)}>
      ${start.has.photo && html`<${PhotoButton} label=${t("ask.photo")} onReads=${taken} />`}
      <p class="small" role="status">${said}</p>
    <//>`;
}

// Reads a card with the phone's camera: live over HTTPS, elsewhere by a photo; `onReads` is given what was read, best
// first. Live, it goes on with the next card where it is to `stay`.
/** @type {View<{ label: string, use?: "read" | "play", kind?: string, stay?: boolean, onReads: (reads: PhotoRead[], found: PhotoFound) => unknown }>} */
export function PhotoButton({ label, use = "read", kind = "plain", stay = false, onReads }) {
  // The screen that was shown when the camera was opened: a later question is not meant.
  const [opened] = useState(() => ({ seen: /** @type {number | null} */ (null) }));
  const [busy, setBusy] = useState(false);
  const [live, setLive] = useState(false);
  if (canSeeLive()) {
    return html`
      <button type="button" class="button photo ${kind}" onClick=${() => setLive(true)}><${Icon} name="camera" /><span class="words">${label}</span></button>
      ${live && html`<${LiveCamera} label=${label} use=${use} stay=${stay} onReads=${onReads} onClose=${() => setLive(false)} />`}`;
  }
  const chosen = async (/** @type {FieldEvent} */ event) => {
    const [file] = event.currentTarget.files ?? [];
    event.currentTarget.value = "";
    if (!file) return;
    setBusy(true);
    /** @type {PhotoFound | null} */
    const found = await sendPhoto(`/api/photo?for=${use}&seen=${opened.seen ?? version()}`, file, label);
    setBusy(false);
    if (found) onReads(found.reads, found);
  };
  return html`
    <label class="button photo ${kind} ${busy ? "busy" : ""}">
      <input class="hidden-input" type="file" accept=${PHOTOS} capture="environment" disabled=${busy} onClick=${() => (opened.seen = version())} onChange=${chosen} />
      <${Icon} name="camera" /><span class="words">${busy ? t("ask.reading") : label}</span>
    </label>`;
}
