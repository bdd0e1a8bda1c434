//! What measured files propose for a scenario: the demand as a workload, and rows with what they were measured from.

use super::bill::present::{
    MOST_OF_THE_HOURS, MeasuredFrom, MeasuredRow, MeasuredValue, NotSet, PresentPlan, measured_plan,
};
use super::summary::{DemandFrom, JobCounts, Summary};
use crate::demand::gpu_hours_of;
use crate::inputs::Scenario;
use crate::inputs::field;
use crate::inputs::value::{Amount, Row, Running, Value};
use crate::inputs::workloads::{Measured, Shape, Workload};
use crate::prices::PriceBook;
use crate::replay::packing::JobsGot;
use crate::units::MONTHS_PER_YEAR;

/// What the workload's name begins with.
const PREFIX: &str = "Measured: ";
/// Row of the GPU that the work is stated in.
pub const GPU_OF_WORK: &str = "work.gpu";
/// Row of the GPUs that the largest job takes at once.
const GPUS_OF_A_JOB: &str = "work.fabric_gpus";
/// Least share that a row of shares takes.
const LEAST_SHARE: f64 = 0.01;
/// Room for the files' names, in bytes of a link: letters, digits, dots and hyphens take one, others three for each byte.
const LONGEST_ORIGIN: usize = 40;

/// The demand as a measured workload. `levels` are those of the summary's demand, `unstarted_share` how much of it is jobs that had
/// not started, `origin` names the files.
pub fn workload(levels: &str, unstarted_share: f64, origin: &str) -> Workload {
    let mut left = LONGEST_ORIGIN;
    let fits = |c: &char| {
        let bytes = if c.is_ascii_alphanumeric() || matches!(c, '.' | '-') { 1 } else { 3 * c.len_utf8() };
        left.checked_sub(bytes).map(|rest| left = rest).is_some()
    };
    let origin: String = origin.chars().take_while(fits).collect();
    Workload {
        name: format!("{PREFIX}{origin}"),
        shape: Shape::Series,
        series: levels.into(),
        measured: Measured::Levels,
        unstarted_share: Some(libm::round(unstarted_share * 1e3) / 1e3).filter(|share| *share > 0.0),
        ..Workload::default()
    }
}

/// GPU-hours a month of levels.
pub fn gpu_hours_per_month(levels: &str) -> f64 {
    gpu_hours_of(&workload(levels, 0.0, ""), 0).unwrap_or(0.0) / MONTHS_PER_YEAR
}

/// Rows that the files settle, in their units. What they do not show is absent.
pub fn rows(summary: &Summary) -> Vec<MeasuredRow> {
    plan(summary).rows
}

/// Rows that the files settle, and what they show that cannot be taken over: each is named.
pub fn plan(summary: &Summary) -> PresentPlan {
    let growth = summary.trend.as_ref().filter(|trend| trend.is_of_years()).map(|trend| MeasuredRow {
        row: "work.growth_per_year".to_owned(),
        value: MeasuredValue::Number { value: trend.growth },
        from: MeasuredFrom::Trend { months: trend.months, slope: trend.per_year, error: trend.standard_error },
    });
    let PresentPlan { rows, mut not_set } = measured_plan(summary);
    let all = gpu_of_demand(summary, &rows).into_iter().chain(largest_job(summary)).chain(growth).chain(rows);
    let all = all.map(rounded);
    let rows = all.filter_map(|row| checked(row, &mut not_set)).collect();
    PresentPlan { rows, not_set }
}

/// The GPU whose hours the demand is, where it has nearly all of them: that of the jobs or samples, else that of the bill.
fn gpu_of_demand(summary: &Summary, of_bill: &[MeasuredRow]) -> Option<MeasuredRow> {
    let demand = summary.demand.as_ref().filter(|demand| demand.mean > 0.0)?;
    let row = |text: String, share| MeasuredRow {
        row: GPU_OF_WORK.to_owned(),
        value: MeasuredValue::Text { text },
        from: MeasuredFrom::MostGpuHours { share },
    };
    if matches!(demand.from, DemandFrom::Bill { .. }) {
        let bill = of_bill.iter().find(|row| row.row == "present.gpu")?;
        return Some(MeasuredRow { row: GPU_OF_WORK.to_owned(), ..bill.clone() });
    }
    let all: f64 = summary.types.iter().map(|found| found.held_gpu_hours).sum();
    let most = summary.types.iter().max_by(|a, b| a.held_gpu_hours.total_cmp(&b.held_gpu_hours))?;
    let share = most.held_gpu_hours / all;
    most.book_id.clone().filter(|_| share >= MOST_OF_THE_HOURS).map(|gpu| row(gpu, share))
}

