// This phone stays awake while the page is seen, where that is wished. Browsers allow it over HTTPS alone.

const PLACE = "awake";
/** @type {WakeLockSentinel | null} */
let lock = null;

export const canStayAwake = () => "wakeLock" in navigator;

export function staysAwake() {
  try {
    return localStorage.getItem(PLACE) === "on";
  } catch {
    return false;
  }
}

/** @type {(on: boolean) => void} */
export function stayAwake(on) {
  try {
    localStorage.setItem(PLACE, on ? "on" : "off");
  } catch {
    // a private window keeps nothing
  }
  if (on) ask();
  else release();
}

// The system takes it back whenever the page is hidden, or the battery is low.
async function ask() {
  if (document.hidden || lock) return;
  try {
    lock = await navigator.wakeLock.request("screen");
    lock.addEventListener("release", () => (lock = null));
  } catch {
    lock = null; // refused, to save the battery: it is asked again when the page is seen anew
  }
}

function release() {
  lock?.release();
  lock = null;
}

export function followAwake() {
  if (!canStayAwake()) return;
  const look = () => staysAwake() && ask();
  document.addEventListener("visibilitychange", look);
  look();
}
