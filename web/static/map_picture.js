// A map of hexagons as a picture: tiles, their spaces with labels and marks, places where nothing lies yet.

import { html, useLayoutEffect, useRef, useState } from "./vendor/preact-htm.js";
import { box, fit, layOut, leastSpace, path, roomsIn, widthOf } from "./hexagons.js";
import { PATHS } from "./icons.js";
import { t } from "./text.js";
import { TONE_ICONS } from "./ui.js";

export const THUMB_PX = 44;
const MARK = 9; // size of a mark's letters
export const LEAST_PX = 8.5;
export const MOST_PX = 17;
const MOST_LAYOUTS = 1000;
const CORNER = 9; // size of a tile's sign

// The picture's width on this screen, kept up to date.
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

export const scaleOf = (map, width, only) => width / layOut(map, only).around.width;
export const spacesFit = (map, width) => leastSpace(layOut(map).tiles) * scaleOf(map, width) >= THUMB_PX;

// What a space is, in words for who does not see it.
export const inWords = ({ label, marks = [], tone, note }, more = []) =>
  [label, ...marks, TONE_ICONS[tone] && t(`tone.${tone}`), note, ...more].filter(Boolean).join(", ");

// `open` are the values that something can be done with (they stand out), `chosen` is the one that is chosen.
// Taps give `onTap(value, tile)`: a space where `bySpace`, else the tile. With `words` (a value's description by
// `words(value, tile, space)`) every target is a button; without it the picture only goes with a list beside it.
export function MapPicture({ map, width, only, open, chosen, bySpace, onTap, words }) {
  const { tiles, around } = layOut(map, only, !bySpace);
  const scale = width / around.width;
  const pad = 1.5 / scale;
  const view = [around.left - pad, around.top - pad, around.width + 2 * pad, around.height + 2 * pad];
  const ref = useRef(null);
  const hidden = words ? { role: "group", "aria-label": map.label } : { "aria-hidden": "true" };
  const draw = { scale, open, chosen, words, onTap, bySpace, turned: map.turned };
  return html`
    <svg class="map-picture" ref=${ref} data-raw width=${width} height=${(view[3] / view[2]) * width} viewBox=${view.map((one) => one.toFixed(2)).join(" ")}
      onKeyDown=${words && onTap ? (event) => walk(event, ref.current) : undefined} ...${hidden}>
      ${tiles.map((one) => html`<${Tile} key=${one.tile.value} placed=${one} ...${draw} />`)}
    </svg>`;
}

// A part of the picture that can be tapped, by finger or by key.
export function Target({ value, tile, space, words, onTap, children, name }) {
  if (!onTap) return html`<g class=${name}>${children}</g>`;
  const tapped = () => onTap(value, tile);
  const key = (event) => {
    if (event.key !== "Enter" && event.key !== " ") return;
    event.preventDefault();
    tapped();
  };
  const button = words ? { role: "button", tabindex: "0", "aria-label": words(value, tile, space), onKeyDown: key } : {};
  return html`<g class="target ${name}" data-value=${value} onClick=${tapped} ...${button}>${children}</g>`;
}

