// Long jobs: in the worker, without one, cancelled, and with inputs that change meanwhile.
import assert from "node:assert/strict";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { test } from "../harness.mjs";
import { findsBreakEvens, runJob, until } from "../page.mjs";

const SECTION = '[data-view="break-evens"]';
const COUNTS = '[data-view="gpu-count"]';
const NO_WORKER = '[data-view="no-worker"]';
const EARLIER = '[data-view="earlier-result"]';

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

test("A job is cancelled, and a key pressed while it runs answers", async ({ page }) => {
  const it = await page();
  await it.open();
  const answer = await it.answer();
  await it.in((css) => {
    document.querySelector(`${css} [data-action="run-job"]`).click();
  }, SECTION);
  await it.enter("own.gpus", "72");
  await it.nextAnswer(answer);
  await until("it is done", () => it.in((css) => document.querySelector(`${css} [data-action="cancel-job"]`) === null, SECTION));
  // Cancelled at once, before it can be done.
  await it.enter("own.gpus", "80");
  await until("it runs again by itself", () => it.in((css) => {
    const cancel = document.querySelector(`${css} [data-action="cancel-job"]`);
    cancel?.click();
    return Boolean(cancel);
  }, SECTION));
  await until("it may be started again", () => it.isVisible(`${SECTION} [data-action="run-job"]`));
  assert.equal(await it.in(() => document.querySelectorAll("[data-break-even]").length), 0, "nothing earlier stays");
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
