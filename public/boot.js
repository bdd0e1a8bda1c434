// Starts the program: loads the glue and the WebAssembly named in <meta name="app">, and covers the figures when
// anything in the page fails.
const meta = document.querySelector('meta[name="app"]');
const inside = globalThis.rackOrRentInside; // set in the page as one file (scripts/one-file.mjs)
const at = (path) => new URL(path, document.baseURI);
const byId = (id) => document.getElementById(id);
const embedded = /(?:[?#&;]|%23)embed(?:=|%3D)1\b/i.test(location.href);

let started = false;
globalThis.rackOrRentStarting = true;

// A reload loses nothing as long as nobody has used the page: what it shows is in the address or the storage.
let isUsed = false;
for (const kind of ["pointerdown", "keydown", "input", "change", "drop", "paste", "message"]) {
  addEventListener(kind, () => { isUsed = true; }, { capture: true, once: true });
}

// Whether a reload may help: the browser stopped or refused the program (below), or the program gave up, which may follow from that;
// and this is no reload already. A frame tells its host that it gave up instead.
const GAVE_UP = Symbol("the program gave up");
function mayReload(error) {
  const stopped = (error === GAVE_UP && !embedded) || [WebAssembly.RuntimeError, WebAssembly.CompileError, WebAssembly.LinkError].some((kind) => error instanceof kind);
  const [visit] = performance.getEntriesByType("navigation");
  return stopped && !isUsed && visit && visit.type !== "reload";
}

function stop(reason, error) {
  if (!started) return;
  const cover = byId("stopped");
  if (!cover.hidden) return; // what comes after the first failure follows from it
  if (mayReload(error)) return location.reload();
  document.documentElement.classList.add("stopped");
  byId("stopped-link").value = location.href;
  byId("stopped-report").value = `${reason}\n${navigator.userAgent}`;
  cover.hidden = false;
  cover.focus();
}

// Copies synchronously, while the click still counts as a user action: the clipboard's promise may resolve too late.
function copyReport() {
  const report = byId("stopped-report");
  const link = byId("stopped-link").value;
  if (!report.value.startsWith(link)) report.value = `${link}\n${report.value}`;
  report.select();
  if (!document.execCommand("copy")) navigator.clipboard?.writeText(report.value).catch(() => {});
}

// A ResizeObserver loop only delays a size by a frame, though browsers report it as an error.
addEventListener("error", (event) => { if (event.message && !event.message.startsWith("ResizeObserver loop")) stop(event.message, event.error); });
addEventListener("unhandledrejection", (event) => stop(String(event.reason), event.reason));
addEventListener("rack-or-rent:stopped", (event) => stop(String(event.detail), GAVE_UP));
byId("stopped-reload").addEventListener("click", () => location.reload());
byId("stopped-copy").addEventListener("click", copyReport);

// WebKitGTK now and then stops a sound program with a memory error as it starts, or soon after; a fresh instance of it then
// runs (docs/engines.md). So each start has a second attempt, with a program fetched and compiled anew; then the page reloads.
async function withSecondAttempt(start) {
  try {
    return await start(false);
  } catch {
    return start(true);
  }
}

// A file that was cut short or is another one than the page was built with is an error where the page names its hash.
async function fetched(path, integrity, again) {
  const answer = await fetch(at(path), { ...(again && { cache: "reload" }), ...(integrity && { integrity }) });
  if (!answer.ok) throw new Error(`${path}: ${answer.status}`);
  return answer;
}
const compiled = async (path, integrity, again) => WebAssembly.compile(await (await fetched(path, integrity, again)).arrayBuffer());

// The same request mode as the page's preload, so that one request serves both in all engines: WebKit never reuses a
// preload with `crossorigin`. A frame without an origin may not read a response fetched that way.
const fetchProgram = () => fetch(at(meta.dataset.wasm), self.origin === "null" ? {} : { mode: "no-cors", credentials: "include" });

// The first part of the program, and its start. A second attempt takes a fresh copy of the glue, which holds the state of
// its program: a module of another fragment is another module of the same file. What the first attempt left is dropped.
let glue;
async function startProgram(again) {
  if (again) {
    glue?.abandon?.();
    byId("app").replaceChildren();
  }
  glue = inside ? inside.glue() : await import(at(again ? `${meta.content}#again` : meta.content));
  const program = inside ? await inside.program() : again ? await compiled(meta.dataset.wasm, undefined, again) : fetchProgram();
  await glue.default({ module_or_path: program });
}

// The second part, compiled. Fetched as soon as the first part runs; where that fails, again when it is wanted.
const fetchRest = async (again) => (inside ? WebAssembly.compile(await inside.rest()) : compiled(meta.dataset.rest, meta.dataset.restIntegrity, again));
let rest;
function prefetchRest() {
  rest ??= fetchRest(false);
  rest.catch(() => { rest = undefined; });
  return rest;
}
// An instance of the second part. The glue asks for it (scripts/split.mjs).
globalThis.rackOrRentRest = (imports) => withSecondAttempt(async (again) => WebAssembly.instantiate(await (again ? fetchRest(again) : prefetchRest()), imports));

// Caches the page for offline use, and announces a new version; not in frames.
function addOffline() {
  if (inside || embedded) return;
  const script = document.createElement("script");
  script.src = at("offline.js").href;
  document.head.append(script);
}

// A worker beside the page, fetched when it is first wanted: its glue as text and its compiled program.
globalThis.rackOrRentWorker = async (kind, again) => {
  if (inside) return [await inside.workerGlue(kind), await WebAssembly.compile(await inside.workerProgram(kind))];
  const { glue, glueIntegrity, module, moduleIntegrity } = document.querySelector(`meta[name="worker-${kind}"]`).dataset;
  return Promise.all([fetched(glue, glueIntegrity, again).then((answer) => answer.text()), compiled(module, moduleIntegrity, again)]);
};

// The page as one file, as text: this very page as it was before anything was drawn, or the file beside it.
const source = inside && !embedded ? document.documentElement.outerHTML : undefined;
globalThis.rackOrRentPage = async () => {
  if (source) return `<!DOCTYPE html>\n${source}\n`;
  const name = document.querySelector('meta[name="one-file"]').content;
  if (!name) throw new Error("This build has no page as one file.");
  return (await fetched(name)).text();
};

try {
  const embed = embedded && (inside ? inside.embed : await import(at("embed.js")));
  if (embed) await embed.prepare(inside);
  await withSecondAttempt((again) => {
    globalThis.rackOrRentAttempts = again ? 2 : 1;
    return startProgram(again);
  });
  if (!embedded && (meta.dataset.rest || inside)) prefetchRest(); // a frame may need only the first
  started = true;
  globalThis.rackOrRentStarted = true;
  byId("static").hidden = true;
  if (embed) embed.begin();
  setTimeout(addOffline);
} catch (error) {
  if (mayReload(error)) {
    location.reload();
  } else {
    globalThis.rackOrRentFailed = String(error);
    dispatchEvent(new Event("rack-or-rent:failed"));
  }
}
