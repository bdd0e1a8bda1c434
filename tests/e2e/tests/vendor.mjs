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
  const rows = { "own.gpus": "80", "own.node_price_usd": "330,000", "time.horizon_months": "36", "own.yearly_usd": "500,000", "own.residual_share": "0", "own.life_years": "3" };
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

test("An order that was entered is to be signed, not yet, or not; what nobody ordered has no such word", async ({ page }) => {
  const it = await page();
  const order = () => it.in(() => [...document.querySelectorAll('[data-view="plan-note"]')].map((note) => note.innerText).find((text) => text.includes("order of")) ?? "");
  await it.open("#end=1");
  assert.equal(await order(), "");
  await it.go("#n=72&np=100000&end=1");
  await until("cheap machines", async () => (await order()) === "An order of 9 nodes at the price entered: sign it.");
  await it.go("#n=72&np=2000000&end=1");
  await until("dear machines", async () => /^An order of 9 nodes at the price entered: do not sign it\. With these machines the work costs \$[\d.]+[KM] more\.$/.test(await order()));
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
  assert.match((await it.answer()).verdict, /^(Rent|Owning never pays|Too close to call\. Own .* or rent .* the second costs \$1\.21M .*less)/);
});

/** What the later fields of the form set: GPU, network, installation, delivery, support, colocation and tax. */
const APART = { 12: "20,000", 13: "5k", 14: "2", 10: "5 %", 11: "200", 15: "25" };

const fill = async (it, texts) => {
  for (const [at, text] of Object.entries(texts)) await (await it.one(`#in-vendor-${at}`)).sendKeys(text);
};

const rows = (it, ids) => it.in((ids) => Object.fromEntries(ids.map((id) => [id, document.querySelector(`[data-field="${id}"]`)?.value])), ids);

async function chooseGpu(it, id) {
  await it.in((id) => {
    const list = document.querySelector("#in-vendor-gpu");
    list.value = id;
    list.dispatchEvent(new Event("change", { bubbles: true }));
  }, id);
}

test("What a quote prices apart, its GPU, delivery, support, colocation and tax set their own inputs; one undo takes all of it back", async ({ page }) => {
  const it = await page();
  await it.open();
  const before = await it.answer();
  const ids = ["work.gpu", "own.fabric_usd_per_node", "own.installation_usd_per_node", "time.lead_months", "time.horizon_months", "own.support_share", "place.colocation_usd_per_kw_month", "own.yearly_method", "place.site", "money.tax_method", "money.tax_rate"];
  const first = await rows(it, ids);
  await it.click(START);
  await until("it is there", () => it.isVisible(TAKE));
  await chooseGpu(it, "b200-sxm");
  await until("it names the GPU", async () => /The quote is for B200 180 GB SXM/.test(await it.text(".vendor")));
  await fill(it, { 0: "4", 1: "8", 2: "400000", 4: "4", ...APART });
  await it.click(TAKE);
  await it.nextAnswer(before);
  assert.deepEqual(await rows(it, ids), {
    "work.gpu": "b200-sxm",
    "own.fabric_usd_per_node": "20,000",
    "own.installation_usd_per_node": "5,000",
    "time.lead_months": "2",
    "time.horizon_months": "48", // four years of use, two months of waiting among them
    "own.support_share": "5",
    "place.colocation_usd_per_kw_month": "200",
    "own.yearly_method": "lines",
    "place.site": "colocation",
    "money.tax_method": "straight",
    "money.tax_rate": "25",
  });
  await it.click('[data-action="undo"]');
  await until("all of it is undone", async () => JSON.stringify(await rows(it, ids)) === JSON.stringify(first));
  assert.deepEqual((await it.answer()).figures, before.figures);
  await it.click(START);
  await until("the quote is there to be mended", () => it.in(() => document.querySelector("#in-vendor-gpu")?.value === "b200-sxm" && document.querySelector("#in-vendor-13").value === "5k"));
});

