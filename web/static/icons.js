// Icons drawn for this page: strokes on a 24 by 24 grid.

import { html } from "./vendor/preact-htm.js";
/** @import { View } from "./types.d.ts" */

/** @type {Record<string, string>} */
export const PATHS = {
  round: "M12 3a9 9 0 1 1 0 18 9 9 0 0 1 0-18M12 7v5l3.5 2",
  screen: "M3 4h18v12H3zM12 16v4M8 20h8M7 12l3-3 2.5 2L17 7.5",
  now: "M12 2v3M5.5 13a6.5 6.5 0 0 1 13 0zM9.5 16l-3 5M14.5 16l3 5M12 16v3",
  tracks: "M4 20V11M10 20V4M16 20v-6M21 20H3M20 20V8",
  history: "M4 5v5h5M4.6 10A8 8 0 1 1 4 14M12 8v5l3 2",
  look_up: "M4 5.5A2.5 2.5 0 0 1 6.5 3H14M4 5.5V19a2 2 0 0 0 2 2h6M4 5.5h9M16 6a4.5 4.5 0 1 1 0 9 4.5 4.5 0 0 1 0-9M19.2 13.9 22 17",
  table: "M3 9h18M5 9v11M19 9v11M8 9V6h8v3M9 14h6",
  undo: "M9 7 4 12l5 5M4 12h10a6 6 0 0 1 6 6v1",
  redo: "M15 7l5 5-5 5M20 12H10a6 6 0 0 0-6 6v1",
  sliders: "M4 7h9M19 7h1M4 17h3M13 17h7M16 4v6M10 14v6",
  speaker: "M4 10v4h4l5 4V6l-5 4zM16.5 9a4 4 0 0 1 0 6M19 6.5a8 8 0 0 1 0 11",
  muted: "M4 10v4h4l5 4V6l-5 4zM17 9.5l5 5M22 9.5l-5 5",
  repeat: "M5 12a7 7 0 0 1 12-5l2 2M19 4v5h-5M19 12a7 7 0 0 1-12 5l-2-2M5 20v-5h5",
  skip: "M5 5v14l9-7zM18 5v14",
  camera: "M4 8h3l2-3h6l2 3h3v11H4zM12 10a3.5 3.5 0 1 1 0 7 3.5 3.5 0 0 1 0-7",
  cube: "M12 3l8 4.5v9L12 21l-8-4.5v-9zM4 7.5l8 4.5 8-4.5M12 12v9",
  card: "M7 3h10a1 1 0 0 1 1 1v16a1 1 0 0 1-1 1H7a1 1 0 0 1-1-1V4a1 1 0 0 1 1-1zM9 7h3M9 17h6",
  person: "M12 4a4 4 0 1 1 0 8 4 4 0 0 1 0-8M4.5 21a7.5 7.5 0 0 1 15 0",
  phone: "M8 2h8a1 1 0 0 1 1 1v18a1 1 0 0 1-1 1H8a1 1 0 0 1-1-1V3a1 1 0 0 1 1-1zM11 19h2",
  plus: "M12 5v14M5 12h14",
  minus: "M5 12h14",
  check: "M5 13l4.5 4.5L19 7",
  close: "M6 6l12 12M18 6 6 18",
  chevron: "M9 5l7 7-7 7",
  back: "M15 5l-7 7 7 7",
  search: "M10.5 4a6.5 6.5 0 1 1 0 13 6.5 6.5 0 0 1 0-13M15.5 15.5 21 21",
  warning: "M12 4 2.5 20h19zM12 10v5M12 17.6v.2",
  heed: "M12 3a9 9 0 1 1 0 18 9 9 0 0 1 0-18M12 7.5v6M12 16.5v.2",
  warm: "M12 8a4 4 0 1 1 0 8 4 4 0 0 1 0-8M12 2v2M12 20v2M2 12h2M20 12h2M5 5l1.4 1.4M17.6 17.6 19 19M5 19l1.4-1.4M17.6 6.4 19 5",
  cold: "M12 2v20M3.5 7l17 10M20.5 7l-17 10M9.5 3.5 12 6l2.5-2.5M9.5 20.5 12 18l2.5 2.5",
  book: "M5 4.5A1.5 1.5 0 0 1 6.5 3H19v15H6.5A1.5 1.5 0 0 0 5 19.5zM5 19.5A1.5 1.5 0 0 0 6.5 21H19M9 7h6",
  plug: "M9 3v5M15 3v5M6 8h12v3a6 6 0 0 1-12 0zM12 17v4",
  offline: "M3 3l18 18M5 12.5a10 10 0 0 1 4-2.4M12 9a10 10 0 0 1 7 3.5M8.5 16a5 5 0 0 1 6 -.6M12 19.5v.2M2 9a15 15 0 0 1 4-2.6M11 5a15 15 0 0 1 11 4",
  download: "M12 4v11M7 11l5 5 5-5M4 20h16",
  upload: "M12 16V5M7 9l5-5 5 5M4 20h16",
  moon: "M20 14.5A8.5 8.5 0 0 1 9.5 4 8.5 8.5 0 1 0 20 14.5z",
  pencil: "M4 20l1-4L16 5l3 3L8 19zM14 7l3 3",
  trash: "M5 7h14M9 7V4h6v3M7 7l1 14h8l1-14",
  scale: "M12 4v16M7 20h10M4 8h16M4 8l-2 6h5zM20 8l-2 6h5z",
  flag: "M6 21V4M6 5h12l-2.5 4L18 13H6",
  evenings: "M4 5h16v15H4zM4 10h16M8 3v4M16 3v4M9.5 15l2 2 3.5-3.5",
  qr: "M4 4h6v6H4zM14 4h6v6h-6zM4 14h6v6H4zM14 14h3v3h-3zM20 14v6M17 20h3",
  board: "M4 4h16v16H4zM4 12h16M12 4v16M8 8v.2M16 16v.2",
  chance: "M4 4h16v16H4zM8.5 8.5v.2M15.5 8.5v.2M12 12v.2M8.5 15.5v.2M15.5 15.5v.2",
  larger: "M9 4H4v5M15 4h5v5M9 20H4v-5M15 20h5v-5",
  map: "M7 2.5 12 5.4v5.8L7 14.1 2 11.2V5.4zM17 9.5l5 2.9v5.8L17 21.1l-5-2.9v-5.8z",
  story: "M4 20h16M4 20V4M7 15l4-5 3 3 5-7",
  picture: "M4 5h16v14H4zM4 16l5-5 4 4 3-3 4 4M15.5 9v.2",
  play: "M7 4.5v15l12-7.5z",
  pause: "M8 5v14M16 5v14",
  key: "M8 11a4.5 4.5 0 1 1 0 9 4.5 4.5 0 0 1 0-9M11.2 12.3 20 3.5M15.5 8l3 3M18 5.5l2.5 2.5",
  leave: "M13 4H5v16h8M10 12h11M17 8l4 4-4 4",
  bell: "M6 17v-6a6 6 0 0 1 12 0v6l2 2H4zM10 21h4M12 2v3",
  bolt: "M13 2 5 13h6l-1 9 8-11h-6z",
};

/** @type {View<{ name: string, label?: string }>} */
export const Icon = ({ name, label }) => html`
  <svg class="icon" viewBox="0 0 24 24" role=${label ? "img" : undefined} aria-label=${label} aria-hidden=${label ? undefined : "true"}>
    <path d=${PATHS[name]} />
  </svg>`;
