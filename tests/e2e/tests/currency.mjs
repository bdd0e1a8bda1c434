// The currency at the top: any, with a rate typed either way round, questioned where it is implausible.
import assert from "node:assert/strict";
import { test } from "../harness.mjs";
import { until } from "../page.mjs";

const RATE = "money.currency_per_usd";
const INVERSE = "money.usd_per_currency";
const question = (it) => it.in(() => document.querySelector('[data-view="rate-question"]')?.innerText.replaceAll("\u00a0", " ") ?? "");

test("The rate is typed either way round: one field moves the other, and the stored value is one and the same", async ({ page }) => {
  const it = await page();
  await it.open();
  assert.equal(await it.in(() => document.querySelector('[data-view="rate"]')), null, "no rate for the dollar");
  await it.currency("EUR");
  await until("the rate can be typed", () => it.isVisible('[data-view="rate"]'));
  assert.match(await it.text('[data-view="no-rate"]'), /^All amounts stay in US dollars until you enter a rate\. In 2026-06 it was about 0\.8684 EUR per USD\.$/);
  const dollars = Number((await it.figure("own")).text.replace("$", ""));
  await it.enter(INVERSE, "1.25");
  await until("it counts", async () => (await it.inLink("fx")) === "0.8");
  assert.equal(await it.fieldText(RATE), "0.8");
  assert.equal(await it.fieldText(INVERSE), "1.25");
  const euros = Number((await it.figure("own")).text.replace("€", ""));
  assert.ok(Math.abs(euros - dollars * 0.8) < 0.011, `${euros} of ${dollars}`);
  await it.enter(RATE, "0.926");
  await until("the other follows", async () => (await it.fieldText(INVERSE)) === "1.07991361");
  assert.equal(await it.inLink("fx"), "0.926");
  assert.equal(await question(it), "", "a plausible rate is not questioned");
  await it.enter("money.currency_day", "2026-11-20");
  await until("the date travels", async () => (await it.inLink("fxd")) === "2026-11-20");
  await it.currency("USD");
  await until("no rate is left", () => it.in(() => document.querySelector('[data-view="rate"]') === null));
  assert.match((await it.figure("own")).text, /^\$/);
});

test("A rate the other way round, or without its point, is questioned and put right by a button; nothing is refused", async ({ page }) => {
  const it = await page();
  for (const [code, typed, asks, meant] of [
    ["JPY", "0.0064", /^Is it the other way round\? In 2026-06 it was about 161 JPY per USD\.\s+Use 156 JPY per USD$/, 156.25],
    ["EUR", "1.08", /^Is it the other way round\? In 2026-06 it was about 0\.8684 EUR per USD\.\s+Use 0\.9259 EUR per USD$/, 1 / 1.08],
    ["EUR", "108", /^Far from any usual rate\. In 2026-06 it was about 0\.8684 EUR per USD\.\s+Use 0\.9259 EUR per USD$/, 100 / 108],
  ]) {
    await it.open();
    await it.currency(code);
    await until("the rate can be typed", () => it.isVisible('[data-view="rate"]'));
    await it.enter(RATE, typed);
    await until("it is asked", async () => asks.test(await question(it)));
    assert.equal(Number(await it.inLink("fx")), Number(typed), "it counts all the same");
    await it.click('[data-action="take-rate"]');
    await until("it is put right", async () => Math.abs(Number(await it.inLink("fx")) / meant - 1) < 1e-9);
    assert.equal(await question(it), "");
    await it.click('[data-action="undo"]');
    await until("one step takes it back", async () => Number(await it.inLink("fx")) === Number(typed));
  }
});

test("A currency that is not listed is entered by its three letters; other text is refused in words", async ({ page }) => {
  const it = await page();
  await it.open();
  await it.currency("");
  const field = await it.one("#currency-code");
  await field.sendKeys("k1");
  await it.in((e) => e.blur(), field);
  await until("it is told", async () => /must be a three-letter code/.test(await it.text("#currency-error")));
  await it.in((e) => e.select(), field);
  await field.sendKeys("kes");
  await it.in((e) => e.blur(), field);
  await until("it is taken", async () => (await it.inLink("cur")) === "KES");
  assert.equal(await it.in(() => document.querySelector('[data-field="money.currency"]').value), "KES");
  await it.enter(RATE, "129");
  await until("amounts are in it", async () => /KES|Ksh/.test((await it.figure("own")).text));
  assert.equal(await question(it), "", "nothing is known of it");
});
