// Rack or Rent from Node 20 or newer: node node.mjs [scenario.json]
import { readFile } from "node:fs/promises";
import init, { breakEven, cashFlows, evaluate, indifferencePrice, readPriceBook } from "../rack-or-rent.js";

// Node's fetch reads no files: hand the bytes over.
await init({ module_or_path: await readFile(new URL("../rack-or-rent_bg.wasm", import.meta.url)) });

const scenario = process.argv[2]
  ? JSON.parse(await readFile(process.argv[2], "utf8"))
  : { inputs: { "own.gpus": 64, "work.busy_share": 0.6 } };

const outcome = evaluate(scenario);
if (!outcome.ok) {
  for (const { fields, message } of outcome.errors) console.error(fields.join(", "), message);
  process.exit(1);
}
const { verdict, own } = outcome.report;
const book = readPriceBook("id,provider,gpu,usd_per_gpu_hour\nacme-h100,Acme,h100-sxm,1.95\n");
console.log(JSON.stringify({
  verdict: verdict.kind,
  offer: verdict.offer,
  own_usd_per_productive_gpu_hour: own.usd_per_productive_gpu_hour,
  indifference_usd_per_gpu_hour: indifferencePrice(scenario).indifference.usd_per_gpu_hour,
  utilization: breakEven(scenario).break_even.turns,
  node_price_usd: breakEven(scenario, "own.node_price_usd").break_even.turns,
  first_month_usd: cashFlows(scenario).cash_flows.own.cumulative_usd[1],
  // The same with the offers of one's own beside the published ones.
  with_book: evaluate(scenario, book).report.verdict,
  offers_read: book.price_book.offers.map((offer) => offer.id),
}, null, 1));
