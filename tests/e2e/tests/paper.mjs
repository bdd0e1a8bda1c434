// On paper: verdict, chart, costs, every input with its source, and the link, on at most three pages.
import assert from "node:assert/strict";
import { test } from "../harness.mjs";

const PAPERS = { A4: [21, 29.7], Letter: [21.59, 27.94] }; // cm

test("On paper the answer and all it stands on take at most three pages", async ({ page }) => {
  const it = await page();
  await it.open();
  for (const [name, [width, height]] of Object.entries(PAPERS)) {
    const pages = (await it.browser.print(width, height)).toString("latin1").match(/\/Type\s*\/Page\b(?!s)/g).length;
    assert.ok(pages >= 1 && pages <= 3, `${name}: ${pages} pages`);
  }
  await it.browser.paper(true);
  const seen = await it.in(() => {
    const visible = (css) => [...document.querySelectorAll(css)].some((e) => e.checkVisibility());
    return {
      verdict: visible('[data-view="verdict"]'),
      chart: visible('[data-view="cost-curve"] svg'),
      costs: visible(".costs table"),
      inputs: visible(".assumptions table"),
      link: document.querySelector(".on-paper").checkVisibility() && document.querySelector(".on-paper").innerText.includes("#v="),
      controls: visible("button, .inputs, input[type=range]"),
    };
  });
  assert.deepEqual(seen, { verdict: true, chart: true, costs: true, inputs: true, link: true, controls: false });
});
