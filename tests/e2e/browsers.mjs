// The browsers by engine. Each function starts a browser with a fresh profile; the tests speak plain WebDriver to its
// `driver`, and ask what follows for what WebDriver has no command for. What an engine here cannot do it says by
// throwing Skip with the reason, and the test is reported as skipped in that engine.
//
// Options: `traffic` (keep the log of requests), `scripts: false` (switched off), `insecure` (certificates of nobody are
// accepted), `blockThirdParty` (storage of third parties is denied), `proxy` (the address of a server that
// answers for every host name), `profile` (a folder that stays).
//
// A browser: `driver`, `quit()`, `kill()` (as if the power went), and
//   fresh(origin)             for a new tab: what earlier tests changed and stored is gone
//   reload()                  where WebDriver does it otherwise than a person
//   resize(width, height)     what is seen of the page, in CSS pixels
//   dark(on), paper(on)       what style sheets are told
//   before(source)            a script in every page of this tab before the page's own
//   reader(locale, timezone)  in whose language and place the browser runs
//   shows(text)               is this text to be seen? Also where scripts are off
//   saveTo(folder)            where downloads go
//   clipboard()               its text
//   complaints()              warnings and errors in the console since the last time
//   asked()                   addresses of all requests since the last time
//   print(width, height)      the page as PDF on paper of that size in centimetres
//   devtools(command, given)  Chromium alone
import { onPath } from "./engines/common.mjs";
import { chromium } from "./engines/chromium.mjs";
import { firefox } from "./engines/firefox.mjs";
import { webkit } from "./engines/webkit.mjs";

export const ENGINES = { chromium, firefox, webkit };

const NEEDED = {
  chromium: [["chromium", "google-chrome", "chrome"], ["chromedriver"]],
  firefox: [["firefox-esr", "firefox"], ["geckodriver"]],
  webkit: [["WebKitWebDriver"], ["Xvfb"], ["python3"]],
};
const NAMED = { chromium: process.env.CHROMIUM, chromedriver: process.env.CHROMEDRIVER, "firefox-esr": process.env.FIREFOX, geckodriver: process.env.GECKODRIVER_OF_TESTS ?? process.env.GECKODRIVER, WebKitWebDriver: process.env.WEBKITWEBDRIVER };

/** What this machine lacks for an engine; empty where nothing. */
export function missingFor(engine) {
  const lacks = NEEDED[engine].filter((names) => !NAMED[names[0]] && !onPath(...names)).map((names) => names[0]);
  return lacks.length === 0 ? "" : `${lacks.join(" and ")} missing on this machine; scripts/setup installs what it can`;
}
