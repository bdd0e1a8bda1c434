// Measures a built page in the browser. Usage: node bench.mjs [--starts | --keys | --links | --jobs | --rooms | --paper] [DIST...]
// Speed of the engine in WebAssembly, time until the first answer is painted, time from a key to the new answer, frames
// during a drag, memory after many edits. --starts: only the start on a slow machine; --keys:
// only key presses; both of several builds in turn, because a machine's speed varies over time. --links: only how much longer hostile
// links take to their answer than a usual one. --jobs: only long jobs, and how soon their worker hears that one is cancelled.
// --rooms: only how long rooms take to open. --paper: only how long the memo and the spreadsheet take.
import { existsSync } from "node:fs";
import { mkdtemp, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { ENGINES } from "./browsers.mjs";
import { Page, until } from "./page.mjs";
import { serve } from "./server.mjs";
import { links, suffixOf } from "./strangers.mjs";

const STARTS = 5;
const KEYS = 40;
const RUNS = 10_000; // a browser's clock ticks every 0.1 ms
const BATCHES = 7;
// CPU slowdown factor; download in Mbit/s and round trip in ms, or undefined.
const CONDITIONS = [
  { name: "this machine", cpu: 1 },
  { name: "CPU 4 times slower, 1.6 Mbit/s, 150 ms round trip", cpu: 4, megabits: 1.6, roundTrip: 150 },
];

const ROOMS = ["demand", "costs", "risk", "decide", "sources"];
const CANCELS = 20; // of each search
const DRAGS = 4; // there and back
const EDITS = 10_000;
const USUAL = 5; // starts with an ordinary link
const AGAIN = 3; // starts per hostile link, of which the best counts
const SLOW = 100; // ms beyond a usual link, from which it is repeated

const ROUNDS = 3; // alternating between builds
const BESIDE = 300; // between two runs of the reference work
const READ = 3000; // before the first key: new users take at least that long
const HELD = 80; // key hold time: work for the next frame is done, work that waits for a pause has not begun
// Alternating keys in a field, far enough apart that everything is drawn and URL and storage are up to date.
const TYPING = { name: "", cpu: 1, field: "own.gpus", turns: ["0", "Backspace"], answered: 1, gap: 600 };

const has = (option) => process.argv.includes(option);
const named = process.argv.slice(2).filter((each) => !each.startsWith("--"));
const dists = (named.length > 0 ? named : ["dist"]).map((each) => resolve(each));
for (const dist of dists.filter((each) => !existsSync(join(each, "index.html")))) {
  console.error(`No page in ${dist}: run 'make dist' first.`);
  process.exit(2);
}

let site;
for (let round = 0; round < (has("--keys") || has("--starts") ? ROUNDS : 1); round += 1) {
  for (const dist of dists) {
    site = await serve(dist, { compress: true });
    try {
      if (dists.length > 1) console.log(`\n${dist}`);
      await start();
      if (has("--starts")) {
        await starts(CONDITIONS[1]);
        continue;
      }
      if (has("--jobs")) {
        await jobs();
        continue;
      }
      if (has("--links")) {
        await strangers();
        continue;
      }
      if (has("--rooms")) {
        for (const condition of CONDITIONS) await rooms(condition);
        continue;
      }
      if (has("--paper")) {
        await paper();
        continue;
      }
      if (!has("--keys")) {
        await engine();
        for (const condition of CONDITIONS) await starts(condition);
      }
      await keys(TYPING);
      await keys({ ...TYPING, name: "typed on, 60 ms apart", gap: 60 });
      await keys({ ...TYPING, name: "every other leaves no number", field: "rent.discount_share", turns: ["Backspace", "5"], answered: 0.5 });
      await keys({ ...TYPING, cpu: 4 });
      await keys({ ...TYPING, name: "with a measured year of hours", prepare: measureYear });
      if (!has("--keys")) {
        for (const cpu of [1, 4]) await drag(cpu);
        await jobs();
        for (const condition of CONDITIONS) await rooms(condition);
        await paper();
        await memory();
        await strangers();
      }
    } finally {
      await site.close();
    }
  }
}

/** A separate browser with a fresh profile, for the duration of `work`. */
async function withPage(work) {
  const page = new Page(await ENGINES.chromium(), site);
  try {
    await page.resize(1280, 720);
    return await work(page);
  } finally {
    await page.quit();
  }
}

/** Fills the server's cache of compressed files, and returns the browser's name. */
async function start() {
  await withPage(async (page) => {
    await page.open();
    const capabilities = await page.driver.getCapabilities();
    console.log(`${capabilities.getBrowserName()} ${capabilities.getBrowserVersion()}, headless`);
  });
}

/** The engine alone, as scripts/bench builds it into target/speed/. */
async function engine() {
  const module = await serve(fileURLToPath(new URL("../../target/speed/", import.meta.url)));
  const page = new Page(await ENGINES.chromium(), module);
  let found;
  try {
    await page.go();
    found = await page.in(async (runs, batches) => {
      const { default: start, speed } = await import(new URL("speed.js", document.baseURI));
      await start();
      const measured = (runs) => JSON.parse(speed(runs, () => performance.now()));
      measured(200); // warm-up: the browser recompiles hot code
      return Array.from({ length: batches }, () => measured(runs));
    }, RUNS, BATCHES);
  } finally {
    await page.quit();
    await module.close();
  }
  const best = (key) => Math.min(...found.map((each) => each[key]));
  const one = best("one_option_ns");
  console.log(`\n${"Engine in WebAssembly".padEnd(36)}${"ns each".padStart(14)}${"a second".padStart(16)}${"ratio".padStart(12)}`);
  const rows = [["headline, one option", one], [`headline, ${found[0].offers ?? "all"} offers`, best("headline_ns")], ["60 months, owning against 5 offers", best("months_ns")], ["full report", best("report_ns")], ["cheapest mix of 8,760 hours", best("year_mix_ns")], ["cheapest sizes over the horizon", best("cheapest_sizes_ns")]];
  for (const [name, ns] of rows) {
    const figures = [ns.toFixed(0).padStart(14), (1e9 / ns).toFixed(0).padStart(16), (ns / one).toFixed(1).padStart(12)];
    console.log(name.padEnd(36) + figures.join(""));
  }
}

async function slowDown(page, { cpu, megabits, roundTrip }) {
  await page.devtools("Network.enable");
  if (megabits) {
    const throughput = (megabits * 1e6) / 8;
    await page.devtools("Network.emulateNetworkConditions", { offline: false, latency: roundTrip, downloadThroughput: throughput, uploadThroughput: throughput });
  }
  await page.devtools("Emulation.setCPUThrottlingRate", { rate: cpu });
}

/** From the press on a room until a frame shows what stands in it: once all parts are there, and as soon as there is an answer. */
async function rooms(condition) {
  const opened = (page, id) => page.in((id) => {
    const begun = performance.now();
    document.querySelector(`[data-room-link="${id}"] a`).click();
    return new Promise((done) => {
      const look = () => {
        const isThere = document.querySelector(`.room[data-room="${id}"]:not([hidden]) section`) !== null;
        // The frame after the one that drew it.
        requestAnimationFrame(isThere ? () => done(performance.now() - begun) : look);
      };
      look();
    });
  }, id);
  const found = { later: [], "at once": [] };
  for (let n = 0; n < STARTS; n += 1) {
    for (const id of ROOMS) {
      await withPage(async (page) => {
        await slowDown(page, condition);
        await page.open();
        found["at once"].push([id, await opened(page, id)]);
      });
    }
    await withPage(async (page) => {
      await slowDown(page, condition);
      await page.open();
      await page.caughtUp();
      for (const id of ROOMS) found.later.push([id, await opened(page, id)]);
    });
  }
  for (const [when, times] of Object.entries(found)) {
    const of = (room) => times.filter(([id]) => id === room).map(([, took]) => took);
    const all = ROOMS.map((id) => `${id} ${ms(median(of(id)))} (at most ${ms(Math.max(...of(id)))})`);
    console.log(`Rooms opened ${when === "later" ? "once all parts are there" : "as soon as there is an answer"}, ${condition.name}, median of ${STARTS}: ${all.join(", ")}`);
  }
}

/** The memo from the press on its room to the frame that shows it, and after an edit; the spreadsheet of 60 months from the press to its file. */
async function paper() {
  const found = { memo: [], edit: [], first: [], again: [] };
  for (let n = 0; n < STARTS; n += 1) {
    await withPage(async (page) => {
      await page.open("#n=64&end=1");
      await page.caughtUp();
      found.memo.push(await page.in(() => {
        const begun = performance.now();
        document.querySelector('[data-room-link="decide"] a').click();
        return new Promise((done) => {
          const look = () => requestAnimationFrame(document.querySelector('[data-view="memo"] dl.facts') ? () => done(performance.now() - begun) : look);
          look();
        });
      }));
      const edit = await page.in(() => {
        const title = document.querySelector("#memo-title");
        const begun = performance.now();
        title.value = "Another title";
        title.dispatchEvent(new Event("change", { bubbles: true }));
        return new Promise((done) => {
          const look = () => requestAnimationFrame(/Another title/.test(document.querySelector('[data-view="memo"] .memo-title').textContent) ? () => done(performance.now() - begun) : look);
          look();
        });
      });
      found.edit.push(edit);
      for (const when of ["first", "again"]) {
        found[when].push(await page.in(() => {
          HTMLAnchorElement.prototype.click = () => {};
          const address = URL.createObjectURL.bind(URL);
          const begun = performance.now();
          return new Promise((done) => {
            URL.createObjectURL = (blob) => {
              if (/sheet/.test(blob.type)) done(performance.now() - begun);
              return address(blob);
            };
            document.querySelector('[data-action="save-workbook-xlsx"]').click();
          });
        }));
      }
    });
  }
  const told = (times) => `${ms(median(times))} (at most ${ms(Math.max(...times))})`;
  console.log(`Memo, median of ${STARTS}: shown ${told(found.memo)} after its room is opened, ${told(found.edit)} after its title is changed; spreadsheet ${told(found.first)} with its worker fetched, ${told(found.again)} with it there`);
}

/** One start with a fresh profile: when the answer was computed and painted, and a breakdown of the time. */
function started(condition) {
  return withPage(async (page) => {
    await slowDown(page, condition);
    // The frame that shows the answer is the first after the mark.
    await page.before(`
      new PerformanceObserver((list, observer) => {
        if (list.getEntriesByName("first-answer").length === 0) return;
        observer.disconnect();
        requestAnimationFrame(() => { const port = new MessageChannel(); port.port1.onmessage = () => (window.painted = performance.now()); port.port2.postMessage(0); });
      }).observe({ type: "mark", buffered: true });
      const { instantiateStreaming } = WebAssembly;
      WebAssembly.instantiateStreaming = (...given) => instantiateStreaming(...given).then((found) => { window.compiled ??= performance.now(); return found; });`);
    await page.go();
    await until("the first answer is painted", () => page.in(() => window.painted));
    return page.in(() => {
      const files = [...performance.getEntriesByType("navigation"), ...performance.getEntriesByType("resource")];
      return {
        mark: performance.getEntriesByName("first-answer")[0].startTime,
        painted: window.painted,
        compiled: window.compiled,
        bytes: files.reduce((sum, each) => sum + each.transferSize, 0),
        program: Math.max(...files.filter((each) => /_bg\.wasm$/.test(each.name)).map((each) => each.responseEnd)),
      };
    });
  });
}

async function starts(condition) {
  const times = [];
  for (let n = 0; n < STARTS; n += 1) times.push(await started(condition));
  const of = (key) => times.map((each) => each[key]);
  console.log(`\nStart, ${condition.name}, fresh profile, brotli, median of ${STARTS}:`);
  console.log(`  program here ${ms(median(of("program")))}, compiled ${ms(median(of("compiled")))}, answer computed ${ms(median(of("mark")))}, painted ${ms(median(of("painted")))} (${ms(Math.min(...of("painted")))} to ${ms(Math.max(...of("painted")))}), ${median(of("bytes")).toLocaleString("en-US")} bytes over the net`);
}

/** Hostile links: how much longer than a usual one they take to their answer, and which takes longest. */
async function strangers() {
  await withPage(async (page) => {
    await page.before(`
      const { replaceState } = History.prototype;
      History.prototype.replaceState = function (...given) {
        const begun = performance.now();
        replaceState.apply(this, given);
        if (performance.getEntriesByName("first-answer").length === 0) window.ofTheBrowser = (window.ofTheBrowser ?? 0) + performance.now() - begun;
      };`);
    const once = async (suffix) => {
      await page.go(suffix);
      // From the page's first request, without the browser's own work on the URL: one of 2 MB keeps Chromium busy for
      // seconds, even on an empty page.
      return until("an answer", () => page.in(() => {
        const answer = performance.getEntriesByName("first-answer")[0];
        return answer && answer.startTime - (window.ofTheBrowser ?? 0) - Math.min(...performance.getEntriesByType("resource").map((each) => each.startTime));
      }));
    };
    const usual = [];
    for (let n = 0; n < USUAL; n += 1) usual.push(await once(`#v=2&n=${64 + n}&w=20000&end=1`));
    const beyond = [];
    for (const [n, link] of links().entries()) {
      const suffix = suffixOf(link, n);
      let took = Infinity;
      for (let again = 0; again < AGAIN && took - median(usual) > SLOW; again += 1) took = Math.min(took, await once(suffix));
      beyond.push({ suffix, took: took - median(usual) });
    }
    beyond.sort((a, b) => a.took - b.took);
    const worst = beyond.at(-1);
    console.log(`Links of strangers, ${beyond.length}: an answer ${ms(median(usual))} after the first request with a usual link; beyond that median ${ms(median(beyond.map((each) => each.took)))}, at most ${ms(worst.took)} (${worst.suffix.slice(0, 60)}, ${worst.suffix.length} signs)`);
  });
}

/** Frames while the pointer drags the chart's handle. */
async function drag(cpu) {
  const times = await withPage(async (page) => {
    await page.open();
    await page.devtools("Emulation.setCPUThrottlingRate", { rate: cpu });
    const box = await page.in(() => {
      const slider = document.querySelector("#busy-slider");
      slider.scrollIntoView({ block: "center" });
      const { left, top, width, height } = slider.getBoundingClientRect();
      return { left, top, width, height };
    });
    const [y, from, to] = [box.top + box.height / 2, box.left + box.width * 0.3, box.left + box.width * 0.9];
    const mouse = (type, x) => page.devtools("Input.dispatchMouseEvent", { type, x, y, button: "left", buttons: 1, clickCount: 1 });
    await mouse("mousePressed", from);
    await page.in(() => {
      window.frames_ = [];
      let last;
      const frame = (now) => {
        if (last !== undefined) window.frames_.push(now - last);
        last = now;
        if (!window.enough) requestAnimationFrame(frame);
      };
      requestAnimationFrame(frame);
    });
    const STEPS = 120;
    for (let n = 0; n < DRAGS * STEPS; n += 1) {
      const way = Math.abs(((n / STEPS) % 2) - 1); // 1 to 0 to 1
      await mouse("mouseMoved", to + (from - to) * way);
    }
    await mouse("mouseReleased", to);
    return page.in(() => {
      window.enough = true;
      return window.frames_;
    });
  });
  times.sort((a, b) => a - b);
  const late = times.filter((each) => each > 16.7 + 1).length / times.length; // a screen refreshes every 16.6 or 16.7 ms
  console.log(`${cpu === 1 ? "\n" : ""}Dragging the chart's handle, CPU ${cpu === 1 ? "as it is" : `${cpu} times slower`}: ${times.length} frames, median ${ms(median(times))}, 95th percentile ${ms(times[Math.ceil(times.length * 0.95) - 1])}, ${(late * 100).toFixed(1)} % over 16.7 ms`);
}

/** Long jobs: from the press to the result, and a key pressed while they run. */
async function jobs() {
  const found = await withPage(async (page) => {
    // The worker acknowledges each request once it hears it.
    await page.before(`
      const Real = Worker;
      window.heard = [];
      self.Worker = class extends Real {
        constructor(...given) {
          super(...given);
          this.addEventListener("message", ({ data }) => {
            if (data.response !== "alive" || !this.cancelled) return;
            window.heard.push(performance.now() - this.cancelled);
            this.cancelled = undefined;
          });
        }
        postMessage(message, ...rest) {
          super.postMessage(message, ...rest);
          if (message.request?.cancel) this.cancelled = performance.now();
        }
      };`);
    await page.open();
    const run = (section) => page.driver.executeAsyncScript((section, done) => {
      const part = document.querySelector(`[data-view="${section}"]`);
      const begun = performance.now();
      let answered;
      const look = new MutationObserver(() => {
        if (!part.querySelector("figure, tr") || part.querySelector('[data-action="cancel-job"]')) return;
        look.disconnect();
        done({ took: performance.now() - begun, answered: answered ?? null });
      });
      look.observe(part, { childList: true, subtree: true });
      part.querySelector('[data-action="run-job"]').click();
      setTimeout(() => {
        const pressed = performance.now();
        const name = document.querySelector('[data-field="name"]');
        name.value += "x"; // changes no figure, so the job goes on
        name.dispatchEvent(new Event("input", { bubbles: true }));
        requestAnimationFrame(() => setTimeout(() => (answered = performance.now() - pressed)));
      }, 20);
    }, section);
    await page.driver.manage().setTimeouts({ script: 120_000 });
    const inputs = await run("break-evens");
    await page.enter("own.gpus", "512");
    await page.enter("work.busy_share", "80");
    await page.caughtUp();
    const counts = await run("gpu-count");
    const cancelled = (section) => page.driver.executeAsyncScript((section, times, done) => {
      const press = (action) => document.querySelector(`[data-view="${section}"] [data-action="${action}"]`)?.click();
      const pause = (time) => new Promise((resolve) => setTimeout(resolve, time));
      (async () => {
        window.heard = [];
        for (let n = 0; n < times; n += 1) {
          press("run-job");
          await pause(5 + 9 * n); // at different places of a search
          press("cancel-job");
          await pause(200);
        }
        done(window.heard);
      })();
    }, section, CANCELS);
    await page.enter("own.gpus", "520");
    await page.caughtUp();
    return { inputs, counts, heard: { "the break-evens": await cancelled("break-evens"), "other amounts of work": await cancelled("other-sizes") } };
  });
  const told = ({ took, answered }) => `${ms(took)}${answered === null ? "" : `, a key pressed meanwhile is painted after ${ms(answered)}`}`;
  console.log(`\nBreak-even of every input, default scenario: ${told(found.inputs)}`);
  console.log(`Every number of up to 64 nodes: ${told(found.counts)}`);
  for (const [search, times] of Object.entries(found.heard)) {
    console.log(`Cancel is heard during the search for ${search}, ${times.length} times: median ${ms(median(times))}, at most ${ms(Math.max(...times))}`);
  }
}

/** Memory before and after many edits, each drawn. */
async function memory() {
  const found = await withPage(async (page) => {
    await page.before(`
      const { instantiateStreaming } = WebAssembly;
      WebAssembly.instantiateStreaming = (...given) => instantiateStreaming(...given).then((found) => { window.memoryOfPage ??= found.instance.exports.memory; return found; });`);
    await page.open();
    const edit = (count) => page.driver.executeAsyncScript((count, done) => {
      const field = document.querySelector('[data-field="own.gpus"]');
      field.focus();
      let n = 0;
      const some = () => {
        for (const end = Math.min(n + 20, count); n < end; n += 1) {
          field.value = String(8 + (n % 100) * 8);
          field.dispatchEvent(new Event("input", { bubbles: true }));
        }
        if (n < count) requestAnimationFrame(some);
        else setTimeout(done, 1500); // until deferred drawing is done
      };
      some();
    }, count);
    const used = async () => {
      await page.devtools("HeapProfiler.enable");
      await page.devtools("HeapProfiler.collectGarbage");
      const { usedSize } = await page.devtools("Runtime.getHeapUsage");
      const { nodes } = await page.devtools("Memory.getDOMCounters");
      return { heap: usedSize, nodes, wasm: await page.in(() => window.memoryOfPage.buffer.byteLength) };
    };
    await page.driver.manage().setTimeouts({ script: 300_000 });
    await edit(200); // warm-up: one-time allocations
    const before = await used();
    await edit(EDITS);
    return { before, after: await used() };
  });
  const mega = (bytes) => `${(bytes / 1e6).toFixed(1)} MB`;
  const { before, after } = found;
  console.log(`Memory after ${EDITS.toLocaleString("en-US")} edits: scripts ${mega(before.heap)} before, ${mega(after.heap)} after; WebAssembly ${mega(before.wasm)} before, ${mega(after.wasm)} after; nodes ${before.nodes} before, ${after.nodes} after`);
}

/**
 * A key press in a field: the page's script, style and layout until its answer is ready, including the browser's own editing;
 * script and layout of everything that follows immediately, as the browser counts them, and style; and the time to the frame
 * with the new answer. Keys are dispatched by the browser itself, because a driver's typing runs scripts of its own. Then a
 * fixed reference work that, like a key press, creates and reads objects and strings: its scatter shows the machine's noise.
 */
/** Puts a year of jobs into the scenario: one an hour, with changing numbers of GPUs. */
async function measureYear(page) {
  const stamp = (hour) => new Date(Date.UTC(2025, 10, 1) + hour * 3_600_000).toISOString().slice(0, 19);
  const job = (_, hour) => `${hour}|ann|COMPLETED|${stamp(hour)}|${stamp(hour)}|${stamp(hour + 1)}|gres/gpu:h100=${20 + ((hour * 37) % 509)}`;
  const path = join(await mkdtemp(join(tmpdir(), "bench-")), "jobs.txt");
  await writeFile(path, ["JobID|User|State|Submit|Start|End|AllocTRES", ...Array.from({ length: 8760 }, job)].join("\n"));
  await (await page.one('[data-action="measure-files"]')).sendKeys(path);
  await until("the file is read", async () => (await page.all('[data-action="use-measured"]')).length === 1);
  await page.click('[data-action="use-measured"]');
}

async function keys({ name, cpu, field, turns, answered, gap, prepare }) {
  const found = await withPage(async (page) => {
    await page.open();
    await prepare?.(page);
    await page.devtools("Emulation.setCPUThrottlingRate", { rate: cpu });
    await new Promise((done) => setTimeout(done, READ));
    await page.in((id) => {
      window.found = { work: [], times: [], same: [], answers: 0 };
      // Created once, so that measuring adds no cost to what it measures.
      const painted = new MessageChannel();
      painted.port1.onmessage = () => window.found.times.push(performance.now() - pressed);
      const frame = () => painted.port2.postMessage(0);
      const verdict = document.querySelector('[data-view="verdict"]');
      let [pressed, begun, said] = [0, 0, ""];
      addEventListener("keydown", (event) => {
        said = verdict.textContent;
        [pressed, begun] = [event.timeStamp, performance.now()];
        requestAnimationFrame(frame);
      }, true);
      // Runs last, after the page's own handlers; the next task would wait for the screen.
      addEventListener("input", () => {
        void document.body.offsetHeight; // style and layout
        window.found.work.push(performance.now() - begun);
        if (verdict.textContent !== said) window.found.answers += 1;
      });
      const field = document.querySelector(`[data-field="${id}"]`);
      field.focus();
      field.setSelectionRange(field.value.length, field.value.length);
    }, field);
    await page.devtools("Performance.enable");
    const account = async () => {
      const { metrics } = await page.devtools("Performance.getMetrics");
      const seconds = (name) => metrics.find((each) => each.name === `${name}Duration`).value;
      return [seconds("Script") + seconds("Layout"), seconds("RecalcStyle")];
    };
    const counted = [[], []]; // script and layout; style
    const wait = (time) => new Promise((done) => setTimeout(done, time));
    const held = Math.min(HELD, gap / 2);
    for (let n = 0; n < KEYS; n += 1) {
      await wait(gap - held);
      const key = turns[n % 2];
      const given = key === "Backspace" ? { key, code: key, windowsVirtualKeyCode: 8 } : { key, code: `Digit${key}`, text: key, windowsVirtualKeyCode: key.charCodeAt(0) };
      const before = await account();
      // No commands to the page until the key is released: its response to the driver would come before the paint.
      await page.devtools("Input.dispatchKeyEvent", { type: "keyDown", ...given });
      await wait(held);
      if (held === HELD && cpu === 1) {
        for (const [which, after] of (await account()).entries()) counted[which].push(1e3 * (after - before[which]));
      }
      await page.devtools("Input.dispatchKeyEvent", { type: "keyUp", ...given, text: undefined });
    }
    await wait(gap);
    // After the keys, so that its garbage is not collected during them.
    await page.in(() => {
      const rows = Array.from({ length: 400 }, (_, n) => ({ id: n, name: `row ${n}`, cells: [n, n * 2, String(n)] }));
      const turns = (count) => {
        const begun = performance.now();
        for (let n = 0; n < count; n += 1) JSON.stringify(JSON.parse(JSON.stringify(rows)));
        return performance.now() - begun;
      };
      const warm = Array.from({ length: 40 }, () => turns(4));
      const count = Math.round((7 / Math.min(...warm)) * 4); // about as long as a key press
      window.same = () => window.found.same.push(turns(count));
    });
    for (let n = 0; n < KEYS && gap >= BESIDE; n += 1) {
      await new Promise((done) => setTimeout(done, BESIDE));
      await page.in(() => window.same());
    }
    const found = await page.in(() => window.found);
    if (found.work.length !== KEYS || found.times.length !== KEYS || found.answers !== KEYS * answered) {
      throw new Error(`${KEYS} key presses: ${found.work.length} heard, ${found.times.length} painted, ${found.answers} new answers`);
    }
    return { ...found, counted };
  });
  const told = (numbers) => {
    const sorted = [...numbers].sort((a, b) => a - b);
    return `median ${ms(median(sorted))}, 95th percentile ${ms(sorted[Math.ceil(sorted.length * 0.95) - 1])}`;
  };
  // The two keys do different work. The minimum of each is the one least disturbed by other load.
  const least = (numbers) => ms(Math.max(...[0, 1].map((turn) => Math.min(...numbers.filter((_, n) => n % 2 === turn)))));
  const speed = cpu === 1 ? "as it is" : `${cpu} times slower`;
  console.log(`${cpu === 1 && !name ? "\n" : ""}Key press${name && ` (${name})`}, CPU ${speed}: script, style and layout ${told(found.work)}, at least ${least(found.work)}; to the painted answer ${told(found.times)}, at least ${least(found.times)}`);
  const [work, style] = found.counted;
  if (work.length > 0) console.log(`  by the browser's own count, with what comes in the frame after it: script and layout ${told(work)}, at least ${least(work)}; style ${told(style)}`);
  if (found.same.length > 0) console.log(`  the same work after them: at least ${ms(Math.min(...found.same))}, ${told(found.same)}`);
}

function median(numbers) {
  const sorted = [...numbers].sort((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)];
}

function ms(value) {
  return `${value.toFixed(value < 20 ? 1 : 0)} ms`;
}
