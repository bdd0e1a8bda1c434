//! Text of `measured/`.

use std::fmt::Display;

use protocol::Earlier;

pub const BILL: &str = "a bill";
pub const ADD_FILES: &str = "Choose files";
pub const HOST: &str = "Host of these GPUs";
pub const SAMPLE_INTERVAL: &str = "Seconds between two samples";
pub const BILLED_PRICE: &str = "the billed price of each GPU";
pub const CANCEL: &str = "Cancel";
pub const NOT_READ: &str = "Not read";
pub const COLUMNS_TITLE: &str = "What the columns hold";
pub const QUERIES_TITLE: &str = "Queries that write these files";
pub const DAY_FIRST: &str = "day first";
pub const DATES: &str = "Dates with slashes";
pub const DROP_HERE: &str = "Drop files here, or";
pub const EXPLANATION: &str = "Drop in files you already have from your cluster, cloud or billing export: Slurm sacct, nvidia-smi, DCGM metrics from Prometheus, Standard Workload Format, OpenCost, FOCUS, AWS cost and usage reports, Azure cost exports, or any table. See what was used, by whom, what sat idle and what it cost. Files are read in this browser; nothing is uploaded or stored.";
pub const SCENARIO_STARTS_IN: &str = "The scenario starts in";
pub const SAME_OFFSET: &str = "Always the same";
pub const FROM_IDLE_ROWS: &str = "from the idle rows of the allocations";
pub const FROM_RIGHT_SIZING: &str = "from cheaper GPUs that would have sufficed";
pub const GPU_METRICS: &str = "DCGM metrics";
pub const GPU_SAMPLES: &str = "nvidia-smi samples";
pub const IDLE_MEMORY: &str = "Idle if memory in use exceeds (%)";
pub const IDLE_MINUTES: &str = "Idle if it lasts at least (minutes)";
pub const IDLE_UTILIZATION: &str = "Idle if utilization is below (%)";
pub const NOT_USED: &str = "not used";
pub const READ_AS: &str = "Read as";
pub const LIST_PRICE: &str = "the usual on-demand price of each GPU";
pub const REPLAY_TITLE: &str = "Whole jobs on the recommended plan";
pub const REPLAY_EXPLANATION: &str = "The plans know the year beforehand and split jobs at will. Run the jobs of these files again, whole and in the order in which they were submitted, and see what is left of the saving, how long jobs wait, and what waiting saves.";
pub const REPLAY_PATIENCE: [&str; 2] = ["Rent for jobs that would wait longer than", "hours; empty: let them wait."];
pub const SEEK_SIZES: &str = "Seek the sizes that are cheapest for whole jobs, too";
pub const USE_WHAT_JOBS_GOT: &str = "Use what the jobs got";
pub const USE_BEST_SIZES: &str = "Hold the sizes that are cheapest for whole jobs";
pub const WHAT_IT_SETS: &str = "Sets the maximum occupancy of the machines and the share of billed hours used in the scenario, so that the answer counts with them. Undo restores both.";
pub const JOBS_GOT_TAKEN_OVER: &str = "The scenario counts with what whole jobs got.";
pub const SIZES_TAKEN_OVER: &str = "The sizes are held in the scenario.";
pub const NO_PATIENCE: &str = "Hours are 0 or more.";
pub const CLOSER: &str = "Closer";
pub const WIDER: &str = "Wider";
pub const EARLIER: &str = "Earlier";
pub const LATER: &str = "Later";
pub const DAYS_SHOWN: &str = "Days shown";
pub const RUN_JOBS_AGAIN: &str = "Run these jobs on the plan";
pub const TITLE: &str = "Measured";
pub const MONTH_FIRST: &str = "month first";
pub const REPLACES_WORKLOADS: &str = "Workloads that you entered are replaced. Undo restores them.";
pub const NUMBER_OF_GPUS: &str = "Number of GPUs";
pub const NOT_NAMED: &str = "type not named";
pub const OWNED_COST: &str = "your cost per busy GPU-hour";
pub const PEAK_MEMORY: &str = "Oversized if peak memory is below (%)";
pub const PRICED_AT: &str = "Price allocated GPU-hours at";
pub const PROCESSORS_ARE_GPUS: &str = "Its processors are GPUs";
pub const LABEL_QUERY: &str = "Query";
pub const MEAN_UTILIZATION: &str = "Oversized if mean utilization is below (%)";
pub const MODEL_AND_BILL: &str = "Model and bill";
pub const READ_AGAIN: &str = "Read again";
pub const READ_TABLE: &str = "Read the table";
pub const REMOVE: &str = "Remove";
pub const SLURM_JOBS: &str = "Slurm jobs";
pub const USE_THESE_GPUS: &str = "Use these GPUs";
pub const THRESHOLDS: &str = "What counts as idle or oversized";
pub const TIME_ZONE: &str = "Times without a zone are in";
pub const TRY_AN_EXAMPLE: &str = "Or try an example:";
pub const WHICH_GPUS: &str = "Which GPUs does this machine have?";
pub const WHICH_GPU: &str = "Which GPU is this?";
pub const USE_IN_SCENARIO: &str = "Use this in the scenario";
pub const DEMAND_TAKEN_OVER: &str = "The measured demand is in the scenario.";
pub const READ_TITLE: &str = "What was read";
pub const ZONES_BY_NAME: &str = "By name, with summer time";

