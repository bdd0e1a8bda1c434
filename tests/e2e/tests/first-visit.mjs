// A first visit: what the page is, whose figures it shows, and the other ways to start.
import assert from "node:assert/strict";
import { test } from "../harness.mjs";
import { until } from "../page.mjs";

const what = (it) => it.text('[data-view="what-this-is"]');
const EXAMPLE = /^Rent cloud GPUs, own them, or mix both: what costs least\. The figures are an example until you enter yours\.$/;

test("A first visit says in one line what the page is and that the figures are an example, until something is entered", async ({ page }) => {
  const it = await page();
  await it.open();
  assert.match(await what(it), EXAMPLE);
  assert.equal(await it.text("#inputs-heading"), "Example inputs");
  assert.doesNotMatch(await it.in(() => document.body.innerText), /your case/i, "an example is nobody's case");
  await it.enter("own.gpus", "72");
  await until("they are the reader's", async () => /What you have not entered is assumed\.$/.test(await what(it)));
  assert.equal(await it.text("#inputs-heading"), "Your inputs");
  await it.click('[data-action="undo"]');
  await until("it is the example again", async () => EXAMPLE.test(await what(it)));
  await it.open("#preset=reference-case");
  assert.match(await what(it), EXAMPLE, "a worked example is one too");
  await it.open("#n=72&end=1");
  assert.match(await what(it), /What you have not entered is assumed\.$/, "a link is somebody's own");
});

test("The first line is no more than one line at 1280 and two at 390", async ({ page }) => {
  const it = await page();
  for (const [width, lines] of [[1280, 1], [390, 2]]) {
    await it.resize(width, 800);
    await it.open();
    const [height, line] = await it.in(() => {
      const e = document.querySelector('[data-view="what-this-is"]');
      return [e.getBoundingClientRect().height, parseFloat(getComputedStyle(e).lineHeight)];
    });
    assert.ok(height < (lines + 0.5) * line, `${width}: ${height} of ${line}`);
  }
});

test("The start row leads to the cluster's files and to demand in words with an example that is not yet counted", async ({ page }) => {
  const it = await page();
  await it.open();
  await until("files can be chosen", () => it.in(() => document.getElementById("choose-files") !== null));
  await it.click('[data-action="files-start"]');
  await until("the field for files has the keyboard", () => it.in(() => document.activeElement.id === "choose-files"));
  assert.ok(await it.in(() => document.querySelector(".drop").getBoundingClientRect().top < innerHeight), "and is in sight");
  const before = await it.answer();
  await it.click('[data-action="demand-start"]');
  await until("the description has the keyboard", () => it.in(() => document.activeElement.id === "describe-demand"));
  assert.ok((await it.in(() => document.activeElement.value)).length > 10, "with an example");
  assert.match(await it.text('[data-view="described-demand"]'), /^Will be added:/);
  assert.deepEqual(await it.answer(), before, "nothing is added without a press");
  await it.click('[data-action="describe"]');
  await until("a workload", () => it.isVisible('[data-view="workload"]'));
});
