//! GPUs that bills count as used, by the time in which they were: what was paid for, not what was busy.
//!
//! Only hours of known GPU machines count: on demand, under a commitment, on spot. Purchases, unused commitments, credits
//! and tax have no hours. The hours of a row are spread evenly over its period.

use std::collections::BTreeMap;

use super::hours::{Used, is_of_one_machine, sweep};
use super::machines::{MachineUse, Machines};
use super::{BillQuestions, Charges, Step};
use crate::measured::instant::{DAY, HOUR};
use crate::measured::report::TimeRange;
use crate::prices::PriceBook;

/// A step of which a bill counts at most this share of its GPU-hours does not describe it.
const FEW: f64 = 0.01;

/// GPUs in a span of time.
#[derive(Clone, Copy, Debug)]
pub(crate) struct GpuSpan {
    /// Its first second since 1970 UTC.
    pub(crate) from: f64,
    /// Its end.
    pub(crate) to: f64,
    /// GPUs on average; below zero where a correction takes hours back.
    pub(crate) gpus: f64,
}

/// The GPUs of bills over time.
#[derive(Clone, Debug)]
pub(crate) struct UsedGpus {
    /// The spans, by machine: those of one machine never overlap where its hours are capped.
    pub(crate) spans: Vec<GpuSpan>,
    /// From the first to the last use that is billed.
    pub(crate) range: TimeRange,
    /// Days since 1970 UTC on which anything was used: on the others the bills say nothing.
    pub(crate) days: Vec<u32>,
    /// The longest step in which the bills count more than a hundredth of the GPU-hours.
    pub(crate) step: Step,
    /// Whether these are allocations of a cluster: GPUs that workloads were given.
    pub(crate) are_allocations: bool,
}

impl Charges {
    /// The GPUs that the bills count as used; without any, those that allocations of clusters gave away. `None` if
    /// neither says any. They never add up: an allocation is a part of what a bill has.
    pub(crate) fn used_gpus(&self, book: &PriceBook, questions: &BillQuestions) -> Option<UsedGpus> {
        self.of_source(false, book, questions).or_else(|| self.of_source(true, book, questions))
    }

    fn of_source(&self, are_allocations: bool, book: &PriceBook, questions: &BillQuestions) -> Option<UsedGpus> {
        let machines = Machines { book, answers: &questions.machines };
        let mut known: BTreeMap<(u32, bool), f64> = BTreeMap::new();
        let mut spans = Vec::new();
        let mut by_step = [(Step::Hour, 0.0), (Step::Day, 0.0), (Step::Month, 0.0)];
        let mut range: Option<TimeRange> = None;
        for stretches in self.stretches().chunk_by(is_of_one_machine) {
            let Some((_, key)) = stretches.first() else { continue };
            let (name, is_gpu) = (self.names.name(key.machine), key.counts_gpus());
            // Only allocations count GPUs without a name.
            if (is_gpu && name.is_empty()) != are_allocations {
                continue;
            }
            let gpus = *known.entry((key.machine, is_gpu)).or_insert_with(|| match machines.find(name, is_gpu) {
                MachineUse::Gpus { count, .. } => count,
                MachineUse::NoGpus | MachineUse::Unknown => 0.0,
            });
            for (row, _) in stretches {
                let moment = TimeRange { from: f64::from(row.start), to: f64::from(row.end()) };
                range = TimeRange::of_both(range, Some(moment));
            }
            if gpus <= 0.0 {
                continue;
            }
            let mut by_row = |(row, _): &(&super::ChargeRow, &super::Key), used: Used| {
                self.work.add(1);
                let of_step = by_step.iter_mut().find(|(step, _)| *step == Step::of(row.seconds));
                if let Some((_, sum)) = of_step {
                    *sum += used.hours * gpus;
                }
            };
            sweep(stretches, &mut by_row, &mut |Used { from, to, hours }| {
                // A row without a length counts as a day, as one without an end does.
                let to = if to > from { to } else { from + DAY };
                spans.push(GpuSpan { from, to, gpus: hours * gpus * HOUR / (to - from) });
            });
        }
        let all = crate::measured::total(by_step.iter().map(|(_, hours)| *hours));
        let step = by_step.iter().rev().find(|(_, hours)| *hours > FEW * all)?.0;
        let mut days: Vec<u32> = self.covered.iter().map(|(_, day)| *day).collect();
        days.sort_unstable();
        days.dedup();
        let range = Self::from_day_to_day(range?, &days);
        (all > 0.0).then_some(UsedGpus { spans, range, days, step, are_allocations })
    }

    /// The range of the machines, up to the first and the last day on which anything was used: there without machines
    /// means that none was paid for.
    fn from_day_to_day(machines: TimeRange, days: &[u32]) -> TimeRange {
        let first = days.first().map_or(machines.from, |day| f64::from(*day) * DAY);
        let last = days.last().map_or(machines.to, |day| f64::from(*day) * DAY);
        TimeRange {
            from: if first + DAY <= machines.from { first } else { machines.from },
            to: if last >= machines.to { last + DAY } else { machines.to },
        }
    }
}
