import assert from "node:assert/strict";
import { readFile, readdir } from "node:fs/promises";
import { join } from "node:path";
import { test } from "../harness.mjs";
import { PRESETS, evaluate, sorted } from "../native.mjs";

// Scenarios besides the presets: the defaults, and rare inputs.
const MORE = {
  "every default": {},
  "no work": { "work.gpu_hours_per_month": 0 },
  "more work than fits": { "work.gpu_hours_per_month": 60_000 },
  "year end, odd numbers": { "money.timing": "year-end", "money.discount_rate": 0.0873, "own.life_years": 3.7, "work.gpu_hours_per_month": 31_415.926 },
  "spot and marketplace": { "work.interruptible": true, "work.marketplace": true, "work.fabric_gpus": 1, "work.network": "any" },
};

test("Browser and native engine agree to the last digit", async ({ page }) => {
  const cases = Object.entries(MORE).map(([name, inputs]) => [name, JSON.stringify({ format: "rack-or-rent/scenario", version: 1, inputs })]);
  for (const file of (await readdir(PRESETS)).sort()) if (file.endsWith(".json")) cases.push([file, await readFile(join(PRESETS, file), "utf8")]);
  const it = await page();
  await it.open();
  for (const [name, text] of cases) {
    const native = sorted(JSON.parse(await evaluate(text)));
    const outcome = JSON.parse(await it.in(async (text) => {
      const api = await import(new URL("api/rack-or-rent.js", document.baseURI).href);
      await api.default();
      return JSON.stringify(api.evaluate(JSON.parse(text)));
    }, text));
    assert.equal(outcome.ok, true, `${name}: ${JSON.stringify(outcome.errors)}`);
    assert.equal(JSON.stringify(sorted(outcome.report), null, 1), JSON.stringify(native, null, 1), name);
  }
});

test("The page shows the native engine's figures", async ({ page }) => {
  const it = await page();
  for (const file of (await readdir(PRESETS)).filter((each) => each.endsWith(".json"))) {
    const report = JSON.parse(await evaluate(await readFile(join(PRESETS, file), "utf8")));
    await it.open(`#preset=${file.replace(".json", "")}`);
    // In the cost unit of the case.
    const told = (usd) => usd * report.cost_unit.gpu_hours;
    assert.equal((await it.figure("own")).value, told(report.own.usd_per_productive_gpu_hour), file);
    assert.equal((await it.figure("indifference")).value, report.indifference_usd_per_gpu_hour, file);
    const rent = report.offers.find((each) => each.id === report.verdict.offer);
    assert.equal((await it.figure("rent")).value, told(rent.usd_per_productive_gpu_hour), file);
  }
});
