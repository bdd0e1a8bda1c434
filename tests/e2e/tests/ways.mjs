// The plans side by side, wide and on a phone: own, commit, rent, and what is there already.
import assert from "node:assert/strict";
import { test } from "../harness.mjs";
import { until } from "../page.mjs";

const rows = (it) => it.in(() => [...document.querySelectorAll("#ways tbody tr")].map((row) => ({
  plan: row.dataset.plan,
  chosen: row.matches(".chosen"),
  cells: Object.fromEntries([...row.cells].map((cell) => [cell.dataset.label ?? "Plan", cell.textContent])),
})));
const kinds = async (it) => (await rows(it)).map(({ plan }) => plan).join();

test("The plans stand side by side: with a bill four, and what mending it saves is told with the bill", async ({ page }) => {
  const it = await page();
  await it.open();
  await until("three plans show", async () => (await kinds(it)) === "own,commit,rent");
  await it.open("#preset=bill-8m");
  await until("four plans show", async () => (await kinds(it)) === "now,own,commit,rent");
  await it.caughtUp();
  const found = await rows(it);
  assert.deepEqual(found.filter(({ chosen }) => chosen).map(({ plan }) => plan), ["own"]);
  assert.deepEqual(found.filter(({ cells }) => cells["Above cheapest"] === "lowest, but too close to call").map(({ plan }) => plan), ["own"]);
  const [now, own, commit, rent] = found.map(({ cells }) => cells);
  assert.match(now.Plan, /^As nowGo on as now/);
  assert.match(now["Above cheapest"], /^\$24\.\dM$/, "what the brief asks for");
  assert.deepEqual([now, own, commit, rent].map((cells) => cells["Full capacity from"]), ["month 1", "month 6", "month 1", "month 1"]);
  assert.match(own.Plan, /bought 9\d%, on demand \d%/, "a bridge until delivery");
  // What mending the bill saves stands with its measures: the mended bill is no plan.
  assert.doesNotMatch(await it.text("#ways"), /cut the bill/);
  assert.match(await it.text("#present"), /The measures below would cut this bill\. They are not a plan of their own/);
  assert.match(await it.text("#present"), /looks cheaper than it is compared with owning/);
});

test("A commitment that holds more GPUs than the work needs says how many had better be committed; a number of one's own is left alone", async ({ page }) => {
  const it = await page();
  await it.open();
  await it.caughtUp();
  const told = () => it.in(() => document.querySelector('[data-view="fewer-committed"]')?.innerText ?? "");
  assert.equal(await told(), "", "not where committing at all costs more");
  await it.open("#v=1&n=160&w=32700&q=Mine~2~12&end=1");
  await until("it is told", async () => (await told()) !== "");
  const [, gpus] = /^.*Mine.* assumes 160 committed GPUs, the same as owned\. With (\d+) committed and the rest rented by the hour, it costs \$[\d.]+[KM] less, and less than any other plan here\./.exec(await told()) ?? assert.fail(await told());
  await it.open(`#v=1&n=160&w=32700&q=Mine~2~12&cc=given&cg=${gpus}&end=1`);
  await until("three plans show", async () => (await kinds(it)) === "own,commit,rent");
  await it.caughtUp();
  assert.equal(await told(), "");
});

test("On a phone plans, offers and what moves the answer are cards: no table of theirs scrolls sideways", async ({ page }) => {
  const it = await page({ size: [390, 844] });
  for (const [link, parts] of [["#preset=bill-8m", ["#ways", "#offers", "#moving", "#flips"]], ["#wl=Service~-~24~~Training~runs~256~504~4~-~1", ["#ways", "#offers", '[data-view="pair-break-evens"]', '[data-view="pair-drivers"]']]]) {
    await it.open(link);
    await until("all of them show", () => it.in((parts) => parts.every((css) => document.querySelector(`${css} .cards td`)), parts));
    const wide = await it.in(() => [...document.querySelectorAll(".scroll")].filter((e) => e.querySelector(".cards") && e.scrollWidth > e.clientWidth).map((e) => e.getAttribute("aria-label")));
    assert.deepEqual(wide, [], link);
    const bare = await it.in(() => [...document.querySelectorAll(".cards td")].filter((e) => !e.dataset.label).map((e) => e.closest("section").id));
    assert.deepEqual(bare, [], "every value says what it is");
  }
});

test("What an input must be for both to cost the same is told below its row; typed in it is so, and then it is gone", async ({ page }) => {
  const it = await page();
  await it.open();
  await it.caughtUp();
  await it.click('tr[data-driver="rent.discount_share"] [data-action="ask"]');
  const below = () => it.in(() => document.querySelector('tr[data-driver="rent.discount_share"] + tr [data-view="asked"]')?.textContent ?? "");
  await until("it is told", async () => (await below()) !== "");
  const [, share] = (await below()).match(/cost the same at ([\d.]+)%/);
  await it.enter("rent.discount_share", share);
  await until("it is too close to call", async () => /^Too close to call/.test(await it.verdict()));
  await it.caughtUp();
  assert.equal(await below(), "", "of the case before");
});
