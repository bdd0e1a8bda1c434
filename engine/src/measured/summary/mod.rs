//! What all files of a record say together: plain data for the page.
//!
//! Hours are GPU-hours held unless a name says otherwise; shares are of 1; money is US dollars; times are seconds since
//! 1970 UTC. What is unknown is absent, never 0.

use serde::{Deserialize, Serialize};

use super::bill::{BillSummary, Step};
use super::report::{FileReport, TimeRange};

mod assembly;
mod calendar;
mod demand;
mod endings;
mod gpus;
mod kinds;
mod owners;
mod questions;
mod sizing;
mod usage;
mod waiting;

pub(super) use assembly::of_record;
pub(super) use demand::of_bill;
pub use endings::{Endings, EndingsOfOwner};
pub use questions::SummaryQuestions;
pub use waiting::Waiting;

/// The summary of a record.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Summary {
    /// The files, in the order of reading.
    pub files: Vec<FileReport>,
    /// The time that they cover.
    pub range: Option<TimeRange>,
    /// GPU types, most hours first.
    pub types: Vec<TypeUse>,
    /// Sum of the hours held by jobs.
    pub held_gpu_hours: f64,
    /// Jobs, attempts and series behind them.
    pub jobs: JobCounts,
    /// Hours by calendar month, rising.
    pub months: Vec<Period>,
    /// Hours by week, Monday to Sunday, rising.
    pub weeks: Vec<Period>,
    /// Jobs that were requeued, if any.
    pub goodput: Option<Goodput>,
    /// How the held hours ended, if files say it.
    pub endings: Option<Endings>,
    /// Work that waited.
    pub waiting: Waiting,
    /// Demand hour by hour, of the first that shows one: jobs, a series, samples, bills.
    pub demand: Option<DemandSeries>,
    /// Trend of the held hours over at least three full months.
    pub trend: Option<Trend>,
    /// Who held what, one statement for each kind of owner.
    pub statements: Vec<Statement>,
    /// GPUs of which there are samples.
    pub utilization: Option<Utilization>,
    /// Times in which GPUs were allocated but idle.
    pub idle: Option<Idle>,
    /// GPUs that a smaller or cheaper type could replace.
    pub right_sizing: Vec<RightSizing>,
    /// Slices of the GPU types seen that can be cut.
    pub mig: Vec<MigType>,
    /// The bills.
    pub bill: Option<BillSummary>,
}

/// Hours of one GPU type.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct TypeUse {
    /// Name as printed; empty where files do not name a type.
    pub name: String,
    /// Other printed names that mean the same GPU.
    pub other_names: Vec<String>,
    /// Id in the price book; `None` if it is not known there.
    pub book_id: Option<String>,
    /// Ids that the printed name could also mean.
    pub could_be: Vec<String>,
    /// GPUs of which there are samples.
    pub gpus_seen: u64,
    /// Greatest number held at once by jobs.
    pub most_at_once: f64,
    /// Where the held hours come from.
    pub held_from: HeldFrom,
    /// GPU-hours held. From samples alone: GPU-hours observed.
    pub held_gpu_hours: f64,
    /// GPU-hours for which utilization is known.
    pub known_gpu_hours: f64,
    /// Their share of the held hours, at most 1.
    pub known_share: f64,
    /// Mean utilization while it is known.
    pub mean_utilization: Option<f64>,
    /// Held hours × mean utilization, over the share that is known.
    pub busy_gpu_hours: f64,
    /// Held hours × mean utilization, if what is unknown were like what is known.
    pub efficient_gpu_hours: Option<f64>,
    /// GPU-hours that waited: GPUs × time between submit and start.
    pub waiting_gpu_hours: f64,
    /// Mean power of a GPU while it is known, W.
    pub mean_power: Option<f64>,
    /// Price of a GPU-hour that was used, US dollars.
    pub price: Option<f64>,
}

/// Where held hours come from.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum HeldFrom {
    /// Jobs say what they held.
    #[default]
    Jobs,
    /// Samples say that the GPU was there, not that it was held.
    Samples,
}

