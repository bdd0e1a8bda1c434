//! The present plan as measured: rows of the scenario that bills and samples settle, each with its source.
//!
//! A row that nothing was measured for is not set; one that was measured and cannot be used is named. Amounts are set from
//! bills in US dollars alone; of other currencies the page has to convert first.

use serde::{Deserialize, Serialize};

use super::summary::{CommitmentBill, CurrencyBill};
use crate::measured::summary::{CheaperType, RightSizing};
use crate::measured::{Summary, total};
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
    /// The job that held most GPUs.
    LargestJob {
        /// Jobs of the record.
        jobs: u64,
    },
    /// Use under commitments, with its share of what nothing used.
    CommittedHours {
        /// GPU-hours used.
        gpu_hours: f64,
        /// Share of the commitments that was used.
        used_share: f64,
    },
    /// Samples of GPUs that were allocated but idle.
    IdleSamples {
        /// Idle GPU-hours.
        gpu_hours: f64,
        /// GPU-hours for which utilization is known.
        known_gpu_hours: f64,
    },
    /// Idle rows of a cluster's allocations.
    IdleAllocations {
        /// Cost of what was not allocated.
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

/// Why a row, or a part of it, was measured and is not set.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", tag = "kind")]
pub enum NotSet {
    /// The bill has no month with all of its days, so no monthly amount.
    NoFullMonth,
    /// No GPU has half of the hours.
    NoMainGpu,
    /// The bill is too short to show the size of a commitment.
    ShortBill {
        /// Machine of the commitment.
        machine: String,
        /// Days that are needed.
        days: u32,
    },
    /// The commitment has ended.
    Ended {
        /// Its machine.
        machine: String,
    },
    /// Nothing used a commitment, so that its GPUs are unknown.
    UnusedAlone {
        /// Its cost, US dollars.
        cost: f64,
    },
    /// There are more commitments than the row holds: the smallest are left out.
    TooManyCommitments {
        /// How many are left out.
        count: u64,
        /// Their GPUs.
        gpus: f64,
    },
    /// A value that the row does not allow.
    Refused {
        /// Id of the row.
        row: String,
        /// The commitment's name, of a row with several; else empty.
        name: String,
        /// The value.
        value: f64,
        /// What is wrong, worded to follow the label of the row.
        problem: String,
    },
}

/// Rows that measured files settle, and what they show that is not set.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct PresentPlan {
    /// The rows.
    pub rows: Vec<MeasuredRow>,
    /// What is not set, and why.
    pub not_set: Vec<NotSet>,
}

/// Least throughput of a cheaper GPU, as a share of the present one's, to save what its hours cost less.
const AS_FAST: f64 = 0.95;
/// Least share of the hours of one GPU to stand for the bill.
pub(in crate::measured) const MOST_OF_THE_HOURS: f64 = 0.5;
/// A smaller share is none.
const NO_SHARE: f64 = 1e-4;
/// Shortest bill that shows the size of a commitment, in days.
const SHORTEST_BILL: u32 = 7;
/// Commitments that the row holds.
const MOST_COMMITMENTS: usize = 20;

/// The rows that a summary settles: bill, price, GPU, commitments, idle share, right-sizing share.
pub fn present_plan(summary: &Summary) -> Vec<MeasuredRow> {
    measured_plan(summary).rows
}

