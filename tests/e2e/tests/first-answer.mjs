import assert from "node:assert/strict";
import { Key } from "selenium-webdriver";
import { test } from "../harness.mjs";
import { until } from "../page.mjs";

for (const [width, height] of [[1280, 720], [390, 844]]) {
  test(`The first answer shows without any input and without scrolling at ${width}x${height}`, async ({ page }) => {
    const it = await page({ size: [width, height] });
    await it.open();
    assert.equal(await it.in(() => scrollY), 0);
    for (const view of ["verdict", "badge"]) {
      const seen = await it.in((view) => {
        const element = document.querySelector(`[data-view="${view}"]`);
        const box = element.getBoundingClientRect();
        const middle = document.elementFromPoint(box.left + box.width / 2, box.top + box.height / 2);
        return { top: box.top, bottom: box.bottom, height: innerHeight, uncovered: element.contains(middle) || middle?.contains(element) };
      }, view);
      assert.ok(seen.top >= 0 && seen.bottom <= seen.height, `the ${view} lies within the screen: ${JSON.stringify(seen)}`);
      assert.ok(seen.uncovered, `nothing covers the ${view}`);
      assert.ok((await it.text(`[data-view="${view}"]`)).length > 3, `the ${view} says something`);
    }
    assert.match(await it.verdict(), /\$\d/, "the verdict names an amount");
    assert.match(await it.text('[data-view="indifference"]'), /\$\d/);
    for (const name of ["own-over-the-horizon", "rent-over-the-horizon", "indifference-over-the-horizon"]) {
      const { value, text } = await it.figure(name);
      assert.ok(value > 0.1 && value < 100, `${name}: ${value}`);
      assert.match(text, /^\$\d+\.\d\d$/, `${name}: ${text}`);
    }
  });
}

test("No symbol stands for a number anywhere: default, worked cases, no work, all of the work", async ({ page }) => {
  const it = await page();
  await it.open();
  const states = ["as it opens"];
  await noSymbols(it, "as it opens");
  for (const id of await it.in(() => [...document.querySelectorAll("[data-preset]")].map((e) => e.dataset.preset))) {
    await it.click(`[data-preset="${id}"]`);
    await it.painted();
    await noSymbols(it, id);
    states.push(id);
  }
  assert.ok(states.length >= 4, "there are worked cases");
  for (const suffix of ["#v=1&w=0&end=1", "#v=1&w=1000000000&end=1", "#v=1&np=0&w=1&end=1", "#v=1&oq=1&q=none~0~0&end=1", "#v=1&n=1&gpn=8&w=0.000001&end=1"]) {
    await it.open(suffix);
    await noSymbols(it, suffix);
  }
});

