//! Hours of machines by month and owner: within one resource and period never more than the period's length.

use std::collections::BTreeMap;

use super::{Charges, Machine, Pricing, Stretch};
use crate::measured::instant::{DAY, HOUR, civil_of_days, days};

/// Whose hours.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Owner {
    pub(super) currency: u32,
    pub(super) month: u32,
    pub(super) machine: u32,
    pub(super) is_gpu: bool,
    pub(super) account: u32,
    pub(super) labels: u32,
    pub(super) pricing: Pricing,
}

/// Hours that were counted, and those beyond the length of their periods.
#[derive(Debug, Default)]
pub(super) struct Hours {
    pub(super) by_owner: BTreeMap<Owner, f64>,
    pub(super) beyond: f64,
}

/// The calendar month of a day since 1970: years × 12 + month − 1.
pub(super) fn month_of(day: u32) -> u32 {
    let (year, month, _) = civil_of_days(day);
    year * 12 + month - 1
}

/// `2026-01`.
pub(super) fn month_name(month: u32) -> String {
    format!("{:04}-{:02}", month / 12, month % 12 + 1)
}

/// The first second of the month after.
fn next_month(month: u32) -> f64 {
    let next = month + 1;
    days(next / 12, next % 12 + 1, 1).map_or(f64::INFINITY, |day| day * DAY)
}

/// Days of a month.
pub(super) fn days_of(month: u32) -> u32 {
    let first = days(month / 12, month % 12 + 1, 1).unwrap_or(0.0);
    super::whole(next_month(month) / DAY - first)
}

impl Charges {
    /// The hours of all machines.
    pub(super) fn hours(&self) -> Hours {
        let mut found = Hours::default();
        for (machine, stretches) in &self.machines {
            let by_owner = &mut found.by_owner;
            found.beyond += sweep(stretches, &mut |stretch, used| {
                self.work.add(1);
                *by_owner.entry(owner(*machine, stretch, used.from)).or_default() += used.hours;
            });
        }
        found
    }
}

/// Machine-hours or GPU-hours that count, in a span of seconds since 1970 UTC.
#[derive(Clone, Copy, Debug)]
pub(super) struct Used {
    pub(super) from: f64,
    pub(super) to: f64,
    pub(super) hours: f64,
}

fn owner(machine: Machine, stretch: &Stretch, at: f64) -> Owner {
    Owner {
        currency: stretch.currency,
        month: month_of(super::whole(at / DAY)),
        machine: machine.name,
        is_gpu: machine.is_gpu,
        account: stretch.account,
        labels: stretch.labels,
        pricing: stretch.pricing,
    }
}

/// Hands over the hours of each stretch that count, with the span in which they were used, seconds since 1970 UTC; the sum
/// of those that do not count is the answer. Spans end with their month, unless nothing is capped.
pub(super) fn sweep(stretches: &[Stretch], each: &mut dyn FnMut(&Stretch, Used)) -> f64 {
    for stretch in stretches.iter().filter(|s| !s.is_capped) {
        let (from, to) = (f64::from(stretch.start), f64::from(stretch.end()));
        each(stretch, Used { from, to, hours: stretch.hours });
    }
    let mut sorted: Vec<&Stretch> = stretches.iter().filter(|s| s.is_capped).collect();
    sorted.sort_by_key(|s| (s.start, s.seconds));
    let mut active: Vec<&Stretch> = Vec::new();
    let mut next = 0;
    let mut at = 0;
    let (mut stated, mut counted) = (0.0, 0.0);
    loop {
        active.retain(|s| s.end() > at);
        if active.is_empty() {
            match sorted.get(next) {
                Some(first) => at = first.start,
                None => break,
            }
        }
        while let Some(stretch) = sorted.get(next).filter(|s| s.start <= at) {
            active.push(stretch);
            stated += stretch.hours;
            next += 1;
        }
        let ends = active.iter().map(|s| s.end()).chain(sorted.get(next).map(|s| s.start)).min();
        let Some(to) = ends else { break };
        // Corrections take hours back.
        let rate = |s: &Stretch| s.hours * HOUR / f64::from(s.seconds);
        let all: f64 = active.iter().map(|s| rate(s)).sum();
        let kept = all.clamp(0.0, 1.0);
        let share = if all > 0.0 { kept / all } else { 0.0 };
        let mut from = f64::from(at);
        while from < f64::from(to) {
            let until = f64::from(to).min(next_month(month_of(super::whole(from / DAY))));
            for stretch in &active {
                let hours = rate(stretch) * share * (until - from) / HOUR;
                counted += hours;
                each(stretch, Used { from, to: until, hours });
            }
            from = until;
        }
        at = to;
    }
    (stated - counted).max(0.0)
}
