// Print: verdict, chart, costs, every input with its source, and the link, on at most three pages.
import assert from "node:assert/strict";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Skip, test } from "../harness.mjs";
import { A4_PIXELS, PAPERS, SMALLEST, pagesOf, sizesOf, smallTexts } from "../paper.mjs";
import { until } from "../page.mjs";

test("On paper the answer and all it stands on take at most three pages", async ({ page }) => {
  const it = await page();
  const bursts = "wl=Service~-~24~~Training~runs~256~504~4~-~1";
  for (const link of [`#${bursts}`, `#pn=4&pna=2&${bursts}`, "?preset=bill-8m", "#name=Lab%202&n=64"]) {
    await it.open(link);
    await it.caughtUp();
    for (const [name, [width, height]] of Object.entries(PAPERS)) {
      const pages = pagesOf(await it.browser.print(width, height));
      assert.ok(pages >= 1 && pages <= 3, `${link} on ${name}: ${pages} pages`);
    }
  }
  await it.browser.paper(true);
  const seen = await it.in(() => {
    const visible = (css) => [...document.querySelectorAll(css)].some((e) => e.checkVisibility());
    return {
      name: document.querySelector(".on-paper.case").checkVisibility() && document.querySelector(".on-paper.case").innerText,
      verdict: visible('[data-view="verdict"]'),
      chart: visible('[data-view="cost-curve"] svg'),
      cash: visible('[data-view="cash-curve"] svg'),
      dated: /^\d{4}-\d{2}-\d{2}$/.test(document.querySelector(".bar .day").innerText) && visible(".bar .day"),
      costs: visible(".costs table"),
      inputs: visible(".assumptions table"),
      plans: visible(".ways table"),
      twoPlans: visible("#two-plans"), // the sections about owning and renting tell the same
      turning: visible(".turning table"),
      years: visible("#fold-years table"),
      day: /^\d{4}-\d{2}-\d{2} · Rack or Rent \d/.test(document.querySelector(".share .on-paper").innerText),
      link: document.querySelector(".share .on-paper").checkVisibility() && document.querySelector(".share .on-paper").innerText.includes("#v="),
      controls: visible("button, .inputs, input[type=range]"),
    };
  });
  assert.deepEqual(seen, { name: "Lab 2", verdict: true, chart: true, cash: true, dated: true, costs: true, inputs: true, plans: true, twoPlans: false, turning: true, years: true, day: true, link: true, controls: false });
});

// Firefox prints the page as it is when `beforeprint` returns.
test("What belongs on paper is drawn when `beforeprint` returns, once, and follows the answer afterwards", async ({ page }) => {
  const it = await page();
  await it.open();
  const rows = () => it.in(() => ["#fold-years", "#fold-assumptions"].map((fold) => document.querySelectorAll(`${fold}[open] tbody tr`).length));
  assert.deepEqual(await rows(), [0, 0]);
  const [years, inputs] = await it.in(() => {
    dispatchEvent(new Event("beforeprint"));
    return ["#fold-years", "#fold-assumptions"].map((fold) => document.querySelectorAll(`${fold}[open] tbody tr`).length);
  });
  assert.ok(years >= 5 && inputs > 100, `${years} years, ${inputs} inputs`);
  await it.painted();
  assert.deepEqual(await rows(), [years, inputs]);
  const before = await it.answer();
  await it.enter("time.horizon_months", "36");
  await it.nextAnswer(before);
  await until("fewer years stand there", async () => (await rows())[0] < years);
  assert.match(await it.text("#fold-assumptions"), /36 months/);
  await it.click("#fold-assumptions summary");
  await until("a closed fold is empty", async () => (await rows())[1] === 0);
});

/** Opens a scenario with a workload of each kind of chart: the demand, and who serves which level of it. */
async function withWorkloads(it) {
  await it.open("?preset=bill-8m");
  await it.in(() => document.querySelectorAll('[data-action="example"]')[0].click());
  await until("the example is read", () => it.isVisible('[data-action="use-measured"]'));
  await it.click('[data-action="use-measured"]');
  await until("the demand stands there", () => it.isVisible('[data-view="demand"] svg'));
  await it.caughtUp();
}

