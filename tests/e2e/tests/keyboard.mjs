import assert from "node:assert/strict";
import { Key } from "selenium-webdriver";
import { test } from "../harness.mjs";
import { until } from "../page.mjs";

// The focused element, and its focus style.
const FOCUSED = () => {
  const e = document.activeElement;
  if (!e || e === document.body) return null;
  const all = [...document.querySelectorAll("*")];
  const style = getComputedStyle(e);
  const shell = e.closest(".file") ? getComputedStyle(e.closest(".file")) : style;
  const ring = (s) => (s.outlineStyle !== "none" && parseFloat(s.outlineWidth) >= 1 && !/rgba\(0, 0, 0, 0\)|transparent/.test(s.outlineColor)) || s.boxShadow !== "none";
  const box = e.getBoundingClientRect();
  const x = Math.min(Math.max(box.left + box.width / 2, 0), innerWidth - 1);
  const y = Math.min(Math.max(box.top + Math.min(box.height, innerHeight) / 2, 0), innerHeight - 1);
  const top = document.elementFromPoint(x, y);
  const shown = e.matches("input[type=file]") ? e.closest("label") ?? e : e;
  return {
    place: all.indexOf(e),
    name: `${e.tagName.toLowerCase()}${e.id ? `#${e.id}` : ""} ${(e.getAttribute("aria-label") ?? e.dataset.action ?? e.dataset.preset ?? e.innerText ?? "").slice(0, 40)}`,
    tabindex: e.tabIndex,
    ring: ring(style) || ring(shell),
    onScreen: box.bottom > 0 && box.top < innerHeight && box.width > 0,
    uncovered: Boolean(top) && (shown.contains(top) || top.contains(shown)),
    inChart: Boolean(e.closest('[data-view="cost-curve"]')) && !e.matches("summary, input, button, a"),
    field: e.dataset.field ?? "",
    action: e.dataset.action ?? "",
  };
};

test("Tab walks through the page in its order; everything it reaches shows that it has the keyboard", async ({ page }) => {
  const it = await page();
  await it.open();
  // What still arrives moves what has the focus: the page that stands is walked.
  await until("every room is drawn", () => it.in(() => [...document.querySelectorAll(".room:not([data-room=inputs])")].every((room) => room.querySelector("section"))));
  await it.caughtUp();
  await it.stands(".rooms");
  const walk = [];
  for (let step = 0; step < 200; step += 1) {
    await it.press(Key.TAB);
    const at = await it.in(FOCUSED);
    if (!at || (walk.length > 0 && at.place === walk[0].place)) break;
    walk.push(at);
  }
  const names = (wrong) => walk.filter(wrong).map((each) => each.name);
  assert.ok(walk.length > 20 && walk.length < 200, `${walk.length} stops`);
  assert.deepEqual(names((each) => each.tabindex > 0), [], "no tabindex above 0");
  assert.deepEqual(walk.map((each) => each.place), walk.map((each) => each.place).sort((a, b) => a - b), "in the order of the page");
  assert.deepEqual(names((each) => !each.ring), [], "each shows a focus ring");
  assert.deepEqual(names((each) => !each.onScreen), [], "each is scrolled into view");
  assert.deepEqual(names((each) => !each.uncovered), [], "nothing covers it");
  assert.equal(walk.filter((each) => each.inChart).length, 1, "the chart takes the keyboard once");
  for (const field of ["work.busy_share", "own.gpus", "own.node_price_usd", "name"]) assert.ok(walk.some((each) => each.field === field), `Tab reaches ${field}`);
  for (const action of ["save", "copy-private-link", "copy-query-link", "reset"]) assert.ok(walk.some((each) => each.action === action), `Tab reaches ${action}`);
});

test("Arrow keys move the chart's cursor, and what it points at is announced", async ({ page }) => {
  const it = await page();
  await it.open();
  const chart = await it.one('[data-view="cost-curve"] [tabindex="0"]');
  const drawn = () => it.in(() => document.querySelector('[data-view="cost-curve"] svg').innerHTML);
  const said = () => it.in(() => [...document.querySelectorAll('[aria-live="polite"], [role="status"]')].filter((e) => e.checkVisibility() && e.id !== "why").map((e) => e.textContent.trim()).join(" "));
  await it.in((e) => e.focus(), chart);
  const still = await drawn();
  await it.press(Key.ARROW_RIGHT);
  await until("the cursor shows", async () => (await drawn()) !== still);
  const first = await until("it is announced", said);
  assert.match(first, /\$\d/, first);
  assert.match(first, /%/, first);
  const at = await drawn();
  await it.press(Key.ARROW_RIGHT);
  await until("the cursor moves", async () => (await drawn()) !== at);
  const second = await until("something else is announced", async () => (await said()) !== first && said());
  await it.press(Key.HOME);
  const home = await until("Home jumps", async () => (await said()) !== second && said());
  await it.press(Key.END);
  const end = await until("End jumps", async () => (await said()) !== home && said());
  const busy = (text) => Number(/([\d.]+)\s*%/.exec(text)?.[1]);
  assert.ok(busy(home) < 5 && busy(end) > 50, `from "${home}" to "${end}"`);
  const figures = (await it.answer()).figures;
  await it.press(Key.TAB);
  assert.equal(await it.in((e) => document.activeElement === e, chart), false, "Tab leaves");
  assert.deepEqual((await it.answer()).figures, figures, "looking changes nothing");
});

