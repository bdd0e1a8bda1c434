// Workloads, the demand that they add up to, and the best mix for it.
import assert from "node:assert/strict";
import { Key } from "selenium-webdriver";
import { test } from "../harness.mjs";
import { until } from "../page.mjs";

const MIX = '[data-view="mix"]';
const TABLE = '[data-view="mix-choices"]';
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

/** Waits for a mix that belongs to the inputs, and returns its sentence. */
async function mix(it) {
  await until("the best mix is found", () => it.in((css) => {
    const said = document.querySelector(css);
    return said !== null && !said.classList.contains("settling") && /less|cheaper|no single/.test(said.innerText);
  }, MIX));
  return it.text(MIX);
}

test("A demand described in a sentence becomes workloads, sets the work and gets its best mix", async ({ page }) => {
  const it = await page();
  await it.open();
  const before = await it.fieldText("work.gpu_hours_per_month");
  await describe(it, SENTENCE);
  assert.equal((await it.all('[data-view="workload"]')).length, 2);
  // 24 · 730 + 256 · 504 · 4 / 12.
  assert.equal(await it.fieldNumber("work.gpu_hours_per_month"), 60_528);
  assert.match(await mix(it), /Own \d+, .*burst the rest.*less over the horizon than/);
  await it.caughtUp();
  assert.match(await it.text('[data-view="demand"]'), /280 at the peak/);
  assert.match(await it.text('[data-view="pooling"]'), /peak together/);
  const rows = await it.in((css) => [...document.querySelectorAll(`${css} tbody tr`)].map((row) => [...row.querySelectorAll("td [data-value]")].map((e) => Number(e.dataset.value))), TABLE);
  assert.equal(rows.length, 5, "the mix, three single choices, the rule of thumb");
  const values = rows.map((row) => row.at(4));
  for (const value of values) assert.ok(values[0] <= value, `${values[0]} and ${value}`);
  // One answer: the tiles, what would change it and the line at the foot are about the mix.
  const tile = (id) => it.in((css) => Number(document.querySelector(css)?.dataset.value), `[data-view="mix-figures"] [data-tile="${id}"] .figure`);
  assert.ok(await tile("mix") < await tile("single"));
  assert.ok(Math.abs(await tile("saved") - (Math.min(values[1], values[2], values[3]) - values[0])) < 1e-6 * values[0]);
  assert.match(await it.text('[data-view="mix-turns"]'), /What would change it most: “.+” at .+ rather than .+\. Then own/);
  assert.equal(await it.isVisible('[data-label="Cost to own"]'), false, "the tiles of the GPUs entered give way");
  assert.match(await it.text('[data-view="verdict"]'), /\$[\d.]+ per productive GPU-hour/);
  assert.ok((await it.all('[data-view="mix-changes"] tbody tr')).length >= 6);
  await it.in(() => document.querySelector("#best-mix").scrollIntoView());
  await until("the line at the foot", () => it.isVisible(".glance"));
  assert.match(await it.text(".glance"), /^Own \d+, .*saves .* against/s);
  // One press takes the number of owned GPUs, one step back undoes it.
  const owned = rows[0][0];
  await it.click('[data-action="take-best-mix"]');
  assert.equal(await it.fieldNumber("own.gpus"), owned);
  await it.click('[data-action="undo"]');
  await it.click('[data-action="undo"]');
  assert.equal((await it.all('[data-view="workload"]')).length, 0, "the workloads were one step");
  assert.equal(await it.fieldText("work.gpu_hours_per_month"), before);
  await until("its sentence is gone", async () => !(await it.isVisible(MIX)));
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
  const said = await mix(it);
  assert.equal(await it.fieldNumber("work.gpu_hours_per_month"), 60_528, "a link by hand has no work: the workloads set it");
  await it.enter("own.gpus", "72");
  const link = await it.in(() => location.hash);
  const again = await page();
  await until("the address follows", async () => (await it.in(() => location.hash)).includes("&n=72&"));
  await again.open(await it.in(() => location.hash));
  assert.notEqual(await again.in(() => location.hash), link);
  assert.equal(await mix(again), await mix(it));
  assert.notEqual(said, "");
  const bad = await page();
  const gaps = ["Gaps", "series", ...Array(17).fill("-"), "8_2a4_20x_20-3_20_3f_2a6"].join("~");
  await bad.open(`#wl=Service~-~24~~~runs~8~~Both~-~8~-~-~-~0.7~-~0.6~~${gaps}`);
  await bad.caughtUp();
  const warned = await bad.text('[data-view="warnings"]');
  for (const words of [/Workload 2, .*needs how long a run lasts.*left out/, /Workload 3, Both: .*exceed 100 %/, /Workload 4, Gaps: .*"x".*left out/, /6 hours of its series are unknown/]) {
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

test("What has to run on owned machines leaves owning as the only way", async ({ page }) => {
  const it = await page();
  await it.open("#wl=Registry~-~20~-~-~-~-~-~1");
  await it.caughtUp();
  assert.match(await mix(it), /Own \d+.*no single choice|Own \d+/);
  const choices = await it.in((css) => [...document.querySelectorAll(`${css} tbody th`)].map((e) => e.innerText.split("\n")[0]), TABLE);
  assert.deepEqual(choices, ["Best mix", "Own enough for all of it"]);
  assert.match(await it.text('[data-view="verdict"]'), /^Own\. 100 ?% of the work has to run on owned machines/);
});

test("Both charts have a table, a keyboard and files", async ({ page }) => {
  const it = await page();
  await it.open(FROM_HAND);
  await mix(it);
  await it.openAllFolds();
  for (const [id, kinds] of [["load-duration", ["csv", "svg"]], ["best-mix", ["csv", "svg"]]]) {
    await it.in((id) => document.querySelector(`[data-view="${id}"] .plot`).focus(), id);
    await it.press(Key.ARROW_RIGHT);
    await until("the point is read", () => it.in((id) => document.querySelector(`[data-view="${id}"] .tooltip`)?.innerText.length > 5, id));
    for (const kind of kinds) {
      const file = await it.savedFile(`[data-export="${kind} ${id}"]`);
      assert.ok(file.length > 200, `${kind} of ${id}`);
    }
  }
});
