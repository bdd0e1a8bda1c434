// The third part of the program: what nobody needs before asking for it (scripts/asked.txt).
import assert from "node:assert/strict";
import { Key } from "selenium-webdriver";
import { test } from "../harness.mjs";
import { until } from "../page.mjs";

const SVG = '[data-do="export"][data-about="svg cost-curve"]';
const CSV = '[data-do="export"][data-about="csv cost-curve"]';
const said = (it) => it.text("p.spoken[role=status]");
/** How often the page itself fetched the third part. */
const fetched = (it) => it.in(() => performance.getEntriesByType("resource").filter((each) => each.name.includes("_asked")).length);

test("What makes files and pictures is fetched when somebody asks for one, once, and not before", async ({ page }) => {
  const it = await page();
  await it.open();
  await it.openGroups();
  await it.openAllFolds();
  await it.enter("own.gpus", "96");
  await it.save("Kept");
  await it.caughtUp();
  assert.equal(await fetched(it), 0, "nobody asked for a file");
  await it.click(SVG);
  await until("the picture is saved", async () => /saved/i.test(await said(it)));
  await it.click(CSV);
  assert.equal(await fetched(it), 1);
});

test("Without a network a file cannot be made: that is said, the page goes on, and with a network it can", async ({ page }) => {
  const it = await page();
  await it.before(`{
    const real = globalThis.fetch;
    globalThis.fetch = (what, ...given) => (globalThis.cut && String(what).includes("_asked.wasm") ? Promise.reject(new TypeError("no network")) : real(what, ...given));
    globalThis.cut = true;
  }`);
  await it.open();
  const answer = await it.answer();
  await it.openAllFolds();
  await it.click(SVG);
  await until("it is said", async () => (await it.notices()).some((each) => /could not be loaded[^]*nothing is lost/.test(each)));
  assert.equal(await it.isVisible('[data-view="stopped"]'), false);
  const changed = await it.fieldText("own.gpus");
  await it.enter("own.gpus", "88");
  await (await it.one(SVG)).sendKeys(Key.chord(Key.CONTROL, "z"));
  await until("keys on that button still undo", async () => (await it.fieldText("own.gpus")) === changed);
  await it.enter("own.gpus", "96");
  const next = await it.nextAnswer(answer);
  assert.notEqual(next.verdict, answer.verdict, "the page works on");
  await it.in(() => { window.cut = false; }); // globalThis is Firefox's own there
  await it.click(SVG);
  await until("the picture is saved", async () => /saved/i.test(await said(it)));
});
