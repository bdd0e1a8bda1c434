// Hostile links, opened one after another in the browser. Whatever they contain, the page shows an answer, with no
// panic, no script, no element from their text and no request caused by them.
import assert from "node:assert/strict";
import { test } from "../harness.mjs";
import { until } from "../page.mjs";
import { FOLDER } from "../server.mjs";
import { links, suffixOf } from "../strangers.mjs";

const COUNT = () => ({
  hit: window.hit ?? null,
  stopped: !document.querySelector("#stopped").hidden,
  answered: performance.getEntriesByName("first-answer").length > 0,
  verdict: document.querySelector('[data-view="verdict"]')?.textContent.length ?? 0,
  // Elements and handlers that the page never creates.
  foreign: [...document.querySelectorAll("iframe, object, embed, img, base, [onload], [onerror], [onclick], a[href^='javascript'], a[href*='elsewhere'], body script, svg script, svg foreignObject")].filter((e) => !/boot\.js|offline\.js|watch\.js/.test(e.src ?? "")).map((e) => e.outerHTML.slice(0, 100)),
});

const PARTS = 2;

for (let part = 0; part < PARTS; part += 1) {
  test(`Links of strangers, loaded, part ${part + 1} of ${PARTS}: an answer, no panic, no script, no element, no request`, (given) => opened(given, part), { patience: 900_000 });
}

async function opened({ page, site, engine, some: chosen }, part) {
  const at = await site();
  const it = await page({ site: at, traffic: true });
  const all = links();
  assert.equal(all.length, 200);
  // The other engines open every fourth of those that Chromium opens.
  const some = chosen(all.filter((_, n) => n % PARTS === part)).filter((_, n) => engine === "chromium" || n % 4 === 0);
  const wrong = [];
  for (const [n, link] of some.entries()) {
    const suffix = suffixOf(link, n);
    await it.go(suffix);
    const found = await until(`an answer to ${suffix.slice(0, 60)}`, async () => {
      const found = await it.in(COUNT);
      return (found.verdict > 10 && found.answered) || found.stopped ? found : undefined;
    });
    if (found.hit !== null || found.stopped || found.foreign.length > 0) wrong.push(`${suffix.slice(0, 80)} (${suffix.length}): ${JSON.stringify(found)}`);
  }
  assert.deepEqual(wrong, []);
  const outside = (await it.browser.asked()).filter((url) => !url.startsWith(at.url) && !/^(data|blob|about|chrome)/.test(url));
  assert.deepEqual(outside, [], "no request leaves the page's folder");
  assert.deepEqual(at.requests.filter((each) => !each.path.startsWith(FOLDER) && each.path !== "/empty").map((each) => each.path), []);
  assert.deepEqual(Object.keys(await it.stored()), [], "nothing is stored");
}
