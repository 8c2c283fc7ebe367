// The owner's own text of a card: what it says, in words that the companion can act on. Kept as a board fact.

import { html, useState } from "./vendor/preact-htm.js";
import { wrong } from "./asks.js";
import { tellFacts } from "./board_forms.js";
import { PictureBeside } from "./card_picture.js";
import { useDraft } from "./drafts.js";
import { Icon } from "./icons.js";
import { confirm } from "./sheet.js";
import { go, store, tell } from "./store.js";
import { plain, t } from "./text.js";
import { Button, Field, RowLink, useTitle } from "./ui.js";
import { LinesField } from "./words_field.js";
/** @import { BoardFamily, BoardOfGame, ToldFact, Values, View, WordsAsk } from "./types.d.ts" */

// Families of texts of several lines have a page of their own; the others are told in the course of the game.
/** @type {(family: BoardFamily) => boolean} */
export const isText = (family) => family.ask.type === "Words" && family.ask.lines === true;

// What every name of a family begins with, such as "card.", and the family that a name belongs to.
/** @type {(family: BoardFamily) => string} */
export const startOf = (family) => (/^[\w\\.]*?(?=\(|\[|$)/.exec(family.pattern)?.[0] ?? "").replaceAll("\\", "");

/** @type {(family: BoardFamily, name: string) => boolean} */
export function belongs(family, name) {
  try {
    return new RegExp(`^(?:${family.pattern})$`, "u").test(name);
  } catch {
    return name.startsWith(startOf(family)); // a pattern that only the companion understands; it checks again
  }
}

/** @type {(families: BoardFamily[], name: string) => BoardFamily | undefined} */
export const familyOf = (families, name) => families.find((family) => belongs(family, name));
/** @type {(family: BoardFamily, name: string) => ToldFact | undefined} */
export const toldOf = (family, name) => family.told.find((one) => one.name === name);
// What is proposed for a text that nobody has typed yet, by its name; a person looks at it there and saves it.
/** @type {Map<string, string>} */
const proposed = new Map();
/** @type {(name: string, text: string) => void} */
export const proposeText = (name, text) => void proposed.set(name, text);

/** @type {(family: BoardFamily, name: string) => string} */
const called = (family, name) => name.slice(startOf(family).length);

// The cards that the owner has entered, and a way to another one.
/** @type {View<{ family: BoardFamily, wanted: string }>} */
export function OwnCards({ family, wanted }) {
  const [name, setName] = useState("");
  const fitting = family.told.filter((one) => !wanted || plain(`${one.label} ${one.now}`).includes(wanted));
  const whole = startOf(family) + name.trim();
  const open = (/** @type {Event} */ event) => {
    event.preventDefault();
    if (name.trim()) go(`board/own/${encodeURIComponent(whole)}`);
  };
  return html`
    <details class="card board-group" open=${Boolean(wanted) && fitting.length > 0}>
      <summary><span class="row-words"><h2 class="row-title">${family.label}</h2><span class="small">${t("own.count", { count: family.told.length })}</span></span><${Icon} name="chevron" /></summary>
      <ul class="list">${fitting.map((one) => html`
        <li key=${one.name}><a class="row" href="#board/own/${encodeURIComponent(one.name)}"><span class="row-words"><span class="row-title" data-raw>${called(family, one.name)}</span>
          <span class="small own-lines" data-raw>${String(one.now).split("\n")[0]}</span></span><${Icon} name="chevron" /></a></li>`)}</ul>
      <form class="own-new" onSubmit=${open}>
        <${Field} id="own-name" label=${t("own.name")} hint=${t("own.name_hint")} value=${name} maxlength=${60} autocomplete="off" autocapitalize="characters" onInput=${(event) => setName(event.currentTarget.value)} />
        <button class="button" disabled=${!name.trim()}><span class="words">${t("own.write")}</span></button>
      </form>
    </details>`;
}

const leave = () => (history.length > 1 ? history.back() : go("board"));

/** @type {View<{ found: BoardOfGame, name: string, reload: () => Promise<unknown> }>} */
export function OwnTextPage({ found, name, reload }) {
  const family = familyOf(found.families, name);
  const title = family ? called(family, name) : name;
  useTitle(t("own.title"));
  return html`
    <div class="top"><button type="button" class="icon-button" aria-label=${t("back")} onClick=${leave}><${Icon} name="back" /></button><h1><span data-raw>${title}</span></h1></div>
    ${family ? html`<div class="own-beside"><${PictureBeside} game=${found.game} code=${title} />
      <${OwnTextForm} game=${found.game} family=${family} name=${name} reload=${reload} onDone=${leave} /></div>` : html`<p class="empty">${t("own.unknown")}</p>`}
    ${family && /^\w+$/.test(title) && html`<${RowLink} icon="card" href="#look-up/card/${encodeURIComponent(title)}" title=${t("now.open_card", { code: title })} />`}`;
}

// The text's own form. What was written stays there when the companion refuses it, with the reason above.
/** @type {View<{ game: string, family: BoardFamily, name: string, reload: () => Promise<unknown>, onDone?: () => void }>} */
export function OwnTextForm({ game, family, name, reload, onDone }) {
  const now = String(toldOf(family, name)?.now ?? "");
  const usual = now || (proposed.get(name) ?? "");
  const [text, setText, drop] = useDraft(`own:${game}:${name}`, usual, usual);
  const [tried, setTried] = useState(false);
  const ask = { .../** @type {WordsAsk} */ (family.ask), name };
  const error = tried ? wrong(ask, text) : null;
  const label = toldOf(family, name)?.label ?? family.label;
  const save = async (/** @type {Event} */ event) => {
    event.preventDefault();
    setTried(true);
    if (wrong(ask, text) || !(await tellFacts(game, { [name]: text.trim() || null }, label))) return;
    proposed.delete(name);
    drop();
    await reload();
    tell(t("own.kept"), { tone: "good" });
    onDone?.();
  };
  const forget = () => confirm({
    title: t("own.forget_title", { name: called(family, name) }), text: t("own.forget_text"), yes: t("board.forget"),
    onYes: async () => {
      if (!(await tellFacts(game, { [name]: null }, label))) return;
      await reload();
      onDone?.();
    },
  });
  return html`
    <form class="stack" id="own-form" onSubmit=${save} novalidate>
      <${LinesField} id="own-text" ask=${ask} label=${t("own.text")} value=${text} onChange=${(/** @type {Values[string]} */ value) => setText(String(value ?? ""))} error=${error} />
      ${now !== "" && html`<${Button} icon="trash" onClick=${forget}>${t("board.forget")}<//>`}
    </form>`;
}

export const OwnTextBar = () => html`
  <div class="action-bar"><button class="button answer usual" form="own-form" aria-busy=${store.pending !== null}><span class="words">${t("save")}</span></button></div>`;
