//! The results of measured files in words, tables and plots.

pub mod bills;
pub mod fluid;
pub mod remarks;
pub mod replay_plots;
pub mod replayed;
pub mod sheets;

pub use replayed::ReplayView;

use super::exportable::PlotId;
use std::collections::BTreeSet;

use super::demand::{load_plot, share_of_time};
use serde::{Deserialize, Serialize};

use super::plot::{Axis, Plot, PlotSpec};
use super::sheet::Sheet;
use super::template::{filled, joined};
use super::{Piece, Style, words};
use crate::formulas::load_curve::LoadCurve;
use crate::measured::bill::Step;
use crate::measured::bill::present::MeasuredRow;
use crate::measured::bill::summary::CurrencyBill;
use crate::measured::instant::civil_of_days;
use crate::measured::summary::{DemandFrom, DemandSeries, Summary, Waiting};
use crate::measured::{FileReport, Format, Preview, Refused, Remark, proposals};
use crate::prices::Gpu;
use crate::report::Report;

/// The permanent id of the chart.
pub const ID: PlotId = PlotId::MeasuredDemand;

static WHAT: PlotSpec = PlotSpec {
    id: ID,
    title: "GPUs wanted as measured, by share of the time",
    first: share_of_time(),
    value: gpus(Style::Count),
};
/// The same where whole GPUs would be too coarse.
static SMALL_WHAT: PlotSpec = PlotSpec {
    id: ID,
    title: "GPUs wanted as measured, by share of the time",
    first: share_of_time(),
    value: gpus(Style::Decimal),
};

const fn gpus(style: Style) -> Axis {
    Axis { name: "GPUs", title: "GPUs", unit: "GPUs", style, tick: style }
}

/// A count as a figure.
#[expect(clippy::cast_precision_loss, reason = "counts of rows and GPUs stay below 2^52")]
pub const fn number(count: u64) -> f64 {
    count as f64
}

/// A moment as its day, `2026-02-03`, in UTC.
fn day(seconds: f64) -> String {
    let days = libm::floor(seconds / 86_400.0);
    #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "clamped to what civil dates hold")]
    let (year, month, day) = civil_of_days(days.clamp(0.0, 4e6) as u32);
    format!("{year:04}-{month:02}-{day:02}")
}

/// Points of the curve.
const STEPS: usize = 120;
/// Waiting work above this share of the demand is named.
const UNSTARTED: f64 = 0.05;
/// Numbers of GPUs below this are written with a decimal.
const SMALL: f64 = 20.0;
/// Machines that are asked about at once, and types of GPUs: each has a choice of all GPUs to draw.
const MOST_ASKED: usize = 10;

/// A sentence.
pub type Sentence = Vec<Piece>;

/// The results of the files, ready to be shown. A worker makes it: it is a small part of what was read.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct MeasuredView {
    /// The files, in the order in which they were added.
    pub files: Vec<FileView>,
    /// What was used in all.
    pub used: Sentence,
    /// Bills, waiting, lost attempts, trend, what is unknown, idle GPUs.
    pub findings: Vec<Sentence>,
    /// Printed names of GPUs that the price book does not settle, at most ten; empty for those without a type.
    pub unknown_types: Vec<String>,
    /// Machines on bills whose GPUs the price book does not settle, at most ten.
    pub unknown_machines: Vec<String>,
    /// The demand, where the files show one.
    pub demand: Option<DemandView>,
    /// The tables that have rows.
    pub sheets: Vec<Sheet>,
    /// Jobs that held GPUs.
    pub jobs: u64,
    /// What a plan does for the jobs, if that was asked and there are jobs.
    pub replay: Option<ReplayView>,
    /// Rows for the scenario.
    pub rows: Vec<MeasuredRow>,
    /// The bill in US dollars by month, to stand beside the model.
    pub bill: Option<CurrencyBill>,
}

/// A file that was added.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct FileView {
    /// What it was read as; `None` if it was not recognised.
    pub format: Option<Format>,
    /// What was read, or why it was not.
    pub outcome: FileOutcome,
}

