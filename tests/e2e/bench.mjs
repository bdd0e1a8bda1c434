// Measures a built page in the browser. Usage: node bench.mjs [DIST]
// Speed of the engine in WebAssembly, time until the first answer is painted, time from a key to the new answer.
import { existsSync } from "node:fs";
import { join, resolve } from "node:path";
import { ENGINES } from "./browsers.mjs";
import { Page, until } from "./page.mjs";
import { serve } from "./server.mjs";

const STARTS = 5;
const KEYS = 40;
const RUNS = 10_000; // a browser's clock ticks every 0.1 ms
const BATCHES = 7;
// CPU slowed so many times; download in Mbit/s and round trip in ms, or nothing.
const CONDITIONS = [
  { name: "this machine", cpu: 1 },
  { name: "CPU 4 times slower, 1.6 Mbit/s, 150 ms round trip", cpu: 4, megabits: 1.6, roundTrip: 150 },
];

const dist = resolve(process.argv[2] ?? "dist");
if (!existsSync(join(dist, "index.html"))) {
  console.error(`No page in ${dist}: run 'make dist' first.`);
  process.exit(2);
}

const site = await serve(dist, { compress: true });
try {
  await start();
  await engine();
  for (const condition of CONDITIONS) await starts(condition);
  for (const cpu of [1, 4]) await keys(cpu);
} finally {
  await site.close();
}

/** A browser of its own with a fresh profile, for as long as `work` takes. */
async function withPage(work) {
  const page = new Page(await ENGINES.chromium(), site);
  try {
    await page.resize(1280, 720);
    return await work(page);
  } finally {
    await page.quit();
  }
}

/** Fills the server's cache of compressed files, and says which browser this is. */
async function start() {
  await withPage(async (page) => {
    await page.open();
    const capabilities = await page.driver.getCapabilities();
    console.log(`${capabilities.getBrowserName()} ${capabilities.getBrowserVersion()}, headless`);
  });
}

async function engine() {
  const found = await withPage(async (page) => {
    await page.open();
    return page.in((runs, batches) => {
      const measured = (runs) => {
        const result = globalThis.rackOrRent.bench(runs);
        return typeof result === "string" ? JSON.parse(result) : result;
      };
      measured(200); // warm: the browser compiles hot code again
      return Array.from({ length: batches }, () => measured(runs));
    }, RUNS, BATCHES);
  });
  const best = (key) => Math.min(...found.map((each) => each[key]));
  const one = best("one_option_ns");
  console.log(`\n${"Engine in WebAssembly".padEnd(36)}${"ns each".padStart(14)}${"a second".padStart(16)}${"ratio".padStart(12)}`);
  const rows = [["headline, one option", one], [`headline, ${found[0].offers ?? "all"} offers`, best("headline_ns")], ["60 months, owning against 5 offers", best("months_ns")], ["full report", best("report_ns")]];
  for (const [name, ns] of rows) {
    const figures = [ns.toFixed(0).padStart(14), (1e9 / ns).toFixed(0).padStart(16), (ns / one).toFixed(1).padStart(12)];
    console.log(name.padEnd(36) + figures.join(""));
  }
}

async function starts({ name, cpu, megabits, roundTrip }) {
  const times = [];
  for (let n = 0; n < STARTS; n += 1) {
    times.push(
      await withPage(async (page) => {
        await page.devtools("Network.enable");
        if (megabits) {
          const throughput = (megabits * 1e6) / 8;
          await page.devtools("Network.emulateNetworkConditions", { offline: false, latency: roundTrip, downloadThroughput: throughput, uploadThroughput: throughput });
        }
        await page.devtools("Emulation.setCPUThrottlingRate", { rate: cpu });
        // The frame that shows the answer is the first after the mark.
        await page.before(`
          new PerformanceObserver((list, observer) => {
            if (list.getEntriesByName("first-answer").length === 0) return;
            observer.disconnect();
            requestAnimationFrame(() => { const port = new MessageChannel(); port.port1.onmessage = () => (window.painted = performance.now()); port.port2.postMessage(0); });
          }).observe({ type: "mark", buffered: true });`);
        await page.go();
        await until("the first answer is painted", () => page.in(() => window.painted), 60_000);
        return page.in(() => ({
          mark: performance.getEntriesByName("first-answer")[0].startTime,
          painted: window.painted,
          bytes: [...performance.getEntriesByType("navigation"), ...performance.getEntriesByType("resource")].reduce((sum, each) => sum + each.transferSize, 0),
        }));
      }),
    );
  }
  const of = (key) => times.map((each) => each[key]);
  console.log(`\nStart, ${name}, fresh profile, brotli, median of ${STARTS}:`);
  console.log(`  answer computed ${ms(median(of("mark")))}, painted ${ms(median(of("painted")))} (${ms(Math.min(...of("painted")))} to ${ms(Math.max(...of("painted")))}), ${median(of("bytes")).toLocaleString("en-US")} bytes over the net`);
}

/** From a key press in a field to the frame with the new answer. */
async function keys(cpu) {
  const times = await withPage(async (page) => {
    await page.open();
    await page.devtools("Emulation.setCPUThrottlingRate", { rate: cpu });
    const element = await page.type("own.gpus", "64");
    await page.in(() => {
      window.times = [];
      addEventListener("input", (event) => {
        const pressed = event.timeStamp;
        requestAnimationFrame(() => { const port = new MessageChannel(); port.port1.onmessage = () => window.times.push(performance.now() - pressed); port.port2.postMessage(0); });
      }, true);
    });
    for (let n = 0; n < KEYS; n += 1) {
      await element.sendKeys(n % 2 === 0 ? "0" : "\ue003"); // a digit, then Backspace
      await until("painted", () => page.in((n) => window.times.length > n, n));
    }
    return page.in(() => window.times);
  });
  times.sort((a, b) => a - b);
  console.log(`${cpu === 1 ? "\n" : ""}Key press to painted answer, CPU ${cpu === 1 ? "as it is" : `${cpu} times slower`}: median ${ms(median(times))}, 95th percentile ${ms(times[Math.ceil(times.length * 0.95) - 1])}`);
}

function median(numbers) {
  const sorted = [...numbers].sort((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)];
}

function ms(value) {
  return `${value.toFixed(value < 20 ? 1 : 0)} ms`;
}
