// Tokens from an API beside GPUs: a plan of its own, prices, the volume from which hosting pays.
import assert from "node:assert/strict";
import { test } from "../harness.mjs";
import { evaluate } from "../native.mjs";
import { until } from "../page.mjs";

/** 50,000 tokens a second of an open model, twice as many at the busiest time of day. */
const CHAT = "#wl=Chat~inference~-~-~-~-~-~-~-~-~-~-~-~-~-~50000~2~-~0.7~-~-~llama-3.3-70b";
const SECTION = '[data-view="tokens"]';

const opened = async (it, link) => {
  await it.open(link);
  await it.caughtUp();
};

test("Tokens from an API are a plan of their own, and the volume from which hosting pays is found: as in the native report", async ({ page }) => {
  const it = await page();
  await opened(it, CHAT);
  const report = JSON.parse(await evaluate(await it.savedFile('[data-action="save-file"]')));
  const api = report.plans.find((plan) => plan.kind === "api");
  assert.equal(report.recommended, "api");
  assert.match(await it.verdict(), /^Buy tokens from DeepInfra\. /);
  const row = await it.in((section) => document.querySelector(`${section} tr[data-plan="api"] .figure`).dataset.value, SECTION);
  assert.equal(Number(row), api.usd_per_million_tokens);
  const [first] = await it.in((section) => [...document.querySelectorAll(`${section} [data-view="token-providers"] tbody tr`)].map((each) => each.querySelector(".figure").dataset.value), SECTION);
  assert.equal(Number(first), report.tokens.offers[0].usd_per_million);
  await it.in((section) => document.querySelector(section).scrollIntoView(), SECTION);
  await until("the volume is found", () => it.isVisible('[data-view="token-volume"]'));
  const volume = await it.in(() => [...document.querySelectorAll('[data-view="token-volume"] .figure')].map((each) => each.dataset.value));
  // Or never: then what a million costs at the largest volume that was tried.
  const { from_million: from, hosted_then: then } = report.tokens.volume;
  assert.ok(volume.map(Number).includes(from ?? then.usd_per_million), `${from ?? then.usd_per_million} in ${volume}`);
});

test("A listed price of tokens becomes one's own and counts; shares that do not add up and unknown models are said", async ({ page }) => {
  const it = await page();
  await opened(it, CHAT);
  await it.click(`${SECTION} [data-action="own-token-price"]`);
  await it.caughtUp();
  assert.match(await it.inLink("to"), /^DeepInfra~/);
  await until("it is among the providers", async () => (await it.text(`${SECTION} [data-view="token-providers"]`)).includes("yours"));
  await opened(it, `${CHAT}~0.8~0.5`);
  assert.match(await it.text('[data-view="warnings"]'), /output \(80%\) and cached input \(50%\) exceed 100% of all tokens together/);
  await opened(it, "#wl=Chat~inference~-~-~-~-~-~-~-~-~-~-~-~-~-~50000~2~1000~0.7~-~-~My%20own%20model");
  assert.match(await it.text('[data-view="warnings"]'), /My own model” is not in the price book, so no API is compared for it/);
  assert.equal(await it.isVisible(SECTION), false);
});

test("The form offers inference by tokens with a model, and asks for what an API charges by once a model is named", async ({ page }) => {
  const it = await page();
  await opened(it);
  await it.openGroups();
  const add = await it.in(() => [...document.querySelectorAll('[data-action="add-workload"]')].findIndex((each) => /token/i.test(each.textContent)));
  await it.in((place) => document.querySelectorAll('[data-action="add-workload"]')[place].click(), add);
  await it.caughtUp();
  const labels = await it.in(() => [...document.querySelectorAll('[data-view="workload"] .labelled > span')].map((each) => each.textContent));
  for (const label of ["model", "tokens, mean", "output, of all tokens", "cached input, of all tokens", "sent in batches"]) assert.ok(labels.includes(label), `${label} in ${labels}`);
  await until("tokens are compared", () => it.isVisible(SECTION));
});

test("The start row adds the tokens of a model; a volume is typed per month as well as per second", async ({ page }) => {
  const it = await page();
  await opened(it);
  await it.openGroups();
  assert.match(await it.text('[data-group="api"] [data-view="nothing-matters"]'), /once a workload makes tokens of a model/);
  await it.click('.starts [data-action="tokens-start"]');
  await until("tokens are compared", () => it.isVisible(SECTION));
  await it.caughtUp();
  const tokens = 'input[aria-label*="tokens, mean"]';
  await it.in((css) => document.querySelector(css).select(), tokens);
  await (await it.one(tokens)).sendKeys("2.628 billion tokens a month");
  await it.in((css) => document.querySelector(css).blur(), tokens);
  await it.caughtUp();
  assert.match(decodeURIComponent(await it.inLink("wl")), /^Inference~inference~(-~)+1000~2~/, "730 hours of 1,000 a second");
  await it.click('.starts [data-action="tokens-start"]');
  await it.caughtUp();
  assert.equal(await it.in(() => document.querySelectorAll('[data-view="workload"]').length), 1, "a second press adds no second one");
});
