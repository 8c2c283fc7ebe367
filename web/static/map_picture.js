// A map of hexagons as a picture: tiles, their spaces with labels and marks, places where nothing lies yet.

import { html, useLayoutEffect, useRef, useState } from "./vendor/preact-htm.js";
import { fit, widthOf } from "./fitting.js";
import { hasIcon, IconAt } from "./game_icon.js";
import { box, layOut, leastSpace, path, roomsIn } from "./hexagons.js";
import { PATHS } from "./icons.js";
import { t } from "./text.js";
import { TONE_ICONS } from "./ui.js";
/** @import { Ref } from "./vendor/preact-htm.js" */
/** @import { Drawing, HexMap, KeyEvent, Labelled, LaidOut, MapSpace, MapTile, OnTap, PictureOf, PlacedTile, Room, Spot, TargetWords, View, Xy } from "./types.d.ts" */

export const THUMB_PX = 44;
const MARK = 9; // size of a mark's letters
const LEAST_MARK_PX = 10; // read from half a metre: where there is room, marks are no smaller
const MOST_LARGER = 1.35;
const MARK_WORTH = 6; // so much smaller may words be for the sake of it
export const LEAST_PX = 8.5;
export const MOST_PX = 17;
const MOST_LAYOUTS = 1000;
const CORNER = 9; // size of a tile's sign

// The picture's width on this screen, kept up to date.
/** @type {(ref: Ref<Element>, first: number) => number} */
export function useWidth(ref, first) {
  const [width, setWidth] = useState(first);
  useLayoutEffect(() => {
    const see = () => setWidth(Math.round(ref.current?.clientWidth || first));
    see();
    const watcher = new ResizeObserver(see);
    watcher.observe(ref.current);
    return () => watcher.disconnect();
  }, []);
  return width;
}

/** @type {(map: HexMap, width: number, only?: string) => number} */
export const scaleOf = (map, width, only) => width / layOut(map, only).around.width;
/** @type {(map: HexMap, width: number) => boolean} */
export const spacesFit = (map, width) => leastSpace(layOut(map).tiles) * scaleOf(map, width) >= THUMB_PX;

// What a space is, in words for who does not see it.
/** @type {(space: { label: string, marks?: string[], tone: string, note?: string }, more?: string[]) => string} */
export const inWords = ({ label, marks = [], tone, note }, more = []) =>
  [label, ...marks, TONE_ICONS[tone] && t(`tone.${tone}`), note, ...more].filter(Boolean).join(", ");

// A picture in which places can be tapped is a group of them; any other one goes with a list beside it.
/** @type {(label: string) => { role: "group", "aria-label": string }} */
export const asGroup = (label) => ({ role: "group", "aria-label": label });
/** @type {{ "aria-hidden": "true" }} */
export const HIDDEN = { "aria-hidden": "true" };

// `open` are the values that something can be done with (they stand out), `chosen` is the one that is chosen.
// Taps give `onTap(value, tile)`: a space where `bySpace`, else the tile. With `words` (a value's description by
// `words(value, tile, space)`) every target is a button; without it the picture only goes with a list beside it.
/** @type {View<PictureOf<HexMap>>} */
export function MapPicture({ map, width, letters = 1, only, open, chosen, bySpace, onTap, words }) {
  const { tiles, around } = layOut(map, only, !bySpace);
  const scale = width / around.width;
  const pad = 1.5 / scale;
  const view = [around.left - pad, around.top - pad, around.width + 2 * pad, around.height + 2 * pad];
  /** @type {Ref<SVGSVGElement>} */
  const ref = useRef(null);
  const hidden = words ? asGroup(map.label) : HIDDEN;
  const draw = { scale: scale / letters, open, chosen, words, onTap, bySpace, turned: map.turned };
  return html`
    <svg class="map-picture" ref=${ref} data-raw width=${width} height=${(view[3] / view[2]) * width} viewBox=${view.map((one) => one.toFixed(2)).join(" ")}
      onKeyDown=${words && onTap ? (/** @type {KeyEvent} */ event) => walk(event, ref.current) : undefined} ...${hidden}>
      ${tiles.map((one) => html`<${Tile} key=${one.tile.value} placed=${one} ...${draw} />`)}
    </svg>`;
}

