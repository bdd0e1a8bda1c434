// Caches one whole version of the page so that it opens offline. scripts/finish.mjs writes the two constants. Without
// them the worker caches nothing and unregisters itself. To remove it from all browsers, serve sw-off.js as sw.js.
const VERSION = "";
const FILES = [];

const scope = self.registration.scope;
const PREFIX = `rack-or-rent ${scope} `;
const OWN = PREFIX + VERSION;
const PATIENCE_MS = 3000; // for the network, before the cached page opens
const byAddress = new Map(FILES.map(([path, hash]) => [new URL(path, scope).href, hash]));
const passed = new Set(); // clients that get everything from the network: frames, and pages of another version

const hashOf = async (bytes) => [...new Uint8Array(await crypto.subtle.digest("SHA-256", bytes))].map((byte) => byte.toString(16).padStart(2, "0")).join("").slice(0, 32);

async function checked(address, hash) {
  const answer = await fetch(address, { cache: "no-cache", credentials: "same-origin" });
  if (!answer.ok || (await hashOf(await answer.clone().arrayBuffer())) !== hash) throw new Error(`${address} is not of this version`);
  return answer;
}

// All files or none, each checked: during a deployment nothing is cached.
async function keep() {
  const cache = await caches.open(OWN);
  try {
    await Promise.all([...byAddress].map(async ([address, hash]) => cache.put(address, await checked(address, hash))));
  } catch (error) {
    await caches.delete(OWN);
    throw error;
  }
}

// Browsers may evict single files: fetches those again. Returns whether all are there.
async function mend() {
  const cache = await caches.open(OWN);
  const mended = await Promise.all([...byAddress].map(async ([address, hash]) => {
    if (await cache.match(address)) return true;
    return checked(address, hash).then((answer) => cache.put(address, answer)).then(() => true, () => false);
  }));
  return !mended.includes(false);
}

// Deletes other versions if no page except the one being left may still need their files.
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

const RELEASE = /<meta name="release" content="([^"]*)">/;
const LISTED = /^const VERSION = "([^"]*)";[^]*?^const FILES = (.*);$/m;
const NAMED = /\s(?:src|href|content|data-wasm|data-rest)="(\.\/[^"]+\.(?:js|css|wasm))"/g;

// Whether all files of another version are on the server already. Its worker lists them with their hashes; if the host
// has removed the worker, the files that the page refers to must be there.
async function isWhole(html) {
  const release = RELEASE.exec(html)?.[1];
  if (release === undefined) return true; // not this program: a sign-in page, for example
  const worker = await fetch(new URL("sw.js", scope), { cache: "no-cache", credentials: "same-origin" });
  const [, version, files] = LISTED.exec(worker.ok ? await worker.text() : "") ?? [];
  if (version && version !== release) return false;
  const needed = version ? JSON.parse(files) : [...html.matchAll(NAMED)].map(([, path]) => [path]);
  await Promise.all(needed.filter(([path]) => path !== "./").map(async ([path, hash]) => {
    const address = new URL(path, scope).href;
    if (hash) return checked(address, hash);
    const answer = await fetch(address, { cache: "no-cache", credentials: "same-origin" });
    if (!answer.ok || /html/.test(answer.headers.get("Content-Type"))) throw new Error(`${path} is not there`);
    return answer;
  }));
  return true;
}

// The page from the server, and whether it is the cached version, another complete one, or an incomplete one.
async function fromNetwork() {
  const answer = await fetch(scope, { cache: "no-cache", credentials: "same-origin" }).catch(() => undefined);
  if (!answer?.ok) return { answer };
  const bytes = await answer.clone().arrayBuffer();
  const same = (await hashOf(bytes)) === byAddress.get(scope);
  return { answer, same, other: !same && (await isWhole(new TextDecoder().decode(bytes)).catch(() => false)) };
}

// The page, from the network if that answers in time. A version other than the cached one loads entirely from the network
// once all of it is there; until then the cached one opens, if it is complete.
async function page(event) {
  let timer;
  const late = new Promise((resolve) => { timer = setTimeout(resolve, PATIENCE_MS, {}); });
  const asked = fromNetwork();
  event.waitUntil(asked.then((found) => found.same && mend()));
  const { answer, same, other } = await Promise.race([asked, late]);
  clearTimeout(timer);
  const passes = (found) => {
    passed.add(event.resultingClientId);
    return found.redirected ? fetch(event.request) : found; // a sign-in page, for example
  };
  if (other) return passes(answer);
  const own = await (await caches.open(OWN)).match(scope);
  const half = answer?.ok && !same;
  if (own && (!half || (await mend()))) return own;
  const found = await asked;
  if (found.answer?.ok && !found.same) return passes(found.answer);
  return found.answer ?? Response.error();
}

// Fetches a cached file that the browser evicted, and caches it again if it belongs to this version.
async function again(address, request) {
  const answer = await fetch(request);
  const hash = byAddress.get(address);
  if (hash && answer.ok && (await hashOf(await answer.clone().arrayBuffer())) === hash) {
    await (await caches.open(OWN)).put(address, answer.clone()).catch(() => {});
  }
  return answer;
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
  event.respondWith(kept(address).then((found) => found ?? again(address, request)));
});
