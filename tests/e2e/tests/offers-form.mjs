// The user's own offers: a card each with help at the field, spot among the classes, messages where the eye is.
import assert from "node:assert/strict";
import { test } from "../harness.mjs";
import { until } from "../page.mjs";

const ADD = '[data-action="add"][data-list="rent.quotes"]';
const cell = (name) => `[data-view="offer"] :is(input, select)[aria-label$=": ${name}"]`;
const labels = (it) => it.in(() => [...document.querySelectorAll('[data-view="offer"] > .labelled > .small[aria-hidden]')].map((e) => e.innerText));
const typed = async (it, css, text) => (await it.one(css)).sendKeys(text);

/** Sets a cell's text, as leaving its field does. */
const set = (it, name, text) => it.in((css, text) => {
  const input = document.querySelector(css);
  input.value = text;
  input.dispatchEvent(new Event("change", { bubbles: true }));
}, cell(name), text);

/** The message about what was pressed comes onto the screen. */
const inSight = (it) => until("the message is in sight", () => it.in(() => {
  const { top, bottom } = document.querySelector('[data-view="notices-here"] .notice').getBoundingClientRect();
  return top >= 0 && bottom <= innerHeight;
}));

test("An offer of one's own is a card: each field has its label and its help beside it, spot asks for what spot needs", async ({ page }) => {
  const it = await page();
  await it.open("#int=1&end=1");
  await it.click(ADD);
  await until("a card", () => it.isVisible('[data-view="offer"]'));
  assert.deepEqual(await labels(it), ["Name", "Price", "Class", "Term"]);
  const helps = await it.in(() => [...document.querySelectorAll('[data-view="offer"] > .labelled')].map((e) => {
    const input = e.querySelector("input, select");
    const help = document.getElementById(input.getAttribute("aria-describedby"));
    return [e.contains(help), help.innerText];
  }));
  assert.ok(helps.every(([beside, text]) => beside && text.length > 5), JSON.stringify(helps));
  await set(it, "name", "Acme");
  await set(it, "price", "1.1");
  await it.pick(await it.one(cell("kind")), "spot: can be reclaimed");
  await until("spot has its own fields", async () => (await labels(it)).join() === "Name,Price,Class,No capacity,Interruptions");
  assert.match(await it.text('[data-view="offer"]'), /Chance per month, 0\.2 is 20%/);
  await set(it, "spot unavailable", "20 %");
  await until("it is named spot", async () => /Acme.*\(spot\)/.test(await it.text('[data-offer="quote-1"] th')));
  assert.match(await it.inLink("q"), /^Acme~1\.1~.*spot.*0\.2/);
  await it.click('[data-view="offer"] [data-action="remove"]');
  await until("it is gone", async () => !(await it.inLink("q")));
});

test("The help of a list stands above it, however long the list is", async ({ page }) => {
  const it = await page();
  await it.open();
  for (let n = 0; n < 3; n += 1) await it.click(ADD);
  await until("three cards", () => it.in(() => document.querySelectorAll('[data-view="offer"]').length === 3));
  // What is clicked is unfolded first, and this is a fold itself: a click would close it again.
  await it.unfold('[data-row="rent.quotes"] .about > summary');
  await until("it is explained", () => it.isVisible('[data-row="rent.quotes"] > .card'));
  const [help, first] = await it.in(() => ['[data-row="rent.quotes"] > .card', '[data-view="offer"]'].map((css) => document.querySelector(css).getBoundingClientRect().top));
  assert.ok(help < first, `${help} above ${first}`);
});

test("Spot is among the classes of an offered price, with the share without capacity and the interruptions", async ({ page }) => {
  const it = await page();
  await it.open();
  await typed(it, "#in-offered", "1.1");
  await until("an offer on demand is answered", () => it.isVisible('[data-view="offered"]'));
  await it.pick(await it.one("#in-offered-class"), "spot");
  await until("work that must not be interrupted says so", async () => /may be interrupted, so spot cannot do it alone/.test(await it.text('[data-view="offered"]')));
  await it.open("#int=1&end=1");
  await typed(it, "#in-offered", "1.1");
  await it.pick(await it.one("#in-offered-class"), "spot");
  await typed(it, "#in-offered-no-capacity", "150");
  await until("a share is needed", async () => /from 0 to 100/.test(await it.text("#offered-answer")));
  await it.in(() => document.querySelector("#in-offered-no-capacity").select());
  await typed(it, "#in-offered-no-capacity", "20");
  await typed(it, "#in-offered-interruptions", "0.25");
  await until("it is answered", async () => /costs .* (less|more) than/.test(await it.text('[data-view="offered"]')));
  await it.click('[data-action="offered"]');
  const told = await until("it is confirmed", async () => (await it.notices())[0]);
  assert.match(told, /\$1\.10 per GPU-hour, spot, was added/);
  await inSight(it);
  assert.match(await it.inLink("q"), /~1\.1~.*spot.*~0\.25~0\.2$/);
});

test("A vendor may compare itself with spot; that the quote was taken is said where the form was, and spoken", async ({ page }) => {
  const it = await page();
  await it.open("#int=1&end=1");
  await it.click('.starts [data-action="vendor"]');
  await typed(it, "#in-vendor-0", "8");
  await typed(it, "#in-vendor-2", "330000");
  await typed(it, "#in-vendor-6", "1.2");
  await it.pick(await it.one("#in-vendor-cloud"), "spot");
  await typed(it, "#in-vendor-19", "15");
  await typed(it, "#in-vendor-20", "0.2");
  await it.click('[data-action="take-vendor"]');
  await until("it is confirmed", async () => /64 GPUs at \$330,000 per node/.test((await it.notices()).join()));
  await inSight(it);
  assert.equal(await it.in(() => document.activeElement.id), "notices-vendor-quote", "the focus follows, as its button is gone");
  await until("it is spoken", async () => /Quote applied/.test(await it.in(() => document.querySelector(".spoken[role=status]").textContent)));
  assert.match(await it.inLink("q"), /~1\.2~.*spot.*~0\.2~0\.15$/);
});
