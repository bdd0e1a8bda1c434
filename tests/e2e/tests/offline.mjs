// The page offline, and updates from one version to the next.
import assert from "node:assert/strict";
import { cp, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "../harness.mjs";
import { ROOT, output } from "../native.mjs";
import { until } from "../page.mjs";

const workers = (it) => it.in(async () => {
  const found = await navigator.serviceWorker.getRegistrations();
  return found.map((each) => ({ coming: Boolean(each.installing ?? each.waiting), active: each.active?.state }));
});
const release = (it) => it.in(() => document.querySelector('meta[name="release"]').content);
const cacheNames = (it) => it.in(() => caches.keys());
/** The version of the active worker. Asking wakes it, and Chromium does not replace a worker that has just been woken: ask only once. */
const atWork = (it) => it.in(async () => {
  const { active } = await navigator.serviceWorker.getRegistration();
  const { port1, port2 } = new MessageChannel();
  return new Promise((resolve) => {
    port1.onmessage = ({ data }) => resolve(data);
    active.postMessage("version", [port2]);
  });
});
const isKept = (it) => until("the page is kept", async () => (await workers(it)).some((each) => each.active === "activated"));

/** A server that can be switched off or given another folder. */
async function host(site, dist) {
  const state = { dist, off: false };
  const at = await site({ dist: () => state.dist, answer: () => (state.off ? { drop: true } : undefined) });
  return { at, state };
}

/** Works with a copy of the built page as a new version, which its scripts identify. */
async function withNext(dist, work) {
  const folder = await mkdtemp(join(tmpdir(), "rack-or-rent-next-"));
  try {
    await cp(dist, folder, { recursive: true });
    const add = async (name, text) => writeFile(join(folder, name), (await readFile(join(folder, name), "utf8")) + text);
    await add("boot.js", "\nglobalThis.bootVersion = 2;\n");
    await add("watch.js", "\nglobalThis.watchVersion = 2;\n");
    await output(process.execPath, [join(ROOT, "scripts/finish.mjs"), folder]);
    return await work(folder);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
/** A page served by its worker, and a next version that its site can serve from now on. */
const withVisit = ({ page, site, dist }, work) => withNext(dist, async (next) => {
  const { at, state } = await host(site, dist);
  const it = await page({ site: at });
  await it.open();
  await isKept(it);
  await it.reload(); // from here on the worker answers
  await work({ it, state, next });
});
const versions = (it) => it.in(() => [globalThis.bootVersion ?? 1, globalThis.watchVersion ?? 1]);

test("After one visit the page opens without a network, whatever its link", async ({ page, site, dist }) => {
  const { at, state } = await host(site, dist);
  const it = await page({ site: at });
  it.complaintsExpected = true; // the browser reports that there is no network
  await it.open();
  await isKept(it);
  state.off = true;
  const figure = (await it.figure("own")).value;
  await it.open();
  assert.equal((await it.figure("own")).value, figure);
  await it.open("?n=128&busy=0.6");
  assert.notEqual((await it.figure("own")).value, figure);
  await it.open("#preset=reference-case");
  assert.ok((await it.figure("own")).value > 0);
});

test("A server that is slow to answer does not keep the page waiting", async ({ page, site, dist }) => {
  let held;
  const at = await site({ dist, answer: (path) => (held && path === "index.html" ? { held } : undefined) });
  const it = await page({ site: at });
  await it.open();
  await isKept(it);
  // The server never answers: the cached page opens.
  held = new Promise(() => {});
  await it.open();
});

test("A new version is announced, an open page keeps working, and a reload gets one version alone", async ({ engine, ...given }) => {
  await withVisit(given, async ({ it, state, next }) => {
    const first = await release(it);
    assert.deepEqual(await versions(it), [1, 1]);
    state.dist = next;
    await it.in(async () => void (await (await navigator.serviceWorker.getRegistration()).update()));
    await until("the bar shows", () => it.isVisible("#fresh"));
    assert.match(await it.text("#fresh"), /new version is available/i);
    assert.equal(await it.in(() => document.querySelector("#fresh").getAttributeNames().includes("style")), false);
    const before = await it.answer();
    await it.enter("work.busy_share", "45");
    await it.nextAnswer(before);
    assert.equal(await release(it), first, "the open page is the old one");
    assert.equal((await cacheNames(it)).length, 2, "both versions are kept while one is open");
    await it.click("#fresh button");
    await until("the new version shows", async () => (await release(it).catch(() => first)) !== first);
    await it.answered();
    assert.deepEqual(await versions(it), [2, 2], "no file of the old version");
    // Firefox and WebKit do not tell the worker which page is being left: there the old version goes on the next visit.
    if (engine === "chromium") await it.reload();
    else await it.open();
    await until("the old version is gone", async () => (await cacheNames(it)).length === 1);
    state.off = true;
    it.complaintsExpected = true;
    await it.reload();
    assert.deepEqual(await versions(it), [2, 2]);
  });
});

test("A reload after a deployment gets the new version whole, without a word", async (given) => {
  await withVisit(given, async ({ it, state, next }) => {
    state.dist = next;
    await it.reload();
    assert.deepEqual(await versions(it), [2, 2]);
    const now = await release(it);
    await until("the new version is kept", async () => (await cacheNames(it)).some((each) => each.endsWith(now)));
    await until("no worker waits", async () => (await workers(it)).every((each) => !each.coming && each.active === "activated"));
    await until("the worker of the new version took over", async () => (await atWork(it)) === now);
    assert.equal(await it.isVisible("#fresh"), false);
    state.off = true;
    it.complaintsExpected = true;
    await it.reload();
    assert.deepEqual(await versions(it), [2, 2]);
  });
});

test("Reload brings the new version even where the old worker stays", async (given) => {
  await withVisit(given, async ({ it, state, next }) => {
    state.dist = next;
    await it.in(async () => {
      const send = ServiceWorker.prototype.postMessage;
      ServiceWorker.prototype.postMessage = function (message, ...rest) { if (message !== "take over") send.call(this, message, ...rest); };
      await (await navigator.serviceWorker.getRegistration()).update();
    });
    await until("the bar shows", () => it.isVisible("#fresh"));
    await it.click("#fresh button");
    await until("the new version shows", async () => (await versions(it).catch(() => [1, 1])).join() === "2,2");
    await it.answered();
  });
});

test("In the middle of a deployment nothing is kept", async ({ page, site, dist }) => {
  await withNext(dist, async (next) => {
    // The next version's worker is deployed, its files are not yet.
    const at = await site({ dist, answer: (path) => (path === "sw.js" ? { from: next } : undefined) });
    const it = await page({ site: at });
    it.complaintsExpected = true;
    await it.open();
    await until("the worker was asked for", () => at.requests.some((each) => each.path.endsWith("sw.js")));
    await until("it gave up", async () => (await workers(it)).length === 0);
    assert.deepEqual(await cacheNames(it), []);
  });
});

test("Where half of a new version is on the server, the kept one opens; once all of it is there, the new one", async ({ page, site, dist }) => {
  await withNext(dist, async (next) => {
    let half = () => undefined;
    const at = await site({ dist, answer: (path) => half(path) });
    const it = await page({ site: at });
    await it.open();
    await isKept(it);
    await it.reload(); // from here on the worker answers
    const first = await release(it);
    const program = (path) => /\.wasm$/.test(path);
    const halves = {
      "the page alone": (path) => (path === "index.html" ? { from: next } : undefined),
      "the page and its worker": (path) => (["index.html", "sw.js"].includes(path) ? { from: next } : undefined),
      "all but the program": (path) => (program(path) ? { status: 404 } : { from: next }),
      "all but the program, whose place another file takes": (path) => (program(path) ? { from: next, path: "404.html" } : { from: next }),
      "all but the worker": (path) => (path === "sw.js" ? undefined : { from: next }),
    };
    it.complaintsExpected = true;
    for (const [what, answer] of Object.entries(halves)) {
      half = answer;
      await it.reload();
      assert.deepEqual([what, await release(it), ...(await versions(it))], [what, first, 1, 1]);
      assert.ok((await it.figure("own")).value > 0, what);
    }
    half = () => ({ from: next });
    await it.reload();
    assert.deepEqual(await versions(it), [2, 2], "all of it is there");
    assert.notEqual(await release(it), first);
  });
});

test("A host that has taken the worker away still gives its new page; a sign-in page shows", async ({ page, site, dist }) => {
  await withNext(dist, async (next) => {
    let answer = () => undefined;
    const at = await site({ dist, answer: (path) => answer(path) });
    const it = await page({ site: at });
    await it.open();
    await isKept(it);
    await it.reload();
    it.complaintsExpected = true;
    answer = (path) => (path === "sw.js" ? { status: 404 } : { from: next });
    await it.reload();
    assert.deepEqual(await versions(it), [2, 2]);
    answer = (path) => (path === "index.html" ? { from: dist, path: "404.html" } : { status: 404 });
    await it.go();
    await until("what the server says shows", () => it.in(() => /Page not found/.test(document.body.innerText)));
  });
});

test("Files that the browser dropped from what is kept are fetched and kept again", async (given) => {
  await withVisit(given, async ({ it, state }) => {
    const count = () => it.in(async () => (await (await caches.open((await caches.keys())[0])).keys()).length);
    const all = await count();
    const drop = (what) => it.in(async (what) => {
      const cache = await caches.open((await caches.keys())[0]);
      for (const { url } of await cache.keys()) if (new RegExp(what).test(url)) await cache.delete(url);
    }, what);
    for (const what of ["boot\\.js$", "_bg\\.wasm$", "/$", "\\.css$"]) {
      await drop(what);
      assert.ok((await count()) < all, `${what} is dropped`);
      await it.reload();
      await until(`${what} is kept again`, async () => (await count()) === all);
    }
    state.off = true;
    it.complaintsExpected = true;
    await it.reload();
    assert.ok((await it.figure("own")).value > 0, "it opens without a network");
  });
});

test("sw-off.js in the place of sw.js takes everything away again", async ({ page, site, dist }) => {
  let off = false;
  const at = await site({ dist, answer: (path) => (off && path === "sw.js" ? { from: dist, path: "sw-off.js" } : undefined) });
  const it = await page({ site: at });
  await it.open();
  await isKept(it);
  off = true;
  await it.in(async () => void (await (await navigator.serviceWorker.getRegistration()).update().catch(() => {})));
  await until("nothing is registered or kept", async () => (await workers(it)).length === 0 && (await cacheNames(it)).length === 0);
});

test("In a frame nothing is registered, and the worker of the page leaves frames alone", async ({ page, site, dist }) => {
  const { at, state } = await host(site, dist);
  const it = await page({ site: at });
  it.complaintsExpected = true;
  const framed = async () => {
    await it.driver.get(`${at.origin}/empty`);
    await it.in((url) => {
      const frame = document.createElement("iframe");
      frame.src = url;
      document.body.append(frame);
    }, at.url);
    await it.driver.switchTo().frame(0);
  };
  await framed();
  await it.answered();
  await new Promise((resolve) => setTimeout(resolve, 1500)); // nothing must happen: the page would register its worker within this time
  await it.driver.switchTo().defaultContent();
  assert.equal(at.requests.filter((each) => each.path.endsWith("sw.js")).length, 0);
  assert.deepEqual(await workers(it), []);
  await it.open();
  await isKept(it);
  const count = () => at.requests.filter((each) => /\.wasm$/.test(each.path)).length;
  const before = count();
  await framed();
  await it.answered();
  assert.ok(count() > before, "the frame's files come from the network");
  assert.equal(state.off, false);
  await it.driver.switchTo().defaultContent();
});

test("Where service workers are refused, all else works", async ({ page }) => {
  const it = await page();
  await it.before(`
    Object.defineProperty(Navigator.prototype, "serviceWorker", { get() { throw new DOMException("refused", "SecurityError"); } });
  `);
  await it.open();
  const before = await it.answer();
  await it.enter("work.busy_share", "45");
  await it.nextAnswer(before);
  await new Promise((resolve) => setTimeout(resolve, 1000)); // nothing must happen: the page would request its worker within this time
  assert.equal(it.site.requests.filter((each) => each.path.endsWith("sw.js")).length, 0);
});
