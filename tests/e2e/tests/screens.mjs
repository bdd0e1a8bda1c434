// The page's appearance, compared with the stored pictures (tests/e2e/screens, docs/engines.md). UPDATE=1 updates them.
import assert from "node:assert/strict";
import { readFile, writeFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { test } from "../harness.mjs";
import { until } from "../page.mjs";
import { difference, packed, picture } from "../picture.mjs";

const CHROMIUM_ALONE = { engines: ["chromium"], because: "what was kept is Chromium's drawing", patience: 180_000 };
const PARTS = [".bar", ".lead", ".use", ".inputs", ".room-bar", "#ways", "#two-plans", "#plan-costs", "#over-time", "#moving", ".costs", "#offers", "#assumptions", "#scenarios", ".share", "#method"];
// Fixed date, because the page shows the age of prices.
const DAY = `{
  const Real = Date;
  globalThis.Date = class extends Real {
    constructor(...given) { super(...(given.length > 0 ? given : [Real.UTC(2026, 10, 26, 12)])); }
    static now() { return Real.UTC(2026, 10, 26, 12); }
  };
}`;

/** The page with a worked example and every group open, fully drawn. */
async function drawn(it) {
  // No long task starts: what one finds would move parts while they are looked at.
  await it.before("self.IntersectionObserver = class { observe() {} unobserve() {} disconnect() {} };");
  await it.browser.reader("en-US", "UTC");
  await it.before(DAY);
  // Otherwise each picture hides the scrollbar, which the browser shows again at any time after it.
  await it.devtools("Emulation.setScrollbarsHidden", { hidden: true });
  await it.open("#preset=reference-case");
  await it.openGroups();
  await it.caughtUp();
  const height = () => it.in(() => document.documentElement.scrollHeight);
  await until("nothing is drawn any more", async () => {
    const before = await height();
    await new Promise((resolve) => setTimeout(resolve, 600)); // deferred parts are drawn by then
    return before === (await height());
  });
  await it.in(() => {
    document.activeElement?.blur();
    // Fixed build date too, where it follows the version.
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    while (texts.nextNode()) texts.currentNode.data = texts.currentNode.data.replace(/(\d\.\d\.\d of )[\d-]{10}/, (_, version) => `${version}2026-11-26`);
  });
}

async function compare(it, name, onScreen = true) {
  const found = {};
  for (const css of PARTS) {
    if (onScreen) await it.reveal(css);
    // The bar marks the open room, and scrolls to it in its own time.
    if (onScreen && css === ".room-bar") {
      await it.room("plans");
      await new Promise((resolve) => setTimeout(resolve, 500));
    }
    // At the top no bar that sticks lies over a part.
    await it.in(() => {
      document.activeElement?.blur();
      scrollTo(0, 0);
      for (const each of document.querySelectorAll(".room-bar, .room-bar *")) each.scrollTo({ left: 0, behavior: "instant" });
    });
    await it.painted();
    found[css] = await picture(it, css);
  }
  const missing = PARTS.filter((css) => onScreen && !found[css]);
  assert.deepEqual(missing, [], "every part is there");
  const file = fileURLToPath(new URL(`../screens/${name}.json`, import.meta.url));
  if (process.env.UPDATE) {
    await writeFile(file, `${JSON.stringify(Object.fromEntries(PARTS.map((css) => [css, packed(found[css])])), null, 1)}\n`);
    return;
  }
  const kept = JSON.parse(await readFile(file, "utf8"));
  const wrong = PARTS.map((css) => [css, difference(kept[css], found[css])]).filter(([, what]) => what);
  assert.deepEqual(wrong.map(([css, what]) => `${css} ${what}`), [], "as it was kept; UPDATE=1 scripts/e2e dist --only 'It looks' keeps it anew");
}

for (const width of [320, 768, 1280]) {
  for (const dark of [false, true]) {
    test(`It looks as it did, ${width} px wide, ${dark ? "dark" : "light"}`, async ({ page }) => {
      const it = await page({ size: [width, 900] });
      await it.prefersDark(dark);
      await drawn(it);
      await compare(it, `${width}-${dark ? "dark" : "light"}`);
    }, CHROMIUM_ALONE);
  }
}

test("It looks as it did, on paper", async ({ page }) => {
  const it = await page({ size: [720, 900] });
  await drawn(it);
  await it.in(() => dispatchEvent(new Event("beforeprint"))); // charts are drawn for paper
  await it.browser.paper(true);
  await it.painted();
  await compare(it, "paper", false);
}, CHROMIUM_ALONE);
