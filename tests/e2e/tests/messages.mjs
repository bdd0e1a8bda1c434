// Messages between an embedded page and its host (docs/embed.md), and the element built on them.
import assert from "node:assert/strict";
import { Buffer } from "node:buffer";
import { cp, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Key } from "selenium-webdriver";
import { test } from "../harness.mjs";
import { FOR_ALL, answered, ask, frame, heard, host, hosted, inside, settled } from "../host.mjs";
import { until } from "../page.mjs";
import { panics } from "../panic.mjs";

const figures = (it) => it.in(() => Object.fromEntries([...document.querySelectorAll(":is(.answer, .notes) [data-figure]")].map((e) => [e.dataset.figure, Number(e.dataset.value)])));
const types = (it) => it.in(() => window.heard.map((each) => each.data.type.replace("rack-or-rent:", "")));

/** Every number in a message is finite. */
function assertFinite(value, path = "") {
  if (typeof value === "number") assert.ok(Number.isFinite(value), path);
  else if (value && typeof value === "object") for (const [key, each] of Object.entries(value)) assertFinite(each, `${path}.${key}`);
}

hosted(
  "Messages: before the host asks it hears of size and readiness alone; then of every change, with the figures on screen",
  (site) => ({ page: frame(`${site.framed}#embed=1&view=full&n=64`) }),
  async (it) => {
    await answered(it);
    const ready = await heard(it, "ready");
    assert.equal(ready.v, 1);
    assert.deepEqual([ready.view, ready.formats], ["full", ["json", "link", "svg", "png", "csv"]]);
    await heard(it, "size");
    await inside(it, 0, async () => {
      assert.equal(await it.isVisible(".followed"), false);
      const before = await it.answer();
      await it.enter("work.busy_share", "33");
      await it.nextAnswer(before);
    });
    await new Promise((done) => setTimeout(done, 1000)); // nothing must happen: a change would be reported after 300 ms
    assert.deepEqual([...new Set(await types(it))].sort(), ["ready", "size"], "nothing of what is typed");
    const first = await ask(it, "hello");
    assert.equal(first.type, "rack-or-rent:change");
    assert.match(first.link, /(^|&)busy=|&w=/);
    await inside(it, 0, () => it.caughtUp());
    const shown = await inside(it, 0, () => figures(it));
    const named = (message) => ({ "own-over-the-horizon": message.figures.own_usd_per_productive_gpu_hour_over_the_horizon, "rent-over-the-horizon": message.figures.rent_usd_per_productive_gpu_hour_over_the_horizon, "break-even-over-the-horizon": message.figures.break_even_busy_share_over_the_horizon, "indifference-over-the-horizon": message.figures.indifference_usd_per_gpu_hour_over_the_horizon });
    assert.deepEqual(named(first), shown);
    // The page's verdict leaves the two costs to the figures below it.
    const verdict = await inside(it, 0, () => it.verdict());
    const [[head], [saved]] = [verdict.match(/^\w+/), verdict.match(/\$\S+ \(\d+(\.\d+)?%\)/)];
    assert.ok(first.verdict.sentence.startsWith(head) && first.verdict.sentence.includes(saved), `${verdict} | ${first.verdict.sentence}`);
    await inside(it, 0, () => it.enter("own.gpus", "128"));
    const next = await heard(it, "change", (each) => each.figures?.gpus === 128);
    assert.match(next.link, /&n=128&/);
    await inside(it, 0, () => it.caughtUp());
    assert.deepEqual(named(next), await inside(it, 0, () => figures(it)));
    assert.ok(await inside(it, 0, () => it.isVisible(".followed")), "the reader is told that the host follows");
    assertFinite(next);
  },
);