test("Support and colocation of a quote are added to its running cost; a tax rate of zero leaves tax out", async ({ page }) => {
  const it = await page();
  await it.open("#tx=straight&txr=0.25&end=1");
  const before = await it.answer();
  await it.click(START);
  await until("it is there", () => it.isVisible(TAKE));
  await fill(it, { 0: "4", 2: "400000", 3: "500000", 10: "5", 11: "200", 15: "0" });
  await it.click(TAKE);
  await it.nextAnswer(before);
  // By hand: 500,000, 5% of 4 × 400,000, and 200 for each kilowatt of the rack of 41 kW that four nodes fill, for 12 months.
  assert.equal(await it.fieldNumber("own.yearly_usd"), 500_000 + 80_000 + 200 * 41 * 12);
  assert.deepEqual(await rows(it, ["own.yearly_method", "money.tax_method", "own.fabric_usd_per_node"]), { "own.yearly_method": "amount", "money.tax_method": "none", "own.fabric_usd_per_node": "0" });
});

test("A quote names its kilowatts, whether electricity is in the rent, and its depreciation", async ({ page }) => {
  const it = await page();
  await it.open();
  const before = await it.answer();
  await it.click(START);
  await until("it is there", () => it.isVisible(TAKE));
  await fill(it, { 0: "8", 2: "300000", 4: "4", 11: "210", 15: "25", 16: "90" });
  assert.equal(await it.in(() => document.querySelector("#in-vendor-17").placeholder), "4", "depreciated for as long as they are used");
  await fill(it, { 17: "3" });
  await it.in(() => {
    const list = document.querySelector("#in-vendor-power");
    list.value = "included";
    list.dispatchEvent(new Event("change", { bubbles: true }));
  });
  await it.click(TAKE);
  await it.nextAnswer(before);
  // 90 kW for eight nodes, without racks.
  assert.deepEqual(await rows(it, ["place.node_kw", "place.rack_kw", "place.contracted_kw", "money.tax_years", "time.horizon_months"]), {
    "place.node_kw": "11.25",
    "place.rack_kw": "0",
    "place.contracted_kw": "90",
    "money.tax_years": "3",
    "time.horizon_months": "48",
  });
  assert.equal(await it.inLink("cpi"), "1", "the rent includes electricity");
  // By hand: 90 × 210 × 12.
  assert.match(await it.text('[data-view="contracted"]'), /^90 kW is contracted for 8 nodes: \$226,800 a year\.$/);
  assert.doesNotMatch(await it.text("main"), /second cluster/);
});

test("Each later field of a quote names what is wrong with it", async ({ page }) => {
  const it = await page();
  await it.open();
  const before = await it.answer();
  await it.click(START);
  await until("it is there", () => it.isVisible(TAKE));
  await fill(it, { 0: "4", 2: "300000", 10: "many", 11: "-1", 12: "-2", 13: "-3", 14: "1.5", 15: "100" });
  await it.click(TAKE);
  await until("the text that is no number is named first", async () => /Support, percent of the node price a year is not a valid number/.test(await it.text(".vendor")));
  await (await it.one("#in-vendor-10")).clear();
  await fill(it, { 10: "5" });
  await it.click(TAKE);
  const wrong = await until("the others are named", async () => {
    const found = await it.in(() => [...document.querySelectorAll("#vendor-wrong li")].map((each) => each.textContent));
    return found.length === 5 && found;
  });
  for (const label of ["Colocation, per kilowatt and month", "Network of a node, if priced separately", "Installation of a node, if priced separately", "Months until delivery", "Tax rate, percent"]) {
    assert.ok(wrong.some((text) => text.startsWith(`${label} must be `)), `${label}: ${wrong.join("; ")}`);
  }
  const marked = await it.in(() => [...document.querySelectorAll('.vendor [aria-invalid="true"]')].map((each) => each.id).sort());
  assert.deepEqual(marked, [11, 12, 13, 14, 15].map((at) => `in-vendor-${at}`));
  assert.deepEqual((await it.answer()).figures, before.figures, "nothing is applied");
});
