// How likely the answer is: draws in the worker, as sentences, tables and a chart, of the scenario on screen alone.
import assert from "node:assert/strict";
import { test } from "../harness.mjs";
import { runJob, startJob, until } from "../page.mjs";
import { Key } from "selenium-webdriver";

const SECTION = '[data-view="how-likely"]';

/** The bare values of a table's column, by its place. */
const column = (it, table, place) => it.in((table, place) => [...document.querySelectorAll(`[data-view="${table}"] tbody tr`)].map((row) => Number(row.querySelectorAll("td")[place].querySelector("[data-value]")?.dataset.value ?? "NaN")), table, place);

test("How likely the answer is: the shares of all plans, what being wrong costs and what moves it; twice the same; marked once an input changes", async ({ page }) => {
  const it = await page();
  await it.before(`new MutationObserver(() => { window.firstFound ??= document.querySelector('[data-view="risk-findings"]')?.textContent; }).observe(document, { childList: true, subtree: true });`);
  await it.open("#open=risk&end=1");
  await runJob(it, SECTION);
  assert.match(await it.in(() => window.firstFound), /^“Own” is the cheapest in \d+% of \d{3} draws/, "what the first draws say stands there while more are drawn");
  const said = await it.text('[data-view="risk-findings"]');
  assert.match(said, /“Own” is the cheapest in \d+% of 10,000 draws/);
  assert.match(said, /it costs \$[\d.]+[KM] more than what is, on average/);
  const shares = await column(it, "risk-plans", 0);
  assert.ok(shares.length >= 2 && Math.abs(shares.reduce((sum, share) => sum + share) - 1) < 1e-9, `${shares}`);
  const [p10, p50, p90] = await Promise.all([3, 4, 5].map((place) => column(it, "risk-plans", place)));
  assert.ok(p10.every((low, plan) => low <= p50[plan] && p50[plan] <= p90[plan]), "percentiles rise");
  assert.ok((await column(it, "risk-inputs", 2)).every((value) => Math.abs(value) <= 1), "rank correlations");
  for (const chart of ["risk-difference", "risk-cash"]) await until(`${chart} stands there`, () => it.isVisible(`${SECTION} [data-view="${chart}"] svg`));
  // The fan: at every month the percentiles rise, and a table has them.
  await it.in(() => (document.querySelector('[data-view="risk-cash"] details.chart-table').open = true));
  await until("its table stands there", () => it.isVisible('[data-view="risk-cash"] tbody tr'));
  const months = await it.in(() => [...document.querySelectorAll('[data-view="risk-cash"] tbody tr')].map((row) => [...row.querySelectorAll("td")].map((cell) => Number(cell.querySelector("[data-value]")?.dataset.value))));
  assert.equal(months.length, 61, "the decision and sixty months");
  for (const [median, lowest, low, high, highest] of months) assert.ok(lowest <= low && low <= median && median <= high && high <= highest, `${months}`);
  assert.ok(await it.in(() => document.querySelector('[data-view="how-likely"] [data-plan]').dataset.plan.split(" ").includes("own")), "figures name their plans");
  // Another scenario marks what was drawn for this one, and a link of it draws the same.
  const first = await column(it, "risk-plans", 2);
  const link = (await it.links()).private;
  await it.enter("own.node_price_usd", "450000");
  await until("it is marked", () => it.isVisible(`${SECTION} [data-view="earlier-result"]`));
  const other = await page();
  await other.driver.get(link);
  await other.answered();
  await other.room("risk");
  await runJob(other, SECTION);
  assert.deepEqual(await column(other, "risk-plans", 2), first, "the same draws in another window");
});