hosted(
  "Messages: load puts a link or a file on screen; what cannot be used is named by field; the rest counts",
  (site) => ({ page: frame(`${site.framed}#embed=1&view=full`) }),
  async (it, { page, site }) => {
    await answered(it);
    const byLink = await ask(it, "load", { link: "#n=96&busy=0.5&name=From_20the_20host" });
    assert.equal(byLink.type, "rack-or-rent:change");
    assert.deepEqual([byLink.name, byLink.figures.gpus], ["From the host", 96]);
    await until("it shows", () => inside(it, 0, async () => (await it.fieldText("own.gpus")) === "96"));
    const whole = await page({ site });
    await whole.open(`#${byLink.link}`);
    assert.deepEqual(await figures(whole), await inside(it, 0, () => figures(it)), "its link opens the same in the whole page");

    const file = JSON.parse((await ask(it, "export", { format: "json" })).data);
    assert.equal(file.format, "rack-or-rent/scenario");
    file.inputs["own.gpus"] = 48;
    file.inputs["own.nonsense"] = 1;
    file.inputs["work.gpu"] = "abacus";
    const byFile = await ask(it, "load", { scenario: file });
    assert.equal(byFile.figures.gpus, 48);
    assert.ok(byFile.notices.some((each) => each.fields[0] === "work.gpu" && /abacus/.test(each.message)), JSON.stringify(byFile.notices));
    assert.ok(byFile.notices.some((each) => /own\.nonsense/.test(each.message)));
    assert.equal((await ask(it, "load", { scenario: JSON.stringify({ inputs: { "own.gpus": 24 } }) })).figures.gpus, 24);

    for (const [rest, field, words] of [
      [{ link: "utm_source=x" }, "link", /contains no scenario/],
      [{ link: 7 }, "link", /contains no scenario/],
      [{}, "link", /either link or scenario/],
      [{ link: "n=8", scenario: {} }, "link", /either link or scenario/],
      [{ scenario: "{" }, "scenario", /not a saved scenario/],
      [{ scenario: [1, 2] }, "scenario", /not a scenario saved by Rack or Rent/],
      [{ scenario: { format: "other", inputs: {} } }, "scenario", /not a scenario saved by Rack or Rent/],
      [{ scenario: { inputs: { "own.gpus": { a: { b: {} } } }, deep: JSON.parse("[".repeat(60) + "]".repeat(60)) } }, "scenario", /too deep/],
      [{ scenario: "x".repeat(2_100_000) }, "scenario", /too long/],
    ]) {
      const no = await ask(it, "load", rest);
      assert.equal(no.type, "rack-or-rent:error", JSON.stringify(rest).slice(0, 80));
      assert.equal(no.about, "load");
      assert.deepEqual(no.errors[0].fields, [field]);
      assert.match(no.errors[0].message, words);
    }
    assert.equal(await inside(it, 0, () => it.fieldText("own.gpus")), "24", "what is refused changes nothing");

    const wrong = await ask(it, "load", { link: "n=64&avail=0.2&busy=0.9&w=900000000" });
    assertFinite(wrong);
    assert.ok(Array.isArray(wrong.errors) && Array.isArray(wrong.notices));
  },
);

hosted(
  "Messages: export gives a file that loads, a link that opens, a drawing, a picture and a table; else an error with its field",
  (site) => ({ page: frame(`${site.framed}#embed=1&view=answer&n=72&name=Case`) }),
  async (it) => {
    await answered(it);
    const out = async (rest) => {
      const found = await ask(it, "export", rest);
      assert.equal(found.type, "rack-or-rent:exported", JSON.stringify(found));
      return found;
    };
    const link = await out({ format: "link" });
    const json = await out({ format: "json" });
    assert.equal((await ask(it, "load", { scenario: json.data })).link, link.data);
    for (const chart of ["cost-curve", "cash-curve", "cost-lines", "break-evens", "drivers"]) {
      const svg = await out({ format: "svg", chart });
      assert.equal(svg.media, "image/svg+xml");
      assert.match(svg.name, new RegExp(`^rack-or-rent-${chart}-[0-9-]+\\.svg$`));
      assert.match(svg.data, /<svg[^]*<\/svg>\s*$/);
      assert.match(svg.data, /Case/);
    }
    const csv = await out({ format: "csv" });
    assert.match(csv.data, /^\ufeff[^\n]+,[^\n]+\n/);
    const png = await out({ format: "png" });
    const bytes = Buffer.from(png.data.replace("data:image/png;base64,", ""), "base64");
    assert.equal(bytes.subarray(1, 4).toString(), "PNG");
    assert.ok(bytes.readUInt32BE(16) > 1000, "sharp");
    for (const [rest, field] of [[{ format: "exe" }, "format"], [{}, "format"], [{ format: 3 }, "format"], [{ format: "svg", chart: "<b>" }, "chart"]]) {
      const no = await ask(it, "export", rest);
      assert.deepEqual([no.type, no.about, no.errors[0].fields], ["rack-or-rent:error", "export", [field]]);
    }
  },
);

