// One question, one answer: the same recommended plan and figures on the page, on paper, in frames, in the link, in messages,
// in files and in the native report; every amount of money stands within an element that names its plan.
import assert from "node:assert/strict";
import { readFile, readdir } from "node:fs/promises";
import { join } from "node:path";
import { test } from "../harness.mjs";
import { answered, ask, frame, heard, hosted, inside } from "../host.mjs";
import { PRESETS, evaluate } from "../native.mjs";
import { until } from "../page.mjs";

/** A base load and bursts that may be interrupted. */
const BURSTS = "#wl=Service~-~24~~Training~runs~256~504~4~-~1";
/** Four nodes there, work that goes beyond them in bursts. */
const THERE = "#pn=4&pna=2&wl=Service~-~40~~Training~runs~128~504~4~-~1";
/** The same with older machines of another GPU, which may be sold. */
const REFRESH = "#pn=4&png=a100-80-sxm&pna=3&pms=1&wl=Service~-~24~~Training~runs~64~504~4~-~1";
const STORIES = { "bursts and steady work": BURSTS, "machines there and varying demand": THERE, "older machines that may be sold": REFRESH };

/** What the page recommends, by each place that names a plan. */
const recommended = (it) => it.in(() => {
  const tile = (label) => document.querySelector(`[data-view="plan-figures"] dt[data-label="${label}"]`)?.parentElement;
  const value = (element) => element?.querySelector("dd .figure")?.dataset.value ?? null;
  // Where two plans are too close to call, the tile says that it is of the cheaper one.
  const first = tile("Cost of this plan") ?? tile("The cheaper of the two");
  return {
    headline: document.querySelector('[data-view="verdict"]').dataset.plan ?? null,
    rows: [...document.querySelectorAll("#ways tbody tr.chosen")].map((row) => row.dataset.plan),
    tile: first?.dataset.plan ?? null,
    cost: value(first),
    runner: tile("Runner-up")?.dataset.plan ?? null,
    runnerCost: value(tile("Runner-up")),
  };
});

/** The headline: its words and its exact figures. */
const headline = (it) => it.in(() => {
  const verdict = document.querySelector('[data-view="verdict"]');
  return { plan: verdict.dataset.plan ?? null, text: verdict.innerText.trim(), values: [...verdict.querySelectorAll(".figure")].map((each) => each.dataset.value) };
});

/** The table of plans: each with the exact figures of its row. */
const table = (it) => it.in(() => [...document.querySelectorAll("#ways tbody tr")].map((row) => [
  row.dataset.plan,
  [...row.querySelectorAll("td.number .figure")].map((each) => each.dataset.value),
]));

/** Amounts of money that stand in no element that names a plan. */
const unnamed = (it) => it.in(() => [...document.querySelectorAll(":is(.answer, #ways, #two-plans, .pure-plans) span.figure")]
  .filter((each) => /[$€£¥]|\b(USD|EUR)\b/.test(each.textContent) && !each.closest("[data-plan]"))
  .map((each) => `${each.closest("[data-view]")?.dataset.view ?? each.closest("section")?.id}: ${each.parentElement.textContent.slice(0, 80)}`));

/** The native report of the scenario on the page. */
async function native(it) {
  return JSON.parse(await evaluate(await it.savedFile('[data-action="save-file"]')));
}

const opened = async (it, link) => {
  await it.open(link);
  await it.caughtUp();
};

