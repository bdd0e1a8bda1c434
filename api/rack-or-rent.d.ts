// Types of the module dist/api/rack-or-rent.js. Written by hand; tests compare them with what the functions return.
// docs/api.md and docs/method.md explain each figure. No number is ever NaN or infinite; values that cannot be computed
// are null.

/** A scenario in the format of a saved file (docs/format.md). Without `version`, omitted inputs keep their defaults. */
export interface ScenarioFile {
  format?: "rack-or-rent/scenario";
  version?: number;
  edition?: string;
  name?: string;
  inputs: Record<string, unknown>;
  /** The result recorded when the file was written. It is read but does not affect the calculation. */
  said?: Said;
}

/** The result recorded when a file was written (docs/format.md). */
export interface Said {
  revision: number;
  own_usd_per_productive_gpu_hour: number | null;
  rent_usd_per_productive_gpu_hour: number | null;
  indifference_usd_per_gpu_hour: number | null;
  saving_usd: number | null;
  /** The plan that was recommended; missing in files of before, and where none was. */
  plan?: {
    kind: PlanKind;
    own_gpus: number;
    committed_gpus: number;
    present_value_usd: number;
    runner_up_present_value_usd: number | null;
  };
  sum: number;
}

/** A remark about inputs: the inputs concerned (go to the first; `price_book` means the price book), its severity and its text. */
export interface Issue {
  fields: string[];
  severity: "error" | "warning";
  message: string;
}

/** The reasons why nothing could be computed. `notices` lists the parts of the scenario that could not be used. */
export interface Failure {
  ok: false;
  errors: Issue[];
  notices: Issue[];
}
/** A result under its name, or the reasons why there is none. */
export type Outcome<Name extends string, Found> = ({ ok: true; notices: Issue[] } & { [name in Name]: Found }) | Failure;

/**
 * Your own offers, added to the published ones: CSV text (docs/format.md) or the result of `readPriceBook`. Rows that are not used
 * are listed in `notices`, under `price_book`.
 */
export type GivenBook = string | OwnBook | { ok: true; price_book: OwnBook };

/** Evaluates a scenario. */
export function evaluate(scenario: ScenarioFile, priceBook?: GivenBook | null): Outcome<"report", Report>;
/** The values of an input (default: utilization) at which owning and renting cost the same. */
export function breakEven(scenario: ScenarioFile, field?: string | null, priceBook?: GivenBook | null): Outcome<"break_even", BreakEvenAt>;
/** The payments of owning and renting in each month. */
export function cashFlows(scenario: ScenarioFile, priceBook?: GivenBook | null): Outcome<"cash_flows", CashFlows>;
/** The price of a rented GPU-hour at which owning and renting cost the same in a steady year. For the price over the horizon, see
 * `report.outlook.turning.usd_per_gpu_hour` from `evaluate`. */
export function indifferencePrice(scenario: ScenarioFile, priceBook?: GivenBook | null): Outcome<"indifference", Indifference>;
/** Reads your own price book from CSV. */
export function readPriceBook(csv: string): Outcome<"price_book", OwnBook>;

/** The WebAssembly: its URL, a response, its bytes, or the compiled module. */
export type Source = RequestInfo | URL | Response | BufferSource | WebAssembly.Module;
/** Loads the WebAssembly. Call once, before anything else. By default it loads the file next to this module. */
export default function init(source?: { module_or_path: Source | Promise<Source> }): Promise<unknown>;
/** The synchronous variant, from bytes or a compiled module. */
export function initSync(source: { module: BufferSource | WebAssembly.Module }): unknown;

/** A value at which the winner changes. */
export interface Turn {
  /** In the input's unit; for utilization a fraction. */
  value: number;
  /** Whether the winner changes in a step (whole nodes, months) rather than where both cost the same. */
  step: boolean;
  /** Whether owning is cheaper above it. */
  own_above: boolean;
}
export interface BreakEvenAt {
  field: string;
  now: number;
  /** The basis of the comparison: present value over the horizon, or the cost of a steady year (utilization). */
  basis: "horizon" | "steady-year";
  /** Ascending; empty if one side wins at every value. */
  turns: Turn[];
  /** The current saving from owning over the horizon, present value. */
  saving_usd: number | null;
  /** The smallest difference at any value: how far away "never" is. Inputs only. */
  nearest_usd: number | null;
  /** The offer compared with; null if it is the cheapest at each value. */
  offer: string | null;
  /** Utilization only. */
  in_use: BreakEven | null;
}

