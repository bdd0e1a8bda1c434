import assert from "node:assert/strict";
import { Buffer } from "node:buffer";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Key } from "selenium-webdriver";
import { test } from "../harness.mjs";
import { until } from "../page.mjs";

const BOOK = `\u{feff}ID;Provider;GPU;usd_per_gpu_hour;term_months;as_of
cheap;Kühl & Söhne;H100 SXM;0,75;;2026-01-15
dear;Kühl & Söhne;h100-sxm;9,5;12;
broken;Kühl & Söhne;h100-sxm;free;;
unknown;Kühl & Söhne;h900;2;;
`;
const SECTION = '[data-view="own-book"]';

/** Chooses a file for the price book, as a user would. */
async function load(it, text, into = '[data-action="open-book"]', name = "file") {
  const folder = await mkdtemp(join(tmpdir(), "own-book-"));
  const path = join(folder, name);
  await writeFile(path, Buffer.from(text));
  await (await it.one(into)).sendKeys(path);
  return () => rm(folder, { recursive: true });
}

const rows = (it, css) => it.in((css) => [...document.querySelectorAll(css)].map((e) => e.innerText.trim()), css);

test("An own price book: loaded, its offer wins, kept over a reload, told in the share section, removed", async ({ page, site }) => {
  const at = await site();
  const it = await page({ site: at });
  await it.open();
  const opening = await it.answer();
  const link = (await it.links()).private;
  const done = await load(it, BOOK);
  const won = await it.nextAnswer(opening);
  await done();
  assert.match(won.verdict, /^Rent from Kühl & Söhne H100 80 GB SXM \(by the hour, your price book\)\. Over 5 years that costs \$\d+K a year: .* less in total, at present value, than owning 64 GPUs\.$/);
  assert.match(await it.text(SECTION), /^Your price book\s+2 offers from your price book are added/);
  assert.deepEqual(await rows(it, '[data-view="left-out"] li'), [
    "Line 4, own-broken: usd_per_gpu_hour is `free` but must be a number above 0",
    "Line 5, own-unknown: gpu is `h900`, which is not in the price book",
  ]);
  const cell = await it.text('[data-offer="own-cheap"] td:nth-child(6)');
  assert.match(cell, /^2026-01-15\s*\d+ days old$/, "dated and aged");
  assert.equal(await it.in(() => document.querySelector('[data-offer="own-cheap"] td:nth-child(6) span').title), "your price book", "no published quote");
  assert.equal(await it.text('[data-offer="own-dear"] td:nth-child(6)'), "you");
  assert.match(await it.text(".assumed"), /Oldest price in this answer: /);

  await it.reload();
  assert.deepEqual(await it.answer(), won, "it is there again");
  const other = await page({ site: at });
  await other.visit((await it.links()).private);
  assert.equal((await other.answer()).figures.rent, won.figures.rent, "the link takes along the offers that count");
  await other.visit(link);
  assert.deepEqual(await other.answer(), opening, "an earlier link opens without them");
  assert.deepEqual(await other.notices(), []);

  const all = await it.savedFile('[data-action="save-all"]');
  assert.equal(JSON.parse(all).own_book, BOOK.slice(1), "the file of all carries it, but for the byte order mark"); // browsers strip it
  const read = await load(other, all, '[data-action="open-file"]');
  assert.deepEqual(await other.nextAnswer(opening), won);
  await read();
  assert.match((await other.notices()).join("\n"), /Its price book was loaded as yours/);
  assert.match(await other.text('[data-view="own-book"]'), /2 offers from your price book are added/);
  const second = all.replace("0,75", "0,8"); // nothing is overwritten
  assert.notEqual(second, all);
  const again = await load(other, second, '[data-action="open-file"]');
  await until("it is told", async () => /contains a different price book; yours was kept/.test((await other.notices()).join("\n")));
  await again();
  assert.deepEqual(await other.answer(), won);
  await other.click('[data-action="remove-book"]');
  await other.nextAnswer(won);

  assert.match(await it.text('[data-view="stays"]'), /include the 2 offers from your price book that count/);
  await it.click('[data-action="quote"]');
  await until("the answer leans on a quote", async () => (await it.text('[data-view="stays"]')) === "");
  const quoted = await it.answer();
  assert.equal(quoted.figures.rent, won.figures.rent, "at the same price");
  await other.visit((await it.links()).private);
  assert.deepEqual(await other.answer(), quoted, "and it travels");

  await it.click('[data-action="remove-book"]');
  await until("it is gone", () => it.in(() => document.querySelector('[data-offer^="own-"]') === null));
  assert.deepEqual(Object.keys(await it.stored()).filter((key) => key.includes("book")), []);
  await it.reload();
  assert.ok(await it.in(() => document.querySelector('[data-offer^="own-"]') === null));
});