test("A range is typed where the number is, travels in the link, and is what is drawn", async ({ page }) => {
  const it = await page();
  await it.open("#open=risk&end=1");
  const used = async () => JSON.parse(await it.savedFile('[data-action="save-file"]')).inputs["own.node_price_usd"];
  const field = '[data-field="own.node_price_usd"]';
  await it.openGroups();
  await it.type("own.node_price_usd", "300k..500k");
  assert.equal(await it.text(`[data-row="own.node_price_usd"] .reading`), "anything from 300,000 to 500,000, used: 400,000");
  await it.enter("own.node_price_usd", "300k..500k");
  assert.equal(await it.in((css) => document.querySelector(css).value, field), "300,000..500,000");
  assert.deepEqual(await used(), { value: 400_000, range: { spread: "uniform", low: 300_000, high: 500_000 } });
  assert.match(await it.text(".changed-list li"), /^Node price: 400,000 USD per node instead of [\d,]+ USD per node, between 300,000 and 500,000$/);
  const other = await page();
  await other.driver.get((await it.links()).private);
  await other.answered();
  await other.openGroups();
  assert.equal(await other.in((css) => document.querySelector(css).value, field), "300,000..500,000", "in the link");
  await other.enter("own.node_price_usd", "400000 ± 10 %");
  assert.equal(await other.in((css) => document.querySelector(css).value, field), "400,000 ± 40,000");
  // A wide range is among what moves the difference most, and owning costs more at its upper end.
  await other.enter("own.node_price_usd", "400000 ± 50 %");
  await other.room("risk");
  await runJob(other, SECTION);
  const [low, high] = await other.in(() => {
    const row = [...document.querySelectorAll('[data-view="risk-inputs"] tbody tr')].find((row) => row.querySelector("th").innerText.includes("Node price"));
    return [...row.querySelectorAll("td [data-value]")].map((each) => Number(each.dataset.value));
  });
  assert.ok(high !== low, `${low} and ${high}`);
  await other.enter("own.node_price_usd", "80 ± x");
  assert.match((await other.rowError("own.node_price_usd")).text, /is not a valid number/);
});

test("Draws can be cancelled, and a scenario in which nothing is uncertain says so", async ({ page }) => {
  const it = await page();
  await it.open("#open=risk&end=1");
  await startJob(it, SECTION);
  await it.click(`${SECTION} [data-action="cancel-job"]`);
  await until("it is cancelled", () => it.isVisible(`${SECTION} [data-view="job-cancelled"]`));
  assert.equal((await it.all('[data-view="risk-findings"]')).length, 0);
});

test("The map of two inputs: a region for each plan, through the present values; other inputs are chosen, a table and files have the borders", async ({ page }) => {
  const it = await page();
  await it.open("#open=risk&end=1");
  const map = '[data-view="plan-map"]';
  await until("it is drawn without being asked for", () => it.isVisible(`${map} svg`));
  assert.match(await it.text(`${map} .takeaway`), /^The cheapest between these values: Own in \d+\.?\d*% of the map, Rent in \d+\.?\d*%$/);
  const labels = () => it.in((map) => [...document.querySelectorAll(`${map} svg .label`)].map((label) => label.textContent), map);
  assert.deepEqual((await labels()).filter((label) => label !== "this case").sort(), ["Own", "Rent"]);
  await it.in((map) => (document.querySelector(`${map} details.chart-table`).open = true), map);
  const rows = () => it.in((map) => [...document.querySelectorAll(`${map} tbody tr`)].map((row) => [...row.querySelectorAll("td")].map((cell) => Number(cell.querySelector("[data-value]")?.dataset.value))), map);
  await until("its table stands there", async () => (await rows()).length === 25);
  for (const [from, own, rent] of await rows()) assert.ok(from <= own && own <= rent, "borders rise");
  // Chosen inputs; the same one twice changes places.
  const choose = (list, id) => it.in((list, id) => { const select = document.getElementById(list); select.value = id; select.dispatchEvent(new Event("change", { bubbles: true })); }, list, id);
  await choose("map-across", "own.node_price_usd");
  await until("both changed places", () => it.in(() => document.getElementById("map-upwards").value === "price"));
  await until("the map of these", async () => /^Node price/.test(await it.in((map) => document.querySelector(`${map} thead th`)?.textContent, map)));
  await choose("map-upwards", "money.discount_rate");
  await until("another map", async () => (await it.in((map) => document.querySelector(`${map} thead`)?.textContent, map))?.includes("up to") && (await rows()).every(([from]) => from < 1));
  // A key moves through it.
  await it.in((map) => document.querySelector(`${map} .plot`).focus(), map);
  await it.press(Key.ARROW_RIGHT);
  assert.match(await it.text(`${map} .tooltip`), /^Node price [\d$.,KM]+\. (Own|Rent|From)/);
});
