//! What a plan does for the jobs of the files, in sentences and tables.

use std::borrow::Cow;

use serde::{Deserialize, Serialize};

use super::super::Style;
use super::super::exportable::PlotId;
use super::super::plot::{Axis, Crossing, Form, Lines, Plot, PlotSpec, Row, RowKey, Series, cells};
use super::super::sheet::{Column, Sheet, SheetId};
use super::super::sheet_ids;
use super::super::template::filled;
use super::super::words;
use super::{Sentence, number};
use crate::replay::answer::{Policy, ReplayAnswer, ReplayQuestion};
use crate::replay::judgement::{Half, Outcome, Sizes};
use crate::replay::over_time::OverTime;
use crate::replay::packing::JobsGot;
use crate::replay::recorded::ReplayRemarks;
use crate::replay::waits::Waits;
use crate::units::{HOURS_PER_YEAR, count};

const HOUR: f64 = 3_600.0;

/// What a plan does for the jobs.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct ReplayView {
    /// The id of the plan.
    pub plan: String,
    /// What was found, in sentences.
    pub sentences: Vec<Sentence>,
    /// Its tables.
    pub sheets: Vec<Sheet>,
    /// Saving that the ideal mix promises and saving that whole jobs get, for each half of the record; nothing for one that is
    /// too short.
    pub savings: Option<[[Option<f64>; 2]; 2]>,
    /// What whole jobs made of the plan's machines, as a scenario can take it over.
    pub got: Option<JobsGot>,
    /// Cheapest sizes for whole jobs: owned and committed GPUs, if they were sought.
    pub best: Option<[f64; 2]>,
    /// Owned GPUs, rising, with the cost a year of whole jobs and of divided ones, US dollars; none where sizes were not sought.
    pub by_owned: Vec<[f64; 3]>,
    /// Owned GPUs of the plan.
    pub owned: f64,
    /// Days since the first job, with the GPUs busy on owned machines, on committed ones and on rented instances, and those asked
    /// for by jobs that wait.
    pub over_time: Vec<[f64; 5]>,
    /// Hours waited, the longest first, with the share of the jobs that waited so long.
    pub wait_steps: Vec<(f64, f64)>,
    /// How much less the plan would cost if jobs waited for its machines longer than was asked for, as a share, and the hours
    /// that one job in twenty would wait at least; nothing where that saves little.
    pub longer_waits: Option<(f64, f64)>,
}

/// Saving from longer waits that is worth a sentence, as a share.
const WORTH_WAITING: f64 = 0.05;

/// The chart's name, for ever.
pub const PLOT: PlotId = PlotId::ReplaySizes;

static WHAT: PlotSpec = PlotSpec {
    id: PLOT,
    title: "Cost of the jobs by number of GPUs owned",
    first: Axis {
        name: "GPUs owned",
        title: "GPUs owned; the rest is committed or rented",
        unit: "GPUs owned",
        style: Style::Count,
        tick: Style::Count,
    },
    value: Axis {
        name: "Cost a year",
        title: "USD a year at the pace of the record",
        unit: "USD a year",
        style: Style::Usd,
        tick: Style::UsdShort,
    },
};

/// The chart of the sizes that were tried; nothing where none were sought.
pub fn plot(view: &ReplayView) -> Option<Plot> {
    let least = view.by_owned.iter().copied().reduce(|kept, next| if next[1] < kept[1] { next } else { kept })?;
    let row = |[owned, whole, divided]: &[f64; 3]| Row {
        head: RowKey::Figure(*owned),
        cells: cells([Some(*whole), Some(*divided)]),
        note: "",
        leads_to: "",
    };
    let most = view.by_owned.iter().map(|of| of[1].max(of[2])).fold(0.0, f64::max);
    let today = view.by_owned.iter().find(|of| of[0] == view.owned).map(|of| (of[0], of[1]));
    let slots = [("gpus", (least[0], Style::Count).into()), ("usd", (least[1], Style::UsdShort).into())];
    Some(Plot {
        what: Cow::Borrowed(&WHAT),
        takeaway: filled("Whole jobs cost least with {gpus} GPUs owned: {usd} a year", &slots),
        note: "",
        series: vec![Series::new("own", "Whole jobs, replayed"), Series::new("hour", "If jobs could be divided")],
        rows: view.by_owned.iter().map(row).collect(),
        form: Form::Lines(Lines {
            left: 0.0,
            right: view.by_owned.last().map_or(1.0, |of| of[0]).max(1.0),
            tick_of: 1.0,
            ends: (0.0, if most > 0.0 { most } else { 1.0 }),
            crossings: vec![Crossing { x: least[0], y: least[1] }],
            crossing: Style::Count,
            today,
            bands: Vec::new(),
            shaded: None,
            step: None,
        }),
    })
}

