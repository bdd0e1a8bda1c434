import assert from "node:assert/strict";
import { test } from "../harness.mjs";
import { setTimeout as pause } from "node:timers/promises";
import { until } from "../page.mjs";

test("Busier GPUs cost less per productive hour; more GPUs keep the work and are less busy", async ({ page }) => {
  const it = await page();
  await it.open();
  const [own, rent] = [(await it.figure("own")).value, (await it.figure("rent")).value];
  const busy = await it.fieldNumber("work.busy_share");
  assert.ok(busy > 40 && busy <= 100, `the default is well used: ${busy} %`);
  const work = await it.fieldNumber("work.gpu_hours_per_month");

  let before = await it.answer();
  await it.enter("work.busy_share", String(busy / 2));
  before = await it.nextAnswer(before);
  const halved = (await it.figure("own")).value;
  assert.ok(halved > own * 1.5 && halved < own * 2.1, `half as busy: own ${own} becomes ${halved}`);
  const rented = (await it.figure("rent")).value;
  assert.ok(rented >= rent * 0.99 && rented < rent * 2.1, `half as busy: rent ${rent} becomes ${rented}`);
  const less = await it.fieldNumber("work.gpu_hours_per_month");
  assert.ok(Math.abs(less / work - 0.5) < 0.01, `the work follows: ${work} becomes ${less}`);

  await it.enter("work.busy_share", String(busy));
  before = await it.nextAnswer(before);
  assert.ok(Math.abs((await it.figure("own")).value / own - 1) < 0.01, "and back again");

  const gpus = await it.fieldNumber("own.gpus");
  const kept = await it.fieldNumber("work.gpu_hours_per_month");
  await it.enter("own.gpus", String(gpus * 2));
  await it.nextAnswer(before);
  assert.equal(await it.fieldNumber("work.gpu_hours_per_month"), kept, "the work stays");
  const shared = await it.fieldNumber("work.busy_share");
  assert.ok(Math.abs(shared - busy / 2) < 0.1, `twice the GPUs, half as busy: ${busy} becomes ${shared}`);
  assert.ok((await it.figure("own")).value > own * 1.4, "and dearer per productive hour");
});

test("A change survives: saved, reloaded, opened, and read from both links in fresh profiles", async ({ page, site }) => {
  const at = await site();
  const it = await page({ site: at });
  await it.open();
  const opening = await it.answer();
  await it.enter("work.busy_share", "35");
  let changed = await it.nextAnswer(opening);
  await it.enter("own.gpus", "96");
  changed = await it.nextAnswer(changed);
  await it.save("Cluster für Süd & Ost");

  await it.reload();
  assert.deepEqual(await it.saved(), ["Cluster für Süd & Ost"]);
  assert.deepEqual(await it.answer(), changed, "a reload keeps the answer");

  await it.click('[data-action="reset"]');
  assert.deepEqual(await it.nextAnswer(changed), opening, "the defaults give the first answer again");
  await it.onSaved("Cluster für Süd & Ost", "open");
  assert.deepEqual(await it.nextAnswer(opening), changed, "the saved scenario gives its answer");
  assert.equal(await it.fieldText("own.gpus"), "96");
  assert.equal(await it.fieldText("name"), "Cluster für Süd & Ost");

  const links = await it.links();
  assert.ok(links.private.startsWith(`${at.url}#v=6&`), links.private);
  assert.ok(links.query.startsWith(`${at.url}?v=6&`), links.query);
  for (const [action, text] of [["copy-private-link", links.private], ["copy-query-link", links.query]]) {
    await it.click(`[data-action="${action}"]`);
    await until(`${action} fills the clipboard`, async () => (await it.browser.clipboard()) === text);
  }

  for (const link of [links.private, links.query]) {
    const other = await page({ site: at });
    await other.visit(link);
    assert.deepEqual(await other.answer(), changed, `the answer of ${link}`);
    assert.deepEqual(await other.notices(), []);
    const address = await until("the link stands behind #", async () => {
      const now = await other.in(() => ({ search: location.search, hash: location.hash, steps: history.length }));
      return now.search === "" && now.hash.startsWith("#v=6&") && now;
    });
    assert.equal(`${at.url}${address.hash}`, links.private, "the address bar holds the private link");
    assert.deepEqual(await other.saved(), [], "a link stores nothing");
    assert.deepEqual(Object.keys(await other.stored()), [], "a link stores nothing");
  }
});

test("The address bar follows an edit, and Back leaves the page", async ({ page }) => {
  const it = await page();
  await it.open();
  const steps = await it.in(() => history.length);
  for (const gpus of ["72", "80", "88"]) await it.enter("own.gpus", gpus);
  await until("the address follows", () => it.in(() => location.hash.includes("&n=88&")));
  assert.equal(await it.in(() => history.length), steps, "no step in the history");
  await it.driver.navigate().back();
  await until("Back leaves", async () => (await it.driver.getCurrentUrl()) === "about:blank");
});