/// How many GPUs a job takes at once, where jobs say it: the machines of an offer must hold the largest.
fn largest_job(summary: &Summary) -> Option<MeasuredRow> {
    let JobCounts { largest_gpus, gpu_jobs: jobs, .. } = summary.jobs;
    let is_of_jobs = summary.demand.as_ref().is_some_and(|demand| matches!(demand.from, DemandFrom::Jobs));
    (largest_gpus > 0.0 && is_of_jobs).then(|| MeasuredRow {
        row: GPUS_OF_A_JOB.to_owned(),
        value: MeasuredValue::Number { value: libm::ceil(largest_gpus) },
        from: MeasuredFrom::LargestJob { jobs },
    })
}

/// A row without the values that the table does not allow, which are named; `None` if nothing is left.
fn checked(mut row: MeasuredRow, not_set: &mut Vec<NotSet>) -> Option<MeasuredRow> {
    let refused = |row: &MeasuredRow| {
        let (field, value) = value_of(row)?;
        field.validate(&value)
    };
    let id = row.row.clone();
    let mut name_it = |name: &str, value, problem| {
        not_set.push(NotSet::Refused { row: id.clone(), name: name.to_owned(), value, problem });
    };
    if let MeasuredValue::Commitments { list } = &mut row.value {
        let from = row.from.clone();
        list.retain(|one| {
            let value = MeasuredValue::Commitments { list: vec![one.clone()] };
            let alone = MeasuredRow { row: id.clone(), value, from: from.clone() };
            let problem = refused(&alone);
            let is_right = problem.is_none();
            if let Some(problem) = problem {
                name_it(&one.name, one.gpus, problem);
            }
            is_right
        });
        return (!list.is_empty()).then_some(row);
    }
    let Some(problem) = refused(&row) else { return Some(row) };
    name_it("", if let MeasuredValue::Number { value } = row.value { value } else { 0.0 }, problem);
    None
}

/// Four digits are more than such figures hold, and terms are whole months.
fn rounded(mut row: MeasuredRow) -> MeasuredRow {
    let four = |value: f64| {
        let digits = 3.0 - libm::floor(libm::log10(libm::fabs(value)));
        let scale = libm::pow(10.0, digits.clamp(-12.0, 12.0));
        if value == 0.0 { value } else { libm::round(value * scale) / scale }
    };
    match &mut row.value {
        MeasuredValue::Number { value } => *value = four(*value),
        MeasuredValue::Text { .. } => {}
        MeasuredValue::Commitments { list } => {
            for one in list {
                one.gpus = four(one.gpus);
                one.usd_per_gpu_hour = four(one.usd_per_gpu_hour);
                // The scenario counts whole months; a part of one is one.
                one.months_left = one.months_left.map(|months| libm::round(months).max(1.0));
            }
        }
    }
    row
}

/// The row of the table, and the value as the table holds it.
fn value_of(row: &MeasuredRow) -> Option<(&'static crate::inputs::field::Field, Value)> {
    let value = match &row.value {
        MeasuredValue::Number { value } => Value::Number(Amount::exact(*value)),
        MeasuredValue::Text { text } => Value::Text(text.clone()),
        MeasuredValue::Commitments { list } => {
            let cells = |one: &super::bill::present::MeasuredCommitment| {
                let running = Running {
                    name: one.name.clone(),
                    gpus: one.gpus,
                    usd_per_gpu_hour: one.usd_per_gpu_hour,
                    months_left: one.months_left.unwrap_or(0.0),
                };
                running.cells()
            };
            Value::List(list.iter().map(cells).collect())
        }
    };
    Some((field(&row.row)?, value))
}

/// Sets the rows of a scenario that say how well machines are filled to what whole jobs made of them: the largest share of owned
/// GPUs in use, within its bounds, and the share of billed hours used.
pub fn apply_replayed(scenario: &mut Scenario, got: &JobsGot) {
    let rows = [("own.largest_occupancy", got.occupancy), ("rent.paid_efficiency", got.paid_efficiency)];
    for (id, share) in rows {
        if let (Some(row), Some(share)) = (field(id), share) {
            let share = share.clamp(LEAST_SHARE, 1.0);
            row.set(scenario, &Value::Number(Amount::exact(libm::round(share * 1e4) / 1e4)));
        }
    }
}

/// Replaces the workloads of a scenario with the demand, and sets the rows. The GPU of the demand comes with it alone, and as one
/// chosen by a person: with its machine, its price and its power.
pub fn apply(scenario: &mut Scenario, workload: Option<Workload>, rows: &[MeasuredRow], book: &PriceBook) {
    let is_of_work = |row: &&MeasuredRow| row.row == GPU_OF_WORK;
    if let Some(workload) = workload {
        if let Some(MeasuredValue::Text { text }) = rows.iter().find(is_of_work).map(|row| &row.value)
            && *text != scenario.work.gpu
        {
            scenario.choose_gpu(text, book, book.current_edition());
        }
        scenario.work.workloads = vec![workload];
        scenario.follow_workloads(book);
    }
    for (row, value) in rows.iter().filter(|row| !is_of_work(row)).filter_map(value_of) {
        row.set(scenario, &value);
    }
}