impl ReplayView {
    /// The view of an answer.
    pub fn new(answer: &ReplayAnswer) -> Self {
        let savings = |halves: &[Half; 2]| halves.map(|half| [half.claimed_saving, half.realised_saving]);
        Self {
            plan: answer.question.plan_id.clone(),
            sentences: sentences(answer),
            sheets: sheets(answer),
            savings: answer.judged.as_ref().and_then(|judged| judged.as_ref().ok()).map(savings),
            got: answer.got,
            best: answer.best.map(|best| [best.sizes.owned, best.sizes.committed]),
            by_owned: {
                let a_year = |(sizes, whole, divided): &(Sizes, f64, f64)| {
                    [sizes.owned, whole * per_year(answer), divided * per_year(answer)]
                };
                answer.by_owned.iter().map(a_year).collect()
            },
            owned: answer.question.sizes.owned,
            over_time: over_time(&answer.over_time),
            wait_steps: answer.wait_steps.clone(),
            longer_waits: longer_waits(answer),
        }
    }

    /// The saving that the ideal mix promises and the one that whole jobs get, on average of both halves; nothing where one is
    /// not known.
    pub fn mean_savings(&self) -> Option<(f64, f64)> {
        let [[promised, got], [other_promised, other_got]] = self.savings?;
        Some((f64::midpoint(promised?, other_promised?), f64::midpoint(got?, other_got?)))
    }
}

fn longer_waits(answer: &ReplayAnswer) -> Option<(f64, f64)> {
    let ReplayQuestion { choices, .. } = &answer.question;
    let usd = |outcome: &Outcome| outcome.usd_with_waiting(choices.waiting_usd_per_gpu_hour);
    let known = |(policy, outcome): &(Policy, Option<Outcome>)| Some((policy.patience(), (*outcome)?));
    let all: Vec<(Option<i64>, Outcome)> = answer.policies.iter().filter_map(known).collect();
    let (_, asked) = all.iter().find(|(patience, _)| *patience == choices.patience)?;
    let (_, least) = all.iter().min_by(|(_, a), (_, b)| usd(a).total_cmp(&usd(b)))?;
    let share = 1.0 - usd(least) / usd(asked);
    (share > WORTH_WAITING && least.waits.p95 > asked.waits.p95).then_some((share, least.waits.p95 / HOUR))
}

/// The middle of each step, in days.
fn over_time(found: &OverTime) -> Vec<[f64; 5]> {
    let days = number(found.step_seconds.unsigned_abs()) / HOUR / 24.0;
    let of_step = |(step, [owned, committed, rented, waiting]): (usize, &[f64; 4])| {
        [(count(step) + 0.5) * days, *owned, *committed, *rented, *waiting]
    };
    found.gpus.iter().enumerate().map(of_step).collect()
}

fn column(label: &str, unit: &'static str, style: Style) -> Column {
    Column { label: label.to_owned(), unit: unit.into(), style }
}

fn wait_columns() -> [Column; 6] {
    let hours = |label| column(label, "hours", Style::Decimal);
    [
        hours("Mean wait, hours"),
        hours("Median wait"),
        hours("95% wait at most"),
        hours("The same by GPUs"),
        hours("Longest wait"),
        column("Waited over a day", "fraction", Style::PercentFine),
    ]
}

fn wait_values(waits: &Waits) -> [Option<f64>; 6] {
    let Waits { mean, median, p95, p95_by_gpus, worst, over_a_day, .. } = *waits;
    let [mean, median, p95, by_gpus, worst] =
        [mean, median, p95, p95_by_gpus, worst].map(|seconds| Some(seconds / HOUR));
    [mean, median, p95, by_gpus, worst, Some(over_a_day)]
}

