// Long jobs: in the worker, without one, cancelled, and with inputs that change meanwhile.
import { readdir } from "node:fs/promises";
import assert from "node:assert/strict";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { test } from "../harness.mjs";
import { findsBreakEvens, runJob, startJob, until } from "../page.mjs";

const SECTION = '[data-view="break-evens"]';
const COUNTS = '[data-view="gpu-count"]';
const NO_WORKER = '[data-view="no-worker"]';
const EARLIER = '[data-view="earlier-result"]';
const CANCELLED = '[data-view="job-cancelled"]';

// Counts the workers that the page starts and notes what it asks them; `spoiled` may give a worker another script.
// Only the tasks of these tests start when they come into sight: another, passed while scrolling, would use up a worker.
const watched = (spoiled = "undefined") => `
  const RealObserver = IntersectionObserver;
  self.IntersectionObserver = class extends RealObserver {
    observe(place) {
      if (${JSON.stringify([SECTION, COUNTS])}.some((css) => place.closest(css))) super.observe(place);
    }
  };
  const Real = Worker;
  window.workers = 0;
  window.asked = [];
  self.Worker = class extends Real {
    constructor(address) {
      window.workers += 1;
      const script = ${spoiled};
      super(script === undefined ? address : URL.createObjectURL(new Blob([script], { type: "text/javascript" })));
    }
    postMessage(message, ...rest) {
      if (message?.request) window.asked.push(message.request);
      super.postMessage(message, ...rest);
    }
  };`;
const workers = (it) => it.in(() => window.workers);

/** Starts the tasks of some sections, and cancels the first a moment later; whether all of them ran until then. */
const startAndCancelFirst = (it, sections, moment) => it.in(async (sections, moment) => {
  const button = (css, action) => document.querySelector(`${css} [data-action="${action}"]`);
  for (const css of sections) button(css, "run-job").click();
  await new Promise((resolve) => setTimeout(resolve, moment));
  const ran = sections.every((css) => button(css, "cancel-job") !== null);
  button(sections[0], "cancel-job")?.click();
  return ran;
}, sections, moment);

test("Break-even of every input: rows of the table, those within their range first, and typing one changes the winner", async ({ page }) => {
  const it = await page();
  await it.open();
  await findsBreakEvens(it);
  assert.equal(await it.isVisible(NO_WORKER), false, "it ran in the worker");
  const rows = await it.in(() => [...document.querySelectorAll("[data-break-even]")].map((row) => [row.dataset.breakEven, row.dataset.within]));
  assert.ok(rows.length >= 5, `${rows.length} rows`);
  const within = rows.map(([, is]) => is);
  assert.deepEqual(within, [...within].sort().reverse(), "those within their range stand first");
  assert.ok(rows.some(([id]) => id === "own.node_price_usd"));
});

test("Results for earlier inputs are marked at once, and computed again", async ({ page }) => {
  const it = await page();
  await it.open();
  await findsBreakEvens(it);
  const before = await it.text(SECTION);
  // The mark must come with the answer, long before the new result.
  await it.in((css) => {
    window.marked = [];
    const look = () => window.marked.push(document.querySelector(css) !== null);
    new MutationObserver(look).observe(document.querySelector('[data-view="break-evens"]'), { childList: true, subtree: true });
  }, `${SECTION} ${EARLIER}`);
  await it.enter("own.node_price_usd", "333000");
  await until("the new result", async () => !(await it.isVisible(`${SECTION} ${EARLIER}`)) && (await it.text(SECTION)) !== before && (await it.text(SECTION)).includes("333,000"));
  assert.ok(await it.in(() => window.marked.includes(true)), "it was marked meanwhile");
});

test("A key pressed while a job runs answers", async ({ page }) => {
  const it = await page();
  await it.open();
  const answer = await it.answer();
  const ran = await it.in(async (css) => {
    document.querySelector(`${css} [data-action="run-job"]`).click();
    await new Promise((resolve) => setTimeout(resolve));
    return document.querySelector(`${css} [data-action="cancel-job"]`) !== null;
  }, SECTION);
  assert.ok(ran, "it runs");
  await it.enter("own.gpus", "72");
  await it.nextAnswer(answer);
  await until("it is done, for the new inputs", async () => (await it.all("[data-break-even]")).length > 0 && !(await it.isVisible(`${SECTION} ${EARLIER}`)) && !(await it.isVisible(`${SECTION} [data-action="cancel-job"]`)));
});