/// The outcome of reading a file.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub enum FileOutcome {
    /// It was read.
    Read {
        /// Rows.
        rows: u64,
        /// First and last day.
        days: Option<[String; 2]>,
        /// Rows skipped: how many, why, and the first lines.
        skipped: Vec<(u64, String, Vec<u64>)>,
        /// Remarks.
        remarks: Vec<Sentence>,
        /// Whether times had no zone.
        asks_zone: bool,
        /// Whether its GPUs are named by their index alone, so that it matters whose they are.
        asks_host: bool,
        /// Whether dates could be read in two ways.
        asks_dates: bool,
    },
    /// It was not.
    Refused {
        /// Why.
        why: String,
        /// What has to be answered first.
        question: Option<Question>,
    },
    /// The worker may not read it.
    Unreadable {
        /// What the browser says.
        why: String,
    },
}

/// What a file needs to know before it can be read.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub enum Question {
    /// Seconds between two samples.
    Interval,
    /// Whether its processors are GPUs.
    Processors,
    /// What its columns hold.
    Columns(Preview),
    /// What it is now: it has to be chosen again.
    ChooseAgain,
}

/// A measured demand.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct DemandView {
    /// What it is, in a sentence.
    pub takeaway: Sentence,
    /// Load-duration curve: GPUs and share of the time, highest first.
    pub curve: Vec<(f64, f64)>,
    /// Its levels, as a workload holds them.
    pub levels: String,
    /// GPU-hours of an average month.
    pub gpu_hours_per_month: f64,
    /// Days that the files cover.
    pub days: f64,
    /// GPUs wanted in each hour, in time order, where the files hold no jobs: what waiting would do is found from it.
    pub hours: Vec<Option<f64>>,
    /// The share of jobs that had not started when the record ended.
    pub unstarted_share: f64,
}

impl FileView {
    /// A file that was read.
    pub fn read(report: &FileReport) -> Self {
        let has = |is: &dyn Fn(&Remark) -> bool| report.remarks.iter().any(is);
        let skipped = report.skipped.iter();
        let skipped = skipped.map(|of| (of.count, remarks::skip_reason(of.reason).to_owned(), of.lines.clone()));
        Self {
            format: Some(report.format),
            outcome: FileOutcome::Read {
                rows: report.rows,
                days: report.range.map(|range| [day(range.from), day(range.to)]),
                skipped: skipped.collect(),
                remarks: report.remarks.iter().map(remarks::remark).collect(),
                asks_zone: has(&|said| matches!(said, Remark::TimesWithoutZone { .. } | Remark::TimesInZone { .. })),
                asks_host: has(&|said| matches!(said, Remark::PlaceAlone { .. })),
                asks_dates: has(&|said| matches!(said, Remark::AmbiguousDates { .. })),
            },
        }
    }

    /// A partial, with the reports of the files that it stands for.
    pub fn merged(reports: &[FileReport]) -> Self {
        let mut all = FileReport::new("", Format::Partial);
        for report in reports {
            all.take_in(report);
        }
        let files = (number(reports.len() as u64), Style::Count).into();
        let text = if reports.len() == 1 { "Readings of {files} file" } else { "Readings of {files} files" };
        let mut view = Self::read(&all);
        if let FileOutcome::Read { remarks, .. } = &mut view.outcome {
            remarks.insert(0, filled(text, &[("files", files)]));
        }
        view
    }

    /// A file that was not.
    pub fn refused(refused: &Refused) -> Self {
        let why = remarks::refusal(refused);
        let asks = |format: Format, question: Question| (Some(format), Some(question));
        let (format, question) = match refused {
            Refused::Unreadable { .. } => return Self { format: None, outcome: FileOutcome::Unreadable { why } },
            Refused::MissingColumns { format, .. } | Refused::NothingFound { format } => (Some(*format), None),
            Refused::ChooseColumns { preview } => asks(Format::AnyCsv, Question::Columns(preview.clone())),
            Refused::AskInterval { .. } => asks(Format::NvidiaSmi, Question::Interval),
            Refused::TooManyColumns => (Some(Format::AnyCsv), None),
            Refused::AskProcessors => asks(Format::Swf, Question::Processors),
            Refused::Changed => (None, Some(Question::ChooseAgain)),
            Refused::Empty
            | Refused::Syntax { .. }
            | Refused::ErrorAnswer { .. }
            | Refused::NoText
            | Refused::Cancelled
            | Refused::Container { .. }
            | Refused::OtherOutput { .. }
            | Refused::Partial { .. } => (None, None),
        };
        Self { format, outcome: FileOutcome::Refused { why, question } }
    }
}