test("There is one polite live region, and it says the verdict once inputs have settled", async ({ page }) => {
  const it = await page();
  await it.open();
  const regions = await it.in(() => [...document.querySelectorAll("[aria-live], [role=status], [role=alert], [role=log], output")].filter((e) => e.checkVisibility() && e.getAttribute("aria-live") !== "off").map((e) => e.outerHTML.slice(0, 80)));
  assert.equal(regions.length, 1, JSON.stringify(regions));
  const spoken = () => it.in(() => document.querySelector("[aria-live=polite]").textContent.replace(/\s+/g, " ").trim());
  const before = await spoken();
  await it.enter("own.gpus", "120");
  const said = await until("the verdict is announced", async () => {
    const [said, verdict] = [await spoken(), await it.verdict()];
    return said !== before && said === verdict.replace(/\s+/g, " ") && said;
  });
  // The whole headline is spoken: what to do, what it costs a year, how much less than what. Files contain the same sentence.
  assert.equal(said, (await it.verdict()).replace(/\s+/g, " "));
  assert.match(said, /^Rent from .*\. Over 5 years that costs \$[\d.]+M a year: \$[\d.]+M \([\d.]+%\) less in total, at present value, than owning 120 GPUs\.$/);
  await it.in(() => (document.querySelector('[data-view="cost-curve"] details.chart-table').open = true));
  await until("the files are offered", () => it.isVisible('[data-export="svg cost-curve"]'));
  const file = (await it.savedFile('[data-export="svg cost-curve"]')).replace(/\s+/g, " ");
  const about = /<desc>(.*?)<\/desc>/.exec(file)?.[1] ?? assert.fail("the file describes itself");
  assert.ok(about.includes(`. ${said} Scenario: `), `"${said}" is the whole sentence of "${about}"`);
});

test("An answer is announced though inputs change before the first one is weighed", async ({ page, site }) => {
  let release;
  const held = new Promise((resolve) => (release = resolve));
  const it = await page({ site: await site({ answer: (path) => (path.endsWith("_bg.wasm") ? { held } : undefined) }) });
  await it.go();
  await it.in(() => {
    const field = () => document.querySelector('[data-field="work.busy_share"]');
    const watch = new MutationObserver(() => {
      if (!field()) return;
      watch.disconnect();
      field().focus();
      field().select();
      document.execCommand("insertText", false, "31");
      field().blur();
    });
    watch.observe(document.documentElement, { childList: true, subtree: true });
  });
  release();
  await it.answered();
  assert.match(await it.fieldText("work.busy_share"), /^31/);
  const verdict = async () => (await it.verdict()).replace(/\s+/g, " ");
  await until("the verdict is announced", async () => (await it.in(() => document.querySelector("[aria-live=polite]").textContent.replace(/\s+/g, " ").trim())) === (await verdict()));
});

test("By keyboard alone, in fewer than 30 presses: change the use, read the verdict, copy the link", async ({ page }) => {
  const it = await page();
  await it.open();
  const before = await it.answer();
  let presses = 0;
  const press = async (...keys) => {
    presses += keys.length;
    await it.press(...keys);
  };
  const go = async (wanted) => {
    for (let step = 0; step < 60; step += 1) {
      await press(Key.TAB);
      const at = await it.in(FOCUSED);
      if (at && wanted(at)) return;
    }
    throw new Error("Tab did not get there");
  };
  // The first stop leads past the question, the ways to start and the answer.
  await go((at) => at.action === "skip");
  await press(Key.ENTER);
  await go((at) => at.field === "work.busy_share");
  await press("3", "1"); // Tab into a field selects its text
  const after = await it.nextAnswer(before);
  assert.notEqual(after.verdict, before.verdict);
  assert.equal(await it.fieldText("work.busy_share"), "31", "Tab into a field selects its text");
  const link = await it.in(() => document.querySelector('nav [data-go="share"]') !== null);
  if (link) {
    // The bar links to the share section.
    await it.in(() => document.querySelector('nav [data-go="share"]').focus());
    presses += 2;
    await press(Key.ENTER);
  }
  await go((at) => at.action === "copy-private-link");
  await press(Key.SPACE);
  assert.ok(presses < 30, `${presses} presses`);
});
