// Values that follow user input: defaults for another cluster size, undo in the user's steps, the last answer before
// contradictory input, a currency's exchange rate.
import assert from "node:assert/strict";
import { Key } from "selenium-webdriver";
import { test } from "../harness.mjs";
import { until } from "../page.mjs";

/** Chooses an option of a select as a user does. */
async function choose(it, id, option) {
  const element = await it.field(id);
  await it.in((e, option) => {
    e.value = option;
    e.dispatchEvent(new Event("change", { bubbles: true }));
  }, element, option);
}

test("What is meant for eight nodes follows the number of GPUs, and says so; what somebody typed stays", async ({ page }) => {
  const it = await page();
  await it.open();
  const inLink = async (...keys) => Object.fromEntries(await Promise.all(keys.map(async (key) => [key, await it.inLink(key)])));
  const start = await inLink("st", "rst", "rkw", "fab", "fp");
  await it.enter("own.gpus", "8");
  await until("it follows", async () => (await it.inLink("st")) === "32~t~8~128");
  assert.deepEqual(await inLink("rst", "rkw", "fab", "fp"), { rst: start.rst, rkw: "10.25~t~0~30", fab: "8", fp: "0" });
  await it.caughtUp();
  assert.match(await it.text(".changed-list summary"), /^1 of \d+ inputs changed, \d+ more follow$/);
  await it.in(() => (document.querySelector(".changed-list").open = true));
  assert.match(await it.text(".changed-list"), /Owned storage: 32 TB instead of 256 TB, follows the GPUs owned/);
  await choose(it, "people.method", "given");
  // By the method page, eight GPUs need 0.05 people; renting needs 0.5, which is the minimum.
  await until("so do people, once they count", async () => (await it.inLink("fte"))?.startsWith("0.5~"));
  await it.enter("own.storage_tb", "100");
  await it.enter("own.gpus", "64");
  await until("the number is there", async () => (await it.inLink("n")) === "64");
  assert.deepEqual(await inLink("st", "rst", "rkw", "fab", "fp"), { ...start, st: "100" });
});

test("The price paid today follows the GPU on the bill, and work set from it says from which price", async ({ page }) => {
  const it = await page();
  await it.open("#");
  await it.enter("present.bill_usd_per_month", "100000");
  await until("it counts", async () => (await it.inLink("pb")) === "100000");
  assert.equal(await it.inLink("pp"), "6.88", "an H100");
  const ofH100 = Math.round((100_000 / 6.88) * 0.85 * 0.985);
  await until("nobody entered the work: it is what the bill pays for", async () => (await it.inLink("w")).startsWith(`${ofH100}~t~`));
  assert.equal((await it.all('[data-action="work-of-bill"]')).length, 0, "nothing is left to set");
  await it.enter("work.gpu_hours_per_month", "30000");
  await choose(it, "present.gpu", "a100-80-sxm");
  // AWS p4de.24xlarge: 27.44705 an hour for eight.
  await until("the price follows", async () => (await it.inLink("pp")).startsWith("3.43~t~"));
  await it.click('[data-view="present"] [data-action="work-of-bill"]');
  // By hand: 100,000 / 3.43 × 85% × 98.5%, an A100 hour as 312 of 989 of an H100 hour.
  const hours = Math.round((100_000 / 3.43) * 0.85 * 0.985 * (312 / 989));
  await until("the work is that of the bill", async () => (await it.inLink("w")).startsWith(`${hours}~t~`));
  const told = (await it.notices()).join("\n");
  assert.match(told, /The work was set to 7,70\d GPU-hours per month, what the bill pays for at \$3\.43 per GPU-hour, an assumed price/);
  await it.enter("own.node_price_usd", "250000");
  await until("the badge stands though the node price was entered", async () => (await it.in(() => document.querySelector(".assumed-prices")?.textContent)) === "on assumed prices");
  await until("the hint names the price", async () => /Set from the bill: \$100,000 a month at \$3\.43 per GPU-hour/.test(await it.text('[data-row="work.busy_share"]')));
  await it.enter("present.usd_per_gpu_hour", "3");
  await it.enter("present.idle_share", "15");
  const known = Math.round((100_000 / 3) * 0.85 * 0.985 * (312 / 989));
  await until("the work follows, and is known", async () => (await it.inLink("w")) === `${known}`);
  await until("the badge is gone", () => it.in(() => !document.querySelector(".assumed-prices")));
});

