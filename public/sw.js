// Keeps one whole version of the page, so that it opens without a network. scripts/finish.mjs writes the two constants;
// a page that was not finished keeps nothing and takes this worker away again. sw-off.js in its place does that too.
const VERSION = "";
const FILES = [];

const scope = self.registration.scope;
const PREFIX = `rack-or-rent ${scope} `;
const OWN = PREFIX + VERSION;
const PATIENCE_MS = 3000; // for the network, before the kept page opens
const byAddress = new Map(FILES.map(([path, hash]) => [new URL(path, scope).href, hash]));
const passed = new Set(); // clients that get everything from the network: frames, and pages of another version

const hashOf = async (bytes) => [...new Uint8Array(await crypto.subtle.digest("SHA-256", bytes))].map((byte) => byte.toString(16).padStart(2, "0")).join("").slice(0, 32);

// All files or none, each checked: in the middle of a deployment nothing is kept.
async function keep() {
  const cache = await caches.open(OWN);
  try {
    await Promise.all([...byAddress].map(async ([address, hash]) => {
      const answer = await fetch(address, { cache: "no-cache", credentials: "same-origin" });
      if (!answer.ok || (await hashOf(await answer.clone().arrayBuffer())) !== hash) throw new Error(`${address} is not of this version`);
      await cache.put(address, answer);
    }));
  } catch (error) {
    await caches.delete(OWN);
    throw error;
  }
}

// Other versions go when no page but the one being left may still need their files.
async function tidy(leaving) {
  const open = await clients.matchAll({ type: "window", includeUncontrolled: true });
  if (open.some((client) => client.url.startsWith(scope) && client.id !== leaving)) return;
  const names = await caches.keys();
  await Promise.all(names.filter((name) => name.startsWith(PREFIX) && name !== OWN).map((name) => caches.delete(name)));
}

async function kept(address) {
  const own = await (await caches.open(OWN)).match(address);
  if (own) return own;
  const names = (await caches.keys()).filter((name) => name.startsWith(PREFIX));
  for (const name of names) {
    const found = await (await caches.open(name)).match(address);
    if (found) return found;
  }
  return undefined;
}

// The page: from the network while that answers in time. Another version than the kept one takes all from there.
async function page(event) {
  let timer;
  const late = new Promise((resolve) => { timer = setTimeout(resolve, PATIENCE_MS); });
  const asked = fetch(scope, { cache: "no-cache", credentials: "same-origin" }).catch(() => undefined);
  const answer = await Promise.race([asked, late]);
  clearTimeout(timer);
  const same = answer?.ok && (await hashOf(await answer.clone().arrayBuffer())) === byAddress.get(scope);
  if (answer?.ok && !same) {
    passed.add(event.resultingClientId);
    return answer.redirected ? fetch(event.request) : answer; // a sign-in page, for example
  }
  return (await kept(scope)) ?? (answer ?? asked.then((found) => found ?? Response.error()));
}

self.addEventListener("install", (event) => {
  if (VERSION) event.waitUntil(keep());
  else self.skipWaiting();
});
self.addEventListener("activate", (event) => {
  event.waitUntil(VERSION ? tidy() : self.registration.unregister());
});
self.addEventListener("message", (event) => {
  if (event.data === "version") event.ports[0]?.postMessage(VERSION);
  if (event.data === "take over") self.skipWaiting();
});
self.addEventListener("fetch", (event) => {
  const { request } = event;
  const address = request.url.replace(/[?#].*$/, "");
  if (!VERSION || request.method !== "GET" || !address.startsWith(scope)) return;
  if (request.mode === "navigate") {
    if (request.destination !== "document") passed.add(event.resultingClientId);
    else if (address === scope || address === `${scope}index.html`) {
      event.waitUntil(tidy(event.clientId));
      event.respondWith(page(event));
    }
    return;
  }
  if (passed.has(event.clientId)) return;
  const hashed = /-[0-9a-f]{8,16}[^/]*$/.test(address);
  if (!hashed && !byAddress.has(address)) return;
  event.respondWith(kept(address).then((found) => found ?? fetch(request)));
});
