// Page object: the page as a person uses it. Tests go through this.
import assert from "node:assert/strict";
import { Buffer } from "node:buffer";
import { setTimeout as pause } from "node:timers/promises";
import { By, Key } from "selenium-webdriver";

const CONTROL = process.platform === "darwin" ? Key.COMMAND : Key.CONTROL;

/** How long a test waits for anything. Only catches what never happens: bench.mjs measures durations. */
export const LIMIT_MS = 60_000;

/** Waits until `look()` returns a truthy value and returns it; fails with the description otherwise. */
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

/** Brings a long job into sight, where it starts by itself the first time; else presses its button. */
export async function startJob(it, section) {
  await until("the section is there", () => it.in((css) => document.querySelector(`${css} .job-result`) !== null, section));
  const isFirst = await it.in((css) => document.querySelector(`${css} .job-result`).childElementCount === 0 && !document.querySelector(`${css} :is(.error, [data-view="job-cancelled"])`), section);
  await it.reveal(section);
  await it.in((css) => document.querySelector(`${css} .job-result`).scrollIntoView({ block: "center" }), section);
  if (!isFirst) return it.click(`${section} [data-action="run-job"]`);
  return until("it starts", () => it.in((css) => document.querySelector(`${css} [data-action="run-job"]`) === null || document.querySelector(`${css} .error`) !== null, section));
}

/** Starts a long job and waits for its result. */
export async function runJob(it, section) {
  await startJob(it, section);
  await until("its result", () => it.in((css) => document.querySelector(`${css} .job-result`).childElementCount > 0, section));
  await until("it is done", () => it.in((css) => document.querySelector(`${css} [data-action="cancel-job"]`) === null, section));
}

