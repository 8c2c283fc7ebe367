// Small pieces that every view uses: buttons, choices, steppers.

import { html, useEffect } from "./vendor/preact-htm.js";
import { GameIcon } from "./game_icon.js";
import { Icon } from "./icons.js";
import { start, t } from "./text.js";
/** @import { AnchorHTMLAttributes, ButtonHTMLAttributes, Choice, Drawn, FieldEvent, InputHTMLAttributes, KeyEvent, TapEvent, Value, Values, View } from "./types.d.ts" */

/** @type {Record<string, string>} */
export const TONE_ICONS = { good: "check", warm: "warm", heed: "heed", cold: "cold", danger: "warning" };

// On a tile of hexagons warm is warmth; everywhere else it asks to be heeded.
/** @type {(tone: string) => string} */
export const heeded = (tone) => (tone === "warm" ? "heed" : tone);

/** @type {View<{ tone: string }>} */
export const Tone = ({ tone }) => html`<${Warmth} tone=${heeded(tone)} />`;

/** @type {View<{ tone: string }>} */
export const Warmth = ({ tone }) => (TONE_ICONS[tone] ? html`<${Icon} name=${TONE_ICONS[tone]} label=${t(`tone.${tone}`)} />` : null);

/** @type {View<{ kind?: string, icon?: string } & ButtonHTMLAttributes>} */
export const Button = ({ kind = "plain", icon, children, ...rest }) => html`
  <button type="button" class="button ${kind}" ...${rest}>
    ${icon && html`<${Icon} name=${icon} />`}<span class="words">${children}</span>
  </button>`;

/** @type {View<{ icon: string, label: string, kind?: string } & ButtonHTMLAttributes>} */
export const IconButton = ({ icon, label, kind = "", ...rest }) => html`
  <button type="button" class="icon-button ${kind}" aria-label=${label} title=${label} ...${rest}><${Icon} name=${icon} /></button>`;

// A link that looks like a row; `hint` stands below in small print.
/** @type {View<{ href: string, icon?: string, title: string, hint?: Drawn } & Omit<AnchorHTMLAttributes, "title" | "icon">>} */
export const RowLink = ({ href, icon, title, hint, ...rest }) => html`
  <a class="row" href=${href} ...${rest}>
    ${icon && html`<${Icon} name=${icon} />`}
    <span class="row-words"><span class="row-title">${title}</span>${hint && html`<span class="small">${hint}</span>`}</span>
    <${Icon} name="chevron" />
  </a>`;

// Words that people gave or that are printed on the game, shown in every language as they are.
/** @type {View} */
export const Raw = ({ children }) => html`<span data-raw dir="auto">${children}</span>`;

/** @type {View<{ title: string, back?: string }>} */
export const Top = ({ title, back }) => html`
  <div class="top">
    ${back && html`<a class="icon-button" href=${back} aria-label=${t("back")}><${Icon} name="back" /></a>`}
    <h1>${title}</h1>
  </div>`;

let tapped = false; // whether the last click on an option was a finger's, a mouse's or the Enter key's; its change follows at once
let entered = false;
/** @type {EventTarget | null} */
let cameIn = null; // the option through which the Tab key came into its group

// With two keys alone, as a switch has them, Tab leads from option to option and out behind the last, and Enter chooses. The
// arrow keys choose on their way, as ever.
/** @type {(event: KeyEvent<HTMLFieldSetElement>) => void} */
function byTwoKeys(event) {
  const one = /** @type {HTMLInputElement} */ (event.target);
  if (one.type !== "radio" || event.ctrlKey || event.altKey || event.metaKey) return;
  if (event.key === "Enter" && !one.checked) {
    event.preventDefault();
    entered = true;
    one.click();
    entered = false;
  }
  if (event.key !== "Tab") return;
  /** @type {HTMLInputElement[]} */
  const all = [...event.currentTarget.querySelectorAll("input[type=radio]")].map((each) => /** @type {HTMLInputElement} */ (each));
  const next = all[(all.indexOf(one) + (event.shiftKey ? all.length - 1 : 1)) % all.length];
  if (next !== cameIn && all.length > 1) event.preventDefault();
  (next !== cameIn ? next : all[event.shiftKey ? 0 : all.length - 1]).focus(); // from the end the browser itself leads out
}

/** @type {(event: FocusEvent & { currentTarget: HTMLFieldSetElement }) => void} */
function comesIn(event) {
  if (!event.currentTarget.contains(/** @type {Node | null} */ (event.relatedTarget))) cameIn = event.target;
}

// Where one label begins with a large letter, all do: some of them are parts of sentences elsewhere.
/** @type {(words: string, options: [value: Value, words: string, raw?: boolean, icon?: string][]) => string} */
const alike = (words, options) => (options.some(([, one, raw]) => !raw && /^\p{Lu}/u.test(one)) ? words.charAt(0).toLocaleUpperCase() + words.slice(1) : words);

