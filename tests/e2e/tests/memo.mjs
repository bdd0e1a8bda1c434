// The memo: what a board approves, with the figures of the page; its author's words; alone on paper, on at most three pages.
import assert from "node:assert/strict";
import { Buffer } from "node:buffer";
import { inflateRawSync } from "node:zlib";
import { Skip, test } from "../harness.mjs";
import { A4_PIXELS, PAPERS, SMALLEST, pagesOf, sizesOf, smallTexts } from "../paper.mjs";
import { until } from "../page.mjs";

const MEMO = '[data-view="memo"]';

/** Opens the room and waits for the memo, which follows once the answer is weighed. */
async function memoOf(it) {
  await it.room("decide");
  await until("the memo", () => it.in((css) => document.querySelector(css) !== null, MEMO));
}

const textOf = (it, css) => it.in((css) => document.querySelector(css)?.innerText ?? "", css);
const factsOf = (it) => it.in((css) => Object.fromEntries([...document.querySelectorAll(`${css} dl.facts > div`)].map((fact) => [fact.querySelector("dt").innerText, fact.querySelector("dd").innerText])), MEMO);

test("The memo says what the headline says, names the plan of every fact, and what would reverse it", async ({ page }) => {
  const it = await page();
  await it.open("#n=64&end=1");
  await memoOf(it);
  const headline = await textOf(it, '[data-view="verdict"]');
  const first = await it.in((css) => document.querySelector(`${css} > p:not(.byline)`).innerText, MEMO);
  assert.equal(first.replace(/\s+/g, " "), headline.replace(/\s+/g, " "));
  const facts = await factsOf(it);
  for (const name of ["Cost", "Instead of", "Owed if all work stopped", "Payback", "How sure", "Reversed if"]) assert.ok(facts[name]?.length > 3, `${name}: ${facts[name]}`);
  assert.match(facts["Reversed if"], /To confirm: /);
  assert.ok(await it.in((css) => [...document.querySelectorAll(`${css} dl.facts > div`)].every((fact) => fact.dataset.plan !== ""), MEMO), "every fact names its plans");
  // Its key figures open into what they come from.
  await it.click(`${MEMO} dl.facts [data-opens^="cost-of-"]`);
  await until("it opens", async () => /Present value of the plan/.test(await textOf(it, ".opened")));
  await it.room("decide");
  // It follows the inputs.
  const before = facts.Cost;
  await it.enter("own.node_price_usd", "400000");
  await until("it follows", async () => { const found = (await factsOf(it)).Cost; return found !== undefined && found !== before; });
});

