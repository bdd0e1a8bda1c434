import assert from "node:assert/strict";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Key } from "selenium-webdriver";
import { test } from "../harness.mjs";
import { until } from "../page.mjs";

const NAME = "rack-or-rent/v1/scenario/";

/** Chooses a file under "Open a file", as a user would. */
async function openFile(it, text) {
  const folder = await mkdtemp(join(tmpdir(), "scenarios-"));
  const path = join(folder, "file.json");
  await writeFile(path, text);
  const input = await it.one('[data-action="open-file"]');
  await input.sendKeys(path);
  await until("the file is read", async () => (await input.getAttribute("value")) === "");
  await it.painted();
  await rm(folder, { recursive: true });
}

/** The browser's stored scenarios, by id. */
async function files(it) {
  const all = Object.entries(await it.stored()).filter(([key]) => key.startsWith(NAME));
  return Object.fromEntries(all.map(([key, value]) => [key.slice(NAME.length), JSON.parse(value)]));
}

const gpus = async (it, id) => JSON.parse((await files(it))[id]?.file ?? "{}").inputs?.["own.gpus"];
const names = (it, wanted) => until(`the list is ${wanted.join(", ")}`, async () => JSON.stringify(await it.saved()) === JSON.stringify(wanted));

test("What is worked on under a name is kept as it changes, also over a reload, and says so", async ({ page }) => {
  const it = await page();
  await it.open();
  assert.match(await it.text('[data-view="keeping"]'), /^Not saved under a name/);
  await it.save("Mine");
  assert.match(await it.text('[data-view="keeping"]'), /^Saved under this name/);
  await it.enter("own.gpus", "96");
  await until("the change is kept", async () => (await gpus(it, "mine")) === 96);
  await it.reload();
  assert.match(await it.text('[data-view="keeping"]'), /^Saved under this name/);
  await it.enter("own.gpus", "104");
  await it.enter("name", "Renamed");
  assert.match(await it.text('[data-action="save"]'), /^Save as “Renamed”$/);
  await it.click('[data-action="rename"]');
  await names(it, ["Renamed"]);
  assert.equal(await it.text('[data-action="save"]'), "Save");
  await it.reload();
  assert.equal(await it.fieldText("own.gpus"), "104");
  // A link from someone else opens separately and changes nothing.
  const before = await files(it);
  await it.open("#v=1&n=24&w=9000&end=1");
  assert.match(await it.text('[data-view="keeping"]'), /^From a link or file/);
  await it.enter("own.gpus", "32");
  await until("the address follows", () => it.in(() => location.hash.includes("&n=32&")));
  assert.deepEqual(await files(it), before);
});

test("What was saved can be brought back after it was changed, beside what became of it", async ({ page }) => {
  const it = await page();
  await it.open();
  await it.save("Plan");
  const list = '[data-view="scenarios"]';
  assert.doesNotMatch(await it.text(list), /changed since/);
  await it.enter("own.gpus", "96");
  await until("the change is kept", async () => (await gpus(it, "plan")) === 96);
  await it.enter("own.gpus", "104");
  await it.reload(); // also on a later visit
  assert.match(await it.text(list), /changed since last saved/);
  await it.click('[data-action="as-saved"]');
  await names(it, ["Plan", "Plan, as saved"]);
  assert.equal(await gpus(it, "plan"), 104);
  assert.equal(await gpus(it, "plan-as-saved"), 64);
  assert.equal(await it.fieldText("own.gpus"), "64", "it is on screen");
  assert.match((await it.notices()).join("\n"), /Showing Plan as last saved/);
  assert.doesNotMatch(await it.text(list), /changed since/);
  await it.click('[data-action="undo"]'); // undoes the change on screen
  await until("what became of it is on screen", async () => (await it.fieldText("own.gpus")) === "104");
  await it.click('[data-action="undo"]'); // undoes the stored change
  await names(it, ["Plan"]);
  // Save makes the current state the saved one.
  assert.match(await it.text(list), /changed since last saved/);
  await it.click('[data-action="save"]');
  await until("it is as saved", async () => !/changed since/.test(await it.text(list)));
  await it.reload();
  assert.doesNotMatch(await it.text(list), /changed since/);
  assert.equal(await gpus(it, "plan"), 104);
});

