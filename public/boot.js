// Starts the program: loads the glue and the WebAssembly that the build names in <meta name="app">, and covers the
// figures when anything in the page fails.
const meta = document.querySelector('meta[name="app"]');
// Where the page is one file, its parts stand in it (scripts/one-file.mjs).
const inside = globalThis.rackOrRentInside;
const at = (path) => new URL(path, document.baseURI);
const byId = (id) => document.getElementById(id);

const embedded = /(?:[?#&;]|%23)embed(?:=|%3D)1\b/i.test(location.href);

let started = false;

function stop(reason) {
  if (!started) return;
  const cover = byId("stopped");
  document.documentElement.classList.add("stopped");
  byId("stopped-link").value = location.href;
  byId("stopped-report").value = `${reason}\n${navigator.userAgent}`;
  cover.hidden = false;
  cover.focus();
}

// Selected and copied at once, while the press counts as one: the clipboard's promise may come too late for that.
function copyReport() {
  const report = byId("stopped-report");
  const link = byId("stopped-link").value;
  if (!report.value.startsWith(link)) report.value = `${link}\n${report.value}`;
  report.select();
  if (!document.execCommand("copy")) navigator.clipboard?.writeText(report.value).catch(() => {});
}

// A size that follows in the next frame is no fault, though browsers report it as one.
addEventListener("error", (event) => { if (event.message && !event.message.startsWith("ResizeObserver loop")) stop(event.message); });
addEventListener("unhandledrejection", (event) => stop(String(event.reason)));
addEventListener("rack-or-rent:stopped", (event) => stop(String(event.detail)));
byId("stopped-reload").addEventListener("click", () => location.reload());
byId("stopped-copy").addEventListener("click", copyReport);

// The second part of the program: fetched once the first answer stands. Work that was kept here, and links, need
// it for that answer already; what else asks for it too early waits.
const LATER = at(meta.dataset.wasm.replace("_bg.wasm", "_more.wasm"));
let exports;
let fetched;

function join(module) {
  if (!exports.l || exports.l.value) return;
  new WebAssembly.Instance(module, { p: exports });
  exports.l.value = 1;
}

globalThis.rackOrRentJoined = (found) => { exports = found; };
globalThis.rackOrRentMore = () => {
  if (fetched) return join(fetched);
  globalThis.rackOrRentWaited = true;
  const request = new XMLHttpRequest();
  request.open("GET", LATER, false);
  request.overrideMimeType("text/plain; charset=x-user-defined");
  request.send();
  join(new WebAssembly.Module(Uint8Array.from(request.responseText, (letter) => letter.charCodeAt(0) & 255)));
};

// Asked for just as the page's preload asks, so that one request serves both in all engines: WebKit never finds one
// with `crossorigin` again. A frame without an origin may not read what it gets that way.
function fetchFirst() {
  return fetch(at(meta.dataset.wasm), self.origin === "null" ? {} : { mode: "no-cors", credentials: "include" });
}

// The style of what the second part draws, right behind the first: later rules win.
let styled;
function style() {
  const first = document.querySelector('link[rel="stylesheet"]');
  styled ??= meta.dataset.parts !== "2" ? Promise.resolve() : new Promise((done) => {
    const link = document.createElement("link");
    link.rel = "stylesheet";
    link.href = first.getAttribute("href").replace(".css", "_more.css");
    link.onload = link.onerror = done;
    first.after(link);
  });
  return styled;
}

async function fetchMore() {
  if (inside) {
    fetched = await WebAssembly.compile(await inside.second());
    return;
  }
  style();
  const response = await fetch(LATER);
  if (!response.ok) throw new Error(`${LATER.pathname}: ${response.status}`);
  fetched = await WebAssembly.compile(await response.arrayBuffer());
}

// Keeps the page for where there is no network, and tells of a new version; not in frames.
function addOffline() {
  if (inside || embedded) return;
  const script = document.createElement("script");
  script.src = at("offline.js").href;
  document.head.append(script);
}

function neededAtOnce() {
  if (embedded || /=|[#?]./.test(location.href)) return true; // a link, or what was one
  try {
    return Object.keys(localStorage).some((key) => key.startsWith("rack-or-rent/"));
  } catch {
    return false;
  }
}

async function addMore() {
  try {
    if (exports?.l && !exports.l.value) {
      if (!fetched) await fetchMore();
      join(fetched);
    }
    await style();
    dispatchEvent(new Event("rack-or-rent:more"));
  } catch (error) {
    byId("more-missing").hidden = false;
    addEventListener("online", addMore, { once: true });
    console.info(String(error));
  }
}

try {
  const early = inside ? fetchMore() : meta.dataset.wasm.includes("_bg") && meta.dataset.parts === "2" && neededAtOnce() ? fetchMore().catch(() => {}) : undefined;
  const embed = embedded && (inside ? inside.embed : await import(at("embed.js")));
  if (embed) await embed.prepare(inside);
  const glue = inside ? inside.glue : await import(at(meta.content));
  await early;
  await glue.default({ module_or_path: inside ? await inside.first() : fetchFirst() });
  globalThis.rackOrRent = glue;
  started = true;
  globalThis.rackOrRentStarted = true;
  byId("static").hidden = true;
  if (embed) embed.begin();
  // After the first frame; a page that nobody sees has none.
  let asked = false;
  const once = () => { if (!asked) { asked = true; addMore().then(addOffline); } };
  requestAnimationFrame(() => setTimeout(once));
  setTimeout(once, 2000);
} catch (error) {
  globalThis.rackOrRentFailed = String(error);
  dispatchEvent(new Event("rack-or-rent:failed"));
}
