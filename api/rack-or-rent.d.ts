// Types of the module dist/api/rack-or-rent.js. Written by hand; tests compare them with what the functions return.
// What each figure means stands in docs/api.md and docs/method.md. No number is ever NaN or infinite; what cannot be
// computed is null.

/** A scenario in the format of the saved file (docs/format.md); without `version`, inputs left out keep their default. */
export interface ScenarioFile {
  format?: "rack-or-rent/scenario";
  version?: number;
  edition?: string;
  name?: string;
  inputs: Record<string, unknown>;
  /** What the text said when it was written; read, and no part of what is computed. */
  said?: Said;
}

/** The figures that a file gave when it was written, and what they are of (docs/format.md). */
export interface Said {
  revision: number;
  own_usd_per_productive_gpu_hour: number | null;
  rent_usd_per_productive_gpu_hour: number | null;
  indifference_usd_per_gpu_hour: number | null;
  saving_usd: number | null;
  sum: number;
}

/** Something about an input: which inputs (the first is where to go; `price_book` for the price book), how bad, and what. */
export interface Issue {
  fields: string[];
  severity: "error" | "warning";
  message: string;
}

/** What nothing could be computed from. `notices` names what of the scenario could not be used. */
export interface Failure {
  ok: false;
  errors: Issue[];
  notices: Issue[];
}
/** An answer under its name, or why there is none. */
export type Outcome<Name extends string, Found> = ({ ok: true; notices: Issue[] } & { [name in Name]: Found }) | Failure;

/**
 * Offers of one's own that stand beside the published ones: CSV text (docs/format.md), or what `readPriceBook` returned. What of
 * it is not used stands in `notices`, about `price_book`.
 */
export type GivenBook = string | OwnBook | { ok: true; price_book: OwnBook };

/** Works a scenario out. */
export function evaluate(scenario: ScenarioFile, priceBook?: GivenBook | null): Outcome<"report", Report>;
/** At which values of an input (default: utilization) owning and renting cost the same. */
export function breakEven(scenario: ScenarioFile, field?: string | null, priceBook?: GivenBook | null): Outcome<"break_even", BreakEvenAt>;
/** What owning and renting pay in each month. */
export function cashFlows(scenario: ScenarioFile, priceBook?: GivenBook | null): Outcome<"cash_flows", CashFlows>;
/** The price of a rented GPU-hour at which owning and renting cost the same in a steady year; over the horizon, as the page
 * tells it first: `evaluate`, `report.outlook.turning.usd_per_gpu_hour`. */
export function indifferencePrice(scenario: ScenarioFile, priceBook?: GivenBook | null): Outcome<"indifference", Indifference>;
/** Reads a price book of one's own from CSV. */
export function readPriceBook(csv: string): Outcome<"price_book", OwnBook>;

/** Where the WebAssembly is: its address, a response, its bytes, or the compiled module. */
export type Source = RequestInfo | URL | Response | BufferSource | WebAssembly.Module;
/** Loads the WebAssembly; once, before the first call. Without an argument: the file beside this module. */
export default function init(source?: { module_or_path: Source | Promise<Source> }): Promise<unknown>;
/** The same at once, from bytes or a compiled module. */
export function initSync(source: { module: BufferSource | WebAssembly.Module }): unknown;

/** A value at which the winner changes. */
export interface Turn {
  /** In the input's unit; for utilization a fraction. */
  value: number;
  /** Whether the winner changes by a step (whole nodes, months) and not where both cost the same. */
  step: boolean;
  /** Whether owning costs less above it. */
  own_above: boolean;
}
export interface BreakEvenAt {
  field: string;
  now: number;
  /** What decides: present value over the horizon, or the cost of a steady year (utilization). */
  basis: "horizon" | "steady-year";
  /** Ascending; empty where one side wins at any value. */
  turns: Turn[];
  /** What owning saves now over the horizon, present value. */
  saving_usd: number | null;
  /** The least distance that any value reaches: how far "never" is away. Inputs alone. */
  nearest_usd: number | null;
  /** The offer it is against; null where that is the cheapest at each value. */
  offer: string | null;
  /** Utilization alone. */
  in_use: BreakEven | null;
}