/** One plan by month: index 0 is month 1; entries beyond the horizon are payments still due then. US dollars; costs are positive and before tax unless stated otherwise. */
export interface Monthly {
  /** Paid at the start of each month. */
  start_usd: number[];
  /** Paid at the end of each month. */
  end_usd: number[];
  /** At the end of each month: removal and egress, less sales. */
  sale_usd: number[];
  /** The cost part of that: removal and egress. `cumulative_usd` includes it but not the sales. */
  removal_usd: number[];
  /** Paid up to points 0, 1, ... months, excluding sales; after tax if tax counts. */
  cumulative_usd: number[];
  by_year_usd: number[];
  /** Sum of all, before tax. */
  nominal_usd: number;
  /** Present value; after tax if tax counts. */
  present_value_usd: number;
}
export interface CashFlows {
  months: number;
  /** The offer that represents renting: the cheapest eligible one. */
  offer: string | null;
  own: Monthly;
  rent: Monthly | null;
}

export interface Indifference {
  /** Rent equivalent service if it costs less than this; own above it. */
  usd_per_gpu_hour: number | null;
  offer: string | null;
  offer_usd_per_gpu_hour: number | null;
  own_usd_per_productive_gpu_hour: number | null;
}

/** A remark about a row of a price book. */
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
  /** Rows that are used but look like a mistake. */
  doubtful: BookIssue[];
}

export type Service = "on-demand" | "capacity-block" | "reserved" | "spot" | "marketplace";

/** A busy share with the utilization it means. */
export interface Use {
  busy_share: number;
  utilization: number;
}
/** The utilization from which owning pays. */
export type BreakEven =
  | { kind: "always" }
  | ({ kind: "from" } & Use)
  | ({ kind: "up_to" } & Use)
  | { kind: "outside"; up_to: Use; from: Use }
  | { kind: "several"; first: Use; last: Use }
  | { kind: "never"; needed: Use | null; ceiling: Use; owned_at_ceiling: number; rented_at_ceiling: number };

