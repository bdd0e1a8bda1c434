//! Hours of machines by month and owner: within one resource and period never more than the period's length.

use std::collections::BTreeMap;

use super::overlap::ChargeRow;
use super::{Charges, Counts, Key, Pricing};
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
    pub(super) commitment: u32,
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

/// A row with hours, and what it has in common with others.
pub(super) type Stretch<'c> = (&'c ChargeRow, &'c Key);

/// Whether the hours of a row are at most those of its period. Without a resource nothing tells how many machines there
/// are.
const fn is_capped((row, key): &Stretch<'_>) -> bool {
    row.resource != 0 && row.seconds > 0 && key.is_single && matches!(key.counts, Some(Counts::Machines))
}

impl Charges {
    /// Rows with hours of one resource of one machine after the other, each in the order of their starts.
    pub(super) fn stretches(&self) -> Vec<Stretch<'_>> {
        let mut all: Vec<Stretch<'_>> = self.rows.iter().map(|row| (row, self.key_of(row))).collect();
        all.retain(|(_, key)| key.counts.is_some());
        all.sort_by_key(|(row, key)| (key.machine, key.counts, row.resource, row.start, row.seconds));
        all
    }

    /// The hours of all machines.
    pub(super) fn hours(&self) -> Hours {
        let mut found = Hours::default();
        for stretches in self.stretches().chunk_by(is_of_one_machine) {
            let by_owner = &mut found.by_owner;
            let mut by_row = |(_, key): &Stretch<'_>, used: Used| {
                self.work.add(1);
                *by_owner.entry(owner(key, used.from)).or_default() += used.hours;
            };
            found.beyond += sweep(stretches, &mut by_row, &mut |_| {});
        }
        found
    }
}

/// Whether two rows are of the same resource.
pub(super) fn is_of_one_machine((one, one_key): &Stretch<'_>, (other, other_key): &Stretch<'_>) -> bool {
    (one_key.machine, one_key.counts, one.resource) == (other_key.machine, other_key.counts, other.resource)
}

/// Machine-hours or GPU-hours that count, in a span of seconds since 1970 UTC.
#[derive(Clone, Copy, Debug)]
pub(super) struct Used {
    pub(super) from: f64,
    pub(super) to: f64,
    pub(super) hours: f64,
}

fn owner(key: &Key, moment: f64) -> Owner {
    Owner {
        currency: key.currency,
        month: month_of(super::whole(moment / DAY)),
        machine: key.machine,
        is_gpu: key.counts_gpus(),
        account: key.account,
        labels: key.labels,
        commitment: key.commitment,
        pricing: key.pricing,
    }
}

/// Hours of one machine that count, in time n log n.
///
/// `each` gets those of each row, cut at the ends of months unless nothing is capped; `together` those of all rows between
/// two moments at which one starts or ends. The answer is the sum of the hours that do not count.
pub(super) fn sweep<'c>(
    stretches: &[Stretch<'c>],
    each: &mut dyn FnMut(&Stretch<'c>, Used),
    together: &mut dyn FnMut(Used),
) -> f64 {
    for stretch in stretches.iter().filter(|stretch| !is_capped(stretch)) {
        let (row, _) = stretch;
        let used = Used { from: f64::from(row.start), to: f64::from(row.end()), hours: row.hours };
        each(stretch, used);
        together(used);
    }
    let capped = || stretches.iter().filter(|stretch| is_capped(stretch));
    let counted = Counted::of(capped().map(|(row, _)| *row), together);
    let (mut stated, mut sum) = (0.0, 0.0);
    for stretch in capped() {
        let (row, _) = stretch;
        stated += row.hours;
        let (mut from, end) = (f64::from(row.start), f64::from(row.end()));
        while from < end {
            let to = end.min(next_month(month_of(super::whole(from / DAY))));
            let hours = row.hours * (counted.until(to) - counted.until(from)) / f64::from(row.seconds);
            sum += hours;
            each(stretch, Used { from, to, hours });
            from = to;
        }
    }
    // Sums of many rows are not exact.
    let beyond: f64 = stated - sum;
    if beyond > 1e-6 { beyond } else { 0.0 }
}

/// The share of the stated use that counts, over time: 1 unless more than a whole machine is stated.
struct Counted {
    /// Moments at which rows start or end, and the share summed up to them, in seconds.
    points: Vec<(f64, f64)>,
}

impl Counted {
    fn of<'c>(rows: impl Iterator<Item = &'c ChargeRow>, together: &mut dyn FnMut(Used)) -> Self {
        // Corrections take hours back.
        let mut changes: Vec<(u32, bool, f64)> = Vec::new();
        for row in rows {
            let rate = row.hours * HOUR / f64::from(row.seconds);
            changes.extend([(row.start, true, rate), (row.end(), false, -rate)]);
        }
        changes.sort_by(|a, b| (a.0, a.1).cmp(&(b.0, b.1)).then(a.2.total_cmp(&b.2)));
        let mut points: Vec<(f64, f64)> = Vec::new();
        let (mut rate, mut active, mut share_sum) = (0.0_f64, 0_u32, 0.0);
        for same in changes.chunk_by(|a, b| a.0 == b.0) {
            let Some((moment, ..)) = same.first() else { continue };
            let to = f64::from(*moment);
            if let Some((from, _)) = points.last().copied().filter(|_| active > 0) {
                let share = match rate {
                    none if none <= 0.0 => 0.0,
                    whole if whole <= 1.0 + 1e-9 => 1.0,
                    more => 1.0 / more,
                };
                share_sum += share * (to - from);
                together(Used { from, to, hours: rate * share * (to - from) / HOUR });
            }
            points.push((to, share_sum));
            for (_, starts, change) in same {
                rate += change;
                active = if *starts { active + 1 } else { active.saturating_sub(1) };
            }
            if active == 0 {
                rate = 0.0;
            }
        }
        Self { points }
    }

    /// The share summed up to a moment, in seconds.
    fn until(&self, moment: f64) -> f64 {
        let at = self.points.partition_point(|(point, _)| *point <= moment);
        let before = at.checked_sub(1).and_then(|at| self.points.get(at)).copied();
        match (before, self.points.get(at)) {
            (Some((from, sum)), Some((to, next))) if moment > from => {
                sum + (next - sum) * (moment - from) / (to - from)
            }
            (Some((_, sum)), _) => sum,
            (None, _) => 0.0,
        }
    }
}
