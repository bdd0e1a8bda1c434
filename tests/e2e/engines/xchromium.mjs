// Chromium through chromedriver, with DevTools where WebDriver has no command.
import { Buffer } from "node:buffer";
import { readlink } from "node:fs/promises";
import { join } from "node:path";
import { Key, logging } from "selenium-webdriver";
import chrome from "selenium-webdriver/chrome.js";
import { onPath, profileFolder } from "./common.mjs";

export async function chromium({ traffic = false, scripts = true, insecure = false, blockThirdParty = false, proxy, profile: given } = {}) {
  const { profile, remove } = await profileFolder(given);
  const logs = new logging.Preferences();
  logs.setLevel(logging.Type.BROWSER, logging.Level.ALL);
  if (traffic) logs.setLevel(logging.Type.PERFORMANCE, logging.Level.ALL);
  const options = new chrome.Options();
  options.addArguments(
    "--headless",
    "--no-sandbox", // as root
    "--disable-gpu",
    "--disable-dev-shm-usage",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync", ...(process.env.XFLAGS ? process.env.XFLAGS.split(" ") : []),
    "--lang=en-US",
    "--window-size=1280,720",
    "--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1",
    ...(proxy ? [`--proxy-server=${proxy}`] : []),
    `--user-data-dir=${profile}`,
  );
  options.setUserPreferences({
    "intl.accept_languages": "en-US,en",
    ...(scripts ? {} : { "profile.managed_default_content_settings.javascript": 2 }),
    ...(blockThirdParty ? { "profile.cookie_controls_mode": 1, "profile.block_third_party_cookies": true } : {}),
  });
  options.setAcceptInsecureCerts(insecure);
  options.setLoggingPrefs(logs);
  const browser = process.env.CHROMIUM ?? onPath("chromium", "google-chrome", "chrome");
  if (browser) options.setChromeBinaryPath(browser);
  const service = new chrome.ServiceBuilder(process.env.CHROMEDRIVER ?? onPath("chromedriver")).build();
  let driver;
  try {
    driver = chrome.Driver.createSession(options, service);
    await driver.getSession();
  } catch (error) {
    await service.kill().catch(() => {});
    await remove();
    throw error;
  }
  const devtools = (command, parameters = {}) => driver.sendAndGetDevToolsCommand(command, parameters);
  const entries = (type) => driver.manage().logs().get(type);
  return {
    driver,
    devtools,
    quit: async () => {
      try {
        await driver.quit();
      } catch {
        // Already gone.
      }
      await remove();
    },
    kill: async () => {
      // A profile's lock names the process that holds it: `machine-1234`.
      process.kill(Number((await readlink(join(profile, "SingletonLock"))).split("-").pop()), "SIGKILL");
      await service.kill().catch(() => {});
      await remove();
    },
    fresh: async (origin) => {
      await devtools("Storage.clearDataForOrigin", { origin, storageTypes: "all" });
      await entries(logging.Type.BROWSER); // discards the entries of earlier tests
    },
    resize: (width, height) => devtools("Emulation.setDeviceMetricsOverride", { width, height, deviceScaleFactor: 1, mobile: false }),
    dark: (on) => devtools("Emulation.setEmulatedMedia", { features: [{ name: "prefers-color-scheme", value: on ? "dark" : "light" }] }),
    paper: (on) => devtools("Emulation.setEmulatedMedia", { media: on ? "print" : "" }),
    before: async (source) => {
      await devtools("Page.enable");
      await devtools("Page.addScriptToEvaluateOnNewDocument", { source });
    },
    reader: async (locale, timezoneId) => {
      await devtools("Emulation.setLocaleOverride", { locale });
      await devtools("Emulation.setTimezoneOverride", { timezoneId });
    },
    // Reads the accessibility tree, which needs no script in the page.
    shows: async (text) => {
      const { nodes } = await devtools("Accessibility.getFullAXTree");
      return nodes.filter((each) => !each.ignored).some((each) => each.name?.value?.toLowerCase().includes(text.toLowerCase()));
    },
    saveTo: (folder) => devtools("Browser.setDownloadBehavior", { behavior: "allow", downloadPath: folder }),
    clipboard: async () => {
      if (!(await driver.executeScript(() => isSecureContext))) return pasted(driver);
      const origin = new URL(await driver.getCurrentUrl()).origin;
      await devtools("Browser.grantPermissions", { origin, permissions: ["clipboardReadWrite", "clipboardSanitizedWrite"] });
      return driver.executeAsyncScript((done) => {
        window.focus();
        navigator.clipboard.readText().then(done, () => done(""));
      });
    },
    complaints: async () => (await entries(logging.Type.BROWSER)).filter((each) => each.level.value >= logging.Level.WARNING.value).map((each) => `${each.level.name} ${each.message}`),
    asked: async () => {
      const messages = (await entries(logging.Type.PERFORMANCE)).map((each) => JSON.parse(each.message).message);
      return messages.flatMap(({ method, params }) => (method === "Network.requestWillBeSent" ? [params.request.url] : method === "Network.webSocketCreated" ? [params.url] : []));
    },
    print: async (width, height) => Buffer.from((await devtools("Page.printToPDF", { paperWidth: width / 2.54, paperHeight: height / 2.54 })).data, "base64"),
  };
}

/** The clipboard's text, read by pasting into a field, because a page may not read it directly. */
async function pasted(driver) {
  await driver.executeScript(() => {
    const field = document.createElement("textarea");
    field.id = "pasted";
    document.body.append(field);
    field.focus();
  });
  await driver.actions().keyDown(Key.CONTROL).sendKeys("v").keyUp(Key.CONTROL).perform();
  return driver.executeScript(() => {
    const field = document.querySelector("#pasted");
    field.remove();
    return field.value;
  });
}
