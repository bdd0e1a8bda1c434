import assert from "node:assert/strict";
import { test } from "../harness.mjs";
import { until } from "../page.mjs";

const isRest = (path) => path.endsWith("_rest.wasm");

test("The answer stands before the second part of the program is there, and works", async ({ page, site }) => {
  let release;
  const held = new Promise((resolve) => (release = resolve));
  const it = await page({ site: await site({ answer: (path) => (isRest(path) ? { held } : undefined) }) });
  await it.go();
  await until("the answer stands", () => it.isVisible('[data-view="verdict"]'));
  assert.ok(await it.isVisible('[data-view="cost-curve"] svg'), "the first chart is there");
  const before = await it.text('[data-view="verdict"]');
  await it.enter("own.gpus", "8");
  await until("a key changes it", async () => (await it.text('[data-view="verdict"]')) !== before);
  const later = ['[data-view="ways"]', ".inputs .group", '[data-view="turns"] .figure'];
  for (const css of later) assert.equal((await it.all(css)).length, 0, `${css} is not there yet`);
  assert.equal(await it.text('[data-view="badge"]'), "…", "how sure the answer is follows too");
  await it.in(() => document.querySelector('.starts [data-row-link="present.bill_usd_per_month"]').click());
  release();
  for (const css of later) await until(`${css} follows`, async () => (await it.all(css)).length > 0);
  await until("how sure it is stands there", async () => (await it.text('[data-view="badge"]')).length > 3);
  await until("what was pressed is reached", () => it.in(() => document.activeElement?.dataset.field === "present.bill_usd_per_month"));
});

test("Where the second part does not load, the page says so and loads it when asked", async ({ page, site }) => {
  let missing = true;
  const it = await page({ site: await site({ answer: (path) => (isRest(path) && missing ? { status: 404 } : undefined) }) });
  it.complaintsExpected = true;
  await it.go();
  await until("it says so", async () => (await it.all('[data-view="not-loaded"]')).length > 0);
  assert.ok(await it.isVisible('[data-view="verdict"]'), "the answer stands");
  assert.equal(await it.isVisible('[data-view="stopped"]'), false, "and the page has not stopped");
  assert.match(await it.text('.proof [data-view="not-loaded"]'), /did not load/);
  assert.equal((await it.all('[data-view="not-loaded"]')).length, 1, "once");
  assert.equal((await it.all(".proof.settling")).length, 0, "nothing is awaited there");
  missing = false;
  await it.click('.proof [data-action="load-again"]');
  await until("the sections are there", () => it.isVisible('[data-view="ways"]'));
  assert.equal((await it.all('[data-view="not-loaded"]')).length, 0);
  await until("how sure the answer is follows", async () => (await it.text('[data-view="badge"]')).length > 3);
});

// An empty program compiles and starts: only its hash tells it from the right one.
const EMPTY = "\0asm\x01\0\0\0";

test("A second part that is cut or another one is fetched once more", async ({ page, site }) => {
  let times = 0;
  const it = await page({ site: await site({ answer: (path) => (isRest(path) && (times += 1) === 1 ? { body: EMPTY } : undefined) }) });
  it.complaintsExpected = true; // the browser names the file
  await it.open();
  await until("the sections are there", () => it.isVisible('[data-view="ways"]'));
  assert.ok(times >= 2, "the page once more, and then the copy for offline use");
  assert.equal((await it.all('[data-view="not-loaded"]')).length, 0);
});

test("A second part that is always another one is not run: the page says that it did not load", async ({ page, site }) => {
  let wrong = true;
  const it = await page({ site: await site({ answer: (path) => (isRest(path) && wrong ? { body: EMPTY } : undefined) }) });
  it.complaintsExpected = true; // the browser names the file
  await it.go();
  await until("it says so", async () => (await it.all('[data-view="not-loaded"]')).length > 0);
  assert.ok(await it.isVisible('[data-view="verdict"]'), "the answer stands");
  assert.equal(await it.isVisible('[data-view="stopped"]'), false, "and the page has not stopped");
  wrong = false;
  await it.click('[data-action="load-again"]');
  await until("the sections are there", () => it.isVisible('[data-view="ways"]'));
});
