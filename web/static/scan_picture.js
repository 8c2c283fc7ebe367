// What the camera sees, a few pictures a second while the page is seen, with what was found and read drawn over it.

import { html, useEffect, useState } from "./vendor/preact-htm.js";
import { part } from "./store.js";
import { t } from "./text.js";
/** @import { AboutPicture, Timer, View } from "./types.d.ts" */

const PAUSE_MS = 300;
const NOTHING_NEW_MS = 400;
const TROUBLE_MS = 2500;
const PATIENCE_MS = 6000;

// The camera among the devices, where it gives no pictures: an old picture must not pass for a live one.
const gone = () => (part("devices") ?? []).find((one) => one.name === "camera" && ["lost", "absent", "trouble", "off"].includes(one.state));

// One picture after the other; none is asked for while the phone is dark or another page is shown.
function useLive() {
  const [live, setLive] = useState(/** @type {{ url?: string, about?: AboutPicture, error?: string }} */ ({}));
  useEffect(() => {
    let after = 0;
    /** @type {string | undefined} */
    let url;
    /** @type {Timer} */
    let timer;
    let over = false;
    let looking = false;
    const later = (/** @type {number} */ ms) => {
      clearTimeout(timer);
      if (!over && !document.hidden) timer = setTimeout(look, ms);
    };
    /** @type {(blob: Blob, about: AboutPicture) => void} */
    const show = (blob, about) => {
      const old = url;
      url = URL.createObjectURL(blob);
      after = about.number;
      setLive({ url, about });
      if (old) setTimeout(() => URL.revokeObjectURL(old), 1000); // it may still be on the screen
    };
    async function look() {
      if (looking) return;
      looking = true;
      try {
        const answer = await fetch(`/api/scan/picture?after=${after}`, { cache: "no-store", signal: AbortSignal.timeout(PATIENCE_MS) });
        if (answer.status === 200) {
          const about = JSON.parse(answer.headers.get("Scan") ?? "");
          const blob = await answer.blob();
          if (!over) show(blob, about);
          later(PAUSE_MS);
        } else if (answer.status === 204) {
          if (!over && gone()) setLive({});
          later(NOTHING_NEW_MS);
        } else {
          const { error } = await answer.json();
          if (!over) setLive((before) => ({ ...before, error }));
          later(TROUBLE_MS);
        }
      } catch {
        later(TROUBLE_MS);
      }
      looking = false;
    }
    const seen = () => (document.hidden ? clearTimeout(timer) : look());
    document.addEventListener("visibilitychange", seen);
    look();
    return () => {
      over = true;
      clearTimeout(timer);
      document.removeEventListener("visibilitychange", seen);
      if (url) URL.revokeObjectURL(url);
    };
  }, []);
  return live;
}

export function LivePicture() {
  const { url, about, error } = useLive();
  const camera = gone();
  return html`
    <figure class="scan-picture">
      ${url && about && html`
        <img src=${url} width=${about.width} height=${about.height} alt=${t("scan.picture")} />
        <${Outlines} about=${about} />`}
      ${!url && html`<p class="empty">${error ?? camera?.words ?? t("scan.waiting")} ${!error && camera?.what_to_do}</p>`}
    </figure>`;
}

// In pixels of the camera's own frame, so that letters keep their shape.
/** @type {View<{ about: AboutPicture }>} */
function Outlines({ about: { width, height, outlines } }) {
  const letter = width / 20;
  return html`
    <svg viewBox="0 0 ${width} ${height}" aria-hidden="true">
      ${outlines.map(({ corners, code, sure, hint }, index) => {
        const points = corners.map(([x, y]) => [x * width, y * height]);
        const top = Math.min(...points.map(([, y]) => y));
        const middle = points.reduce((sum, [x]) => sum + x, 0) / points.length;
        const above = top > 2.4 * letter;
        const line = above ? top - 0.5 * letter : Math.max(...points.map(([, y]) => y)) + 1.2 * letter;
        const words = [code, hint].filter(Boolean).join(" · ");
        return html`
          <g key=${index} class=${sure ? "sure" : code ? "unsure" : "sought"}>
            <polygon points=${points.map((point) => point.join(",")).join(" ")} vector-effect="non-scaling-stroke" />
            ${words && html`<text x=${Math.min(Math.max(middle, 2 * letter), width - 2 * letter)} y=${line} font-size=${letter} text-anchor="middle">${words}</text>`}
          </g>`;
      })}
    </svg>`;
}
