import assert from "node:assert/strict";
import { Buffer } from "node:buffer";
import { execFileSync } from "node:child_process";
import { mkdtemp, readFile, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { Key } from "selenium-webdriver";
import { test } from "../harness.mjs";
import { until } from "../page.mjs";

// Without git history the build has no date (scripts/env).
const DATED = execFileSync("bash", ["-c", ". scripts/env; built_of"], { cwd: new URL("../../..", import.meta.url) }).length > 0;
const CHARTS = ["cost-curve", "cash-curve", "drivers", "cost-lines", "break-evens", "way", "plan-cash", "plan-curve"];

/** Opens the page with all charts drawn, including the steps from a worked example. */
async function opened(page, options) {
  const it = await page(options);
  await it.open();
  await it.in(() => {
    const choice = document.querySelector("#way-from");
    choice.value = choice.options[3].value;
    choice.dispatchEvent(new Event("change", { bubbles: true }));
  });
  await until("the way is drawn", () => it.isVisible('[data-view="way"] svg'));
  // The payments of the two plans that lead stand under "Over the horizon".
  await it.in(() => {
    const choice = document.querySelector("#plan-two");
    choice.value = "commit";
    choice.dispatchEvent(new Event("change", { bubbles: true }));
  });
  await until("the payments of both are drawn", () => it.in(() => document.querySelector('[data-view="plan-cash"] svg') !== null));
  return it;
}

const said = (it) => it.in(() => document.querySelector("[aria-live=polite]").textContent);
const tooltip = (it, id) => it.in((id) => document.querySelector(`[data-view="${id}"] .tooltip`).textContent, id);

test("A bar about an input leads to its field, by a press and by Enter", async ({ page }) => {
  const it = await opened(page);
  const inField = () => it.in(() => document.activeElement?.dataset.field ?? document.activeElement?.id);
  for (const id of ["drivers", "way"]) {
    await it.reveal(`[data-view="${id}"] svg`);
    const rows = await it.in((id) => [...document.querySelectorAll(`[data-view="${id}"] .leads`)].map((e) => e.classList[1]), id);
    assert.ok(rows.length >= 1, id);
    for (const [place, row] of [[0, rows[0]], [rows.length - 1, rows.at(-1)]]) {
      const bar = (await it.all(`[data-view="${id}"] .leads`))[place];
      await it.in((e) => e.scrollIntoView({ block: "center" }), bar); // clear of the bar at the foot
      await bar.click();
      await until(`${id}: ${row} has the keyboard`, async () => (await inField()) === row || (await inField()) === `in-${row.replace(/[._]/g, "-")}`);
    }
  }
  const [first] = await it.in(() => [...document.querySelectorAll('[data-view="drivers"] .leads')].map((e) => e.classList[1]));
  await it.in(() => document.querySelector('[data-view="drivers"] .plot').focus());
  await it.press(Key.ENTER);
  assert.equal(await it.in(() => document.activeElement.className), "plot", "no bar is read yet");
  await it.press(Key.HOME);
  await until("a bar is read", () => tooltip(it, "drivers"));
  await it.press(Key.ENTER);
  await until("its field has the keyboard", async () => (await inField()) === first || (await inField()) === `in-${first.replace(/[._]/g, "-")}`);
});

test("Every chart takes the keyboard once: points, series, ends; what it shows is what it says", async ({ page }) => {
  const it = await opened(page);
  for (const id of CHARTS) {
    await it.reveal(`[data-view="${id}"] svg`);
    const stops = await it.all(`[data-view="${id}"] .plot[tabindex="0"]`);
    assert.equal(stops.length, 1, id);
    await it.in((e) => e.focus(), stops[0]);
    const seen = new Set();
    const read = async (key) => {
      await it.press(key);
      const text = await until(`${id}: a reading`, () => tooltip(it, id));
      assert.equal(await said(it), text, `${id}: what shows is announced`);
      seen.add(text);
      return text;
    };
    const first = await read(Key.HOME);
    assert.notEqual(await read(Key.ARROW_RIGHT), first, `${id}: to the right`);
    assert.equal(await read(Key.ARROW_LEFT), first, `${id}: and back`);
    const last = await read(Key.END);
    assert.notEqual(last, first, id);
    const rows = await it.in((id) => document.querySelectorAll(`[data-view="${id}"] .cursor`).length, id);
    assert.ok(rows >= 1, `${id}: the cursor is drawn`);
    if (["cost-curve", "cash-curve", "plan-cash", "plan-curve"].includes(id)) assert.notEqual(await read(Key.ARROW_DOWN), last, `${id}: another series is read first`);
    await it.press(Key.ESCAPE);
    await until(`${id}: Escape takes the cursor away`, async () => (await tooltip(it, id)) === "");
    assert.ok(seen.size >= 3, id);
  }
});

test("The table of every chart holds what its CSV holds, to the last digit", async ({ page }) => {
  const folder = await mkdtemp(join(tmpdir(), "rack-or-rent-charts-"));
  try {
    const it = await opened(page);
    await it.browser.saveTo(folder);
    await it.enter("name", "=1+1, a \"name\"");
    await it.caughtUp(); // ranges of lines follow in a pause
    for (const id of CHARTS) {
      await it.in((id) => (document.querySelector(`[data-view="${id}"] details.chart-table`).open = true), id);
      await until(`${id}: the table is drawn`, () => it.isVisible(`[data-view="${id}"] .chart-table td`));
      const table = await it.in((id) => [...document.querySelectorAll(`[data-view="${id}"] tbody tr`)].map((row) => [...row.cells].map((cell) => cell.querySelector("[data-value]")?.dataset.value ?? cell.textContent)), id);
      assert.ok(table.length >= 3, id);
      const csv = await saved(it, folder, id, "csv");
      assert.ok(csv.startsWith("\ufeff"), `${id}: marked as UTF-8`);
      const lines = parsed(csv.slice(1));
      const about = lines[0].length - 1;
      assert.match(lines[1][about], /=1\+1, a "name"/, `${id}: names the scenario`);
      assert.match(lines[0].slice(1, about).join("|"), /\(.+\)/, `${id}: units in the heads`);
      const plain = (text) => text.replace(/^'(?=[=+\-@])/, "");
      assert.deepEqual(lines.slice(1).map((line) => line.slice(0, about).map(plain)), table, id);
    }
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
});

test("In another currency trees and saved tables are in it and say its rate: no dollar is left", async ({ page }) => {
  const folder = await mkdtemp(join(tmpdir(), "rack-or-rent-euros-"));
  try {
    const it = await opened(page);
    await it.browser.saveTo(folder);
    await it.open("#cur=EUR&fx=0.875&end=1");
    await it.caughtUp();
    const figures = (place) => it.in((place) => [...document.querySelectorAll(`${place} ul.terms .figure`)].map((each) => [each.textContent, Number(each.dataset.value)]), place);
    await it.click('.figures button[data-opens="own"]');
    await until("owning is open", async () => (await figures("#opened")).length > 10);
    for (const id of ["price", "values-from", "nodes"]) {
      await it.in((id) => (document.querySelector(`#fold-${id}`).open = true), id);
      await until(`${id}: its tree is drawn`, async () => (await figures(`#fold-${id}`)).length > 2);
    }
    for (const place of ["#opened", "#fold-price", "#fold-values-from", "#fold-nodes"]) {
      const words = await it.in((place) => document.querySelector(place).textContent, place);
      assert.equal(words.match(/.*USD.{9}/g), null, place);
      assert.match(words, /One US dollar is 0\.875 EUR/, place);
      const money = (await figures(place)).filter(([text]) => /EUR/.test(text));
      assert.ok(money.length > 1, `${place}: ${words}`);
      for (const [text, value] of money) {
        const euros = Number(text.replaceAll(",", "").split(/\s/)[0]);
        assert.ok(Math.abs(euros - value * 0.875) <= 1e-8 * Math.abs(value), `${place}: ${text} of ${value} dollars`);
      }
    }
    for (const id of ["years", "lines", "levelised", "exits"]) {
      await it.in((id) => (document.querySelector(`#fold-${id}`).open = true), id);
      await until(`${id}: the table is drawn`, () => it.isVisible(`#fold-${id} td`));
      const dollars = await it.in((id) => [...document.querySelectorAll(`#fold-${id} :is(tbody, tfoot) tr`)].map((row) => [...row.cells].slice(1).map((cell) => cell.querySelector("[data-value]")?.dataset.value ?? "")), id);
      const lines = parsed((await saved(it, folder, id, "csv")).slice(1));
      assert.ok(lines[0].slice(1, -1).every((head) => /\(EUR/.test(head)), `${id}: ${lines[0]}`);
      assert.match(lines[1].at(-1), /1 USD = 0\.875 EUR/, id);
      assert.deepEqual(lines.slice(1).map((line) => line.slice(1, -1).map((cell) => cell && Number(cell))), dollars.map((row) => row.map((cell) => cell && Number(cell) * 0.875)), id);
    }
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
});

test("The tables of years and of leaving early hold what their CSV holds, to the last digit", async ({ page }) => {
  const folder = await mkdtemp(join(tmpdir(), "rack-or-rent-sheets-"));
  try {
    const it = await opened(page);
    await it.browser.saveTo(folder);
    for (const id of ["years", "lines", "levelised", "exits"]) {
      await it.in((id) => (document.querySelector(`#fold-${id}`).open = true), id);
      await until(`${id}: the table is drawn`, () => it.isVisible(`#fold-${id} td`));
      const table = await it.in((id) => [...document.querySelectorAll(`#fold-${id} :is(tbody, tfoot) tr`)].map((row) => [...row.cells].map((cell) => cell.querySelector("[data-value]")?.dataset.value ?? cell.textContent)), id);
      assert.ok(table.length >= 2, id);
      const lines = parsed((await saved(it, folder, id, "csv")).slice(1));
      assert.ok(lines[0].slice(1, -1).every((head) => /\(USD/.test(head)), `${id}: units in the heads: ${lines[0]}`);
      assert.match(lines[1].at(-1), DATED ? /Rack or Rent 0\.\d+\.\d+ of \d{4}-\d\d-\d\d/ : /Rack or Rent 0\./, `${id}: says where it is from`);
      assert.deepEqual(lines.slice(1).map((line) => line.slice(0, -1)), table, id);
    }
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
});

test("Pictures of every chart stand on their own: as SVG and as PNG", async ({ page }) => {
  const folder = await mkdtemp(join(tmpdir(), "rack-or-rent-charts-"));
  try {
    const it = await opened(page);
    await it.browser.saveTo(folder);
    await it.enter("name", "Lab <b> & co");
    await it.caughtUp(); // updates during the pause redraw the charts
    const verdict = (await it.verdict()).replace(/\s+/g, " ");
    const said = [verdict.match(/^[\w ]+\./)[0], verdict.match(/\$\S+ \(\d+(\.\d+)?%\)/)[0]];
    for (const id of CHARTS) {
      await it.in((id) => (document.querySelector(`[data-view="${id}"] details.chart-table`).open = true), id);
      const svg = await saved(it, folder, id, "svg");
      assert.doesNotMatch(svg, /<style|style=|class=|href=|<script|url\(/, `${id}: no styles, nothing from elsewhere`);
      const found = await it.in((text) => {
        const root = new DOMParser().parseFromString(text, "image/svg+xml").documentElement;
        const words = [...root.querySelectorAll("text")].map((e) => e.textContent).join(" ");
        return { tag: root.tagName, words, about: root.querySelector("desc")?.textContent ?? "" };
      }, svg);
      assert.equal(found.tag, "svg", id);
      for (const part of ["Lab <b> & co", "Rack or Rent 0.", "2026-"]) assert.ok(found.words.includes(part), `${id}: ${part} in ${found.words}`);
      // A file has no tiles beside it: its verdict also names the two costs.
      for (const part of said) assert.ok(found.words.replace(/\s+/g, " ").includes(part), `${id}: ${part} of the verdict in ${found.words}`);
      const png = await saved(it, folder, id, "png", null);
      assert.equal(png.subarray(1, 4).toString(), "PNG", id);
      assert.ok(png.readUInt32BE(16) >= 1800 && png.length > 20_000, `${id}: ${png.readUInt32BE(16)} wide, ${png.length} bytes`);
    }
    assert.deepEqual(await it.notices(), []);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
});

test("Tables are copied as TSV and Markdown", async ({ page }) => {
  const it = await page();
  await it.before("if (navigator.clipboard) navigator.clipboard.writeText = async (text) => { globalThis.copied = text; };");
  await it.open();
  await it.in(() => (document.querySelector('[data-view="cost-lines"] details.chart-table').open = true));
  await until("the table is drawn", () => it.isVisible('[data-view="cost-lines"] .chart-table td'));
  const copied = async (kind) => {
    await it.click(`[data-export="${kind} cost-lines"]`);
    const text = await until("it is copied", () => it.in(() => globalThis.copied));
    await it.in(() => delete globalThis.copied);
    return text;
  };
  assert.match((await copied("tsv")).split("\n")[1], /^Total\t[\d.]+\t[\d.]+\t/);
  assert.match((await copied("md")).split("\n")[2], /^\| Total \| [\d.]+ \| [\d.]+ \|$/);
});

test("The axis upwards stays while the slider is dragged, and fits again afterwards", async ({ page }) => {
  const it = await page();
  await it.open();
  const axis = () => it.in(() => {
    const svg = document.querySelector('[data-view="cost-curve"] svg');
    return [...svg.querySelectorAll('text[text-anchor="end"].words')].map((e) => e.textContent).join(" ");
  });
  const slide = (to, kind) => it.in((to, kind) => {
    const slider = document.querySelector("#busy-slider");
    slider.value = to;
    slider.dispatchEvent(new Event(kind, { bubbles: true }));
  }, to, kind);
  const before = await axis();
  const own = async () => (await it.figure("own")).value;
  for (const to of ["60", "30", "10"]) {
    const last = await own();
    await slide(to, "input");
    await until("the answer follows", async () => (await own()) !== last);
    assert.equal(await axis(), before, `at ${to} %`);
  }
  await slide("10", "change");
  await until("the axis fits again", async () => (await axis()) !== before);
});

// Two keys between two redraws of the charts below: computed twice, drawn once.
test("Whatever is typed, key by key, the charts below become those of a page opened with it", async ({ page }) => {
  const it = await page();
  await it.open();
  const charts = () => it.in(() => Object.fromEntries([...document.querySelectorAll("figure.chart")].map((chart) => [
    chart.dataset.view,
    [chart.querySelector("h3, h2")?.innerText, chart.querySelector("svg")?.outerHTML],
  ])));
  const typed = [];
  const rounds = [["own.gpus", "80"], ["own.gpus", "96"], ["work.busy_share", "45"], ["own.gpus", "64"], ["own.gpus", "72"], ["own.node_price_usd", "310000"], ["own.gpus", "104"], ["work.busy_share", "81"]];
  for (const [id, text] of rounds) {
    await it.type(id, text);
    await it.press(Key.TAB);
    await it.caughtUp();
    const drawn = await charts();
    const link = await until("the address follows", async () => {
      const now = await it.in(() => location.hash);
      return now !== typed.at(-1)?.link && now;
    });
    typed.push({ what: `${id} ${text}`, charts: drawn, link });
  }
  assert.ok(Object.keys(typed[0].charts).length >= 5, "there are charts to compare");
  assert.equal(new Set(typed.map((each) => each.link)).size, rounds.length, "each leads to another scenario");
  for (const { what, charts: before, link } of typed) {
    await it.open(link);
    const opened = await charts();
    for (const [id, drawn] of Object.entries(opened)) assert.deepEqual(before[id], drawn, `${id} after ${what}`);
  }
});

test("The line of today is dragged; a press elsewhere on the chart changes nothing", async ({ page }) => {
  const it = await page({ size: [1280, 900] });
  await it.open();
  await it.in(() => document.querySelector('[data-view="cost-curve"] .handle').scrollIntoView({ block: "center" }));
  const own = async () => (await it.figure("own")).value;
  const at = await it.in(() => {
    const box = document.querySelector('[data-view="cost-curve"] .handle').getBoundingClientRect();
    return [Math.round(box.left + box.width / 2), Math.round(box.top + box.height / 2)];
  });
  const drag = async (from, to) => {
    const mouse = it.driver.actions({ async: true });
    await mouse.move({ x: from[0], y: from[1] }).press().move({ x: to[0], y: to[1] }).release().perform();
  };
  const before = await own();
  await drag([at[0] - 200, at[1] - 60], [at[0] - 300, at[1] - 60]);
  assert.equal(await own(), before, "pressed beside the line");
  await drag(at, [at[0] - 100, at[1]]);
  await until("less use costs more an hour", async () => (await own()) > before);
});

for (const width of [320, 390, 1280]) {
  test(`Words of charts are at least 12 px and inside their drawing at ${width} px`, async ({ page }) => {
    const it = await opened(page, { size: [width, 800] });
    await it.painted();
    const wrong = [];
    for (const id of CHARTS) {
      await it.reveal(`[data-view="${id}"] svg`);
      wrong.push(...await it.in((id) => {
        const svg = document.querySelector(`[data-view="${id}"] svg`);
        const box = svg.getBoundingClientRect();
        return [...svg.querySelectorAll("text")].filter((e) => {
          // Only the letters: Firefox includes the halo around them.
          const { x, y, width, height } = e.getBBox();
          const across = [[x, y], [x + width, y], [x, y + height], [x + width, y + height]].map(([x, y]) => new DOMPoint(x, y).matrixTransform(e.getScreenCTM()).x);
          const at = { left: Math.min(...across), right: Math.max(...across) };
          return parseFloat(getComputedStyle(e).fontSize) * (box.width / svg.viewBox.baseVal.width) < 12 || at.left < box.left - 1 || at.right > box.right + 1;
        }).map((e) => `${id}: ${e.textContent}`);
      }, id));
    }
    assert.deepEqual(wrong, []);
    assert.ok((await it.in(() => document.documentElement.scrollWidth)) <= width);
  });
}

/** Saves a chart by its button and reads the file. */
async function saved(it, folder, id, kind, encoding = "utf8") {
  await pause(120); // Chromium silently drops a page's eleventh download within a second
  await it.click(`[data-export="${kind} ${id}"]`);
  const look = async () => {
    const name = (await readdir(folder)).find((each) => each.includes(id) && each.endsWith(`.${kind}`));
    return name ? (await readFile(join(folder, name))).toString("latin1") : "";
  };
  // The file may have its name before it is complete.
  const bytes = await until(`${id}: a whole file of kind ${kind}`, async () => {
    const [once, again] = [await look(), await look()];
    return once.length > 0 && once === again && !(await readdir(folder)).some((each) => /\.(crdownload|part)$/.test(each)) && Buffer.from(once, "latin1");
  });
  return encoding ? bytes.toString(encoding) : bytes;
}

/** Cells of a CSV text. */
function parsed(text) {
  const rows = [[""]];
  let quoted = false;
  for (let at = 0; at < text.length; at += 1) {
    const sign = text[at];
    const row = rows[rows.length - 1];
    if (quoted && sign === '"' && text[at + 1] === '"') row[row.length - 1] += text[(at += 1)];
    else if (sign === '"') quoted = !quoted;
    else if (!quoted && sign === ",") row.push("");
    else if (!quoted && sign === "\n") rows.push([""]);
    else if (quoted || sign !== "\r") row[row.length - 1] += sign;
  }
  return rows.filter((row) => row.length > 1);
}
