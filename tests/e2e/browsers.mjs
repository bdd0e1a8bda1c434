// Starts browsers. One function for each engine; everything else here and in the tests speaks plain WebDriver, and
// asks `devtools` where it needs more. Firefox and WebKit come as two more functions in ENGINES.
import { mkdtemp, rm } from "node:fs/promises";
import { delimiter, join } from "node:path";
import { existsSync } from "node:fs";
import { tmpdir } from "node:os";
import { logging } from "selenium-webdriver";
import chrome from "selenium-webdriver/chrome.js";

// selenium-webdriver looks for browsers and drivers on the net if we let it.
process.env.SE_OFFLINE = "true";
process.env.SE_AVOID_STATS = "true";

/** Engines by name. Each starts a browser with a fresh profile and returns `{ driver, devtools, quit }`. */
export const ENGINES = { chromium };

/**
 * Chromium through chromedriver. `devtools(command, parameters)` sends a DevTools command and returns its result.
 *
 * - `traffic`: keep the log of requests.
 * - `preferences`: of the profile.
 */
async function chromium({ traffic = false, preferences = {} } = {}) {
  const profile = await mkdtemp(join(tmpdir(), "rack-or-rent-e2e-"));
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
    "--disable-sync",
    "--lang=en-US",
    "--window-size=1280,720",
    "--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1",
    `--user-data-dir=${profile}`,
  );
  options.setUserPreferences({ "intl.accept_languages": "en-US,en", ...preferences });
  options.setLoggingPrefs(logs);
  const browser = process.env.CHROMIUM ?? onPath("chromium", "google-chrome", "chrome");
  if (browser) options.setChromeBinaryPath(browser);
  const service = new chrome.ServiceBuilder(process.env.CHROMEDRIVER ?? onPath("chromedriver")).build();
  const remove = () => rm(profile, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 });
  try {
    const driver = chrome.Driver.createSession(options, service);
    await driver.getSession();
    const quit = async () => {
      await driver.quit().catch(() => {});
      await remove();
    };
    const devtools = (command, parameters = {}) => driver.sendAndGetDevToolsCommand(command, parameters);
    return { driver, devtools, quit };
  } catch (error) {
    await service.kill().catch(() => {});
    await remove();
    throw error;
  }
}

function onPath(...names) {
  const folders = (process.env.PATH ?? "").split(delimiter);
  for (const name of names) {
    const folder = folders.find((each) => existsSync(join(each, name)));
    if (folder) return join(folder, name);
  }
  return undefined;
}