/** Checks that page and native report recommend the same plan with the same figures, and the page no other anywhere. */
async function agrees(it, report, what) {
  const found = await recommended(it);
  const cost = (kind) => {
    const plan = report.plans.find((each) => each.kind === kind);
    return plan ? plan.usd_per_productive_gpu_hour * report.cost_unit.gpu_hours : null;
  };
  assert.notEqual(report.recommended, null, what);
  assert.deepEqual(
    { headline: found.headline, rows: found.rows, tile: found.tile, runner: found.runner },
    { headline: report.recommended, rows: [report.recommended], tile: report.recommended, runner: report.rival },
    what,
  );
  assert.equal(Number(found.cost), cost(report.recommended), `${what}: cost of an hour`);
  if (report.rival !== null) assert.equal(Number(found.runnerCost), cost(report.rival), `${what}: cost of the runner-up`);
  const rows = await table(it);
  assert.deepEqual(rows.map(([plan]) => plan), report.plans.map((plan) => plan.kind), `${what}: the plans listed`);
  for (const plan of report.plans) {
    const [, values] = rows.find(([kind]) => kind === plan.kind);
    for (const [name, value] of [["per year", plan.usd_per_year], ["present value", plan.present_value_usd], ["upfront", plan.upfront_usd], ["obligation", plan.obligation_usd]]) {
      assert.ok(values.map(Number).includes(value), `${what}: ${plan.kind}: ${name} ${value} in ${values}`);
    }
  }
  const said = await headline(it);
  assert.ok(said.values.map(Number).includes(report.plans.find((plan) => plan.kind === report.recommended).usd_per_year), `${what}: its cost per year: ${said.text}`);
  assert.deepEqual(await unnamed(it), [], `${what}: each amount of money belongs to a plan`);
}

test("Every worked case recommends one plan: headline, tile and row name it with the figures of the native report", async ({ page }) => {
  const it = await page();
  const files = (await readdir(PRESETS)).filter((each) => each.endsWith(".json")).sort();
  assert.ok(files.length >= 10);
  for (const file of files) {
    await opened(it, `#preset=${file.replace(".json", "")}`);
    const report = JSON.parse(await evaluate(await readFile(join(PRESETS, file), "utf8")));
    await agrees(it, report, file);
  }
});

/** Walks everything that shows one answer. */
async function oneAnswer(it, page, site, what) {
  await it.caughtUp();
  await agrees(it, await native(it), what);
  const said = await headline(it);
  const rows = await table(it);
  const { text: badge } = await it.in(() => ({ text: document.querySelector('[data-view="badge"]').innerText.trim() }));
  assert.match(badge, /^(clear|leaning|too close|doubtful price|see the warning|only choice)$/, `${what}: how sure`);

  // In files: each picture says what the page says.
  const strong = await it.in(() => document.querySelector('[data-view="verdict"] strong').textContent);
  for (const chart of await it.in(() => [...document.querySelectorAll("figure.chart")].map((each) => each.dataset.view))) {
    await it.in((chart) => document.querySelector(`[data-view="${chart}"] details.chart-table`)?.setAttribute("open", ""), chart);
    if (!(await it.isVisible(`[data-export="svg ${chart}"]`))) continue;
    const svg = await it.savedFile(`[data-export="svg ${chart}"]`);
    const words = await it.in((svg) => [...new DOMParser().parseFromString(svg, "image/svg+xml").querySelectorAll("text")].map((each) => each.textContent).join(" ").replace(/\s+/g, " "), svg);
    assert.ok(words.includes(strong.replace(/\s+/g, " ")), `${what}: the picture of ${chart} says “${strong}”: ${words.slice(0, 200)}`);
  }

  // The table of plans as a file.
  const lines = (await it.savedFile('[data-export="csv plans"]')).slice(1).split("\n").slice(1).filter(Boolean);
  assert.equal(lines.length, rows.length, `${what}: a line for each plan`);
  // Where two plans are too close to call, the file marks both.
  const marks = lines.map((line) => / \((recommended|too close to call)\)/.exec(line)?.[1]);
  const marked = rows.filter((_, number) => marks[number]).map(([plan]) => plan);
  assert.ok(marked.includes(said.plan), `${what}: the file marks the plan of the headline: ${lines.join("\n")}`);
  assert.equal(marked.length, marks.includes("recommended") ? 1 : 2, `${what}: the file marks one plan, or two that are too close`);
  assert.equal(marks.includes("recommended"), !strong.startsWith("Too close"), `${what}: as the headline does`);
  for (const [number, [plan, values]] of rows.entries()) assert.ok(values.slice(0, 3).every((value) => lines[number].includes(`,${value}`)), `${what}: ${plan}: ${values} in ${lines[number]}`);

  // On paper.
  await it.in(() => dispatchEvent(new Event("beforeprint")));
  await it.browser.paper(true);
  await it.painted();
  assert.deepEqual((await recommended(it)).rows, [said.plan], `${what}: one plan on paper`);
  assert.equal(await it.isVisible('[data-view="verdict"]'), true);
  assert.equal(await it.isVisible(`#ways tr.chosen[data-plan="${said.plan}"]`), true, `${what}: its row is printed`);
  assert.deepEqual(await headline(it), said, `${what}: the headline on paper`);
  await it.browser.paper(false);
  await it.in(() => dispatchEvent(new Event("afterprint")));

  // In its link, and in a frame with each view.
  const link = new URL((await it.links()).private).hash.slice(1);
  const other = await page({ site });
  await opened(other, `#${link}`);
  assert.deepEqual(await headline(other), said, `${what}: the link opened anew`);
  assert.deepEqual(await table(other), rows, `${what}: the plans of the link`);
  for (const view of ["answer", "chart", "full"]) {
    await other.open(`#embed=1&view=${view}&${link}`);
    await until(`${what}: the answer of the frame`, async () => (await headline(other)).plan !== null && (await headline(other)).text === said.text);
    await other.caughtUp();
    assert.deepEqual(await headline(other), said, `${what}: frame, ${view}`);
    assert.equal(await other.in(() => document.querySelector(".badges .badge").innerText.trim()), badge, `${what}: frame, ${view}: how sure`);
  }
  return { link, said };
}

