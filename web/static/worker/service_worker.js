// Where there is no connection, the page is shown as it was loaded last; what it knew of the game, it has kept itself
// (offline.js). Only over HTTPS: browsers allow it nowhere else. The companion writes `assets` before this, the digest
// of all that the page loads.

const PATIENCE_MS = 4000; // a companion that is switched off gives no answer, and a phone would wait a minute for it
const kept = `companion-${assets}`;
const shell = ["/", `/assets/${assets}/bundled/app.js`, `/assets/${assets}/bundled/app.css`, `/assets/${assets}/icon.svg`];

self.addEventListener("install", (event) => event.waitUntil(install()));
self.addEventListener("activate", (event) => event.waitUntil(activate()));
self.addEventListener("fetch", (event) => {
  const { method, mode, url } = event.request;
  const { origin, pathname } = new URL(url);
  if (method !== "GET" || origin !== self.location.origin) return;
  if (mode === "navigate" && (pathname === "/" || pathname === "/join")) event.respondWith(page(event.request));
  else if (pathname.startsWith("/assets/") || pathname.startsWith("/games/")) event.respondWith(asset(event.request));
});

async function install() {
  const cache = await caches.open(kept);
  await cache.addAll(shell);
  await self.skipWaiting();
}

async function activate() {
  for (const name of await caches.keys()) if (name !== kept) await caches.delete(name);
  await self.clients.claim();
}

// From the companion while it answers: the page says who has joined, and in which language.
async function page(request) {
  const cache = await caches.open(kept);
  try {
    const answer = await fetch(request, { signal: AbortSignal.timeout(PATIENCE_MS) });
    if (answer.ok && !answer.redirected) await cache.put("/", answer.clone());
    return answer;
  } catch {
    return (await cache.match("/")) ?? Response.error();
  }
}

// Their addresses change with what they hold.
async function asset(request) {
  const cache = await caches.open(kept);
  const found = await cache.match(request);
  if (found) return found;
  const answer = await fetch(request);
  if (answer.ok) await cache.put(request, answer.clone());
  return answer;
}
