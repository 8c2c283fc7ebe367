// Words, numbers and times in the phone's language. No script holds a word of its own.

export const start = JSON.parse(document.getElementById("start").textContent);
export const language = start.language;

const PLACE = /\{(\w+)\}/g;

// The words of this key. What depends on a number is given it as `n`, or, where `n` is written out already, as `of`.
export function t(key, args = {}) {
  const found = start.texts[key] ?? key;
  const text = typeof found === "string" ? found : (found[kinds.select(args.of ?? args.n)] ?? found.other ?? found.few);
  return text.replace(PLACE, (place, name) => (name in args ? String(args[name]) : place));
}

const kinds = new Intl.PluralRules(language); // one, few, many: what the number decides

const clock = new Intl.DateTimeFormat(language, { hour: "2-digit", minute: "2-digit" });
const day = new Intl.DateTimeFormat(language, { day: "numeric", month: "long", year: "numeric" });
const weekday = new Intl.DateTimeFormat(language, { weekday: "long", day: "numeric", month: "long" });
const dayAndClock = new Intl.DateTimeFormat(language, { day: "numeric", month: "short", hour: "2-digit", minute: "2-digit" });

const isToday = (date) => date.toDateString() === new Date().toDateString();

export const time = (seconds) => {
  const date = new Date(seconds * 1000);
  return (isToday(date) ? clock : dayAndClock).format(date);
};
export const date = (seconds) => day.format(new Date(seconds * 1000));
export const today = () => weekday.format(new Date());
// A language is called as those who speak it call it.
export const languageName = (code) => {
  try {
    return new Intl.DisplayNames([code], { type: "language" }).of(code);
  } catch {
    return code;
  }
};
export const number = (value, digits = 0) =>
  new Intl.NumberFormat(language, { maximumFractionDigits: digits, minimumFractionDigits: digits }).format(value);

// Words as a search takes them: without case and accents, as the companion's own search does.
const PLAIN = { ł: "l", ø: "o", đ: "d", ß: "ss", æ: "ae", œ: "oe" };
export const plain = (words) =>
  words.toLocaleLowerCase(language).normalize("NFKD").replace(/\p{M}/gu, "").replace(/[łøđßæœ]/g, (letter) => PLAIN[letter]);

// A device's name in the history is the program's; a person's is shown as it is.
export const who = (by) => (`by.${by}` in start.texts ? t(`by.${by}`) : by);

// Who did something and when; phones that have not joined are not told who.
export const whoAndWhen = ({ by, at }) => (by === undefined ? time(at) : t("history.who", { by: who(by), time: time(at) }));