test("A scenario is saved over itself, kept apart from a copy, and deleted", async ({ page }) => {
  const it = await page();
  await it.open();
  await it.save("First");
  await it.enter("own.gpus", "128");
  await it.click('[data-action="save"]');
  assert.deepEqual(await it.saved(), ["First"], "saved over itself");
  await it.open("#v=1&n=24&w=9000&end=1");
  await it.save("Second");
  assert.deepEqual(await it.saved(), ["First", "Second"]);
  await it.onSaved("First", "open");
  await until("the saved number is back", async () => (await it.fieldText("own.gpus")) === "128");
  await it.onSaved("Second", "delete");
  await until("it is gone", async () => JSON.stringify(await it.saved()) === '["First"]');
  await it.reload();
  assert.deepEqual(await it.saved(), ["First"]);
});

test("The reference case costs $3.55, exactly 3.553972, and its lines add up to it", async ({ page }) => {
  const it = await page();
  await it.open();
  const before = await it.answer();
  await it.click('[data-preset="reference-case"]');
  await it.nextAnswer(before);
  const { value, text } = await it.figure("own");
  assert.equal(text, "$3.55");
  assert.ok(Math.abs(value - 3.553972) < 5e-7, `exactly ${value}`);
  await it.room("costs");
  await it.openGroups();
  const derivation = await it.in(() => document.body.innerText);
  assert.match(derivation, /3\.553972/, "the derivation shows the exact value");
  for (const part of ["2.53", "0.84", "0.09", "0.10"]) assert.ok(derivation.includes(part), `the derivation shows ${part}`);
});

test("A reload right after a key keeps what was typed", async ({ page }) => {
  const it = await page();
  await it.open();
  await it.enter("own.gpus", "48");
  await until("the address follows", async () => (await it.in(() => location.hash)).includes("n=48"));
  const field = await it.type("own.gpus", "72");
  assert.ok(field);
  await it.reload(); // at once: the URL still has 48
  assert.equal(await it.fieldText("own.gpus"), "72");
  await it.reload();
  assert.equal(await it.fieldText("own.gpus"), "72", "and again");
});

test("A reload that a server answers late keeps what the page wrote meanwhile", async ({ page, site, dist }) => {
  let held;
  const answers = (path) => (path === "index.html" ? { held } : path === "sw.js" ? { status: 404 } : undefined);
  const it = await page({ site: await site({ dist, answer: answers }) });
  it.complaintsExpected = true; // no service worker, which would answer for the server
  await it.open();
  await it.enter("own.gpus", "48");
  await it.written();
  await it.type("own.gpus", "72");
  held = pause(1_500);
  await it.reload(); // it takes the URL before 72 is written into it
  assert.equal(await it.fieldText("own.gpus"), "72");
});

test("What stands there after many edits is what a fresh page draws", async ({ page, some }) => {
  const [it, fresh] = [await page(), await page()];
  // Attributes are sorted, because their order depends on when they were set.
  const drawn = (one) => one.in(() => {
    const told = (node) => {
      if (node.nodeType === Node.TEXT_NODE) return node.data;
      // A class that was taken away leaves an empty attribute.
      const attributes = [...node.attributes].filter((each) => each.name !== "class" || each.value !== "").map((each) => `${each.name}=${each.value}`).sort();
      return [[node.tagName, ...attributes].join(" "), ...[...node.childNodes].filter((each) => each.nodeType !== Node.COMMENT_NODE).map(told)].join("\n");
    };
    return [...document.querySelectorAll(".answer, .use, .proof section:not(.scenarios, .share)")].map(told);
  });
  const unfold = async (one) => {
    // While a field has the focus, the answer keeps its height.
    await one.in(() => document.activeElement.blur());
    await one.in(() => document.querySelectorAll('.proof section:not(.scenarios, .share) details:not(.about)').forEach((e) => (e.open = true)));
    await until("every open fold is drawn", () => one.in(() => [...document.querySelectorAll(".proof details[open]")].every((e) => e.childElementCount > 1)));
    await one.painted();
    await one.caughtUp();
    // Searches start a little after the last change.
    await until("its searches are done", () => one.in(() => new Promise((done) => setTimeout(() => done(document.querySelector('[data-view="job-progress"]') === null), 1_000))));
  };
  await it.open();
  const edits = [
    ["own.gpus", "640"], ["own.node_price_usd", "1"], ["own.node_price_usd", "3M"], ["own.gpus", "8"], ["work.gpu_hours_per_month", "0"],
    ["work.gpu_hours_per_month", "900k"], ["time.horizon_months", "12"], ["rent.discount_share", "90"], ["work.fabric_gpus", "256"],
    ["time.horizon_months", "120"], ["own.gpus", "512"], ["work.busy_share", "60"], ["rent.discount_share", "0"],
  ];
  const compared = new Set(some(edits).map(([id, text]) => id + text));
  for (const [id, text] of edits) {
    await it.enter(id, text);
    await it.caughtUp();
    if (!compared.has(id + text)) continue;
    await fresh.open(new URL((await it.links()).private).hash);
    await unfold(it);
    await unfold(fresh);
    assert.deepEqual(await drawn(it), await drawn(fresh), `${id} ${text}`);
  }
});
