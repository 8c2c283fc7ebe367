// The story as a picture, as a page of its own, and as data. Everything is made on the phone, without a connection.

import { html, render } from "./vendor/preact-htm.js";
import { widthOf } from "./fitting.js";
import { atWords, inkNow, PlotPicture, roundsOf, Sample, unitWords, valueAt } from "./story_plot.js";
import { date, language, start, t, whoAndWhen } from "./text.js";
/** @import { Drawn, Ink, Plot, Series, Story, View } from "./types.d.ts" */

const WIDE = 1080;
const EDGE = 48;
const GAP = 32;
const PLOT = { width: (WIDE - 2 * EDGE - GAP) / 2, height: 270 };
const MOST_PIXELS = 14_000_000; // more than this some phones do not draw
const SANS = "system-ui, -apple-system, 'Segoe UI', Roboto, 'Noto Sans', sans-serif";
const SERIF = "Charter, 'Iowan Old Style', 'Noto Serif', Georgia, serif";

/** @type {(story: Story) => string} */
export const nameOf = (story) => story.title.replace(/[^\p{L}\p{N}]+/gu, "-").replace(/^-|-$/g, "") || "story";

/** @type {(blob: Blob, name: string) => void} */
function download(blob, name) {
  const address = URL.createObjectURL(blob);
  const link = Object.assign(document.createElement("a"), { href: address, download: name });
  document.body.append(link);
  link.click();
  link.remove();
  setTimeout(() => URL.revokeObjectURL(address), 60_000);
}

/** @type {(what: import("preact").VNode) => HTMLElement} */
function drawn(what) {
  const box = document.createElement("div");
  render(what, box);
  return box;
}

/** @type {(story: Story) => void} */
export const saveData = (story) => download(new Blob([JSON.stringify(story, null, 2)], { type: "application/json" }), `${nameOf(story)}.json`);

// --- the picture ------------------------------------------------------------------------------------------------------

/** @type {(words: string, size: number, width: number) => string[]} */
export function wrapped(words, size, width) {
  /** @type {string[]} */
  const lines = [];
  for (const word of words.split(/\s+/)) {
    const joined = lines.length ? `${lines.at(-1)} ${word}` : word;
    if (lines.length && widthOf(joined) * size <= width) lines[lines.length - 1] = joined;
    else lines.push(word);
  }
  return lines;
}

// Lines of words from `y` on; gives what is drawn and where the next thing may begin.
/** @type {(words: string, look: { x?: number, y: number, size: number, width?: number } & Record<string, unknown>) => [Drawn, number]} */
function written(words, { x = EDGE, y, size, width = WIDE - 2 * EDGE, ...look }) {
  const lines = wrapped(words, size, width);
  const shown = lines.map((line, index) => html`<text x=${x} y=${y + size * (0.95 + 1.32 * index)} font-size=${size} ...${look}>${line}</text>`);
  return [shown, y + size * 1.32 * lines.length];
}

/** @type {(series: Series) => number | "–"} */
const lastOf = (series) => series.points.at(-1)?.value ?? "–";
/** @type {(series: Series) => number} */
const legendWide = (series) => 44 + widthOf(series.label) * 17 + 8 + widthOf(String(lastOf(series))) * 17 + 24;

/** @type {(plot: Plot, ink: Ink, x: number, y: number) => Drawn} */
function legend(plot, ink, x, y) {
  let at = x;
  let row = y;
  return plot.series.map((series, index) => {
    const wide = legendWide(series);
    if (at > x && at + wide > x + PLOT.width) {
      at = x;
      row += 26;
    }
    const here = at;
    at += wide;
    return html`<${Sample} series=${series} index=${index} ink=${ink} x=${here} y=${row} size=${4.5} /><text x=${here + 44} y=${row + 6} font-size="17" fill=${ink.text}>${series.label}</text>
      <text x=${here + 44 + widthOf(series.label) * 17 + 8} y=${row + 6} font-size="17" font-weight="700" fill=${ink.text}>${lastOf(series)}</text>`;
  });
}

/** @type {(plot: Plot) => number} */
const legendHigh = (plot) => {
  let at = 0;
  let rows = 1;
  for (const series of plot.series) {
    const wide = legendWide(series);
    if (at > 0 && at + wide > PLOT.width) {
      at = 0;
      rows += 1;
    }
    at += wide;
  }
  return rows * 26;
};