hosted(
  "Messages: what is not for the page is ignored; what is malformed gets an error; a thousand random ones change nothing",
  (site) => ({ page: frame(`${site.framed}#embed=1&view=full&n=64&name=Case`) }),
  async (it) => {
    await answered(it);
    await settled(it); // the sections below the answer are drawn after it
    const before = await inside(it, 0, async () => [await it.answer(), await it.in(() => location.href), await it.in(() => document.querySelectorAll("*").length)]);
    const quiet = await it.in(() => window.heard.length);
    await it.in(() => {
      for (const each of ["text", 5, null, undefined, [], [1], {}, { type: 5 }, { type: "resize" }, { type: "rack-or-rent" }, new Map([["type", "rack-or-rent:load"]]), new Date(), new ArrayBuffer(8)]) window.post(each);
      // Echoes of its own messages: answering them would loop for ever.
      for (const type of ["ready", "size", "change", "exported", "error"]) window.post({ type: `rack-or-rent:${type}`, v: 1, height: 1e9, link: "n=8" });
    });
    // Messages arrive in order: answers to the earlier ones would be here before the answer to this one.
    await it.in(() => window.post({ type: "rack-or-rent:last", v: 1 }));
    await heard(it, "error", () => true, quiet);
    assert.equal(await it.in(() => window.heard.length), quiet + 1, "no word about other people's messages");
    for (const [message, field] of [
      [{ type: "rack-or-rent:eval", v: 1, code: "1" }, "type"],
      [{ type: "rack-or-rent:hello" }, "v"],
      [{ type: "rack-or-rent:hello", v: "1" }, "v"],
      [{ type: "rack-or-rent:hello", v: 2 }, "v"],
      [{ type: "rack-or-rent:hello", v: 1, id: { toString: 1 } }, "id"],
      [{ type: "rack-or-rent:hello", v: 1, id: "x".repeat(65) }, "id"],
    ]) {
      const seen = await it.in(() => window.heard.length);
      await it.in((message) => window.post(message), message);
      const no = await heard(it, "error", () => true, seen);
      assert.deepEqual(no.errors[0].fields, [field], JSON.stringify(message));
      assert.equal(no.id, undefined);
    }
    await it.in(() => {
      const cyclic = {};
      cyclic.again = cyclic;
      let seed = 7;
      const random = (below) => (seed = (seed * 48271) % 2147483647) % below;
      const odd = [NaN, Infinity, -0, 1e308, "x".repeat(1e5), "<img src=x onerror=alert(1)>", "javascript:alert(1)", "\u202e\u0000", "\ud800", null, true, [], {}, cyclic, new Map(), new Uint8Array(4), 10n];
      const names = ["type", "v", "id", "link", "scenario", "format", "chart", "html", "url", "src", "style", "constructor", "toString", "localStorage"];
      const kinds = ["hello ", "Load", "export\u0000", "load<", "close", "eval", "set", "style", ""];
      for (let n = 0; n < 1000; n++) {
        const message = { type: `rack-or-rent:${kinds[random(kinds.length)]}`, v: 1 };
        for (let m = random(6); m > 0; m--) message[names[random(names.length)]] = odd[random(odd.length)];
        if (n % 3 === 0) Object.assign(message, { type: "rack-or-rent:load", v: 1, link: odd[random(7)] });
        if (n % 3 === 1) Object.assign(message, { type: "rack-or-rent:export", v: 1, format: odd[random(8)] });
        window.post(message);
      }
    });
    assert.equal((await ask(it, "export", { format: "link" })).type, "rack-or-rent:exported", "it still answers");
    const after = await inside(it, 0, async () => [await it.answer(), await it.in(() => location.href), await it.in(() => document.querySelectorAll("*").length)]);
    assert.deepEqual(after, before);
    assert.equal(await inside(it, 0, () => it.isVisible('[data-view="stopped"]')), false);
    const all = JSON.parse(await it.in(() => JSON.stringify(window.heard.map((each) => each.data), (_, each) => (typeof each === "number" && !Number.isFinite(each) ? "not finite" : each))));
    assert.deepEqual([...new Set(all.map((each) => each.type))].sort(), ["rack-or-rent:error", "rack-or-rent:exported", "rack-or-rent:ready", "rack-or-rent:size"]);
    assert.doesNotMatch(JSON.stringify(all), /not finite/);
  },
);

