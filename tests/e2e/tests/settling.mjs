// What takes longer than a frame follows in a pause of the keys: the strongest assumption, the bands of the first chart,
// the notes and the sections. Until then it is marked as settling.
import assert from "node:assert/strict";
import { test } from "../harness.mjs";
import { until } from "../page.mjs";

const BANDS = '[data-view="cost-curve"] .band';
const EXPORT = '[data-export="svg cost-curve"]';
/** Time after the last key within which everything agrees. */
const SOON_MS = 2000;

/** From the next key on, records what each painted frame shows, until `SOON_MS` after the last key. */
const recordFrames = (it) => it.in((soon) => {
  const texts = [];
  const look = () => {
    // A frame holds the number of each text: the sections alone are 50 kB.
    const numbered = (text) => (texts.includes(text) ? texts.indexOf(text) : texts.push(text) - 1);
    const part = (element) => ({ text: numbered(element?.textContent ?? ""), marked: Boolean(element?.closest(".settling")) });
    return {
      own: document.querySelector('.answer [data-figure="own-over-the-horizon"]').dataset.value,
      badge: document.querySelector('[data-view="badge"]').textContent,
      assumption: part(document.querySelector('[data-view="assumption-at"]')?.parentElement),
      notes: part(document.querySelector("#notes")),
      sections: part(document.querySelector(".proof")),
    };
  };
  window.painted = [look()];
  window.over = false;
  let last = 0;
  const frame = () => {
    window.painted.push(look());
    window.over = performance.now() > last + soon;
    if (!window.over) requestAnimationFrame(frame);
  };
  document.addEventListener("input", () => {
    if (last === 0) requestAnimationFrame(frame);
    last = performance.now();
  }, { capture: true });
}, SOON_MS);

test("After a key, what still shows the result before is marked; two seconds later everything agrees with the answer", async ({ page }) => {
  const it = await page();
  await it.open();
  await recordFrames(it);
  await it.type("work.busy_share", "60");
  await until("two seconds are over", () => it.in(() => window.over));
  const frames = JSON.parse(await it.in(() => JSON.stringify(window.painted)));
  const [first, end] = [frames[0], frames.at(-1)];
  for (const part of ["assumption", "notes", "sections"]) {
    assert.notEqual(end[part].text, first[part].text, `${part}: the change shows there`);
    assert.equal(end[part].marked, false, `${part}: it is marked no longer`);
    const followed = frames.filter((frame) => frame.own !== first.own);
    const wrong = followed.filter((frame) => !frame[part].marked && frame[part].text !== end[part].text);
    assert.equal(wrong.length, 0, `${part}: ${wrong.length} of ${followed.length} frames show an earlier result without a mark`);
  }
  assert.ok(frames.some((frame) => frame.sections.marked), "the answer comes first");
  // How sure it is follows once the plans are weighed: never the badge of the result before.
  const badges = [...new Set(frames.filter((frame) => frame.own !== first.own).map((frame) => frame.badge))];
  assert.deepEqual(badges, ["…", end.badge]);
  assert.match(end.badge, /^(clear|leaning|too close)$/);

  const report = await it.computed();
  const shown = await it.in(() => {
    const value = (css) => Number(document.querySelector(css)?.dataset.value);
    return { cheque: value('.proof [data-figure="cheque"]'), saving: value('.proof [data-figure="saving"]'), own: value('.proof [data-figure="own"]'), price: value('#notes [data-figure="indifference-over-the-horizon"]') };
  });
  assert.deepEqual(shown, {
    cheque: report.own.upfront_usd,
    saving: Math.abs(report.outlook.saving_usd),
    own: report.own.usd_per_productive_gpu_hour,
    price: report.outlook.turning.usd_per_gpu_hour,
  });
});

test("What is settling stays in sight and in its place, and takes a press", async ({ page }) => {
  const it = await page();
  await it.open();
  const seen = await it.in(async () => {
    const field = document.querySelector('[data-field="own.gpus"]');
    const button = document.querySelector('[data-action="save-file"]');
    button.scrollIntoView({ block: "center" });
    field.value = "72";
    field.dispatchEvent(new InputEvent("input", { bubbles: true }));
    await new Promise(requestAnimationFrame);
    await new Promise(requestAnimationFrame);
    const { left, top, width, height } = button.getBoundingClientRect();
    return {
      settling: document.querySelector(".proof").matches(".settling"),
      busy: document.querySelector(".proof").getAttribute("aria-busy"),
      visible: button.checkVisibility({ visibilityProperty: true, opacityProperty: true }),
      hit: document.elementFromPoint(left + width / 2, top + height / 2) === button,
    };
  });
  assert.deepEqual(seen, { settling: true, busy: "true", visible: true, hit: true });
  await it.settled();
  assert.equal(await it.in(() => document.querySelector(".proof").getAttribute("aria-busy")), "false");
});

