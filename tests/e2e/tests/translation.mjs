import assert from "node:assert/strict";
import { test } from "../harness.mjs";
import { until } from "../page.mjs";

// Simulates Google Translate, which wraps every translatable text in <font><font>.
const TRANSLATE = () => {
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  const texts = [];
  while (walker.nextNode()) texts.push(walker.currentNode);
  for (const text of texts) {
    if (!text.data.trim() || text.parentElement.closest('[translate="no"], .notranslate, script, style, textarea, svg')) continue;
    const outer = document.createElement("font");
    const inner = document.createElement("font");
    text.replaceWith(outer);
    inner.textContent = text.data;
    outer.append(inner);
  }
};

test("A translated page goes on: figures and units are left alone, and follow the inputs", async ({ page, site }) => {
  const at = await site();
  const it = await page({ site: at });
  await it.open();
  await it.openGroups();
  await it.in(TRANSLATE);
  const inAnswer = await it.in(() =>
    [...document.querySelectorAll('[data-view="verdict"] font font, [data-view="indifference"] font font, .turns font font, .busy font font, .takeaway font font')]
      .map((e) => e.textContent)
      .filter((text) => /[$€]\s?\d|\d\s?%/.test(text)),
  );
  assert.deepEqual(inAnswer, [], "no computed figure is open to translation");

  const before = await it.answer();
  await it.enter("own.gpus", "96");
  await it.nextAnswer(before);
  await it.in(TRANSLATE);
  await it.enter("work.busy_share", "abc");
  await it.enter("work.busy_share", "31");
  await it.enter("own.node_price_usd", "300000");
  await it.click('[data-preset="equal-goodput"]');
  await it.in(TRANSLATE);
  await it.click('[data-action="reset"]');
  await it.in(TRANSLATE);
  await it.enter("own.gpus", "80");
  await it.painted();
  assert.equal(await it.isVisible('[data-view="stopped"]'), false, "nothing broke");

  const plain = await page({ site: at });
  await plain.visit((await it.links()).private);
  const { figures } = await plain.answer();
  assert.deepEqual((await it.answer()).figures, figures, "the same figures as on a page that nobody translated");
  const shown = (each) => each.in(() => [...document.querySelectorAll("[data-value]")].map((e) => [e.dataset.value, e.innerText.trim()]));
  await it.openGroups();
  await plain.openGroups();
  // A fold's content is drawn a moment after it opens.
  await until("every figure is drawn", async () => (await shown(it)).length === (await shown(plain)).length);
  assert.deepEqual(await shown(it), await shown(plain), "every figure, as text too");
});

test("Where an extension changed the text of a figure, the next answer stands there", async ({ page }) => {
  const it = await page();
  await it.open();
  await it.in(() => {
    document.querySelector(".figures dd [data-value]").textContent = "gone";
    document.querySelector('[data-view="indifference"]').append(document.createElement("font"));
  });
  const before = await it.answer();
  await it.enter("own.gpus", "96");
  await it.nextAnswer(before);
  assert.match(await it.text(".figures dd"), /^\$\d/);
  assert.equal(await it.isVisible('[data-view="stopped"]'), false);
});

// Characters outside the BMP: two UTF-16 units in JavaScript, four bytes in UTF-8.
test("A name of letters that take two places in JavaScript leaves the words beside it whole", async ({ page }) => {
  const it = await page();
  await it.open();
  await it.save("Plain");
  const beside = () => it.in(() => [...document.querySelectorAll(".kept li :is(button, a)")].map((each) => each.textContent));
  const plain = await beside();
  const name = "🙂 a 𝔸 é €";
  await it.in((name) => {
    const field = document.querySelector('[data-field="name"]');
    field.value = name;
    field.dispatchEvent(new Event("change", { bubbles: true }));
  }, name);
  await it.click('[data-action="rename"]');
  await until("the name stands in the list", async () => (await it.saved())[0] === name);
  assert.deepEqual((await beside()).map((words) => words.replace(name, "Plain")), [...plain, "Revert to saved version"]);
});