for (const [story, suffix] of Object.entries(STORIES)) {
  test(`One answer, ${story}: page, native report, files, paper, link and frames`, async ({ page, site }) => {
    const at = await site();
    const it = await page({ site: at });
    await it.open(suffix);
    await oneAnswer(it, page, at, story);
  });
}

test("One answer, a vendor's quote against a bill: page, native report, files, paper, link and frames", async ({ page, site }) => {
  const at = await site();
  const it = await page({ site: at });
  await opened(it, "#preset=bill-8m");
  const before = await headline(it);
  await it.click('.starts [data-action="vendor"]');
  await until("the form", () => it.isVisible('[data-action="take-vendor"]'));
  for (const [at, text] of Object.entries({ 0: "12", 1: "8", 2: "400000", 4: "4" })) await (await it.one(`#in-vendor-${at}`)).sendKeys(text);
  await it.click('[data-action="take-vendor"]');
  await until("the quote counts", async () => (await it.inLink("n")) === "96" && (await headline(it)).text !== before.text);
  const { said } = await oneAnswer(it, page, at, "quote and bill");
  assert.match(said.text, /^Too close to call\. Own 96 GPUs .*\. Going on as now costs at least \$[\d.]+M more than either\.$/, `the bill is what it compares with: ${said.text}`);
});

hosted(
  "One answer: the messages of a frame name the plan of the native report, and its figures",
  (site) => ({ page: Object.values(STORIES).map((suffix) => frame(`${site.framed}#embed=1&view=answer&${suffix.slice(1)}`)).join("") + frame(`${site.framed}#embed=1&view=full&preset=bill-8m`) }),
  async (it) => {
    for (const number of [...Object.keys(STORIES), "bill"].keys()) {
      await answered(it, number);
      await ask(it, "hello", {}, number);
      const seen = () => it.in((number) => window.heard.filter((each) => each.from === number && each.data?.type === "rack-or-rent:change").map((each) => each.data).at(-1), number);
      const told = await until("a message with the plan", async () => {
        const found = await seen();
        return found?.verdict?.plan && found;
      });
      const { data } = await ask(it, "export", { format: "json" }, number);
      const report = JSON.parse(await evaluate(data));
      const best = report.plans.find((plan) => plan.kind === report.recommended);
      assert.deepEqual(
        { plan: told.verdict.plan, runner: told.verdict.runner_up, kind: told.verdict.kind, strength: told.verdict.strength },
        { plan: report.recommended, runner: report.rival, kind: report.badge === "close" ? "too_close" : report.recommended, strength: report.badge },
      );
      assert.deepEqual(
        [told.figures.usd_per_productive_gpu_hour, told.figures.usd_per_year, told.figures.present_value_usd, told.figures.saving_usd, told.figures.upfront_usd],
        [best.usd_per_productive_gpu_hour, best.usd_per_year, best.present_value_usd, report.saving_usd, best.upfront_usd],
      );
      await inside(it, number, async () => {
        const said = await headline(it);
        assert.equal(said.plan, told.verdict.plan);
        assert.equal(told.verdict.sentence.replace(/\s+/g, " "), said.text.replace(/\s+/g, " "));
      });
    }
  },
);

