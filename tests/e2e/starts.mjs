// Opens a built page again and again, beside busy processes, and counts the starts that needed a second attempt, a reload, or failed.
// Usage: node starts.mjs [--engine webkit] [--loads 1000] [--busy 4] [--file] [DIST]
// A first page stays open; a second one opens with another link each time, as when WebKitGTK was seen to fail (docs/engines.md).
// --file: the page as one file, from disk.
import { spawn } from "node:child_process";
import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { parseArgs } from "node:util";
import { ENGINES, missingFor } from "./browsers.mjs";
import { Page, until } from "./page.mjs";
import { serve } from "./server.mjs";

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    engine: { type: "string", default: "webkit" },
    loads: { type: "string", default: "1000" },
    busy: { type: "string", default: "4" },
    file: { type: "boolean", default: false },
  },
});
const dist = resolve(positionals[0] ?? "dist");
const [loads, busy] = [Number(values.loads), Number(values.busy)];
const missing = missingFor(values.engine);
if (missing) {
  console.log(`NOT RUN in ${values.engine}: ${missing}.`);
  process.exit(3);
}

const site = await serve(dist);
if (values.file) site.url = pathToFileURL(join(dist, "rack-or-rent.html")).href;
const processes = Array.from({ length: busy }, () => spawn(process.execPath, ["-e", "for (;;);"], { stdio: "ignore" }));
process.once("exit", () => processes.forEach((each) => each.kill("SIGKILL")));
for (const signal of ["SIGINT", "SIGTERM"]) process.once(signal, () => process.exit(1));

/** A browser with a page that stays open, and a second page to load again and again. */
async function open() {
  const browser = await ENGINES[values.engine]();
  const page = new Page(browser, site);
  await page.open();
  await page.driver.switchTo().newWindow("tab");
  return page;
}

const started = performance.now();
const failures = [];
let [secondAttempts, reloads] = [0, 0];
let page = await open();
for (let load = 1; load <= loads; load += 1) {
  const suffix = `#v=1&n=${8 + (load % 500)}&end=1`;
  try {
    await page.go(suffix);
    // A page that reloads meanwhile cannot be asked.
    const { failed, attempts, visit } = await until("an answer with all its parts, or a failure", () => page.in(() => {
      const cover = document.getElementById("stopped");
      const failed = globalThis.rackOrRentFailed ?? (cover?.hidden === false ? document.getElementById("stopped-report").value : document.querySelector('[data-view="not-loaded"]')?.innerText);
      // Every room is drawn: closed ones follow one after the other.
      const isWhole = document.querySelector('[data-view="verdict"]') !== null && document.querySelector('[data-view="private-link"]') !== null && document.querySelectorAll(".room-head").length === 6;
      return (failed || isWhole) && { failed, attempts: globalThis.rackOrRentAttempts ?? 1, visit: performance.getEntriesByType("navigation")[0]?.type };
    }).catch(() => undefined));
    if (failed) throw new Error(failed);
    if (attempts > 1) secondAttempts += 1;
    if (visit === "reload") reloads += 1;
    if (attempts > 1 || visit === "reload") console.log(`load ${load}: ${attempts} attempts${visit === "reload" ? " after a reload" : ""}`);
  } catch (error) {
    failures.push(`load ${load}, ${suffix}: ${error.message}`);
    console.log(`FAILED ${failures.at(-1)}`);
    await page.quit().catch(() => {});
    page = await open();
  }
  if (load % 25 === 0) console.log(`${load} loads, ${Math.round((performance.now() - started) / 1000)} s`);
}
await page.quit();
await site.close();
console.log(`${values.engine}, ${busy} busy processes: ${loads} loads, ${secondAttempts} with a second attempt, ${reloads} with a reload, ${failures.length} failed`);
process.exit(failures.length === 0 ? 0 : 1);
