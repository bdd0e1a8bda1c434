//! Time zones as tables of their offsets from UTC: the engine has no rules of its own for when clocks are put forward.

use std::rc::Rc;

use serde::{Deserialize, Serialize};

use super::civil::DAY;

/// A time zone by its name, with its offsets from UTC.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct TimeZone {
    /// Its name, such as `Europe/Berlin`; empty for a fixed offset.
    pub name: String,
    /// From which second since 1970 UTC an offset holds, and that offset in seconds, east positive. Rising; the first holds for
    /// all time before too.
    pub offsets: Vec<(f64, f64)>,
}

/// A local time as a time since 1970 UTC.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum LocalTime {
    /// There is one such time.
    Once(f64),
    /// Clocks are put back over it: there are two, the first and the second.
    Twice(f64, f64),
    /// Clocks are put forward over it: what it would be without that.
    Never(f64),
}

impl TimeZone {
    /// A zone that is always at the same offset from UTC, in seconds.
    pub fn fixed(offset: f64) -> Self {
        Self { name: String::new(), offsets: vec![(0.0, offset)] }
    }

    /// The offset at a time since 1970 UTC, in seconds.
    pub fn offset_at(&self, utc: f64) -> f64 {
        let after = self.offsets.partition_point(|(from, _)| *from <= utc);
        self.offsets.get(after.saturating_sub(1)).map_or(0.0, |(_, offset)| *offset)
    }

    /// The time of a local time, seconds since 1970 as if it were UTC.
    pub fn utc(&self, local: f64) -> LocalTime {
        // The last offset that had begun by this local time.
        let begun = self.offsets.partition_point(|(from, offset)| from + offset <= local);
        let at = begun.saturating_sub(1);
        let Some((from, offset)) = self.offsets.get(at) else { return LocalTime::Once(local) };
        let utc = local - offset;
        if let Some((_, earlier)) = at.checked_sub(1).and_then(|before| self.offsets.get(before))
            && local - earlier < *from
        {
            return LocalTime::Twice(local - earlier, utc);
        }
        match self.offsets.get(at + 1) {
            Some((next, _)) if begun > 0 && utc >= *next => LocalTime::Never(utc),
            _ => LocalTime::Once(utc),
        }
    }

    /// The same, the first of two.
    pub fn first_utc(&self, local: f64) -> f64 {
        match self.utc(local) {
            LocalTime::Once(utc) | LocalTime::Twice(utc, _) | LocalTime::Never(utc) => utc,
        }
    }
}

/// Clocks on the wall: at a fixed offset from UTC or those of a zone.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct LocalClock {
    /// Offset from UTC in seconds, east positive. Not used with a zone.
    pub offset: f64,
    zone: Option<Rc<TimeZone>>,
    /// Whether the times of the file rise from row to row, which settles those that clocks repeat.
    rises: bool,
    /// The last time that was read.
    previous: f64,
    /// Times that clocks repeat or omit.
    pub unsure: u64,
}

impl LocalClock {
    /// Clocks at an offset from UTC, in seconds.
    pub fn at_offset(offset: f64) -> Self {
        let offset = if offset.is_finite() { offset.clamp(-DAY, DAY) } else { 0.0 };
        Self { offset, ..Self::default() }
    }

    /// Clocks of a zone.
    pub fn in_zone(zone: &TimeZone) -> Self {
        Self { zone: Some(Rc::new(zone.clone())), ..Self::default() }
    }

    /// The same, for a file whose times rise from row to row.
    #[must_use]
    pub fn of_rising_times(self) -> Self {
        Self { rises: true, ..self }
    }

    /// Name of the zone.
    pub fn zone_name(&self) -> Option<&str> {
        self.zone.as_ref().map(|zone| zone.name.as_str())
    }

    /// The time of a local time: seconds since 1970 UTC of seconds as if they were UTC.
    pub fn utc(&self, local: f64) -> f64 {
        self.zone.as_ref().map_or(local - self.offset, |zone| zone.first_utc(local))
    }

    /// The local time of a time.
    pub fn local(&self, utc: f64) -> f64 {
        utc + self.zone.as_ref().map_or(self.offset, |zone| zone.offset_at(utc))
    }

    /// The same as [`Self::utc`] for a time that is read from a file: counts what is not sure.
    pub fn read(&mut self, local: f64) -> f64 {
        let Some(zone) = &self.zone else { return local - self.offset };
        let utc = match zone.utc(local) {
            LocalTime::Once(utc) => utc,
            LocalTime::Never(utc) => {
                self.unsure += 1;
                utc
            }
            LocalTime::Twice(first, second) => {
                self.unsure += 1;
                if self.rises && first < self.previous { second } else { first }
            }
        };
        self.previous = utc;
        utc
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::measured::instant::{HOUR, days};

    /// Europe/Berlin in 2026: summer time from 29 March 01:00 UTC to 25 October 01:00 UTC (Directive 2000/84/EC).
    #[test]
    fn summer_time_begins_and_ends() {
        let at = |month, day, hour: f64| days(2_026, month, day).expect("a day") * DAY + hour * HOUR;
        let berlin = TimeZone {
            name: "Europe/Berlin".to_owned(),
            offsets: vec![(0.0, HOUR), (at(3, 29, 1.0), 2.0 * HOUR), (at(10, 25, 1.0), HOUR)],
        };
        assert_eq!(berlin.utc(at(2, 3, 9.0)), LocalTime::Once(at(2, 3, 8.0)));
        assert_eq!(berlin.utc(at(3, 29, 1.99)), LocalTime::Once(at(3, 29, 0.99)));
        assert_eq!(berlin.utc(at(3, 29, 2.5)), LocalTime::Never(at(3, 29, 1.5)));
        assert_eq!(berlin.utc(at(3, 29, 3.0)), LocalTime::Once(at(3, 29, 1.0)));
        assert_eq!(berlin.utc(at(7, 1, 12.0)), LocalTime::Once(at(7, 1, 10.0)));
        assert_eq!(berlin.utc(at(10, 25, 2.5)), LocalTime::Twice(at(10, 25, 0.5), at(10, 25, 1.5)));
        assert_eq!(berlin.utc(at(10, 25, 3.0)), LocalTime::Once(at(10, 25, 2.0)));
        assert_eq!([at(1, 1, 0.0), at(7, 1, 0.0)].map(|utc| berlin.offset_at(utc)), [HOUR, 2.0 * HOUR]);
        assert_eq!(TimeZone::fixed(-5.0 * HOUR).utc(at(1, 1, 0.0)), LocalTime::Once(at(1, 1, 5.0)));
        assert_eq!(TimeZone::default().utc(7.0), LocalTime::Once(7.0));
    }
}
