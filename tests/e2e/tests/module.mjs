// The engine as a JavaScript module, dist/api/: from Node, from a plain page, and its types.
import assert from "node:assert/strict";
import { mkdtemp, readFile, readdir, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { test } from "../harness.mjs";
import { PRESETS, evaluate as native, output, sorted } from "../native.mjs";
import { until } from "../page.mjs";

const TSC = fileURLToPath(new URL("../node_modules/typescript/bin/tsc", import.meta.url));

async function loaded(dist) {
  const api = await import(pathToFileURL(join(dist, "api/rack-or-rent.js")).href);
  await api.default({ module_or_path: await readFile(join(dist, "api/rack-or-rent_bg.wasm")) });
  return api;
}

async function presets() {
  const names = (await readdir(PRESETS)).filter((each) => each.endsWith(".json")).sort();
  return Promise.all(names.map(async (name) => [name, await readFile(join(PRESETS, name), "utf8")]));
}

/** Every number in a value. */
function numbers(value) {
  if (typeof value === "number") return [value];
  return value !== null && typeof value === "object" ? Object.values(value).flatMap(numbers) : [];
}
const sum = (values) => values.reduce((total, value) => total + value, 0);
const near = (a, b, what) => assert.ok(Math.abs(a - b) <= 1e-9 * Math.max(1, Math.abs(a), Math.abs(b)), `${what}: ${a} and ${b}`);

test("The module in Node has the native engine's figures", async ({ dist }) => {
  const api = await loaded(dist);
  for (const [name, text] of await presets()) {
    const report = JSON.parse(await native(text));
    const scenario = JSON.parse(text);
    assert.deepEqual(sorted(api.evaluate(scenario).report), sorted(report), name);

    const { cash_flows: flows } = api.cashFlows(scenario);
    assert.equal(flows.offer, report.outlook.offer, name);
    for (const side of ["own", "rent"]) {
      const [plan, found] = [flows[side], report.outlook[side]];
      if (found === null) {
        assert.equal(plan, null, name);
        continue;
      }
      for (const part of ["cumulative_usd", "by_year_usd", "nominal_usd", "present_value_usd"]) assert.deepEqual(plan[part], found[part], `${name} ${side} ${part}`);
      // Recomputed from the months: the total, and the curve, which includes removal but not sales proceeds.
      near(sum([...plan.start_usd, ...plan.end_usd, ...plan.sale_usd]), plan.nominal_usd, `${name} ${side}`);
      assert.ok(plan.sale_usd.every((usd, month) => usd <= plan.removal_usd[month]), `${name} ${side}: what sales bring in is no cost`);
      let paid = 0;
      plan.cumulative_usd.forEach((usd, point) => {
        if (point > 0) paid += plan.end_usd[point - 1] + plan.removal_usd[point - 1];
        if (point < flows.months) paid += plan.start_usd[point];
        near(paid, usd, `${name} ${side} at ${point}`);
      });
    }

    const { indifference } = api.indifferencePrice(scenario);
    assert.equal(indifference.usd_per_gpu_hour, report.indifference_usd_per_gpu_hour, name);
    assert.equal(indifference.offer, report.verdict.offer, name);
    assert.equal(indifference.own_usd_per_productive_gpu_hour, report.own.usd_per_productive_gpu_hour, name);

    const { break_even: inUse } = api.breakEven(scenario);
    assert.deepEqual(inUse.in_use, report.verdict.break_even, name);
    const { kind, utilization, up_to, from } = report.verdict.break_even ?? {};
    const expected = { from: [utilization], up_to: [utilization], outside: [up_to?.utilization, from?.utilization] }[kind] ?? [];
    assert.deepEqual(inUse.turns.map((each) => each.value), expected, name);
  }
});

test("A break-even of the module is where the native engine's winner changes", async ({ dist }) => {
  const api = await loaded(dist);
  for (const preset of ["reference-case", "bill-8m"]) {
    const text = await readFile(join(PRESETS, `${preset}.json`), "utf8");
    const scenario = JSON.parse(text);
    for (const field of ["own.node_price_usd", "power.usd_per_kwh", "work.gpu_hours_per_month", "money.discount_rate"]) {
      const outcome = api.breakEven(scenario, field);
      assert.equal(outcome.ok, true, JSON.stringify(outcome.errors));
      assert.equal(outcome.break_even.field, field);
      for (const { value, own_above } of outcome.break_even.turns) {
        const saving = async (at) => JSON.parse(await native(JSON.stringify({ ...scenario, inputs: { ...scenario.inputs, [field]: at } }))).outlook.saving_usd;
        const [below, above] = [await saving(value * (1 - 1e-6)), await saving(value * (1 + 1e-6))];
        assert.equal(above > 0, own_above, `${preset} ${field} above ${value}: ${above}`);
        assert.equal(below > 0, !own_above, `${preset} ${field} below ${value}: ${below}`);
      }
    }
  }
  const { break_even: price } = api.breakEven({ inputs: {} }, "own.node_price_usd");
  assert.ok(price.turns.length > 0, "a price of a node decides");
});

test("Wrong input gives errors with the inputs they are about, never an exception and never NaN", async ({ dist }) => {
  const api = await loaded(dist);
  const circle = {};
  circle.self = circle;
  const thrower = { get inputs() { throw new Error("no"); } };
  const deep = JSON.parse("[".repeat(5000) + "]".repeat(5000));
  const rubbish = [undefined, null, 0, NaN, "", "text", [], {}, circle, thrower, deep, 10n, Symbol("s"), () => 1, new Map(), { inputs: null }, { inputs: [] }, { inputs: { "own.gpus": NaN } },
    { inputs: { "own.gpus": Infinity } }, { inputs: { "own.gpus": -1 } }, { inputs: { "own.gpus": 1e308 } }, { inputs: { "own.gpus": "x".repeat(100_000) } }, { inputs: { "own.gpus": { value: 3, range: 4 } } },
    { inputs: { "no.such": 1 } }, { format: "other", inputs: {} }, { version: 1e9, inputs: {} }, { version: "x", inputs: {} }, { inputs: { "work.gpu_hours_per_month": 0 } }];
  const functions = [api.evaluate, api.breakEven, api.cashFlows, api.indifferencePrice, api.readPriceBook, (given) => api.breakEven({ inputs: {} }, given), (given) => api.breakEven(given, "own.gpus")];
  for (const work of functions) {
    for (const given of rubbish) {
      const outcome = work(given);
      assert.equal(typeof outcome.ok, "boolean");
      if (!outcome.ok) assert.ok(outcome.errors.length > 0 && outcome.errors.every((each) => each.message && Array.isArray(each.fields)));
      assert.ok(numbers(outcome).every(Number.isFinite), "every number is finite");
    }
  }
  const fields = (outcome) => outcome.errors.flatMap((each) => each.fields);
  const late = { inputs: { "time.lead_months": 24, "time.horizon_months": 12 } };
  for (const outcome of [api.evaluate(late), api.breakEven(late), api.breakEven(late, "own.gpus"), api.cashFlows(late), api.indifferencePrice(late)]) {
    assert.ok(fields(outcome).includes("time.lead_months"), JSON.stringify(outcome.errors));
  }
  assert.deepEqual(api.evaluate({ inputs: { "own.gpus": -1 } }).notices.flatMap((each) => each.fields), ["own.gpus"], "left out, and told");
  assert.deepEqual(fields(api.breakEven({ inputs: {} }, "work.gpu")), ["work.gpu"], "not a number");
  assert.deepEqual(fields(api.breakEven({ inputs: {} }, "no.such")), []);
});

test("A price book is read, and what is wrong in it is told by line", async ({ dist }) => {
  const api = await loaded(dist);
  const text = "id,provider,gpu,usd_per_gpu_hour,term_months,colour\nacme-h100,Acme,H100 SXM,2.35,0,red\nbad,Acme,h100-sxm,free,0,\nacme-3y,Acme,h100-sxm,1.85,36,\n";
  const { ok, price_book: book } = api.readPriceBook(text);
  assert.equal(ok, true);
  assert.deepEqual(book.offers.map((each) => [each.id, each.gpu, each.usd_per_gpu_hour, each.term_months]), [["own-acme-h100", "h100-sxm", 2.35, 0], ["own-acme-3y", "h100-sxm", 1.85, 36]]);
  assert.ok(book.left_out.some((each) => each.line === 3 && /usd_per_gpu_hour/.test(each.message)), JSON.stringify(book.left_out));
  assert.ok(book.left_out.some((each) => each.line === 1 && /colour/.test(each.message)));
  assert.deepEqual(api.readPriceBook("").price_book.offers, []);
  assert.equal(api.readPriceBook(7).ok, false);
});

test("Offers of one's own take part in every answer, as text or as they were read", async ({ dist }) => {
  const api = await loaded(dist);
  const scenario = JSON.parse(await readFile(join(PRESETS, "bill-8m.json"), "utf8"));
  const csv = "id,provider,gpu,usd_per_gpu_hour\nacme,Acme,h100-sxm,0.95\n";
  const outcome = api.readPriceBook(csv);
  const functions = [["report", api.evaluate], ["break_even", (given, book) => api.breakEven(given, undefined, book)], ["break_even", (given, book) => api.breakEven(given, "own.node_price_usd", book)], ["cash_flows", api.cashFlows], ["indifference", api.indifferencePrice]];
  for (const [name, work] of functions) {
    const answer = work(scenario, csv);
    assert.equal(answer.ok, true, name);
    assert.deepEqual(answer.notices, []);
    assert.deepEqual(work(scenario, outcome), answer, `${name}, as it was read`);
    assert.deepEqual(work(scenario, outcome.price_book), answer, `${name}, the book alone`);
    const without = work(scenario);
    assert.notDeepEqual(answer, without, `${name} knows the offer`);
    for (const nothing of [undefined, null]) assert.deepEqual(work(scenario, nothing), without);
    assert.ok(numbers(answer).every(Number.isFinite));

    const damaged = work(scenario, `${csv}\u202ebad,Acme,h100-sxm,free\nacme,Twice,h100-sxm,2\n`);
    assert.deepEqual(damaged.notices.map((each) => [each.fields, each.severity, each.message.slice(0, 7)]), [[["price_book"], "warning", "Line 3:"], [["price_book"], "warning", "Line 4:"]]);
    if (name === "report") assert.deepEqual([answer.report.issues, damaged.report.issues], [[], damaged.notices], "the report names them too");
    // A report lists the problems of its text in `issues`, and at the end of `warnings`.
    const told = name === "report" ? { issues: damaged.notices, warnings: [...answer.report.warnings, ...damaged.notices] } : {};
    assert.deepEqual(damaged[name], { ...answer[name], ...told }, "rows that cannot be used change nothing else");
    assert.doesNotMatch(JSON.stringify(damaged), /\u202e/);

    for (const wrong of [7, true, {}, [], Symbol("s"), () => 1, { csv: 7 }, { price_book: 7 }, { ok: false, errors: [] }, { get csv() { throw new Error("no"); } }, new Proxy({}, { get() { throw new Error("no"); } })]) {
      const refused = work(scenario, wrong);
      assert.equal(refused.ok, false);
      assert.deepEqual(refused.errors.map((each) => each.fields), [["price_book"]]);
    }
    assert.deepEqual(work(7, 7).errors.map((each) => each.fields), [[], ["price_book"]], "both are told");
  }
  // The same offer entered as a quote of the scenario must cost the same.
  const report = api.evaluate(scenario, csv).report;
  assert.equal(report.verdict.offer, "own-acme");
  const quoted = api.evaluate({ ...scenario, inputs: { ...scenario.inputs, "rent.quotes": [["Acme", 0.95, 0]] } }).report;
  const costs = (of, id) => of.offers.find((each) => each.id === id).usd_per_productive_gpu_hour;
  near(costs(report, "own-acme"), costs(quoted, quoted.verdict.offer), "as a quote");
  near(report.outlook.rent.present_value_usd, quoted.outlook.rent.present_value_usd, "over the horizon");
});

test("Hostile texts in every place of a scenario and a price book: finite figures or errors by name", async ({ dist, some }) => {
  const api = await loaded(dist);
  const inputs = JSON.parse(await readFile(join(PRESETS, "bill-8m.json"), "utf8")).inputs;
  const nasty = ["", "\0", "\u202ex", "<svg onload=1>", "javascript:1", "=1+1", "__proto__", "9".repeat(10_000), 1e308, -1e308, 5e-324, NaN, Infinity, -0, null, true, [], {}, [[]], [[null]], [["\u2028", 1e308, -1]], { value: 1, range: { spread: "normal", low: -1e308, high: 1e308 } }];
  // Each row and each value, but not each pair.
  const pairs = Object.keys(inputs).flatMap((id, index) => nasty.flatMap((value, at) => ((index + at) % 7 === 0 ? [{ id, value }] : [])));
  for (const { id, value } of some(pairs)) {
    const outcome = api.evaluate({ inputs: { ...inputs, [id]: value } }, `id,provider,gpu,usd_per_gpu_hour\nx,${String(value)},h100-sxm,${String(value)}\n`);
    assert.ok(numbers(outcome).every(Number.isFinite), `${id}: ${String(value)}`);
    assert.doesNotMatch(JSON.stringify(outcome), /[\u202a-\u202e\u2028\u2029]|\\u0000/, id);
    const known = (each) => each.fields.every((field) => field === "price_book" || /^[a-z]+\.[a-z0-9_]+$/.test(field));
    assert.ok([...(outcome.errors ?? []), ...outcome.notices].every(known), `${id}: ${JSON.stringify(outcome.notices)}`);
  }
});

test("The examples of the module run in Node and in a plain page, with one answer", async ({ dist, page, site }) => {
  const answer = JSON.parse(await output(process.execPath, [join(dist, "api/examples/node.mjs")]));
  assert.deepEqual(answer.offers_read, ["own-acme-h100"]);
  assert.ok(Number.isFinite(answer.own_usd_per_productive_gpu_hour));
  const it = await page({ site: await site() });
  await it.go("api/examples/browser.html");
  const shown = JSON.parse(await until("the example answers", async () => {
    const text = await it.text("#answer");
    return text.startsWith("{") && text;
  }));
  for (const [name, value] of Object.entries(shown)) assert.deepEqual(value, answer[name], name);
});

test("The types of the module name every function and fit what the functions return", async ({ dist }) => {
  const api = await loaded(dist);
  const types = await readFile(join(dist, "api/rack-or-rent.d.ts"), "utf8");
  for (const name of Object.keys(api).filter((each) => each !== "default")) assert.match(types, new RegExp(`export function ${name}\\(`), name);
  const called = { evaluate: 1, breakEven: 1, cashFlows: 1, indifferencePrice: 1 };
  const lines = [`import init, { breakEven, cashFlows, evaluate, indifferencePrice, readPriceBook } from ${JSON.stringify(join(dist, "api/rack-or-rent.js"))};`, "await init();"];
  const held = (type, value) => lines.push(`{ const it: ReturnType<typeof ${type}> = ${JSON.stringify(value)}; void it; }`);
  for (const [name, text] of (await presets()).filter(([name]) => /^(bill-8m|startup-64|spot-waste|negative-npv)\.json$/.test(name))) {
    const scenario = JSON.parse(text);
    for (const each of Object.keys(called)) held(each, api[each](scenario));
    held("breakEven", api.breakEven(scenario, "own.node_price_usd"));
    assert.ok(name);
  }
  held("evaluate", api.evaluate({ inputs: { "time.lead_months": 24, "time.horizon_months": 12 } }));
  const book = api.readPriceBook("id,provider,gpu,usd_per_gpu_hour\nacme,Acme,h100-sxm,0.95\nb,Acme,no,2\n");
  for (const each of Object.keys(called)) held(each, each === "breakEven" ? api.breakEven({ inputs: {} }, null, book) : api[each]({ inputs: {} }, book));
  held("evaluate", api.evaluate({ inputs: {} }, 7));
  held("readPriceBook", api.readPriceBook("id,provider,gpu,usd_per_gpu_hour\na,Acme,h100-sxm,2.35\nb,Acme,no,2\n"));
  lines.push(
    'const outcome = evaluate({ inputs: { "own.gpus": 64 } });',
    "if (outcome.ok) { const kind: string = outcome.report.verdict.kind; void kind; } else { const first: string[] | undefined = outcome.errors[0]?.fields; void first; }",
    "// @ts-expect-error: an answer is there only where `ok` says so",
    "void outcome.report;",
    "// @ts-expect-error: a price book is a text",
    "readPriceBook(7);",
    'const read = readPriceBook("id"); if (read.ok) { evaluate({ inputs: {} }, read); cashFlows({ inputs: {} }, read.price_book); breakEven({ inputs: {} }, null, read.price_book.csv); }',
    "// @ts-expect-error: what could not be read is no price book",
    "if (!read.ok) indifferencePrice({ inputs: {} }, read);",
    "// @ts-expect-error: a misspelt figure",
    'const flows = cashFlows({ inputs: {} }); if (flows.ok) void flows.cash_flows.own.cumulative;',
    "void breakEven; void indifferencePrice;",
  );
  const folder = await mkdtemp(join(tmpdir(), "rack-or-rent-types-"));
  try {
    await writeFile(join(folder, "example.mts"), lines.join("\n"));
    const said = await output(process.execPath, [TSC, "--noEmit", "--strict", "--noUncheckedIndexedAccess", "--target", "es2022", "--module", "nodenext", "--moduleResolution", "nodenext", "--lib", "es2022,dom", join(folder, "example.mts")], "", () => true);
    assert.equal(said, "");
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
});
