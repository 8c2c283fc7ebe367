// A map that is larger than its room: the edges beyond which there is more of it are buttons that move it there, for whoever cannot drag,
// and so that nobody takes a part for the whole.

import { html, useEffect, useState } from "./vendor/preact-htm.js";
import { t } from "./text.js";
import { IconButton } from "./ui.js";
/** @import { Ref } from "./vendor/preact-htm.js" */
/** @import { View } from "./types.d.ts" */

const SHARE = 0.6; // of the room, by which a tap moves the map
const LEAST_PX = 8; // less than that beyond an edge is its frame

/** @typedef {{ top: boolean, bottom: boolean, left: boolean, right: boolean }} Beyond */
/** @type {{ side: keyof Beyond, x: number, y: number }[]} */
const SIDES = [{ side: "top", x: 0, y: -1 }, { side: "bottom", x: 0, y: 1 }, { side: "left", x: -1, y: 0 }, { side: "right", x: 1, y: 0 }];

// On which sides there is more than is seen.
/** @type {(room: Pick<Element, "scrollLeft" | "scrollTop" | "scrollWidth" | "scrollHeight" | "clientWidth" | "clientHeight">) => Beyond} */
export const beyond = ({ scrollLeft, scrollTop, scrollWidth, scrollHeight, clientWidth, clientHeight }) => ({
  top: scrollTop > LEAST_PX,
  bottom: scrollHeight - clientHeight - scrollTop > LEAST_PX,
  left: scrollLeft > LEAST_PX,
  right: scrollWidth - clientWidth - scrollLeft > LEAST_PX,
});

// The buttons at the edges; `size` is what the map's size depends on.
/** @type {View<{ room: Ref<HTMLElement>, size: string }>} */
export function Edges({ room, size }) {
  const [more, setMore] = useState(/** @type {Beyond | null} */ (null));
  useEffect(() => {
    const one = room.current;
    const see = () => setMore((before) => (JSON.stringify(before) === JSON.stringify(beyond(one)) ? before : beyond(one)));
    see();
    one.addEventListener("scroll", see, { passive: true });
    return () => one.removeEventListener("scroll", see);
  }, [size]);
  const move = (/** @type {number} */ x, /** @type {number} */ y) => {
    const { clientWidth, clientHeight } = room.current;
    room.current.scrollBy({ left: x * clientWidth * SHARE, top: y * clientHeight * SHARE });
  };
  return SIDES.filter(({ side }) => more?.[side]).map(({ side, x, y }) => html`
    <div class="edge ${side}" key=${side}><${IconButton} icon="chevron" label=${t(`map.to_${side}`)} onClick=${() => move(x, y)} /></div>`);
}

// The middle of what can be tapped now, as a share of the map; its own middle where nothing can.
/** @type {(room: Element) => { x: number, y: number }} */
export function pressing(room) {
  const map = room.querySelector(".map-picture")?.getBoundingClientRect();
  const lit = [...room.querySelectorAll(".map-picture .open")].map((one) => one.getBoundingClientRect());
  if (!map?.width || !lit.length) return { x: 0.5, y: 0.5 };
  const [left, top] = [Math.min(...lit.map((one) => one.left)), Math.min(...lit.map((one) => one.top))];
  const [right, bottom] = [Math.max(...lit.map((one) => one.right)), Math.max(...lit.map((one) => one.bottom))];
  return { x: ((left + right) / 2 - map.left) / map.width, y: ((top + bottom) / 2 - map.top) / map.height };
}
