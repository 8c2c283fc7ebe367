// Words, numbers and times in the phone's language. No script holds a word of its own.

/** @import { Start } from "./types.d.ts" */

/** @type {Start} */
export const start = JSON.parse(document.getElementById("start")?.textContent ?? "");
export const language = start.language;
// Where an address of the companion is for this page: a demo round has addresses of its own.
/** @type {(path: string) => string} */
export const here = (path) => `${start.base ?? ""}${path}`;

// A word of one letter stands on the line of the next word where the language has it so. Only what people read, by its name in
// what the companion sends: values go back as they came.
const READ = new Set(["do", "ending", "label", "line", "more", "note", "text", "title", "todo", "under", "what_to_do", "words"]);
const ALONE = /(^|[\s„(])[aiouwz]$/i;
/** @type {(words: string) => string} */
const tied = (words) => words.split(" ").reduce((before, word) => before + (/^\S/.test(word) && ALONE.test(before) ? "\u00a0" : " ") + word);
// A move's arguments may be called by the same names; they stand within `args`, which is read last.
/** @type {(args: object) => object} */
const asTheyCame = (args) => Object.fromEntries(Object.entries(args).map(([name, value]) => [name, typeof value === "string" ? value.replaceAll("\u00a0", " ") : value]));
/** @type {(name: string, value: unknown) => unknown} */
function tiedWithin(name, value) {
  if (name === "args" && typeof value === "object" && value) return asTheyCame(value);
  return typeof value === "string" && READ.has(name) ? tied(value) : value;
}
export const readable = language === "pl" ? tiedWithin : undefined;
if (readable) Object.values(start.looks ?? {}).forEach((look) => (look.title = tied(look.title)));

const PLACE = /\{(\w+)\}/g;

// The words of this key. What depends on a number is given it as `n`, or, where `n` is written out already, as `of`.
/** @param {string} key @param {Record<string, unknown>} [args] @returns {string} */
export function t(key, args = {}) {
  const found = start.texts[key] ?? key;
  const text = typeof found === "string" ? found : (found[kinds().select(Number(args.of ?? args.n))] ?? found.other ?? found.few ?? key);
  const told = text.replace(PLACE, (place, name) => (name in args ? String(args[name]) : place));
  return readable ? tied(told) : told;
}

// Made when it is first asked for: what a language's times and numbers look like takes a while to look up, before anything is seen.
/** @type {<T>(make: () => T) => () => T} */
function once(make) {
  /** @type {ReturnType<typeof make> | undefined} */
  let made;
  return () => (made ??= make());
}

const kinds = once(() => new Intl.PluralRules(language)); // one, few, many: what the number decides

// Times and dates as this phone's region writes them, in the language of the page: 24 hours in Britain, 12 in America.
const region = once(() => (navigator.languages ?? []).find((one) => one.split("-")[0] === language) ?? language);
const clock = once(() => new Intl.DateTimeFormat(region(), { hour: "2-digit", minute: "2-digit" }));
const day = once(() => new Intl.DateTimeFormat(region(), { day: "numeric", month: "long", year: "numeric" }));
const weekday = once(() => new Intl.DateTimeFormat(region(), { weekday: "long", day: "numeric", month: "long" }));
const dayAndClock = once(() => new Intl.DateTimeFormat(region(), { day: "numeric", month: "short", hour: "2-digit", minute: "2-digit" }));

/** @type {(date: Date) => boolean} */
const isToday = (date) => date.toDateString() === new Date().toDateString();

/** @type {(seconds: number) => string} */
export const time = (seconds) => {
  const date = new Date(seconds * 1000);
  return (isToday(date) ? clock() : dayAndClock()).format(date);
};
/** @type {(seconds: number) => string} */
export const date = (seconds) => day().format(new Date(seconds * 1000));
// How long ago, in the largest unit that says anything: "12 days ago", "just now".
/** @type {(seconds: number, now?: number) => string} */
export function ago(seconds, now = Date.now() / 1000) {
  const past = Math.max(0, now - seconds);
  /** @type {[Intl.RelativeTimeFormatUnit, number][]} */
  const units = [["year", 365 * 86400], ["month", 30 * 86400], ["day", 86400], ["hour", 3600], ["minute", 60]];
  const found = units.find(([, one]) => past >= one);
  if (!found) return t("just_now");
  const [unit, size] = found;
  return new Intl.RelativeTimeFormat(language, { numeric: "auto" }).format(-Math.floor(past / size), unit);
}
export const today = () => weekday().format(new Date());
// A language is called as those who speak it call it.
/** @type {(code: string) => string} */
export const languageName = (code) => {
  try {
    return new Intl.DisplayNames([code], { type: "language" }).of(code) ?? code;
  } catch {
    return code;
  }
};
/** @type {(value: number, digits?: number) => string} */
export const number = (value, digits = 0) =>
  new Intl.NumberFormat(language, { maximumFractionDigits: digits, minimumFractionDigits: digits }).format(value);

// Words as a search takes them: without case and accents, as the companion's own search does.
/** @type {Record<string, string>} */
const PLAIN = { ł: "l", ø: "o", đ: "d", ß: "ss", æ: "ae", œ: "oe" };
/** @type {(words: string) => string} */
export const plain = (words) =>
  words.toLocaleLowerCase(language).normalize("NFKD").replace(/\p{M}/gu, "").replace(/[łøđßæœ]/g, (letter) => PLAIN[letter]);

// A device's name in the history is the program's; a person's is shown as it is.
/** @type {(by: string) => string} */
export const who = (by) => (`by.${by}` in start.texts ? t(`by.${by}`) : by);

// Who did something and when; phones that have not joined are not told who.
/** @type {(step: { by?: string, at: number }) => string} */
export const whoAndWhen = ({ by, at }) => (by === undefined ? time(at) : t("history.who", { by: who(by), time: time(at) }));

// A question without the name that it begins with, where whose business it is stands in a line of its own.
/** @type {(words: string, player?: string) => string} */
export function nameless(words, player) {
  const head = [", ", ": "].map((sign) => `${player}${sign}`).find((one) => player !== undefined && words.startsWith(one));
  const rest = head ? words.slice(head.length) : words;
  return rest.charAt(0).toLocaleUpperCase() + rest.slice(1);
}
