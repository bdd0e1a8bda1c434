// The page as a person uses it: where things are, what they say, what one does with them. Tests speak through this.
import assert from "node:assert/strict";
import { Buffer } from "node:buffer";
import { setTimeout as pause } from "node:timers/promises";
import { By, Key } from "selenium-webdriver";

const CONTROL = process.platform === "darwin" ? Key.COMMAND : Key.CONTROL;

/** How long a test waits for anything. A limit for what never comes: what takes long is measured by bench.mjs. */
export const LIMIT_MS = 60_000;

/** Waits until `look()` gives something true and returns it; else fails with what was waited for. */
export async function until(what, look) {
  const end = performance.now() + LIMIT_MS;
  let last;
  for (;;) {
    last = await look();
    if (last) return last;
    if (performance.now() > end) throw new assert.AssertionError({ message: `not within ${LIMIT_MS / 1000} s: ${what}` });
    await pause(20);
  }
}

/** One browser on one site. */
export class Page {
  constructor(browser, site) {
    this.browser = browser;
    this.driver = browser.driver;
    this.site = site;
    this.complaintsExpected = false;
  }

  // --- The browser ---

  quit() {
    this.complaintsExpected = true; // nobody is left to ask
    return this.browser.quit();
  }

  devtools(command, parameters) {
    return this.browser.devtools(command, parameters);
  }

  /** Size of what is seen of the page, in CSS pixels. */
  resize(width, height) {
    return this.browser.resize(width, height);
  }

  prefersDark(dark) {
    return this.browser.dark(dark);
  }

  /** Runs a script in every page before the page's own scripts. */
  before(source) {
    return this.browser.before(source);
  }

  async screenshot() {
    return Buffer.from(await this.driver.takeScreenshot(), "base64");
  }

  /** Runs a function in the page. It sees its arguments and the page, nothing of here. */
  in(work, ...given) {
    return this.driver.executeScript(work, ...given);
  }

  /** Warnings and errors in the console since the last time this was asked. */
  complaints() {
    return this.browser.complaints();
  }

  /** Asked after every test: a page that complains in the console fails it, unless the test said it would. */
  async assertNoComplaints() {
    if (this.complaintsExpected) return;
    assert.deepEqual(await this.complaints(), [], "the console stays silent");
  }

  // --- Opening ---

  /** Opens the page, with what follows its address, and waits for its answer. */
  async open(suffix = "") {
    await this.go(suffix);
    await this.answered();
  }

  /** Opens the page without waiting for its answer. A change behind `#` alone is a new visit too. */
  async go(suffix = "") {
    await this.driver.get("about:blank");
    await this.driver.get(this.site.url + suffix);
  }

  async visit(address) {
    await this.driver.get("about:blank");
    await this.driver.get(address);
    await this.answered();
  }

  async reload() {
    if (this.browser.reload) await this.browser.reload();
    else await this.driver.navigate().refresh();
    await this.answered();
  }

  /** Waits for the first answer. Without one it says what the page itself says. */
  async answered() {
    try {
      await until("the verdict shows", () => this.isVisible('[data-view="verdict"]'));
    } catch (error) {
      const said = await this.in(() => (document.querySelector('[data-view="stopped"]')?.checkVisibility() ? document.querySelector("#stopped textarea")?.value : document.querySelector("#why")?.textContent));
      throw new assert.AssertionError({ message: `${error.message}; the page says: ${said ?? "nothing"}` });
    }
    await until("the static page is gone", async () => !(await this.isVisible("#static")));
    // The share section of the page, the foot of a frame; a frame's sections stand above it.
    await until("the whole page stands", () => this.in(() => document.querySelector('[data-view="private-link"], [data-view="whole-page"]') !== null && (document.querySelector(".proof")?.childElementCount ?? 1) > 0));
  }

  // --- Looking ---

  /** All elements that match, as WebDriver elements. */
  all(css) {
    return this.driver.findElements(By.css(css));
  }

  async one(css) {
    return this.driver.findElement(By.css(css));
  }