// One of a few values, each a large button; `options` are [value, label, whether it is shown in every language as it is,
// icon]. What is chosen by a finger is told so: keys lead over the others on their way. `after` stands behind the last.
/** @type {<V extends Value>(properties: { name: string, label: string, value: Values[string], options: [value: V, words: string, raw?: boolean, icon?: string][], onChange: (value: V, tapped?: boolean) => unknown, kind?: string, error?: string | null, after?: Drawn }) => Drawn} */
export const Options = ({ name, label, value, options, onChange, kind = "rows", error, after }) => html`
  <fieldset class="options ${kind}" onKeyDown=${byTwoKeys} onFocusCapture=${comesIn} aria-describedby=${error ? `${name}-error` : undefined}>
    <legend>${label}</legend>
    <div class="options-inside">
      ${options.map(([one, words, raw, icon]) => html`
        <label class="option" key=${one}>
          <input type="radio" name=${name} value=${one} checked=${one === value} onClick=${(/** @type {TapEvent} */ event) => { tapped = entered || event.detail > 0; }} onChange=${() => onChange(one, tapped)} />
          <span data-raw=${raw}><${GameIcon} name=${icon} />${alike(words, options)}</span>
        </label>`)}
      ${after}
    </div>
    <${FieldError} id="${name}-error" text=${error} />
  </fieldset>`;

// One of a few values, each a button that answers at once; what is the case already is marked.
/** @type {View<{ id: string, label: string, value: Values[string], choices: Choice[], onTake: (value: string) => unknown, error?: string | null }>} */
export const Answers = ({ id, label, value, choices, onTake, error }) => html`
  <div class="field answers" role="group" aria-labelledby="${id}-label">
    <p class="pick-label" id="${id}-label">${label}</p>
    <div class="chip-row pairs">${choices.map((one) => html`
      <button type="button" class="chip ${one.value === value ? "usual" : ""}" key=${one.value} aria-current=${one.value === value ? "true" : undefined} onClick=${() => onTake(one.value)}>
        <${GameIcon} name=${one.icon} /><span>${one.label}</span></button>`)}</div>
    <${FieldError} id="${id}-error" text=${error} />
  </div>`;

/** @type {View<{ id: string, text?: string | null | false }>} */
export const FieldError = ({ id, text }) => text && html`<p class="field-error" id=${id} role="alert"><${Icon} name="warning" />${text}</p>`;

/** @type {View<{ id: string, label: string, hint?: string, error?: string | null } & InputHTMLAttributes<HTMLInputElement>>} */
export const Field = ({ id, label, hint, error, children, ...rest }) => html`
  <div class="field">
    <label for=${id}>${label}</label>
    <input id=${id} aria-invalid=${error ? "true" : undefined}
      aria-describedby=${[hint && `${id}-hint`, error && `${id}-error`].filter(Boolean).join(" ") || undefined} ...${rest} />
    ${children}
    ${hint && html`<p class="small" id="${id}-hint">${hint}</p>`}
    <${FieldError} id="${id}-error" text=${error} />
  </div>`;

/** @type {View<{ id: string, label: string, value: Values[string], least: number, most: number, onChange: (value: Value) => unknown, error?: string | null }>} */
export const Stepper = ({ id, label, value, least, most, onChange, error }) => {
  /** @type {(wanted: number) => unknown} */
  const set = (wanted) => onChange(Math.min(most, Math.max(least, wanted)));
  const base = typeof value === "number" && Number.isInteger(value) ? value : null;
  /** @type {(step: number) => unknown} */
  const by = (step) => set(base === null ? (step > 0 ? least : most) : base + step);
  const wide = most - least > 20;
  /** @type {(event: FieldEvent) => unknown} */
  const typed = (event) => onChange(/^\s*-?\d{1,15}\s*$/.test(event.currentTarget.value) ? Number(event.currentTarget.value) : event.currentTarget.value);
  return html`
    <div class="field">
      <label for=${id}>${label}</label>
      <div class="stepper">
        ${wide && html`<button type="button" class="step" aria-label=${t("ask.less_many")} onClick=${() => by(-10)} data-raw>−10</button>`}
        <button type="button" class="step" aria-label=${t("ask.less")} disabled=${base !== null && base <= least} onClick=${() => by(-1)}><${Icon} name="minus" /></button>
        <input id=${id} inputmode=${least < 0 ? "text" : "numeric"} autocomplete="off" value=${value ?? ""} onInput=${typed}
          aria-invalid=${error ? "true" : undefined} aria-describedby="${id}-range${error ? ` ${id}-error` : ""}" />
        <button type="button" class="step" aria-label=${t("ask.more")} disabled=${base !== null && base >= most} onClick=${() => by(1)}><${Icon} name="plus" /></button>
        ${wide && html`<button type="button" class="step" aria-label=${t("ask.more_many")} onClick=${() => by(10)} data-raw>+10</button>`}
      </div>
      <p class="small" id="${id}-range">${t("ask.range", { least, most })}</p>
      <${FieldError} id="${id}-error" text=${error} />
    </div>`;
};

/** @type {(page: string) => void} */
export function useTitle(page) {
  useEffect(() => {
    document.title = t("page_title", { page, name: start.name });
  }, [page]);
}
