// What was entered and not sent: there again when the form is opened once more, also where the browser has loaded the page anew
// meanwhile, as it does when another app was in front of it.

import { useState } from "./vendor/preact-htm.js";

// A map of plain values that outlives the page, as long as its tab is there; in a private window, as long as the page.
/** @template V @param {string} place @returns {{ kept: Map<string, V>, keep: () => void }} */
export function keptIn(place) {
  /** @type {Map<string, V>} */
  const kept = new Map(read(place));
  return {
    kept,
    keep: () => {
      try {
        sessionStorage.setItem(place, JSON.stringify([...kept]));
      } catch {
        // a private window keeps nothing
      }
    },
  };
}

/** @type {(place: string) => [string, any][]} */
function read(place) {
  try {
    return JSON.parse(sessionStorage.getItem(place) ?? "[]");
  } catch {
    return [];
  }
}

/** @type {ReturnType<typeof keptIn<{ of: string, value: any }>>} */
const forms = keptIn("forms");

// What a form holds, how to change it, and to forget it once it was sent. `of` is what it was made for, such as the text that
// is kept by now: where that is another one, the form begins anew with `usual`.
/** @template V @param {string} form @param {string} of @param {V} usual @returns {[V, (value: V) => void, () => void]} */
export function useDraft(form, of, usual) {
  const [now, setNow] = useState(/** @returns {{ of: string, value: V }} */ () => forms.kept.get(form) ?? { of, value: usual });
  const change = (/** @type {V} */ value) => {
    forms.kept.set(form, { of, value });
    forms.keep();
    setNow({ of, value });
  };
  const drop = () => {
    forms.kept.delete(form);
    forms.keep();
  };
  return [now.of === of ? now.value : usual, change, drop];
}
