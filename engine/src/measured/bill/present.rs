//! The present plan as measured: rows of the scenario that bills and samples settle, each with its source.
//!
//! A row that nothing was measured for is not set. Amounts are set from bills in US dollars alone; of other currencies
//! the page has to convert first.

use serde::{Deserialize, Serialize};

use super::summary::{CurrencyBill, MachineBill};
use crate::measured::Summary;
use crate::measured::summary::{CheaperType, RightSizing};
use crate::units::{HOURS_PER_MONTH, count};

/// A row of the scenario with its measured value.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct MeasuredRow {
    /// Id of the row: `present.bill_usd_per_month`.
    pub row: String,
    /// Its value.
    pub value: MeasuredValue,
    /// What it was measured from.
    pub from: MeasuredFrom,
}

/// A measured value.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", tag = "kind")]
pub enum MeasuredValue {
    /// A number in the unit of its row.
    Number {
        /// The number.
        value: f64,
    },
    /// An id.
    Text {
        /// The text.
        text: String,
    },
    /// Running commitments.
    Commitments {
        /// One for each type of machine.
        list: Vec<MeasuredCommitment>,
    },
}

/// A commitment that a bill shows.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct MeasuredCommitment {
    /// The machine's name.
    pub name: String,
    /// GPUs under it on average: those used, and those that nothing used at the same price.
    pub gpus: f64,
    /// Its amortised price of a GPU-hour, US dollars.
    pub usd_per_gpu_hour: f64,
    /// Months left; `None` if the bill does not say: it has to be asked.
    pub months_left: Option<f64>,
}

/// What a value was measured from.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", tag = "kind")]
pub enum MeasuredFrom {
    /// Slope of the logarithm of held hours over full months, per year.
    Trend {
        /// Full months.
        months: u64,
        /// The slope.
        slope: f64,
        /// Its standard error.
        error: f64,
    },
    /// Mean amortised cost of GPUs and their commitments, over full months.
    FullMonths {
        /// Their names.
        months: Vec<String>,
        /// Currency.
        currency: String,
    },
    /// Amortised cost of GPUs and their commitments, per GPU-hour.
    CostPerGpuHour {
        /// The cost.
        cost: f64,
        /// The hours.
        gpu_hours: f64,
    },
    /// The GPU with most hours.
    MostGpuHours {
        /// Its share of the hours.
        share: f64,
    },
    /// Use under commitments, with its share of what nothing used.
    CommittedHours {
        /// GPU-hours used.
        gpu_hours: f64,
        /// Share of the commitments that was used.
        used_share: f64,
    },
    /// Samples of GPUs that were held but idle.
    IdleSamples {
        /// Idle GPU-hours.
        gpu_hours: f64,
        /// GPU-hours for which utilization is known.
        known_gpu_hours: f64,
    },
    /// Idle rows of a cluster's allocations.
    IdleAllocations {
        /// Cost of what nobody was given.
        idle: f64,
        /// Cost of all.
        all: f64,
    },
    /// Samples of GPUs that cheaper ones could replace.
    RightSizing {
        /// What that would save in the observed hours, US dollars.
        saving: f64,
        /// The cost of all observed hours, US dollars.
        cost: f64,
    },
}

/// Least throughput of a cheaper GPU, as a share of the present one's, to save what its hours cost less.
const AS_FAST: f64 = 0.95;
/// Least share of the hours of one GPU to stand for the bill.
const MOST_OF_THE_HOURS: f64 = 0.5;

/// The rows that a summary settles: bill, price, GPU, commitments, idle share, right-sizing share.
pub fn present_plan(summary: &Summary) -> Vec<MeasuredRow> {
    let bill = summary.bill.as_ref();
    let usd = bill.and_then(|bill| bill.currencies.iter().find(|part| part.currency == "USD"));
    let mut rows = usd.map(of_bill).unwrap_or_default();
    let mut set = |row: &str, value: f64, from| {
        // A share below one hundredth of a per cent is none; all of it is no plan.
        if (1e-4..=0.99).contains(&value) {
            rows.push(MeasuredRow { row: row.to_owned(), value: MeasuredValue::Number { value }, from });
        }
    };
    let sampled = summary.idle.as_ref().zip(summary.utilization.as_ref());
    if let Some((idle, utilization)) = sampled.filter(|(_, u)| u.known_gpu_hours > 0.0) {
        let known_gpu_hours = utilization.known_gpu_hours;
        let from = MeasuredFrom::IdleSamples { gpu_hours: idle.gpu_hours, known_gpu_hours };
        set("present.idle_share", idle.gpu_hours / known_gpu_hours, from);
    } else if let Some(part) = usd.filter(|part| part.total.idle > 0.0) {
        let (idle, all) = (part.total.idle, part.total.amortised);
        set("present.idle_share", idle / all, MeasuredFrom::IdleAllocations { idle, all });
    }
    // A slower GPU would take longer for the same work: only as fast ones save what the same hours cost less.
    let saving: f64 = summary.right_sizing.iter().filter_map(as_fast).map(|cheaper| cheaper.saving).sum();
    let cost: Option<f64> = summary.types.iter().map(|t| Some(t.price? * t.held_gpu_hours)).sum();
    if let Some(cost) = cost.filter(|cost| *cost > 0.0 && saving > 0.0) {
        set("present.rightsize_share", saving / cost, MeasuredFrom::RightSizing { saving, cost });
    }
    rows
}