/** The complete result of a calculation. */
export interface Report {
  engine: string;
  edition: string;
  hours: Hours;
  verdict: Verdict;
  /** Machines there of another GPU than the work's, as they are computed with; missing without any. */
  machines_there?: MachinesThere;
  own: OwnSide;
  outlook: Outlook;
  drivers: Driver[];
  offers: OfferSide[];
  /** Absent unless a workload names a model. */
  tokens?: Tokens;
  present: PresentPlan | null;
  derivations: Derivation[];
  indifference_usd_per_gpu_hour: number | null;
  warnings: Issue[];
  /** Parts of the scenario that could not be used as written, and what was used instead. Same as `notices` next to the report; entries
   * about an input or the price book are also among the warnings. */
  issues: Issue[];
  /** The unit of cost shown on the page and its number of productive GPU-hours. All costs here are per productive GPU-hour. */
  cost_unit: { unit: "hour" | "month" | "run" | "tokens"; gpu_hours: number };
  /** The available plans, in the order now, own, replace, commit, rent, mix, yours. */
  plans: Plan[];
  not_listed: { kind: PlanKind; why: "nothing_there" | "excluded_by_you" | "no_eligible_offer" | "nothing_to_buy" | "nothing_may_leave" | "no_better" | "not_typed" | "may_not_be_sold" }[];
  /** The plan to take; null if none may be recommended. */
  recommended: PlanKind | null;
  /** The cheapest other plan of another kind, or if there is none of any. */
  runner_up: PlanKind | null;
  /** The plan that the recommended one is weighed against: the runner-up, or where that may not be taken (it would sell machines that may
   * not be sold) the cheapest other one that may. */
  rival: PlanKind | null;
  /** What the saving is told against: what is there, else the rival. */
  compared_with: PlanKind | null;
  /** What the runner-up costs more, present value; the share is of the recommended plan. */
  difference_usd: number | null;
  difference_share: number | null;
  /** What the plan compared with costs more, present value; the share is of the dearer of the two. */
  saving_usd: number | null;
  saving_share: number | null;
  /** What the limits cost: the recommended plan less the one that would be recommended without limits. Null without limits. */
  limits_cost_usd: number | null;
  /** The limit that most plans break if none keeps them all. */
  first_broken: LimitKind | null;
  /** How much less a mix of other sizes could cost at most: 0 unless the search had to stop. */
  sizes_gap_usd: number;
  /** How sure the recommendation is against the runner-up. */
  badge: Verdict["strength"] | null;
  pair: Pair | null;
  /** The current bill beside what the plan "now" pays providers in its first month. */
  calibration: { bill_usd_per_month: number; now_usd_per_month: number; off_share: number } | null;
  /** How often the recommended plan, or one with the same sources, is the cheapest in draws of what is uncertain; below 65 % the badge is at most "close". */
  likelihood: {
    draws: number;
    cheapest_share: number;
    next: PlanKind | null;
    next_share: number;
    regret_if_wrong_usd: number | null;
    /** 10th, 50th and 90th percentile of what it costs. */
    cost_percentiles_usd: [number, number, number] | null;
  } | null;
  not_modelled: string[];
}
export type PlanKind = "now" | "own" | "replace" | "commit" | "rent" | "api" | "mix" | "yours";
/** Tokens of the workloads that name a model, and who sells them. */
export interface Tokens {
  million_per_month: number;
  /** Whether every workload's tokens may be bought. */
  is_all_work: boolean;
  million_per_gpu_hour: number;
  workloads: {
    name: string;
    model: string;
    is_known: boolean;
    million_per_month: number;
    tokens_per_second_per_gpu: number;
    /** Ids of the price book's measurements; empty if it was entered. */
    throughput: string[];
  }[];
  /** The cheapest counted one first. */
  offers: {
    id: string;
    provider: string;
    name: string;
    model: string;
    usd_per_million_input: number;
    usd_per_million_cached: number;
    batch_discount: number;
    usd_per_million_output: number;
    usd_per_million: number | null;
    usd_per_productive_gpu_hour: number | null;
    counted: boolean;
    barriers: string[];
    as_of: string | null;
    source_id: string;
    source: string;
    url: string;
  }[];
  /** From which volume hosting costs less; null if not all work can be bought. */
  volume: {
    million_now: number;
    api_usd_per_million: number;
    hosted_now: HostedTokens;
    /** Null if hosting never costs less, or always. */
    from_million: number | null;
    hosted_then: HostedTokens;
    at_any: boolean;
  } | null;
}
/** The cheapest plan on GPUs at a volume, in millions of tokens a month. */
export interface HostedTokens {
  million: number;
  kind: PlanKind;
  own_gpus: number;
  committed_gpus: number;
  usd_per_million: number;
}
/** Who does work. */
export type PlanSource = "machines_there" | "bought" | "commitment" | "spot" | "on_demand" | "api";
export type LimitKind = "upfront" | "peak_cash" | "kw" | "full_capacity";
/** A plan: US dollars, and productive GPU-hours over the horizon. */
export interface Plan {
  kind: PlanKind;
  /** Who does more than a twentieth of its hours after delivery. */
  sources: PlanSource[];
  nodes_bought: number;
  own_gpus: number;
  committed_gpus: number;
  commitment: string | null;
  hourly: string | null;
  spot: string[];
  /** Ids of its providers of tokens. */
  tokens: string[];
  present_value_usd: number;
  usd_per_year: number;
  usd_per_productive_gpu_hour: number | null;
  /** Absent unless an API could serve all of the work. */
  usd_per_million_tokens?: number;
  nominal_usd: number;
  cash_per_year_usd: number;
  above_cheapest_usd: number;
  upfront_usd: number;
  peak_cash_usd: number | null;
  peak_cash_month: number | null;
  hours: { machines_there: number; bought: number; commitment: number; spot: number; on_demand: number; api: number; undone: number; late: number };
  /** Work left undone by the month in which it was wanted; what waited to the end is in the last. */
  undone_by_month: number[];
  complete: boolean;
  breaks: LimitKind[];
  may_be_recommended: boolean;
  full_capacity_month: number;
  obligation_by_month_usd: number[];
  obligation_usd: number;
  running_obligation_by_month_usd: number[];
  /** Present value of all hours that it does: each weighted like a payment at the end of its month. */
  hours_present_value: number;
  /** What it pays for: the lines add up to the present value, and by fiscal year to all payments. The label is for people. */
  lines: { id: string; label: string; present_value_usd: number; capex_usd: number; upfront_usd: number; by_year_usd: number[] }[];
  capex_by_year_usd: number[];
  opex_by_year_usd: number[];
  cash_by_month_usd: number[];
  /** What it would cost more at present value if the months until delivery were done the other way: with the current bill, or rented by the hour. */
  other_until_delivery_usd?: number;
  provider_usd_first_month: number;
  kw: number;
  energy_kwh: number;
  co2e_kg: number;
  co2e_includes_rented: boolean;
}
/** Two plans against each other, sizes held: in a report the recommended one and the runner-up. */
export interface Pair {
  plan: PlanKind;
  against: PlanKind;
  /** What `against` costs more, present value; null if the two do not do the same work. */
  difference_usd: number | null;
  /** As a share of the plan. */
  difference_share: number | null;
  /** The plan with the higher upfront payments: payback and internal rate are told of it. */
  first: PlanKind;
  second: PlanKind;
  needs_less_cash: boolean;
  payback: Outlook["payback"];
  internal_rate: number | null;
  no_internal_rate: Outlook["no_internal_rate"];
  allowance_usd: number;
  badge: Verdict["strength"];
  drivers: {
    /** A row, or "pair.on_demand_price", "pair.spot_price", "pair.token_price", "pair.peak", whose values are factors. */
    field: string;
    low: number;
    high: number;
    difference_at_low_usd: number;
    difference_at_high_usd: number;
    flips: boolean;
    /** Where the cheaper one changes within the range. */
    turns_at: number | null;
    unconfirmed: boolean;
  }[];
  node_price: PairBreakEven | null;
  /** One factor on the price of all hours on demand. */
  rest_price: PairBreakEven | null;
  /** One factor on the price of all spot hours. */
  spot_price: PairBreakEven | null;
  /** One factor on the price of all tokens, told as that of a million of the present mix. */
  token_price: PairBreakEven | null;
  /** One factor on all work; null without work. */
  work: {
    /** The nearest factor at which the cheaper one changes; null if none does. */
    factor: number | null;
    step: boolean;
    cheaper_above: PlanKind;
    others: number[];
    most: number;
    /** How busy the owned GPUs are now and at that factor, if the work is steady and one of the two owns any. */
    busy_share_now: number | null;
    busy_share: number | null;
  } | null;
  /** What a productive hour of the plan and of the other costs over the work. */
  curve: {
    axis: "busy_share" | "work";
    now: number;
    right: number;
    points: { at: number; usd_per_productive_gpu_hour: [number | null, number | null] }[];
    crossings: { at: number; usd_per_productive_gpu_hour: number }[];
  } | null;
  /** The requirements whose change alone changes the cheaper one. */
  requirements: {
    field: string;
    value: number | boolean | string;
    cheaper: PlanKind;
    /** Null if one of the two cannot do the work then. */
    difference_usd: number | null;
  }[];
  /** From what the plan costs to what the other costs. */
  bridge: {
    from: PlanKind;
    to: PlanKind;
    from_usd: number;
    to_usd: number;
    steps: { line: string; label: string; usd: number; capex_usd: number }[];
    capex_usd: number;
    opex_usd: number;
  };
}
/** A price at which two plans cost the same; null if none does. */
export interface PairBreakEven {
  now_usd: number;
  usd: number | null;
  /** The plan that costs less above that price; without one, at any. */
  cheaper_above: PlanKind;
  /** Further prices at which the cheaper one changes. */
  others_usd: number[];
}
/** Machines there of another GPU. */
export interface MachinesThere {
  nodes: number;
  gpus_per_node: number;
  /** Work of an hour of one of their GPUs, relative to the work's GPU, and where that comes from. */
  relative_work: number;
  work_origin: "entered" | "rated" | "dense_bf16";
  /** GPUs of the work that do as much as all of them. */
  working_gpus: number;
  node_kw: number;
  /** Price of a node when new, of which support and insurance are a share; null if it is that of a new node. */
  price_usd: number | null;
  /** New nodes that do at least their work. */
  replacing_nodes: number;
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
  /** `doubtful`: the answer rests on an unusual price. `open`: the two sides are not comparable. */
  strength: "clear" | "leaning" | "close" | "doubtful" | "open";
  offer: string | null;
  difference_usd: number | null;
  /** As a share of the cheaper side's cost; the page states it as a share of the more expensive side ("less"). */
  difference_share: number | null;
  allowance_usd: number;
  difference_usd_per_year: number | null;
  /** Null if the two sides are not comparable. */
  steady_year_agrees: boolean | null;
  other_end_agrees: boolean | null;
  break_even: BreakEven | null;
  node_price_flip_usd: number | null;
  charge: string;
  assumed: { field: string; as_of: string; share_of_own_cost: number } | null;
  /** Rows of assumed values from which the work was computed, as that of a bill; empty for work that was entered. */
  work_assumed_from: string[];
  /** With the kind `undone`: the price of an undone hour at which the winner changes. */
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
  /** Nodes bought beyond the GPUs entered, instead of renting overflow. */
  further: { nodes: number; present_value_usd: number; without_usd: number; done_without: boolean } | null;
  /** What happens to existing nodes whose life ends before the horizon; null if it does not. */
  present_end: PresentEnd | null;
  /** The planning figures of the price book that resale follows. */
  planning_resale: { points: [number, number][]; as_of: string; source: string; url: string } | null;
  /** Kilowatts contracted in colocation: nodes with their spares, rated power, average draw, whole racks, what is paid for. */
  contracted: { nodes: number; rated_kw: number; drawn_kw: number | null; racks: number | null; kw: number; usd_per_year: number } | null;
}
export interface PresentEnd {
  /** How many nodes they are. */
  nodes: number;
  choice: "replaced" | "retired" | "run-on";
  /** Month of the horizon, from 1, at whose end their life ends. */
  month: number;
  /** US dollars paid in the following month for their replacement; 0 if there is none. */
  bought_usd: number;
}
export interface OfferSide {
  id: string;
  provider: string;
  name: string;
  gpu: string;
  service: Service;
  term_months: number;
  /** `gpus`: GPUs under commitment. `absorbed`: only used hours count; your other work pays for the rest. */
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
  /** Busy shares from which the hourly price changes. */
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
  /** After tax if tax counts. */
  internal_rate: number | null;
  /** Why there is no IRR; null if there is one. */
  no_internal_rate: { kind: "several" | "owning-cheaper" | "owning-dearer" | "undone" | "nothing-to-rent"; rates: number[]; words: string } | null;
  payback: Payback | null;
  /** Break-even values over the horizon; null if the two sides are not comparable. */
  turning: { busy_share: number | null; own_above: boolean; until_busy_share: number | null; offer: string | null; usd_per_gpu_hour: number | null; commitment: string | null; usd_turns_as_typed: boolean; commitment_usd_per_gpu_hour: number | null; commitment_usd_turns_as_typed: boolean } | null;
  financing: Financing | null;
  exits: { month: number; sale_usd: number; book_usd: number; loss_usd: number }[];
  /** The purchase of a second cluster; null if the machines outlive the horizon. */
  second_purchase: { month: number; bought_usd: number; sold_usd: number; times: number; peak_cash_usd: number | null; peak_month: number | null } | null;
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
  /** Paid up to points 0, 1, ... months, excluding sales; after tax if tax counts. */
  cumulative_usd: number[];
  /** The part of it paid at once at each point. */
  at_once_usd: number[];
  by_year_usd: number[];
  /** The same after tax; empty if tax is left out. */
  after_tax_by_year_usd: number[];
  book_by_year_usd: number[];
  lines: { id: string; label: string; by_year_usd: number[] }[];
}
export interface Payback {
  month: number | null;
  discounted_month: number | null;
  crossings: number[];
  peak_cash_usd: number;
  peak_month: number;
  /** What owning saves over the horizon, sales included, undiscounted; after tax if there is tax. */
  undiscounted_saving_usd: number;
  /** The same as present value by the other clock: payments at the ends of years, or month by month. */
  other_clock_saving_usd: number;
}
export interface Financing {
  price_usd: number;
  /** Excludes a deposit with the order, which is paid in cash. */
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
/** The current bill, and what the same work could cost without moving it to owned hardware. */
export interface PresentPlan {
  /** Id of the GPU that the bill is for. */
  gpu: string;
  /** Work done in an hour of that GPU, relative to the workload's GPU (1). */
  work_per_gpu_hour: number;
  usd_per_month: number;
  /** Hours of the bill's GPU. */
  paid_gpu_hours_per_month: number;
  /** Hours of the workload's GPU. */
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
