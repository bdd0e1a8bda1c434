// A start that the browser stops without a fault of the program (docs/engines.md): a second attempt, then one reload.
import assert from "node:assert/strict";
import { test } from "../harness.mjs";
import { findsBreakEvens, until } from "../page.mjs";

// Stops the program at its start, as WebKitGTK does, as long as `stops` says so.
const stopped = (stops) => `
  const stops = () => (${stops});
  const spoil = (found) => {
    const instance = found.instance ?? found;
    if (!instance.exports.__wbindgen_start || !stops()) return found;
    const exports = { ...instance.exports, __wbindgen_start() { throw new WebAssembly.RuntimeError("Out of bounds memory access"); } };
    const spoiled = Object.create(WebAssembly.Instance.prototype, { exports: { value: exports } });
    return found.instance ? { ...found, instance: spoiled } : spoiled;
  };
  for (const name of ["instantiate", "instantiateStreaming"]) {
    const real = WebAssembly[name];
    WebAssembly[name] = (...given) => real(...given).then(spoil);
  }`;
const count = "(sessionStorage.starts = Number(sessionStorage.starts ?? 0) + 1)";
const visit = (it) => it.in(() => [globalThis.rackOrRentAttempts, performance.getEntriesByType("navigation")[0].type]);

test("A start that the browser stops is tried again with a fresh program", async ({ page }) => {
  const it = await page();
  await it.before(stopped(`${count} <= 1`));
  await it.open("#v=1&n=72&end=1");
  assert.deepEqual(await visit(it), [2, "navigate"]);
  assert.equal(await it.fieldText("own.gpus"), "72");
  await it.enter("own.gpus", "80");
  await until("it works", () => it.in(() => location.hash.includes("&n=80&")));
});

test("A start that is stopped twice reloads the page once", async ({ page }) => {
  const it = await page();
  await it.before(stopped(`${count} <= 2`));
  await it.open("#v=1&n=72&end=1");
  assert.deepEqual(await visit(it), [1, "reload"]);
  assert.equal(await it.fieldText("own.gpus"), "72");
});

test("A start that is stopped again and again ends in a message, not in a loop", async ({ page, site }) => {
  const at = await site();
  const it = await page({ site: at });
  it.complaintsExpected = true;
  await it.before(stopped("true"));
  await it.go();
  await until("a message", async () => /could not be loaded .*Out of bounds memory access/.test(await it.text("#why")));
  assert.equal(at.requests.filter((each) => /\/(index\.html)?$/.test(each.path)).length, 2, "one reload");
  assert.equal(await it.isVisible('[data-view="verdict"]'), false);
});

const STOP = 'void setTimeout(() => { throw new WebAssembly.RuntimeError("Out of bounds memory access"); })';

// WebKit keeps from the page what an error in a driver's script was; one in the page's own script it names, as this does.
const STOP_BY_NAME = `const error = new WebAssembly.RuntimeError("Out of bounds memory access");
  dispatchEvent(new ErrorEvent("error", { message: String(error), error }))`;

test("A page that the browser stops before anybody used it reloads once, and is covered the second time", async ({ page }) => {
  const it = await page();
  it.complaintsExpected = true;
  await it.before(`window.stopNow = () => { ${STOP_BY_NAME}; }`);
  await it.open("#v=1&n=72&end=1");
  await it.in(() => void window.stopNow());
  await until("it reloads", async () => (await it.in(() => performance.getEntriesByType("navigation")[0].type)) === "reload" && it.isVisible('[data-view="verdict"]'));
  assert.equal(await it.fieldText("own.gpus"), "72");
  await it.answered();
  await it.in(() => void window.stopNow());
  await until("the cover shows", () => it.isVisible('[data-view="stopped"]'));
});

test("A page in use that the browser stops is covered, with its inputs", async ({ page }) => {
  const it = await page();
  it.complaintsExpected = true;
  await it.before(`window.stopNow = () => ${STOP}`);
  await it.open();
  await it.enter("own.gpus", "72");
  await it.written();
  await it.in(() => void window.stopNow());
  await until("the cover shows", () => it.isVisible('[data-view="stopped"]'));
  assert.match(await it.in(() => document.getElementById("stopped-link").value), /&n=72&/);
});

test("The second part of the program has a second attempt too", async ({ page }) => {
  const it = await page();
  await it.before(`
    const real = WebAssembly.instantiate;
    WebAssembly.instantiate = (program, imports) => {
      if (!imports?.__wasm_split || window.spoiled) return real(program, imports);
      window.spoiled = true;
      return Promise.reject(new WebAssembly.RuntimeError("Out of bounds memory access"));
    };`);
  await it.open();
  assert.equal(await it.in(() => window.spoiled), true, "the first attempt was stopped");
  await until("the sections are there", () => it.isVisible('[data-view="ways"]'));
  assert.equal((await it.all('[data-view="not-loaded"]')).length, 0);
});

test("A worker that is stopped at its start is started again", async ({ page }) => {
  const it = await page();
  await it.before(`
    const Real = Worker;
    self.Worker = class {
      constructor(address) {
        window.workers = (window.workers ?? 0) + 1;
        if (window.workers > 1) return new Real(address);
        return new Real(URL.createObjectURL(new Blob(["throw new Error('Out of bounds memory access')"], { type: "text/javascript" })));
      }
    };`);
  await it.open();
  await findsBreakEvens(it);
  assert.equal(await it.in(() => window.workers), 2);
  assert.equal(await it.isVisible('[data-view="no-worker"]'), false, "the job ran in a worker");
});
