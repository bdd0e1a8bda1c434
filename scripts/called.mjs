// Which functions of the first part the first answer never calls: candidates for scripts/later.txt; and which of the
// later parts it does call, which would make it wait.
// Usage: node scripts/called.mjs, after scripts/setup test; builds the page anew, with flags, into a folder of its own.
import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { ENGINES } from "../tests/e2e/browsers.mjs";
import { serve } from "../tests/e2e/server.mjs";

const MOST = 60;
const folder = mkdtempSync(join(tmpdir(), "called-"));
try {
  const build = `. scripts/env; wasm_env; MARK_CALLS=1 trunk build --release --dist "$1"`;
  execFileSync("bash", ["-ec", build, "build", folder], { stdio: ["ignore", "ignore", "inherit"] });
  const functions = JSON.parse(readFileSync(join(folder, "functions.json"), "utf8"));
  const called = new Set();
  const site = await serve(folder, {});
  const browser = await ENGINES.chromium();
  try {
    // Heard before the program does: what it calls from here on is no longer the first answer.
    await browser.before(`addEventListener("rack-or-rent:more", () => {
      const program = globalThis.rackOrRentCalled;
      globalThis.calledByThen ??= Array.from({ length: ${functions.length} }, (_, n) => program["c" + n].value);
    }, true)`);
    for (const [width, height] of [[1280, 720], [390, 844]]) {
      await browser.resize(width, height);
      await browser.driver.get(site.url);
      const look = "return globalThis.calledByThen ?? null";
      let flags = null;
      while (!flags) flags = await browser.driver.executeScript(look);
      flags.forEach((flag, n) => flag && called.add(n));
    }
  } finally {
    await browser.quit();
    await site.close();
  }
  const name = ({ name }) => name.replace(/\[[0-9a-f]+\]/g, "").slice(0, 150);
  const bytes = (some) => some.reduce((sum, each) => sum + each.bytes, 0).toLocaleString("en-US");
  const first = functions.filter((each) => !each.later);
  const idle = functions.filter((each, n) => !each.later && !called.has(n)).sort((a, b) => b.bytes - a.bytes);
  const waits = functions.filter((each, n) => each.later && called.has(n));
  console.log(`first part: ${bytes(first)} bytes of functions before wasm-opt, ${bytes(idle)} of them never called`);
  for (const each of idle.slice(0, MOST)) console.log(String(each.bytes).padStart(7), name(each));
  console.log(waits.length === 0 ? "later parts: none of it is called" : "later parts, but called:");
  for (const each of waits) console.log(String(each.bytes).padStart(7), name(each));
} finally {
  rmSync(folder, { recursive: true });
}
