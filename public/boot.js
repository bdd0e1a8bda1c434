// Starts the program: loads the glue and the WebAssembly named in <meta name="app">, and covers the figures when
// anything in the page fails.
const meta = document.querySelector('meta[name="app"]');
const inside = globalThis.rackOrRentInside; // set in the page as one file (scripts/one-file.mjs)
const at = (path) => new URL(path, document.baseURI);
const byId = (id) => document.getElementById(id);
const embedded = /(?:[?#&;]|%23)embed(?:=|%3D)1\b/i.test(location.href);

let started = false;
globalThis.rackOrRentStarting = true;

function stop(reason) {
  if (!started) return;
  const cover = byId("stopped");
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
addEventListener("error", (event) => { if (event.message && !event.message.startsWith("ResizeObserver loop")) stop(event.message); });
addEventListener("unhandledrejection", (event) => stop(String(event.reason)));
addEventListener("rack-or-rent:stopped", (event) => stop(String(event.detail)));
byId("stopped-reload").addEventListener("click", () => location.reload());
byId("stopped-copy").addEventListener("click", copyReport);

// The same request mode as the page's preload, so that one request serves both in all engines: WebKit never reuses a
// preload with `crossorigin`. A frame without an origin may not read a response fetched that way.
const fetchProgram = () => fetch(at(meta.dataset.wasm), self.origin === "null" ? {} : { mode: "no-cors", credentials: "include" });

// The second part of the program, compiled. Fetched as soon as the first part runs; where that fails, again when it is wanted.
async function fetchRest() {
  if (inside) return WebAssembly.compile(await inside.rest());
  const answer = await fetch(at(meta.dataset.rest));
  if (!answer.ok) throw new Error(`${meta.dataset.rest}: ${answer.status}`);
  return WebAssembly.compile(await answer.arrayBuffer());
}
let rest;
globalThis.rackOrRentRest = () => {
  rest ??= fetchRest();
  rest.catch(() => { rest = undefined; });
  return rest;
};

// Caches the page for offline use, and announces a new version; not in frames.
function addOffline() {
  if (inside || embedded) return;
  const script = document.createElement("script");
  script.src = at("offline.js").href;
  document.head.append(script);
}

// A worker beside the page, fetched when it is first wanted: its glue as text and its compiled program.
globalThis.rackOrRentWorker = async (kind) => {
  if (inside) return [await inside.workerGlue(kind), await WebAssembly.compile(await inside.workerProgram(kind))];
  const { glue, module } = document.querySelector(`meta[name="worker-${kind}"]`).dataset;
  const fetched = async (path) => {
    const answer = await fetch(at(path));
    if (!answer.ok) throw new Error(`${path}: ${answer.status}`);
    return answer;
  };
  const [text, bytes] = await Promise.all([fetched(glue).then((a) => a.text()), fetched(module).then((a) => a.arrayBuffer())]);
  return [text, await WebAssembly.compile(bytes)];
};

try {
  const embed = embedded && (inside ? inside.embed : await import(at("embed.js")));
  if (embed) await embed.prepare(inside);
  const glue = inside ? inside.glue : await import(at(meta.content));
  await glue.default({ module_or_path: inside ? await inside.program() : fetchProgram() });
  globalThis.rackOrRent = glue;
  if (!embedded && (meta.dataset.rest || inside)) globalThis.rackOrRentRest(); // a frame may need only the first
  started = true;
  globalThis.rackOrRentStarted = true;
  byId("static").hidden = true;
  if (embed) embed.begin();
  setTimeout(addOffline);
} catch (error) {
  globalThis.rackOrRentFailed = String(error);
  dispatchEvent(new Event("rack-or-rent:failed"));
}
