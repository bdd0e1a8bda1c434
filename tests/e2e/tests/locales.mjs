// The same figures in every locale's number format, and a field keeps its value when it is left and edited again.
import assert from "node:assert/strict";
import { test } from "../harness.mjs";

const LOCALES = ["en-US", "de-DE", "fr-CH", "hi-IN", "ar-EG"];
const CASE = "#v=1&np=296644.5&w=31234.5&n=64&gpn=8&end=1";

/** The value behind every figure, and every field's text. */
const figures = () => [...document.querySelectorAll(".figure[data-value]")].map((e) => e.dataset.value);

async function reads(page, locale) {
  const it = await page();
  await it.browser.reader(locale, locale === "hi-IN" ? "Asia/Kolkata" : "America/New_York");
  await it.open(CASE);
  return it;
}

test("The same link says the same figures in every number format", async ({ page }) => {
  const first = await (await reads(page, LOCALES[0])).in(figures);
  assert.ok(first.length > 50, `${first.length} figures`);
  for (const locale of LOCALES.slice(1)) {
    assert.deepEqual(await (await reads(page, locale)).in(figures), first, locale);
  }
});

for (const locale of LOCALES) {
  test(`A field edited where it stands keeps its number: ${locale}`, async ({ page }) => {
    const it = await reads(page, locale);
    const link = async () => [await it.inLink("np"), await it.inLink("w")];
    const before = await link();
    for (const row of ["own.node_price_usd", "work.gpu_hours_per_month"]) {
      const shown = await it.in((row) => document.querySelector(`[data-field="${row}"]`).value, row);
      await it.enter(row, shown); // exactly the displayed text
    }
    assert.deepEqual(await link(), before, "as it stood");
    await it.enter("own.node_price_usd", await it.in(() => new Intl.NumberFormat().format(310000)));
    assert.equal(await it.inLink("np"), "310000", "a number as this reader writes it");
  });
}
