import assert from "node:assert/strict";
import { test } from "../harness.mjs";
import { until } from "../page.mjs";

const REFUSALS = {
  "the property throws, as in a sandbox": `Object.defineProperty(window, "localStorage", { get() { throw new DOMException("denied", "SecurityError"); } });`,
  "the property is null": `Object.defineProperty(window, "localStorage", { get: () => null });`,
  "reading throws": throwing("getItem", "key") + `Object.defineProperty(Storage.prototype, "length", { get() { throw new DOMException("denied", "SecurityError"); } });`,
  "reading a value throws, listing does not": throwing("getItem"),
  "writing throws": throwing("setItem", "removeItem", "clear"),
  "reading and writing throw": throwing("getItem", "setItem", "removeItem", "key", "clear"),
  "writes are dropped in silence": `Storage.prototype.setItem = () => {};`,
};

function throwing(...names) {
  return names.map((name) => `Storage.prototype.${name} = () => { throw new DOMException("denied", "SecurityError"); };`).join("");
}

for (const [what, script] of Object.entries(REFUSALS)) {
  test(`Storage: ${what}: all else works, one notice says that nothing is kept`, async ({ page }) => {
    const it = await page();
    // Something was stored before the storage failed.
    await it.open();
    await it.save("Before");
    assert.ok(Object.keys(await it.allStored()).length > 0);
    await it.before(script);
    await it.open("?v=1&n=72&end=1");
    await worksWithoutStorage(it);
    await it.reload();
    await worksWithoutStorage(it);
  });
}

test("Storage: full: all else works, one notice, nobody's data is deleted", async ({ page }) => {
  const it = await page();
  await it.driver.get(`${it.site.origin}/empty`);
  await it.in(() => {
    let text = "x".repeat(1 << 20);
    for (let n = 0; text.length > 0; ) {
      try {
        localStorage.setItem(`other-page/${n}`, text);
        n += 1;
      } catch {
        text = text.slice(0, text.length / 2);
      }
    }
  });
  const before = await it.allStored();
  await it.open();
  await worksWithoutStorage(it);
  assert.deepEqual(await it.allStored(), before);
});

test("Storage: what a full one refused is kept as soon as there is room; deleting and undoing loses nothing", async ({ page }) => {
  const it = await page();
  const fill = () => it.in(() => {
    for (let text = "x".repeat(1 << 20), n = 0; text.length > 0; n += 1) {
      try {
        localStorage.setItem(`other-page/${Math.random()}-${n}`, text);
      } catch {
        text = text.slice(0, text.length / 2);
      }
    }
  });
  const room = () => it.in(() => {
    const largest = Object.keys(localStorage).filter((key) => key.startsWith("other-page/")).sort((a, b) => localStorage[b].length - localStorage[a].length)[0];
    localStorage.removeItem(largest);
  });
  const isKept = async (name) => Object.values(await it.stored()).some((value) => value.includes(`"name":"${name}"`));
  await it.driver.get(`${it.site.origin}/empty`);
  await fill();
  await it.open();
  await it.enter("own.gpus", "72");
  await it.save("Precious");
  assert.equal(await isKept("Precious"), false);
  assert.equal((await it.notices()).filter((text) => /not saved/.test(text)).length, 1);
  await room();
  await it.click('[data-action="reset"]');
  await it.save("Next");
  await until("both are kept", async () => (await isKept("Precious")) && (await isKept("Next")));
  await until("the notice goes", async () => (await it.notices()).every((text) => !/not saved/.test(text)));
  await it.reload();
  assert.deepEqual((await it.saved()).sort(), ["Next", "Precious"]);

  // Deleted, its space used up by another page of this origin, then undone: held in memory until there is space again.
  await it.onSaved("Precious", "delete");
  await until("it is deleted", async () => !(await it.saved()).includes("Precious"));
  await fill();
  await it.click("#undo-kept");
  await until("it is back", async () => (await it.saved()).includes("Precious"));
  assert.equal(await isKept("Precious"), false);
  assert.equal((await it.notices()).filter((text) => /not saved/.test(text)).length, 1);
  const first = await it.driver.getWindowHandle();
  await it.driver.switchTo().newWindow("tab");
  await it.driver.get(`${it.site.origin}/empty`);
  await room();
  await it.driver.close();
  await it.driver.switchTo().window(first);
  await until("it is kept once another window made room", () => isKept("Precious"));
  await it.reload();
  assert.deepEqual((await it.saved()).sort(), ["Next", "Precious"]);
  await it.onSaved("Precious", "open");
  await until("it opens", async () => (await it.fieldText("own.gpus")) === "72");
});