impl MeasuredView {
    /// The view of a summary; the files follow one by one.
    pub fn new(summary: &Summary, gpus: &[Gpu]) -> Self {
        let mut said = bills::sentences(summary);
        said.extend(findings(summary));
        let plan = proposals::plan(summary);
        said.extend(bills::not_set(&plan));
        let mut types: Vec<String> =
            summary.types.iter().filter(|of| of.book_id.is_none()).map(|of| of.name.clone()).collect();
        let bills = || summary.bill.iter().flat_map(|bills| &bills.currencies);
        let mut seen = BTreeSet::new();
        let unknown = bills().flat_map(|bill| &bill.unknown_machines).map(|machine| machine.name.clone());
        let mut machines: Vec<String> = unknown.filter(|name| seen.insert(name.clone())).collect();
        for (asked, what) in [
            (&mut types, "types of GPUs that the price book does not know"),
            (&mut machines, "machines that may have GPUs"),
        ] {
            let later = asked.len().saturating_sub(MOST_ASKED);
            asked.truncate(MOST_ASKED);
            if later > 0 {
                let text = "{later} more {what} are asked about once the first {most} are answered.";
                let later = (number(later as u64), Style::Count).into();
                let most = words(MOST_ASKED.to_string());
                said.push(filled(text, &[("later", later), ("what", words(what)), ("most", most)]));
            }
        }
        let mut in_dollars = bills().filter(|bill| bill.currency == "USD");
        Self {
            files: Vec::new(),
            used: used(summary),
            findings: said,
            unknown_machines: machines,
            unknown_types: types,
            demand: summary.demand.as_ref().filter(|demand| demand.mean > 0.0).map(|demand| DemandView {
                takeaway: demand_sentence(summary),
                curve: curve_of(&demand.wanted),
                days: number(demand.wanted.iter().flatten().count() as u64) / 24.0,
                levels: demand.levels.clone(),
                gpu_hours_per_month: proposals::gpu_hours_per_month(&demand.levels),
                hours: if summary.jobs.gpu_jobs == 0 { demand.wanted.clone() } else { Vec::new() },
                unstarted_share: demand.unstarted_share(),
            }),
            sheets: sheets::all(summary, gpus),
            jobs: summary.jobs.gpu_jobs,
            replay: None,
            rows: plan.rows,
            bill: in_dollars.next().map(|bill| CurrencyBill {
                currency: bill.currency.clone(),
                months: bill.months.clone(),
                ..CurrencyBill::default()
            }),
        }
    }
}

/// The GPU of the owned machines, by its id in the price book, and what an hour costs in which a job holds one, US dollars;
/// `None` where owned GPUs do nothing.
pub fn owned_busy_hour(report: &Report, gpu: &str) -> Option<(String, f64)> {
    let usd = report.own.usd_per_year / report.hours.busy_gpu_hours;
    usd.is_finite().then(|| (gpu.to_owned(), usd))
}

/// The load-duration curve of the hours that are known, in the steps of a chart.
fn curve_of(wanted: &[Option<f64>]) -> Vec<(f64, f64)> {
    let known: Vec<f64> = wanted.iter().flatten().copied().collect();
    LoadCurve::of_hours(&known).in_steps(STEPS)
}

/// The load-duration curve of the measured demand.
pub fn plot(demand: &DemandView) -> Plot {
    let is_small = demand.curve.first().is_none_or(|(gpus, _)| *gpus < SMALL);
    load_plot(if is_small { &SMALL_WHAT } else { &WHAT }, demand.takeaway.clone(), &demand.curve)
}

