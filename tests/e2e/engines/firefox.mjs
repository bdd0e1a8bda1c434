// Firefox through geckodriver. Where WebDriver has no command: WebDriver BiDi, or a script in the browser's own window.
import { Buffer } from "node:buffer";
import { setTimeout as pause } from "node:timers/promises";
import firefoxOf from "selenium-webdriver/firefox.js";
import { Skip, clearOrigin, onPath, profileFolder } from "./common.mjs";

const PREFERENCES = {
  "intl.accept_languages": "en-US, en",
  "browser.shell.checkDefaultBrowser": false,
  "browser.download.folderList": 2,
  "browser.download.useDownloadDir": true,
  "browser.download.always_ask_before_handling_new_types": false,
  "browser.helperApps.neverAsk.saveToDisk": "text/csv,application/json,image/svg+xml,image/png",
  "browser.download.alwaysOpenPanel": false,
  "browser.translations.enable": false,
  // No network requests of its own.
  "network.captive-portal-service.enabled": false,
  "network.connectivity-service.enabled": false,
  "network.proxy.type": 0,
  "browser.safebrowsing.downloads.enabled": false,
  // Keyboard behaviour as on other systems: Tab reaches everything.
  "accessibility.tabfocus": 7,
};

const SCHEME = "layout.css.prefers-color-scheme.content-override";

// Firefox messages that are not errors of a page. One of them: it aborts a script that still computes when the URL
// changes, as happens on a slow machine.
const REMARKS = /Script terminated by timeout|Layout was forced before the page was fully loaded|unreachable code after return|Feature Policy|This page is in Quirks Mode|preloaded with link preload (?:but )?was not used within a few seconds/;

