// A vendor's quote, typed as one sentence and applied in one step.
import assert from "node:assert/strict";
import { test } from "../harness.mjs";
import { until } from "../page.mjs";

const START = '.starts [data-action="vendor"]';
const TAKE = '[data-action="take-vendor"]';

test("A vendor's quote is typed as one sentence, taken in one step, and undo takes it back", async ({ page }) => {
  const it = await page();
  await it.open();
  const before = await it.answer();
  await it.click(START);
  await until("the first field has the keyboard", () => it.in(() => document.activeElement.id === "in-vendor-0"));
  // By keyboard only, with numbers as people write them.
  for (const text of ["10", "8", "330k", "$500,000", "3", "0 %"]) {
    await it.press(...text, "\uE004");
  }
  await it.click(TAKE);
  const after = await it.nextAnswer(before);
  assert.notEqual(after.verdict, before.verdict);
  const rows = { "own.gpus": "80", "own.node_price_usd": "330,000", "time.horizon_months": "40", "own.yearly_usd": "500,000", "own.residual_share": "0", "own.life_years": "3" };
  for (const [row, text] of Object.entries(rows)) {
    assert.equal(await it.in((row) => document.querySelector(`[data-field="${row}"]`).value, row), text, row);
  }
  assert.match((await it.notices()).join("\n"), /80 GPUs at \$330,000 per node/);
  assert.equal(await it.isVisible(".vendor"), false);
  assert.equal(await it.in(() => document.querySelector('[data-field="rent.storage_tb"]').value), "320", "4 TB for each GPU, as the default");
  await it.click('[data-action="undo"]');
  await until("all of it is undone", async () => (await it.answer()).verdict === before.verdict);
  await it.click(START);
  await until("the quote is there to be mended", () => it.in(() => document.querySelector("#in-vendor-2")?.value === "330k"));
});

test("A vendor's quote with nothing beside it leaves the page's own assumptions out on both sides", async ({ page }) => {
  const it = await page();
  await it.open();
  await it.enter("work.gpu_hours_per_month", "24333");
  await it.enter("money.discount_rate", "0");
  const before = await it.answer();
  await it.click(START);
  await until("it is there", () => it.isVisible(TAKE));
  for (const [at, text] of ["10", "8", "330000", "500000", "3", "0"].entries()) await (await it.one(`#in-vendor-${at}`)).sendKeys(text);
  await it.click('[data-action="take-vendor-alone"]');
  await it.nextAnswer(before);
  // By hand: 3.3 million and three years of half a million, over 3 x 12 x 24,333 hours.
  const own = await it.in(() => Number(document.querySelector('[data-figure="own"]').dataset.value));
  const storage = await it.in(() => document.querySelector('[data-field="rent.storage_tb"]').value);
  assert.equal(storage, "0");
  assert.ok(Math.abs(own - ((3.3e6 + 1.5e6) / (36 * 24_333))) < 1e-9, `${own}`);
});

test("A quote that cannot be used says why, keeps what is typed and changes nothing", async ({ page }) => {
  const it = await page();
  await it.open();
  const before = await it.answer();
  await it.click(START);
  await until("it is there", () => it.isVisible(TAKE));
  const wrong = async (words) => {
    await it.click(TAKE);
    await until(`it says ${words}`, async () => words.test(await it.text(".vendor")));
  };
  await wrong(/Nodes needs a number[^]*Node price needs a number/); // machines without a price would be free
  const type = async (at, text) => (await it.one(`#in-vendor-${at}`)).sendKeys(text);
  await until("the first wrong field has the keyboard", () => it.in(() => document.activeElement.id === "in-vendor-0"));
  await type(0, "four");
  await wrong(/Nodes is not a valid number/);
  assert.equal(await it.in(() => document.querySelector("#in-vendor-0").value), "four");
  await (await it.one("#in-vendor-0")).clear();
  await type(0, "4");
  await type(2, "300000");
  await type(4, "99");
  await type(8, "-5");
  await wrong(/Years of use must be between[^]*Cost of capital, percent per year must be between/);
  const marked = () => it.in(() => [...document.querySelectorAll('.vendor [aria-invalid="true"]')].map((each) => each.id));
  assert.deepEqual(await marked(), ["in-vendor-4", "in-vendor-8"]);
  assert.equal((await it.answer()).verdict, before.verdict);
  await it.click('[data-action="close-vendor"]');
  await until("it is gone", async () => !(await it.isVisible(".vendor")));
});

test("A vendor's claim stands beside what is found, with what would have to be so", async ({ page }) => {
  const it = await page();
  await it.open();
  await it.enter("work.gpu_hours_per_month", "24333");
  const before = await it.answer();
  await it.click(START);
  await until("it is there", () => it.isVisible(TAKE));
  const parts = ["10", "8", "330000", "500000", "3", "0", "4.10", "80", "0", "2M"];
  for (const [at, text] of parts.entries()) await (await it.one(`#in-vendor-${at}`)).sendKeys(text);
  await it.click('[data-action="take-vendor-alone"]');
  await it.nextAnswer(before);
  // By hand: 24,333 hours a month at 4.10 for three years, less 4.8 million; 2 million need 6.8 million of rent.
  const told = await until("the claim is told", async () => (await it.in(() => document.querySelector(".notice")?.textContent ?? "")).match(/The vendor claims.*/)?.[0]);
  assert.match(told, /The vendor claims \$2M\. With the inputs here, owning costs \$1\.21M more than renting/);
  assert.match(told, /busy 78\.9\s?%/);
  assert.match(told, /\$7\.76 per GPU-hour/);
  assert.match((await it.answer()).verdict, /^(Rent|Owning never pays)/);
});
