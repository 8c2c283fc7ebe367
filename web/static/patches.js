// What changed within the parts that this page has, as the companion tells it (web/patches.py). Nothing is changed in
// place: whoever still looks at an older value sees it whole.

/** @import { Edit, News, Parts } from "./types.d.ts" */

// `read` is what is made of a field's words, by the field's name, as JSON.parse asks it for what stands within objects.
/** @typedef {(name: string, value: unknown) => unknown} Read */

/** @type {Read} */
const asTold = (name, value) => value;

// A value with one change made in it.
/** @type {(value: any, path: (string | number)[], change: (inner: any) => any) => any} */
function within(value, path, change) {
  if (!path.length) return change(value);
  const [step, ...rest] = path;
  const copy = Array.isArray(value) ? [...value] : { ...value };
  copy[step] = within(value[step], rest, change);
  return copy;
}

/** @type {(value: any, edit: Edit, read: Read) => any} */
function edited(value, edit, read) {
  const [path] = edit;
  if (edit.length === 4) {
    const [, at, gone, items] = edit;
    return within(value, path, (list) => [...list.slice(0, at), ...items, ...list.slice(at + gone)]);
  }
  const name = path[path.length - 1];
  const told = path.includes("args") ? asTold : read; // a move's arguments go back as they came
  if (edit.length === 2) return within(value, path, () => told(String(name), edit[1]));
  return within(value, path.slice(0, -1), (object) => Object.fromEntries(Object.entries(object).filter(([one]) => one !== name)));
}

/** @type {(value: any, edits: Edit[], read?: Read) => any} */
export const patched = (value, edits, read = asTold) => edits.reduce((now, edit) => edited(now, edit, read), value);

// What a live stream has told, by source, and under which version.
/** @typedef {Record<string, { version: number, parts: Record<string, any> }>} Heard */

// Takes news in; the parts that it changes, or null where it was made for something else than this page has.
/** @type {(heard: Heard, news: News, read?: Read) => Partial<Parts> | null} */
export function take(heard, news, read) {
  const before = heard[news.of];
  if (news.from !== undefined && before?.version !== news.from) return null;
  const edits = Object.entries(news.edits ?? {});
  if (edits.some(([name]) => before?.parts[name] === undefined)) return null;
  const changes = { ...news.parts, ...Object.fromEntries(edits.map(([name, some]) => [name, patched(before.parts[name], some, read)])) };
  heard[news.of] = { version: news.to, parts: { ...(news.from === undefined ? {} : before.parts), ...changes } };
  return changes;
}