/// Why a result is an earlier one.
pub fn earlier(why: Earlier) -> &'static str {
    match why {
        Earlier::Files => "These results are for earlier files.",
        Earlier::Settings => "These results are from before you changed how a file is read.",
        Earlier::Questions => "These results are for earlier prices, inputs or thresholds.",
    }
}

/// How far reading is, in mebibytes.
pub fn read_of(done: &dyn Display, total: &dyn Display) -> String {
    format!("{done} of {total} MB")
}

/// Rows that were read.
pub fn rows_read(rows: &str) -> String {
    if rows == "1" { "1 row read".to_owned() } else { format!("{rows} rows read") }
}

/// Rows that were skipped for a reason, with the first lines.
pub fn skipped(count: &str, reason: &str, lines: &str) -> String {
    let (rows, of) = if count == "1" { ("row", "line") } else { ("rows", "lines") };
    format!("{count} {rows} skipped: {reason} ({of} {lines})")
}

/// A time zone at whole or half hours from UTC.
pub fn zone(hours: f64) -> String {
    if hours == 0.0 {
        "UTC".to_owned()
    } else {
        format!("UTC{}{}", if hours > 0.0 { "+" } else { "\u{2212}" }, hours.abs())
    }
}

/// The reader's own time zone.
pub fn own_zone(name: &str) -> String {
    format!("{name}, your own time zone")
}

/// The time that the files cover.
pub fn covers(from: &str, to: &str) -> String {
    format!("{from} to {to}")
}

/// The measured demand as it enters the scenario.
pub fn demand_of(hours: &str) -> String {
    format!("Demand as levels, {hours} GPU-hours a month, as a workload marked as measured")
}

/// How much of a year the demand covers.
pub fn covers_days(days: &str, gpu: &str) -> String {
    format!(
        "The files cover {days} days; these days, or the last 365 of them, stand for a year. All GPUs count as {gpu}, whatever their type."
    )
}

/// A number as it enters the scenario.
pub fn proposed(label: &str, value: &str, from: &str) -> String {
    format!("{label}: {value}, {from}")
}

/// A commitment of a bill.
pub fn commitment(name: &str, gpus: &str, price: &str) -> String {
    format!("{gpus} GPUs of {name} at {price}")
}

/// What a growth rate was measured from.
pub fn from_trend(months: u64, error: &str) -> String {
    format!("from the trend of {months} full months, standard error {error}")
}

/// What a monthly bill was measured from.
pub fn from_full_months(months: &str) -> String {
    format!("GPUs and their commitments, mean of {months}")
}

/// What a price of a GPU-hour was measured from.
pub fn from_gpu_hours(hours: &str) -> String {
    format!("from {hours} GPU-hours on the bill")
}

/// Why a GPU stands for the bill.
pub fn from_share_of_hours(share: &str) -> String {
    format!("it has {share} of the GPU-hours")
}

/// Whose job is the largest.
pub fn from_largest_job(jobs: &str) -> String {
    format!("the largest of {jobs} jobs")
}

/// What commitments were measured from.
pub fn from_commitments(used: &str) -> String {
    format!("from committed hours; {used} of what was committed is used")
}

/// What a share of idle hours was measured from.
pub fn from_idle(idle: &str, known: &str) -> String {
    format!("from {idle} idle GPU-hours of {known} with known utilization")
}