// A part of the picture that can be tapped, by finger or by key.
/** @type {View<{ value: string, tile: Spot, space?: MapSpace, words?: TargetWords, onTap?: OnTap, name: string }>} */
export function Target({ value, tile, space, words, onTap, children, name }) {
  if (!onTap) return html`<g class=${name}>${children}</g>`;
  const tapped = () => onTap(value, tile);
  const key = (/** @type {KeyEvent} */ event) => {
    if (event.key !== "Enter" && event.key !== " ") return;
    event.preventDefault();
    tapped();
  };
  const role = /** @type {const} */ ("button");
  const button = words ? { role, tabindex: 0, "aria-label": words(value, tile, space), onKeyDown: key } : {};
  return html`<g class="target ${name}" data-value=${value} onClick=${tapped} ...${button}>${children}</g>`;
}

/** @type {View<Drawing & { placed: PlacedTile, turned: boolean }>} */
function Tile({ placed: { tile, shape, spaces }, ...draw }) {
  const { open, chosen, bySpace, scale, turned } = draw;
  const isOpen = open?.has(tile.value);
  const state = (/** @type {string} */ value) => `${open?.has(value) ? "open" : open ? "shut" : ""} ${[chosen].flat().includes(value) ? "chosen" : ""}`;
  const outline = html`<path class="outline" d=${path(shape)} />`;
  if (spaces.length === 0) {
    return html`
      <${Target} value=${tile.value} tile=${tile} name="place tone-${tile.tone} ${state(tile.value)}" ...${draw}>
        ${outline}<${Label} of=${tile} shape=${shape} scale=${scale} />
      <//>`;
  }
  const sign = TONE_ICONS[tile.tone] && html`<${Sign} name=${TONE_ICONS[tile.tone]} ...${cornerOf(shape, turned)} />`;
  const inside = spaces.map(({ space, shape: own }) => html`<${Space} key=${space.value} space=${space} tile=${tile} shape=${own} state=${state(space.value)} ...${draw} />`);
  const over = html`${outline}${sign}${spaces.map(({ space, shape: own }) => html`
    <g class="over tone-${space.tone} ${state(space.value)}" key=${space.value}><${Label} of=${space} silent=${space.tone === tile.tone} shape=${own} scale=${scale} /></g>`)}`;
  if (bySpace) return html`<g class="tile tone-${tile.tone} ${isOpen ? "open" : ""}">${inside}${over}</g>`;
  return html`<${Target} value=${tile.value} tile=${tile} name="tile tone-${tile.tone} ${state(tile.value)}" ...${draw}>${inside}${over}<//>`;
}

// Where a tile's own sign stands: in its point at the top, or on the left where a flat side is up.
/** @type {(shape: Xy[], turned: boolean) => { size: number, x: number, y: number }} */
function cornerOf(shape, turned) {
  const { left, top, width, height } = box(shape);
  return turned ? { size: CORNER, x: left + 3, y: top + (height - CORNER) / 2 } : { size: CORNER, x: left + (width - CORNER) / 2, y: top + 4.5 };
}

/** @type {View<Drawing & { space: MapSpace, tile: MapTile, shape: Xy[], state: string }>} */
function Space({ space, tile, shape, state, bySpace, words, onTap }) {
  const ground = html`<path class="ground" d=${path(shape)} />`;
  const name = `space-shape tone-${space.tone} ${state}`;
  if (!bySpace) return html`<g class=${name}>${ground}</g>`;
  return html`<${Target} value=${space.value} tile=${tile} space=${space} words=${words} onTap=${onTap} name=${name}>${ground}<//>`;
}

/** @type {Map<string, LaidOut>} */
const layouts = new Map(); // words fitted into shapes; the same ones are drawn again and again

