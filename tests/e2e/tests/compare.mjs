import assert from "node:assert/strict";
import { Key } from "selenium-webdriver";
import { test } from "../harness.mjs";
import { until } from "../page.mjs";

const TABLE = '[data-view="compare"]';

/** Rows of a table: texts of the head and the cells. */
const rows = (it, css) => it.in((css) => [...document.querySelectorAll(`${css} tr`)].map((tr) => [...tr.children].map((cell) => cell.innerText.trim().replace(/\s+/g, " "))), css);

async function two(it) {
  await it.open();
  await it.save("Base");
  await it.click('[data-action="save-another"]');
  await until("there are two", async () => (await it.saved()).length === 2);
  await it.enter("name", "Larger");
  await it.click('[data-action="rename"]');
  await it.enter("own.gpus", "96");
  await it.enter("own.node_price_usd", "250000");
  await until("they stand side by side", async () => (await it.text(TABLE)).includes("250,000"));
}

test("Saved as another, what was changed and its name belong to the new one; the old one is as it was saved", async ({ page }) => {
  const it = await page();
  await it.open();
  await it.save("Base");
  await it.enter("own.gpus", "96");
  await it.enter("name", "Larger");
  assert.deepEqual(await it.saved(), ["Base"], "a name that is typed renames nothing");
  await it.click('[data-action="save"]');
  await until("both stand side by side", async () => (await it.isVisible(TABLE)) && /Larger[^]*GPUs owned/.test(await it.text(TABLE)));
  await it.caughtUp();
  const table = Object.fromEntries((await rows(it, TABLE)).map(([head, ...cells]) => [head, cells]));
  assert.deepEqual(table[""], ["Base", "Larger"]);
  assert.match(table["GPUs owned"][0], /^64/);
  assert.match(table["GPUs owned"][1], /^96 /);
});

const dollars = (text) => Number(text.replace(/[^0-9.-]/g, ""));