test("Work without a name is kept before a changed link takes its place", async ({ page }) => {
  const it = await page();
  await it.open();
  await it.enter("own.gpus", "88");
  await until("it is held", async () => Object.values(await it.stored()).some((value) => value.includes("n=88")));
  await it.open("#v=1&n=24&w=9000&end=1");
  assert.deepEqual(await it.saved(), [], "opening a link asks nothing and keeps nothing");
  await it.enter("own.gpus", "32");
  await names(it, ["Earlier work"]);
  assert.match((await it.notices()).join("\n"), /saved as Earlier work/);
  assert.equal(await gpus(it, "earlier-work"), 88);
});

test("A link put into the address of the open page opens", async ({ page }) => {
  const it = await page();
  await it.open();
  await it.in(() => (location.hash = "#v=1&n=40&end=1"));
  await until("it opens", async () => (await it.in(() => document.querySelector('[data-field="own.gpus"]')?.value)) === "40");
  await it.open("?utm_source=mail#somewhere");
  assert.deepEqual(await it.notices(), []);
  await it.open("#cluster=64&hours=9");
  assert.match((await it.notices()).join(), /This link could not be read[^]*cluster/);
  for (const lost of ["x".repeat(100_000), "v2-n64-u80"]) {
    await it.open(`?utm_source=mail#${lost}`);
    assert.match((await it.notices()).join(), new RegExp(`This link could not be read[^]*${lost.slice(0, 30)}`));
    assert.ok((await it.notices()).join().length < 200, "no more than its beginning");
  }
});

test("Scenarios are copied, ordered and deleted, and undo takes each back; by keyboard the focus follows", async ({ page }) => {
  const it = await page();
  await it.open();
  for (const name of ["A", "B", "C"]) {
    await it.click('[data-action="reset"]');
    await it.save(name);
  }
  await names(it, ["A", "B", "C"]);
  await it.click('[data-scenario="a"] [data-action="open"]');
  for (const name of ["Z", "A"]) {
    await it.enter("name", name);
    await it.click('[data-action="rename"]');
    await names(it, [name, "B", "C"]); // renaming moves nothing
  }
  const press = async (css, key = Key.ENTER) => {
    await it.in((css) => document.querySelector(css).focus(), css);
    await it.press(key);
  };
  await press("#down-a");
  await names(it, ["B", "A", "C"]);
  await until("the keyboard follows", () => it.in(() => document.activeElement.id === "down-a"));
  await it.press(Key.ENTER);
  await names(it, ["B", "C", "A"]);
  // Focus is restored a moment after the list is drawn: a press before that would hit another button.
  await until("the keyboard stays with the scenario", () => it.in(() => /^(?:up|down)-a$/.test(document.activeElement.id)));
  await press("#up-a");
  await names(it, ["B", "A", "C"]);
  await until("the keyboard follows", () => it.in(() => document.activeElement.id === "up-a"));
  for (let n = 0; n < 2; n += 1) {
    await press("#down-a"); // the second time it is already last
    await names(it, ["B", "C", "A"]);
    await it.painted();
  }
  await press('[data-scenario="b"] [data-action="copy-kept"]');
  await names(it, ["B", "C", "A", "B (2)"]);
  await press('[data-scenario="b-2"] [data-action="delete"]');
  await names(it, ["B", "C", "A"]);
  await until("the keyboard is not lost", () => it.in(() => document.activeElement.id === "undo-kept"));
  await it.press(Key.ENTER);
  await names(it, ["B", "C", "A", "B (2)"]);
  await press('[data-scenario="b"] [data-action="delete"]');
  await names(it, ["C", "A", "B (2)"]);
  await (await it.driver.switchTo().activeElement()).sendKeys(Key.chord(Key.CONTROL, "z"));
  await names(it, ["B", "C", "A", "B (2)"]);
  await it.reload();
  await names(it, ["B", "C", "A", "B (2)"]);
  await it.enter("name", "x\u202e\u0007" + "y".repeat(100));
  await it.click('[data-action="save"]');
  const longest = await until("it is listed", async () => (await it.saved()).find((name) => name.startsWith("x")));
  assert.ok([...longest].length <= 80 && !/[\u0000-\u001f\u202a-\u202e]/.test(longest), longest);
});

