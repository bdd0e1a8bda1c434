// Print: verdict, chart, costs, every input with its source, and the link, on at most three pages.
import assert from "node:assert/strict";
import { inflateSync } from "node:zlib";
import { test } from "../harness.mjs";
import { until } from "../page.mjs";

const PAPERS = { A4: [21, 29.7], Letter: [21.59, 27.94] }; // cm

/** Pages of a PDF: objects of type Page, which may be in compressed streams. */
function pagesOf(pdf) {
  let text = pdf.toString("latin1");
  for (const { index, 0: begin } of text.matchAll(/stream\r?\n/g)) {
    const from = index + begin.length;
    try {
      text += inflateSync(pdf.subarray(from, pdf.indexOf("endstream", from))).toString("latin1");
    } catch {
      // Not a compressed stream.
    }
  }
  return text.match(/\/Type\s*\/Page\b(?!s)/g)?.length ?? 0;
}

test("On paper the answer and all it stands on take at most three pages", async ({ page }) => {
  const it = await page();
  for (const link of ["?preset=bill-8m", "#name=Lab%202&n=64"]) {
    await it.open(link);
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
      ways: visible(".ways table"),
      turning: visible(".turning table"),
      years: visible("#fold-years table"),
      day: /^\d{4}-\d{2}-\d{2} · Rack or Rent \d/.test(document.querySelector(".share .on-paper").innerText),
      link: document.querySelector(".share .on-paper").checkVisibility() && document.querySelector(".share .on-paper").innerText.includes("#v="),
      controls: visible("button, .inputs, input[type=range]"),
    };
  });
  assert.deepEqual(seen, { name: "Lab 2", verdict: true, chart: true, cash: true, dated: true, costs: true, inputs: true, ways: true, turning: true, years: true, day: true, link: true, controls: false });
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