/// Counts of jobs.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct JobCounts {
    /// Jobs that held GPUs.
    pub gpu_jobs: u64,
    /// Attempts of them: a requeued job has several.
    pub attempts: u64,
    /// Jobs without GPUs.
    pub cpu_jobs: u64,
    /// Jobs whose GPUs are not recorded.
    pub unknown_jobs: u64,
    /// Hours for which those ran: job-hours, because their GPUs are unknown.
    pub unknown_job_hours: f64,
    /// Jobs that were running at the end of the record.
    pub running: u64,
    /// Jobs that are in two files or twice in one, and count once.
    pub duplicates: u64,
    /// GPUs of one type that the largest job holds or waits for; 0 without jobs.
    pub largest_gpus: f64,
}

/// Hours of a month or week.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Period {
    /// `2026-01`, or the Monday of a week: `2026-01-05`.
    pub name: String,
    /// Its first second.
    pub from: f64,
    /// Its end.
    pub to: f64,
    /// Whether the record covers it, but for a day at most.
    pub is_full: bool,
    /// GPU-hours held.
    pub gpu_hours: f64,
    /// Their price, where every type has one.
    pub cost: Option<f64>,
    /// GPU-hours by position in [`Summary::types`].
    pub by_type: Vec<f64>,
}

/// What requeued jobs lost.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Goodput {
    /// Jobs with more than one attempt.
    pub jobs: u64,
    /// Attempts.
    pub attempts: u64,
    /// GPU-hours that all attempts held.
    pub held_gpu_hours: f64,
    /// GPU-hours of the last attempts: useful at most, if nothing was saved before.
    pub useful_gpu_hours: f64,
    /// Their share.
    pub share: f64,
}

/// Where a demand series comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum DemandFrom {
    /// Jobs: held GPUs, and waiting ones from their submit on.
    Jobs,
    /// A series of GPUs, as read.
    Series,
    /// Samples: GPUs that computed or held memory. Waiting work is unseen.
    Samples,
    /// A bill: GPUs paid for, each row spread evenly over its period. Not how busy they were.
    Bill {
        /// The steps in which it counts.
        step: Step,
    },
    /// Allocations of a cluster: GPUs that workloads were given, as a bill.
    Allocations {
        /// The steps in which they count.
        step: Step,
    },
}

/// Demand hour by hour, over whole hours of the record.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct DemandSeries {
    /// Where it comes from.
    pub from: DemandFrom,
    /// Start of the first hour, seconds since 1970 UTC.
    pub start: f64,
    /// GPUs wanted in each hour: each job from its submit on, for as long as it ran. `None` is unknown.
    pub wanted: Vec<Option<f64>>,
    /// GPUs held in each hour.
    pub held: Vec<Option<f64>>,
    /// Mean of what is wanted.
    pub mean: f64,
    /// Most wanted in an hour.
    pub peak: f64,
    /// Least wanted in an hour.
    pub floor: f64,
    /// Most GPUs held at once: more cannot be seen in what was held.
    pub capacity: f64,
    /// Hours that are unknown.
    pub unknown_hours: u64,
    /// Load-duration curve: GPUs and share of the time, highest first, at most 24 steps.
    pub curve: Vec<(f64, f64)>,
    /// The last year in time order: `24*3 8 ?*2`, GPUs and for how many hours.
    pub series: String,
    /// The last year as a workload of the scenario holds it: its levels, `24x3-8x1`, GPUs and for how many hours.
    pub levels: String,
    /// GPU-hours wanted in a year of 8,760 hours at that mean.
    pub gpu_hours_per_year: f64,
}

/// Trend of held hours.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Trend {
    /// Slope of the logarithm of the hours held a day, per year.
    pub per_year: f64,
    /// Its standard error.
    pub standard_error: f64,
    /// Growth in a year that follows from it, as a share.
    pub growth: f64,
    /// Full months behind it.
    pub months: u64,
}

