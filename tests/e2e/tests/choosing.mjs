// Choosing a GPU is one change; undo goes by a person's steps; the way to the inputs is short.
import assert from "node:assert/strict";
import { Key } from "selenium-webdriver";
import { test } from "../harness.mjs";
import { until } from "../page.mjs";

const GPU = "work.gpu";
const PRICE = "own.node_price_usd";

test("Keys pass over GPUs without taking them; leaving the list takes the one it stops at, as one step", async ({ page }) => {
  const it = await page();
  await it.open();
  const before = await it.inLink("gpu");
  const list = await it.field(GPU);
  await it.in((e) => e.focus(), list);
  const shown = () => it.in((e) => e.value, list);
  for (let step = 0; step < 3; step += 1) {
    const was = await shown();
    await it.press(Key.ARROW_DOWN); // in a closed list: the value moves, and `change` is fired
    await it.painted();
    assert.notEqual(await shown(), was, "the list moves");
    assert.equal(await it.inLink("gpu"), before, "nothing is taken");
  }
  const last = await shown();
  await it.press(Key.TAB);
  await until("the last is taken", async () => (await it.inLink("gpu")) === last);
  await it.click('[data-action="undo"]');
  await until("one step undoes it", async () => (await it.inLink("gpu")) === before);
});

test("Enter takes the GPU that keys stop at; Escape gives it up", async ({ page }) => {
  const it = await page();
  await it.open();
  const before = await it.inLink("gpu");
  const list = await it.field(GPU);
  const pass = (key) => it.in((e, key) => {
    e.focus();
    e.dispatchEvent(new KeyboardEvent("keydown", { key: "ArrowDown", bubbles: true }));
    e.selectedIndex += 1;
    e.dispatchEvent(new Event("change", { bubbles: true }));
    e.dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true, cancelable: true }));
    return e.value;
  }, list, key);
  assert.equal(await pass("Escape"), before, "the list is back");
  await it.in((e) => e.blur(), list);
  await it.painted();
  assert.equal(await it.inLink("gpu"), before);
  const taken = await pass("Enter");
  await until("it is taken", async () => (await it.inLink("gpu")) === taken);
  assert.notEqual(taken, before);
});

test("A typed node price gives way with a word that names both prices, and one undo brings it back", async ({ page }) => {
  const it = await page();
  await it.open();
  await it.enter(PRICE, "250000");
  const list = await it.field(GPU);
  await it.in((e) => {
    e.dispatchEvent(new PointerEvent("pointerdown", { bubbles: true }));
    e.value = "b200-sxm";
    e.dispatchEvent(new Event("change", { bubbles: true }));
  }, list);
  await until("the price is the machine's", async () => (await it.fieldText(PRICE)) !== "250,000");
  const now = await it.fieldText(PRICE);
  const said = (await it.notices()).join("\n");
  assert.ok(said.includes("$250,000") && said.includes(`$${now}`), said);
  await it.click('[data-action="undo"]');
  await until("one step brings it back", async () => (await it.fieldText(PRICE)) === "250,000");
  assert.equal(await it.inLink("gpu"), "h100-sxm");
});

test("Undo passes over typing that was taken back", async ({ page }) => {
  const it = await page();
  await it.open();
  const before = await it.fieldText("own.gpus");
  await it.enter("own.gpus", "120");
  await it.enter("own.gpus", "8x");
  await it.click('[data-action="undo"]'); // the unusable text
  await it.click('[data-action="undo"]');
  await until("the number before the first change", async () => (await it.fieldText("own.gpus")) === before);
});

test("The first press of Tab offers to skip to the inputs; the first input is at most five presses away", async ({ page }) => {
  const it = await page();
  await it.open();
  const at = () => it.in(() => ({ action: document.activeElement.dataset.action ?? "", field: document.activeElement.dataset.field ?? "" }));
  await it.press(Key.TAB);
  assert.equal((await at()).action, "skip");
  assert.ok(await it.isVisible(".skip"));
  let presses = 1;
  for (; presses < 8 && !(await at()).field; presses += 1) await it.press(Key.TAB);
  assert.ok(presses <= 5, `${presses} presses`);
  const address = await it.in(() => location.href);
  await it.in(() => document.querySelector(".skip").focus());
  await it.press(Key.ENTER);
  assert.equal((await at()).field, "own.gpus");
  assert.equal(await it.in(() => location.href), address, "the address stays");
});

test("A group whose inputs do not matter says why in one line", async ({ page }) => {
  const it = await page();
  await it.open();
  const said = () => it.text('[data-group="people"] [data-view="nothing-matters"]');
  await it.openGroups();
  assert.equal(await said(), "");
  const method = await it.field("own.yearly_method");
  await it.in((e) => {
    e.value = "amount";
    e.dispatchEvent(new Event("change", { bubbles: true }));
  }, method);
  await until("it says so", async () => (await said()).length > 20);
  assert.ok(await it.isVisible('[data-group="people"] [data-row-link="own.yearly_method"]'));
  // What electricity emits counts all the same: kWh and CO2e are told of every plan.
  assert.deepEqual(await it.in(() => [...document.querySelectorAll('[data-group="power"] [data-row]')].filter((row) => row.checkVisibility()).map((row) => row.dataset.row)), ["power.kg_co2e_per_kwh"]);
});