const LEAST_ICON_PX = 13; // an icon that can still be told from others
const CLEAR_ICON_PX = 20; // one whose number can be read
const MOST_ICON = 32;
const BEHIND_COSTS = 6; // so much smaller may words be for the sake of marks below them, not behind
const ICON_WORTH = 4; // so much smaller may words be for the sake of an icon above them

// Of all rooms in the shape the one in which the words stand largest, with a sign before, an icon above and marks below them.
/** @type {(of: Labelled, shape: Xy[], scale: number, rows: number) => LaidOut} */
function laidOut({ label, tone, marks = [], icon }, shape, scale, rows) {
  const { left, top } = box(shape);
  const shown = hasIcon(icon);
  const key = [label, tone, shown, ...marks, rows, scale.toFixed(3), ...shape.flatMap(([x, y]) => [Math.round(x - left), Math.round(y - top)])].join("|");
  let found = layouts.get(key);
  if (!found) {
    if (layouts.size > MOST_LAYOUTS) layouts.clear();
    found = best(label, TONE_ICONS[tone], shown, marks, shape, scale, rows);
    layouts.set(key, found);
  }
  return { ...found, room: { ...found.room, left: found.room.left + left, top: found.room.top + top } };
}

/** @type {(label: string, sign: string | undefined, icon: boolean, marks: string[], shape: Xy[], scale: number, rows: number) => LaidOut} */
function best(label, sign, icon, marks, shape, scale, rows) {
  const least = Math.min(13, LEAST_PX / scale);
  const most = Math.max(least, Math.min(15, MOST_PX / scale));
  const usual = Math.min(MARK, 12 / scale);
  const readable = Math.min(usual * MOST_LARGER, LEAST_MARK_PX / scale);
  const sizes = marks.length > 0 && readable > usual ? [usual, readable] : [usual];
  const tries = sizes.flatMap((mark) => roomsIn(shape).flatMap((room) => {
    const inside = inRows(marks, mark, room.width, rows);
    if (mark > usual && (inside.flat().length < marks.length || inside.flat().at(-1) !== marks.at(-1) || inside.some((row) => rowWidth(row, wideAt(mark)) > room.width))) return [];
    const below = marks.length ? (mark * 1.5 + 1) * inside.length : 0;
    const large = mark > usual ? MARK_WORTH : 0;
    /** @type {(words: string, above: number, more: number) => LaidOut & { worth: number }} */
    const tried = (words, above, more) => {
      const inner = { width: room.width - 4, height: room.height - below - above - 1 };
      const found = fit(words, inner, { least, most, lead: sign ? 1.05 : 0 });
      const spare = words ? Math.min(inner.height - found.lines.length * found.size * 1.12, 8) * 0.1 : Math.min(inner.width, inner.height);
      return { ...found, room, mark, below, above, worth: found.size + spare + more + large - (found.cut ? 100 - found.lines.join("").length : 0) };
    };
    // Too low for words below an icon: the icon stands before them.
    const inOneRow = () => {
      const aside = LEAST_ICON_PX / scale;
      const found = fit(label, { width: room.width - 4 - aside, height: aside }, { least, most, lead: sign ? 1.05 : 0 });
      return { ...found, room, mark, below, above: 0, aside, worth: found.size + ICON_WORTH };
    };
    const plain = tried(label, 0, 0);
    // Too low for marks below: they stand behind the words, or behind the icon alone, where there is room for all of them.
    /** @type {() => (LaidOut & { worth: number })[]} */
    const behind = () => {
      const small = Math.min(mark, (room.height - 1) / 1.4);
      const [row] = inRows(marks, small, room.width / 2, 1);
      if (row.length < marks.length || row.at(-1) !== marks.at(-1)) return [];
      const right = rowWidth(row, wideAt(small)) + 2;
      const inner = { width: room.width - 4 - right, height: room.height - 1 };
      const found = fit(label, inner, { least, most, lead: sign ? 1.05 : 0 });
      const square = Math.min(MOST_ICON, inner.width, inner.height);
      const same = { ...found, room, mark: small, below: 0, right };
      const words = { ...same, above: 0, worth: found.size - BEHIND_COSTS - (found.cut ? 100 - found.lines.join("").length : 0) };
      return icon && square >= LEAST_ICON_PX / scale ? [words, { ...same, lines: [], cut: false, above: square, worth: square * 0.2 - 20 }] : [words];
    };
    const high = Math.min(MOST_ICON, room.width * 0.8, (room.height - below) * 0.56);
    if (icon && large && high < CLEAR_ICON_PX / scale) return [];
    const alone = Math.min(MOST_ICON, room.width - 2, room.height - below - 1);
    const onlyIcon = { ...plain, lines: [], cut: false, above: alone, worth: alone * 0.2 - 20 };
    if (icon && !label) return [{ ...onlyIcon, worth: alone }]; // its words stand elsewhere
    if (!icon || alone < LEAST_ICON_PX / scale) {
      const others = marks.length && plain.cut && mark === usual ? behind() : [];
      return others.length ? others : [plain];
    }
    if (high < LEAST_ICON_PX / scale) return [plain, onlyIcon, inOneRow()].filter((one) => !one.cut || one === plain);
    if (large) return [tried(label, high, ICON_WORTH + high * 0.1)]; // but not for the sake of its icon
    return [plain, tried(label, high, ICON_WORTH + high * 0.1), onlyIcon];
  }));
  const { left, top } = box(shape);
  const won = tries.reduce((a, b) => (b.worth > a.worth ? b : a));
  return { ...won, room: { ...won.room, left: won.room.left - left, top: won.room.top - top } };
}