test("On paper no letter is smaller than 8 points, nor in the charts of demand and plans, at any width of the window", async ({ page, engine }) => {
  const it = await page();
  for (const [width, height] of [[1280, 720], [390, 844]]) {
    await it.resize(width, height);
    for (const [open, first] of [[() => it.open("?preset=bill-8m"), ["cost-curve", "cash-curve"]], [() => withWorkloads(it), ["plan-load", "plan-cash"]]]) {
      await open();
      if (engine === "chromium") {
        const sizes = sizesOf(await it.browser.print(...PAPERS.A4));
        assert.ok(sizes.length > 100, `${sizes.length} texts`);
        assert.ok(Math.min(...sizes) >= SMALLEST, `${width} pixels: ${Math.min(...sizes)} points`);
      }
      await it.in(() => dispatchEvent(new Event("beforeprint")));
      await it.painted();
      await it.browser.paper(true);
      await it.resize(A4_PIXELS, 1_000);
      assert.deepEqual(await smallTexts(it, SMALLEST), []);
      const charts = await it.in(() => [...document.querySelectorAll(".plot svg")].filter((e) => e.checkVisibility()).map((e) => e.closest("[data-view]").dataset.view));
      assert.ok(first.every((chart) => charts.includes(chart)) && new Set(charts).size === charts.length, `each chart once: ${charts}`);
      assert.ok(await it.in(() => document.documentElement.scrollWidth <= innerWidth), "nothing is wider than the paper, which would shrink the whole");
      await it.browser.paper(false);
      await it.resize(width, height);
    }
  }
});

test("The series of a measured year is one line on paper", async ({ page }) => {
  const it = await page();
  await withWorkloads(it);
  const file = JSON.parse(await it.savedFile('[data-action="save-file"]'));
  const year = Array.from({ length: 8_760 }, (_, hour) => 100 + (hour % 900)).join(" ");
  const lists = Object.values(file.inputs).filter(Array.isArray).flat().filter((row) => Array.isArray(row) && row[1] === "series");
  assert.equal(lists.length, 1);
  const SERIES = 19; // column of a workload; what follows it says that a series is measured
  lists[0].length = SERIES + 1;
  lists[0][SERIES] = year;
  const folder = await mkdtemp(join(tmpdir(), "year-"));
  await writeFile(join(folder, "year.json"), JSON.stringify(file));
  const input = await it.one('[data-action="open-file"]');
  await input.sendKeys(join(folder, "year.json"));
  await until("the file is read", async () => (await input.getAttribute("value")) === "");
  await it.caughtUp();
  await rm(folder, { recursive: true });
  await it.in(() => dispatchEvent(new Event("beforeprint")));
  await it.painted();
  const cells = await it.in(() => [...document.querySelectorAll("#fold-assumptions td")].map((cell) => cell.innerText));
  const series = cells.filter((text) => text.includes("100 101 102"));
  assert.equal(series.length, 1);
  assert.match(series[0], /100 101 102 [\d ]*… \(8760 parts\)/);
  assert.ok(series[0].length < 200, series[0]);
});

test("On paper each tile bears its name once, whether it opens on screen or not", async ({ page, engine }) => {
  if (engine === "webkit") throw new Skip("its driver cannot emulate print media");
  const it = await page();
  for (const link of ["", "#wl=Service~-~24~~Training~runs~256~504~4~-~1"]) {
    await it.open(link);
    await it.caughtUp();
    await it.browser.paper(true);
    await it.painted();
    const tiles = await it.in(() => [...document.querySelectorAll(".answer .figures dt[data-label]")].map((tile) => {
      const added = getComputedStyle(tile, "::after").content;
      return { name: tile.dataset.label, shown: [tile.innerText.trim(), added === "none" ? "" : added.replace(/^attr\(data-label\)$/, tile.dataset.label).replaceAll('"', "")].filter(Boolean) };
    }));
    assert.ok(tiles.length >= 3);
    assert.deepEqual(tiles.map(({ shown }) => shown), tiles.map(({ name }) => [name]));
    await it.browser.paper(false);
  }
});