test("A bill beside work that was entered: the price at which it pays for all of that", async ({ page }) => {
  const it = await page();
  await it.open("#");
  await it.enter("work.gpu_hours_per_month", "30000");
  await it.enter("present.bill_usd_per_month", "100000");
  const button = '[data-action="price-of-bill"]';
  await until("it is offered", () => it.isVisible(button));
  // By hand: the hours that a bill pays for are the bill over the price, times 85% that are not idle and 98.5% that are kept.
  const price = (100_000 * 0.85 * 0.985) / 30_000;
  assert.ok((await it.text(button)).includes(`$${price.toFixed(2)}`), await it.text(button));
  await it.click(button);
  await until("the price is entered", async () => Math.abs(parseFloat(await it.inLink("pp")) - price) < 1e-3);
  await until("the bill pays for the work", async () => !(await it.in((button) => document.querySelector(button), button)));
});

test("A quote for other machines brings their work, storage and jobs with it, unless somebody typed them", async ({ page }) => {
  const it = await page();
  // Rented data are 256 TB for 32,700 GPU-hours a month.
  for (const [work, expected, data] of [[undefined, /^4087\.5/, /^32~/], ["5000", /^5000$/, /^39\.14\d*~/]]) {
    await it.open("#");
    if (work) await it.enter("work.gpu_hours_per_month", work);
    await it.click('.starts [data-action="vendor"]');
    await until("the first field has the keyboard", () => it.in(() => document.activeElement.id === "in-vendor-0"));
    for (const text of ["1", "8", "260k"]) await it.press(...text, Key.TAB);
    await it.click('[data-action="take-vendor"]');
    await until("it is taken", async () => (await it.inLink("n")) === "8");
    assert.match(await it.inLink("w"), expected);
    assert.match(await it.inLink("rst"), data);
  }
});

test("Undo takes a text that cannot be used first, and a drag in one step", async ({ page }) => {
  const it = await page();
  await it.open();
  await it.enter("time.lead_months", "8");
  await until("it counts", async () => (await it.inLink("ld")) === "8");
  await it.enter("own.gpus", "abc");
  await until("it is refused", async () => (await it.rowError("own.gpus")).wrong);
  await it.click('[data-action="undo"]');
  await until("the text is gone", async () => (await it.fieldText("own.gpus")) === "64");
  assert.equal((await it.rowError("own.gpus")).wrong, false);
  assert.equal(await it.fieldText("time.lead_months"), "8", "and nothing else");
  await it.click('[data-action="undo"]');
  await until("now that is undone too", async () => (await it.fieldText("time.lead_months")) === "10");

  const before = await it.inLink("w");
  const slider = await it.one("#busy-slider");
  await it.in((e) => e.scrollIntoView({ block: "center" }), slider);
  const mouse = it.driver.actions({ async: true }).move({ origin: slider, x: 60 }).press();
  for (const x of [40, 20, 0, -20, -40]) mouse.move({ origin: slider, x, duration: 40 });
  await mouse.release().perform();
  await until("it is dragged", async () => (await it.inLink("w")) !== before);
  await it.click('[data-action="undo"]');
  await until("one step takes it back", async () => (await it.inLink("w")) === before);
});

test("While inputs contradict each other the answer is that from before the typing, not of half a number", async ({ page }) => {
  const it = await page();
  await it.open();
  await it.enter("time.horizon_months", "12");
  await it.caughtUp();
  const before = await it.verdict();
  await it.type("time.lead_months", "12");
  await until("it is an earlier answer", async () => /previous values/.test(await it.text("#answer")));
  const shown = await it.in(() => document.querySelector("#answer .verdict").textContent);
  assert.equal(shown, before);
  await it.type("time.lead_months", "1");
  await until("one month counts", async () => !/previous values/.test(await it.text("#answer")));
  assert.notEqual(await it.verdict(), before);
});

test("Another currency does not take the rate and day of the one before; one that was there already has its own again", async ({ page }) => {
  const it = await page();
  await it.open("#v=2&cur=EUR&fx=0.92&fxd=2026-11-20&end=1");
  await it.currency("JPY");
  await until("the rate is none", async () => (await it.inLink("cur")) === "JPY");
  // Links omit these at their neutral value.
  const rateAndDay = async () => [(await it.inLink("fx")) ?? "1", (await it.inLink("fxd")) ?? ""];
  assert.deepEqual(await rateAndDay(), ["1", ""]);
  await it.settled();
  assert.match(await it.text("#notes"), /stay in US dollars until you enter an exchange rate for JPY/);
  assert.match((await it.figure("own")).text, /^\$\d\.\d\d$/);
  await it.enter("money.currency_per_usd", "150");
  await until("it counts", async () => (await it.inLink("fx")) === "150");
  assert.match((await it.figure("own")).text, /¥4\d\d/);
  for (const [code, rate, day] of [["EUR", "0.92", "2026-11-20"], ["USD", "1", ""], ["JPY", "150", ""]]) {
    await it.currency(code);
    await until(code, async () => ((await it.inLink("cur")) ?? "USD") === code);
    assert.deepEqual(await rateAndDay(), [rate, day], code);
  }
});

