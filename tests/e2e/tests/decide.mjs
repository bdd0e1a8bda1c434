// The room Decide beside the memo: values as text, the page with the scenario in it, walk-away prices, the decision log.
import assert from "node:assert/strict";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { test } from "../harness.mjs";
import { runJob, until } from "../page.mjs";

const LOG = '[data-view="decision-log"]';

const textOf = (it, css) => it.in((css) => document.querySelector(css)?.innerText ?? "", css);

/** Opens the room; the memo stands once the answer is weighed. */
async function decide(it) {
  await it.room("decide");
  await until("the memo", () => it.in(() => document.querySelector('[data-view="memo"]') !== null));
}

test("The values of the spreadsheet are saved as CSV, TSV and JSON, with the saving of the headline in them", async ({ page }) => {
  const it = await page();
  await it.open("#n=64&end=1&name=%3DHYPERLINK(1)");
  await decide(it);
  const json = JSON.parse(await it.savedFile('[data-action="save-workbook-json"]'));
  const figures = await it.in(() => [...document.querySelector('[data-view="memo"] > p:not(.byline)').querySelectorAll("[data-value]")].map((each) => Number(each.dataset.value)));
  assert.ok(figures.some((figure) => Math.abs(json.named.saving - figure) < 0.005), `${json.named.saving}, and the headline says ${figures}`);
  const csv = await it.savedFile('[data-action="save-workbook-csv"]');
  assert.match(csv, /'=HYPERLINK/, "the name is text");
  assert.ok(csv.includes(`,${String(json.named.discount_rate)}`), "the inputs are in it");
  const tsv = await it.savedFile('[data-action="save-workbook-tsv"]');
  assert.ok(tsv.split("\n").length > 200);
});

test("The page saved with the scenario in it opens with it from a disk, and computes it again; an edit outlives a reload", async ({ page }) => {
  const it = await page();
  await it.open("#n=72&end=1&name=%3C%2Fscript%3E%22%20%3Cb%3EX");
  await decide(it);
  await it.fill("#memo-paragraph", "Read this first.");
  await until("its words", async () => (await textOf(it, '[data-view="memo"] .own-words')) === "Read this first.");
  const expected = await it.verdict();
  const text = await it.savedFile('[data-action="save-page"]');
  await until("it says so", async () => /with the scenario in it/.test(await textOf(it, '[data-view="saved-page"]')));
  const folder = mkdtempSync(join(tmpdir(), "page-"));
  try {
    const file = join(folder, "ours.html");
    writeFileSync(file, text);
    const opened = async () => {
      await until("the answer shows", () => it.in(() => Boolean(document.querySelector('[data-view="verdict"]'))));
      await it.caughtUp();
    };
    await it.driver.get(pathToFileURL(file).href);
    await opened();
    assert.equal(await it.verdict(), expected);
    await decide(it);
    assert.equal(await textOf(it, '[data-view="memo"] .own-words'), "Read this first.");
    assert.equal(await textOf(it, '[data-view="memo"] .memo-title'), '</script>" <b>X');
    // The file makes copies of itself, with what it now holds.
    await it.enter("own.node_price_usd", "400000");
    await until("it computes", async () => (await it.verdict()) !== expected);
    await it.caughtUp();
    const changed = await it.verdict();
    await decide(it);
    const again = await it.savedFile('[data-action="save-page"]');
    assert.ok(Math.abs(again.length - text.length) < 2_000, `${again.length} and ${text.length} letters`);
    writeFileSync(join(folder, "second.html"), again);
    await it.driver.navigate().refresh();
    await opened();
    assert.equal(await it.verdict(), changed, "the edit, not the file's first scenario");
    await it.driver.get("about:blank");
    await it.driver.get(pathToFileURL(join(folder, "second.html")).href);
    await opened();
    assert.equal(await it.verdict(), changed);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});

test("Walk-away prices: one offer of each provider, below its present price, to be copied", async ({ page }) => {
  const it = await page();
  await it.open("#n=64&end=1");
  await decide(it);
  await runJob(it, "#walk-away");
  const rows = await it.in(() => [...document.querySelectorAll("#walk-away tbody tr")].map((row) => [...row.children].map((cell) => cell.innerText)));
  assert.ok(rows.length > 2, `${rows.length} providers`);
  assert.equal(new Set(rows.map(([provider]) => provider)).size, rows.length, "one of each");
  assert.ok(rows.some((row) => /^[-\u2212]/.test(row[5])), `a price falls: ${JSON.stringify(rows)}`);
  const text = await it.savedFile('[data-action="save-walk-away"]');
  assert.match(text, /^# Walk-away prices/);
  assert.ok(rows.every(([provider]) => text.includes(provider)));
});

test("A decision is kept with its day, outlives a reload, is in no link, and says which fact came true and what would be decided now", async ({ page }) => {
  const it = await page();
  await it.open("#n=64&end=1");
  await decide(it);
  assert.equal(await it.in((css) => document.querySelectorAll(`${css} .decision`).length, LOG), 0);
  await it.click('[data-action="keep-decision"]');
  await until("it stands", async () => /the same:/.test(await textOf(it, `${LOG} .decision`)));
  const kept = await textOf(it, `${LOG} .decision`);
  assert.match(kept, /^20\d\d-\d\d-\d\d: /);
  assert.match(kept, /Not so/);
  assert.doesNotMatch(kept, /Came true/);
  const link = await it.in(() => document.querySelector('[data-view="private-link"]').value);
  assert.doesNotMatch(link, /decisions/);
  await until("it is stored", async () => /decisions=/.test(await it.in(() => JSON.stringify({ ...localStorage }))));
  await it.reload();
  await decide(it);
  await until("it is still there", async () => (await textOf(it, `${LOG} .decision`)).startsWith(kept.slice(0, 60)));
  // A review becomes an entry for a calendar.
  assert.equal(await it.in((css) => document.querySelector(`${css} [data-action="review-entry"]`).disabled, LOG), true);
  await it.in((css) => {
    const day = document.querySelector(`${css} input[type="date"]`);
    day.value = "2027-05-31";
    day.dispatchEvent(new Event("change", { bubbles: true }));
  }, LOG);
  await until("a day", async () => !(await it.in((css) => document.querySelector(`${css} [data-action="review-entry"]`).disabled, LOG)));
  const entry = await it.savedFile(`${LOG} [data-action="review-entry"]`);
  assert.match(entry, /\r\nDTSTART;VALUE=DATE:20270531\r\n/);
  // A discount that no provider gives today: what would reverse it comes true.
  await it.enter("rent.discount_share", "40");
  await until("it is judged again", async () => /Came true/.test(await textOf(it, `${LOG} .decision`)));
  assert.match(await textOf(it, `${LOG} .decision`), /another plan/);
  await it.click(`${LOG} [data-action="remove-decision"]`);
  await until("it goes", () => it.in((css) => document.querySelectorAll(`${css} .decision`).length === 0, LOG));
});
