// The geometry of a board of places: where each lies and how large it is, and how lines and arrows run between them.
// Units: one step of the map's grid is 64 long, x grows to the right and y down.

import { box, path } from "./hexagons.js";
/** @import { BoardLayout, Curve, MapLink, MapPlace, MapStep, PlaceMap, Placed, Xy } from "./types.d.ts" */

export const STEP = 64;
const ROUND_CORNERS = 24;
const BESIDE = 18; // how far apart arrows between the same two places run
const HEAD = { long: 11, wide: 5.5 };

// How far apart the nearest two places are, in steps: squares touch there.
/** @type {(places: MapPlace[]) => number} */
function nearest(places) {
  let least = 1;
  places.forEach((a, index) => places.slice(index + 1).forEach((b) => {
    const [dx, dy] = [Math.abs(a.x - b.x), Math.abs(a.y - b.y)];
    const apart = a.round && b.round ? Math.hypot(dx, dy) : Math.max(dx, dy);
    if (apart > 0.2) least = Math.min(least, apart);
  }));
  return least;
}

const SHARE = { square: { board: 0.49, linked: 0.36 }, round: { board: 0.46, linked: 0.37 } };

/** @type {(place: MapPlace, near: number, kind: BoardLayout["kind"]) => Placed} */
function placed(place, near, kind) {
  /** @type {Xy} */
  const centre = [place.x * STEP, place.y * STEP];
  const half = near * STEP * SHARE[place.round ? "round" : "square"][kind];
  return { place, centre, half, shape: outline(centre, half, place.round) };
}

// What is drawn of a place: a true circle, or its square.
/** @type {(placed: Placed) => string} */
export const drawn = ({ place, centre: [x, y], half, shape }) => (place.round
  ? `M${(x - half).toFixed(1)} ${y.toFixed(1)}a${half} ${half} 0 1 0 ${2 * half} 0a${half} ${half} 0 1 0 ${-2 * half} 0Z`
  : path(shape));

/** @type {(centre: Xy, half: number, round: boolean) => Xy[]} */
const outline = ([x, y], half, round) => (round
  ? Array.from({ length: ROUND_CORNERS }, (_, index) => {
    const angle = (2 * Math.PI * (index + 0.5)) / ROUND_CORNERS;
    return [x + half * Math.cos(angle), y + half * Math.sin(angle)];
  })
  : [[x - half, y - half], [x + half, y - half], [x + half, y + half], [x - half, y + half]]);

/** @type {WeakMap<PlaceMap, BoardLayout>} */
const laid = new WeakMap(); // a map is laid out once

// Every place that is or was, and the box around them all, so that the picture keeps its size from step to step.
/** @type {(map: PlaceMap) => BoardLayout} */
export function layOutPlaces(map) {
  const found = laid.get(map) ?? newLayOut(map);
  laid.set(map, found);
  return found;
}

/** @type {(map: PlaceMap) => BoardLayout} */
function newLayOut(map) {
  const near = nearest(map.places);
  const kind = map.links.length ? "linked" : "board";
  const every = [...map.places, ...map.steps.flatMap((step) => step.places)];
  const side = near * STEP;
  const around = box(every.flatMap(({ x, y }) => outline([x * STEP, y * STEP], side / 2, false)));
  if (kind === "linked") around.height += 8; // words below the lowest places
  return { around, side, kind, place: (one) => placed(one, near, kind) };
}

// The places as they are, or as they were at a step.
/** @type {(map: PlaceMap, step?: MapStep) => MapPlace[]} */
export function placesAt(map, step) {
  if (!step?.places.length) return map.places;
  const then = new Map(step.places.map((one) => [one.value, one]));
  const known = new Set(map.places.map((one) => one.value));
  return [...map.places.map((one) => then.get(one.value) ?? one), ...step.places.filter((one) => !known.has(one.value))];
}

/** @type {(from: Xy, to: Xy, share: number) => Xy} */
const along = ([ax, ay], [bx, by], share) => [ax + (bx - ax) * share, ay + (by - ay) * share];
/** @type {(from: Xy, to: Xy) => number} */
const apart = ([ax, ay], [bx, by]) => Math.hypot(bx - ax, by - ay);