hosted(
  "Messages: markup, control signs and addresses in names and inputs become text; nothing of them runs",
  (site) => ({ page: frame(`${site.framed}#embed=1&view=full`) }),
  async (it) => {
    await answered(it);
    const name = "<img src=x onerror=\"parent.postMessage('ran','*')\"> javascript:alert(1) \u202eevil";
    const file = JSON.parse((await ask(it, "export", { format: "json" })).data);
    file.name = name;
    file.inputs["rent.quotes"] = [["<svg onload=alert(1)>", 2.5, 12]];
    const change = await ask(it, "load", { scenario: file });
    assert.equal(change.type, "rack-or-rent:change");
    assert.match(change.name, /<img src=x/);
    assert.doesNotMatch(change.name, /\u202e/);
    await inside(it, 0, async () => {
      await until("the offer shows as text", () => it.in(() => document.body.textContent.includes("<svg onload=alert(1)>")));
      assert.equal(await it.in(() => document.querySelectorAll("img, [onerror], [onload]").length), 0);
    });
    const { data } = await ask(it, "export", { format: "svg" });
    assert.doesNotMatch(data, /<img|<svg onload/);
    assert.ok(!(await it.in(() => window.heard.map((each) => each.data))).includes("ran"));
  },
);

hosted(
  "Messages: only the page around the frame is heard, not its neighbours",
  (site) => ({
    page: frame(`${site.framed}#embed=1&view=answer&n=64`) + frame("neighbour", { sandbox: "allow-scripts" }),
    neighbour: `<script>setInterval(() => { for (const type of ["load", "hello", "export"]) parent.frames[0].postMessage({ type: "rack-or-rent:" + type, v: 1, id: 1, link: "n=8", format: "json" }, "*"); parent.postMessage("posted", "*"); }, 50);</script>`,
  }),
  async (it) => {
    await answered(it);
    const before = await inside(it, 0, () => it.answer());
    const count = (await it.in(() => window.heard.filter((each) => each.data === "posted").length));
    await until("the neighbour talks", async () => (await it.in(() => window.heard.filter((each) => each.data === "posted").length)) > count + 10);
    assert.deepEqual(await inside(it, 0, () => it.answer()), before);
    const answers = await it.in(() => window.heard.map((each) => each.data.type).filter(Boolean));
    assert.deepEqual([...new Set(answers)].sort(), ["rack-or-rent:ready", "rack-or-rent:size"]);
    await inside(it, 1, async () => assert.equal(await it.in(() => window.heard.length), 0, "and nobody but the host is told"));
  },
);

hosted(
  "Messages: a program that stops says so, and its figures are covered",
  (site) => ({ page: frame(`${site.framed}#embed=1&view=answer`) }),
  async (it) => {
    it.complaintsExpected = true;
    await answered(it);
    await inside(it, 0, () => it.in(panics));
    const no = await heard(it, "error", (each) => each.about === "page");
    assert.match(no.errors[0].message, /stopped/);
    assert.ok(await inside(it, 0, () => it.isVisible('[data-view="stopped"]')));
  },
);

const ELEMENT = (site, attributes) => `<script src="${site.url}embed/rack-or-rent.js" defer></script><rack-or-rent ${attributes}></rack-or-rent>`;
/** Runs `work` inside the element's frame, which WebDriver cannot find by itself. */
const within = async (it, work) => {
  const found = await it.in(() => document.querySelector("rack-or-rent").shadowRoot.querySelector("iframe"));
  await it.driver.switchTo().frame(found);
  try {
    return await work();
  } finally {
    await it.driver.switchTo().defaultContent();
  }
};

