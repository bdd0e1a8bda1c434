import assert from "node:assert/strict";
import { test } from "../harness.mjs";
import { until } from "../page.mjs";
import { POLICY } from "../server.mjs";

const REFUSALS = {
  "the policy of the site forbids WebAssembly": { site: { policy: POLICY.replace(" 'wasm-unsafe-eval'", "") }, cause: /polic[^.]*(forbid|WebAssembly)|WebAssembly[^.]*polic/i, cure: /wasm-unsafe-eval/ },
  "the wasm file is missing": { site: { answer: (path) => (path.endsWith(".wasm") ? { status: 404 } : undefined) }, cause: /could not be loaded|missing|not found/i, cure: /reload|server/i },
  "the server sends scripts as plain text": { site: { answer: (path) => (path.endsWith(".js") ? { type: "text/plain" } : undefined) }, cause: /script[^.]*did not run|plain text/i, cure: /text\/javascript|\.js/ },
  "the glue is missing": { site: { answer: (path) => (/rack-or-rent.*\.js$/.test(path) ? { status: 404 } : undefined) }, cause: /could not be loaded|missing|not found/i, cure: /reload|server/i },
};

for (const [what, { site: options, cause, cure }] of Object.entries(REFUSALS)) {
  test(`When ${what}, the page says so, with the cure`, async ({ page, site }) => {
    const it = await page({ site: await site(options) });
    it.complaintsExpected = true;
    await it.go();
    const said = await until("a message names the cause", async () => {
      const text = await it.text("#why");
      return cause.test(text) && text;
    });
    assert.ok(await it.isVisible("#why"));
    assert.match(said, cure);
    assert.match(await it.text("#static"), /Rack or Rent/);
    assert.equal(await it.isVisible('[data-view="verdict"]'), false);
  });
}

test("When the program is long in coming, the page says that it waits, and starts when it is there", async ({ page, site }) => {
  let release;
  const held = new Promise((resolve) => (release = resolve));
  const it = await page({ site: await site({ answer: (path) => (path.endsWith("_bg.wasm") ? { held } : undefined) }) });
  await it.go();
  assert.match(await it.text("#static"), /Version \d+\.\d+\.\d+/);
  const said = await until("it says so", async () => {
    const text = await it.text("#why");
    return /still loading/i.test(text) && text;
  });
  assert.doesNotMatch(said, /did not|server/);
  release();
  await until("it starts", () => it.isVisible('[data-view="verdict"]'));
  assert.equal(await it.isVisible("#static"), false);
});

test("With scripts off, the page says so", async ({ page }) => {
  const it = await page({ scripts: false });
  await it.go();
  for (const text of ["Rack or Rent", "JavaScript is disabled here", "enable it", "Version "]) await until(`"${text}" is there`, () => it.browser.shows(text));
  for (const text of ["Stopped: figures", "Starting"]) assert.equal(await it.browser.shows(text), false, text);
});