test("All scenarios go out as one file and come in again, nothing is written over; deleting everything asks first", async ({ page, site }) => {
  const at = await site();
  const it = await page({ site: at });
  await it.open();
  await it.save("One");
  await it.click('[data-action="reset"]');
  await it.enter("own.gpus", "96");
  await it.save("Two & <b>");
  const text = await it.savedFile('[data-action="save-all"]');
  assert.equal(JSON.parse(text).format, "rack-or-rent/scenarios");
  const kept = await files(it);

  const other = await page({ site: at });
  await other.open();
  await openFile(other, text);
  await names(other, ["One", "Two & <b>"]);
  assert.deepEqual(await files(other), kept, "to the letter");
  await openFile(other, text);
  assert.match((await other.notices()).join("\n"), /Scenarios added: 0 .*Already present: 2/);
  await other.onSaved("One", "open");
  await until("it opens", async () => (await other.fieldText("name")) === "One");
  await other.enter("own.gpus", "40");
  await until("it is kept", async () => (await gpus(other, "one")) === 40);
  for (let n = 0; n < 2; n += 1) await openFile(other, text);
  await names(other, ["One", "One (2)", "Two & <b>"]);
  assert.equal(await gpus(other, "one"), 40, "nothing is written over");
  assert.equal(await gpus(other, "one-2"), 64, "the other one stands beside it, once");
  await openFile(other, '{"format":"rack-or-rent/scenarios","version":1,"scenarios":[1,{"scenario":{"inputs":{}}}]}');
  await names(other, ["One", "One (2)", "Two & <b>", "Untitled"]);
  assert.match((await other.notices()).join("\n"), /Scenarios added: 1 [^]*Scenario 1: /);

  await other.click('[data-action="delete-all"]');
  await until("the question has the keyboard", () => other.in(() => document.activeElement.id === "keep-everything"));
  await other.press(Key.ENTER);
  assert.equal((await other.saved()).length, 4);
  const before = await files(other);
  await other.click('[data-action="delete-all"]');
  await other.click('[data-action="delete-all-now"]');
  await names(other, []);
  assert.deepEqual(await other.stored(), {});
  await other.click("#undo-kept");
  await names(other, ["One", "One (2)", "Two & <b>", "Untitled"]);
  assert.deepEqual(await files(other), before);
});

test("Two windows: lists follow, and where both change one scenario both are kept, with a word", async ({ page }) => {
  const it = await page();
  await it.open();
  await it.save("Shared");
  const first = await it.driver.getWindowHandle();
  await it.driver.switchTo().newWindow("tab");
  const second = await it.driver.getWindowHandle();
  const at = (handle) => it.driver.switchTo().window(handle);
  try {
    await it.open();
    await it.onSaved("Shared", "open");
    await at(first);
    await it.enter("own.gpus", "72");
    await until("the first keeps its change", async () => (await gpus(it, "shared")) === 72);
    await at(second);
    await until("the second hears of it", async () => /Shared was changed in another window/.test((await it.notices()).join("\n")));
    assert.equal(await it.fieldText("own.gpus"), "64", "what it shows stays");
    await it.enter("own.gpus", "128");
    await names(it, ["Shared", "Shared (2)"]);
    assert.deepEqual([await gpus(it, "shared"), await gpus(it, "shared-2")], [72, 128], "both are kept");
    assert.match((await it.notices()).join("\n"), /Both versions are saved; the one shown here is now Shared \(2\)/);
    await it.enter("own.gpus", "136");
    await until("and goes on there", async () => (await gpus(it, "shared-2")) === 136);
    await it.onSaved("Shared (2)", "delete");
    await at(first);
    await names(it, ["Shared"]);
    await it.onSaved("Shared", "delete");
    await at(second);
    await names(it, []);
    await openBook(it);
    await at(first);
    await until("a price book is heard of", () => it.in(() => document.querySelector('[data-offer="own-cheap"]') !== null));
  } finally {
    await at(second);
    await it.driver.close();
    await at(first);
  }
});

