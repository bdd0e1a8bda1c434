// Workloads, the demand that they add up to, and the cheapest plan for it.
import assert from "node:assert/strict";
import { Key } from "selenium-webdriver";
import { test } from "../harness.mjs";
import { evaluate } from "../native.mjs";
import { until } from "../page.mjs";

const ROWS = "#ways tbody tr";
const SENTENCE = "24 GPUs all year, and 256 for three weeks every quarter, which may be interrupted";
const FROM_HAND = "#wl=Service~-~24~~Training~runs~256~504~4~-~1";

/** The field for words: it is in the part that loads after the first answer. */
async function wordsField(it) {
  await it.openGroups();
  await until("the field for words is there", () => it.isVisible("#describe-demand"));
  return it.one("#describe-demand");
}

async function describe(it, text) {
  const field = await wordsField(it);
  await field.sendKeys(text);
  await it.click('[data-action="describe"]');
}

/** Waits for the plan with the sizes of these inputs, and returns its sentence. */
async function headline(it) {
  await it.caughtUp();
  const said = await it.verdict();
  assert.doesNotMatch(said, /^Finding/);
  return said;
}

/** The plans side by side: the id of each, and the exact figures of its numbers. */
const plans = async (it) => {
  // Parsed here: a driver may change the last digit of numbers.
  const rows = await it.in((css) => [...document.querySelectorAll(css)].map((row) => [row.dataset.plan, [...row.querySelectorAll("td.number [data-value]")].map((each) => each.dataset.value)]), ROWS);
  return rows.map(([plan, values]) => [plan, values.map(Number)]);
};

test("A demand described in a sentence becomes workloads, sets the work and gets its cheapest plan", async ({ page }) => {
  const it = await page();
  await it.open();
  const before = await it.fieldText("work.gpu_hours_per_month");
  const first = await headline(it);
  await describe(it, SENTENCE);
  assert.equal((await it.all('[data-view="workload"]')).length, 2);
  // 24 · 730 + 256 · 504 · 4 / 12.
  assert.equal(await it.fieldNumber("work.gpu_hours_per_month"), 60_528);
  assert.match(await headline(it), /^Own \d+ GPUs, rent the rest on spot and on demand\. .* a year: \$[\d.]+M \(\d+%\) less in total, at present value, than renting from /);
  assert.match(await it.text('[data-view="demand"]'), /280 at the peak/);
  assert.match(await it.text('[data-view="pooling"]'), /peak together/);
  const report = JSON.parse(await evaluate(await it.savedFile('[data-action="save-file"]')));
  const plan = (kind) => report.plans.find((each) => each.kind === kind);
  const [best, next] = [plan(report.recommended), plan(report.rival)];
  assert.deepEqual([best.kind, next.kind], ["mix", "rent"]);
  const rows = await plans(it);
  assert.deepEqual(rows.map(([kind]) => kind), ["own", "commit", "rent", "mix"]);
  for (const [kind, values] of rows) assert.deepEqual(values.slice(0, 3), [plan(kind).usd_per_productive_gpu_hour, plan(kind).usd_per_year, plan(kind).present_value_usd], kind);
  // One answer: the tiles, what would change it, the first chart and the line at the foot are about this plan.
  const tiles = await it.in(() => Object.fromEntries([...document.querySelectorAll('[data-view="plan-figures"] > div')].map((tile) => [tile.querySelector("dt").dataset.label, Number(tile.querySelector("dd .figure").dataset.value)])));
  assert.deepEqual([tiles["Cost of this plan"], tiles["Runner-up"], tiles["Upfront payment"]], [best.usd_per_productive_gpu_hour, next.usd_per_productive_gpu_hour, best.upfront_usd]);
  const saved = await it.in(() => [...document.querySelectorAll('[data-view="verdict"] .figure')].map((each) => Number(each.dataset.value)));
  assert.deepEqual(saved.slice(0, 2), [best.usd_per_year, next.present_value_usd - best.present_value_usd]);
  assert.match(await it.text('[data-view="turns"]'), / (With .*|Within its range, .*|No input within its range makes) .*(costs less|can make .* cheaper|cheaper)\./);
  assert.equal(await it.isVisible('[data-label="Cost to own"]'), false, "the tiles of the GPUs entered give way");
  assert.equal(await it.in(() => document.querySelector("figure.chart").dataset.view), "plan-load", "the first chart");
  assert.equal(await it.isVisible('[data-view="cost-curve"]'), false);
  assert.ok((await it.all('[data-view="pair-drivers"] tbody tr')).length >= 6);
  await it.in(() => document.querySelector("#two-plans").scrollIntoView());
  await until("the line at the foot", () => it.isVisible(".glance"));
  assert.match(await it.text(".glance"), /^Own \d+ GPUs, rent the rest on spot and on demand\..* less than renting from /s);
  // One press holds the sizes, one step back lets them be found again.
  await it.click('[data-action="hold-sizes"]');
  await until("they are held", async () => (await it.inLink("so")) === String(best.own_gpus));
  await it.click('[data-action="undo"]');
  await until("they are found", async () => (await it.inLink("so")) === null);
  await it.click('[data-action="undo"]');
  assert.equal((await it.all('[data-view="workload"]')).length, 0, "the workloads were one step");
  assert.equal(await it.fieldText("work.gpu_hours_per_month"), before);
  assert.equal(await headline(it), first);
});