/// What was used in all, in a sentence.
fn used(summary: &Summary) -> Vec<Piece> {
    let hours = summary.types.iter().map(|of| of.held_gpu_hours).sum::<f64>();
    let known = summary.types.iter().map(|of| of.known_gpu_hours).sum::<f64>();
    let busy = summary.types.iter().map(|of| of.busy_gpu_hours).sum::<f64>();
    if hours <= 0.0 {
        return Vec::new();
    }
    let from = if summary.held_gpu_hours > 0.0 { "allocated to jobs" } else { "observed" };
    let mut pieces =
        filled("{hours} GPU-hours {from}", &[("hours", (hours, Style::Count).into()), ("from", words(from))]);
    if known > 0.0 {
        pieces.extend(filled(
            ". Mean utilization is {utilization}, known for {known} of these hours.",
            &[
                ("utilization", (busy / known.min(hours), Style::PercentFine).into()),
                ("known", ((known / hours).min(1.0), Style::PercentFine).into()),
            ],
        ));
    } else {
        pieces.extend(filled("; how busy the GPUs were is not in these files.", &[]));
    }
    pieces
}

/// The demand in a sentence.
fn demand_sentence(summary: &Summary) -> Vec<Piece> {
    let Some(demand) = &summary.demand else { return Vec::new() };
    let count = |gpus: f64| (gpus, if gpus < SMALL { Style::Decimal } else { Style::Count });
    let mut pieces = filled(
        "Demand: {mean} GPUs on average, {peak} at the peak, at least {floor}.",
        &[
            ("mean", count(demand.mean).into()),
            ("peak", count(demand.peak).into()),
            ("floor", count(demand.floor).into()),
        ],
    );
    let text = match demand.from {
        DemandFrom::Jobs => {
            " At most {most} were allocated at once, and of these {held} on average: work that was never submitted because the cluster was full does not show."
                .to_owned()
        }
        DemandFrom::Series => return pieces,
        DemandFrom::Samples => {
            " It is read from samples of at most {most} GPUs, so waiting work and demand beyond them are unseen."
                .to_owned()
        }
        DemandFrom::Bill { step } => {
            format!(" These are GPUs paid for, not GPUs busy{}", counted_in(step, "the bill counts"))
        }
        DemandFrom::Allocations { step } => {
            format!(" These are GPUs that workloads were given, not GPUs busy{}", counted_in(step, "allocations count"))
        }
    };
    let held = held_share(demand).unwrap_or(0.0);
    pieces.extend(filled(&text, &[("most", count(demand.capacity).into()), ("held", (held, Style::Percent).into())]));
    pieces.extend(unstarted_in_demand(demand));
    if demand.unknown_hours > 0 {
        pieces.extend(filled(
            " Hours that are unknown: {unknown_hours}.",
            &[("unknown_hours", count(number(demand.unknown_hours)).into())],
        ));
    }
    pieces
}

/// Share of the most GPUs ever held at once that were held, over all hours that are known; nothing without any.
fn held_share(demand: &DemandSeries) -> Option<f64> {
    let (hours, held) = demand.held.iter().flatten().fold((0.0, 0.0), |(hours, sum), held| (hours + 1.0, sum + held));
    Some(held / hours / demand.capacity).filter(|share| share.is_finite())
}

/// How much of the demand had not started when the record ended, where that is more than a twentieth.
fn unstarted_in_demand(demand: &DemandSeries) -> Vec<Piece> {
    let share = demand.unstarted_share();
    if share <= UNSTARTED {
        return Vec::new();
    }
    filled(
        " {share} of it is jobs that had not started when the record ended: each is wanted for its time limit, or without one until the end of the record. Without them the demand is {mean} GPUs on average.",
        &[("share", (share, Style::Percent).into()), ("mean", (demand.mean * (1.0 - share), Style::Decimal).into())],
    )
}

/// In which steps a bill counts, and what that hides.
fn counted_in(step: Step, what: &str) -> String {
    match step {
        Step::Hour => format!("; {what} in hours."),
        Step::Day => format!("; {what} in days, within which the hours are spread evenly."),
        Step::Month => {
            format!("; {what} in months, within which the hours are spread evenly, so that peaks are unseen.")
        }
    }
}

