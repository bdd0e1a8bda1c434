// Recorded results of a text made before a correction of the model: both figures and the reason. docs/format.md
import assert from "node:assert/strict";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "../harness.mjs";
import { until } from "../page.mjs";

const NOTICE = '[data-view="said"]';
/** As encoded in a link: owning for $3.55, renting for $4.20, and the revision before the first correction. */
const [OWN, RENT, BEFORE] = ["009vn", "0016o", "0"];
const WHY = /2026-11-21: Support contracts are now charged as equal payments/;

/** A link as an earlier model could have written it: the inputs and their sum are valid. */
function older(link) {
  const made = link.replace(/&said=.{10}(.{10})(.{4})\d+/, (_, others, sum) => `&said=${OWN}${RENT}${others}${sum}${BEFORE}`);
  assert.notEqual(made, link, "a link of the page says what it says");
  return made;
}

/** The link of the page's current scenario, from `#` on. */
const ownLink = async (it) => new URL((await it.links()).private).hash;

/** Chooses a file under "Open a file", as a user would. */
async function openFile(it, text) {
  const folder = await mkdtemp(join(tmpdir(), "said-"));
  await writeFile(join(folder, "file.json"), text);
  const input = await it.one('[data-action="open-file"]');
  await input.sendKeys(join(folder, "file.json"));
  await until("the file is read", async () => (await input.getAttribute("value")) === "");
  await it.painted();
  await rm(folder, { recursive: true });
}

/** What the engine's module computes for the page's scenario, as the notice writes it. It is of a steady year. */
async function computed(it) {
  const { own, offers, verdict, outlook, indifference_usd_per_gpu_hour: price } = await it.computed();
  const rent = offers.find((each) => each.id === verdict.offer);
  const dollars = (usd) => `$${usd.toFixed(2)}`;
  const short = (usd) => `${usd < 0 ? "-" : ""}$${Math.abs(usd) < 1e6 ? `${Math.round(Math.abs(usd) / 1e3)}K` : `${(Math.abs(usd) / 1e6).toFixed(2)}M`}`;
  return [dollars(own.usd_per_productive_gpu_hour), dollars(rent.usd_per_productive_gpu_hour), dollars(price), short(outlook.saving_usd)];
}

/** The figures then and now, in the page's usual format, and the reason. `now` is what the engine computes. */
async function tellsBoth(it, now) {
  await until("what it said", () => it.isVisible(NOTICE));
  const said = await it.text(NOTICE);
  assert.match(said, /Result when this was saved: own \$3\.55, rent \$4\.20 per productive GPU-hour in a steady year; break-even price \$\d+\.\d\d; owning saves [^ ]+[MK] over \d+ years\./, "what did not move is written as elsewhere");
  const told = /It now gives: own ([^ ]+), rent ([^ ]+) per productive GPU-hour in a steady year; break-even price ([^ ]+); owning saves ([^ ]+) over/.exec(said) ?? assert.fail(said);
  assert.deepEqual(told.slice(1), now, "what the engine computes now");
  assert.notDeepEqual(now.slice(0, 2), ["$3.55", "$4.20"], "another result than then");
  assert.match(said, WHY);
  const open = await it.in((css) => [...document.querySelectorAll(`${css} .figure`)].filter((e) => e.translate).length, NOTICE);
  assert.equal(open, 0, "no figure is open to translation");
}

test("A link made before a correction of the model shows both figures and why, until an input changes", async ({ page, site }) => {
  const at = await site();
  const it = await page({ site: at });
  await it.open("#n=96&name=Old&end=1");
  const link = older(await ownLink(it));
  const now = await computed(it);
  await it.open(link);
  await tellsBoth(it, now);
  assert.equal(await it.in(() => location.hash), link, "the address still says what it said");
  await it.reload();
  await tellsBoth(it, now);

  await it.save("Kept");
  await tellsBoth(it, now);
  const before = await it.answer();
  await it.enter("own.gpus", "104");
  await it.nextAnswer(before);
  assert.equal(await it.isVisible(NOTICE), false, "it was said of other inputs");
  await until("the address says what is said now", () => it.in(() => /&n=104&.*&said=.{24}[1-9]\d*\.\d\w{20}&end=1$/.test(location.hash)));
  await it.click('[data-action="undo"]');
  await tellsBoth(it, now);
  await it.click('[data-action="redo"]');
  await until("the change is back", async () => !(await it.isVisible(NOTICE)));
  await it.reload();
  assert.equal(await it.isVisible(NOTICE), false);

  const other = await page({ site: at });
  await other.open(link.replace("name=Old", "name=Another"));
  await tellsBoth(other, now);
  await other.click('[data-action="reset"]');
  await until("it goes with its scenario", async () => !(await other.isVisible(NOTICE)));
});