test("Unsaved work of a window is kept, with a word, before another window's takes its place", async ({ page }) => {
  const it = await page();
  await it.open();
  const first = await it.driver.getWindowHandle();
  const at = (handle) => it.driver.switchTo().window(handle);
  const written = (text) => until(`${text} is the working copy`, async () => (await it.stored())["rack-or-rent/v1/working"]?.includes(text));
  const another = async () => {
    await it.driver.switchTo().newWindow("tab");
    await it.open();
    return it.driver.getWindowHandle();
  };
  await another();
  await it.enter("own.gpus", "96");
  await written("n=96");
  await it.driver.close();
  await at(first);
  await it.enter("work.busy_share", "45");
  await names(it, ["Earlier work"]);
  assert.equal(await gpus(it, "earlier-work"), 96, "the work of the window that was closed");
  assert.match((await it.notices()).join("\n"), /Your previous work was saved as Earlier work/);
  await it.click('[data-action="undo"]');
  await until("undo is for what was done here", async () => (await it.fieldText("work.busy_share")) !== "45");
  assert.deepEqual(await it.saved(), ["Earlier work"]);
  await it.enter("work.busy_share", "46");

  // Two alternating windows keep one scenario each, not one per turn.
  const second = await another();
  try {
    for (const [turn, number] of ["104", "112", "120"].entries()) {
      await at(second);
      await it.enter("own.gpus", number);
      await written(`n=${number}`);
      await at(first);
      await it.enter("work.busy_share", String(50 + turn));
      await until("the other's work is kept", async () => (await gpus(it, "earlier-work-2")) === Number(number));
    }
    assert.ok((await it.saved()).length <= 3, (await it.saved()).join());
    // A copy that was opened and saved meanwhile belongs to the user: later work is kept separately.
    await it.onSaved("Earlier work (2)", "open");
    await until("it opens", async () => (await it.fieldText("own.gpus")) === "120");
    await it.enter("own.gpus", "121");
    await until("it is kept", async () => (await gpus(it, "earlier-work-2")) === 121);
    await at(second);
    await it.enter("own.gpus", "128");
    await written("n=128");
    await at(first);
    await it.enter("own.gpus", "122");
    await until("it is kept", async () => (await gpus(it, "earlier-work-2")) === 122);
    assert.ok(Object.values(await files(it)).some(({ file }) => JSON.parse(file).inputs["own.gpus"] === 128), "both are there");
  } finally {
    await at(second);
    await it.driver.close();
    await at(first);
  }
});

test("What another window has just saved is saved, before this one heard of it: no copy of it, no second of its name", async ({ page }) => {
  const it = await page();
  // This window receives no storage events; before the page's own listener, and in one tab where the engine runs it in all.
  await it.driver.get(`${it.site.origin}/empty`);
  await it.in(() => sessionStorage.setItem("deaf", "1"));
  await it.before('if (/^http/.test(location.href) && sessionStorage.getItem("deaf")) addEventListener("storage", (event) => event.stopImmediatePropagation())');
  await it.open();
  const first = await it.driver.getWindowHandle();
  const at = (handle) => it.driver.switchTo().window(handle);
  await it.driver.switchTo().newWindow("tab");
  const second = await it.driver.getWindowHandle();
  try {
    await it.open();
    await it.enter("own.gpus", "96");
    await it.save("Theirs");
    await until("it is the working copy", async () => (await it.stored())["rack-or-rent/v1/working"]?.includes("n=96"));
    await at(first);
    assert.deepEqual(await it.saved(), [], "its list is behind");
    await it.enter("own.gpus", "104");
    await until("it is the working copy", async () => (await it.stored())["rack-or-rent/v1/working"]?.includes("n=104"));
    assert.deepEqual(Object.keys(await files(it)), ["theirs"]);
    assert.deepEqual(await it.notices(), []);
    await it.save("Mine");
    await at(second);
    await names(it, ["Mine", "Theirs"]);
    await it.enter("name", "Ours");
    await it.click('[data-action="save"]');
    await names(it, ["Mine", "Ours", "Theirs"]);
    await at(first);
    assert.deepEqual(await it.saved(), ["Mine", "Theirs"], "its list is behind");
    await it.enter("name", "Ours");
    await it.click('[data-action="rename"]');
    await names(it, ["Ours (2)", "Ours", "Theirs"]);
    const { scenarios } = JSON.parse(await it.savedFile('[data-action="save-all"]'));
    assert.equal(scenarios.length, 3);
  } finally {
    await at(second);
    await it.driver.close();
    await at(first);
  }
});