test("Hold these sizes types what was found and leaves the plan and its figures as they are; undo takes it back", async ({ page }) => {
  const it = await page();
  await opened(it, BURSTS);
  const [said, rows] = [await headline(it), await table(it)];
  const report = await native(it);
  const best = report.plans.find((plan) => plan.kind === report.recommended);
  assert.equal(await it.inLink("so"), null, "found");
  await it.click('[data-action="hold-sizes"]');
  await until("they are typed", async () => (await it.inLink("so")) === String(best.own_gpus) && (await it.inLink("sc")) === String(best.committed_gpus));
  await it.caughtUp();
  const held = await headline(it);
  // What it is compared with may be another plan: a typed size is that of Own too.
  const own = ({ plan, text, values }) => [plan, text.match(/^.* a year:/)[0], values[0]];
  assert.deepEqual(own(held), own(said));
  assert.deepEqual((await table(it)).find(([plan]) => plan === said.plan), rows.find(([plan]) => plan === said.plan), "the plan costs the same");
  assert.equal(await it.isVisible('[data-action="hold-sizes"]'), false, "nothing is left to hold");
  await agrees(it, await native(it), "held");
  // They stay, whatever else changes.
  await it.enter("own.node_price_usd", "150000");
  await it.caughtUp();
  assert.deepEqual([await it.inLink("so"), await it.inLink("sc")], [String(best.own_gpus), String(best.committed_gpus)]);
  assert.match((await headline(it)).text, new RegExp(`^Own ${best.own_gpus} GPUs, `));
  await it.click('[data-action="undo"]');
  await it.click('[data-action="undo"]');
  await until("they are found again", async () => (await it.inLink("so")) === null && (await it.inLink("sc")) === null);
  await it.caughtUp();
  assert.deepEqual(await headline(it), said);
  assert.deepEqual(await table(it), rows);
});

test("A typed size has a better one below the answer, which a button takes; a mix that buys names the best plan that does not", async ({ page }) => {
  const it = await page();
  const line = (view) => `.answer [data-view="${view}"]`;
  await opened(it, "#n=256&w=80000");
  await until("a better size", () => it.isVisible(line("better-size")));
  const gpus = await it.in((selector) => document.querySelector(selector).textContent.match(/^(\d+) (?:instead of 256 GPUs owned|GPUs owned, not the 256 entered)/)?.[1] ?? null, line("better-size"));
  assert.notEqual(gpus, null, "it names both sizes");
  await it.click(`${line("better-size")} [data-action="take-better-size"]`);
  await until("it is typed", async () => (await it.inLink("n")) === gpus);
  await until("the line is gone", async () => !(await it.isVisible(line("better-size"))));
  await opened(it, BURSTS);
  await until("the best plan that buys nothing", () => it.isVisible(line("without-buying")));
  const share = Number(await it.in((selector) => document.querySelector(`${selector} .figure`).dataset.value, line("without-buying")));
  const cost = async () => {
    const { plans, recommended } = await native(it);
    return plans.find((plan) => plan.kind === recommended).present_value_usd;
  };
  const answer = await cost();
  await opened(it, `${BURSTS}&so=0`);
  const excluded = await cost();
  assert.ok(Math.abs(share - (1 - answer / excluded)) < 1e-9, `${share} of what is paid where owning is excluded: ${answer}, ${excluded}`);
});