/// Sentences about a replay: what was replayed, what is left out, what the ideal mix is worth, which sizes are cheapest.
pub fn sentences(answer: &ReplayAnswer) -> Vec<Sentence> {
    let count = |value: f64| (value, Style::Count);
    let (sizes, days) = (answer.question.sizes, number_of_days(answer));
    let mut all = vec![filled(
        "{jobs} jobs of {days} days were run again on the machines of the plan \u{201c}{plan}\u{201d}: {owned} GPUs owned, {committed} committed. What these cannot start in time is rented.",
        &[
            ("jobs", count(number(answer.jobs)).into()),
            ("days", count(days).into()),
            ("plan", words(answer.question.plan.clone())),
            ("owned", count(sizes.owned).into()),
            ("committed", count(sizes.committed).into()),
        ],
    )];
    all.extend(answer.judged.as_ref().map(|found| match found {
        Ok(halves) => judged(halves),
        Err(short) => filled(
            "This record is too short to judge what a mix promises: {days} days with {jobs} jobs. It takes four weeks and 100 jobs.",
            &[("days", count(libm::floor(short.days)).into()), ("jobs", count(number(short.jobs)).into())],
        ),
    }));
    if let Some(best) = &answer.best {
        let text = "For whole jobs {owned} GPUs owned and {committed} committed are cheapest: {usd} a year at the pace of the record.";
        all.push(filled(
            text,
            &[
                ("owned", count(best.sizes.owned).into()),
                ("committed", count(best.sizes.committed).into()),
                ("usd", (best.usd * per_year(answer), Style::UsdShort).into()),
            ],
        ));
    }
    all.extend(cheapest_policy(answer));
    all.extend(answer.got.as_ref().and_then(got));
    all.extend(left_out(&answer.remarks));
    all
}

/// How long to let jobs wait at the price of waiting.
fn cheapest_policy(answer: &ReplayAnswer) -> Option<Sentence> {
    let (policy, outcome) = answer.cheapest_policy()?;
    let price = answer.question.choices.waiting_usd_per_gpu_hour;
    let slots = [
        ("price", (price, Style::UsdPerHour).into()),
        ("policy", words(policy_name(policy))),
        ("usd", (outcome.usd_with_waiting(price) * per_year(answer), Style::UsdShort).into()),
    ];
    let text = "With late work at {price} for each hour in which a GPU\u{2019}s job waits, this costs least: \u{201c}{policy}\u{201d}, {usd} a year with the waiting.";
    Some(filled(text, &slots))
}

/// What whole jobs made of the machines.
fn got(got: &JobsGot) -> Option<Sentence> {
    let share = |share: Option<f64>| (share.unwrap_or(0.0), Style::PercentFine).into();
    let slots = [("owned", share(got.occupancy)), ("paid", share(got.paid_efficiency))];
    let text = match (got.occupancy, got.paid_efficiency) {
        (Some(_), Some(_)) => {
            "With the patience asked about, the owned machines did as much as {owned} of them would if jobs could be split; of the billed hours of rented instances jobs used {paid}."
        }
        (Some(_), None) => {
            "With the patience asked about, the owned machines did as much as {owned} of them would if jobs could be split; nothing was rented."
        }
        (None, Some(_)) => "Of the billed hours of rented instances jobs used {paid}.",
        (None, None) => return None,
    };
    Some(filled(text, &slots))
}

fn number_of_days(answer: &ReplayAnswer) -> f64 {
    libm::round(hours(answer) / 24.0)
}

fn hours(answer: &ReplayAnswer) -> f64 {
    number(answer.seconds.unsigned_abs()) / HOUR
}

/// By which a sum for the record becomes one for a year.
fn per_year(answer: &ReplayAnswer) -> f64 {
    HOURS_PER_YEAR / hours(answer)
}

