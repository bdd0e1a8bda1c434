//! Demand hour by hour, and its trend.
//!
//! Wanted is what was held, each job moved to its submit, plus what still waits: a job that found no free GPU was wanted
//! when it was submitted. Never GPUs × utilization.

use std::collections::BTreeMap;

use super::super::bill::{BillQuestions, Charges};
use super::super::instant::{DAY, HOUR};
use super::super::jobs::{Job, JobState};
use super::super::ledger::Ledger;
use super::super::report::TimeRange;
use super::super::whole;
use super::usage::{Moments, holders};
use super::{DemandFrom, DemandSeries, Period, Trend};
use crate::demand::levels::levels_text;
use crate::formulas::load_curve::LoadCurve;
use crate::number;
use crate::prices::PriceBook;
use crate::units::{HOURS_PER_YEAR, count};

/// Steps of the load-duration curve.
const CURVE_STEPS: usize = 24;
/// Hours of a series as text.
const YEAR: usize = 8_760;
/// Longest record: two centuries have 1.8 million hours.
const MOST_HOURS: f64 = 2e6;
/// Full months that a trend needs.
const LEAST_MONTHS: usize = 3;

/// Sums of GPUs by hour: the ends of a time count in part, the middle by differences.
struct Hours {
    start: f64,
    parts: Vec<f64>,
    changes: Vec<f64>,
}

impl Hours {
    fn new(start: f64, hours: usize) -> Self {
        Self { start, parts: vec![0.0; hours], changes: vec![0.0; hours + 1] }
    }

    /// Adds GPUs from one moment to another, seconds since 1970 UTC; what lies outside does not count.
    fn add(&mut self, from: f64, to: f64, gpus: f64) {
        let end = count(self.parts.len());
        let (from, to) = (((from - self.start) / HOUR).clamp(0.0, end), ((to - self.start) / HOUR).clamp(0.0, end));
        if from >= to {
            return;
        }
        let (first, last) = (libm::floor(from), libm::floor(to));
        // Between 0 and the number of hours.
        #[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss)]
        let (at, until) = (first as usize, last as usize);
        let mut part = |at: usize, hours: f64| {
            if let Some(part) = self.parts.get_mut(at) {
                *part += gpus * hours;
            }
        };
        if at == until {
            part(at, to - from);
            return;
        }
        part(at, first + 1.0 - from);
        part(until, to - last);
        for (at, change) in [(at + 1, gpus), (until, -gpus)] {
            if let Some(sum) = self.changes.get_mut(at) {
                *sum += change;
            }
        }
    }

    fn sums(self) -> Vec<f64> {
        let mut now = 0.0;
        let sum = |(part, change): (f64, f64)| {
            now += change;
            // What is left of differences is rounding.
            let sum: f64 = part + now;
            if sum < 1e-9 { 0.0 } else { sum }
        };
        self.parts.into_iter().zip(self.changes).map(sum).collect()
    }
}

/// The whole hours of a range: the start of the first, and how many.
fn whole_hours(range: TimeRange) -> Option<(f64, usize)> {
    let (first, last) = (libm::ceil(range.from / HOUR), libm::floor(range.to / HOUR));
    let hours = last - first;
    #[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss)]
    (1.0..MOST_HOURS).contains(&hours).then_some((first * HOUR, hours as usize))
}

impl DemandSeries {
    /// Share of what is wanted that was never held: jobs that had not started when the record ended.
    pub fn unstarted_share(&self) -> f64 {
        let known = self.wanted.iter().zip(&self.held).filter_map(|(wanted, held)| Some(((*wanted)?, (*held)?)));
        let (wanted, held) = known.fold((0.0, 0.0), |(all, running), (wanted, held)| (all + wanted, running + held));
        if wanted > held { (wanted - held) / wanted } else { 0.0 }
    }
}