/** @type {(story: Story, ink: Ink, from: number) => [Drawn, number]} */
function plots(story, ink, from) {
  const rounds = roundsOf(story);
  let y = from;
  /** @type {Drawn[]} */
  const rows = [];
  for (let index = 0; index < story.plots.length; index += 2) {
    const pair = story.plots.slice(index, index + 2);
    rows.push(pair.map((plot, column) => {
      const x = EDGE + column * (PLOT.width + GAP);
      return html`<text x=${x} y=${y + 24} font-size="24" font-weight="600" font-family=${SERIF} fill=${ink.text}>${plot.label}</text>
        <${PlotPicture} plot=${plot} events=${story.events} rounds=${rounds} ink=${ink} width=${PLOT.width} height=${PLOT.height} size=${16} x=${x} y=${y + 34} />
        ${legend(plot, ink, x, y + 34 + PLOT.height + 18)}`;
    }));
    y += 34 + PLOT.height + 18 + Math.max(...pair.map(legendHigh)) + 24;
  }
  return [rows, y];
}

// Titled lists in two columns, each beginning where there is more room.
/** @type {(story: Story, ink: Ink, from: number) => [Drawn, number]} */
function columns(story, ink, from) {
  const events = story.events.map((event, index) => `${index + 1}  ${atWords(story, event.at)}: ${event.label}`);
  /** @type {Story["lists"]} */
  const all = [[t("story.events"), events], ...story.lists];
  const lists = all.filter(([, items]) => items.length);
  const ends = [from, from];
  const shown = lists.map(([title, items]) => {
    const column = ends[0] <= ends[1] ? 0 : 1;
    const x = EDGE + column * (PLOT.width + GAP);
    let [head, y] = written(title, { x, y: ends[column], size: 20, width: PLOT.width, fill: ink.muted, "font-weight": 600 });
    const body = items.map((item) => {
      const [lines, next] = written(item, { x, y: y + 4, size: 19, width: PLOT.width, fill: ink.text });
      y = next;
      return lines;
    });
    ends[column] = y + 22;
    return [head, body];
  });
  return [shown, Math.max(...ends)];
}

/** @type {(story: Story) => string} */
export function about({ evening }) {
  return [evening?.name, evening && date(evening.started), evening?.players.join(", ")].filter(Boolean).join(" – ");
}

/** @type {(story: Story, ink: Ink) => import("preact").VNode} */
export function picture(story, ink) {
  const [title, afterTitle] = written(story.title, { y: EDGE, size: 44, fill: ink.text, "font-family": SERIF, "font-weight": 600 });
  const [line, afterLine] = written(about(story) || start.name, { y: afterTitle + 4, size: 19, fill: ink.muted });
  const [ending, afterEnding] = written(story.ending, { y: afterLine + 12, size: 26, fill: ink.accent, "font-weight": 600 });
  const [grid, afterPlots] = plots(story, ink, afterEnding + 28);
  const [lists, afterLists] = columns(story, ink, afterPlots + 4);
  const high = Math.ceil(afterLists + EDGE * 0.6);
  return html`
    <svg xmlns="http://www.w3.org/2000/svg" width=${WIDE} height=${high} viewBox="0 0 ${WIDE} ${high}" font-family=${SANS}>
      <rect width=${WIDE} height=${high} fill=${ink.surface} />${title}${line}${ending}${grid}${lists}
    </svg>`;
}

/** @type {(story: Story) => Promise<void>} */
export async function savePicture(story) {
  const svg = /** @type {SVGSVGElement} */ (drawn(picture(story, inkNow())).querySelector("svg"));
  const [width, height] = [svg.width.baseVal.value, svg.height.baseVal.value];
  const address = URL.createObjectURL(new Blob([new XMLSerializer().serializeToString(svg)], { type: "image/svg+xml" }));
  try {
    const image = new Image();
    image.src = address;
    await image.decode();
    const scale = Math.min(2, Math.sqrt(MOST_PIXELS / (width * height)));
    const canvas = Object.assign(document.createElement("canvas"), { width: Math.round(width * scale), height: Math.round(height * scale) });
    /** @type {CanvasRenderingContext2D} */ (canvas.getContext("2d")).drawImage(image, 0, 0, canvas.width, canvas.height);
    /** @type {Blob | null} */
    const blob = await new Promise((resolve) => canvas.toBlob(resolve, "image/png"));
    if (!blob) throw new Error("the browser made no picture");
    download(blob, `${nameOf(story)}.png`);
  } finally {
    URL.revokeObjectURL(address);
  }
}