test("Words that are not understood say so and add nothing", async ({ page }) => {
  const it = await page();
  await it.open();
  await describe(it, "lots of training");
  await until("the problem is named", () => it.in(() => document.querySelector('[data-row="work.workloads"] [data-error]')?.innerText.includes("was not understood")));
  assert.equal((await it.all('[data-view="workload"]')).length, 0);
  assert.equal(await it.in(() => document.querySelector("#describe-demand").value), "lots of training", "the text stays");
});

test("The reading stands below the words while they are typed, and the press adds it", async ({ page }) => {
  const it = await page();
  await it.open();
  const field = await wordsField(it);
  const reading = () => it.in(() => [...document.querySelectorAll('[data-view="described-demand"] [data-reading]')].map((each) => each.innerText));
  const marked = () => it.in(() => [...document.querySelectorAll('[data-view="described-demand"] mark')].map((each) => each.lastElementChild.textContent));
  await field.sendKeys("24 GPUs all year, 256 for 3 weeks every quarter, both");
  await until("both workloads are read", async () => (await reading()).length === 2);
  assert.deepEqual(await reading(), [
    "24 GPUs, all year: 210,240 GPU-hours a year",
    "256 GPUs, 3 weeks, 4 times a year: 516,096 GPU-hours a year",
  ]);
  await field.sendKeys(" interruptible");
  await until("the mark reaches both", async () => (await reading()).every((each) => each.includes(", interruptible: ")));
  assert.equal((await it.all('[data-view="workload"]')).length, 0, "nothing is added by typing");
  await field.sendKeys(", growing 20% a year");
  await until("what was not read is marked", async () => (await marked()).length === 1);
  assert.deepEqual(await marked(), ["growing 20% a year"]);
  await it.click('[data-action="describe"]');
  await until("the press says why", () => it.in(() => /Nothing was added.*growing 20% a year/.test(document.querySelector('[data-row="work.workloads"] [data-error]')?.innerText ?? "")));
  assert.equal((await it.all('[data-view="workload"]')).length, 0);
  await field.clear();
  await field.sendKeys("64 GPUs weekly");
  await until("the question names the word", () => it.in(() => /"weekly" leaves open how long/.test(document.querySelector('[data-view="unread"]')?.innerText ?? "")));
  assert.deepEqual(await marked(), ["weekly"]);
  await field.clear();
  await field.sendKeys("24 A100s for 2 hours a day, 5 days a week");
  await until("the other GPU is said", () => it.isVisible('[data-view="other-gpu"]'));
  await it.click('[data-action="describe"]');
  await until("it is added", async () => (await it.all('[data-view="workload"]')).length === 1);
  // 24 · 2 · 5 · 52 / 12.
  assert.equal(await it.fieldNumber("work.gpu_hours_per_month"), 1_040);
  assert.equal(await it.in(() => document.querySelector("#describe-demand").value), "");
  assert.equal(await it.isVisible('[data-view="described-demand"] [data-reading]'), false);
});

