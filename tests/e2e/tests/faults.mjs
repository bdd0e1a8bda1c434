// Faults that must not lose stored data: memory runs out, the browser is killed, the storage fills up, two windows
// write at once, an older version of the program opens data of a newer one. Panics: stopped.mjs.
import assert from "node:assert/strict";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { test } from "../harness.mjs";
import { until } from "../page.mjs";

const NAME = "rack-or-rent/v1/scenario/";

/** The browser's stored scenarios: the number of GPUs by name. Fails if one cannot be read. */
async function kept(it) {
  const found = {};
  for (const [key, value] of Object.entries(await it.stored())) {
    if (!key.startsWith(NAME)) continue;
    const { name, file } = JSON.parse(value);
    found[name] = JSON.parse(file).inputs["own.gpus"];
  }
  return found;
}

async function keepTwo(it) {
  await it.open();
  await it.save("First");
  await it.click('[data-action="reset"]');
  await it.enter("own.gpus", "96");
  await it.save("Second");
  await until("both are kept", async () => JSON.stringify(await kept(it)) === '{"First":64,"Second":96}' || JSON.stringify(await kept(it)) === '{"Second":96,"First":64}');
}

test("Out of memory: the figures are covered, the inputs stay, nothing kept is lost", async ({ page }) => {
  const it = await page();
  it.complaintsExpected = true;
  await it.before(`
    const take = (started) => started.then((found) => { globalThis.memoryOfPage ??= found.instance.exports.memory; return found; });
    const { instantiate, instantiateStreaming } = WebAssembly;
    WebAssembly.instantiate = (...given) => take(instantiate(...given));
    if (instantiateStreaming) WebAssembly.instantiateStreaming = (...given) => take(instantiateStreaming(...given));
  `);
  await keepTwo(it);
  await until("the address follows", () => it.in(() => location.hash.includes("&n=96&")));
  const before = await kept(it);
  const left = await it.in(() => {
    // Use up all memory that the engine can still allocate.
    let pages = 65_536;
    while (pages >= 1) {
      try {
        globalThis.memoryOfPage.grow(pages);
      } catch {
        pages /= 2;
      }
    }
    return globalThis.memoryOfPage.buffer.byteLength;
  });
  assert.ok(left > 1e8, `${left} bytes are taken`);
  await it.in(() => {
    // More than the memory that the program reserved; a field in WebKit holds half a million characters.
    for (const field of document.querySelectorAll('input[inputmode="decimal"][data-field]')) {
      field.value = "9".repeat(500_000);
      field.dispatchEvent(new Event("input", { bubbles: true }));
    }
  });
  await until("the figures are covered", () => it.isVisible('[data-view="stopped"]'));
  assert.equal(await it.isVisible('[data-view="verdict"]'), false);
  assert.match(await it.in(() => document.querySelector("#stopped-link").value), /#v=6&.*n=96&/);
  await it.click("#stopped-reload");
  await it.answered();
  assert.deepEqual(await kept(it), before);
  assert.deepEqual((await it.saved()).sort(), ["First", "Second"]);
});

test("The browser is killed in the middle of saving: what was kept is there, whole", async ({ page, site }) => {
  const profile = await mkdtemp(join(tmpdir(), "rack-or-rent-killed-"));
  try {
    const at = await site();
    const first = await page({ site: at, profile });
    await keepTwo(first);
    await first.quit();
    for (const delay of [30, 250]) {
      const it = await page({ site: at, profile });
      it.complaintsExpected = true;
      await it.open();
      assert.deepEqual((await it.saved()).sort(), ["First", "Second"], "there after a start");
      await it.onSaved("Second", "open");
      await until("it opens", async () => (await it.fieldText("name")) === "Second");
      // Each of these changes is written; the kill comes at some point between two.
      await it.in(() => {
        const field = document.querySelector('[data-field="own.gpus"]');
        let gpus = 96;
        setInterval(() => {
          field.focus();
          field.value = String((gpus += 8));
          field.dispatchEvent(new Event("input", { bubbles: true }));
          dispatchEvent(new Event("pagehide")); // writes at once
        }, 1);
      });
      await pause(delay); // a blind delay: the kill comes at an arbitrary point
      await it.browser.kill();
    }
    const it = await page({ site: at, profile });
    await it.open();
    assert.deepEqual((await it.saved()).sort(), ["First", "Second"]);
    const found = await kept(it);
    assert.equal(found.First, 64);
    assert.ok(found.Second >= 96 && found.Second % 8 === 0, `${found.Second} is one of the changes`);
    assert.deepEqual((await it.notices()).filter((text) => /not readable|cannot be read/.test(text)), []);
    await it.onSaved("First", "open");
    await until("it opens", async () => (await it.fieldText("name")) === "First");
    await it.quit();
  } finally {
    await rm(profile, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 }).catch(() => {});
  }
});