/// The same, with what the files show that is not set.
pub fn measured_plan(summary: &Summary) -> PresentPlan {
    let bill = summary.bill.as_ref();
    let usd = bill.and_then(|bill| bill.currencies.iter().find(|part| part.currency == "USD"));
    let mut plan = usd.map(of_bill).unwrap_or_default();
    let mut set = |row: &str, value: f64, from| {
        if value >= NO_SHARE {
            plan.rows.push(MeasuredRow { row: row.to_owned(), value: MeasuredValue::Number { value }, from });
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
    let saving = total(summary.right_sizing.iter().filter_map(as_fast).map(|cheaper| cheaper.saving));
    let cost: Option<f64> = summary.types.iter().map(|t| Some(t.price? * t.held_gpu_hours)).sum();
    if let Some(cost) = cost.filter(|cost| *cost > 0.0 && saving > 0.0) {
        set("present.rightsize_share", saving / cost, MeasuredFrom::RightSizing { saving, cost });
    }
    plan
}

/// The cheapest type that is about as fast.
fn as_fast(of: &RightSizing) -> Option<&CheaperType> {
    of.cheaper.iter().find(|other| other.throughput_share.is_some_and(|share| share >= AS_FAST))
}

fn of_bill(bill: &CurrencyBill) -> PresentPlan {
    let mut plan = PresentPlan::default();
    let mut set = |row: &str, value, from| plan.rows.push(MeasuredRow { row: row.to_owned(), value, from });
    let number = |value| MeasuredValue::Number { value };
    let gpu_cost = |lines: &super::summary::LineCosts| lines.gpu + lines.unused_commitment;
    let full: Vec<_> = bill.months.iter().filter(|m| m.is_full && m.gpu_hours > 0.0).collect();
    let mean = total(full.iter().map(|m| gpu_cost(&m.costs.lines))) / count(full.len().max(1));
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
    let main = main_gpu(bill);
    if let Some((gpu, share)) = main.clone() {
        set("present.gpu", MeasuredValue::Text { text: gpu }, MeasuredFrom::MostGpuHours { share });
    }
    if full.is_empty() && bill.gpu_hours > 0.0 {
        plan.not_set.push(NotSet::NoFullMonth);
    }
    if main.is_none() && bill.types.iter().any(|machine| machine.gpu.is_some() && machine.gpu_hours > 0.0) {
        plan.not_set.push(NotSet::NoMainGpu);
    }
    commitments(bill, &mut plan);
    plan
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

/// Sets the running commitments, and names those that are not set.
fn commitments(bill: &CurrencyBill, plan: &mut PresentPlan) {
    let days: u32 = bill.months.iter().map(|m| m.days).sum();
    let mut list: Vec<(MeasuredCommitment, &CommitmentBill)> = Vec::new();
    for of in &bill.commitments {
        let machine = of.machine.clone();
        match of.days_left {
            _ if days < SHORTEST_BILL => plan.not_set.push(NotSet::ShortBill { machine, days: SHORTEST_BILL }),
            Some(left) if left <= 0.0 => plan.not_set.push(NotSet::Ended { machine }),
            _ => list.push((measured(of), of)),
        }
    }
    if bill.unused_commitments_alone > 0.0 {
        plan.not_set.push(NotSet::UnusedAlone { cost: bill.unused_commitments_alone });
    }
    list.sort_by(|a, b| b.0.gpus.total_cmp(&a.0.gpus));
    let rest = list.split_off(list.len().min(MOST_COMMITMENTS));
    if !rest.is_empty() {
        let gpus = total(rest.iter().map(|(of, _)| of.gpus));
        plan.not_set.push(NotSet::TooManyCommitments { count: rest.len() as u64, gpus });
    }
    let gpu_hours = total(list.iter().map(|(_, of)| of.gpu_hours));
    let cost = total(list.iter().map(|(_, of)| of.cost));
    let unused = total(list.iter().map(|(_, of)| of.unused));
    if cost + unused > 0.0 && !list.is_empty() {
        let from = MeasuredFrom::CommittedHours { gpu_hours, used_share: cost / (cost + unused) };
        let list = list.into_iter().map(|(of, _)| of).collect();
        let value = MeasuredValue::Commitments { list };
        plan.rows.push(MeasuredRow { row: "present.commitments".to_owned(), value, from });
    }
}

/// A commitment as the scenario holds it. What nothing used was bought at the same price.
fn measured(of: &CommitmentBill) -> MeasuredCommitment {
    let bought = if of.cost > 0.0 { of.gpu_hours * (of.cost + of.unused) / of.cost } else { of.gpu_hours };
    MeasuredCommitment {
        name: of.machine.clone(),
        gpus: if of.hours > 0.0 { bought / of.hours } else { 0.0 },
        usd_per_gpu_hour: of.cost / of.gpu_hours,
        months_left: of.days_left.map(|days| days * 24.0 / HOURS_PER_MONTH),
    }
}