function Tile({ placed: { tile, shape, spaces }, ...draw }) {
  const { open, chosen, bySpace, scale, turned } = draw;
  const isOpen = open?.has(tile.value);
  const state = (value) => `${open?.has(value) ? "open" : open ? "shut" : ""} ${[chosen].flat().includes(value) ? "chosen" : ""}`;
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
function cornerOf(shape, turned) {
  const { left, top, width, height } = box(shape);
  return turned ? { size: CORNER, x: left + 3, y: top + (height - CORNER) / 2 } : { size: CORNER, x: left + (width - CORNER) / 2, y: top + 4.5 };
}

function Space({ space, tile, shape, state, bySpace, words, onTap }) {
  const ground = html`<path class="ground" d=${path(shape)} />`;
  const name = `space-shape tone-${space.tone} ${state}`;
  if (!bySpace) return html`<g class=${name}>${ground}</g>`;
  return html`<${Target} value=${space.value} tile=${tile} space=${space} words=${words} onTap=${onTap} name=${name}>${ground}<//>`;
}

const layouts = new Map(); // words fitted into shapes; the same ones are drawn again and again

// Of all rooms in the shape the one in which the words stand largest, with a sign before and marks below them.
function laidOut({ label, tone, marks = [] }, shape, scale, rows) {
  const { left, top } = box(shape);
  const key = [label, tone, ...marks, rows, scale.toFixed(3), ...shape.flatMap(([x, y]) => [Math.round(x - left), Math.round(y - top)])].join("|");
  if (!layouts.has(key)) {
    if (layouts.size > MOST_LAYOUTS) layouts.clear();
    layouts.set(key, best(label, TONE_ICONS[tone], marks, shape, scale, rows));
  }
  const found = layouts.get(key);
  return { ...found, room: { ...found.room, left: found.room.left + left, top: found.room.top + top } };
}

function best(label, sign, marks, shape, scale, rows) {
  const least = Math.min(13, LEAST_PX / scale);
  const most = Math.max(least, Math.min(15, MOST_PX / scale));
  const mark = Math.min(MARK, 12 / scale);
  const tries = roomsIn(shape).map((room) => {
    const below = marks.length ? (mark * 1.5 + 1) * inRows(marks, mark, room.width, rows).length : 0;
    const inner = { width: room.width - 4, height: room.height - below - 1 };
    const found = fit(label, inner, { least, most, lead: sign ? 1.05 : 0 });
    const spare = label ? Math.min(inner.height - found.lines.length * found.size * 1.12, 8) * 0.1 : Math.min(inner.width, inner.height);
    return { ...found, room, mark, below, worth: found.size + spare - (found.cut ? 100 - found.lines.join("").length : 0) };
  });
  const { left, top } = box(shape);
  const won = tries.reduce((a, b) => (b.worth > a.worth ? b : a));
  return { ...won, room: { ...won.room, left: won.room.left - left, top: won.room.top - top } };
}

// `rows`: so many rows of marks may stand below each other.
export function Label({ of, silent, shape, scale, rows = 1 }) {
  const shown = silent ? { ...of, tone: "plain" } : of; // a space like its tile needs no sign beside the tile's
  const { size, lines, room, mark, below } = laidOut(shown, shape, scale, rows);
  const sign = TONE_ICONS[shown.tone];
  const high = lines.length * size * 1.12;
  const top = room.top + (room.height - high - below) / 2;
  const beside = sign && lines.length ? size * 1.05 : 0;
  const centre = room.left + room.width / 2 + beside / 2;
  const longest = Math.max(0, ...lines.map((line) => widthOf(line))) * size;
  const big = lines.length ? size * 0.92 : Math.min(15, room.height - below);
  const [signX, signY] = lines.length ? [centre - longest / 2 - beside, top + (high - big) / 2] : [centre - big / 2, room.top + (room.height - below - big) / 2];
  return html`
    ${sign && html`<${Sign} name=${sign} size=${big} x=${signX} y=${signY} />`}
    ${lines.map((line, index) => html`<text class="map-label" x=${centre.toFixed(1)} y=${(top + size * (0.92 + 1.12 * index)).toFixed(1)} font-size=${size}>${line}</text>`)}
    ${below > 0 && html`<${Marks} marks=${of.marks} size=${mark} room=${room} rows=${rows} y=${lines.length ? top + high + 1 : room.top + room.height - below + 1} />`}`;
}

const Sign = ({ name, size, x, y }) => html`
  <path class="map-sign" d=${PATHS[name]} transform="translate(${x.toFixed(1)} ${y.toFixed(1)}) scale(${(size / 24).toFixed(3)})" />`;

const wideAt = (size) => (words) => widthOf(words) * size + size * 0.9;
const rowWidth = (row, wide) => row.reduce((sum, one) => sum + wide(one) + 1.5, -1.5);

// Marks in as many rows as may be; those for which there is no room become a number.
function inRows(marks, size, width, most) {
  const wide = wideAt(size);
  const rows = [[]];
  for (const [index, mark] of marks.entries()) {
    const row = rows.at(-1);
    if (row.length === 0 || rowWidth([...row, mark], wide) <= width) row.push(mark);
    else if (rows.length < most) rows.push([mark]);
    else return [...rows.slice(0, -1), ended(row, marks.length - index, width, wide)];
  }
  return rows;
}

function ended(row, left, width, wide) {
  const shown = [...row];
  let more = left;
  while (shown.length > 1 && rowWidth([...shown, `+${more}`], wide) > width) {
    shown.pop();
    more += 1;
  }
  return [...shown, `+${more}`];
}

const Marks = ({ marks, size, room, rows, y }) =>
  inRows(marks, size, room.width, rows).map((row, index) => html`<${MarkRow} row=${row} size=${size} room=${room} y=${y + index * (size * 1.5 + 1)} />`);

// A mark that is wider than its room is written smaller.
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
const WAYS = { ArrowRight: [1, 0], ArrowLeft: [-1, 0], ArrowDown: [0, 1], ArrowUp: [0, -1] };

export function walk(event, picture) {
  const way = WAYS[event.key];
  if (!way) return;
  event.preventDefault();
  const centre = (one) => {
    const { x, y, width, height } = one.getBoundingClientRect();
    return [x + width / 2, y + height / 2];
  };
  const here = centre(document.activeElement);
  let best = null;
  for (const one of picture.querySelectorAll(".target")) {
    const [x, y] = centre(one).map((value, axis) => value - here[axis]);
    const ahead = x * way[0] + y * way[1];
    const aside = Math.abs(x * way[1]) + Math.abs(y * way[0]);
    const far = ahead + 2 * aside;
    if (ahead > 1 && aside < 2 * ahead && (!best || far < best.far)) best = { one, far };
  }
  best?.one.focus();
}