test("The page ends between any two writes: no scenario is lost, whichever step was the last", async ({ page }) => {
  const it = await page();
  it.complaintsExpected = true;
  await keepTwo(it);
  await it.driver.get(`${it.site.origin}/empty`);
  const start = await it.allStored();
  let changed = false; // whether a change was ever stored: from then on it must be in one scenario or the other
  for (let last = 0; last < 9; last += 1) {
    await it.in((start) => {
      localStorage.clear();
      for (const [key, value] of Object.entries(start)) localStorage.setItem(key, value);
    }, start);
    await it.open();
    await it.onSaved("Second", "open");
    await until("it opens", async () => (await it.fieldText("name")) === "Second");
    const ended = await it.in((last) => {
      let writes = last;
      for (const name of ["setItem", "removeItem"]) {
        const work = Storage.prototype[name];
        Storage.prototype[name] = function (...given) {
          if (writes <= 0) return undefined; // from here on nothing reaches the disk
          writes -= 1;
          return work.apply(this, given);
        };
      }
      const press = (css) => document.querySelector(css).click();
      const put = (field, value) => {
        const element = document.querySelector(`[data-field="${field}"]`);
        element.focus();
        element.value = value;
        for (const kind of ["input", "change"]) element.dispatchEvent(new Event(kind, { bubbles: true }));
        element.blur();
        dispatchEvent(new Event("pagehide"));
      };
      put("own.gpus", "104"); // over the stored value
      put("name", "Renamed");
      press('[data-action="save"]'); // as another one: it has a new name
      put("own.gpus", "112");
      press('#up-second, [id^="up-"]');
      return writes;
    }, last);
    assert.equal(ended, 0, "there are more writes than these");
    await it.driver.get(`${it.site.origin}/empty`); // leaves without another write
    const found = await kept(it);
    assert.equal(found.First, 64, `after ${last} writes: ${JSON.stringify(found)}`);
    assert.ok([found.Second, found.Renamed].some((gpus) => gpus === 96 || gpus === 104), `after ${last} writes: ${JSON.stringify(found)}`);
    const holds = Object.values(found).some((gpus) => gpus === 104 || gpus === 112);
    assert.ok(holds || !changed, `after ${last} writes the change is gone: ${JSON.stringify(found)}`);
    changed ||= holds;
    assert.deepEqual(Object.keys(await it.allStored()).filter((key) => key.includes("/aside/")), []);
  }
  assert.ok(changed, "the change was kept at last");
  await it.open();
  assert.deepEqual((await it.notices()).filter((text) => /not readable|cannot be read/.test(text)), []);
});