/// How long jobs waited, as a mean and the longest tenth, per job; then the same weighted by GPUs.
fn waited(waiting: &Waiting) -> Vec<Piece> {
    let hours = |value: f64| (value, Style::Decimal);
    let mut said =
        filled("Jobs that started had waited {mean} hours on average", &[("mean", hours(waiting.mean_hours).into())]);
    if let Some([_, ninety, _]) = waiting.quantile_hours {
        said.extend(filled(", one job in ten longer than {long} hours", &[("long", hours(ninety).into())]));
    }
    let weighted = ". Weighted by their GPUs they had waited {mean} hours on average";
    said.extend(filled(weighted, &[("mean", hours(waiting.gpu_mean_hours).into())]));
    if let Some([_, ninety, _]) = waiting.gpu_quantile_hours {
        said.extend(filled(", one GPU in ten longer than {long} hours", &[("long", hours(ninety).into())]));
    }
    said.extend(filled(": {all} GPU-hours in all.", &[("all", (waiting.waited_gpu_hours, Style::Count).into())]));
    joined(said)
}

/// Waiting work, lost attempts and growth, a sentence each where the files show them.
fn findings(summary: &Summary) -> Vec<Vec<Piece>> {
    let mut all = Vec::new();
    let count = |value: f64| (value, Style::Count);
    let waiting = &summary.waiting;
    if waiting.started_jobs > 0 && waiting.waited_gpu_hours > 0.0 {
        all.push(waited(waiting));
    }
    if waiting.jobs > 0 {
        all.push(filled(
            "Jobs still waiting at the end: {jobs}, for {gpus} GPUs.",
            &[("jobs", count(number(waiting.jobs)).into()), ("gpus", count(waiting.gpus).into())],
        ));
    }
    if waiting.unknown_jobs > 0 {
        all.push(filled(
            "Jobs waiting at the end that do not state a number of GPUs: {unknown_jobs}. They are not in the demand.",
            &[("unknown_jobs", count(number(waiting.unknown_jobs)).into())],
        ));
    }
    if waiting.blocked_jobs > 0 {
        all.push(filled("Jobs waiting for another job, a date or a release, not for GPUs: {blocked_jobs}. They are not in the demand.", &[("blocked_jobs", count(number(waiting.blocked_jobs)).into())]));
    }
    if let Some(lost) = &summary.goodput {
        all.push(filled("Requeued jobs: {jobs}. They were allocated {held_gpu_hours} GPU-hours, of which at most {useful_gpu_hours} ({share}) were useful if nothing was saved before.", &[("jobs", count(number(lost.jobs)).into()), ("held_gpu_hours", count(lost.held_gpu_hours).into()), ("useful_gpu_hours", count(lost.useful_gpu_hours).into()), ("share", (lost.share, Style::PercentFine).into())]));
    }
    if let Some(trend) = &summary.trend {
        let text = if trend.is_of_years() {
            "Use {grows} by {growth} a year, ± {error} standard error, from {months} full months."
        } else if trend.is_clear() {
            "Use {grows} by {growth} a year, ± {error} standard error, from {months} full months: that may be a season, so no growth is taken over."
        } else {
            "Use {grows} by {growth} a year, but that may be chance: the standard error is {error}, from {months} full months."
        };
        all.push(filled(
            text,
            &[
                ("grows", words(if trend.growth < 0.0 { "falls" } else { "grows" })),
                ("growth", (trend.growth.abs(), Style::PercentFine).into()),
                ("error", (trend.standard_error, Style::PercentFine).into()),
                ("months", count(number(trend.months)).into()),
            ],
        ));
    }
    if summary.jobs.unknown_jobs > 0 {
        all.push(filled("Jobs that do not state their number of GPUs: {unknown_jobs}. They ran for {unknown_job_hours} hours and count as unknown, not as zero.", &[("unknown_jobs", count(number(summary.jobs.unknown_jobs)).into()), ("unknown_job_hours", count(summary.jobs.unknown_job_hours).into())]));
    }
    if let Some(idle) = summary.idle.as_ref().filter(|idle| idle.gpu_hours > 0.0) {
        let hours = ("hours", (idle.gpu_hours, Style::Decimal).into());
        let share = ("share", (idle.share, Style::PercentFine).into());
        all.push(match idle.cost {
            Some(cost) => filled(
                "{hours} GPU-hours were allocated but idle, {share} of those with known utilization, worth {cost}.",
                &[hours, share, ("cost", (cost, Style::UsdShort).into())],
            ),
            None => filled(
                "{hours} GPU-hours were allocated but idle, {share} of those with known utilization.",
                &[hours, share],
            ),
        });
    }
    all
}