hosted(
  "The element: takes the height it needs, loads, exports, tells changes; under a strict policy of its host",
  (site) => ({ page: ELEMENT(site, 'view="answer" theme="dark" link="https://elsewhere.example/#n=72&amp;name=Mine"') }),
  async (it, { site }) => {
    const ready = () => it.in(() => Boolean(customElements.get("rack-or-rent")));
    await until("the element is known", ready);
    const loaded = await it.driver.executeAsyncScript((done) => {
      const element = document.querySelector("rack-or-rent");
      window.told = [];
      for (const type of ["ready", "size", "change", "error"]) element.addEventListener(`rack-or-rent:${type}`, (event) => window.told.push(event.detail));
      element.hello().then(done, (error) => done(String(error)));
    });
    assert.deepEqual([loaded.name, loaded.figures?.gpus], ["Mine", 72], JSON.stringify(loaded).slice(0, 300));
    await within(it, async () => {
      await until("the answer shows", () => it.isVisible('[data-view="verdict"]'));
      assert.deepEqual(await it.in(() => [document.documentElement.dataset.view, document.documentElement.dataset.theme]), ["answer", "dark"]);
      assert.equal(await it.in(() => globalThis.origin), "null", "sandboxed");
      assert.equal(await it.in(() => location.pathname.endsWith("/rack-or-rent.html")), true);
    });
    await until("its height follows", () => it.in(() => {
      const { height } = document.querySelector("rack-or-rent").shadowRoot.querySelector("iframe");
      return window.told.some((each) => each.type === "rack-or-rent:size" && String(each.height) === height);
    }));
    const run = (work) => it.driver.executeAsyncScript((work, done) => {
      const element = document.querySelector("rack-or-rent");
      const [name, ...given] = work;
      element[name](...given).then((found) => done({ found }), (error) => done({ error: error.message, errors: error.errors }));
    }, work);
    assert.equal((await run(["load", "n=80"])).found.figures.gpus, 80);
    assert.equal((await run(["load", { inputs: { "own.gpus": 88 } }])).found.figures.gpus, 88);
    assert.match((await run(["export", "svg", "cash-curve"])).found.data, /<svg/);
    const no = await run(["load", "nonsense"]);
    assert.deepEqual(no.errors[0].fields, ["link"]);
    await it.in(() => document.querySelector("rack-or-rent").setAttribute("height", "444"));
    await it.in(() => document.querySelector("rack-or-rent").setAttribute("view", "chart"));
    await within(it, () => until("the view changes", () => it.isVisible('[data-view="cost-curve"]')));
    assert.deepEqual(await it.in(() => { const f = document.querySelector("rack-or-rent").shadowRoot.querySelector("iframe"); return [f.height, f.clientWidth === document.querySelector("rack-or-rent").clientWidth]; }), ["444", true]);
    await it.in(() => document.querySelector("rack-or-rent").setAttribute("src", "javascript:alert(1)"));
    assert.ok((await it.in(() => document.querySelector("rack-or-rent").shadowRoot.querySelector("iframe").src)).startsWith(site.url), "no script as an address");
  },
  {
    headers: { "Content-Security-Policy": "default-src 'none'; script-src 'unsafe-inline' http://127.0.0.1:*; frame-src http://127.0.0.1:*; img-src data:" },
  },
);

// A page that is not ours: it answers each message with one of these, in turn.
const MALFORMED = [
  { type: "rack-or-rent:error" },
  { type: "rack-or-rent:error", errors: null },
  { type: "rack-or-rent:error", errors: "none" },
  { type: "rack-or-rent:error", errors: [null, 7, {}, { message: 5 }] },
  { type: "rack-or-rent:error", errors: [{ message: "no" }] },
  { type: "rack-or-rent:error", about: "page", id: undefined },
];
const FOREIGN = `<script>
  const answers = ${JSON.stringify(MALFORMED)};
  addEventListener("message", ({ data, source }) => source.postMessage({ v: 1, id: data.id, ...answers.shift() }, "*"));
  for (const rest of [{}, { type: 5 }, { type: "rack-or-rent:" }, { type: "rack-or-rent:size" }, { type: "rack-or-rent:size", height: 5n }, { type: "rack-or-rent:size", height: "1e9" }, { type: "rack-or-rent:size", height: [300] }, { type: "rack-or-rent:size", height: NaN }, { type: "rack-or-rent:error", id: {} }, { type: "rack-or-rent:error", errors: 1n }]) parent.postMessage({ v: 1, ...rest }, "*");
  for (const data of [null, undefined, 7, 7n, "rack-or-rent:ready", [], new Map([["v", 1]])]) parent.postMessage(data, "*");
  parent.postMessage({ v: 1, type: "rack-or-rent:ready" }, "*");
</script>`;