fn judged(halves: &[Half; 2]) -> Sentence {
    let share = |share: Option<f64>| (share.unwrap_or(0.0), Style::PercentFine);
    let [first, second] = halves;
    filled(
        "Sized on the first half of the record, the ideal mix promises to save {claimed} of the cost of renting everything; whole jobs of the second half save {realised}. Sized on the second half it promises {other_claimed}, and those of the first save {other_realised}.",
        &[
            ("claimed", share(first.claimed_saving).into()),
            ("realised", share(first.realised_saving).into()),
            ("other_claimed", share(second.claimed_saving).into()),
            ("other_realised", share(second.realised_saving).into()),
        ],
    )
}

fn left_out(remarks: &ReplayRemarks) -> Vec<Sentence> {
    let ReplayRemarks { unknown_gpus, zero_length, not_started, not_ended, unknown_submit, submit_after_start } =
        *remarks;
    let all = [
        (unknown_gpus, "Left out, because the number of their GPUs is not recorded: {count} jobs."),
        (zero_length, "Left out, because they held their GPUs for less than a second: {count} jobs."),
        (not_started, "Left out, because they had not started at the end of the record: {count} jobs."),
        (not_ended, "Run for as long as the record shows, because they had not ended: {count} jobs."),
        (unknown_submit, "Submitted when they started, because their submit time is not recorded: {count} jobs."),
        (
            submit_after_start,
            "Submitted when they started, because their submit time is later than their start: {count} jobs.",
        ),
    ];
    let said = |(count, text): (u64, &str)| filled(text, &[("count", (number(count), Style::Count).into())]);
    all.into_iter().filter(|(count, _)| *count > 0).map(said).collect()
}

/// The tables of a replay that have rows.
pub fn sheets(answer: &ReplayAnswer) -> Vec<Sheet> {
    let mut all = vec![policies(answer), halves(answer), tried(answer)];
    let by_account: Vec<(String, Waits)> = answer.by_account.clone();
    let named = |(name, waits): (String, Waits)| (if name.is_empty() { "no account".to_owned() } else { name }, waits);
    all.push(waits_by(sheet_ids::REPLAY_ACCOUNTS, "Waits by account", "Account", by_account.into_iter().map(named)));
    let size = |(most, waits): &(f64, Waits)| {
        let name = if most.is_finite() { format!("up to {most} GPUs") } else { "more GPUs".to_owned() };
        (name, *waits)
    };
    all.push(waits_by(
        sheet_ids::REPLAY_SIZES,
        "Waits by size of job",
        "GPUs of a job",
        answer.by_size.iter().map(size),
    ));
    all.retain(|sheet| !sheet.rows.is_empty());
    all
}

fn policy_name(policy: Policy) -> String {
    match policy {
        Policy::RentAtOnce => "Rent what is not free at once".to_owned(),
        Policy::WaitUpTo(seconds) => {
            let hours = number(seconds.unsigned_abs()) / HOUR;
            let limit =
                if hours == 1.0 { "an hour".to_owned() } else { format!("{} hours", crate::number::write(hours)) };
            format!("Rent only what waits longer than {limit}")
        }
        Policy::WaitWithoutLimit => "Let all wait that fit on the machines".to_owned(),
    }
}

fn policies(answer: &ReplayAnswer) -> Sheet {
    let columns = [
        column("Cost a year, USD", "USD", Style::Usd),
        column("With the price of waiting", "USD", Style::Usd),
        column("Less than renting everything", "fraction", Style::PercentFine),
        column("On owned machines", "fraction", Style::PercentFine),
        column("On committed GPUs", "fraction", Style::PercentFine),
        column("Rented", "fraction", Style::PercentFine),
        column("Rented, used of billed hours", "fraction", Style::PercentFine),
    ];
    let price = answer.question.choices.waiting_usd_per_gpu_hour;
    let values = |of: &Outcome| {
        let all: f64 = of.gpu_hours.iter().sum();
        let [owned, committed, rented] = of.gpu_hours.map(|hours| Some(hours / all).filter(|share| share.is_finite()));
        let used =
            Some(of.gpu_hours.last().copied().unwrap_or(0.0) / of.billed_hours).filter(|share| share.is_finite());
        let saved = Some(1.0 - of.usd / answer.rented.usd).filter(|share| share.is_finite());
        let with_waiting = Some(of.usd_with_waiting(price) * per_year(answer)).filter(|_| price > 0.0);
        let mut values = vec![Some(of.usd * per_year(answer)), with_waiting, saved, owned, committed, rented, used];
        values.extend(wait_values(&of.waits));
        values
    };
    let mut rows = vec![("Rent everything".to_owned(), values(&answer.rented))];
    rows.extend(answer.policies.iter().map(|(policy, outcome)| match outcome {
        Some(outcome) => (policy_name(*policy), values(outcome)),
        None => (
            format!("{}: the backlog grows for as long as jobs come", policy_name(*policy)),
            vec![None; columns.len() + wait_columns().len()],
        ),
    }));
    if let Some(best) = &answer.best {
        rows.push(("The cheapest sizes, with the same patience".to_owned(), values(best)));
    }
    Sheet {
        id: sheet_ids::REPLAY,
        title: "Whole jobs on the plan".into(),
        caption: "The jobs of the files in the order of their submit times, on machines that are empty at first; a job that waits holds a reservation (conservative backfill). Shares are of GPU-hours. Costs are of a steady year, without tax and without changes of prices.".into(),
        first: "What is not free".into(),
        columns: columns.into_iter().chain(wait_columns()).collect(),
        rows,
        sums: None,
    }
    .without_empty_columns()
}