test("Any two plans in detail: their difference is that of their present values in the native report, line by line", async ({ page }) => {
  const it = await page();
  await opened(it, BURSTS);
  const report = await native(it);
  const value = (kind) => report.plans.find((plan) => plan.kind === kind).present_value_usd;
  const shown = () => it.in(() => {
    const cells = [...document.querySelectorAll('[data-view="pair-lines"] tbody tr')].map((row) => [...row.querySelectorAll("td .figure")].map((each) => Number(each.dataset.value)));
    const sentence = document.querySelector('[data-view="pair-difference"]');
    return {
      plans: ["plan-one", "plan-two"].map((id) => document.getElementById(id).value),
      names: document.getElementById("two-plans").dataset.plan,
      difference: sentence && Number(sentence.querySelector(".figure").dataset.value),
      text: sentence?.innerText ?? "",
      lines: cells.slice(0, -1),
      total: cells.at(-1),
    };
  });
  assert.deepEqual((await shown()).plans, [report.recommended, report.rival], "those that lead");
  const label = (kind) => ({ now: "As now", own: "Own", replace: "Sell and replace", commit: "Commit", rent: "Rent", mix: "Mix", yours: "Your sizes" })[kind];
  const choose = (id, kind) => it.in((id, kind) => {
    const select = document.getElementById(id);
    select.value = kind;
    select.dispatchEvent(new Event("change", { bubbles: true }));
  }, id, kind);
  const kinds = report.plans.map((plan) => plan.kind);
  assert.ok(kinds.length >= 3);
  const pairs = kinds.flatMap((one) => kinds.filter((other) => other !== one).map((other) => [one, other]));
  for (const [one, other] of [[report.recommended, report.rival], ...pairs.slice(0, 6)]) {
    await choose("plan-one", one);
    await choose("plan-two", other);
    const found = await until(`${one} and ${other} are explained`, async () => {
      const now = await shown();
      return now.plans.join() === `${one},${other}` && now.difference !== null && now.text.includes(label(one)) && now.text.includes(label(other)) && now;
    });
    assert.equal(found.names, `${one} ${other}`);
    const [a, b] = [value(one), value(other)];
    const near = (x, y) => Math.abs(x - y) <= 1e-9 * Math.max(Math.abs(a), Math.abs(b));
    assert.ok(near(found.difference, Math.abs(b - a)), `${one}, ${other}: ${found.difference} for ${b - a}`);
    const cheaper = a < b ? one : other;
    assert.match(found.text, new RegExp(`(^|, )${label(cheaper)} costs .* less than|costs .* more than ${label(cheaper)}`), found.text);
    assert.deepEqual(found.total.slice(0, 2), [a, b], "the totals are the present values");
    assert.ok(near(found.total[2], b - a));
    for (const place of [0, 1]) {
      const sum = found.lines.reduce((total, cells) => total + cells[place], 0);
      assert.ok(Math.abs(sum - [a, b][place]) < 0.5 * (found.lines.length + 5), `the lines of ${[one, other][place]} add up: ${sum}`);
    }
  }
  assert.deepEqual(await unnamed(it), []);
});

test("The tiles of any plan, its saving and its cost a year open into the lines that they add up from", async ({ page }) => {
  const it = await page();
  for (const [story, link] of Object.entries(STORIES)) {
    await opened(it, link);
    const report = await native(it);
    const [best, next] = [report.recommended, report.rival].map((kind) => report.plans.find((each) => each.kind === kind));
    const of = { [`cost-of-${best.kind}`]: best, [`cost-of-${next.kind}`]: next };
    if (best.nodes_bought > 0) of[`upfront-of-${best.kind}`] = best;
    for (const [id, plan] of Object.entries(of)) {
      await it.click(`[data-view="plan-figures"] [data-opens="${id}"]`);
      const text = await it.in(() => document.querySelector("#opened").textContent);
      const lines = plan.lines.filter((line) => (id.startsWith("upfront") ? line.upfront_usd : line.present_value_usd) !== 0);
      for (const line of lines) assert.ok(text.includes(line.label), `${story}: ${id} names ${line.label}: ${text}`);
      const sum = plan.lines.reduce((sum, line) => sum + line.upfront_usd, 0);
      assert.ok(Math.abs(sum - plan.upfront_usd) <= 1e-9 * plan.present_value_usd, `${story}: ${sum}, not ${plan.upfront_usd}`);
    }
    // Where two plans are too close to call and a third is there, their difference is no saving against what is there.
    if (/^Too close/.test(await it.verdict()) && next.kind !== report.compared_with) continue;
    await it.click('[data-view="verdict"] [data-opens="plan-saving"]');
    assert.match(await it.in(() => document.querySelector("#opened").textContent), /Saving of the recommended plan/, story);
  }
});