/** The page computes, saves while it is open, shares, and says once that nothing is stored. */
async function worksWithoutStorage(it) {
  const onlyOne = async (when) => {
    const all = await it.notices();
    assert.equal(all.filter((text) => /not saved/.test(text)).length, 1, `${when}: one notice about storage in ${JSON.stringify(all)}`);
  };
  await onlyOne("at the start");
  const opening = await it.answer();
  // A reload may come before the last change is in the URL.
  const gpus = (await it.fieldText("own.gpus")) === "120" ? "88" : "120";
  await it.enter("own.gpus", gpus);
  const changed = await it.nextAnswer(opening);
  await it.save("Held in memory");
  await onlyOne("after saving");
  await it.click('[data-action="reset"]');
  await it.nextAnswer(changed);
  await it.onSaved("Held in memory", "open");
  await until("what is held opens", async () => (await it.fieldText("own.gpus")) === gpus);
  assert.deepEqual((await it.answer()).figures, changed.figures);
  assert.equal(await it.inLink("n"), gpus);
  await onlyOne("after opening others, since nobody dismissed it");
  assert.equal(await it.isVisible('[data-view="stopped"]'), false);
}

const RUBBISH = ["", "null", "[]", "{}", "0", "\u0000\uffff", "<svg onload=window.hit=1>", '{"version":999}', '{"id":1,"name":2,"file":3}', '"'.repeat(5000)];

test("Storage: rubbish under our keys: the page works, one notice, nothing is deleted or changed", async ({ page }) => {
  const it = await page();
  await it.open();
  await it.save("Good");
  await it.enter("own.gpus", "96");
  await until("the working copy is kept", async () => Object.values(await it.stored()).some((value) => value.includes("n=96")));
  const written = await it.stored();
  const [key, good] = Object.entries(written).find(([, value]) => value.includes("Good") && value.includes("inputs"));
  const [working] = Object.entries(written).find(([, value]) => value.includes("n=96"));
  const folder = key.slice(0, key.lastIndexOf("/") + 1);
  const truncated = good.slice(0, good.length / 2);
  const broken = `"v=1&n=96&${"?".repeat(30)}`;
  const emptied = JSON.stringify({ ...JSON.parse(good), id: "emptied", name: "Emptied", file: JSON.parse(good).file.slice(0, 200) });

  await it.driver.get(`${it.site.origin}/empty`);
  await it.in(
    (folder, working, broken, truncated, emptied, rubbish) => {
      const put = (key, value) => localStorage.setItem(key, value);
      put(`${folder}half-a-character`, "\ud800");
      rubbish.forEach((value, index) => {
        put(`${folder}rubbish-${index}`, value);
        put(`rack-or-rent/rubbish-${index}`, value);
      });
      put(`${folder}truncated`, truncated);
      put(`${folder}emptied`, emptied);
      put(folder, "no id");
      put(working, broken);
      put("rack-or-rent/v2/scenario/later", "of a later version");
    },
    folder, working, broken, truncated, emptied, RUBBISH,
  );

  const filled = await it.allStored();

  await it.open();
  assert.equal(await it.in(() => window.hit), null);
  const notices = await it.notices();
  assert.equal(notices.length, 1, `one notice: ${JSON.stringify(notices)}`);
  assert.match(notices[0], /not readable by this version/);
  assert.ok((await it.saved()).includes("Good"));
  await it.onSaved("Good", "open");
  await until("the good one opens", async () => (await it.fieldText("name")) === "Good");
  if ((await it.saved()).includes("Emptied")) {
    await it.onSaved("Emptied", "open");
    await until("the emptied one says why not", async () => (await it.notices()).some((text) => /Emptied/.test(text)));
  }
  await it.enter("own.gpus", "40");
  await it.click('[data-action="save"]');
  await until("work goes on and the working copy is written", () => it.in(() => location.hash.includes("&n=40&")));

  // Data may move to another key but must not be lost. The working copy may change.
  const after = await it.allStored();
  const values = new Set(Object.values(after));
  const mayChange = new Set([key, working, "rack-or-rent/v1/window"]); // the last one identifies the writer of the working copy
  for (const [each, value] of Object.entries(filled)) {
    if (!mayChange.has(each)) assert.ok(after[each] === value || values.has(value), `${each} was lost`);
  }
  assert.ok(values.has(broken), "also an unreadable working copy is set aside, not written over");
});
