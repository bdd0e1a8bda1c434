import assert from "node:assert/strict";
import { test } from "../harness.mjs";
import { until } from "../page.mjs";
import { panics } from "../panic.mjs";

const FAILURES = {
  "a panic": panics,
  "an error nobody caught": () => void setTimeout(() => { throw new Error("asked to fail"); }),
  "a promise nobody caught": () => void setTimeout(async () => { throw new Error("asked to fail"); }),
};

for (const [what, fail] of Object.entries(FAILURES)) {
  test(`After ${what} a cover says that the page stopped; figures cannot be read, inputs can be copied`, async ({ page, engine }) => {
    const it = await page();
    it.complaintsExpected = true;
    // Defined in a script of the page, because unhandledrejection does not fire for WebDriver's scripts.
    await it.before(`window.failNow = ${fail}`);
    await it.open();
    await it.enter("own.gpus", "72");
    await until("the address follows", () => it.in(() => location.hash.includes("&n=72&")));
    assert.equal(await it.isVisible('[data-view="stopped"]'), false);
    await it.in(() => void window.failNow());
    await until("the cover shows", () => it.isVisible('[data-view="stopped"]'));
    assert.match(await it.text('[data-view="stopped"]'), /stopped/i);

    const readable = await it.in(() => {
      const seen = (e) => e.checkVisibility({ visibilityProperty: true, opacityProperty: true }) && e.getClientRects().length > 0;
      const figures = '[data-figure], [data-view="verdict"], [data-view="badge"], [data-view="indifference"], [data-view="cost-curve"] svg, .figure';
      return [...document.querySelectorAll(figures)].filter(seen).map((e) => e.outerHTML.slice(0, 100));
    });
    assert.deepEqual(readable, [], "no figure can be read");
    const text = await it.in(() => document.body.innerText);
    assert.doesNotMatch(text, /\$\d+\.\d\d/, "no price per hour is rendered");

    const link = await it.in(() => [...document.querySelectorAll('[data-view="stopped"] input, [data-view="stopped"] textarea')].find((e) => /[?#]v=\d/.test(e.value))?.value);
    assert.match(link ?? "", /#v=\d+&.*&n=72&/, "the cover holds the link with the inputs");
    assert.ok((await it.all('[data-view="stopped"] button')).length >= 1, "the cover offers a way on");

    // The cover works without the program.
    await it.click("#stopped-copy");
    // WebKit hides the message of an error in an injected script: it treats the script as cross-origin.
    const words = engine === "webkit" && what.startsWith("an error") ? /Script error/ : /fail/;
    await until("link and report can be copied", async () => {
      const text = (await it.browser.clipboard()) ?? "";
      return text.includes(link) && words.test(text);
    });
    await it.click("#stopped-reload");
    await until("reload starts again", async () => (await it.isVisible('[data-view="verdict"]')) && !(await it.isVisible('[data-view="stopped"]')));
    assert.equal(await it.fieldText("own.gpus"), "72", "with the inputs");
  });
}

test("A panic before anybody used the page reloads it once; the cover shows where that did not help", async ({ page }) => {
  const it = await page();
  it.complaintsExpected = true;
  await it.before(`window.failNow = ${panics}`);
  await it.open("#v=1&n=96");
  const visit = () => it.in(() => performance.getEntriesByType("navigation")[0].type);
  assert.equal(await visit(), "navigate");
  await it.in(() => void window.failNow());
  await until("the page reloads", async () => (await visit().catch(() => "")) === "reload" && (await it.isVisible('[data-view="verdict"]')));
  assert.equal(await it.fieldText("own.gpus"), "96", "with the inputs");
  await it.in(() => void window.failNow());
  await until("the cover shows", () => it.isVisible('[data-view="stopped"]'));
});

test("A browser's remark that a size follows in the next frame stops nothing", async ({ page }) => {
  const it = await page();
  await it.open();
  await it.in(() => dispatchEvent(new ErrorEvent("error", { message: "ResizeObserver loop completed with undelivered notifications." })));
  assert.equal(await it.isVisible('[data-view="stopped"]'), false);
  assert.ok(await it.isVisible('[data-view="verdict"]'));
});
