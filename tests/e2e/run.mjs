// End-to-end tests on a built page; exits with 3 if the engine is not installed. Usage: node run.mjs DIST [--only PART-OF-A-NAME] [--engine chromium|firefox|webkit] [--browsers AT-A-TIME] [--thorough]
import { existsSync } from "node:fs";
import { join, resolve } from "node:path";
import { parseArgs } from "node:util";
import { ENGINES, missingFor } from "./browsers.mjs";
import { run, runOneByOne } from "./harness.mjs";

import "./tests/first-answer.mjs";
import "./tests/first-screen.mjs";
import "./tests/start-work.mjs";
import "./tests/rooms.mjs";
import "./tests/ways.mjs";
import "./tests/risk.mjs";
import "./tests/round-trip.mjs";
import "./tests/typing.mjs";
import "./tests/settling.mjs";
import "./tests/choosing.mjs";
import "./tests/follow.mjs";
import "./tests/links.mjs";
import "./tests/said.mjs";
import "./tests/storage.mjs";
import "./tests/stopped.mjs";
import "./tests/privacy.mjs";
import "./tests/translation.mjs";
import "./tests/without-wasm.mjs";
import "./tests/keyboard.mjs";
import "./tests/accessibility.mjs";
import "./tests/same-figures.mjs";
import "./tests/module.mjs";
import "./tests/own-prices.mjs";
import "./tests/offers-form.mjs";
import "./tests/currency.mjs";
import "./tests/first-visit.mjs";
import "./tests/plan-inputs.mjs";
import "./tests/plans.mjs";
import "./tests/tokens.mjs";
import "./tests/vendor.mjs";
import "./tests/hints.mjs";
import "./tests/locales.mjs";
import "./tests/paper.mjs";
import "./tests/memo.mjs";
import "./tests/decide.mjs";
import "./tests/one-file.mjs";
import "./tests/worker.mjs";
import "./tests/demand.mjs";
import "./tests/measured.mjs";
import "./tests/scenarios.mjs";
import "./tests/compare.mjs";
import "./tests/charts.mjs";
import "./tests/cost-unit.mjs";
import "./tests/offline.mjs";
import "./tests/delivery.mjs";
import "./tests/second-part.mjs";
import "./tests/second-attempt.mjs";
import "./tests/servers.mjs";
import "./tests/embed.mjs";
import "./tests/messages.mjs";
import "./tests/situations.mjs";
import "./tests/faults.mjs";
import "./tests/hostile.mjs";
import "./tests/screens.mjs";

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { only: { type: "string", default: "" }, engine: { type: "string", default: "chromium" }, browsers: { type: "string", default: "1" }, "one-by-one": { type: "boolean" }, thorough: { type: "boolean", default: false } },
});
const dist = resolve(positionals[0] ?? "dist");
if (!existsSync(join(dist, "index.html"))) {
  console.error(`No page in ${dist}: run 'make dist' first.`);
  process.exit(2);
}
if (!(values.engine in ENGINES)) {
  console.error(`No engine '${values.engine}'; there are: ${Object.keys(ENGINES).join(", ")}.`);
  process.exit(2);
}
const missing = missingFor(values.engine);
if (missing) {
  console.log(`NOT RUN in ${values.engine}: ${missing}.`);
  process.exit(3);
}
if (values["one-by-one"]) {
  runOneByOne({ dist, engine: values.engine, thorough: values.thorough });
} else {
  process.exit((await run({ dist, engine: values.engine, only: values.only, browsers: Number(values.browsers), thorough: values.thorough })) ? 0 : 1);
}
