// Rack or Rent in a plain page. Serve the folder above over http: browsers load no modules from files.
import init, { breakEven, cashFlows, evaluate, indifferencePrice } from "../rack-or-rent.js";

await init();

function answer() {
  const number = (id) => Number(document.getElementById(id).value);
  const scenario = { inputs: { "own.gpus": number("gpus"), "work.busy_share": number("busy") } };
  const book = document.getElementById("book").value;
  const outcome = evaluate(scenario);
  if (!outcome.ok) return outcome.errors.map(({ fields, message }) => `${fields.join(", ")}: ${message}`).join("\n");
  const { verdict, own } = outcome.report;
  return JSON.stringify({
    verdict: verdict.kind,
    offer: verdict.offer,
    own_usd_per_productive_gpu_hour: own.usd_per_productive_gpu_hour,
    indifference_usd_per_gpu_hour: indifferencePrice(scenario).indifference.usd_per_gpu_hour,
    utilization: breakEven(scenario).break_even.turns,
    first_month_usd: cashFlows(scenario).cash_flows.own.cumulative_usd[1],
    // The same with the offers of one's own beside the published ones.
    with_book: evaluate(scenario, book).report.verdict,
  }, null, 1);
}

const show = () => { document.getElementById("answer").textContent = answer(); };
addEventListener("input", show);
show();