test("The question says how large a job is; what is asked of the machines turns the answer as it says", async ({ page }) => {
  const it = await page();
  await it.open();
  assert.match(await it.text(".question"), /in jobs of 64 GPUs$/);
  const asked = () => it.in(() => [...document.querySelectorAll('[data-view="asked-of-machines"] li')].map((e) => e.innerText.replaceAll("\u00a0", " ")));
  await it.caughtUp();
  const line = (await asked()).find((text) => text.startsWith("GPUs in one fabric: 1 instead of 64 GPUs"));
  const [, who, less] = /renting from (.+) then costs (\$[\d.]+[KM]) less\.$/.exec(line);
  assert.match((await it.answer()).verdict, /^(Too close to call\. )?Own 64 GPUs/);
  await it.click('.question button[data-row-link="work.fabric_gpus"]');
  await until("its field has the keyboard", () => it.in(() => document.activeElement.dataset.field === "work.fabric_gpus"));
  await it.enter("work.fabric_gpus", "1");
  const { verdict } = await it.answer();
  assert.ok(verdict.startsWith("Rent from ") && verdict.includes(who) && verdict.includes(`${less} (`), `${verdict} / ${line}`);
  assert.match(await it.text(".question"), /in jobs of 1 GPU$/);
  await it.caughtUp();
  assert.ok((await asked()).some((text) => /^GPUs in one fabric: \d+ or more instead of 1: owning then costs/.test(text)), (await asked()).join("\n"));
});

test("A default that somebody types is known: it can no longer turn the answer, and says so; reset makes it an assumption again", async ({ page }) => {
  const it = await page();
  await it.open();
  await it.caughtUp();
  const drivers = () => it.in(() => [...document.querySelectorAll("[data-driver]")].map((e) => e.dataset.driver));
  const id = "own.node_price_usd";
  assert.ok((await drivers()).includes(id));
  const was = await it.fieldText(id);
  const inLink = await it.inLink("np");
  // A number that is known is not drawn: only how likely the answer is may be another.
  const figures = async () => (await it.answer()).verdict.replace(/\d+% of cases/, "");
  const told = await figures();
  await it.enter(id, was);
  await until("it is known", async () => (await it.inLink("np")) !== inLink);
  await it.caughtUp();
  assert.ok(!(await drivers()).includes(id), "nothing is left to find out");
  assert.doesNotMatch(await it.text("#answer"), /The node price is an assumption/);
  assert.equal(await figures(), told, "the figures are the same");
  assert.match(await it.text(".changed-list summary"), /^1 of \d+ inputs changed$/);
  await it.in(() => (document.querySelector(".changed-list").open = true));
  assert.match(await it.text(".changed-list li"), /^Node price: [\d,]+ USD per node, assumption confirmed$/);
  await it.click(`[data-row="${id}"] [data-action="reset-field"]`);
  await until("it is an assumption again", async () => (await it.inLink("np")) === inLink);
  await it.caughtUp();
  assert.ok((await drivers()).includes(id));
});

test("A job size typed before the number of GPUs stays while that is typed key by key", async ({ page }) => {
  const it = await page();
  await it.open();
  await it.enter("work.fabric_gpus", "8");
  await until("it counts", async () => (await it.inLink("fab")) === "8");
  const gpus = await it.field("own.gpus");
  await gpus.click();
  await it.in((e) => e.select(), gpus);
  for (const key of "24") await it.press(key);
  await until("both stand", async () => (await it.inLink("n")) === "24");
  // In between, at 2 GPUs in one node of eight, it equalled the default: it is still marked as the user's own.
  assert.equal(await it.inLink("fab"), "8~u~8~8");
});

test("What was typed for the busy share and cannot be used goes when the work moves it: no answer is called an earlier one", async ({ page }) => {
  const it = await page();
  await it.open();
  await it.enter("work.busy_share", "-3");
  await until("it is told", async () => (await it.rowError("work.busy_share")).text !== "");
  assert.match(await it.text("#answer"), /previous values/);
  await it.enter("work.gpu_hours_per_month", "30000");
  await until("the work counts", async () => (await it.inLink("w")) === "30000");
  assert.equal((await it.rowError("work.busy_share")).text, "");
  assert.equal(await it.fieldText("work.busy_share"), "65.19"); // 30,000 hours of 64 × 730 at 98.5 %
  assert.doesNotMatch(await it.text("#answer"), /previous values/);
});