test("A cancelled job says so, keeps its earlier result marked and offers to run again", async ({ page }) => {
  const it = await page();
  await it.open();
  await findsBreakEvens(it);
  const rows = (await it.all("[data-break-even]")).length;
  await it.enter("own.gpus", "80");
  // Cancelled at once, before it can be done.
  await until("it runs again by itself", () => it.in((css) => {
    const cancel = document.querySelector(`${css} [data-action="cancel-job"]`);
    cancel?.click();
    return Boolean(cancel);
  }, SECTION));
  await until("it says so", () => it.isVisible(`${SECTION} ${CANCELLED}`));
  assert.ok(await it.isVisible(`${SECTION} ${EARLIER}`), "what is there is marked");
  assert.equal((await it.all("[data-break-even]")).length, rows, "and stays");
  await it.click(`${SECTION} [data-action="run-job"]`);
  await until("it is done, for the new inputs", async () => !(await it.isVisible(`${SECTION} ${EARLIER}`)) && !(await it.isVisible(`${SECTION} [data-action="cancel-job"]`)));
  assert.equal(await it.isVisible(`${SECTION} ${CANCELLED}`), false);
});

test("Cancelling one of two running tasks starts no new worker, and the other finishes", async ({ page }) => {
  const it = await page();
  await it.before(watched());
  await it.open();
  // Before the worker is there: what was cancelled is never asked.
  assert.ok(await startAndCancelFirst(it, [COUNTS, SECTION], 0), "both ran");
  await until("the other finishes", async () => (await it.all("[data-break-even]")).length > 0);
  assert.deepEqual(await it.in(() => window.asked.map((each) => each.run?.task)), ["input_break_evens"]);
  assert.ok(await it.isVisible(`${COUNTS} ${CANCELLED}`));
  // In the middle of a search: the worker hears it.
  await it.enter("own.gpus", "80");
  await until("it is done again", async () => !(await it.isVisible(`${SECTION} ${EARLIER}`)) && !(await it.isVisible(`${SECTION} [data-action="cancel-job"]`)));
  await it.enter("own.gpus", "88");
  const asked = await it.in(() => window.asked.length);
  assert.ok(await startAndCancelFirst(it, [SECTION, COUNTS], 0), "both ran");
  await until("the other finishes", () => it.isVisible(`${COUNTS} figure`));
  const [one, other, cancel] = await it.in((from) => window.asked.slice(from), asked);
  assert.deepEqual([one.run.task, other.run.task, cancel], ["input_break_evens", "node_counts", { cancel: one.run.job }]);
  assert.equal(await it.isVisible(`${SECTION} [data-action="cancel-job"]`), false, "it runs no more");
  assert.equal(await workers(it), 1);
  assert.equal(await it.isVisible(NO_WORKER), false);
});

test("A changed input replaces late tasks in the same worker", async ({ page }) => {
  const it = await page();
  await it.before(watched());
  await it.open();
  await findsBreakEvens(it);
  await runJob(it, COUNTS);
  const current = async () => !(await it.isVisible(EARLIER)) && !(await it.isVisible('[data-action="cancel-job"]'));
  for (const price of ["333000", "334000"]) {
    await it.enter("own.node_price_usd", price);
    await until("both are marked", async () => (await it.isVisible(`${SECTION} ${EARLIER}`)) && (await it.isVisible(`${COUNTS} ${EARLIER}`)));
    await until("both are found again", current);
  }
  assert.match(await it.text(SECTION), /334,000/);
  assert.equal((await it.in(() => window.asked.filter((each) => each.run).length)), 6, "each task three times");
  assert.equal(await workers(it), 1);
});

const SILENT = "postMessage({ response: 'ready' });";
const DYING = `${SILENT} self.onmessage = ({ data }) => { if (data.request) throw new Error("it died of this"); };`;

for (const [what, script] of Object.entries({ "falls silent": SILENT, dies: DYING })) {
  test(`A worker that ${what} after it was ready is replaced by one with parts of its own, which is asked again`, async ({ page }) => {
    const it = await page();
    await it.before(watched(`window.workers === 1 ? ${JSON.stringify(script)} : undefined`));
    await it.open();
    await findsBreakEvens(it);
    assert.equal(await workers(it), 2);
    const fetched = await it.in(() => performance.getEntriesByType("resource").filter((each) => /worker-jobs.*\.wasm$/.test(each.name)).length);
    assert.equal(fetched, 2, "anew");
    assert.equal(await it.isVisible(NO_WORKER), false);
  });

  test(`Where the second worker ${what} too, the job says so, the page goes on, and a press starts another`, async ({ page }) => {
    const it = await page();
    await it.before(watched(`window.workers <= 2 ? ${JSON.stringify(script)} : undefined`));
    await it.open();
    await startJob(it, SECTION);
    await until("the job says so", () => it.isVisible(`${SECTION} .error`));
    assert.match(await it.text(`${SECTION} .error`), what === "dies" ? /could not be calculated: .*it died of this/ : /could not be calculated: the worker does not respond/);
    assert.equal(await workers(it), 2);
    assert.equal(await it.isVisible('[data-view="stopped"]'), false);
    await findsBreakEvens(it);
    assert.equal(await workers(it), 3);
  });
}