test("Two scenarios side by side: results, inputs that differ, and why, in parts that add up to the last digit", async ({ page, site }) => {
  const at = await site();
  const it = await page({ site: at });
  await two(it);
  const table = Object.fromEntries((await rows(it, TABLE)).map(([head, ...cells]) => [head, cells]));
  assert.deepEqual(table[""], ["Base", "Larger"]);
  assert.match(table["GPUs owned"][1], /^96 .*\+32 .*\(\+50\.0%\)$/);
  assert.match(table["Node price"][1], /^250,000 .*-.*\(-.*%\)$/);
  assert.equal(Object.keys(table).filter((head) => /^(GPUs owned|Node price|Electricity price)$/.test(head)).length, 2, "equal ones are left out");
  const own = (await it.figure("own")).text;
  assert.ok(table["Own, per productive GPU-hour, steady year"][1].startsWith(own), "the one on screen is live");

  await it.in(() => [...document.querySelectorAll("#scenarios details")].forEach((e) => (e.open = true)));
  const why = await until("the way shows", async () => {
    const found = await rows(it, '#scenarios [data-view="bridge"]');
    return found.length > 3 && found;
  });
  const body = why.slice(1);
  const [from, to, difference] = [body[0], body[body.length - 2], body[body.length - 1]];
  const steps = body.slice(1, -2);
  assert.deepEqual([from[0], to[0], difference[0]], ["Base", "Larger", "Difference"]);
  for (const [column, scale] of [[1, 1e6], [2, 1e6], [3, 1]]) {
    const units = (row) => Math.round(dollars(row[column] || "0") * scale);
    const sum = steps.reduce((total, row) => total + units(row), 0);
    assert.equal(sum, units(difference), `column ${column} adds up`);
    assert.equal(units(to) - units(from), units(difference), `column ${column} spans the difference`);
  }
  assert.ok(steps.length >= 2 && units3(difference) !== 0);
  const saving = table["Owning saves, present value"];
  assert.equal(dollars(saving[1].split(" ")[0]), dollars(to[3]), "the table and the way agree");
  assert.equal(dollars(saving[1].split(" ")[1]), dollars(difference[3]), "also in the difference");

  const link = await it.in(() => document.querySelector("#compare-link").value);
  assert.match(link, /#set=2&v=\d+&.*&end=1&next=2&name=Larger&n=96&.*&end=1$/);
  const other = await page({ site: at });
  await other.visit(link);
  assert.deepEqual((await rows(other, TABLE)).filter(([head]) => head !== ""), (await rows(it, TABLE)).filter(([head]) => head !== ""));
  assert.deepEqual(Object.keys(await other.stored()), [], "nothing is stored");
  assert.match(await other.text('[data-view="guests"]'), /Larger/);
  assert.match((await other.notices())[0], /This link contains 2 scenarios\. The first is shown here/);
  await other.click('[data-action="to-compare"]');
  await until("the comparison is in sight", () => other.in(() => {
    const { top } = document.querySelector("#compare").getBoundingClientRect();
    return top > -1 && top < innerHeight; // positions are fractional
  }));
  await other.reload();
  assert.match(await other.text('[data-view="guests"]'), /Larger/, "still there");
  await other.click('[data-action="keep-guests"]');
  await until("both are kept when asked", async () => JSON.stringify(await other.saved()) === '["Base","Larger"]');
  assert.doesNotMatch((await other.notices()).join("\n"), /This link contains/);
});

function units3(row) {
  return dollars(row[3]);
}

test("At most five are compared, and a kept one is ticked away again", async ({ page }) => {
  const it = await page();
  await it.open();
  for (let n = 0; n < 6; n += 1) {
    await it.click('[data-action="reset"]');
    await it.save(`S${n}`);
  }
  const boxes = () => it.in(() => [...document.querySelectorAll('[data-view="scenarios"] input')].map((e) => [e.checked, e.disabled]));
  for (let n = 0; n < 5; n += 1) await it.click(`[data-view="scenarios"] input[data-compare="s${n}"]`);
  await until("the sixth cannot be ticked", async () => JSON.stringify((await boxes())[5]) === "[false,true]");
  assert.equal((await rows(it, TABLE))[0].length, 6);
  await it.click('[data-view="scenarios"] input[data-compare="s0"]');
  await until("it can again", async () => !(await boxes())[5][1]);
  assert.equal((await rows(it, TABLE))[0].length, 5);
});

test("Damaged and hostile links of several scenarios: what is wrong is named, nothing is stored, never a crash", async ({ page }) => {
  const it = await page();
  const svg = "_3csvg_20onload_3dwindow.hit_3d1_3e";
  await it.open(`#set=3&v=2&name=${svg}&n=64&end=1&next=2&name=${svg}&n=8O&zz=1&gpu=${svg}&end=1`);
  const said = (await it.notices()).join("\n");
  for (const part of [/Scenario 2 in this link/, /8O/, /zz/, /announces 3 scenarios but contains 2/]) assert.match(said, part);
  assert.equal(await it.in(() => window.hit), null);
  assert.equal(await it.in(() => document.querySelectorAll("[onload]").length), 0);
  assert.deepEqual(Object.keys(await it.stored()), []);
  for (const link of ["#set=2", "#set=-1&n=8", "#next=2&next=3&n=8", `#set=5&n=8${"&next=1".repeat(3000)}`, `#n=8&next=2&name=${"%00".repeat(5000)}`, "#set=2&n=8&next=2&n=0&gpn=0&end=1"]) {
    await it.open(link);
    assert.equal(await it.isVisible('[data-view="stopped"]'), false, link.slice(0, 40));
  }
});

test("By keyboard alone, in fewer than 40 presses: change the use, read the verdict, add a scenario, compare, copy the link", async ({ page }) => {
  const it = await page();
  await it.open();
  let presses = 0;
  const press = async (...keys) => {
    presses += keys.length;
    await it.press(...keys);
  };
  const shiftTab = async () => {
    presses += 1;
    await it.driver.actions().keyDown(Key.SHIFT).sendKeys(Key.TAB).keyUp(Key.SHIFT).perform();
  };
  const go = async (wanted, step = () => press(Key.TAB)) => {
    for (let n = 0; n < 40; n += 1) {
      await step();
      const { action, go, rowLink } = await it.in(() => ({ ...document.activeElement.dataset }));
      if ([action, go, rowLink].includes(wanted)) return;
    }
    throw new Error(`Tab did not get to ${wanted}`);
  };
  await go("scenarios");
  await press(Key.ENTER); // the bar links to the scenarios
  await go("save");
  await press(Key.ENTER);
  await until("it is kept", async () => (await it.saved()).length === 1);
  await go("save-another");
  await press(Key.ENTER);
  await until("both stand side by side", () => it.isVisible(TABLE));
  const before = await it.answer();
  await go("work.busy_share"); // "Change inputs"
  await press(Key.ENTER);
  await until("the field has the keyboard", () => it.in(() => document.activeElement.dataset.field === "work.busy_share"));
  await it.in(() => document.activeElement.select());
  presses += 1; // Ctrl+A
  await press("3", "1");
  const after = await it.nextAnswer(before);
  assert.notEqual(after.verdict, before.verdict);
  await until("it is compared", async () => (await it.text(TABLE)).includes("GPU-hours"));
  await go("share", shiftTab);
  await press(Key.ENTER);
  await go("copy-private-link");
  await press(Key.SPACE);
  assert.ok(presses < 40, `${presses} presses`);
});

test("A comparison at 320 px stands in cards and makes nothing scroll sideways", async ({ page }) => {
  const it = await page({ size: [320, 640] });
  await two(it);
  await it.in(() => [...document.querySelectorAll("#scenarios details")].forEach((e) => (e.open = true)));
  await it.painted();
  const found = await it.in((css) => ({
    wide: document.documentElement.scrollWidth,
    row: getComputedStyle(document.querySelector(`${css} tr`)).display,
    label: ((cell) => getComputedStyle(cell, "::before").content.replace("attr(data-label)", `"${cell.dataset.label}"`))(document.querySelector(`${css} td.number`)), // Firefox returns attr() unresolved
  }), TABLE);
  assert.ok(found.wide <= 320, `${found.wide} px`);
  assert.deepEqual([found.row, found.label], ["block", '"Base"']);
});

test("Inputs of ways that none has chosen are counted, not listed", async ({ page }) => {
  const it = await page();
  await it.open("#set=2&n=64&txr=0.2&end=1&next=2&name=Other&n=72&txr=0.4&end=1");
  await until("they stand side by side", async () => /GPUs owned/.test(await it.text(TABLE)));
  const heads = (await rows(it, TABLE)).map(([head]) => head);
  assert.ok(heads.includes("GPUs owned") && !heads.some((head) => /tax/i.test(head)), heads.join("; "));
  assert.match(await it.text(`${TABLE} caption`), / 1 other differs but applies to none of them\.$/);
});

test("A link of several scenarios offers to compare them, by keyboard too; without the notice they are still compared", async ({ page }) => {
  const it = await page();
  await it.open("#set=3&v=3&n=64&name=One&end=1&next=2&n=72&name=Two&end=1&next=3&n=80&name=Three&end=1");
  const notice = '.notice [data-action="to-compare"]';
  await until("it is offered", () => it.isVisible(notice));
  assert.match((await it.notices()).join("\n"), /^This link contains 3 scenarios\. The first is shown here; all of them are compared further down\./);
  assert.equal(await it.text(notice), "Compare");
  await it.in((css) => document.querySelector(css).focus(), notice);
  await it.press(Key.ENTER);
  await until("the comparison has the keyboard", () => it.in(() => document.activeElement.id === "compare"));
  const { top, high } = await it.in(() => ({ top: document.querySelector("#compare").getBoundingClientRect().top, high: innerHeight }));
  assert.ok(top > -1 && top < high, "and is in sight");
  const heads = async () => (await rows(it, TABLE))[0].slice(1);
  assert.deepEqual(await heads(), ["One", "Two", "Three"]);

  await it.in(() => document.querySelector('.notice [data-action="to-compare"]').closest(".notice").querySelector('[data-action="dismiss"]').click());
  await until("the notice is gone", async () => !(await it.isVisible(notice)));
  assert.deepEqual(await heads(), ["One", "Two", "Three"]);
  assert.deepEqual(Object.keys(await it.stored()), [], "nothing is stored");

  await it.open("#n=64&name=One&end=1");
  assert.equal(await it.isVisible(notice), false, "one scenario is nothing to compare");
});
