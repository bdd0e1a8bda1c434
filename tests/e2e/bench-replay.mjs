// Measures how long a long list of jobs takes from its choice to a plan that its own jobs have run on, and how much memory that takes.
// Usage: node bench-replay.mjs [--jobs 1600000] [--sizes] [DIST]
// --sizes: the best size by what whole jobs get is searched as well.
// Printed too: what a million jobs at one size take in the worker, on average over all runs.
// A year of Slurm jobs of 1 to 32 GPUs that together use 70% of 512. Memory is that of the page's process, as Linux counts it.
import { createWriteStream, existsSync, readFileSync, readdirSync } from "node:fs";
import { mkdtemp, rm, stat } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { parseArgs } from "node:util";
import { ENGINES } from "./browsers.mjs";
import { Page } from "./page.mjs";
import { serve } from "./server.mjs";

const { values, positionals } = parseArgs({ allowPositionals: true, options: { jobs: { type: "string", default: "1600000" }, sizes: { type: "boolean", default: false } } });
const dist = resolve(positionals[0] ?? "dist");
const count = Number(values.jobs);
const [GPUS, LOAD, YEAR] = [512, 0.7, 365 * 86_400];
const SIZES = [1, 1, 1, 1, 1, 2, 2, 4, 4, 8, 8, 16, 32];
const PATIENCE_MS = 300_000;

// The same jobs in every run: a multiplicative generator.
let state = 7;
const random = () => (state = (state * 48_271) % 2_147_483_647) / 2_147_483_647;

/** Writes the jobs in the order in which they were submitted. */
async function write(path) {
  const meanGpus = SIZES.reduce((sum, gpus) => sum + gpus) / SIZES.length;
  const meanSeconds = (GPUS * LOAD * YEAR) / (count * meanGpus);
  const stamp = (seconds) => new Date(Date.UTC(2025, 0, 1) + 1000 * Math.round(seconds)).toISOString().slice(0, 19);
  const file = createWriteStream(path);
  const states = ["COMPLETED", "COMPLETED", "COMPLETED", "COMPLETED", "FAILED", "CANCELLED by 1001", "TIMEOUT"];
  file.write("JobID|Account|User|State|Submit|Start|End|ElapsedRaw|AllocTRES|Partition|NodeList|ExitCode\n");
  for (let id = 0; id < count; id += 1) {
    const gpus = SIZES[Math.floor(random() * SIZES.length)];
    const seconds = Math.max(30, -Math.log(random()) * meanSeconds);
    const submit = (id / count) * YEAR;
    const start = submit - Math.log(random()) * 600;
    const row = `${1_000_000 + id}|team${id % 12}|user${id % 200}|${states[id % states.length]}|${stamp(submit)}|${stamp(start)}|${stamp(start + seconds)}|${Math.round(seconds)}|billing=${gpus * 16},cpu=${gpus * 16},gres/gpu:h100=${gpus},gres/gpu=${gpus},mem=${gpus * 128}G,node=1|gpu|node${id % 64}|0:0\n`;
    if (!file.write(row)) await new Promise((drained) => file.once("drain", drained));
  }
  await new Promise((done) => file.end(done));
}

// Notes when the workers say how many thousand jobs they have placed.
const NOTE_PROGRESS = `
  const Real = Worker;
  window.progress = [];
  self.Worker = class extends Real {
    constructor(...all) {
      super(...all);
      this.addEventListener("message", ({ data }) => {
        const heard = data?.response?.response?.progress?.progress;
        if (heard) window.progress.push([performance.now(), heard.done]);
      });
    }
  };`;

/** Megabytes of each renderer process: now, and at most so far. */
function renderers() {
  const found = new Map();
  for (const id of readdirSync("/proc").filter((name) => /^\d+$/.test(name))) {
    try {
      if (!readFileSync(`/proc/${id}/cmdline`, "utf8").includes("--type=renderer")) continue;
      const status = readFileSync(`/proc/${id}/status`, "utf8");
      const megabytes = (name) => Number(new RegExp(`${name}:\\s+(\\d+)`).exec(status)[1]) / 1024;
      found.set(id, { now: megabytes("VmRSS"), most: megabytes("VmHWM") });
    } catch {
      // It ended meanwhile.
    }
  }
  return found;
}

if (!existsSync(join(dist, "index.html"))) {
  console.error(`No page in ${dist}: run 'make dist' first.`);
  process.exit(2);
}
const folder = await mkdtemp(join(tmpdir(), "bench-replay-"));
const path = join(folder, "jobs.txt");
await write(path);
const site = await serve(dist);
const page = new Page(await ENGINES.chromium(), site);
try {
  await page.resize(1280, 900);
  await page.before(NOTE_PROGRESS);
  await page.open();
  await page.caughtUp();
  const before = renderers();
  const until = async (what, holds) => {
    for (const end = performance.now() + PATIENCE_MS; performance.now() < end; await new Promise((soon) => setTimeout(soon, 50))) {
      if (await holds()) return;
    }
    throw new Error(`not within ${PATIENCE_MS / 1000} s: ${what}`);
  };
  const begun = performance.now();
  const print = (what) => console.log(`${what}: ${((performance.now() - begun) / 1000).toFixed(1)} s after the file was chosen`);
  console.log(`${count.toLocaleString("en-US")} jobs, ${((await stat(path)).size / 1e6).toFixed(0)} MB`);
  await (await page.one('[data-action="measure-files"]')).sendKeys(path);
  await until("the file is read", () => page.isVisible('[data-action="use-measured"]'));
  print("tables of the file");
  await page.click('[data-action="use-measured"]');
  await page.caughtUp();
  print("the plan for it");
  await page.in(() => { window.progress = []; });
  if (values.sizes) await page.click('[data-action="replay-sizes"]');
  await page.click('[data-action="replay"]');
  await until("the jobs have run", () => page.isVisible('[data-view="replay-findings"]'));
  print("its jobs have run on that plan");
  const progress = (await page.in(() => window.progress)).filter(([, thousands]) => thousands > 0);
  const [[first, from], [last, to]] = [progress[0], progress.at(-1)];
  console.log(`in the worker, while its runs were placed: ${((last - first) / (to - from)).toFixed(2)} s for a million jobs at one size, of ${(to / 1_000).toFixed(1)} million placed in all runs`);
  const grown = [...renderers()].map(([id, { most }]) => ({ most, by: most - (before.get(id)?.now ?? 0) }));
  const { most, by } = grown.reduce((a, b) => (b.by > a.by ? b : a));
  console.log(`memory of the page's process: at most ${most.toFixed(0)} MB, ${by.toFixed(0)} MB more than before`);
} finally {
  await page.quit();
  await site.close();
  await rm(folder, { recursive: true });
}
process.exit(0);