test("The words of an author stand in the memo as text, stay in the file and in the browser, and are in no link", async ({ page }) => {
  const it = await page();
  await it.open("#n=64&end=1");
  await memoOf(it);
  const title = '=HYPERLINK("x") <b>Twelve</b> nodes';
  await it.fill("#memo-title", title);
  await it.fill("#memo-author", "A. Author");
  await it.fill("#memo-date", "2026-12-05");
  await it.fill("#memo-paragraph", "We have looked at it.");
  await until("its title", async () => (await textOf(it, `${MEMO} .memo-title`)) === title);
  await until("its paragraph", async () => (await textOf(it, `${MEMO} .own-words`)) === "We have looked at it.");
  assert.match(await textOf(it, `${MEMO} .byline`), /A\. Author.*2026-12-05/);
  assert.match(await it.in((css) => [...document.querySelectorAll(`${css} tbody th`)].map((cell) => cell.innerText).join("|"), MEMO), /Year 1, 2026-12 to 2027-11/);
  assert.equal(await it.in((css) => document.querySelectorAll(`${css} b`).length, MEMO), 0, "no markup");
  const file = JSON.parse(await it.savedFile('[data-action="save-file"]'));
  assert.deepEqual(file.memo, { title, author: "A. Author", date: "2026-12-05", paragraph: "We have looked at it." });
  await it.written();
  assert.doesNotMatch((await it.links()).private, /Author|HYPERLINK/);
  await it.reload();
  await memoOf(it);
  await until("its title after a reload", async () => (await textOf(it, `${MEMO} .memo-title`)) === title);
  const markdown = await it.savedFile('[data-action="save-memo"]');
  assert.match(markdown, /^# =HYPERLINK/);
  assert.match(markdown, /\n## What it is compared with\n/);
  assert.doesNotMatch(markdown, /<b>/);
});

test("While its room is open the memo prints alone, on at most three pages, in letters of at least 8 points", async ({ page, engine }) => {
  const it = await page();
  const bursts = "wl=Service~-~24~~Training~runs~256~504~4~-~1";
  for (const link of ["#n=64&end=1", `#${bursts}`, "?preset=bill-8m", "?preset=inference-fleet"]) {
    await it.open(link);
    await memoOf(it);
    await it.caughtUp();
    if (engine !== "webkit") {
      for (const [name, size] of Object.entries(PAPERS)) {
        const pages = pagesOf(await it.browser.print(...size));
        assert.ok(pages >= 2 && pages <= 3, `${link} on ${name}: ${pages} pages`);
      }
    }
    if (engine !== "chromium") continue;
    assert.ok(Math.min(...sizesOf(await it.browser.print(...PAPERS.A4))) >= SMALLEST, link);
    await it.browser.paper(true);
    await it.resize(A4_PIXELS, 1_000);
    assert.deepEqual(await smallTexts(it, SMALLEST), [], link);
    const others = await it.in((css) => [...document.querySelectorAll("body *")].filter((each) => each.checkVisibility() && each.getBoundingClientRect().width > 2 && each.closest(`${css}, .bar`) === null && each.querySelector(css) === null).map((each) => each.outerHTML.slice(0, 80)), MEMO);
    assert.deepEqual(others, [], "nothing beside the memo");
    assert.ok(await it.in((css) => [...document.querySelectorAll(`${css} button, ${css} a[href]`)].every((each) => !each.checkVisibility()), MEMO), "no controls");
    await it.browser.paper(false);
    await it.resize(1_280, 900);
  }
  if (engine === "webkit") throw new Skip("its driver does not print");
});

test("Without a plan to take there is no memo, and the page says so", async ({ page }) => {
  const it = await page();
  await it.open("#lu=1&lw=0.001&oq=1");
  await it.room("decide");
  await until("it says so", async () => /nothing to approve/i.test(await textOf(it, ".memo-section")));
});

/** The parts of a zip by name, by the list at its end. */
function unzipped(bytes) {
  const found = new Map();
  const end = bytes.lastIndexOf(Buffer.from([0x50, 0x4b, 5, 6]));
  for (let at = bytes.readUInt32LE(end + 16); bytes.readUInt32LE(at) === 0x02014b50; ) {
    const [method, packed] = [bytes.readUInt16LE(at + 10), bytes.readUInt32LE(at + 20)];
    const [name, extra, comment, place] = [bytes.readUInt16LE(at + 28), bytes.readUInt16LE(at + 30), bytes.readUInt16LE(at + 32), bytes.readUInt32LE(at + 42)];
    const from = place + 30 + bytes.readUInt16LE(place + 26) + bytes.readUInt16LE(place + 28);
    const contents = bytes.subarray(from, from + packed);
    found.set(bytes.toString("utf8", at + 46, at + 46 + name), method === 0 ? contents : inflateRawSync(contents));
    at += 46 + name + extra + comment;
  }
  return found;
}

test("The spreadsheet is written by a worker that is fetched then; it saves what the headline says, and a name that looks like a formula is text", async ({ page }) => {
  const it = await page();
  await it.open("#n=64&end=1&name=%3DHYPERLINK(1)");
  await memoOf(it);
  const fetched = () => it.in(() => performance.getEntriesByType("resource").filter((each) => /worker-workbook.*\.wasm$/.test(each.name)).length);
  assert.equal(await fetched(), 0, "not before it is asked for");
  await it.in(() => {
    HTMLAnchorElement.prototype.click = () => {};
    const address = URL.createObjectURL.bind(URL);
    URL.createObjectURL = (blob) => {
      if (/sheet/.test(blob.type)) blob.arrayBuffer().then((bytes) => (window.saved = [...new Uint8Array(bytes)]));
      return address(blob);
    };
  });
  await it.click('[data-action="save-workbook-xlsx"]');
  await until("it is written", async () => /is written/.test(await textOf(it, '[data-view="workbook"]')));
  const bytes = Buffer.from(await until("its bytes", () => it.in(() => window.saved)));
  assert.equal(await fetched(), 1);
  const parts = unzipped(bytes);
  const strings = parts.get("xl/sharedStrings.xml").toString();
  assert.match(strings, /=HYPERLINK/);
  const formulas = [...parts].filter(([name]) => name.startsWith("xl/worksheets/")).map(([, text]) => text.toString().match(/<f>/g)?.length ?? 0);
  assert.ok(formulas.reduce((sum, many) => sum + many) > 500, `${formulas}`);
  assert.doesNotMatch([...parts].map(([, text]) => text.toString()).join(), /<f>HYPERLINK/);
  const saving = parts.get("xl/workbook.xml").toString().match(/name="saving">'?Plans'?!\$B\$(\d+)</)[1];
  const value = Number(parts.get("xl/worksheets/sheet2.xml").toString().match(new RegExp(`<c r="B${saving}"[^>]*><f>[^<]*</f><v>([^<]*)`))[1]);
  const [, saved] = await it.in((css) => {
    const fact = [...document.querySelectorAll(`${css} dl.facts > div`)].find((each) => each.querySelector("dt").innerText === "Instead of");
    return [...fact.querySelectorAll("[data-value]")].map((each) => Number(each.dataset.value));
  }, MEMO);
  assert.ok(Math.abs(value - saved) < 0.005, `${value}, and the memo says ${saved}`);
});