/** One plan by month: index 0 is month 1; entries beyond the horizon are payments still due then. US dollars; costs are positive, and before tax where nothing else is said. */
export interface Monthly {
  /** Paid at the start of each month. */
  start_usd: number[];
  /** Paid at the end of each month. */
  end_usd: number[];
  /** At the end of each month: removal and moving out, less what sales bring in. */
  sale_usd: number[];
  /** What of that is a cost, removal and moving out: `cumulative_usd` has it, and not what sales bring in. */
  removal_usd: number[];
  /** Paid up to the points 0, 1, ... months without what sales bring in, after tax where there is tax. */
  cumulative_usd: number[];
  by_year_usd: number[];
  /** Sum of all, before tax. */
  nominal_usd: number;
  /** Present value, after tax where there is tax. */
  present_value_usd: number;
}
export interface CashFlows {
  months: number;
  /** The offer that renting stands for: the cheapest that counts. */
  offer: string | null;
  own: Monthly;
  rent: Monthly | null;
}

export interface Indifference {
  /** Rent the same service if it costs less than this, own above it. */
  usd_per_gpu_hour: number | null;
  offer: string | null;
  offer_usd_per_gpu_hour: number | null;
  own_usd_per_productive_gpu_hour: number | null;
}

/** Something about a row of a price book. */
export interface BookIssue {
  file: string;
  /** Line of the text, from 1. */
  line: number | null;
  id: string;
  rule: string;
  message: string;
}
export interface BookOffer {
  id: string;
  provider: string;
  offer: string;
  gpu: string;
  gpus_per_instance: number;
  service: Service;
  term_months: number;
  upfront: "none" | "partial" | "all" | "unspecified";
  region: string;
  interconnect: "none" | "pcie" | "nvlink" | "ethernet" | "rdma";
  fabric_gpus: number;
  fabric_basis: "stated" | "assumed";
  interruptible: boolean;
  host: "data-centre" | "marketplace";
  gpu_part_only: boolean;
  usd_per_instance_hour: number;
  usd_per_gpu_hour: number;
  egress_usd_per_gb: number | null;
  as_of: string | null;
  edition: string;
  status: string;
  confidence: "low" | "medium" | "high";
  source: string;
  more_sources: string[];
  note: string;
}
export interface OwnBook {
  /** The text that was read. */
  csv: string;
  offers: BookOffer[];
  /** Rows and columns that are not used. */
  left_out: BookIssue[];
  /** What is used and looks like a slip all the same. */
  doubtful: BookIssue[];
}

export type Service = "on-demand" | "capacity-block" | "reserved" | "spot" | "marketplace";

/** A busy share with the utilization it means. */
export interface Use {
  busy_share: number;
  utilization: number;
}
/** From which use on owning pays. */
export type BreakEven =
  | { kind: "always" }
  | ({ kind: "from" } & Use)
  | ({ kind: "up_to" } & Use)
  | { kind: "outside"; up_to: Use; from: Use }
  | { kind: "several"; first: Use; last: Use }
  | { kind: "never"; needed: Use | null; ceiling: Use; owned_at_ceiling: number; rented_at_ceiling: number };

