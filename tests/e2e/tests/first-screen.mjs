// The first screen: read in ten seconds. How many figures it has, and what is on it at two sizes.
import assert from "node:assert/strict";
import { test } from "../harness.mjs";

/** The figures above the first chart, without those of the question. */
const above = (it) => it.in(() => {
  const top = document.querySelector(".use figure.chart").getBoundingClientRect().top;
  const shown = [...document.querySelectorAll(".lead .figure")].filter((each) => each.checkVisibility() && !each.closest(".start"));
  return shown.filter((each) => each.getBoundingClientRect().top < top).map((each) => each.textContent);
});

/** Top and bottom of an element, and the height of the window. */
const edges = (it, css) => it.in((css) => {
  const { top, bottom } = document.querySelector(css).getBoundingClientRect();
  return { top, bottom, height: innerHeight };
}, css);

test("At most twelve figures stand above the chart besides the question: as it opens, in every worked case, and where others win", async ({ page }) => {
  const it = await page();
  await it.open();
  const presets = await it.in(() => [...document.querySelectorAll("[data-preset]")].map((each) => `#preset=${each.dataset.preset}`));
  assert.ok(presets.length >= 4);
  for (const suffix of ["", ...presets, "#busy=0.2", "#busy=0.5", "#busy=0.55", "#busy=3.5", "#np=2000000", "#gro=0.5", "#wl=Service~-~24~~Training~runs~256~504~4~-~1", "#pn=4&pna=2"]) {
    await it.open(suffix);
    await it.caughtUp();
    const found = await above(it);
    assert.ok(found.length >= 5 && found.length <= 12, `${suffix}: ${found.length} figures: ${found.join(" | ")}`);
  }
});

test("At 1280x720 the top half of the chart is on the first screen, below verdict, key figures and what would change the answer", async ({ page }) => {
  const it = await page({ size: [1280, 720] });
  await it.open();
  await it.painted();
  for (const css of ['[data-view="verdict"]', '[data-view="turns"]', ".answer .figures"]) {
    const { bottom, height } = await edges(it, css);
    assert.ok(bottom <= height, `${css} ends at ${bottom} of ${height}`);
  }
  const { top, bottom, height } = await edges(it, '[data-view="cost-curve"] svg');
  assert.ok((top + bottom) / 2 <= height, `the middle of the chart is at ${(top + bottom) / 2} of ${height}`);
});

test("At 390x844 verdict, key figures and what would change the answer are on the first screen", async ({ page }) => {
  const it = await page({ size: [390, 844] });
  await it.open();
  await it.painted();
  for (const css of ['[data-view="verdict"]', '[data-view="turns"]', ".answer .figures"]) {
    const { bottom, height } = await edges(it, css);
    assert.ok(bottom <= height, `${css} ends at ${bottom} of ${height}`);
  }
});

test("The answer names the strongest assumption and the value at which the other side wins; typed in, it does", async ({ page }) => {
  const it = await page();
  await it.open();
  assert.match(await it.text('[data-view="turns"]'), /This assumes that rental prices stay flat; at [-−]\d+(\.\d+)?\s?% per year, renting wins\.$/);
  assert.match(await it.verdict(), /^Too close to call\. Own 64 GPUs .* the first costs .* only \d+% of cases\.$/);
  const at = await it.in(() => parseFloat(document.querySelector('[data-view="assumption-at"]').textContent.replace("−", "-")));
  await it.openGroups();
  await it.enter("time.rent_drift", String(at - 5));
  await it.caughtUp();
  assert.match(await it.verdict(), /^Rent|the second costs/);
});

test("Work that is more than all hours of the GPUs lies on its line, and the slider and the verdict say what is rented", async ({ page }) => {
  const it = await page();
  await it.open("#w=161067"); // 3.5 times what 64 GPUs could do in all hours
  await it.painted();
  assert.match(await it.verdict(), /^(Too close to call\. )?Own 64 GPUs, rent the rest on demand[. ]/);
  const [most, value] = await it.in(() => ["max", "value"].map((name) => Number(document.querySelector("#busy-slider")[name])));
  assert.ok(most >= 350 && Math.abs(value - 350) < 1, `${value} of ${most}`);
  assert.match(await it.text('[data-view="cost-curve"]'), /the rest is rented/);
  assert.match(await it.text(".busy"), /350\.0%.* GPU-hours per month are rented by the hour/);
});
