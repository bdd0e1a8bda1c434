// What a first answer costs, in figures that are the same on any machine: requests, bytes, and calls of the program into the
// browser. Times are measured by bench.mjs.
import assert from "node:assert/strict";
import { test } from "../harness.mjs";
import { until } from "../page.mjs";

// The page, its style, watch.js, boot.js, glue and program; and its icon, which a browser may request at any time.
const FILES = 7;
// Of the default scenario: 4,056 since every figure of the answer opens, and a twentieth more.
const MOST_CALLS = 4_260;

test("The first answer takes few requests, and bounded work in the browser", async ({ page, site }) => {
  const at = await site();
  const it = await page({ site: at });
  await it.before(`
    const { instantiateStreaming } = WebAssembly;
    const counting = (call) => function (...given) {
      window.calls = (window.calls ?? 0) + 1;
      return call.apply(this, given);
    };
    const counted = (part) => Object.fromEntries(Object.entries(part).map(([name, value]) => [name, typeof value === "function" ? counting(value) : value]));
    WebAssembly.instantiateStreaming = (source, imports) => instantiateStreaming(source, Object.fromEntries(Object.entries(imports).map(([name, part]) => [name, counted(part)])));
    const { mark } = performance;
    performance.mark = (name) => {
      if (name === "first-answer") window.callsToAnswer = window.calls;
      return mark.call(performance, name);
    };`);
  await it.go();
  const calls = await until("the first answer", () => it.in(() => window.callsToAnswer));
  await it.answered();
  const first = await it.in(() => {
    const answer = performance.getEntriesByName("first-answer")[0].startTime;
    return performance.getEntriesByType("resource").filter((each) => each.responseEnd < answer).map((each) => each.name)
      // The browser fetches these when it likes: the answer waits for neither.
      .filter((name) => !/\.(webmanifest|svg|png)$/.test(name));
  });
  console.log(`   ${first.length + 1} files and ${calls} calls up to the first answer`);
  assert.ok(first.length + 1 <= FILES, first.join());
  assert.ok(calls <= MOST_CALLS, `${calls} calls`);
}, { engines: ["chromium"], because: "it counts the work of one engine" });