test("A link records the recommended plan, and one made before a correction names the plan of then and of now", async ({ page }) => {
  const it = await page();
  await it.open("#n=96&name=Old&end=1");
  await until("the plan is in the address", () => it.in(() => /&said=.{24}\d+\.\d\w{20}&end=1$/.test(location.hash)));
  const { plans, recommended } = await it.computed();
  const now = plans.find((plan) => plan.kind === recommended);
  // A commitment of 24 GPUs, for 1,000,000 at present value.
  const then = older(await it.in(() => location.hash)).replace(/(&said=.{24}\d+)\.\d\w{15}/, "$1.30000p000op255sq");
  await it.open(then);
  await until("what it said", () => it.isVisible(NOTICE));
  const said = await it.text(NOTICE);
  assert.match(said, /Recommended then: Commit \(24 GPUs committed\), present value \$1(\.00)?M\./);
  const name = { own: "Own", commit: "Commit", rent: "Rent", mix: "Mix" }[now.kind];
  const cost = `$${(now.present_value_usd / 1e6).toFixed(2)}M`;
  assert.match(said, new RegExp(`Recommended now: ${name}[^.]*, present value ${cost.replace(/[$.]/g, "\\$&")}`));
});

test("A link changed by hand, one of this model and one that an older model agrees with say nothing more", async ({ page }) => {
  const it = await page();
  await it.open();
  const link = await ownLink(it);
  const agrees = link.replace(/(&said=.{24})\d+/, `$1${BEFORE}`);
  assert.notEqual(agrees, link);
  for (const text of [link, agrees, older(link).replace("&n=64&", "&n=72&"), older(link).replace("&kwh=0.0977&", "&kwh=0.09&")]) {
    await it.open(text);
    assert.equal(await it.isVisible(NOTICE), false, text);
    assert.deepEqual(await it.notices(), [], text);
  }
  await it.open(link.replace(/&said=[^&]*/, "&said=%3Cimg%20src=x%20onerror=window.hit=1%3E"));
  assert.match((await it.notices()).join("\n"), /cannot be read and is ignored/);
  assert.equal(await it.in(() => window.hit ?? document.querySelector("img[src=x]")), null);
  await it.open(link.replace(/(&said=.{24})\d+/, "$199"));
  assert.match((await it.notices()).join("\n"), /Created with model revision 99/);
});

test("A saved file made before a correction of the model shows both figures, in the currency and number format of the reader", async ({ page }) => {
  const it = await page();
  await it.open();
  const file = JSON.parse(await it.savedFile('[data-action="save-file"]'));
  assert.ok(file.said.revision > 0, "a correction was made since");
  Object.assign(file.said, { revision: 0, own_usd_per_productive_gpu_hour: 3.55, rent_usd_per_productive_gpu_hour: 4.2 });
  const now = await computed(it);
  await openFile(it, JSON.stringify(file));
  await tellsBoth(it, now);

  const euro = await page();
  await euro.browser.reader("de-DE", "Europe/Berlin");
  await euro.open("#cur=EUR&fx=2&end=1");
  await euro.open(older(await ownLink(euro)));
  assert.match(await euro.text(NOTICE), /this was saved: own 7,10\s€, rent 8,40\s€/);
});

test("A frame of a link made before a correction of the model shows both figures", async ({ page }) => {
  const it = await page();
  await it.open();
  const link = older(await ownLink(it));
  const now = await computed(it);
  for (const view of ["answer", "full"]) {
    await it.open(`#embed=1&view=${view}&${link.slice(1)}`);
    await tellsBoth(it, now);
  }
  await it.open(`#embed=1&view=chart&${link.slice(1)}`);
  await until("it says why", async () => WHY.test(await it.text(NOTICE)));
});
