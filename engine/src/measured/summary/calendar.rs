//! Months and weeks of a record, and the parts of a job in each.

use super::super::instant::{DAY, civil_of_days, days};
use super::super::report::TimeRange;
use super::super::whole;
use super::super::zone::TimeZone;
use super::Period;

/// A day less than a whole month still counts as one: the first job rarely starts at midnight.
const MISSING: f64 = DAY;

/// Consecutive periods, rising.
#[derive(Clone, Debug, Default)]
pub(super) struct Calendar {
    /// Name, start and end of each.
    pub(super) periods: Vec<(String, f64, f64)>,
}

impl Calendar {
    /// The months that a range touches, in a time zone.
    pub(super) fn months(range: TimeRange, zone: &TimeZone) -> Self {
        let mut periods = Vec::new();
        let (mut year, mut month, _) = civil_of_days(whole((range.from + zone.offset_at(range.from)) / DAY));
        while let Some(first) = days(year, month, 1) {
            let next = if month == 12 { (year + 1, 1) } else { (year, month + 1) };
            let from = zone.first_utc(first * DAY);
            let Some(to) = days(next.0, next.1, 1).map(|day| zone.first_utc(day * DAY)) else { break };
            if from >= range.to {
                break;
            }
            periods.push((format!("{year}-{month:02}"), from, to));
            (year, month) = next;
        }
        Self { periods }
    }

    /// The weeks that a range touches, Monday to Sunday.
    pub(super) fn weeks(range: TimeRange, zone: &TimeZone) -> Self {
        let mut periods = Vec::new();
        let day = libm::floor((range.from + zone.offset_at(range.from)) / DAY);
        // 1970-01-01 was a Thursday.
        let mut monday = (day - libm::fmod(day + 3.0, 7.0)).max(0.0);
        while zone.first_utc(monday * DAY) < range.to {
            let (year, month, date) = civil_of_days(whole(monday));
            let (from, to) = (zone.first_utc(monday * DAY), zone.first_utc((monday + 7.0) * DAY));
            periods.push((format!("{year}-{month:02}-{date:02}"), from, to));
            monday += 7.0;
        }
        Self { periods }
    }

    /// The periods that a time touches, each with its share of that time.
    pub(super) fn split(&self, from: f64, to: f64) -> impl Iterator<Item = (usize, f64)> + '_ {
        let first = self.periods.partition_point(|(_, _, end)| *end <= from);
        let length = (to - from).max(f64::MIN_POSITIVE);
        (first..).zip(self.periods.iter().skip(first)).take_while(move |(_, (_, start, _))| *start < to).map(
            move |(at, (_, start, end))| {
                let share = if *start <= from && to <= *end { 1.0 } else { (to.min(*end) - from.max(*start)) / length };
                (at, share)
            },
        )
    }

    /// The periods without their hours.
    pub(super) fn empty(&self, range: TimeRange, types: usize) -> Vec<Period> {
        let of = |(name, from, to): &(String, f64, f64)| Period {
            name: name.clone(),
            from: *from,
            to: *to,
            is_full: range.from <= from + MISSING && range.to >= to - MISSING,
            by_type: vec![0.0; types],
            ..Period::default()
        };
        self.periods.iter().map(of).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// 2026-01-31 20:00 to 2026-02-02 20:00: 4 and 44 of 48 hours. 2026-02-02 is a Monday.
    #[test]
    fn a_time_is_split_at_months_and_mondays() {
        let from = days(2_026, 1, 31).expect("a day") * DAY + 20.0 * 3_600.0;
        let range = TimeRange { from, to: from + 2.0 * DAY };
        let months = Calendar::months(range, &TimeZone::fixed(0.0));
        let names: Vec<&str> = months.periods.iter().map(|p| p.0.as_str()).collect();
        assert_eq!(names, ["2026-01", "2026-02"]);
        assert_eq!(months.split(range.from, range.to).collect::<Vec<_>>(), [(0, 4.0 / 48.0), (1, 44.0 / 48.0)]);
        let weeks = Calendar::weeks(range, &TimeZone::fixed(0.0));
        let names: Vec<&str> = weeks.periods.iter().map(|p| p.0.as_str()).collect();
        assert_eq!(names, ["2026-01-26", "2026-02-02"]);
        assert_eq!(weeks.split(range.from, range.to).collect::<Vec<_>>(), [(0, 28.0 / 48.0), (1, 20.0 / 48.0)]);
        // Five hours east, the month is over at 19:00 UTC.
        let east = Calendar::months(range, &TimeZone::fixed(5.0 * 3_600.0));
        assert_eq!(east.periods.len(), 1);
        let full: Vec<bool> = months.empty(range, 0).iter().map(|period| period.is_full).collect();
        assert_eq!(full, [false, false]);
        let quarter = TimeRange { from: months.periods[0].1 + 600.0 - 30.0 * DAY, to: months.periods[1].2 - 600.0 };
        let full: Vec<bool> = Calendar::months(quarter, &TimeZone::fixed(0.0))
            .empty(quarter, 0)
            .iter()
            .map(|period| period.is_full)
            .collect();
        assert_eq!(full, [false, true, true]);
    }
}