/// The cheapest type that is about as fast.
fn as_fast(of: &RightSizing) -> Option<&CheaperType> {
    of.cheaper.iter().find(|other| other.throughput_share.is_some_and(|share| share >= AS_FAST))
}

fn of_bill(bill: &CurrencyBill) -> Vec<MeasuredRow> {
    let mut rows = Vec::new();
    let mut set = |row: &str, value, from| rows.push(MeasuredRow { row: row.to_owned(), value, from });
    let number = |value| MeasuredValue::Number { value };
    let gpu_cost = |lines: &super::summary::LineCosts| lines.gpu + lines.unused_commitment;
    let full: Vec<_> = bill.months.iter().filter(|m| m.is_full && m.gpu_hours > 0.0).collect();
    let mean = full.iter().map(|m| gpu_cost(&m.costs.lines)).sum::<f64>() / count(full.len().max(1));
    if mean > 0.0 {
        let months = full.iter().map(|m| m.name.clone()).collect();
        let from = MeasuredFrom::FullMonths { months, currency: bill.currency.clone() };
        set("present.bill_usd_per_month", number(mean), from);
    }
    let cost = gpu_cost(&bill.total.lines);
    if let Some(price) = bill.cost_per_gpu_hour.filter(|price| *price > 0.0) {
        let from = MeasuredFrom::CostPerGpuHour { cost, gpu_hours: bill.gpu_hours };
        set("present.usd_per_gpu_hour", number(price), from);
    }
    if let Some((gpu, share)) = main_gpu(bill) {
        set("present.gpu", MeasuredValue::Text { text: gpu }, MeasuredFrom::MostGpuHours { share });
    }
    let list: Vec<MeasuredCommitment> = bill.types.iter().filter_map(|machine| commitment(bill, machine)).collect();
    if let (false, Some(used_share)) = (list.is_empty(), bill.commitment.share) {
        let gpu_hours = bill.types.iter().map(|t| t.committed_gpu_hours).sum();
        let from = MeasuredFrom::CommittedHours { gpu_hours, used_share };
        set("present.commitments", MeasuredValue::Commitments { list }, from);
    }
    rows
}

/// The GPU with most of the hours, and its share.
fn main_gpu(bill: &CurrencyBill) -> Option<(String, f64)> {
    let mut hours: Vec<(&str, f64)> = Vec::new();
    for machine in &bill.types {
        let gpu = machine.gpu.as_deref().unwrap_or_default();
        match hours.iter_mut().find(|(id, _)| *id == gpu) {
            Some((_, sum)) => *sum += machine.gpu_hours,
            None => hours.push((gpu, machine.gpu_hours)),
        }
    }
    let (gpu, most) = hours.into_iter().max_by(|a, b| a.1.total_cmp(&b.1))?;
    let share = most / bill.gpu_hours;
    (!gpu.is_empty() && share >= MOST_OF_THE_HOURS).then(|| (gpu.to_owned(), share))
}

/// Shortest bill that shows the size of a commitment, in days.
const SHORTEST_BILL: u32 = 7;

/// The commitment behind a type's committed hours; `None` without one, or if the bill is too short to tell.
fn commitment(bill: &CurrencyBill, machine: &MachineBill) -> Option<MeasuredCommitment> {
    let days: u32 = bill.months.iter().map(|m| m.days).sum();
    let used_share = bill.commitment.share.filter(|share| *share > 0.0)?;
    if machine.committed_gpu_hours <= 0.0 || days < SHORTEST_BILL {
        return None;
    }
    // What nothing used was bought at the same price.
    let bought = machine.committed_gpu_hours / used_share;
    Some(MeasuredCommitment {
        name: machine.name.clone(),
        gpus: bought / (f64::from(days) * 24.0),
        usd_per_gpu_hour: machine.committed_cost / machine.committed_gpu_hours,
        months_left: bill.commitment_days_left.map(|days| f64::from(days) * 24.0 / HOURS_PER_MONTH),
    })
}