/** Fills the storage to the last character, as another page of the site may. */
function fill(it) {
  return it.in(() => {
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
}

function makeRoom(it) {
  return it.in(() => Object.keys(localStorage).filter((key) => key.startsWith("other-page/")).forEach((key) => localStorage.removeItem(key)));
}

test("Saved as another where the storage is full: what was changed stays where it is kept, until there is room", async ({ page }) => {
  const it = await page();
  it.complaintsExpected = true;
  await keepTwo(it);
  await it.enter("own.gpus", "104");
  await until("the change is kept", async () => (await kept(it)).Second === 104);
  await fill(it);
  await it.click('[data-action="save-another"]');
  await until("it says that this is not kept", async () => (await it.notices()).some((text) => /not saved/.test(text)));
  assert.deepEqual(await kept(it), { First: 64, Second: 104 });
  assert.equal(await it.fieldText("own.gpus"), "104");
  await makeRoom(it);
  await it.enter("own.gpus", "112");
  await until("the other one is kept", async () => Object.values(await kept(it)).includes(112));
  await it.reload();
  const found = await kept(it);
  assert.equal(Object.keys(found).length, 3, JSON.stringify(found));
  assert.equal(found.First, 64);
  assert.ok([96, 104].includes(found.Second), JSON.stringify(found));
});

test("The storage fills up while something is kept: the change is held, what was kept stays readable", async ({ page }) => {
  const it = await page();
  it.complaintsExpected = true;
  await keepTwo(it);
  await fill(it);
  await it.enter("own.gpus", "100000"); // longer than the stored value
  await it.enter("name", "Second with a longer name than there is room for");
  await it.click('[data-action="rename"]');
  await until("it says that this is not kept", async () => (await it.notices()).some((text) => /not saved/.test(text)));
  const found = await kept(it);
  assert.equal(found.First, 64);
  assert.ok(Object.keys(found).some((name) => name.startsWith("Second")), "the second one is whole, as it was or changed");
  await makeRoom(it);
  await it.reload();
  assert.equal((await it.saved()).length, 2);
});

test("Two windows that both write all the time: every scenario of both is kept", async ({ page }) => {
  const it = await page();
  await it.open();
  const first = await it.driver.getWindowHandle();
  await it.driver.switchTo().newWindow("tab");
  const second = await it.driver.getWindowHandle();
  const at = (handle) => it.driver.switchTo().window(handle);
  try {
    await it.open();
    const race = (mark) => it.in((mark) => {
      let count = 0;
      const next = () => {
        const name = document.querySelector('[data-field="name"]');
        document.querySelector('[data-action="reset"]').click();
        name.focus({ preventScroll: true }); // Firefox warns about ten scrolls in a row
        name.value = `${mark}${count}`;
        for (const kind of ["input", "change"]) name.dispatchEvent(new Event(kind, { bubbles: true }));
        name.blur();
        document.querySelector('[data-action="save"]').click();
        count += 1;
        if (count < 6) setTimeout(next, 7);
        else window.raced = true;
      };
      next();
    }, mark);
    await race("B");
    await at(first);
    await race("A");
    for (const handle of [first, second]) {
      await at(handle);
      await until("the race is over", () => it.in(() => window.raced));
    }
    const wanted = ["A", "B"].flatMap((mark) => Array.from({ length: 6 }, (_, n) => `${mark}${n}`));
    assert.deepEqual(Object.keys(await kept(it)).sort(), wanted);
    for (const handle of [first, second]) {
      await at(handle);
      await until("both lists have all", async () => JSON.stringify((await it.saved()).sort()) === JSON.stringify(wanted));
    }
  } finally {
    await at(second);
    await it.driver.close();
    await at(first);
  }
});

test("An older version after a newer one: what it does not understand stays as it is and can be saved as a file", async ({ page }) => {
  const it = await page();
  await keepTwo(it);
  const later = {
    // As a later version may write: other keys, and under the current ones a file of a later format.
    "rack-or-rent/v2/scenario/future": JSON.stringify({ name: "Future", body: { gpus: 12 } }),
    "rack-or-rent/v2/order": '["future"]',
    [`${NAME}newer`]: JSON.stringify({ name: "Newer", file: JSON.stringify({ format: "rack-or-rent/scenario", version: 99, edition: "2031-01", name: "Newer", inputs: { "own.gpus": 48, "own.antimatter": 3 } }) }),
    [`${NAME}packed`]: "PK\u0003\u0004 packed",
  };
  await it.driver.get(`${it.site.origin}/empty`);
  await it.in((all) => Object.entries(all).forEach(([key, value]) => localStorage.setItem(key, value)), later);
  await it.open();
  const said = (await it.notices()).join("\n");
  assert.match(said, /not readable by this version: 3 \(set aside, not deleted\)/);
  assert.deepEqual((await it.saved()).sort(), ["First", "Newer", "Second"]);
  await it.onSaved("Newer", "open");
  await until("it opens with a word", async () => /format 99/.test((await it.notices()).join("\n")));
  await it.enter("own.gpus", "56");
  await until("the change goes into the address", () => it.in(() => location.hash.includes("&n=56&")));
  const after = await it.allStored();
  for (const [key, value] of Object.entries(later)) assert.ok(after[key] === value || Object.entries(after).some(([aside, other]) => aside.startsWith("rack-or-rent/aside/") && other === value), `${key} is there to the letter`);
  await it.open(); // the offer reappears at each start
  const saved = JSON.parse(await it.savedFile('.notice [data-action="save-unreadable"]'));
  for (const value of [later["rack-or-rent/v2/scenario/future"], later["rack-or-rent/v2/order"], later[`${NAME}packed`]]) assert.ok(Object.values(saved).includes(value), value);
});