fn halves(answer: &ReplayAnswer) -> Sheet {
    let row = |(name, half): (&str, &Half)| {
        let values = [Some(half.sizes.owned), Some(half.sizes.committed), half.claimed_saving, half.realised_saving];
        (name.to_owned(), values.into_iter().chain(wait_values(&half.realised.waits)).collect())
    };
    let names = ["first half, judged by the second", "second half, judged by the first"];
    let judged = answer.judged.as_ref().and_then(|judged| judged.as_ref().ok());
    let rows = judged.map(|halves| names.into_iter().zip(halves).map(row).collect());
    let share = |label| column(label, "fraction", Style::PercentFine);
    let own = [
        column("Owned", "GPUs", Style::Count),
        column("Committed", "GPUs", Style::Count),
        share("Saving promised"),
        share("Saving got"),
    ];
    Sheet {
        id: sheet_ids::REPLAY_HALVES,
        title: "What the ideal mix promises, and what whole jobs get".into(),
        caption: "The ideal mix knows all hours beforehand and splits jobs at will. Savings are shares of the cost of renting everything.".into(),
        first: "Sized on the".into(),
        columns: own.into_iter().chain(wait_columns()).collect(),
        rows: rows.unwrap_or_default(),
        sums: None,
    }
}

/// Sizes that the search tried, by the machines owned.
fn tried(answer: &ReplayAnswer) -> Sheet {
    let mut sizes = answer.tried.clone();
    sizes.sort_by(|(a, _), (b, _)| a.owned.total_cmp(&b.owned).then_with(|| a.committed.total_cmp(&b.committed)));
    let row = |(at, (sizes, usd)): (usize, &(Sizes, f64))| {
        let values = [Some(sizes.owned), Some(sizes.committed), Some(usd * per_year(answer))];
        ((at + 1).to_string(), values.to_vec())
    };
    Sheet {
        id: sheet_ids::REPLAY_TRIED,
        title: "Sizes that were tried for whole jobs".into(),
        caption:
            "Each was replayed with the patience asked about; costs are of a steady year at the pace of the record."
                .into(),
        first: "Size".into(),
        columns: vec![
            column("Owned", "GPUs", Style::Count),
            column("Committed", "GPUs", Style::Count),
            column("Cost a year, USD", "USD", Style::Usd),
        ],
        rows: sizes.iter().enumerate().map(row).collect(),
        sums: None,
    }
}

fn waits_by(
    id: SheetId,
    title: &'static str,
    first: &'static str,
    all: impl Iterator<Item = (String, Waits)>,
) -> Sheet {
    let row = |(name, waits): (String, Waits)| {
        let values = [Some(number(waits.jobs))].into_iter().chain(wait_values(&waits));
        (name, values.collect())
    };
    Sheet {
        id,
        title: title.into(),
        caption: "With the patience asked about.".into(),
        first: first.into(),
        columns: [column("Jobs", "jobs", Style::Count)].into_iter().chain(wait_columns()).collect(),
        rows: all.map(row).collect(),
        sums: None,
    }
}