test("The chart's bands are there again after the pause, and a file saved before contains them", async ({ page }) => {
  const it = await page();
  await it.open();
  const bands = () => it.in((css) => document.querySelectorAll(css).length, BANDS);
  assert.equal(await bands(), 2);
  await it.in(() => (document.querySelector('[data-view="cost-curve"] details.chart-table').open = true));
  await until("the buttons are drawn", () => it.isVisible(EXPORT));
  await it.catchFiles();
  await it.in((bands, button) => {
    document.addEventListener("input", () => setTimeout(() => {
      window.early = { settling: document.querySelector(".settling") !== null, bands: document.querySelectorAll(bands).length };
      document.querySelector(button).click();
    }), { once: true });
  }, BANDS, EXPORT);
  await it.paste("own.gpus", "72");
  await until("the file is there", () => it.in(() => window.files.length === 1));
  assert.deepEqual(await it.in(() => window.early), { settling: true, bands: 0 });
  await it.settled();
  await until("the bands are there", async () => (await bands()) === 2);
  await it.click(EXPORT);
  await until("the second file is there", () => it.in(() => window.files.length === 2));
  const [early, late] = await it.in(() => window.files);
  assert.equal(early.match(/<path [^>]*fill-opacity="0\.13"/g)?.length, 2, "both bands are in the file");
  assert.equal(early, late, "of the same result as the file saved after the pause");
});

test("While new sizes are searched, what shows the sizes before is marked and not weighed; then all is as on a page opened with them", async ({ page, site }) => {
  const at = await site();
  const it = await page({ site: at });
  await it.open("#wl=Service~-~24~~Training~runs~256~504~4~-~1");
  await it.caughtUp();
  const define = (it) => it.in(() => {
    window.look = () => {
      const [verdict, tiles] = ['[data-view="verdict"]', '[data-view="plan-figures"]'].map((css) => document.querySelector(css));
      return {
        verdict: verdict.innerText,
        tiles: tiles?.innerText ?? "",
        rows: document.querySelector("#ways")?.innerText ?? "",
        badge: document.querySelector('[data-view="badge"]').textContent,
        marked: verdict.classList.contains("settling") && (tiles === null || tiles.classList.contains("settling")),
      };
    };
  });
  const shown = (it) => it.in(() => window.look());
  await define(it);
  const before = await shown(it);
  await it.in((soon) => {
    window.painted = [];
    let last = performance.now();
    const frame = () => {
      window.painted.push(window.look());
      if (document.querySelector(".settling")) last = performance.now();
      window.over = performance.now() > last + soon;
      if (!window.over) requestAnimationFrame(frame);
    };
    document.addEventListener("input", () => requestAnimationFrame(frame), { capture: true, once: true });
  }, SOON_MS);
  await it.paste("own.node_price_usd", "2000000");
  await until("the sizes are found", () => it.in(() => window.over));
  const frames = JSON.parse(await it.in(() => JSON.stringify(window.painted)));
  const end = frames.at(-1);
  assert.notEqual(end.verdict, before.verdict, "other sizes are best");
  assert.equal(end.marked, false);
  for (const frame of frames) {
    if (frame.verdict === end.verdict && !frame.marked) continue;
    assert.ok(frame.marked, `an earlier plan without a mark: ${frame.verdict}`);
    assert.equal(frame.badge, "…", `a badge of other sizes: ${frame.verdict}`);
  }
  assert.ok(frames.some((frame) => frame.marked), "the key press did not wait for the search");
  const other = await page({ site: at });
  await other.open(new URL((await it.links()).private).hash);
  await other.caughtUp();
  await define(other);
  const { verdict, tiles, rows, badge } = await shown(other);
  assert.deepEqual({ verdict, tiles, rows, badge }, { verdict: end.verdict, tiles: end.tiles, rows: end.rows, badge: end.badge });
});
