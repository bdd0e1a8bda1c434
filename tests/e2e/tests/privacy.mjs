import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { filesOf } from "../../../scripts/zip.mjs";
import { Skip, test } from "../harness.mjs";
import { until } from "../page.mjs";
import { FOLDER } from "../server.mjs";

const WATCH = `
  window.violations = [];
  addEventListener("securitypolicyviolation", (e) => window.violations.push(e.violatedDirective + " " + e.blockedURI + " " + e.sourceFile + ":" + e.lineNumber), true);
`;

test("A whole session: no violation of the policy, a silent console, no request outside the page's folder, no 404", async ({ page }) => {
  const it = await page({ traffic: true });
  await it.before(WATCH);
  await it.open();
  const violations = async () => assert.deepEqual(await it.in(() => window.violations), []);
  const before = await it.answer();
  await it.enter("work.busy_share", "45");
  await it.nextAnswer(before);
  await it.enter("own.gpus", "abc");
  await until("the error shows", async () => (await it.rowError("own.gpus")).text !== "");
  await it.click('[data-action="reset"]');
  await it.openAllFolds();
  await violations();
  await it.openGroups();
  for (const id of await it.in(() => [...document.querySelectorAll("[data-preset]")].map((e) => e.dataset.preset))) await it.click(`[data-preset="${id}"]`);
  await it.save("Session");
  await it.click('[data-action="copy-private-link"]');
  await it.click('[data-action="copy-query-link"]');
  if ((await it.all('[data-action="save-file"]')).length > 0) await it.click('[data-action="save-file"]');
  await it.onSaved("Session", "open");
  await it.prefersDark(true);
  await it.resize(390, 844);
  await it.browser.print(21, 29.7).catch((error) => {
    if (!(error instanceof Skip)) throw error; // an engine that cannot print still runs the rest
  });
  await it.painted();
  await violations();
  const { query } = await it.links();
  await it.visit(query);
  await it.reload();
  await violations();
  await it.onSaved("Session", "delete");
  await it.painted();
  await violations();

  const asked = await it.browser.asked();
  const outside = asked.filter((url) => !url.startsWith(it.site.url) && !/^(data|blob|about):/.test(url) && !/^chrome/.test(url));
  assert.ok(asked.some((url) => url.endsWith(".wasm")), "the log of requests works");
  assert.deepEqual(outside, [], "no request leaves the page's folder");
  const served = it.site.requests;
  assert.deepEqual(served.filter((each) => !each.path.startsWith(FOLDER)).map((each) => each.path), []);
  assert.deepEqual(served.filter((each) => each.status !== 200).map((each) => `${each.status} ${each.path}`), [], "every file is there");
});

test("The policy is real: a beacon to elsewhere is blocked and noticed", async ({ page }) => {
  const it = await page();
  it.complaintsExpected = true;
  await it.before(WATCH);
  await it.open();
  await it.in(() => void fetch("https://elsewhere.example/beacon").catch(() => {}));
  await until("the violation is noticed", () => it.in(() => window.violations.some((each) => each.startsWith("connect-src"))));
});

test("The static HTML carries the policy, no referrer, no style attributes, no inline script, relative addresses only", async ({ dist }) => {
  const html = await readFile(join(dist, "index.html"), "utf8");
  assert.match(html, /<meta http-equiv="Content-Security-Policy" content="default-src 'none';/);
  assert.match(html, /<meta name="referrer" content="no-referrer"/);
  assert.doesNotMatch(html, /<[^>]+\sstyle\s*=/i, "no style attribute");
  assert.doesNotMatch(html, /<[^>]+\son\w+\s*=/i, "no handler attribute");
  assert.doesNotMatch(html, /<style\b/i, "no inline style sheet");
  for (const [tag, attributes, body] of html.matchAll(/<script\b([^>]*)>([\s\S]*?)<\/script>/gi)) {
    assert.match(attributes, /\ssrc=/, tag);
    assert.equal(body.trim(), "");
  }
  for (const [, value] of html.matchAll(/\s(?:src|href)="([^"]*)"/g)) assert.match(value, /^(\.\/|#|data:)|^[^/:]+$/, `${value} is relative`);
});

test("No script and no program uses what the policy does not cover: WebRTC", async ({ dist }) => {
  const programs = filesOf(dist).filter((path) => /\.(js|mjs|html|wasm)$/.test(path));
  assert.ok(programs.length > 10, programs.join());
  for (const path of programs) assert.doesNotMatch((await readFile(join(dist, path))).toString("latin1"), /RTC(Peer|Data|Ice|Session)|mozRTC/, path);
});
