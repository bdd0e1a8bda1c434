import assert from "node:assert/strict";
import { test } from "../harness.mjs";
import { until } from "../page.mjs";

const close = (a, b) => Math.abs(a - b) <= 1e-9 * Math.abs(b);

test("One switch tells every cost for an hour, a month, a run or a million tokens, and nothing else changes", async ({ page }) => {
  const it = await page();
  await it.open();
  const hour = { own: (await it.figure("own")).value, rent: (await it.figure("rent")).value, at: (await it.figure("break-even")).value };
  const work = await it.fieldNumber("work.gpu_hours_per_month");
  const tiles = () => it.text(".answer .figures");
  const choose = async (unit) => {
    const chosen = () => it.in((unit) => document.querySelector(`.units input[value="${unit}"]`).checked, unit);
    await it.click(`.units input[value="${unit}"]`);
    await until(`${unit} is chosen`, chosen);
    await it.painted();
  };
  const costs = async (hours) => {
    assert.ok(close((await it.figure("own")).value, hour.own * hours), "own");
    assert.ok(close((await it.figure("rent")).value, hour.rent * hours), "rent");
    assert.equal((await it.figure("break-even")).value, hour.at, "the break-even stays");
  };
  await choose("month");
  await costs(work);
  assert.match(await tiles(), /per month/);
  assert.match(await it.in(() => document.querySelector('[data-view="cost-curve"] svg').textContent), /USD per month/);
  assert.match((await it.links()).private, /[#&]per=month&/);
  await choose("run");
  await it.enter("work.gpu_hours_per_run", "10000");
  await costs(10_000);
  assert.match(await tiles(), /per run/);
  await choose("tokens");
  await it.enter("work.mtokens_per_gpu_hour", "2.5");
  await costs(0.4);
  assert.match(await tiles(), /per million tokens/);
  await it.reload();
  await costs(0.4);
  await choose("hour");
  await costs(1);
  assert.match(await tiles(), /per productive GPU-hour/);
});