test("An own price book: a file without an offer says why and changes nothing; without storage it lasts for the visit", async ({ page }) => {
  const it = await page();
  await it.open();
  const opening = await it.answer();
  let done = await load(it, "id,provider,gpu\n<img src=x onerror=window.hit=1>,A,h100-sxm\n");
  const told = await until("a notice", async () => (await it.notices())[0]);
  await done();
  assert.match(told, /does not contain a usable price book/);
  assert.match(told, /Line 1: the column `usd_per_gpu_hour` is missing/);
  assert.deepEqual(await it.answer(), opening);
  await it.in(() => {
    Storage.prototype.setItem = () => {
      throw new DOMException("full", "QuotaExceededError");
    };
  });
  done = await load(it, "id,provider,gpu,usd_per_gpu_hour\nx,<img src=x onerror=window.hit=1>,h100-sxm,0.75\n");
  await it.nextAnswer(opening);
  await done();
  assert.ok((await it.notices()).some((text) => /not saved/.test(text)));
  assert.match(await it.text('[data-view="keeping"]'), /^Not saved: this browser does not accept any more data/);
  assert.equal(await it.in(() => window.hit), null);
  await it.reload();
  assert.deepEqual(await it.answer(), opening);
});

test("A price catalogue of 200,000 rows is read by the worker; a bad price costs its own row", async ({ page }) => {
  const it = await page();
  await it.open();
  const opening = await it.answer();
  await it.in(() => {
    // What the page itself reads of files.
    window.readHere = 0;
    const read = Blob.prototype.arrayBuffer;
    Blob.prototype.arrayBuffer = function () {
      window.readHere += this.size;
      return read.call(this);
    };
  });
  const lines = ["InstanceType,AcceleratorName,AcceleratorCount,vCPUs,MemoryGiB,GpuInfo,Price,SpotPrice,Region,AvailabilityZone,Arch"];
  for (let row = 0; row < 200_000; row += 1) {
    const price = row === 4 ? "free" : String(8 + (row % 7));
    lines.push(`p5.48xlarge,H100,8.0,192.0,2048.0,,${price},,us-east-${row % 9},z${row},x86_64`);
  }
  const done = await load(it, lines.join("\n"), '[data-action="open-book"]', "aws.csv");
  await it.nextAnswer(opening);
  await done();
  const told = (await it.notices()).join("\n");
  assert.match(told, /SkyPilot catalogue of AWS: 200000 rows read, 1 offers kept/);
  assert.match(told, /1 price that cannot be used: line 6, column 7: `free`/);
  assert.match(await it.text(SECTION), /1 offer from your price book is added/);
  assert.equal(await it.in(() => document.querySelector('[data-view="reading-prices"]')), null);
  assert.equal(await it.in(() => window.readHere), 0, "the page itself read nothing of it");
});

test("A listed price is replaced by one's own with the keyboard, marked, wrong ones are told, and taken back", async ({ page }) => {
  const it = await page();
  await it.open();
  const opening = await it.answer();
  const offer = await it.in(() => document.querySelector("#offers tr.able:nth-child(3)").dataset.offer);
  const row = `[data-offer="${offer}"]`;
  const listed = await it.text(`${row} td:nth-child(2) .figure`);
  const open = await it.one(`${row} [data-action="price"]`);
  await it.in((e) => e.focus(), open);
  await it.press(Key.ENTER);
  await until("the field has the keyboard", () => it.in(() => document.activeElement.id === "own-price"));
  await it.press("nothing", Key.ENTER);
  await until("the field is called wrong", async () => /not a valid price/.test(await it.text("#own-price-error")));
  assert.equal(await it.in(() => document.querySelector("#own-price").value), "nothing", "its text stays");
  const field = await it.one("#own-price");
  await field.sendKeys(Key.chord(process.platform === "darwin" ? Key.COMMAND : Key.CONTROL, "a"));
  await field.sendKeys("0.7", Key.ENTER);
  const changed = await it.nextAnswer(opening);
  assert.equal(await it.text(`${row} td:nth-child(2) .why`), `your price; list price ${listed}`);
  assert.equal(await it.in((row) => document.querySelector(row).matches(".chosen"), row), true, "it wins");
  await until("the keyboard followed the row", () => it.in((offer) => document.activeElement.id === `price-of-${offer}`, offer));
  assert.ok((await it.inLink("op")).startsWith(`${offer}~0.7`), "it travels");
  await it.reload();
  assert.deepEqual(await it.answer(), changed);

  await it.click(`${row} [data-action="price"]`);
  await it.click(`${row} [data-action="list-price"]`);
  assert.deepEqual(await it.nextAnswer(changed), opening);
  assert.equal(await it.text(`${row} .why`), "");
});