test("Markup, and a number without end, are text in the words", async ({ page }) => {
  const it = await page();
  await it.open();
  await describe(it, "<img src=x onerror=alert(1)> GPUs");
  await until("it is named", () => it.in(() => document.querySelector('[data-view="described-demand"] mark') !== null));
  assert.equal(await it.in(() => document.querySelectorAll('[data-view="described-demand"] img').length), 0);
  const field = await it.one("#describe-demand");
  await field.clear();
  await field.sendKeys(`${"9".repeat(380)} GPUs`);
  await it.click('[data-action="describe"]');
  await until("it is refused", () => it.in(() => document.querySelector('[data-row="work.workloads"] [data-error]')?.innerText.includes("Nothing was added")));
  assert.equal((await it.all('[data-view="workload"]')).length, 0);
  assert.equal(await it.in(() => document.querySelector("#describe-demand").value.length), 385, "the text stays");
});

test("Workloads travel in links; what cannot be used is named, and the rest counts", async ({ page }) => {
  const it = await page();
  await it.open(FROM_HAND);
  const said = await headline(it);
  assert.equal(await it.fieldNumber("work.gpu_hours_per_month"), 60_528, "a link by hand has no work: the workloads set it");
  await it.enter("own.node_price_usd", "300000");
  const link = await it.in(() => location.hash);
  const again = await page();
  await until("the address follows", async () => (await it.in(() => location.hash)).includes("&np=300000&"));
  await again.open(await it.in(() => location.hash));
  assert.notEqual(await again.in(() => location.hash), link);
  assert.equal(await headline(again), await headline(it));
  assert.notEqual(said, "");
  const bad = await page();
  const gaps = ["Gaps", "series", ...Array(17).fill("-"), "8_2a4_20x_20-3_20_3f_2a6"].join("~");
  await bad.open(`#wl=Service~-~24~~~runs~8~~Both~-~8~-~-~-~0.7~-~0.6~~${gaps}`);
  await bad.caughtUp();
  const warned = await bad.text('[data-view="warnings"]');
  for (const words of [/Workload 2, .*needs how long a run lasts.*left out/, /Workload 3, Both: .*exceed 100%/, /Workload 4, Gaps: .*"x".*left out/, /6 hours of its series are unknown/]) {
    assert.match(warned, words);
  }
  assert.match(await bad.text('[data-view="demand"]'), /Service/);
});

test("A workload keeps its fold and its focus when another one is removed", async ({ page }) => {
  const it = await page();
  await it.open(FROM_HAND);
  await it.openGroups();
  await until("both workloads are there", async () => (await it.all('[data-view="workload"]')).length === 2);
  // Both folds hold something, so both are open; the second is closed.
  const folds = () => it.in(() => [...document.querySelectorAll('[data-view="workload"] details')].map((fold) => fold.open));
  await it.in(() => document.querySelectorAll('[data-view="workload"] details summary')[1].click());
  assert.deepEqual(await folds(), [true, false]);
  await it.in(() => {
    const [first, second] = document.querySelectorAll('[data-view="workload"]');
    second.querySelector("input").focus();
    // A click by script moves no focus.
    first.querySelector('[data-action="remove"]').click();
  });
  await until("the first is gone", async () => (await it.all('[data-view="workload"]')).length === 1);
  assert.deepEqual(await folds(), [false], "the other one's fold stays closed");
  const left = await it.in(() => {
    const card = document.querySelector('[data-view="workload"]');
    const name = card.querySelector("input");
    return { focused: document.activeElement === name, name: name.value, label: name.getAttribute("aria-label"), legend: card.querySelector("legend").innerText };
  });
  assert.deepEqual(left, { focused: true, name: "Training", label: "Workloads 1: name", legend: "Workload 1" });
});

