//! Puts the parts of a summary together.

use super::super::ledger::Ledger;
use super::super::record::Record;
use super::super::report::TimeRange;
use super::super::samples::Observed;
use super::super::total;
use super::super::zone::TimeZone;
use super::calendar::Calendar;
use super::kinds::Kinds;
use super::owners::Owners;
use super::{Summary, SummaryQuestions, demand, endings, gpus, sizing, usage, waiting};
use crate::prices::Gpu;

/// The summary of a record whose jobs are decided.
pub(in super::super) fn of_record(
    record: &Record,
    ledger: &Ledger<'_>,
    observed: &Observed,
    questions: &SummaryQuestions,
    book: &[Gpu],
) -> Summary {
    let range = record.reports.iter().fold(None, |range, report| TimeRange::of_both(range, report.range));
    let mut found = Summary { files: record.reports.clone(), range, ..Summary::default() };
    let mut kinds = Kinds::of(&record.jobs.kinds, &record.samples.kinds, questions, book);
    found.types = usage::types(ledger, &observed.gpus, &mut kinds);
    found.held_gpu_hours = total(usage::holders(ledger).map(|job| usage::gpu_hours(ledger, job)));
    found.jobs = usage::counts(ledger, &record.jobs);
    found.goodput = usage::goodput(ledger);
    found.endings = endings::endings(ledger, &record.jobs);
    found.waiting = waiting::waiting(ledger, range);
    let held = record.covered.iter().copied().reduce(|a, b| TimeRange { from: a.from.min(b.from), to: a.to.max(b.to) });
    if let Some(range) = held {
        let zone = questions.zone.clone().unwrap_or_else(|| TimeZone::fixed(questions.zone_offset));
        let (months, weeks) = (Calendar::months(range, &zone), Calendar::weeks(range, &zone));
        found.months = months.empty(range, kinds.list.len());
        usage::fill(&mut found.months, &months, ledger, &kinds);
        found.weeks = weeks.empty(range, kinds.list.len());
        usage::fill(&mut found.weeks, &weeks, ledger, &kinds);
        found.statements = usage::statements(ledger, &record.jobs, &kinds, &months, &weeks);
        found.trend = demand::trend(&found.months);
        found.demand = demand::of_jobs(ledger, range, &record.covered);
    }
    found.utilization = gpus::utilization(&observed.gpus, &record.samples, &kinds);
    let owners = Owners::of_record(ledger, &record.jobs, &record.samples);
    found.right_sizing = sizing::right_sizing(&observed.gpus, &kinds, questions, book);
    found.mig = sizing::mig(&observed.gpus, &kinds);
    found.idle = gpus::idle(&observed.gpus, &record.samples, &kinds, &owners);
    let from_jobs = found.demand.take();
    let series: Vec<(u32, f64)> = record.series.iter().map(|(hour, gpus)| (*hour, *gpus)).collect();
    found.demand = from_jobs.or_else(|| demand::of_series(&series)).or_else(|| demand::of_samples(&observed.in_use));
    found
}