export async function firefox({ traffic = false, scripts = true, insecure = false, blockThirdParty = false, proxy, profile: given } = {}) {
  const binary = process.env.FIREFOX ?? onPath("firefox-esr", "firefox");
  const path = process.env.GECKODRIVER_OF_TESTS ?? process.env.GECKODRIVER ?? onPath("geckodriver");
  const { profile, remove } = await profileFolder(given);
  const options = new firefoxOf.Options();
  if (binary) options.setBinary(binary);
  options.addArguments("-headless", "-profile", profile);
  for (const [name, value] of Object.entries(PREFERENCES)) options.setPreference(name, value);
  if (proxy) {
    options.setPreference("network.proxy.type", 1);
    options.setPreference("network.proxy.http", new URL(proxy).hostname);
    options.setPreference("network.proxy.http_port", Number(new URL(proxy).port));
  }
  if (!scripts) options.setPreference("javascript.enabled", false);
  if (blockThirdParty) options.setPreference("network.cookie.cookieBehavior", 1);
  options.setAcceptInsecureCerts(insecure);
  options.enableBidi();
  const service = new firefoxOf.ServiceBuilder(path).addArguments("--allow-system-access").build();
  let driver;
  try {
    driver = firefoxOf.Driver.createSession(options, service);
    await driver.getSession();
  } catch (error) {
    await service.kill().catch(() => {});
    await remove();
    throw error;
  }
  const process_ = (await driver.getCapabilities()).get("moz:processID");
  const bidi = await driver.getBidi();
  await bidi.waitForConnection();
  const send = async (method, params) => {
    const reply = await bidi.send({ method, params });
    if (reply.type === "error") throw new Error(`${method}: ${reply.message}`);
    return reply.result;
  };
  // Equals the window's handle, also within frames.
  const tab = () => driver.getWindowHandle();
  /** Runs a function in the browser's own window. */
  const inBrowser = async (work, ...args) => {
    await driver.setContext(firefoxOf.Context.CHROME);
    try {
      return await driver.executeScript(work, ...args);
    } finally {
      await driver.setContext(firefoxOf.Context.CONTENT);
    }
  };
  // Scripts' console output; uncaught errors are in the browser's own console.
  const written = [];
  bidi.on("log.entryAdded", (entry) => {
    if (entry.type === "console" && ["warn", "error"].includes(entry.level)) written.push(`${entry.level.toUpperCase()} ${entry.text}`);
  });
  await send("session.subscribe", { events: ["log.entryAdded"] });
  const requests = [];
  if (traffic) {
    bidi.on("network.beforeRequestSent", (event) => requests.push(event.request.url));
    await send("session.subscribe", { events: ["network.beforeRequestSent"] });
  }
  const override = (name, value) => inBrowser((name, value) => void (window.gBrowser.selectedBrowser.browsingContext[name] = value), name, value);
  return {
    driver,
    devtools: async (command) => {
      throw new Skip(`${command} is a command of Chromium`);
    },
    quit: async () => {
      try {
        await driver.quit();
      } catch {
        // Already gone.
      }
      await remove();
    },
    kill: async () => {
      process.kill(process_, "SIGKILL");
      await service.kill().catch(() => {});
      await remove();
    },
    fresh: async (origin) => {
      await clearOrigin(driver, origin);
      await inBrowser((scheme) => {
        Services.prefs.clearUserPref(scheme);
        Services.console.reset();
      }, SCHEME);
      written.length = 0;
    },
    // Reloads as the button does: WebDriver's refresh bypasses the service worker.
    reload: async () => {
      await driver.executeScript(() => {
        window.isOld = true;
        location.reload();
      });
      for (let n = 0; n < 500; n += 1) {
        const old = await driver.executeScript(() => Boolean(window.isOld) || document.readyState !== "complete").catch(() => true);
        if (!old) return;
        await pause(20);
      }
      throw new Error("the page did not come again");
    },
    // Firefox logs what it cuts off in a page that is left: a script that loads or computes. A started page draws its
    // lower part a moment later, then loads its last script, draws its rooms and weighs its answer.
    leave: async () => {
      for (let n = 0; n < 250; n += 1) {
        const busy = await driver.executeScript(() => {
          if (!globalThis.rackOrRentStarted) return false;
          const last = document.querySelector('script[src$="offline.js"]');
          const loads = last ? performance.getEntriesByName(last.src).length === 0 : !globalThis.rackOrRentInside && !/embed=1/.test(location.href);
          const draws = document.querySelector(".proof")?.childElementCount === 0 || [...document.querySelectorAll(".room")].some((room) => room.childElementCount <= 1);
          return loads || draws || document.querySelector(".settling") !== null;
        });
        if (!busy) {
          await driver.executeAsyncScript((done) => requestIdleCallback(() => done(), { timeout: 1_000 }));
          return;
        }
        await pause(20);
      }
    },
    resize: async (width, height) => void (await send("browsingContext.setViewport", { context: await tab(), viewport: { width, height } })),
    // By preference: a setting on a tab is lost on its next navigation.
    dark: (on) => inBrowser((scheme, value) => Services.prefs.setIntPref(scheme, value), SCHEME, on ? 0 : 1),
    paper: (on) => override("mediumOverride", on ? "print" : ""),
    before: async (source) => void (await send("script.addPreloadScript", { functionDeclaration: `() => { ${source} }`, contexts: [await tab()] })),
    reader: async (locale, timezone) => {
      await send("emulation.setLocaleOverride", { locale, contexts: [await tab()] });
      await send("emulation.setTimezoneOverride", { timezone, contexts: [await tab()] });
    },
    shows: async (text) => (await driver.executeScript(() => document.body.innerText)).toLowerCase().includes(text.toLowerCase()),
    saveTo: (folder) => inBrowser((folder) => Services.prefs.setStringPref("browser.download.dir", folder), folder),
    clipboard: () => inBrowser(() => window.navigator.clipboard.readText()),
    complaints: async () => {
      const found = await inBrowser(() => {
        const messages = Services.console.getMessageArray() ?? [];
        Services.console.reset();
        return messages
          .filter((each) => each instanceof Ci.nsIScriptError && !(each.flags & 8))
          .map((each) => ({ warning: Boolean(each.flags & 1), text: each.errorMessage, from: each.sourceName, window: each.innerWindowID }));
      });
      const uncaught = found.filter(({ from, window, text }) => /^https?:|^file:|^$/.test(from) && (window || from) && !REMARKS.test(text)).map(({ warning, text, from }) => `${warning ? "WARNING" : "ERROR"} ${text} (${from})`);
      return [...written.splice(0), ...uncaught];
    },
    asked: async () => requests.splice(0),
    print: async (width, height) => Buffer.from(await driver.printPage({ width, height, background: false, shrinkToFit: false }), "base64"),
  };
}