test("A long series is whole in links too, until it is kept as a measured record", async ({ page }) => {
  const it = await page();
  await it.open();
  await it.openGroups();
  await it.click('[data-action="add-workload"]');
  const hours = Array.from({ length: 400 }, (_, hour) => 20 + ((37 * hour) % 61)).join(" ");
  await it.in((hours) => {
    const kind = document.querySelector('[data-view="workload"] select');
    kind.value = "series";
    kind.dispatchEvent(new Event("change", { bubbles: true }));
    return hours;
  }, hours);
  await until("the series has its field", () => it.in(() => document.querySelector('[data-view="workload"] input[aria-label*="GPUs by hour"]') !== null));
  await it.in((hours) => {
    const field = document.querySelector('[data-view="workload"] input[aria-label*="GPUs by hour"]');
    field.value = hours;
    field.dispatchEvent(new Event("change", { bubbles: true }));
  }, hours);
  const whole = hours.replaceAll(" ", "_20");
  await until("the address follows", async () => (await it.in(() => location.hash)).includes(whole));
  await it.reload();
  await it.openGroups();
  assert.equal(await it.in(() => document.querySelector('[data-view="workload"] input[aria-label*="GPUs by hour"]').value), hours, "a reload loses nothing");
  await it.click('[data-action="keep-levels"]');
  await until("the link is short", async () => (await it.in(() => location.hash)).length <= 1400);
  const levels = () => document.querySelector('[data-view="workload"] input[aria-label*="GPUs by hour"]').value;
  assert.match(await it.in(levels), /^80x\d+-[\dx.-]+-20x\d+$/, "peak and least stay");
  assert.equal(await it.in(() => document.querySelector('[data-view="long-series"]')), null);
  const shared = await page();
  await shared.open(await it.in(() => location.hash));
  await shared.caughtUp();
  await shared.openGroups();
  assert.equal(await shared.in(levels), await it.in(levels), "the link holds what the page computes with");
});

test("What has to run on owned machines leaves owning as the only plan", async ({ page }) => {
  const it = await page();
  await it.open("#wl=Registry~-~20~-~-~-~-~-~1");
  assert.match(await headline(it), /^Own \d+ GPUs\. Over .* that costs \$[\d.]+[KM] a year\. It is the only plan that does all the work\.$/);
  assert.equal(await it.text('[data-view="badge"]'), "only choice");
  assert.deepEqual(await it.in((css) => [...document.querySelectorAll(`${css}.chosen`)].map((row) => row.dataset.plan), ROWS), ["own"]);
  const others = await it.in((css) => [...document.querySelectorAll(`${css}:not(.chosen)`)].map((row) => row.querySelector("th").innerText), ROWS);
  for (const other of others) assert.match(other, /leaves work undone/);
  assert.equal(await it.isVisible('[data-label="Runner-up"]'), false, "nothing compares");
  assert.equal(await it.isVisible("#two-plans"), false);
});

test("The charts of demand and plans have a table, a keyboard and files", async ({ page }) => {
  const it = await page();
  await it.open(FROM_HAND);
  await headline(it);
  await it.openAllFolds();
  for (const [id, kinds] of [["load-duration", ["csv", "svg"]], ["plan-load", ["csv", "svg"]], ["plan-cash", ["csv", "svg"]]]) {
    await it.reveal(`[data-view="${id}"] .plot`);
    await it.in((id) => document.querySelector(`[data-view="${id}"] .plot`).focus(), id);
    await it.press(Key.ARROW_RIGHT);
    await until("the point is read", () => it.in((id) => document.querySelector(`[data-view="${id}"] .tooltip`)?.innerText.length > 5, id));
    for (const kind of kinds) {
      const file = await it.savedFile(`[data-export="${kind} ${id}"]`);
      assert.ok(file.length > 200, `${kind} of ${id}`);
    }
  }
});

