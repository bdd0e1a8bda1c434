import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { Key } from "selenium-webdriver";
import { test } from "../harness.mjs";
import { until } from "../page.mjs";
import { panics } from "../panic.mjs";

const axe = readFile(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");
const RULES = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"];

/** Two scenarios side by side, with a linked one and the reasons for the difference. */
async function compared(it) {
  await it.open("#set=2&v=1&name=One&n=64&end=1&next=2&name=Two&n=72&end=1");
  await it.save("Saved");
  await it.click('[data-action="save-another"]');
  await it.enter("own.gpus", "96");
  await it.in(() => document.querySelectorAll("#scenarios details").forEach((e) => (e.open = true)));
  await until("the way shows", () => it.isVisible('#scenarios [data-view="bridge"]'));
}

const STATES = {
  "as it opens": async () => {},
  "with all groups open": (it) => it.openAllFolds(),
  ...Object.fromEntries(["demand", "costs", "risk", "decide", "sources"].map((room) => [`in the room ${room}, all folds open`, async (it) => {
    await it.room(room);
    await it.openAllFolds();
  }])),
  "with a figure of the answer open": async (it) => {
    await it.click('.figures button[data-opens="own"]');
    await it.in(() => document.querySelectorAll("#opened details").forEach((each) => each.setAttribute("open", "")));
  },
  "with an error": async (it) => {
    await it.enter("work.busy_share", "abc");
    await it.enter("own.gpus", "");
    await until("the errors show", async () => (await it.rowError("own.gpus")).text && (await it.rowError("work.busy_share")).text);
  },
  "with notices of a damaged link and a saved scenario": async (it) => {
    await it.open("#v=1&util=8O%25&zzz=1&n=64");
    await it.save("Saved");
  },
  "in the dark": async (it) => {
    await it.prefersDark(true);
    await it.openAllFolds();
  },
  "in the dark, with an error": async (it) => {
    await it.prefersDark(true);
    await it.enter("work.busy_share", "abc");
    await until("the error shows", async () => (await it.rowError("work.busy_share")).text);
  },
  "with scenarios compared": compared,
  "with scenarios compared, in the dark, 320 px wide": async (it) => {
    await it.resize(320, 640);
    await it.prefersDark(true);
    await compared(it);
    await it.click('[data-action="delete-all"]');
  },
  "320 px wide, all groups open": async (it) => {
    await it.resize(320, 640);
    await it.openAllFolds();
  },
  "with a vendor's quote that cannot be used, 320 px wide": async (it) => {
    await it.resize(320, 640);
    await it.click('.starts [data-action="vendor"]');
    await it.click('[data-action="take-vendor"]');
    await until("it says why", () => it.isVisible(".vendor .error"));
  },
  stopped: async (it) => {
    it.complaintsExpected = true;
    // A page that nobody used would reload first.
    await it.enter("own.gpus", "72");
    await it.in(panics);
    await until("the cover shows", () => it.isVisible('[data-view="stopped"]'));
  },
};

for (const [state, prepare] of Object.entries(STATES)) {
  test(`axe finds nothing (WCAG 2.2 A and AA): ${state}`, async ({ page }) => {
    const it = await page();
    await it.open();
    await prepare(it);
    await it.settled();
    await settled(it);
    assert.deepEqual(await violations(it), []);
  });
}

for (const width of [320, 390, 768, 1280]) {
  test(`Nothing makes the page scroll sideways at ${width} px`, async ({ page }) => {
    const it = await page({ size: [width, 800] });
    await it.open();
    await fits(it, width, "as it opens");
    await it.openAllFolds();
    await fits(it, width, "all groups and cards open");
    await it.openGroups();
    await fits(it, width, "all groups open");
    await it.enter("own.gpus", "x".repeat(60));
    await it.enter("name", "W".repeat(80));
    await it.click('[data-action="save"]');
    await fits(it, width, "with an error and a long name");
  });
}

async function fits(it, width, state) {
  await it.painted();
  const found = await it.in(() => {
    // Overflowing elements, except those inside a scroll container.
    const scrolls = (e) => {
      for (let up = e.parentElement; up; up = up.parentElement) if (/auto|scroll|hidden|clip/.test(getComputedStyle(up).overflowX)) return true;
      return false;
    };
    const out = [...document.body.querySelectorAll("*")].filter((e) => e.checkVisibility() && e.getBoundingClientRect().right > innerWidth + 1 && !scrolls(e));
    return { scrollWidth: document.documentElement.scrollWidth, out: out.slice(0, 5).map((e) => `${e.tagName} ${e.className?.baseVal ?? e.className} ${Math.round(e.getBoundingClientRect().right)}`) };
  });
  assert.ok(found.scrollWidth <= width, `${state}: ${JSON.stringify(found)}`);
}

/** Waits until colours and sizes are stable. */
async function settled(it) {
  await it.driver.executeAsyncScript((done) => {
    Promise.allSettled(document.getAnimations().map((each) => each.finished)).then(() => requestAnimationFrame(() => done()));
  });
}

async function violations(it) {
  // Nothing stands half below the bar of rooms.
  await it.in(() => scrollTo(0, 0));
  await it.in(await axe);
  const found = await it.driver.executeAsyncScript((rules, done) => {
    axe.run(document, { runOnly: { type: "tag", values: rules }, resultTypes: ["violations"] }).then(
      ({ violations }) => done(violations.map((v) => `${v.id} (${v.impact}): ${v.help}\n${v.nodes.slice(0, 5).map((n) => `  ${n.target.join(" ")} ${n.any.concat(n.all, n.none).map((c) => c.message).join("; ").slice(0, 300)}`).join("\n")}${v.nodes.length > 5 ? `\n  and ${v.nodes.length - 5} more` : ""}`)),
      (error) => done([String(error)]),
    );
  }, RULES);
  return found;
}

test("A help closes with Escape, the keyboard back where it was, and with a press elsewhere; what cannot be used is announced", async ({ page }) => {
  const it = await page();
  await it.open();
  const help = '[data-row="work.gpu"] details.about';
  const isOpen = () => it.in((css) => document.querySelector(css).open, help);
  const press = () => it.in((css) => document.querySelector(`${css} > summary`).click(), help);
  await press();
  await until("it is open", isOpen);
  await it.press(Key.ESCAPE);
  await until("it is closed", async () => !(await isOpen()));
  assert.ok(await it.in((css) => document.activeElement === document.querySelector(`${css} > summary`), help));
  await press();
  await until("its words are there", () => it.isVisible('[data-row="work.gpu"] .card'));
  await it.click('[data-row="work.gpu"] .card');
  assert.ok(await isOpen(), "its words are part of it");
  await it.click(".verdict");
  await until("it is closed", async () => !(await isOpen()));
  await it.enter("own.gpus", "abc");
  await until("it is announced", async () => /^GPUs owned is not a valid number, .+\. The answer still uses 64 GPUs\.$/.test(await it.text("p.spoken[role=status]")));
});
