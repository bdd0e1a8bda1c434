// Lines below an input that say what the present values amount to: staff by size, storage on one side only.
import assert from "node:assert/strict";
import { test } from "../harness.mjs";
import { until } from "../page.mjs";

const hint = (row) => `[data-row="${row}"] [data-view="hint"]`;

/** Waits for the hint of a row to match, and returns its text. */
const told = async (it, row, words) => {
  await it.unfold(`[data-row="${row}"]`);
  return until(`${row}: ${words}`, async () => {
    const text = (await it.text(hint(row))).replace(/\s+/g, " ");
    return words.test(text) && text;
  });
};

const isGone = (it, row) => until(`nothing is said below ${row}`, async () => !(await it.isVisible(hint(row))));

async function choose(it, id, value) {
  const list = await it.field(id);
  await it.in((list, value) => {
    list.dispatchEvent(new PointerEvent("pointerdown", { bubbles: true }));
    list.value = value;
    list.dispatchEvent(new Event("change", { bubbles: true }));
  }, list, value);
}

test("Below the staffing rows it says how many people the cluster needs and how many of them owning pays for", async ({ page }) => {
  const it = await page();
  await it.open();
  await it.enter("own.gpus", "40");
  // By hand: 0.05 + 1.45 × 32 ÷ 56 people, less the half that renting needs too.
  await told(it, "people.method", /^40 GPUs need 0\.88 people by the rule: .*\. Renting needs 0\.5 of them too, so 0\.38 are charged to owning\.$/);
  await it.enter("people.rent_people", "1");
  await told(it, "people.method", /Renting needs 1 of them too, so 0 are charged to owning\.$/);
  await choose(it, "people.method", "given");
  await isGone(it, "people.method");
  await it.enter("people.own_people", "2.5");
  await told(it, "people.own_people", /^Renting needs 1 of them too, so 1\.5 are charged to owning\.$/);
  await it.enter("people.own_people", "0.4");
  await told(it, "people.own_people", /^Renting needs 1 of them too, so -0\.6 are charged to owning: a credit\.$/);
  await choose(it, "own.yearly_method", "amount");
  await isGone(it, "people.own_people");
});

test("Where one side has no storage, its row says what the other still pays and names that row", async ({ page }) => {
  const it = await page();
  await it.open();
  for (const row of ["own.storage_tb", "rent.storage_tb"]) await isGone(it, row);
  await it.enter("own.storage_usd_per_tb", "150");
  await it.enter("rent.storage_usd_per_gb_month", "0.02");
  await it.enter("rent.storage_tb", "100");
  await it.enter("own.storage_tb", "0");
  await told(it, "own.storage_tb", /^Owning buys no storage\. Renting still pays \$2,000 a month for 100 TB: see “Rented storage”\.$/);
  await it.enter("own.storage_tb", "10");
  await isGone(it, "own.storage_tb");
  await it.enter("rent.storage_tb", "0");
  await told(it, "rent.storage_tb", /^Renting pays for no storage\. Owning still buys 10 TB for \$1,500: see “Owned storage”\.$/);
  await it.enter("own.storage_tb", "0");
  await isGone(it, "rent.storage_tb");
  await isGone(it, "own.storage_tb");
});