test("Who describes demand without the size of its jobs is asked for it, where that keeps offers out; the answer follows", async ({ page }) => {
  const it = await page();
  const asked = () => it.in(() => document.querySelector('[data-view="job-size-question"]')?.innerText.replace(/\s+/g, " ") ?? "");
  const size = () => it.in(() => document.querySelector('[data-row-link="work.fabric_gpus"]').innerText.trim());
  await it.open();
  await it.caughtUp();
  assert.equal(await asked(), "", "a steady amount of work names its jobs");
  assert.equal(await size(), "64 GPUs");
  await it.open("#wl=Service~-~24~~Training~runs~256~504~4~-~1");
  const question = await until("it is asked", asked);
  assert.match(question, /64 are assumed.* up to \d+ more offers can do the work, from \$[\d.]+ per GPU-hour/);
  assert.equal(await size(), "64 GPUs (assumed)");
  await it.caughtUp();
  const before = await headline(it);
  await it.click('[data-job-size="1"]');
  await until("it is answered", async () => (await asked()) === "");
  await it.caughtUp();
  assert.equal(await it.inLink("fab"), "1");
  assert.equal(await size(), "1 GPU");
  assert.notEqual(await it.verdict(), before, "other offers count");
  await it.click('[data-action="undo"]');
  await until("it is asked again", asked);
  await it.click('[data-action="keep-job-size"]');
  await until("what is assumed is right", async () => (await asked()) === "");
  await it.caughtUp();
  assert.equal(await headline(it), before);
});

test("The offers that a mix rents from are named with their prices, spot as spot, and marked in the list of offers", async ({ page }) => {
  const it = await page();
  await it.open(FROM_HAND);
  await headline(it);
  const report = JSON.parse(await evaluate(await it.savedFile('[data-action="save-file"]')));
  const mix = report.plans.find((plan) => plan.kind === "mix");
  const offer = (id) => report.offers.find((each) => each.id === id);
  const used = await it.in(() => [...document.querySelectorAll('#ways tr[data-plan="mix"] [data-view="offers-used"] .figure')].map((each) => each.dataset.value));
  assert.deepEqual(used.map(Number), [...mix.spot, mix.hourly].map((id) => offer(id).usd_per_gpu_hour));
  const text = await it.in(() => document.querySelector('#ways tr[data-plan="mix"] [data-view="offers-used"]').textContent);
  for (const id of mix.spot) assert.ok(text.includes(offer(id).provider), `${offer(id).provider} in ${text}`);
  await it.room("sources");
  await it.in(() => (document.querySelector("#offers details.unable").open = true));
  const marked = await until("spot offers are marked", async () => {
    const rows = await it.in(() => [...document.querySelectorAll("#offers details.unable tbody tr")].map((row) => row.textContent).filter((words) => words.includes("used by the recommended plan")));
    return rows.length > 0 && rows;
  });
  assert.equal(marked.length, mix.spot.length);
});

test("Where every workload says how many GPUs its jobs take, the largest decides which offers count, and nobody asks", async ({ page }) => {
  const it = await page();
  await it.open();
  await describe(it, "48 GPUs all year in jobs of 8");
  await until("the jobs are those of the workload", async () => (await it.inLink("fab")) === "8");
  await headline(it);
  assert.equal(await it.in(() => document.querySelector('[data-row-link="work.fabric_gpus"]').innerText.trim()), "8 GPUs");
  assert.equal(await it.in(() => document.querySelector('[data-view="job-size-question"]')), null);
});
