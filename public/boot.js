// Starts the program: loads the glue and the WebAssembly that the build names in <meta name="app">, and covers the
// figures when anything in the page fails.
const meta = document.querySelector('meta[name="app"]');
const at = (path) => new URL(path, document.baseURI);
const byId = (id) => document.getElementById(id);

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

function copyReport() {
  const text = `${byId("stopped-link").value}\n${byId("stopped-report").value}`;
  const select = () => { byId("stopped-report").value = text; byId("stopped-report").select(); document.execCommand("copy"); };
  if (navigator.clipboard) navigator.clipboard.writeText(text).catch(select); else select();
}

addEventListener("error", (event) => { if (event.message) stop(event.message); });
addEventListener("unhandledrejection", (event) => stop(String(event.reason)));
addEventListener("rack-or-rent:stopped", (event) => stop(String(event.detail)));
byId("stopped-reload").addEventListener("click", () => location.reload());
byId("stopped-copy").addEventListener("click", copyReport);

try {
  const glue = await import(at(meta.content));
  await glue.default({ module_or_path: at(meta.dataset.wasm) });
  globalThis.rackOrRent = glue;
  started = true;
  globalThis.rackOrRentStarted = true;
  byId("static").hidden = true;
} catch (error) {
  globalThis.rackOrRentFailed = String(error);
  dispatchEvent(new Event("rack-or-rent:failed"));
}