/// Demand from jobs. `covered` are the ranges of the files with jobs: hours outside all of them are unknown.
pub(super) fn of_jobs(ledger: &Ledger<'_>, range: TimeRange, covered: &[TimeRange]) -> Option<DemandSeries> {
    let (start, hours) = whole_hours(range)?;
    let (mut held, mut wanted) = (Hours::new(start, hours), Hours::new(start, hours));
    let mut moments = Moments::default();
    for job in holders(ledger) {
        let (from, to) = (f64::from(job.start), f64::from(job.end));
        // Suspended time is spread evenly.
        let gpus = ledger.gpus(job) * (job.held / (to - from)).min(1.0);
        let wait = if job.submit > 0 { f64::from(job.start.saturating_sub(job.submit)) } else { 0.0 };
        held.add(from, to, gpus);
        // A job that was submitted before the record began is wanted from its beginning on.
        let wait = wait.min((from - start).max(0.0));
        wanted.add(from - wait, to - wait, gpus);
        moments.add(job.start, ledger.gpus(job));
        moments.add(job.end, -ledger.gpus(job));
    }
    let is_wanted = |job: &Job| job.is_recorded() && job.state == JobState::Waiting;
    for job in ledger.iter().filter(|job| is_wanted(job)) {
        let from = f64::from(job.submit);
        let to = if job.held > 0.0 { from + job.held } else { range.to };
        wanted.add(from, to, ledger.gpus(job));
    }
    for (array, tasks) in ledger.waiting_arrays().filter(|(array, _)| is_wanted(&array.task)) {
        #[allow(clippy::cast_precision_loss)]
        let tasks = tasks as f64;
        let at_once = array.at_once.map_or(tasks, |most| tasks.min(f64::from(most))).max(1.0);
        let from = f64::from(array.task.submit);
        let to = if array.task.held > 0.0 { from + array.task.held * tasks / at_once } else { range.to };
        wanted.add(from, to, ledger.gpus(&array.task) * at_once);
    }
    let covered = joined(covered);
    let is_covered = |moment: f64| {
        let at = covered.partition_point(|range| range.to < moment);
        covered.get(at).is_some_and(|range| range.from <= moment)
    };
    let (held, wanted) = (known(held, is_covered), known(wanted, is_covered));
    Some(series(DemandFrom::Jobs, start, wanted, held, moments.most_at_once()))
}

/// The same ranges without overlaps, rising.
fn joined(ranges: &[TimeRange]) -> Vec<TimeRange> {
    let mut sorted = ranges.to_vec();
    sorted.sort_by(|a, b| a.from.total_cmp(&b.from));
    let mut found: Vec<TimeRange> = Vec::new();
    for range in sorted {
        match found.last_mut().filter(|last| range.from <= last.to) {
            Some(last) => last.to = last.to.max(range.to),
            None => found.push(range),
        }
    }
    found
}

/// The sums of hours; those without GPUs are known only if their middle is in what the files cover.
fn known(hours: Hours, is_covered: impl Fn(f64) -> bool) -> Vec<Option<f64>> {
    let start = hours.start;
    let sums = hours.sums().into_iter().enumerate();
    let middle = |hour: usize| start + count(hour) * HOUR + HOUR / 2.0;
    sums.map(|(hour, gpus)| (gpus > 0.0 || is_covered(middle(hour))).then_some(gpus)).collect()
}

/// GPUs that bills count as used. Days of which the bills say nothing are unknown.
pub(in super::super) fn of_bill(
    charges: &Charges,
    book: &PriceBook,
    questions: &BillQuestions,
) -> Option<DemandSeries> {
    let used = charges.used_gpus(book, questions)?;
    let (start, length) = whole_hours(used.range)?;
    let mut hours = Hours::new(start, length);
    for span in &used.spans {
        hours.add(span.from, span.to, span.gpus);
    }
    let is_covered = |moment: f64| used.days.binary_search(&whole(moment / DAY)).is_ok();
    let wanted = known(hours, is_covered);
    let most = wanted.iter().flatten().copied().fold(0.0, f64::max);
    let step = used.step;
    let from = if used.are_allocations { DemandFrom::Allocations { step } } else { DemandFrom::Bill { step } };
    (most > 0.0).then(|| series(from, start, wanted.clone(), wanted, most))
}