async function noSymbols(it, state) {
  await it.openAllFolds();
  const found = await it.in(() => {
    const hits = [];
    const symbol = /\b(NaN|undefined|Infinity|inf|null)\b|∞|\[object|[-−]\$?0(?:[.,]0+)?(?![\d.,])/;
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    while (walker.nextNode()) {
      const text = walker.currentNode.data;
      if (symbol.test(text) && !walker.currentNode.parentElement.closest("script, style")) hits.push(text);
    }
    for (const element of document.body.querySelectorAll("*")) {
      for (const { name, value } of element.attributes) if (/NaN|Infinity|undefined/.test(value)) hits.push(`${element.tagName} ${name}=${value}`);
    }
    for (const input of document.querySelectorAll("input")) if (symbol.test(input.value)) hits.push(`${input.id}: ${input.value}`);
    return hits;
  });
  assert.deepEqual(found, [], `in the state: ${state}`);
}

test("Break-even and break-even price are the horizon's, those of a steady year stand in the method: typed in, both sides cost the same", async ({ page }) => {
  const it = await page();
  await it.open();
  const at = await it.figure("break-even-over-the-horizon");
  const yearly = await it.figure("break-even");
  assert.notEqual(at.text, yearly.text, "with waiting and selling it is another");
  await it.enter("work.busy_share", String(at.value * 100));
  const saved = () => it.in(() => Number(document.querySelector('[data-view="over-time"] [data-figure="saving"], [data-figure="saving"]')?.dataset.value ?? NaN));
  await until("owning saves about nothing there", async () => Math.abs(await saved()) < 50);
  assert.match(await it.verdict(), /^Too close to call/);
  await it.click('[data-action="undo"]');
  await until("it is undone", async () => Math.abs(await saved()) > 50);
  const price = await it.figure("indifference-over-the-horizon");
  await it.caughtUp();
  await it.click("tr.chosen [data-action=price]");
  await until("there is a field for a price", () => it.isVisible("#own-price"));
  await (await it.one("#own-price")).sendKeys(String(price.value), Key.TAB);
  await until("owning saves about nothing at that price", async () => Math.abs(await saved()) < 50);
  assert.match(await it.verdict(), /^Too close to call/);
});

test("Every figure at the top opens where it stands into what it comes from, the figure itself first", async ({ page }) => {
  const it = await page();
  await it.open();
  const opened = () => it.in(() => {
    const panel = document.getElementById("opened");
    if (!panel) return null;
    const { top } = panel.getBoundingClientRect();
    return {
      seen: top >= 0 && top < innerHeight,
      values: [...panel.querySelectorAll(".figure")].map((each) => Math.abs(Number(each.dataset.value))),
      pressed: [...document.querySelectorAll('.figures [aria-expanded="true"]')].map((each) => each.dataset.opens).join(),
    };
  });
  const press = (css) => it.in((css) => document.querySelector(css).click(), css);
  const ids = await it.in(() => [...document.querySelectorAll(":is(.answer, .notes) .figures dt button")].map((each) => each.dataset.opens));
  // With the set-up of the bridge until delivery the upfront payment is that of the plan, not of the machines alone.
  assert.deepEqual(ids, ["own", "rent", "break-even", "upfront-of-own", "price", "cash"]);
  for (const id of ids) {
    const button = `.figures button[data-opens="${id}"]`;
    const shown = await it.in((css) => Number(document.querySelector(css).closest("div").querySelector("dd .figure").dataset.value), button);
    await press(button);
    await until(`${id} is open and in view`, async () => {
      const found = await opened();
      return found?.seen && found.pressed === id && found.values.some((value) => Math.abs(value - shown) <= 1e-9 * shown);
    });
  }
  await press('.figures button[data-opens="cash"]');
  await until("the same press closes it", async () => (await opened()) === null);
  const inSentences = await it.in(() => [...new Set([...document.querySelectorAll(":is(.answer, .notes) p .opens")].map((each) => each.dataset.opens))]);
  assert.deepEqual(inSentences.sort(), ["cost-of-own", "cost-of-rent", "price", "saving"]);
  for (const id of inSentences) {
    const shown = await it.in((id) => Number(document.querySelector(`:is(.answer, .notes) p .opens[data-opens="${id}"]`).dataset.value), id);
    await press(`:is(.answer, .notes) p .opens[data-opens="${id}"]`);
    await until(`${id} of a sentence is open`, async () => (await opened())?.values.some((value) => Math.abs(value - shown) <= 1e-9 * shown));
  }
  // By keyboard, down to an input; the open derivation follows the typing. Delivered and at work at once, without a bridge.
  await it.open("#ld=0&rmp=0&end=1");
  await it.caughtUp();
  await it.in(() => document.querySelector('.figures button[data-opens="cheque"]').focus());
  await it.press(Key.ENTER);
  await until("the cheque is open", async () => (await opened())?.pressed === "cheque");
  const cheque = (await opened()).values[0];
  for (const [about, heading] of [["saving", "Saving of the cheaper side"], ["node-price", "Node price"], ["saving", "Saving of the cheaper side"]]) {
    await it.in((about) => document.querySelector(`#opened .small [data-opens="${about}"]`).focus(), about);
    await it.press(Key.ENTER);
    await until(`${heading} is open`, async () => (await it.text("#opened-heading")) === heading);
  }
  await it.in(() => document.querySelector('.figures button[data-opens="cheque"]').focus());
  await it.press(Key.ENTER);
  await until("the cheque is open again", async () => (await opened())?.pressed === "cheque");
  await it.in(() => document.querySelector("#opened details").setAttribute("open", ""));
  await press('#opened a[data-row-link="own.node_price_usd"]');
  await until("the keyboard is in the field", () => it.in(() => document.activeElement?.dataset.field === "own.node_price_usd"));
  await it.enter("own.node_price_usd", "400000");
  await until("it follows", async () => (await opened()).values[0] > cheque);
});

test("Where the answer is out of sight its figures stand at the foot, follow what is dragged, and say when they are earlier ones", async ({ page }) => {
  const it = await page({ size: [390, 844] });
  await it.open("#preset=vendor-paper"); // no range turns it
  const line = () => it.in(() => document.querySelector(".glance")?.textContent ?? "");
  assert.equal(await line(), "", "the answer itself is seen");
  await it.in(() => document.querySelector("#busy-slider").scrollIntoView({ block: "center" }));
  await until("the line is there", async () => /^Own 8 GPUs\. \$[\d.]+ per productive GPU-hour · \$[\d.]+M less than renting from /.test(await line()));
  const told = async () => {
    await it.settled();
    // The cost of the plan, and what it costs less than the other.
    return it.in(() => [document.querySelector('[data-label="Cost of this plan"]').parentElement.querySelector("dd .figure"), document.querySelectorAll('[data-view="verdict"] .figure')[1]].map((each) => each.dataset.value));
  };
  const before = await told();
  const shown = () => it.in(() => [...document.querySelectorAll(".glance .figure")].map((each) => each.dataset.value));
  assert.deepEqual((await shown()).slice(0, 2), before);
  await it.in(() => {
    const slider = document.querySelector("#busy-slider");
    slider.value = String(Number(slider.value) - 30);
    slider.dispatchEvent(new Event("input", { bubbles: true }));
  });
  const after = await told();
  assert.notEqual(after[0], before[0], "the slider moved it");
  assert.deepEqual((await shown()).slice(0, 2), after, "with the same key or drag as the answer");
  await it.enter("own.node_price_usd", "4x");
  await until("it is an earlier answer", async () => (await line()).includes("Previous answer"));
  await it.in(() => document.querySelector(".glance button").click());
  await until("the answer is in sight and the line gone", async () => (await line()) === "" && (await it.in(() => document.querySelector(".answer").getBoundingClientRect().top >= -2)));
});
