// Inputs of plans: sizes, limits, machines there of another GPU; and what entered work means once another GPU is chosen.
import assert from "node:assert/strict";
import { test } from "../harness.mjs";
import { until } from "../page.mjs";

const visible = (it, row) => it.in((row) => document.querySelector(`[data-row="${row}"]`)?.checkVisibility() ?? false, row);
const choose = (it, row, value) => it.in((row, value) => {
  const select = document.querySelector(`[data-row="${row}"] select`);
  select.value = value;
  select.dispatchEvent(new Event("change", { bubbles: true }));
}, row, value);

test("Sizes and limits are found or none, or typed; what is typed travels", async ({ page }) => {
  const it = await page();
  await it.open();
  await it.openGroups();
  for (const row of ["sizes.own", "sizes.commit", "sizes.rest", "limits.upfront_usd", "limits.peak_cash_usd", "limits.kw", "limits.full_capacity_month", "work.longest_term_months"]) {
    assert.ok(await visible(it, row), row);
  }
  await choose(it, "sizes.own", "number");
  await it.enter("sizes.own", "24");
  await until("it travels", async () => (await it.inLink("so")) === "24");
  assert.match(await it.text('[data-group="sizes"] > summary'), /GPUs to own 24/, "the closed group shows it");
  await choose(it, "sizes.rest", "number");
  await until("the rest is ruled out", async () => (await it.inLink("sh")) === "0");
  await choose(it, "limits.kw", "number");
  await it.enter("limits.kw", "60");
  await until("the limit travels", async () => (await it.inLink("lw")) === "60");
  await choose(it, "sizes.own", "found");
  await until("it is found again", async () => (await it.inLink("so")) === "found");
});

test("Machines there may have another GPU: what a zero counts as is said", async ({ page }) => {
  const it = await page();
  await it.open();
  await it.openGroups();
  assert.ok(!(await visible(it, "present.node_gpu")), "without nodes nothing is asked");
  await it.enter("present.nodes", "4");
  await until("the GPU is asked for", () => visible(it, "present.node_gpu"));
  assert.ok(!(await visible(it, "present.gpu_relative_work")));
  await choose(it, "present.node_gpu", "a100-80-sxm");
  await until("its speed is asked for", () => visible(it, "present.gpu_relative_work"));
  // Of the data sheets: 312 of 989 TFLOP/s, and 6.5 kW.
  assert.match(await it.text('[data-row="present.gpu_relative_work"] .hint'), /^0 counts as 0\.315, by relative speed or dense BF16 throughput\.$/);
  assert.match(await it.text('[data-row="present.node_kw"] .hint'), /^0 counts as 6\.5 kW/);
  for (const row of ["present.gpus_per_node", "present.node_price_usd", "present.may_sell", "power.kg_co2e_per_kwh", "rent.kg_co2e_per_gpu_hour"]) {
    assert.ok(await visible(it, row), row);
  }
});

test("Another GPU asks whether entered work means hours of the old one; the same work is scaled, undo takes it back", async ({ page }) => {
  const it = await page();
  await it.open();
  const asked = () => it.in(() => document.querySelector('[data-view="gpu-question"]')?.innerText ?? "");
  await choose(it, "work.gpu", "b200-sxm");
  await it.caughtUp();
  assert.equal(await asked(), "", "the example's work is nobody's");
  await it.click('[data-action="reset"]');
  await it.enter("work.gpu_hours_per_month", "20000");
  await choose(it, "work.gpu", "b200-sxm");
  // Dense BF16: 989 of 2,250 TFLOP/s.
  const question = await until("it is asked", asked);
  assert.match(question, /Your 20,000 GPU-hours per month were entered for the .*H100.*\. An hour of the .*B200.* does 2\.2\d? times as much\./);
  assert.match(await it.text('[data-action="same-work"]'), /^The same work: 8,[789]\d\d hours of the /);
  await it.click('[data-action="same-work"]');
  await until("the hours are those of the new GPU", async () => Math.abs(Number(await it.inLink("w")) / 20000 - 0.4396) < 0.01);
  assert.match((await it.notices()).join(), /The same work is now 8,[789]\d\d GPU-hours per month of the /);
  assert.equal(await asked(), "");
  await it.click('[data-action="undo"]');
  await until("the hours are as entered, and the question is open again", async () => (await it.inLink("w")) === "20000" && (await asked()) !== "");
  await it.click('[data-action="same-hours"]');
  await until("it is answered", async () => (await asked()) === "");
  assert.equal(await it.inLink("w"), "20000");
});