/// Name of a copy button.
pub fn copy_query(name: &str) -> String {
    format!("Copy the query: {name}")
}

/// A query card: what writes the file, what to note, and the command.
pub const QUERIES: [(&str, &str, &str); 8] = [
    (
        "Slurm",
        "All jobs since January with requeued attempts, without steps. For job owners as hashes, use the second command.",
        "sacct -a -X -D -P -S 2026-01-01 -E now --format=Cluster,JobID,User,Account,Partition,State,Submit,Eligible,Start,End,Elapsed,Timelimit,ReqTRES,AllocTRES,NodeList,WCKey > sacct.txt",
    ),
    (
        "Slurm, owners hashed",
        "The same with the user and the account as the first twelve digits of a hash. Change the salt.",
        "sacct -a -X -D -P -S 2026-01-01 -E now --format=Cluster,JobID,User,Account,Partition,State,Submit,Eligible,Start,End,Elapsed,Timelimit,ReqTRES,AllocTRES,NodeList,WCKey | awk -F'|' -v OFS='|' -v salt=CHANGE-ME 'function h(s, c, r) { c = \"printf %s \" salt s \" | sha256sum\"; c | getline r; close(c); return substr(r, 1, 12) } NR > 1 { $3 = h($3); $4 = h($4) } 1' > sacct.txt",
    ),
    (
        "nvidia-smi",
        "One sample of each GPU a minute until you stop it; run it on every host.",
        "nvidia-smi --query-gpu=timestamp,index,name,uuid,utilization.gpu,memory.used,memory.total,power.draw,mig.mode.current --format=csv -l 60 > gpus-$(hostname).csv",
    ),
    (
        "Prometheus with DCGM",
        "A week at one-minute steps: Prometheus returns at most 11,000 points of a series.",
        "curl -G http://PROMETHEUS:9090/api/v1/query_range --data-urlencode 'query={__name__=~\"DCGM_FI_DEV_GPU_UTIL|DCGM_FI_PROF_GR_ENGINE_ACTIVE|DCGM_FI_DEV_FB_USED|DCGM_FI_DEV_FB_FREE|DCGM_FI_DEV_POWER_USAGE\"}' -d start=2026-01-01T00:00:00Z -d end=2026-01-08T00:00:00Z -d step=60 > dcgm.json",
    ),
    (
        "OpenCost",
        "A month by day, namespace and controller, with idle rows: without them the use of the cluster is unknown.",
        "curl 'http://OPENCOST:9003/allocation/compute?window=30d&step=1d&aggregate=namespace,controller&includeIdle=true' > opencost.json",
    ),
    (
        "FOCUS",
        "Run it where the export is a table; leave out the columns that yours lacks.",
        "SELECT ChargePeriodStart, ChargePeriodEnd, ChargeCategory, ChargeFrequency, PricingCategory, CommitmentDiscountStatus, BilledCost, EffectiveCost, ListCost, ConsumedQuantity, ConsumedUnit, ResourceId, ServiceCategory, ServiceName, SkuId, SubAccountName, Tags, BillingCurrency FROM focus WHERE ChargePeriodStart >= '2026-01-01'",
    ),
    (
        "AWS cost and usage report",
        "Athena on a report 2.0 with resource ids; save the result as CSV.",
        "SELECT line_item_line_item_type, line_item_product_code, product['instance_type'] AS product_instance_type, line_item_usage_start_date, line_item_usage_end_date, line_item_usage_amount, line_item_unblended_cost, savings_plan_savings_plan_effective_cost, savings_plan_total_commitment_to_date, savings_plan_used_commitment, reservation_effective_cost, reservation_unused_amortized_upfront_fee_for_billing_period, reservation_unused_recurring_fee, line_item_usage_account_id, line_item_resource_id, line_item_currency_code FROM cur WHERE line_item_usage_start_date >= TIMESTAMP '2026-01-01'",
    ),
    (
        "Azure",
        "In Cost Management, export \u{201c}Cost and usage details (amortized)\u{201d} as CSV; gzip is read as it is.",
        "az costmanagement export create --name gpu-costs --type AmortizedCost --scope subscriptions/SUBSCRIPTION --storage-account-id ACCOUNT --storage-container exports --timeframe MonthToDate",
    ),
];