// How far a line from one place to another has to bend so that it does not run through a third.
/** @type {(from: Placed, to: Placed, all: Placed[]) => number} */
function detour(from, to, all) {
  const [a, b] = [from.centre, to.centre];
  const long = apart(a, b);
  const through = all.some((one) => {
    if (one === from || one === to) return false;
    const share = ((one.centre[0] - a[0]) * (b[0] - a[0]) + (one.centre[1] - a[1]) * (b[1] - a[1])) / (long * long);
    return share > 0.05 && share < 0.95 && apart(along(a, b, share), one.centre) < one.half * 0.7;
  });
  return through ? STEP * 0.55 : 0;
}

// The lines to draw: links between the same two places run beside each other, each way on its own side.
/** @type {(links: MapLink[], all: Placed[], how?: { over?: boolean, straight?: boolean }) => ({ link: MapLink } & Curve)[]} */
export function lines(links, all, { over = false, straight = false } = {}) {
  const at = new Map(all.map((one) => [one.place.value, one]));
  const shown = links.flatMap((link) => {
    const [from, to] = [at.get(link.first), at.get(link.second)];
    return from && to && from !== to ? [{ link, from, to }] : [];
  });
  const pair = (/** @type {MapLink} */ { first, second }) => [first, second].sort().join("\n");
  /** @type {Map<string, MapLink[]>} */
  const same = new Map();
  for (const { link } of shown) same.set(pair(link), [...(same.get(pair(link)) ?? []), link]);
  return shown.map(({ link, from, to }) => {
    const mates = same.get(pair(link)) ?? [];
    const turn = link.first < link.second ? 1 : -1; // a side of the pair, whichever way the link goes
    const most = Math.min(from.half, to.half) * 0.75;
    const gap = Math.min(BESIDE, (2 * most) / Math.max(1, mates.length - 1));
    const aside = (mates.indexOf(link) - (mates.length - 1) / 2) * gap * turn;
    return { link, ...curve(from, to, aside, straight ? 0 : detour(from, to, all), over) };
  });
}

// A line from place to place, so far aside of the middle, and bent by so much. `over`: an arrow drawn over touching
// fields begins and ends well inside them.
/** @type {(from: Placed, to: Placed, aside: number, bend: number, over: boolean) => Curve} */
function curve(from, to, aside, bend, over) {
  const [one, other] = [from.centre, to.centre];
  const long = apart(one, other);
  /** @type {Xy} */
  const normal = [-(other[1] - one[1]) / long, (other[0] - one[0]) / long];
  /** @type {(point: Xy, by: number) => Xy} */
  const moved = (point, by) => [point[0] + normal[0] * by, point[1] + normal[1] * by];
  const [a, b] = [moved(one, aside), moved(other, aside)];
  const control = moved(along(a, b, 0.5), bend * 2);
  const edge = (/** @type {Placed} */ { half }) => (over ? Math.min(half + 2, long * 0.3) : Math.sqrt(Math.max(0, half * half - aside * aside)) + 2);
  const start = along(a, control, Math.min(0.9, edge(from) / apart(a, control)));
  const end = along(b, control, Math.min(0.9, edge(to) / apart(b, control)));
  return { start, control: bend ? control : along(start, end, 0.5), end };
}

/** @type {(point: Xy) => string} */
const print = ([x, y]) => `${x.toFixed(1)} ${y.toFixed(1)}`;

/** @type {(curve: Curve, arrow: boolean) => string} */
export function pathOf({ start, control, end }, arrow) {
  const stop = arrow ? along(end, control, Math.min(0.6, (HEAD.long * 0.8) / apart(end, control))) : end;
  return `M${print(start)}Q${print(control)} ${print(stop)}`;
}

/** @type {(curve: Pick<Curve, "control" | "end">) => string} */
export function headOf({ control, end }) {
  const [x, y] = end;
  const long = apart(control, end) || 1;
  const [dx, dy] = [(x - control[0]) / long, (y - control[1]) / long];
  const back = [x - dx * HEAD.long, y - dy * HEAD.long];
  /** @type {(sign: number) => Xy} */
  const side = (sign) => [back[0] - dy * HEAD.wide * sign, back[1] + dx * HEAD.wide * sign];
  return `M${print(end)}L${print(side(1))}L${print(side(-1))}Z`;
}