/// Demand from a series of hours.
pub(super) fn of_series(hours: &[(u32, f64)]) -> Option<DemandSeries> {
    let (first, last) = (hours.first()?.0, hours.last()?.0);
    let length = usize::try_from(last - first + 1).ok().filter(|length| count(*length) < MOST_HOURS)?;
    let mut wanted = vec![None; length];
    for (hour, gpus) in hours {
        if let Some(at) = wanted.get_mut((hour - first) as usize) {
            *at = Some(*gpus);
        }
    }
    let most = hours.iter().map(|(_, gpus)| *gpus).fold(0.0, f64::max);
    Some(series(DemandFrom::Series, f64::from(first) * HOUR, wanted.clone(), wanted, most))
}

/// GPUs that computed or held memory, by hour, from samples.
pub(super) fn of_samples(in_use: &BTreeMap<u32, f64>) -> Option<DemandSeries> {
    let hours: Vec<(u32, f64)> = in_use.iter().map(|(hour, gpus)| (*hour, *gpus)).collect();
    let found = of_series(&hours)?;
    (found.peak > 0.0).then_some(DemandSeries { from: DemandFrom::Samples, ..found })
}

fn series(
    from: DemandFrom,
    start: f64,
    wanted: Vec<Option<f64>>,
    held: Vec<Option<f64>>,
    capacity: f64,
) -> DemandSeries {
    let known: Vec<f64> = wanted.iter().flatten().copied().collect();
    let curve = LoadCurve::of_hours(&known);
    let unknown_hours = (wanted.len() - known.len()) as u64;
    let last_year = wanted.get(wanted.len().saturating_sub(YEAR)..).unwrap_or_default();
    DemandSeries {
        from,
        start,
        mean: curve.mean(),
        peak: curve.peak(),
        floor: curve.floor(),
        capacity,
        unknown_hours,
        curve: curve.in_steps(CURVE_STEPS),
        series: text(last_year),
        levels: levels_text(last_year),
        gpu_hours_per_year: curve.mean() * HOURS_PER_YEAR,
        wanted,
        held,
    }
}

/// Hours as a series: `24*3 8 ?*2`, to a hundredth of a GPU, or to some five-hundredth of the peak where that is
/// more: levels that differ by less make every plan slower to compute and none different.
fn text(hours: &[Option<f64>]) -> String {
    let peak = hours.iter().flatten().copied().fold(0.0, f64::max);
    let step = if peak > 0.0 { libm::pow(10.0, libm::floor(libm::log10(peak / 500.0))).max(0.01) } else { 0.01 };
    let mut parts: Vec<(Option<f64>, usize)> = Vec::new();
    for gpus in hours {
        // Divided, not multiplied: a hundredth has no exact binary form.
        let rounded = gpus.map(|gpus| libm::rint(gpus / step) / libm::round(1.0 / step).max(1.0) * step.max(1.0));
        match parts.last_mut().filter(|part| part.0 == rounded) {
            Some(part) => part.1 += 1,
            None => parts.push((rounded, 1)),
        }
    }
    let part = |(gpus, hours): &(Option<f64>, usize)| {
        let gpus = gpus.map_or_else(|| "?".to_owned(), number::write);
        if *hours == 1 { gpus } else { format!("{gpus}*{hours}") }
    };
    parts.iter().map(part).collect::<Vec<_>>().join(" ")
}