hosted(
  "The element: no attribute and no message of a foreign page throws in its host, and every promise settles",
  (site) => ({ page: `<script>window.thrown = []; addEventListener("error", (e) => thrown.push(e.message)); addEventListener("unhandledrejection", (e) => thrown.push(String(e.reason)));</script>${ELEMENT(site, 'src="http://["')}`, foreign: FOREIGN }),
  async (it, { around }) => {
    await until("the element is known", () => it.in(() => Boolean(customElements.get("rack-or-rent"))));
    /** The outcome of `load`: its answer's type, or its error message and whether that has a list of errors. */
    const load = (given) => it.driver.executeAsyncScript((given, done) => {
      const element = document.querySelector("rack-or-rent");
      element.load(given === "no plain data" ? { inputs: () => 1 } : given).then(({ type }) => done(type), (error) => done(`${error.message}|${Array.isArray(error.errors)}`));
    }, given);
    const set = (name, value) => it.in((name, value) => document.querySelector("rack-or-rent").setAttribute(name, value.replace("HALF", "\ud800")), name, value); // drivers cannot send a lone surrogate
    for (const src of ["http://[", "javascript:alert(1)", "data:text/html,x", "//", "https://:99999/"]) {
      await set("src", src);
      assert.match(await load("n=80"), /^src must be an http/, src);
    }
    for (const [name, value] of [["height", "1e99"], ["height", "-1"], ["height", "x"], ["view", "__proto__"], ["theme", ""], ["loading", "never"], ["title", "HALF"], ["link", "HALF%"], ["link", "#".repeat(9)]]) await set(name, value);
    await it.in(() => document.querySelector("rack-or-rent").removeAttribute("height"));
    // Called before the frame is there: it waits until the frame listens.
    const first = it.driver.executeAsyncScript((src, done) => {
      const element = document.querySelector("rack-or-rent");
      element.setAttribute("src", src);
      element.hello().then(() => done("answered"), (error) => done(`${error.message}|${Array.isArray(error.errors)}`));
    }, around.url("foreign"));
    assert.equal(await first, "The page refused without giving a reason|true");
    assert.equal(await load("no plain data").then((text) => /clone/i.test(text)), true, "a scenario that is no plain data");
    for (const wanted of ["The page refused without giving a reason|true", "The page refused without giving a reason|true", "The page refused without giving a reason|true", "no|true", "The page refused without giving a reason|true"]) assert.equal(await load("n=80"), wanted);
    assert.ok(await it.in(() => document.querySelector("rack-or-rent").shadowRoot.querySelector("iframe").clientHeight) <= 20_000);
    assert.deepEqual(await it.in(() => window.thrown), []);
  },
);