/** Everything a calculation found. */
export interface Report {
  engine: string;
  edition: string;
  hours: Hours;
  verdict: Verdict;
  own: OwnSide;
  outlook: Outlook;
  drivers: Driver[];
  offers: OfferSide[];
  present: PresentPlan | null;
  derivations: Derivation[];
  indifference_usd_per_gpu_hour: number | null;
  warnings: Issue[];
  /** What of the scenario as given could not be used as written, and what counts instead; the same as `notices` beside the report. What of it is about an
   * input or the price book is among the warnings too. */
  issues: Issue[];
  /** What costs are told for on the page, and how many productive GPU-hours one is. All costs here are per productive GPU-hour. */
  cost_unit: { unit: "hour" | "month" | "run" | "tokens"; gpu_hours: number };
  not_modelled: string[];
}
export interface Hours {
  gpus: number;
  nodes: number;
  calendar_gpu_hours: number;
  available_gpu_hours: number;
  busy_gpu_hours: number;
  productive_gpu_hours: number;
  wanted_gpu_hours: number;
  availability: number;
  occupancy: number;
  largest_occupancy: number;
  workload_efficiency: number;
  goodput: number;
  busy_share: number;
  utilization: number;
  wanted_busy_share: number;
  ceiling_busy_share: number;
  fabric_gpus: number;
}
export interface Verdict {
  kind: "own" | "rent" | "commit" | "never_pays" | "too_close" | "nothing_to_rent" | "unserved" | "no_work" | "undone";
  /** `doubtful`: a price far from the usual carries the answer. `open`: the two sides do not compare. */
  strength: "clear" | "leaning" | "close" | "doubtful" | "open";
  offer: string | null;
  difference_usd: number | null;
  /** Of what the cheaper side costs; the page's sentence tells it of the dearer one, as "less". */
  difference_share: number | null;
  allowance_usd: number;
  difference_usd_per_year: number | null;
  /** Null where the two sides do not compare. */
  steady_year_agrees: boolean | null;
  other_end_agrees: boolean | null;
  break_even: BreakEven | null;
  node_price_flip_usd: number | null;
  charge: string;
  assumed: { field: string; as_of: string; share_of_own_cost: number } | null;
  /** With the kind `undone`: the price of an undone hour that decides. */
  undone: {
    own_gpu_hours: number;
    rent_gpu_hours: number;
    offer: string;
    usd_per_undone_gpu_hour: number;
    own_above: boolean;
    until_usd_per_undone_gpu_hour: number | null;
    late_usd_per_gpu_hour: number | null;
  } | null;
}
export interface Line {
  id: string;
  label: string;
  kind: "hardware" | "power" | "space" | "people" | "contracts" | "income" | "compute" | "services";
  formula: string;
  inputs: string[];
  usd_per_year: number;
  usd_per_gpu_year: number | null;
  usd_per_productive_gpu_hour: number | null;
}
export interface OwnSide {
  usd_per_year: number;
  usd_per_productive_gpu_hour: number | null;
  fixed_usd_per_gpu_year: number;
  variable_usd_per_busy_gpu_hour: number;
  simple_usd_per_productive_gpu_hour: number | null;
  upfront_usd: number;
  lines: Line[];
  overflow_gpu_hours: number;
  overflow_offer: string | null;
  unserved_gpu_hours: number;
  /** Nodes bought beyond the GPUs entered, in place of rented overflow. */
  further: { nodes: number; present_value_usd: number; without_usd: number; done_without: boolean } | null;
  /** What becomes of nodes that are there already when their life ends before the horizon does; null where it does not. */
  present_end: PresentEnd | null;
  /** The planning figures of the price book that resale follows. */
  planning_resale: { points: [number, number][]; as_of: string; source: string; url: string } | null;
}
export interface PresentEnd {
  /** How many nodes they are. */
  nodes: number;
  choice: "replaced" | "retired" | "run-on";
  /** Month of the horizon, from 1, at whose end their life ends. */
  month: number;
  /** US dollars paid in the month after it for what takes their place; 0 where nothing does. */
  bought_usd: number;
}
export interface OfferSide {
  id: string;
  provider: string;
  name: string;
  gpu: string;
  service: Service;
  term_months: number;
  /** `gpus`: GPUs under commitment. `absorbed`: used hours alone count, other work of yours pays for the rest of them. */
  billing: { mode: "pay_per_use" } | { mode: "committed"; gpus: number } | { mode: "absorbed"; gpus: number };
  list_usd_per_gpu_hour: number;
  usd_per_gpu_hour: number;
  as_of: string;
  source: string;
  url: string;
  reasons: { barrier: string; words: string }[];
  counted: boolean;
  usd_per_year: number;
  usd_per_productive_gpu_hour: number | null;
  present_value_usd: number | null;
  performance: number;
  productive_per_busy_hour: number;
  elsewhere_share: number;
  gpus_per_instance: number;
  upfront_share: number;
  fixed_usd_per_gpu_year: number;
  variable_usd_per_busy_gpu_hour: number;
  /** Uses from which an hour costs another price. */
  bends: { from: number; usd_per_busy_gpu_hour: number | null }[];
  lines: Line[];
  break_even: BreakEven;
  overflow_gpu_hours: number;
  unserved_gpu_hours: number;
}
export interface Outlook {
  months: number;
  end: "wind-up" | "going-on";
  lead_months: number;
  own: PlanOutlook;
  offer: string | null;
  rent: PlanOutlook | null;
  saving_usd: number | null;
  saving_other_end_usd: number | null;
  /** After tax where there is tax. */
  internal_rate: number | null;
  /** Why there is no internal rate; null where there is one. */
  no_internal_rate: { kind: "several" | "owning-cheaper" | "owning-dearer" | "undone" | "nothing-to-rent"; rates: number[]; words: string } | null;
  payback: Payback | null;
  /** Where the answer turns over the horizon; null where the two do not compare. */
  turning: { busy_share: number | null; own_above: boolean; until_busy_share: number | null; offer: string | null; usd_per_gpu_hour: number | null; commitment: string | null; usd_turns_as_typed: boolean; commitment_usd_per_gpu_hour: number | null; commitment_usd_turns_as_typed: boolean } | null;
  financing: Financing | null;
  exits: { month: number; sale_usd: number; book_usd: number; loss_usd: number }[];
}
export interface PlanOutlook {
  present_value_usd: number;
  nominal_usd: number;
  tax_saved_usd: number | null;
  gpu_hours: number;
  levelised_usd_per_productive_gpu_hour: number | null;
  nominal_usd_per_productive_gpu_hour: number | null;
  elsewhere_gpu_hours: number;
  unserved_gpu_hours: number;
  late_gpu_hours: number;
  /** Paid up to the points 0, 1, ... months without what sales bring in, after tax where there is tax. */
  cumulative_usd: number[];
  /** What of it is paid at once at each point. */
  at_once_usd: number[];
  by_year_usd: number[];
  book_by_year_usd: number[];
  lines: { id: string; label: string; by_year_usd: number[] }[];
}
export interface Payback {
  month: number | null;
  discounted_month: number | null;
  crossings: number[];
  peak_cash_usd: number;
  peak_month: number;
}
export interface Financing {
  price_usd: number;
  /** Less a deposit at the order, which a loan leaves to own cash. */
  financed_usd: number;
  payment_usd: number;
  payments: number;
  interest_usd: number;
  cash_present_value_usd: number;
  present_value_usd: number;
  gain_usd: number;
  implied_rate: number | null;
}
export interface Driver {
  field: string;
  low: number;
  high: number;
  saving_at_low_usd: number;
  saving_at_high_usd: number;
  flips: boolean;
  unconfirmed: boolean;
}
/** What is paid now, and what the same work could cost where it is. */
export interface PresentPlan {
  /** Id of the GPU that the bill is for. */
  gpu: string;
  /** Work of an hour of that GPU, where an hour of the GPU of the work does 1. */
  work_per_gpu_hour: number;
  usd_per_month: number;
  /** Hours of the bill's own GPU. */
  paid_gpu_hours_per_month: number;
  /** Hours of the GPU of the work. */
  productive_gpu_hours_per_month: number;
  usd_per_productive_gpu_hour: number | null;
  present_value_usd: number;
  levers: { id: string; label: string; offer: string | null; saves_usd_per_month: number }[];
  optimised_usd_per_month: number;
  optimised_usd_per_productive_gpu_hour: number | null;
  optimised_present_value_usd: number;
  covers_work: number | null;
}
export interface Derivation {
  label: string;
  value: number;
  unit: string;
  formula: string;
  inputs: string[];
  parts: Derivation[];
}