/// Slope of the logarithm of the hours held a day over full months, by least squares; `None` below three of them.
pub(super) fn trend(months: &[Period]) -> Option<Trend> {
    let full = months.iter().filter(|month| month.is_full && month.gpu_hours > 0.0);
    let points: Vec<(f64, f64)> = full
        .map(|month| {
            let days = (month.to - month.from) / DAY;
            (f64::midpoint(month.from, month.to) / DAY / 365.25, libm::log(month.gpu_hours / days))
        })
        .collect();
    if points.len() < LEAST_MONTHS {
        return None;
    }
    let n = count(points.len());
    let mean = |of: fn(&(f64, f64)) -> f64| points.iter().map(of).sum::<f64>() / n;
    let (x, y) = (mean(|point| point.0), mean(|point| point.1));
    let squares: f64 = points.iter().map(|point| (point.0 - x) * (point.0 - x)).sum();
    let slope = points.iter().map(|point| (point.0 - x) * (point.1 - y)).sum::<f64>() / squares;
    let rest: f64 = points.iter().map(|point| point.1 - y - slope * (point.0 - x)).map(|rest| rest * rest).sum();
    let standard_error = libm::sqrt(rest / (n - 2.0) / squares);
    let growth = libm::expm1(slope);
    let is_finite = slope.is_finite() && standard_error.is_finite() && growth.is_finite();
    is_finite.then_some(Trend { per_year: slope, standard_error, growth, months: points.len() as u64 })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// By hand: 2 GPUs from 0:30 to 3:15.
    #[test]
    fn hours_count_in_part_at_both_ends() {
        let mut hours = Hours::new(0.0, 4);
        hours.add(1_800.0, 3.25 * HOUR, 2.0);
        hours.add(2.25 * HOUR, 2.5 * HOUR, 4.0);
        hours.add(-5.0 * HOUR, 0.0, 9.0);
        assert_eq!(hours.sums(), [1.0, 2.0, 3.0, 0.5]);
    }

    #[test]
    fn a_series_as_text_is_read_back() {
        let text = text(&[Some(24.0), Some(24.001), Some(24.0), None, None, Some(8.25)]);
        assert_eq!(text, "24*3 ?*2 8.25");
        let (steps, remarks) = crate::demand::parse_series(&text);
        assert_eq!((steps, remarks.len()), (vec![(24.0, 3.0), (8.25, 1.0)], 1));
    }

    #[test]
    fn a_large_demand_has_few_levels_and_keeps_its_mean() {
        let hours: Vec<Option<f64>> =
            (0..8_760_u32).map(|hour| Some(3_000.0 + f64::from(hour * 7_919 % 2_351))).collect();
        let (steps, remarks) = crate::demand::parse_series(&text(&hours));
        assert!(remarks.is_empty() && steps.iter().all(|(gpus, _)| gpus % 10.0 == 0.0), "peak 5,350: tens of GPUs");
        let mean = steps.iter().map(|(gpus, hours)| gpus * hours).sum::<f64>() / 8_760.0;
        let exact = hours.iter().flatten().sum::<f64>() / 8_760.0;
        assert!((mean / exact - 1.0).abs() < 1e-4, "{mean} and {exact}");
    }

    /// Hours a day that grow by a tenth of e a month have the slope 1.2 a year, without any error.
    #[test]
    fn the_trend_of_even_growth_is_its_rate() {
        let month = |at: usize| {
            let (from, to) = (count(at) * 30.4375 * DAY, count(at + 1) * 30.4375 * DAY);
            let gpu_hours = 1_000.0 * libm::exp(0.1 * count(at));
            Period { from, to, is_full: true, gpu_hours, ..Period::default() }
        };
        let mut months: Vec<Period> = (0..5).map(month).collect();
        let found = trend(&months).expect("a trend");
        assert!((found.per_year - 1.2).abs() < 1e-9 && found.standard_error < 1e-9, "{found:?}");
        months[1].is_full = false;
        months[3].is_full = false;
        assert_eq!(trend(&months).map(|trend| trend.months), Some(3));
        months[4].is_full = false;
        assert_eq!(trend(&months), None);
    }

    /// Student's t at 97.5%: 12.706 with one degree of freedom, 2.228 with ten (tables). Under a year is no growth of years.
    #[test]
    fn a_slope_is_clear_where_chance_shows_it_once_in_twenty_times() {
        let of = |months: u64, errors: f64| Trend { per_year: errors, standard_error: 1.0, growth: 0.5, months };
        for (months, chance) in [(3, 12.706), (4, 4.303), (12, 2.228), (36, 2.179)] {
            assert!(!of(months, chance - 0.01).is_clear() && of(months, chance + 0.01).is_clear(), "{months}");
            assert!(of(months, -chance - 0.01).is_clear(), "{months}: falling");
        }
        assert!(!of(11, 50.0).is_of_years() && of(12, 50.0).is_of_years());
    }
}
