// A small runner: tests with plain names, one line each, a screenshot of every open page when one fails.
import { fork } from "node:child_process";
import { mkdir, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { ENGINES } from "./browsers.mjs";
import { Skip } from "./engines/common.mjs";
import { LIMIT_MS, Page } from "./page.mjs";
import { serve } from "./server.mjs";

/** Folder for screenshots of failures, separate for each engine so that parallel runs do not interfere. */
const out = (engine) => fileURLToPath(new URL(`./out/${engine}/`, import.meta.url));
const PATIENCE_MS = 300_000; // per test, which may wait for several things
const tests = [];
let shared; // the browser that tests share

/**
 * Declares a test. `work` gets `{ dist, engine, site(options), page(options), some(all) }`; whatever it opens is closed afterwards.
 * `some` leaves a third of many alike cases, or all of them with `--thorough`.
 *
 * - `patience`: timeout in milliseconds.
 * - `engines`: the engines it applies to, with `because`; reported as skipped in the others.
 */
export function test(name, work, { patience = PATIENCE_MS, engines, because } = {}) {
  tests.push({ name, work, patience, engines, because });
}

export { Skip };

/** Runs the tests whose name contains `only`, or one of its parts between `|`, in so many browsers at a time; returns whether all passed. */
export async function run({ dist, engine = "chromium", only = "", browsers = 1, thorough = false }) {
  await rm(out(engine), { recursive: true, force: true });
  const queue = [...tests.keys()].filter((place) => only.split("|").some((part) => tests[place].name.includes(part)));
  const chosen = queue.length;
  const started = performance.now();
  const outcomes = [];
  const workers = Array.from({ length: browsers }, () => (browsers === 1 ? inThisProcess({ dist, engine, thorough }) : inItsOwnProcess({ dist, engine, thorough })));
  await Promise.all(workers.map(async (worker) => {
    for (let place = queue.shift(); place !== undefined; place = queue.shift()) {
      const outcome = await worker.attempt(place);
      outcomes.push({ place, name: tests[place].name, ...outcome });
      console.log(outcome.text);
    }
    await worker.quit();
  }));
  // Two browsers disturb each other: what failed beside another is decided alone, and both are printed.
  const disturbed = browsers > 1 ? outcomes.filter(({ state }) => state === "FAILED") : [];
  const alone = inThisProcess({ dist, engine, thorough });
  for (const outcome of disturbed) {
    Object.assign(outcome, await alone.attempt(outcome.place));
    console.log(`alone: ${outcome.text}`);
  }
  await alone.quit();
  const count = (state) => outcomes.filter((outcome) => outcome.state === state).length;
  const [passed, failed, skipped] = [count("ok"), count("FAILED"), count("skipped")];
  const durations = outcomes.filter(({ state }) => state === "ok").map(({ seconds, name }) => [seconds, name]);
  if (durations.length >= 20) printSlowest(durations);
  console.log(`\n${chosen} tests in ${Math.round((performance.now() - started) / 1000)} s${skipped ? `, ${skipped} skipped` : ""}`);
  console.log(`${passed} passed, ${failed} failed`);
  return failed === 0 && passed > 0 && outcomes.length === chosen;
}

function inThisProcess(setting) {
  const quit = async () => {
    await shared?.quit();
    shared = undefined;
  };
  return { attempt: (place) => attempt(place, setting), quit };
}

/** A process that runs one test after the other, with a browser of its own. */
function inItsOwnProcess({ dist, engine, thorough }) {
  const program = fileURLToPath(new URL("./run.mjs", import.meta.url));
  let child;
  return {
    attempt: (place) => {
      child ??= fork(program, [dist, "--engine", engine, "--one-by-one", ...(thorough ? ["--thorough"] : [])]);
      return new Promise((done) => {
        const ended = (code) => {
          child = undefined;
          done({ state: "FAILED", seconds: 0, text: `FAILED ${tests[place].name}: its process ended with ${code}` });
        };
        child.once("exit", ended);
        child.once("message", (outcome) => {
          child.off("exit", ended);
          done(outcome);
        });
        child.send(place);
      });
    },
    quit: async () => child?.disconnect(),
  };
}

/** Runs the tests that the parent process names, until it has no more. */
export function runOneByOne(setting) {
  process.on("message", async (place) => process.send(await attempt(place, setting)));
  process.on("disconnect", async () => {
    await shared?.quit();
    process.exit(0);
  });
}

/** Runs the test at a place in the list: `{ state, seconds, text }`. */
async function attempt(place, setting) {
  const each = tests[place];
  const begun = performance.now();
  const seconds = () => (performance.now() - begun) / 1000;
  const took = () => `(${Math.round(1000 * seconds())} ms)`;
  try {
    if (each.engines && !each.engines.includes(setting.engine)) throw new Skip(each.because);
    await one(each, setting);
    return { state: "ok", seconds: seconds(), text: `ok ${each.name} ${took()}` };
  } catch (error) {
    if (error instanceof Skip) return { state: "skipped", seconds: seconds(), text: `skipped ${each.name}: ${error.message}` };
    const why = error instanceof Error ? (error.stack ?? error.message) : String(error);
    const shots = (error?.shots ?? []).map((shot) => `    screen: ${shot}`);
    const text = [`FAILED ${each.name} ${took()}`, why.replace(/^/gm, "    ").slice(0, 4000), ...shots].join("\n");
    return { state: "FAILED", seconds: seconds(), text };
  }
}

/** Where the time goes: the slowest tenth of the tests. */
function printSlowest(durations) {
  const sum = (of) => of.reduce((all, [seconds]) => all + seconds, 0);
  const slowest = [...durations].sort(([a], [b]) => b - a).slice(0, Math.ceil(durations.length / 10));
  console.log(`\nThe slowest tenth took ${Math.round((100 * sum(slowest)) / sum(durations))} % of the time:`);
  for (const [seconds, name] of slowest) console.log(`${seconds.toFixed(0).padStart(5)} s  ${name}`);
}

async function one({ name, work, patience }, { dist, engine, thorough }) {
  const start = ENGINES[engine];
  const sites = [];
  const pages = [];
  const given = {
    dist,
    engine,
    some: (all) => (thorough ? all : all.filter((_, index) => index % 3 === 0)),
    site: async (options) => {
      const site = await serve(options?.dist ?? dist, options);
      sites.push(site);
      return site;
    },
    // A page on its own server unless one is given. A test's first page is a new tab on a new origin with empty storage;
    // every further page, and any with options, is a separate browser with a fresh profile.
    page: async ({ site, size = [1280, 720], ...options } = {}) => {
      const at = site ?? sites[0] ?? (await given.site());
      const ownBrowser = pages.length > 0 || Object.keys(options).length > 0;
      const browser = ownBrowser ? await start(options) : await tab(start, at.origin);
      const page = new Page(browser, at);
      pages.push(page);
      await browser.driver.manage().setTimeouts({ script: LIMIT_MS });
      await page.resize(...size);
      return page;
    },
  };
  try {
    await within(patience, work(given).then(async () => {
      for (const page of pages) await page.assertNoComplaints();
    }));
  } catch (error) {
    const thrown = error instanceof Error ? error : new Error(String(error));
    if (!(thrown instanceof Skip)) {
      thrown.shots = await screenshots(name, pages, out(engine));
      const broken = shared;
      shared = undefined;
      await within(LIMIT_MS, broken?.quit()).catch(() => {});
    }
    throw thrown;
  } finally {
    await Promise.allSettled(pages.map((page) => within(LIMIT_MS, page.quit())));
    await Promise.allSettled(sites.map((site) => site.close()));
  }
}

/** A new tab in the shared browser. A test's changes belong to the tab and disappear with it. */
async function tab(start, origin) {
  shared ??= await start();
  const { driver } = shared;
  const home = await driver.getWindowHandle();
  await driver.switchTo().newWindow("tab");
  await shared.fresh(origin); // ports are reused
  const quit = async () => {
    await driver.close();
    await driver.switchTo().window(home);
  };
  return { ...shared, quit };
}

/** The promise with a timeout: a browser that hangs must not stop the other tests. */
function within(ms, work) {
  let timer;
  const tooLong = new Promise((_, reject) => {
    timer = setTimeout(() => reject(new Error(`no answer within ${ms / 1000} s`)), ms);
  });
  return Promise.race([Promise.resolve(work), tooLong]).finally(() => clearTimeout(timer));
}

async function screenshots(name, pages, folder) {
  const stem = name.replace(/[^a-z0-9]+/gi, "-").slice(0, 80);
  const shots = [];
  await mkdir(folder, { recursive: true });
  for (const [index, page] of pages.entries()) {
    const path = join(folder, `${stem}-${index + 1}.png`);
    try {
      await writeFile(path, await within(LIMIT_MS, page.screenshot()));
      shots.push(path);
    } catch {
      // The browser is gone: no screenshot.
    }
  }
  return shots;
}
