// The page as one file, opened from disk: no server, no request, the same answer, working links.
import assert from "node:assert/strict";
import { pathToFileURL } from "node:url";
import { join } from "node:path";
import { test } from "../harness.mjs";
import { until } from "../page.mjs";

test("One file from a disk: answers, computes, opens its own link, asks for nothing", async ({ page, dist }) => {
  const file = join(dist, "rack-or-rent.html");
  const it = await page({ traffic: true });
  await it.open();
  await it.caughtUp();
  const expected = await it.verdict();
  const address = pathToFileURL(file).href;
  await it.driver.get(address);
  await until("the answer shows", () => it.in(() => Boolean(document.querySelector('[data-view="verdict"]'))));
  await it.caughtUp();
  assert.equal(await it.verdict(), expected, "the answer of the many files");
  await it.enter("work.busy_share", "30");
  await until("it computes", async () => (await it.verdict()) !== expected);
  await it.caughtUp();
  const changed = await it.verdict();
  const link = await it.in(() => document.querySelector('[data-view="private-link"]').value);
  assert.ok(link.startsWith(address), "a link to the file itself");
  await it.driver.get("about:blank");
  await it.driver.get(link);
  await until("the link opens", async () => (await it.in(() => Boolean(document.querySelector('[data-view="verdict"]')))) && (await it.verdict()) === changed);
});

test("The page of several files, opened from a disk, says which file to open instead, or runs", async ({ page, dist, engine }) => {
  const it = await page();
  it.complaintsExpected = true;
  await it.driver.get(pathToFileURL(join(dist, "index.html")).href);
  if (engine === "firefox") return until("this engine reads such files, and the page runs", () => it.isVisible('[data-view="verdict"]'));
  await until("it says so", async () => /did not start: [^]*from a disk[^]*Open rack-or-rent\.html/.test(await it.text("#why")));
});