// `rows`: so many rows of marks may stand below each other.
/** @type {View<{ of: Labelled, silent?: boolean, shape: Xy[], scale: number, rows?: number }>} */
export function Label({ of, silent, shape, scale, rows = 1 }) {
  const shown = silent ? { ...of, tone: "plain" } : of; // a space like its tile needs no sign beside the tile's
  const { size, lines, room, mark, below, above, aside = 0, right = 0 } = laidOut(shown, shape, scale, rows);
  const sign = above && !lines.length ? undefined : TONE_ICONS[shown.tone];
  const high = Math.max(aside, lines.length * size * 1.12);
  const from = room.top + (room.height - high - below - above) / 2;
  const top = from + above;
  const beside = sign && lines.length ? size * 1.05 : 0;
  const middle = room.left + (room.width - right) / 2;
  const centre = middle + (beside + aside) / 2;
  const longest = Math.max(0, ...lines.map((line) => widthOf(line))) * size;
  const big = lines.length ? size * 0.92 : Math.min(15, room.height - below);
  const [signX, signY] = lines.length ? [centre - longest / 2 - beside, top + (high - big) / 2] : [centre - big / 2, room.top + (room.height - below - big) / 2];
  return html`
    ${above > 0 && of.icon && html`<${IconAt} name=${of.icon} size=${above} x=${middle - above / 2} y=${from} />`}
    ${aside > 0 && of.icon && html`<${IconAt} name=${of.icon} size=${aside} x=${centre - longest / 2 - beside - aside} y=${from} />`}
    ${sign && html`<${Sign} name=${sign} size=${big} x=${signX} y=${signY} />`}
    ${lines.map((line, index) => html`<text class="map-label" x=${centre.toFixed(1)} y=${(top + (aside ? (high - size * 1.12) / 2 : 0) + size * (0.92 + 1.12 * index)).toFixed(1)} font-size=${size}>${line}</text>`)}
    ${right > 0 && html`<${Marks} marks=${of.marks ?? []} size=${mark} room=${{ ...room, left: room.left + room.width - right, width: right }} rows=${1} y=${room.top + (room.height - mark * 1.4) / 2} />`}
    ${below > 0 && html`<${Marks} marks=${of.marks ?? []} size=${mark} room=${room} rows=${rows} y=${lines.length || above ? top + high + 1 : room.top + room.height - below + 1} />`}`;
}

/** @type {View<{ name: string, size: number, x: number, y: number }>} */
const Sign = ({ name, size, x, y }) => html`
  <path class="map-sign" d=${PATHS[name]} transform="translate(${x.toFixed(1)} ${y.toFixed(1)}) scale(${(size / 24).toFixed(3)})" />`;

