// The page in all its environments: https, a plain host name, another path, frames without rights, storage denied or
// partitioned, wrong content types. One file from disk: one-file.mjs. Messages on failed starts: without-wasm.mjs.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Skip, test } from "../harness.mjs";
import { findsBreakEvens, until } from "../page.mjs";

const OPEN = { headers: { "Access-Control-Allow-Origin": "*" } };

/** The page computes, follows a change and updates its link. */
async function works(it) {
  const before = await it.answer();
  await it.enter("own.gpus", "96");
  const after = await it.nextAnswer(before);
  assert.notEqual(after.figures.own, before.figures.own);
  assert.equal(await it.inLink("n"), "96");
  await findsBreakEvens(it);
  assert.equal(await it.isVisible('[data-view="no-worker"]'), false, "long jobs run in a worker");
  assert.equal(await it.isVisible('[data-view="stopped"]'), false);
}

/** A self-signed certificate for this run. */
async function certificate() {
  const folder = await mkdtemp(join(tmpdir(), "rack-or-rent-tls-"));
  try {
    const [key, cert] = ["key", "cert"].map((name) => join(folder, `${name}.pem`));
    execFileSync("openssl", ["req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes", "-days", "2", "-subj", "/CN=127.0.0.1", "-addext", "subjectAltName=IP:127.0.0.1", "-keyout", key, "-out", cert], { stdio: "ignore" });
    return { key: await readFile(key), cert: await readFile(cert) };
  } catch (error) {
    if (error.code === "ENOENT") throw new Skip("there is no openssl to make a certificate with");
    throw error;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

test("By https: a secure context, and all of the page", async ({ page, site }) => {
  const it = await page({ site: await site({ tls: await certificate() }), insecure: true });
  await it.open();
  assert.equal(await it.in(() => isSecureContext && location.protocol), "https:");
  await works(it);
});

test("By http from a host of an intranet, no secure context: all of the page, links are copied, nothing is registered", async ({ page, site }) => {
  const plain = await site();
  const named = { ...plain, origin: "http://tools.intranet.test", url: plain.url.replace(plain.origin, "http://tools.intranet.test") };
  const it = await page({ site: named, proxy: plain.origin });
  await it.open();
  assert.equal(await it.in(() => isSecureContext), false);
  await works(it);
  await it.save("Kept");
  await it.click('[data-action="copy-private-link"]');
  const link = (await it.links()).private;
  assert.ok(link.startsWith(`${named.url}#v=`), link);
  await until("the link is copied without the clipboard of secure contexts", async () => (await it.browser.clipboard()) === link);
  await it.reload();
  assert.deepEqual(await it.saved(), ["Kept"]);
  assert.equal(plain.requests.filter((each) => each.path.endsWith("sw.js")).length, 0);
});

for (const folder of ["/", "/a/b/c/", "/r%C3%A4ck%20%26%20rent/"]) {
  test(`Served from ${folder}`, async ({ page, site }) => {
    const at = await site({ folder });
    const it = await page({ site: at });
    await it.open();
    await works(it);
    const { query } = await it.links();
    await it.visit(query);
    assert.equal(await it.fieldText("own.gpus"), "96");
    await until("every request is answered", async () => at.requests.every((each) => each.status > 0));
    assert.deepEqual(at.requests.filter((each) => each.status !== 200).map((each) => `${each.status} ${each.path}`), []);
  });
}

/** Opens an empty page with a frame, and switches into the frame. */
async function framed(it, around, address, sandbox, arrived = () => it.answered()) {
  await it.driver.get(around);
  await it.in((address, sandbox) => {
    const frame = document.createElement("iframe");
    if (sandbox !== null) frame.setAttribute("sandbox", sandbox);
    frame.width = 1000;
    frame.height = 600;
    frame.src = address;
    document.body.append(frame);
  }, address, sandbox);
  await it.driver.switchTo().frame(0);
  await arrived();
}

for (const [what, file] of Object.entries({ "the many files": "", "the one file": "rack-or-rent.html" })) {
  test(`In a frame that may run scripts and nothing else: ${what}`, async ({ page, site, engine }) => {
    // The one file has a policy of its own, which the multi-file page's header must not restrict.
    const at = await site({ answer: (path) => (path === file ? { headers: { "Content-Security-Policy": "frame-ancestors *" } } : OPEN) });
    const it = await page({ site: at });
    it.complaintsExpected = true; // browsers log refused storage
    if (engine === "webkit" && !file) {
      // In a frame without an origin, 'self' matches nothing in WebKit: not even the script that explains may run.
      await framed(it, `${at.origin}/empty`, at.url, "allow-scripts", async () => {
        await until("the page itself says what to do", async () => /frame without permissions in Safari .*rack-or-rent\.html/.test(await it.text(".late")) && (await it.isVisible(".late")));
      });
      return it.driver.switchTo().defaultContent();
    }
    await framed(it, `${at.origin}/empty`, at.url + file, "allow-scripts");
    assert.equal(await it.in(() => self.origin), "null");
    assert.equal((await it.notices()).filter((text) => /not saved/.test(text)).length, 1);
    await works(it);
    await it.driver.switchTo().defaultContent();
  });
}

/** Whether this document has access to storage. */
const mayStore = (it) => it.in(() => {
  try {
    localStorage.setItem("probe", "1");
    localStorage.removeItem("probe");
    return true;
  } catch {
    return false;
  }
});

for (const blockThirdParty of [true, false]) {
  test(`In a frame of another site, whose storage is ${blockThirdParty ? "blocked" : "a part of its own"}`, async ({ page, site }) => {
    const plain = await site();
    const named = { ...plain, origin: "http://tools.test", url: plain.url.replace(plain.origin, "http://tools.test") };
    const it = await page({ site: named, proxy: plain.origin, blockThirdParty });
    it.complaintsExpected = true;
    await it.open();
    await it.save("Of the page itself");
    await framed(it, "http://wiki.test/empty", named.url, null);
    const stores = await mayStore(it);
    if (!blockThirdParty) assert.ok(stores, "there is a storage");
    assert.equal((await it.notices()).filter((text) => /not saved/.test(text)).length, stores ? 0 : 1, "it says whether anything is kept");
    assert.deepEqual(await it.saved(), [], "the page's own scenarios are not seen in a frame of another site");
    await works(it);
    await it.save("Of the frame");
    await it.driver.switchTo().defaultContent();
    await it.open();
    assert.deepEqual(await it.saved(), ["Of the page itself"]);
  });
}

for (const type of ["text/plain", "application/octet-stream", ""]) {
  test(`A server that sends wasm as "${type}" does`, async ({ page, site }) => {
    const it = await page({ site: await site({ answer: (path) => (path.endsWith(".wasm") ? { type } : undefined) }) });
    it.complaintsExpected = true; // the browser logs the wrong type
    await it.open();
    await works(it);
    const complaints = (await it.complaints()).filter((each) => !/MIME|application\/wasm|preload/i.test(each));
    assert.deepEqual(complaints, []);
  });
}