test("The share section makes frames: by keyboard, live and pinned, as chosen, and they work as they are pasted", async ({ page, site }) => {
  const at = await site(FOR_ALL);
  const it = await page({ site: at });
  await it.open("#n=72&busy=0.5&name=Q_22_3c_26");
  const fold = '#fold-embed';
  await until("the fold is there", () => it.isVisible(`${fold} > summary`));
  const summary = await it.one(`${fold} > summary`);
  await summary.sendKeys(Key.ENTER);
  await until("it opens", () => it.isVisible("#embed-live"));
  assert.ok(await it.in((css) => document.activeElement === document.querySelector(css), `${fold} > summary`), "the keyboard stays where it was");
  const read = (id) => it.in((id) => document.getElementById(id).value, id);
  const choose = async (id, word) => {
    const select = await it.one(`#${id}`);
    await it.in((e, word) => { e.focus(); e.value = word; e.dispatchEvent(new Event("change", { bubbles: true })); }, select, word);
    await until(`${word} is chosen`, async () => (await read("embed-address")).includes(`=${word}`));
    assert.equal(await it.in(() => document.activeElement.id), id, "the keyboard stays");
  };
  await choose("embed-view", "chart");
  await choose("embed-theme", "dark");
  const [live, pinned, address, link] = [await read("embed-live"), await read("embed-pinned"), await read("embed-address"), await read("embed-link")];
  for (const each of [live, pinned]) {
    assert.match(each, /^<iframe src="[^"<>]+" title="Q&quot;&lt;&amp;" width="100%" height="600" frameborder="0" loading="lazy" referrerpolicy="no-referrer" allow="clipboard-write" sandbox="allow-scripts [a-z -]+"><\/iframe>$/);
    assert.doesNotMatch(each, /style=|allow-same-origin/);
  }
  assert.match(pinned, /&amp;book=/);
  assert.doesNotMatch(live, /&amp;book=/);
  assert.match(address, /#embed=1&view=chart&theme=dark&v=/);
  assert.equal(link, (await it.links()).private);
  assert.equal((await fetch(address.split("#")[0])).status, 200, "the server has the file that frames load");
  await it.click('[data-action="copy-embed-pinned"]');
  await until("it is copied", async () => /copied|selected/.test(await it.in(() => document.querySelector("#embed-pinned").closest(".link").innerText)));
  for (const kind of ["svg", "png"]) assert.ok(await it.isVisible(`#share [data-export="${kind} cost-curve"]`), kind);

  const around = await host({ page: live + pinned });
  try {
    await it.driver.get(around.url("page"));
    for (const number of [0, 1]) {
      await it.in((number) => document.querySelectorAll("iframe")[number].scrollIntoView(), number);
      await answered(it, number);
      await inside(it, number, async () => {
        assert.deepEqual(await it.in(() => [document.documentElement.dataset.view, document.documentElement.dataset.theme]), ["chart", "dark"]);
        assert.equal(await it.text(".case"), 'Q"<&');
        assert.deepEqual(await it.notices(), []);
      });
    }
    assert.match((await ask(it, "export", { format: "link" }, 1)).data, /&n=72&/);
  } finally {
    await around.close();
  }
});

test("The element's script names nothing but the page beside it", async ({ dist }) => {
  const text = await readFile(join(dist, "embed/rack-or-rent.js"), "utf8");
  assert.doesNotMatch(text, /fetch\(|XMLHttpRequest|WebSocket|innerHTML|localStorage|cookie|eval\(/);
  assert.doesNotMatch(text, /https?:\/\/(?!\)|\w*\?)/);
});

test("Without the page in one file, frames load the page itself, and it says what the server must send", async ({ page, site, dist }) => {
  const folder = await mkdtemp(join(tmpdir(), "many-files-"));
  try {
    await cp(dist, folder, { recursive: true });
    await rm(join(folder, "rack-or-rent.html"), { force: true });
    const index = join(folder, "index.html");
    const html = await readFile(index, "utf8");
    assert.match(html, /<meta name="one-file" content="[^"]*">/);
    await writeFile(index, html.replace(/<meta name="one-file" content="[^"]*">/, '<meta name="one-file" content="">'));
    const at = await site({ dist: folder });
    const it = await page({ site: at });
    it.complaintsExpected = true; // the service worker knows the page by its hash, and refuses this one
    await it.open();
    await (await it.one("#fold-embed > summary")).sendKeys(Key.ENTER);
    await until("it opens", () => it.isVisible("#embed-live"));
    const [address, live] = await it.in(() => ["embed-address", "embed-live"].map((id) => document.getElementById(id).value));
    assert.ok(address.startsWith(`${at.url}#embed=1`), address);
    assert.ok(live.includes(`src="${at.url}#embed=1`), live);
    assert.equal((await fetch(address.split("#")[0])).status, 200);
    assert.match(await it.text("#fold-embed"), /no rack-or-rent\.html[^]*Access-Control-Allow-Origin/);
  } finally {
    await rm(folder, { recursive: true });
  }
});
