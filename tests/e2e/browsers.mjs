// The browsers by engine. Each function starts a browser with a fresh profile. The tests use plain WebDriver through its
// `driver`, and the methods below where WebDriver has no command. An engine that cannot do something throws Skip with the
// reason, and the test is reported as skipped in that engine.
//
// Options: `traffic` (keep the log of requests), `scripts: false` (switched off), `insecure` (accept self-signed
// certificates), `blockThirdParty` (deny third-party storage), `proxy` (the address of a server that
// answers for every host name), `profile` (a persistent folder).
//
// A browser: `driver`, `quit()`, `kill()` (simulates a power failure), and
//   fresh(origin)             for a new tab: clears the changes and data of earlier tests
//   reload()                  where WebDriver's differs from a user's
//   leave()                   where a page that is left must be done with its start
//   resize(width, height)     the viewport, in CSS pixels
//   dark(on), paper(on)       the media that style sheets see
//   before(source)            a script in every page of this tab, before the page's own
//   reader(locale, timezone)  the browser's locale and time zone
//   shows(text)               whether this text is visible, even with scripts off
//   saveTo(folder)            the download folder
//   clipboard()               its text
//   complaints()              warnings and errors in the console since the last call
//   asked()                   URLs of all requests since the last call
//   print(width, height)      the page as PDF on paper of that size in centimetres
//   devtools(command, given)  Chromium only
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

/** What this machine lacks for an engine; empty if nothing. */
export function missingFor(engine) {
  const lacks = NEEDED[engine].filter((names) => !NAMED[names[0]] && !onPath(...names)).map((names) => names[0]);
  return lacks.length === 0 ? "" : `${lacks.join(" and ")} missing on this machine; scripts/setup installs what it can`;
}