  /** Is there an element that a person can see? */
  isVisible(css) {
    return this.in((css) => [...document.querySelectorAll(css)].some((e) => e.checkVisibility({ visibilityProperty: true, opacityProperty: true }) && e.getClientRects().length > 0), css);
  }

  /** Text of an element as it is rendered; empty where there is none. */
  text(css) {
    return this.in((css) => document.querySelector(css)?.innerText.trim() ?? "", css);
  }

  verdict() {
    return this.text('[data-view="verdict"]');
  }

  /** A figure by name: its exact value and its text. */
  async figure(name) {
    const found = await this.in((name) => {
      const element = document.querySelector(`[data-figure="${name}"]`);
      return element && { value: element.dataset.value, text: element.innerText.trim() };
    }, name);
    assert.ok(found, `there is a figure "${name}"`);
    // Read here: a driver that passes numbers on may change their last digit (geckodriver does).
    const value = Number(found.value);
    assert.ok(Number.isFinite(value), `figure "${name}" is a number, not ${found.value}`);
    return { ...found, value };
  }

  /** Everything the answer says, for comparing two pages: sentences and exact values. */
  answer() {
    return this.in(() => ({
      verdict: document.querySelector('[data-view="verdict"]')?.innerText.trim(),
      badge: document.querySelector('[data-view="badge"]')?.innerText.trim(),
      indifference: document.querySelector('[data-view="indifference"]')?.innerText.trim(),
      figures: Object.fromEntries([...document.querySelectorAll("[data-figure]")].map((e) => [e.dataset.figure, e.dataset.value])),
    }));
  }

  /** Waits until the answer is another one than `before`, and returns it. */
  async nextAnswer(before) {
    await until("the answer changes", async () => JSON.stringify(await this.answer()) !== JSON.stringify(before));
    return this.answer();
  }

  /** Everything has followed what was typed. */
  async caughtUp() {
    await this.painted();
  }

  /** An element stays where it is for ten frames: it can be pressed. */
  async stands(css) {
    await until(`${css} stays where it is`, () => this.driver.executeAsyncScript((css, done) => {
      const place = () => JSON.stringify(document.querySelector(css)?.getBoundingClientRect() ?? null);
      const first = place();
      let frames = 0;
      const look = () => {
        if (first === "null" || place() !== first) done(false);
        else if ((frames += 1) === 10) done(true);
        else requestAnimationFrame(look);
      };
      requestAnimationFrame(look);
    }, css));
  }

  /** Two frames later: whatever an event caused at once is painted. */
  async painted() {
    await this.driver.executeAsyncScript((done) => requestAnimationFrame(() => requestAnimationFrame(() => done())));
  }

  /** Notices about links, files and storage, without the quiet line that every foreign link has. */
  async notices() {
    return this.in(() => [...document.querySelectorAll('[data-view="notices"] .notice:not(.quiet)')].map((e) => e.innerText.trim()));
  }

  // --- Inputs ---

  /** Opens every fold above an element, so that it can be used. */
  async unfold(css) {
    await this.in((css) => {
      for (let e = document.querySelector(css)?.parentElement; e; e = e.parentElement) if (e.tagName === "DETAILS") e.open = true;
    }, css);
  }

  /** Opens every fold. The cards of help and source lie over the page, so what is below them cannot be used then. */
  async openAllFolds() {
    await this.in(() => document.querySelectorAll("details").forEach((e) => (e.open = true)));
    await this.painted();
  }

  /** Opens every fold but the cards. */
  async openGroups() {
    await this.in(() => document.querySelectorAll("details").forEach((e) => (e.open = !e.matches(".about"))));
    await this.painted();
  }

  async field(id) {
    const css = `[data-field="${id}"]`;
    await this.unfold(css);
    const element = await this.one(css);
    await this.in((e) => e.scrollIntoView({ block: "center" }), element);
    return element;
  }

  async fieldText(id) {
    return (await this.field(id)).getAttribute("value");
  }

  /** The number in a field, as a person reads it. */
  async fieldNumber(id) {
    const text = await this.fieldText(id);
    return Number(text.replace(/[^0-9.-]/g, ""));
  }