/** @type {(size: number) => (words: string) => number} */
const wideAt = (size) => (words) => widthOf(words) * size + size * 0.9;
/** @type {(row: string[], wide: (words: string) => number) => number} */
const rowWidth = (row, wide) => row.reduce((sum, one) => sum + wide(one) + 1.5, -1.5);

// Marks in as many rows as may be; those for which there is no room become a number.
/** @type {(marks: string[], size: number, width: number, most: number) => string[][]} */
export function inRows(marks, size, width, most) {
  const wide = wideAt(size);
  /** @type {string[]} */
  let row = [];
  const rows = [row];
  for (const [index, mark] of marks.entries()) {
    if (row.length === 0 || rowWidth([...row, mark], wide) <= width) row.push(mark);
    else if (rows.length < most) rows.push((row = [mark]));
    else return [...rows.slice(0, -1), ended(row, marks.length - index, width, wide)];
  }
  return rows;
}

/** @type {(row: string[], left: number, width: number, wide: (words: string) => number) => string[]} */
function ended(row, left, width, wide) {
  const shown = [...row];
  let more = left;
  while (shown.length > 1 && rowWidth([...shown, `+${more}`], wide) > width) {
    shown.pop();
    more += 1;
  }
  return [...shown, `+${more}`];
}

/** @type {View<{ marks: string[], size: number, room: Room, rows: number, y: number }>} */
const Marks = ({ marks, size, room, rows, y }) =>
  inRows(marks, size, room.width, rows).map((row, index) => html`<${MarkRow} row=${row} size=${size} room=${room} y=${y + index * (size * 1.5 + 1)} />`);

// A mark that is wider than its room is written smaller.
/** @type {View<{ row: string[], size: number, room: Room, y: number }>} */
function MarkRow({ row, size: wanted, room, y }) {
  const size = Math.min(wanted, (wanted * room.width) / rowWidth(row, wideAt(wanted)));
  const wide = wideAt(size);
  let x = room.left + (room.width - rowWidth(row, wide)) / 2;
  return row.map((one) => {
    const at = x;
    x += wide(one) + 1.5;
    return html`<g class="map-mark"><rect x=${at.toFixed(1)} y=${y.toFixed(1)} width=${wide(one).toFixed(1)} height=${(size * 1.4).toFixed(1)} rx=${(size * 0.5).toFixed(1)} />
      <text x=${(at + wide(one) / 2).toFixed(1)} y=${(y + size * 1.04).toFixed(1)} font-size=${size.toFixed(2)}>${one}</text></g>`;
  });
}

// The arrow keys lead to the nearest target in their direction.
/** @type {Record<string, Xy>} */
const WAYS = { ArrowRight: [1, 0], ArrowLeft: [-1, 0], ArrowDown: [0, 1], ArrowUp: [0, -1] };

/** @type {(event: KeyEvent, picture: Element) => void} */
export function walk(event, picture) {
  const way = WAYS[event.key];
  if (!way) return;
  event.preventDefault();
  /** @type {(one: Element) => Xy} */
  const centre = (one) => {
    const { x, y, width, height } = one.getBoundingClientRect();
    return [x + width / 2, y + height / 2];
  };
  const [hereX, hereY] = centre(document.activeElement ?? picture);
  /** @type {{ one: SVGElement, far: number } | null} */
  let nearest = null;
  for (const one of /** @type {NodeListOf<SVGElement>} */ (picture.querySelectorAll(".target"))) {
    const [thereX, thereY] = centre(one);
    const [x, y] = [thereX - hereX, thereY - hereY];
    const ahead = x * way[0] + y * way[1];
    const aside = Math.abs(x * way[1]) + Math.abs(y * way[0]);
    const far = ahead + 2 * aside;
    if (ahead > 1 && aside < 2 * ahead && (!nearest || far < nearest.far)) nearest = { one, far };
  }
  nearest?.one.focus();
}