/// Slopes of less than this many standard errors are seen by chance once in twenty times, by degrees of freedom: Student's t at
/// 97.5%, from one on; more than the last are as the last.
const CHANCE: [f64; 12] = [12.706, 4.303, 3.182, 2.776, 2.571, 2.447, 2.365, 2.306, 2.262, 2.228, 2.201, 2.179];
/// Months that tell growth from a season.
const A_YEAR: u64 = 12;

impl Trend {
    /// Whether chance alone shows such a slope at most once in twenty times.
    pub fn is_clear(&self) -> bool {
        let freedom = usize::try_from(self.months).unwrap_or(usize::MAX).saturating_sub(3).min(CHANCE.len() - 1);
        libm::fabs(self.per_year) > CHANCE.get(freedom).map_or(f64::INFINITY, |errors| errors * self.standard_error)
    }

    /// Whether it is clear and of a year at least: a few months may be a season, and growth goes on over the horizon.
    pub fn is_of_years(&self) -> bool {
        self.is_clear() && self.months >= A_YEAR
    }
}

/// A kind of owner.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum OwnerKind {
    /// Users.
    User,
    /// Accounts or teams.
    Account,
    /// Partitions or queues.
    Partition,
    /// Labels: project, cost centre, experiment.
    Label,
    /// Clusters.
    Cluster,
}

/// Who held what.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Statement {
    /// The kind of owner.
    pub by: OwnerKind,
    /// The owners, most hours first, at most 200.
    pub lines: Vec<StatementLine>,
    /// Owners beyond those.
    pub others: u64,
    /// GPU-hours of those.
    pub others_gpu_hours: f64,
}

/// One owner of a statement.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct StatementLine {
    /// Name; empty if unknown.
    pub name: String,
    /// Jobs or attempts.
    pub jobs: u64,
    /// GPU-hours held.
    pub gpu_hours: f64,
    /// Share of all.
    pub share: f64,
    /// Cost, where every type it held has a price.
    pub cost: Option<f64>,
    /// GPU-hours by month, in the order of [`Summary::months`]; empty if there are more than 530.
    pub by_month: Vec<f64>,
    /// GPU-hours by week, in the order of [`Summary::weeks`]; empty if there are more than 530.
    pub by_week: Vec<f64>,
}

/// Utilization as sampled.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Utilization {
    /// GPU-hours between the first and the last sample of each GPU.
    pub observed_gpu_hours: f64,
    /// GPU-hours for which utilization is known.
    pub known_gpu_hours: f64,
    /// Mean of what is known.
    pub mean: Option<f64>,
    /// Mean over all observed hours if what is unknown were idle.
    pub lowest: f64,
    /// The same if what is unknown were busy.
    pub highest: f64,
    /// GPUs of which utilization is never known.
    pub unknown_gpus: u64,
    /// The GPUs, at most 1,000.
    pub gpus: Vec<GpuUse>,
}

/// One GPU as sampled.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct GpuUse {
    /// UUID, or host and index.
    pub key: String,
    /// Type as printed.
    pub name: String,
    /// Id in the price book.
    pub book_id: Option<String>,
    /// Host; empty if unknown.
    pub host: String,
    /// Index on the host.
    pub index: Option<u16>,
    /// Whether it is split into instances.
    pub is_mig: bool,
    /// Samples.
    pub samples: u64,
    /// Samples whose utilization is known.
    pub known: u64,
    /// GPU-hours from the first to the last sample.
    pub observed_hours: f64,
    /// Mean utilization over the time for which it is known.
    pub utilization: Option<f64>,
    /// Share of the time for which it is known.
    pub known_share: f64,
    /// Mean power, W.
    pub power: Option<f64>,
    /// Share of the samples for which power is known.
    pub power_share: f64,
    /// Mean activity of the tensor cores, where DCGM measured it.
    pub tensor: Option<f64>,
    /// Greatest utilization.
    pub peak_utilization: Option<f64>,
    /// Mean share of the memory used.
    pub memory: Option<f64>,
    /// Greatest share of the memory used.
    pub peak_memory: Option<f64>,
}

