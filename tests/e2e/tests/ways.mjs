// Own, commit, rent by the hour and the present bill side by side, wide and on a phone.
import assert from "node:assert/strict";
import { test } from "../harness.mjs";
import { until } from "../page.mjs";

const rows = (it) => it.in(() => [...document.querySelectorAll("#ways tbody tr")].map((row) => [...row.cells].map((cell) => cell.textContent)));

test("The ways stand side by side: with a bill five, and how much of the saving mending it makes", async ({ page }) => {
  const it = await page();
  await it.open();
  await until("three ways show", async () => (await rows(it)).length === 3);
  assert.deepEqual((await rows(it)).map(([name]) => name.match(/^(Own|Commit|Rent by the hour)/)?.[0]), ["Own", "Commit", "Rent by the hour"]);
  await it.open("#preset=bill-8m");
  await until("five ways show", async () => (await rows(it)).length === 5);
  const found = await rows(it);
  assert.equal(found.filter((row) => row[3] === "lowest, but too close to call").length, 1);
  assert.equal(found[3][0], "Current setup");
  assert.match(found[3][3], /^\$24\.\dM$/, "what the brief asks for");
  const words = await it.text("#ways .strong");
  assert.match(words, /^Owning costs \$24\.\dM less than your current bill\. First cut the bill, .* saves \$2\d\.\dM, most of it by moving to \w+; buying hardware then saves another \$2\d\.\dK\.$/);
  assert.match(await it.text("#ways .small"), /looks cheaper than it is compared with owning/);
});

test("A commitment that holds more GPUs than the work needs says how many had better be committed; a number of one's own is left alone", async ({ page }) => {
  const it = await page();
  await it.open();
  await it.caughtUp();
  const told = () => it.in(() => document.querySelector('[data-view="fewer-committed"]')?.innerText ?? "");
  assert.equal(await told(), "", "not where committing at all costs more");
  await it.open("#v=1&n=160&w=32700&q=Mine~2~12&end=1");
  await until("it is told", async () => (await told()) !== "");
  const [, gpus] = /^.*Mine.* assumes 160 committed GPUs, the same as owned\. With (\d+) committed and the rest rented by the hour, it costs \$[\d.]+[KM] less, and less than any other option here\./.exec(await told()) ?? assert.fail(await told());
  await it.open(`#v=1&n=160&w=32700&q=Mine~2~12&cc=given&cg=${gpus}&end=1`);
  await until("three ways show", async () => (await rows(it)).length === 3);
  await it.caughtUp();
  assert.equal(await told(), "");
});

test("On a phone ways, offers and what moves the answer are cards: no table of theirs scrolls sideways", async ({ page }) => {
  const it = await page({ size: [390, 844] });
  await it.open("#preset=bill-8m");
  await until("all of them show", () => it.in(() => ["#ways", "#offers", "#moving", "#flips"].every((id) => document.querySelector(`${id} .cards td`))));
  const wide = await it.in(() => [...document.querySelectorAll(".scroll")].filter((e) => e.querySelector(".cards") && e.scrollWidth > e.clientWidth).map((e) => e.getAttribute("aria-label")));
  assert.deepEqual(wide, []);
  const bare = await it.in(() => [...document.querySelectorAll(".cards td")].filter((e) => !e.dataset.label).length);
  assert.equal(bare, 0, "every value says what it is");
});

test("What an input must be for both to cost the same is told below its row; typed in it is so, and then it is gone", async ({ page }) => {
  const it = await page();
  await it.open();
  await it.caughtUp();
  await it.click('tr[data-driver="rent.discount_share"] [data-action="ask"]');
  const below = () => it.in(() => document.querySelector('tr[data-driver="rent.discount_share"] + tr [data-view="asked"]')?.textContent ?? "");
  await until("it is told", async () => (await below()) !== "");
  const [, share] = (await below()).match(/cost the same at ([\d.]+)\s%/);
  await it.enter("rent.discount_share", share);
  await until("it is too close to call", async () => /^Too close to call/.test(await it.verdict()));
  await it.caughtUp();
  assert.equal(await below(), "", "of the case before");
});