test("A file of a thousand scenarios comes in while the page goes on", async ({ page }) => {
  const it = await page();
  await it.open();
  // Half of them share one name and one id, the hard case; each has different inputs.
  const scenarios = Array.from({ length: 1000 }, (_, n) => ({ id: n % 2 ? "same" : `case-${n}`, scenario: { format: "rack-or-rent/scenario", version: 1, name: n % 2 ? "Same" : `Case ${n}`, inputs: { "own.gpus": 8 + n, "own.node_price_usd": 300000 } } }));
  const text = JSON.stringify({ format: "rack-or-rent/scenarios", version: 1, scenarios });
  // If the page read them all at once, this timer could not observe the progress.
  await it.in(() => {
    window.heard = new Set();
    setInterval(() => window.heard.add(document.querySelector(".spoken[role=status]").textContent), 1);
  });
  await openFile(it, text);
  await until("all are there", async () => /Scenarios added: 1000 \(499 .*Already present: 0/.test((await it.notices()).join("\n")));
  await it.caughtUp();
  assert.equal(Object.keys(await files(it)).length, 1000);
  const heard = await it.in(() => [...window.heard].map((text) => /^Adding scenarios: (\d+) of 1000/.exec(text)?.[1]).filter(Boolean));
  assert.ok(heard.some((number) => Number(number) < 1000), `the page went on meanwhile: ${heard}`);
  await it.click("#undo-kept");
  await names(it, []);
}, { patience: 180_000 });

async function openBook(it) {
  const folder = await mkdtemp(join(tmpdir(), "scenarios-"));
  await writeFile(join(folder, "book.csv"), "id,provider,gpu,usd_per_gpu_hour\ncheap,Acme,h100-sxm,0.75\n");
  await (await it.one('[data-action="open-book"]')).sendKeys(join(folder, "book.csv"));
  await until("it is loaded", () => it.in(() => document.querySelector('[data-offer="own-cheap"]') !== null));
  await rm(folder, { recursive: true });
}

// As the first version wrote them: they must always open.
const STORED_V1 = {
  "rack-or-rent/v1/scenario/first-case": JSON.stringify({ name: "First case", file: JSON.stringify({ format: "rack-or-rent/scenario", version: 1, edition: "2026-11", name: "First case", inputs: { "own.gpus": 48, "own.node_price_usd": 300000, "work.gpu_hours_per_month": 20000 } }) }),
  "rack-or-rent/v1/working": JSON.stringify("v=1&n=56&busy=0.6&end=1"),
};

test("What an earlier version stored opens; what cannot be read is set aside and can be saved", async ({ page }) => {
  const it = await page();
  await it.driver.get(`${it.site.origin}/empty`);
  await it.in((all) => Object.entries(all).forEach(([key, value]) => localStorage.setItem(key, value)), { ...STORED_V1, [`${NAME}broken`]: "{oh" });
  await it.open();
  assert.equal(await it.fieldText("own.gpus"), "56");
  assert.deepEqual(await it.saved(), ["First case"]);
  assert.equal((await it.stored())["rack-or-rent/aside/1"], "{oh");
  const text = await it.savedFile('.notice [data-action="save-unreadable"]');
  assert.deepEqual(JSON.parse(text), { "rack-or-rent/aside/1": "{oh" });
  await it.onSaved("First case", "open");
  await until("it opens", async () => (await it.fieldText("own.gpus")) === "48");
  // Parts of it are not understood, so a change must not overwrite it.
  await it.enter("own.gpus", "50");
  await until("the address follows", () => it.in(() => location.hash.includes("&n=50&")));
  assert.equal((await it.stored())[`${NAME}first-case`], STORED_V1[`${NAME}first-case`]);
});