test("Wrong glue for a worker is not run, but fetched once more", async ({ page, site, dist }) => {
  const other = (await readdir(dist)).find((name) => /^worker-files.*\.js$/.test(name));
  let times = 0;
  const answer = (path) => (/worker-jobs.*\.js$/.test(path) && (times += 1) === 1 ? { from: dist, path: other } : undefined);
  const it = await page({ site: await site({ answer }) });
  it.complaintsExpected = true; // the browser names the file
  await it.open();
  await findsBreakEvens(it);
  assert.equal(times, 2);
  assert.equal(await it.isVisible(NO_WORKER), false);
});

test("How many GPUs to own: a chart with its table, and one press takes the best number", async ({ page }) => {
  const it = await page();
  await it.open();
  await it.enter("own.gpus", "16");
  await it.enter("own.node_price_usd", "120000");
  await runJob(it, COUNTS);
  assert.ok(await it.isVisible(`${COUNTS} svg`));
  await it.in((css) => { document.querySelector(`${css} details`).open = true; }, COUNTS);
  await until("its table", () => it.isVisible(`${COUNTS} tbody tr`));
  const table = await it.in((css) => [...document.querySelectorAll(`${css} tbody tr`)].map((row) => [...row.children].map((cell) => Number(cell.querySelector(".figure")?.dataset.value ?? NaN))), COUNTS);
  const least = table.filter(([, usd]) => usd === Math.min(...table.map((row) => row[1]).filter(Number.isFinite)))[0];
  assert.equal(table[0][0], 0, "renting everything stands at the left");
  assert.ok(least[0] > 16, `${least[0]} GPUs cost least`);
  await it.click(`${COUNTS} [data-action="take-best-count"]`);
  await until("the number is taken", async () => (await it.fieldNumber("own.gpus")) === least[0]);
  await until("it is the best now", async () => (await it.isVisible(`${COUNTS} figure`)) && !(await it.isVisible(`${COUNTS} ${EARLIER}`)) && !(await it.isVisible(`${COUNTS} [data-action="take-best-count"]`)));
});

for (const [what, answer] of Object.entries({
  "a missing file": (path) => (/worker.*\.js$/.test(path) ? { status: 404 } : undefined),
  "a portal's page for its glue": (path) => (/worker.*\.js$/.test(path) ? { body: "<!doctype html><p>Please log in</p>", type: "text/html" } : undefined),
  "half a program": (path) => (/worker.*\.wasm$/.test(path) ? { body: "\0asm" } : undefined),
})) {
  test(`Without a worker (${what}) it is said in one line, and the job runs in the page`, async ({ page, site }) => {
    const it = await page({ site: await site({ answer }) });
    it.complaintsExpected = true;
    await it.open();
    await findsBreakEvens(it);
    await until("it is said", () => it.isVisible(NO_WORKER));
    assert.match(await it.text(NO_WORKER), /^No background worker is available here \([^)].*\)\./, "with the reason");
    assert.equal(await it.isVisible('[data-view="stopped"]'), false, "no failure of the page");
  });
}

test("A browser that refuses workers: the job runs in the page, and the page stays as it is", async ({ page }) => {
  const it = await page();
  it.complaintsExpected = true;
  await it.before("self.Worker = class { constructor() { throw new Error('workers are refused'); } };");
  await it.open();
  await findsBreakEvens(it);
  assert.match(await it.text(NO_WORKER), /workers are refused/);
});

test("The page as one file runs jobs in a worker too", async ({ page, dist }) => {
  const it = await page();
  await it.driver.get(pathToFileURL(join(dist, "rack-or-rent.html")).href);
  await until("the answer shows", () => it.isVisible('[data-view="verdict"]'));
  await findsBreakEvens(it);
  assert.equal(await it.isVisible(NO_WORKER), false, "it ran in the worker");
});