test("An offer counted in moves up with its tick, and no other row takes the tick over", async ({ page }) => {
  const it = await page();
  await it.open();
  const opening = await it.answer();
  const ticked = () => it.in(() => [...document.querySelectorAll('#offers [data-action="count"]')].filter((e) => e.checked).map((e) => e.dataset.offerId));
  const shown = () => it.in(() => [...document.querySelectorAll("#offers tr.able [data-action='count']")].map((e) => e.dataset.offerId));
  await it.in(() => document.querySelectorAll("#offers details").forEach((e) => (e.open = true)));
  await until("those left out show", () => it.isVisible('#offers tr:not(.able) [data-action="count"]'));
  const offer = await it.in(() => document.querySelector('#offers tr:not(.able) [data-action="count"]').dataset.offerId);
  await it.click(`#offers [data-offer-id="${offer}"]`);
  await until("it counts", async () => (await shown()).includes(offer));
  assert.deepEqual(await ticked(), [offer]);
  await it.enter("own.gpus", "72");
  await it.nextAnswer(opening);
  assert.deepEqual(await ticked(), [offer]);
  await it.click(`#offers [data-offer-id="${offer}"]`);
  await until("no longer", async () => (await ticked()).length === 0);
});

test("A price that was offered is answered, counted, and compared alone where one asks for it", async ({ page }) => {
  const it = await page();
  await it.open();
  await (await it.one("#in-offered")).sendKeys("2.5");
  await it.pick(await it.one("#in-offered-class"), "committed");
  await (await it.one("#in-offered-months")).sendKeys("36");
  await until("it is answered", () => it.isVisible('[data-view="offered"]'));
  await it.caughtUp();
  await it.stands('[data-action="offered"]');
  await it.click('[data-action="offered"]');
  const told = await until("a notice", async () => (await it.notices())[0]);
  assert.match(told, /\$2\.50 per GPU-hour, for 36 months, was added.*Your offers/);
  const [top, bottom, height] = await it.in(() => {
    const { top, bottom } = document.querySelector('[data-view="notices-here"] .notice').getBoundingClientRect();
    return [top, bottom, innerHeight];
  });
  assert.ok(top >= 0 && bottom <= height, `it stands in sight where it was pressed: ${top} to ${bottom} of ${height}`);
  await it.caughtUp();
  await it.stands('[data-action="only-quotes"]');
  await it.click('[data-action="only-quotes"]');
  await until("nothing else counts", () => it.in(() => document.querySelectorAll("#offers tr.able").length === 1));
  assert.equal(await it.in(() => document.querySelector('[data-field="rent.only_quotes"]').checked), true);
});

test("A saved price book runs nothing in a spreadsheet, and read back it has the same offers", async ({ page }) => {
  const it = await page();
  await it.open();
  const opening = await it.answer();
  const text = "id,provider,gpu,usd_per_gpu_hour,note\nx,\"=HYPERLINK(\"\"http://x\"\")\",h100-sxm,0.75,@SUM(A1)\n-y,+Acme,h100-sxm,0.8,\n";
  const done = await load(it, text);
  const won = await it.nextAnswer(opening);
  await done();
  const file = await it.savedFile('[data-action="save-book"]');
  assert.equal(file, "id,provider,gpu,usd_per_gpu_hour,note\nx,\"'=HYPERLINK(\"\"http://x\"\")\",h100-sxm,0.75,'@SUM(A1)\n'-y,'+Acme,h100-sxm,0.8,\n");
  await it.click('[data-action="remove-book"]');
  await it.nextAnswer(won);
  const again = await load(it, file);
  assert.deepEqual(await it.nextAnswer(opening), won);
  await again();
});