// --- a page of its own ------------------------------------------------------------------------------------------------

/** @type {(ink: Ink) => string} */
const LOOK = (ink) => `
  body { margin: 0 auto; max-width: 1000px; padding: 24px 16px; font: 17px/1.5 ${SANS}; background: ${ink.bg}; color: ${ink.text}; }
  h1, h2 { font-family: ${SERIF}; line-height: 1.2; } .ending { font-size: 1.25em; font-weight: 600; color: ${ink.accent}; }
  .small { color: ${ink.muted}; font-size: 0.88em; } svg { max-width: 100%; height: auto; }
  .plots { display: grid; gap: 20px; grid-template-columns: repeat(auto-fit, minmax(300px, 1fr)); }
  section, figure { margin: 0; padding: 14px; background: ${ink.surface}; border: 1px solid ${ink.line}; border-radius: 12px; } section { margin-top: 20px; }
  figure h2 { margin: 0 0 8px; font-size: 1.1em; } .legend { list-style: none; padding: 0; display: flex; flex-wrap: wrap; gap: 4px 18px; }
  table { border-collapse: collapse; font-variant-numeric: tabular-nums; } th, td { padding: 3px 10px; text-align: end; border-bottom: 1px solid ${ink.line}; }
  .room { overflow-x: auto; }`;

/** @type {View<{ story: Story, ink: Ink }>} */
const Page = ({ story, ink }) => {
  const rounds = roundsOf(story);
  const [first, last] = rounds;
  const every = Array.from({ length: last - first + 1 }, (_, index) => first + index);
  return html`
    <h1>${story.title}</h1><p class="small">${about(story)}</p><p class="ending">${story.ending}</p>
    <div class="plots">${story.plots.map((plot) => html`<figure><h2>${plot.label}</h2>
      <${PlotPicture} plot=${plot} events=${story.events} rounds=${rounds} ink=${ink} width=${460} height=${250} size=${14} label=${plot.label} />
      <ul class="legend">${plot.series.map((series, index) => html`<li><svg width="36" height="12" viewBox="0 0 36 12"><${Sample} series=${series} index=${index} ink=${ink} y=${6} /></svg> ${series.label}</li>`)}</ul>
      <details><summary>${t("story.numbers")}</summary><div class="room"><table><thead><tr><th>${unitWords(story.unit)}</th>${plot.series.map((series) => html`<th>${series.label}</th>`)}</tr></thead>
        <tbody>${every.map((round) => html`<tr><th>${round}</th>${plot.series.map((series) => html`<td>${valueAt(series, round) ?? "–"}</td>`)}</tr>`)}</tbody></table></div></details></figure>`)}</div>
    ${story.events.length > 0 && html`<section><h2>${t("story.events")}</h2><ol>${story.events.map((event) => html`<li>${atWords(story, event.at)}: ${event.label}</li>`)}</ol></section>`}
    ${story.lists.filter(([, items]) => items.length).map(([title, items]) => html`<section><h2>${title}</h2><ul>${items.map((item) => html`<li>${item}</li>`)}</ul></section>`)}
    <section><h2>${t("story.decisions", { count: story.decisions.length })}</h2><ol>${story.decisions.map((one) => html`<li>${one.label} <span class="small">${whoAndWhen(one)}</span></li>`)}</ol></section>`;
};

/** @type {(story: Story) => void} */
export function savePage(story) {
  const ink = inkNow();
  const page = document.implementation.createHTMLDocument(story.title);
  page.documentElement.lang = language;
  page.head.innerHTML += '<meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">';
  page.head.append(Object.assign(page.createElement("style"), { textContent: LOOK(ink) }));
  page.body.innerHTML = drawn(html`<${Page} story=${story} ink=${ink} />`).innerHTML;
  download(new Blob([`<!doctype html>\n${page.documentElement.outerHTML}`], { type: "text/html" }), `${nameOf(story)}.html`);
}