  /** Replaces what stands in a field by typing, and stays in it. */
  async type(id, text) {
    const element = await this.field(id);
    await element.click();
    await element.sendKeys(Key.chord(CONTROL, "a"));
    await element.sendKeys(text === "" ? Key.BACK_SPACE : text);
    return element;
  }

  /** Replaces what stands in a field at once, as pasting does, and stays in it. */
  async paste(id, text) {
    const element = await this.field(id);
    await element.click();
    await this.in((e, text) => {
      e.select();
      document.execCommand(text ? "insertText" : "delete", false, text);
    }, element, text);
    return element;
  }

  /** Types and leaves the field. */
  async enter(id, text) {
    const element = await this.type(id, text);
    await this.in((e) => e.blur(), element);
  }

  /** Error of a row, and whether it is tied to its field. */
  rowError(id) {
    return this.in((id) => {
      const row = document.querySelector(`[data-row="${id}"]`);
      const field = row.querySelector("[data-field]");
      const error = row.querySelector("[data-error]");
      const visible = Boolean(error?.checkVisibility({ visibilityProperty: true, opacityProperty: true }));
      const tied = (field.getAttribute("aria-describedby") ?? "").split(/\s+/).filter(Boolean).map((each) => document.getElementById(each));
      return {
        text: visible ? error.innerText.trim() : "",
        label: row.querySelector("label").innerText.trim(),
        wrong: field.getAttribute("aria-invalid") === "true",
        tied: Boolean(error) && tied.some((e) => e && (e.contains(error) || error.contains(e))),
      };
    }, id);
  }

  async click(css) {
    await this.unfold(css);
    const element = await this.one(css);
    await this.in((e) => e.scrollIntoView({ block: "center" }), element);
    await element.click();
  }

  async press(...keys) {
    await this.driver.actions().sendKeys(...keys).perform();
  }

  /** Presses a button that saves a file, and returns its text instead of saving. */
  async savedFile(css) {
    await this.in(() => {
      HTMLAnchorElement.prototype.click = () => {};
      window.savedText = "";
      URL.createObjectURL = (blob) => {
        blob.text().then((text) => (window.savedText = text));
        return "blob:none";
      };
    });
    await this.click(css);
    return until("a file is offered", () => this.in(() => window.savedText));
  }

  // --- Links and scenarios ---

  /** The links of the share section. */
  async links() {
    const read = (name) => this.in((name) => document.querySelector(`[data-view="${name}"]`).value, name);
    return { private: await read("private-link"), query: await read("query-link") };
  }

  /** A value as the present link carries it, by its key. */
  async inLink(key) {
    return new URLSearchParams(new URL((await this.links()).private).hash.slice(1)).get(key);
  }

  /** Saves under a name and waits until it is listed. */
  async save(name) {
    await this.enter("name", name);
    await this.click('[data-action="save"]');
    await until(`"${name}" is listed`, async () => (await this.saved()).includes(name));
  }

  /** Names of the saved scenarios. */
  saved() {
    return this.in(() => [...document.querySelectorAll('[data-view="scenarios"] li')].map((e) => (e.querySelector(".kept-name") ?? e).innerText.trim()));
  }

  /** Presses a button of a saved scenario. */
  async onSaved(name, action) {
    const element = await this.in(
      (name, action) => [...document.querySelectorAll('[data-view="scenarios"] li')].find((e) => e.innerText.includes(name))?.querySelector(`[data-action="${action}"]`),
      name,
      action,
    );
    assert.ok(element, `"${name}" has a button "${action}"`);
    await this.in((e) => e.scrollIntoView({ block: "center" }), element);
    await element.click();
  }

  /** Everything in the browser's storage, also what is not text. */
  async allStored() {
    return JSON.parse(await this.in(() => JSON.stringify({ ...localStorage })));
  }

  /** Everything of ours in the browser's storage. */
  async stored() {
    return Object.fromEntries(Object.entries(await this.allStored()).filter(([key]) => key.startsWith("rack-or-rent/")));
  }
}