/** Has the page find the break-even of every input. */
export async function findsBreakEvens(it) {
  await runJob(it, '[data-view="break-evens"]');
  await until("its rows", () => it.in(() => document.querySelectorAll("[data-break-even]").length > 0));
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
    this.complaintsExpected = true; // the browser is gone
    return this.browser.quit();
  }

  devtools(command, parameters) {
    return this.browser.devtools(command, parameters);
  }

  /** Size of the viewport, in CSS pixels. */
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

  /** Runs a function in the page. It sees only its arguments and the page. */
  in(work, ...given) {
    return this.driver.executeScript(work, ...given);
  }

  /** Warnings and errors in the console since the last call. */
  complaints() {
    return this.browser.complaints();
  }

  /** Runs after every test: console warnings and errors fail it, unless the test expects them. */
  async assertNoComplaints() {
    if (this.complaintsExpected) return;
    assert.deepEqual(await this.complaints(), [], "the console stays silent");
  }

  // --- Opening ---

  /** Opens the page, with a suffix to its URL, and waits for its answer. */
  async open(suffix = "") {
    await this.go(suffix);
    await this.answered();
  }

  /** Opens the page without waiting for its answer. A change only after `#` counts as a new visit too. */
  async go(suffix = "") {
    await this.browser.leave?.();
    await this.driver.get("about:blank");
    await this.driver.get(this.site.url + suffix);
  }

  async visit(address) {
    await this.browser.leave?.();
    await this.driver.get("about:blank");
    await this.driver.get(address);
    await this.answered();
  }

  async reload() {
    if (this.browser.reload) await this.browser.reload();
    else await this.driver.navigate().refresh();
    await this.answered();
  }

  /** Waits for the first answer. Without one it fails with the page's own text. */
  async answered() {
    try {
      await until("the verdict shows", () => this.isVisible('[data-view="verdict"]'));
    } catch (error) {
      const said = await this.in(() => (document.querySelector('[data-view="stopped"]')?.checkVisibility() ? document.querySelector("#stopped textarea")?.value : document.querySelector("#why")?.textContent));
      throw new assert.AssertionError({ message: `${error.message}; the page says: ${said ?? "nothing"}` });
    }
    await until("the static page is gone", async () => !(await this.isVisible("#static")));
    // The last parts to appear: the page's share section, or a frame's foot, the folded inputs, every room, one after the other,
    // and how sure the answer is.
    await until("the whole page stands", () => this.in(() => {
      const form = document.querySelector(".inputs");
      const rooms = [...document.querySelectorAll(".room")].every((room) => room.childElementCount > 1);
      const foot = document.querySelector('[data-view="private-link"], [data-view="whole-page"]') !== null;
      return foot && rooms && (form === null || form.querySelector(".group") !== null) && document.querySelector(".turns.settling") === null;
    }));
  }

  // --- Rooms ---

  /** Opens a room, as its link does. */
  async room(id) {
    await this.in((id) => {
      if (document.querySelector(".rooms").dataset.open !== id) document.querySelector(`[data-room-link="${id}"] a`).dispatchEvent(new MouseEvent("click", { bubbles: true, cancelable: true }));
    }, id);
    await this.painted();
  }

  /** Opens the room that the first match stands in, if it is closed; with `any` only if no match stands elsewhere. */
  async reveal(css, any = false) {
    const opened = await this.in((css, any) => {
      const closed = (e) => e.closest(".room[hidden]")?.dataset.room ?? (e.closest(".inputs")?.getClientRects().length === 0 ? "inputs" : null);
      const all = [...document.querySelectorAll(css)];
      const room = all.length > 0 && !(any && all.some((e) => closed(e) === null)) ? closed(all[0]) : null;
      if (room !== null) document.querySelector(`[data-room-link="${room}"] a`)?.dispatchEvent(new MouseEvent("click", { bubbles: true, cancelable: true }));
      return room !== null;
    }, css, any);
    if (opened) await this.painted();
  }

  // --- Looking ---

  /** All elements that match, as WebDriver elements. */
  all(css) {
    return this.driver.findElements(By.css(css));
  }

  async one(css) {
    return this.driver.findElement(By.css(css));
  }

  /** Whether a visible element matches. */
  async isVisible(css) {
    await this.reveal(css, true);
    return this.in((css) => [...document.querySelectorAll(css)].some((e) => e.checkVisibility({ visibilityProperty: true, opacityProperty: true }) && e.getClientRects().length > 0), css);
  }

  /** Rendered text of an element; empty if there is none. */
  async text(css) {
    await this.reveal(css);
    return this.in((css) => document.querySelector(css)?.innerText.replaceAll("\u00a0", " ").trim() ?? "", css);
  }

  verdict() {
    return this.text('[data-view="verdict"]');
  }

  /** A figure by name: its exact value and its text. */
  async figure(name) {
    let found = null;
    await this.settled();
    // Those of a steady year stand in the last section, which follows the first answer.
    await until(`there is a figure "${name}"`, async () => {
      found = await this.in((name) => {
        const element = document.querySelector(`[data-figure="${name}"]`);
        return element && { value: element.dataset.value, text: element.innerText.trim() };
      }, name);
      return found;
    });
    // Parsed here: a driver may change the last digit of numbers (geckodriver does).
    const value = Number(found.value);
    assert.ok(Number.isFinite(value), `figure "${name}" is a number, not ${found.value}`);
    return { ...found, value };
  }

  /** The whole answer, for comparing two pages: sentences and exact values. */
  async answer() {
    await this.settled();
    return this.in(() => ({
      verdict: document.querySelector('[data-view="verdict"]')?.innerText.trim(),
      badge: document.querySelector('[data-view="badge"]')?.innerText.trim(),
      indifference: document.querySelector('[data-view="indifference"]')?.innerText.trim(),
      figures: Object.fromEntries([...document.querySelectorAll("[data-figure]")].map((e) => [e.dataset.figure, e.dataset.value])),
    }));
  }

  /** Waits until the answer differs from `before`, and returns it. */
  async nextAnswer(before) {
    await until("the answer changes", async () => JSON.stringify(await this.answer()) !== JSON.stringify(before));
    return this.answer();
  }

  /** Waits until everything reflects the last input. */
  async caughtUp() {
    await this.painted();
    await this.settled();
    await this.painted();
  }

  /** Waits until what follows in a pause of the keys has followed. */
  async settled() {
    await until("the sections follow the keys", () => this.in(() => document.querySelector(".settling") === null));
  }

  /** Waits until address and storage hold what is on screen: the page writes them together, a little after the last change. */
  async written() {
    await until("the address follows", () => this.in(() => location.hash === new URL(document.querySelector('[data-view="private-link"]').value).hash));
  }

  /** Waits until an element stays in place for ten frames, so that it can be clicked. */
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

  /** Brings an element to the middle of the window, where it can be pressed. */
  async bring(element) {
    await this.in((e) => e.scrollIntoView({ block: "center" }), element);
    if (!this.browser.movesUnderPress) return;
    await this.driver.executeAsyncScript((e, done) => {
      let before;
      let frames = 0;
      const look = () => {
        const place = e.getBoundingClientRect().top;
        frames = place === before ? frames + 1 : 0;
        if (frames === 0 && before !== undefined) e.scrollIntoView({ block: "center" });
        before = e.getBoundingClientRect().top;
        if (frames === 10) done();
        else requestAnimationFrame(look);
      };
      look();
    }, element);
  }

  /** Waits for two frames: everything that an event caused immediately is painted. */
  async painted() {
    await this.driver.executeAsyncScript((done) => requestAnimationFrame(() => requestAnimationFrame(() => done())));
  }

  /** Notices about links, files and storage, without the line that every link from elsewhere shows. */
  async notices() {
    return this.in(() => [...document.querySelectorAll(':is([data-view="notices"], [data-view="notices-here"]) .notice:not(.quiet)')].map((e) => e.innerText.trim()));
  }

  // --- Inputs ---

  /** Opens the room and every fold around an element, so that it can be used. */
  async unfold(css) {
    await this.reveal(css);
    await this.in((css) => {
      for (let e = document.querySelector(css)?.parentElement; e; e = e.parentElement) if (e.tagName === "DETAILS") e.open = true;
    }, css);
  }

  /** Opens every fold. Help and source cards overlay the page, so elements below them cannot be used then. */
  async openAllFolds() {
    await this.in(() => document.querySelectorAll("details").forEach((e) => (e.open = true)));
    await this.painted();
  }

  /** Opens every fold except the cards. */
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

  /** The number in a field, as displayed. */
  async fieldNumber(id) {
    const text = await this.fieldText(id);
    return Number(text.replace(/[^0-9.-]/g, ""));
  }

  /** Replaces a field's text by typing, and stays in the field. */
  async type(id, text) {
    const element = await this.field(id);
    await this.bring(element);
    await element.click();
    await element.sendKeys(Key.chord(CONTROL, "a"));
    await element.sendKeys(text === "" ? Key.BACK_SPACE : text);
    return element;
  }

  /** Replaces a field's text at once, like pasting, and stays in the field. */
  async paste(id, text) {
    const element = await this.field(id);
    await this.bring(element);
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

  /** A row's error, and whether it is associated with its field. */
  rowError(id) {
    return this.in((id) => {
      const row = document.querySelector(`[data-row="${id}"]`);
      const field = row.querySelector("[data-field]");
      const error = row.querySelector("[data-error]");
      const visible = Boolean(error?.checkVisibility({ visibilityProperty: true, opacityProperty: true }));
      const tied = (field.getAttribute("aria-describedby") ?? "").split(/\s+/).filter(Boolean).map((each) => document.getElementById(each));
      return {
        text: visible ? error.innerText.replaceAll("\u00a0", " ").trim() : "",
        label: row.querySelector("label").innerText.trim(),
        wrong: field.getAttribute("aria-invalid") === "true",
        tied: Boolean(error) && tied.some((e) => e && (e.contains(error) || error.contains(e))),
      };
    }, id);
  }

  async click(css) {
    await until(`${css} is there`, () => this.in((css) => document.querySelector(css) !== null, css));
    await this.unfold(css);
    // What is drawn anew or moves away meanwhile is pressed where it then is.
    for (let tries = 3; ; tries -= 1) {
      try {
        const element = await this.one(css);
        await this.bring(element);
        return await element.click();
      } catch (error) {
        if (!/^(StaleElementReference|ElementNotInteractable)Error$/.test(error.name) || tries === 1) throw error;
        await pause(200);
      }
    }
  }

  /** Chooses an option of a select by its label. */
  async pick(select, label) {
    await this.in((select, label) => {
      select.value = [...select.options].find((option) => option.text === label).value;
      select.dispatchEvent(new Event("change", { bubbles: true }));
    }, select, label);
  }

  /** Chooses a listed currency by its code. */
  async currency(code) {
    await this.in((code) => {
      const select = document.querySelector('[data-field="money.currency"]');
      select.value = code;
      select.dispatchEvent(new Event("change", { bubbles: true }));
    }, code);
  }

  async press(...keys) {
    await this.driver.actions().sendKeys(...keys).perform();
  }

  /** From now on the texts of files that the page saves are collected in `window.files` instead. Its workers still start: their scripts are no files. */
  async catchFiles() {
    await this.in(() => {
      window.files = [];
      if (window.addressOf) return;
      HTMLAnchorElement.prototype.click = () => {};
      window.addressOf = URL.createObjectURL.bind(URL);
      URL.createObjectURL = (blob) => {
        if (blob.type === "text/javascript") return window.addressOf(blob);
        blob.text().then((text) => window.files.push(text));
        return "blob:none";
      };
    });
  }

  /** Types into an empty field and leaves it. */
  async fill(css, text) {
    const field = await this.one(css);
    await this.in((field) => field.scrollIntoView({ block: "center" }), field);
    await field.click();
    await field.sendKeys(text);
    await this.in((field) => field.blur(), field);
  }

  /** Presses a button that saves a file, and returns the file's text instead of saving. */
  async savedFile(css) {
    await this.catchFiles();
    // What still arrives above would move it away under the press.
    await this.unfold(css);
    await this.in((css) => document.querySelector(css)?.scrollIntoView({ block: "center" }), css);
    await this.stands(css);
    await this.click(css);
    return until("a file is offered", () => this.in(() => window.files[0]));
  }

  /** The report that the engine's module computes for the page's scenario. */
  async computed() {
    const file = await this.savedFile('[data-action="save-file"]');
    const outcome = await this.in(async (text) => {
      const api = await import(new URL("api/rack-or-rent.js", document.baseURI).href);
      await api.default();
      return JSON.stringify(api.evaluate(JSON.parse(text)));
    }, file);
    const { ok, errors, report } = JSON.parse(outcome);
    assert.ok(ok, JSON.stringify(errors));
    return report;
  }

  // --- Links and scenarios ---

  /** The links of the share section. */
  async links() {
    const read = (name) => this.in((name) => document.querySelector(`[data-view="${name}"]`).value, name);
    return { private: await read("private-link"), query: await read("query-link") };
  }

  /** A value in the current link, by its key. */
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
    await this.bring(element);
    await element.click();
  }

  /** Everything in the browser's storage, including non-text. */
  async allStored() {
    return JSON.parse(await this.in(() => JSON.stringify({ ...localStorage })));
  }

  /** The page's own entries in the browser's storage. */
  async stored() {
    return Object.fromEntries(Object.entries(await this.allStored()).filter(([key]) => key.startsWith("rack-or-rent/")));
  }
}