/// How an owner was found.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Join {
    /// Nothing names an owner.
    #[default]
    Unknown,
    /// Labels of the samples: namespace, pod, job.
    Labels,
    /// A job that held the whole host at the time.
    HostAndTime,
    /// A job that held the GPU of this index on the host at the time.
    HostAndIndex,
}

/// GPUs that were allocated but idle.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Idle {
    /// GPU-hours in all.
    pub gpu_hours: f64,
    /// Their share of the GPU-hours for which utilization is known.
    pub share: f64,
    /// Their price, where every type has one.
    pub cost: Option<f64>,
    /// The GPUs, most hours first, at most 500.
    pub gpus: Vec<IdleGpu>,
    /// The same hours by owner, most first.
    pub owners: Vec<(String, f64)>,
}

/// One GPU that was allocated but idle.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct IdleGpu {
    /// UUID, or host and index.
    pub key: String,
    /// Type as printed.
    pub name: String,
    /// Host; empty if unknown.
    pub host: String,
    /// Index on the host.
    pub index: Option<u16>,
    /// Owner; empty if unknown.
    pub owner: String,
    /// How the owner was found.
    pub join: Join,
    /// Whether memory is known to have been held.
    pub memory_is_known: bool,
    /// Idle times.
    pub times: u64,
    /// Hours in all.
    pub hours: f64,
    /// Longest idle time, hours.
    pub longest_hours: f64,
    /// Their price, US dollars.
    pub cost: Option<f64>,
}

/// GPUs of a type that a smaller or cheaper one could replace.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct RightSizing {
    /// Type as printed.
    pub name: String,
    /// Id in the price book.
    pub book_id: Option<String>,
    /// GPUs of the type whose memory and utilization are known.
    pub gpus_known: u64,
    /// Those with a peak memory below the threshold.
    pub low_memory: u64,
    /// Those with a mean utilization below the threshold.
    pub low_compute: u64,
    /// Those with both.
    pub both: u64,
    /// Observed hours of those.
    pub gpu_hours: f64,
    /// Greatest memory that one of those used, GB.
    pub peak_memory_gb: Option<f64>,
    /// Price of a GPU-hour now, US dollars.
    pub price: Option<f64>,
    /// Cheaper types whose memory suffices, cheapest first.
    pub cheaper: Vec<CheaperType>,
}

/// A cheaper type of GPU.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct CheaperType {
    /// Id in the price book.
    pub book_id: String,
    /// Its memory, GB.
    pub memory_gb: f64,
    /// Price of a GPU-hour, US dollars.
    pub price: f64,
    /// Its dense peak throughput as a share of the present type's, if both are known.
    pub throughput_share: Option<f64>,
    /// What it would save in the observed hours, US dollars.
    pub saving: f64,
}

/// Slices of one GPU type.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct MigType {
    /// Id in the price book.
    pub book_id: String,
    /// Price of a GPU-hour, US dollars.
    pub price: Option<f64>,
    /// Slices of a whole GPU: seven, of some types four.
    pub slices: u32,
    /// GPUs of the type of which memory and utilization are known.
    pub gpus_known: u64,
    /// Its profiles, smallest first.
    pub profiles: Vec<MigProfile>,
}

/// One way to cut a GPU into equal slices.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct MigProfile {
    /// NVIDIA's name: `1g.10gb`.
    pub name: String,
    /// Slices of the GPU's compute that one instance has: sevenths, of some types quarters.
    pub sevenths: u32,
    /// Its memory, GB.
    pub memory_gb: f64,
    /// Slices of a GPU.
    pub count: u32,
    /// Price of an hour of one slice, US dollars: GPU price × its slices / slices sold in that layout.
    pub price: Option<f64>,
    /// GPUs seen whose peak memory and mean utilization fit one slice.
    pub fits: u64,
    /// GPUs that would suffice for those.
    pub gpus_needed: u64,
}
