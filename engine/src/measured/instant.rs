//! Times and durations as files write them, in seconds since 1970 UTC and in seconds.
//!
//! Limits: years 1970 to 2199. Times without a zone are taken at a fixed offset, or by the table of a zone that the settings
//! hold. A date that could be read in two ways is not guessed.

use serde::{Deserialize, Serialize};

use super::zone::LocalClock;

pub use super::civil::{DAY, HOUR, civil_of_days, days};

/// Which of day and month comes first in `2/3/2026`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum DateOrder {
    /// `m/d/yyyy`.
    MonthFirst,
    /// `d/m/yyyy`.
    DayFirst,
}

/// Why a cell holds no time.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NoTime {
    /// Nothing is there: empty, `Unknown`, `None`, `N/A`, `NULL`.
    Absent,
    /// Day and month could be either way round.
    Ambiguous,
    /// It is no time, or one that does not exist.
    Unreadable,
}

/// Reads the times of one file: what its settings say, and what its cells turned out to be.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Clock {
    /// Where times that name no zone are from.
    pub place: LocalClock,
    /// The order of dates with slashes, once it is known.
    pub order: Option<DateOrder>,
    /// Times that named no zone.
    pub without_zone: u64,
    /// Times that did.
    pub with_zone: u64,
    /// Times that were left out because day and month could be either way round.
    pub ambiguous: u64,
    /// The last date in the usual form, and its day: files repeat dates.
    last: ([u8; 10], f64),
}

impl Clock {
    /// A clock for times without a zone that are from a place.
    pub fn new(place: LocalClock, order: Option<DateOrder>) -> Self {
        Self { place, order, ..Self::default() }
    }

    /// The same clock that takes times without a zone as they are.
    pub(super) fn local(&self) -> Self {
        Self { place: LocalClock::default(), ..self.clone() }
    }

    /// The same, without counting the time among those that were read.
    ///
    /// Errors: as for [`Self::read`].
    pub fn peek(&mut self, text: &[u8]) -> Result<f64, NoTime> {
        let counts = (self.without_zone, self.with_zone, self.ambiguous);
        let found = self.read(text);
        (self.without_zone, self.with_zone, self.ambiguous) = counts;
        found
    }

    /// The time of a cell, in seconds since 1970 UTC.
    pub fn read(&mut self, cell: &[u8]) -> Result<f64, NoTime> {
        let cell = cell.trim_ascii();
        match self.usual(cell) {
            Some((utc, true)) => {
                self.with_zone += 1;
                return real(utc);
            }
            Some((local, false)) => {
                self.without_zone += 1;
                return real(self.place.read(local));
            }
            None => {}
        }
        if is_absent(cell) {
            return Err(NoTime::Absent);
        }
        if let Some(seconds) = epoch(cell) {
            self.with_zone += 1;
            return real(seconds);
        }
        let (local, offset) = self.civil(cell)?;
        if offset.is_some() {
            self.with_zone += 1;
        } else {
            self.without_zone += 1;
        }
        real(match offset {
            Some(offset) => local - offset,
            None => self.place.read(local),
        })
    }

    /// Settles the order of dates with slashes from a cell that leaves no doubt.
    pub fn settle(&mut self, cell: &[u8]) {
        if self.order.is_none() {
            self.order = order_of(cell.trim_ascii());
        }
    }

    /// Seconds of a time in the form that nearly all have, and whether they are UTC: `2026-02-03T09:00:00`,
    /// `2026/02/03 09:00:00.123`, `2026-02-03T09:00:00Z`.
    fn usual(&mut self, cell: &[u8]) -> Option<(f64, bool)> {
        let (cell, is_utc) = cell.strip_suffix(b"Z").map_or((cell, false), |cell| (cell, true));
        let [date @ .., b'T' | b' ', h1, h2, b':', m1, m2, b':', s1, s2] = cell.get(..19)? else { return None };
        let date: &[u8; 10] = date.try_into().ok()?;
        let fraction = match cell.get(19..)? {
            [] => 0.0,
            [b'.', digits @ ..] => {
                let mut scan = Scan(digits);
                scan.fraction().filter(|_| scan.0.is_empty())?
            }
            _ => return None,
        };
        let two = |tens: u8, ones: u8| -> Option<u32> {
            (tens.is_ascii_digit() && ones.is_ascii_digit())
                .then(|| u32::from(tens - b'0') * 10 + u32::from(ones - b'0'))
        };
        let (hour, minute, second) = (two(*h1, *h2)?, two(*m1, *m2)?, two(*s1, *s2)?);
        (hour < 24 && minute < 60 && second < 60).then_some(())?;
        if *date != self.last.0 {
            let [y1, y2, y3, y4, a @ (b'-' | b'/'), o1, o2, b, d1, d2] = date else { return None };
            let day = days(two(*y1, *y2)? * 100 + two(*y3, *y4)?, two(*o1, *o2)?, two(*d1, *d2)?);
            self.last = (*date, day.filter(|_| a == b)? * DAY);
        }
        Some((self.last.1 + f64::from(hour * 3_600 + minute * 60 + second) + fraction, is_utc))
    }

    /// Local seconds since 1970, and the offset that stands beside them.
    fn civil(&mut self, cell: &[u8]) -> Result<(f64, Option<f64>), NoTime> {
        let mut scan = Scan(cell);
        let first = scan.digits().ok_or(NoTime::Unreadable)?;
        let day = if first.1 == 8 && first.0 > 19_000_000 {
            days(first.0 / 10_000, first.0 / 100 % 100, first.0 % 100)
        } else {
            let separator = scan.one_of(b"-/.").ok_or(NoTime::Unreadable)?;
            let second = scan.digits().ok_or(NoTime::Unreadable)?;
            if first.1 == 4 && second.1 <= 2 {
                let third = if scan.byte(separator) { scan.digits() } else { None };
                let third = third.filter(|(_, width)| *width <= 2).ok_or(NoTime::Unreadable)?;
                days(first.0, second.0, third.0)
            } else {
                let third = if scan.byte(separator) { scan.digits() } else { None };
                let year = third.filter(|(_, width)| *width == 4).ok_or(NoTime::Unreadable)?.0;
                // German dates, `3.2.2026`, have the day first.
                let order = if separator == b'.' {
                    Some(DateOrder::DayFirst)
                } else {
                    let sure = order_by(first.0, second.0);
                    // A date that leaves no doubt settles the next ones.
                    self.order = self.order.or(sure);
                    sure.or(self.order)
                };
                match order {
                    Some(DateOrder::MonthFirst) => days(year, first.0, second.0),
                    Some(DateOrder::DayFirst) => days(year, second.0, first.0),
                    // The third of March is the same either way.
                    None if first.0 == second.0 => days(year, first.0, second.0),
                    None => {
                        self.ambiguous += 1;
                        return Err(NoTime::Ambiguous);
                    }
                }
            }
        };
        let day = day.ok_or(NoTime::Unreadable)?;
        let (time, offset) = scan.time().ok_or(NoTime::Unreadable)?;
        Ok((day * DAY + time, offset))
    }
}

/// The end of the last year that is read, 2199.
const LAST: f64 = 7_258_118_400.0;

/// A time that can be; the first day of 1970 is how programs write that there is none.
fn real(seconds: f64) -> Result<f64, NoTime> {
    if (DAY..LAST).contains(&seconds) {
        Ok(seconds)
    } else if (-DAY..DAY).contains(&seconds) {
        Err(NoTime::Absent)
    } else {
        Err(NoTime::Unreadable)
    }
}

/// Whether a computed time lies in the years that are read.
pub(crate) fn is_real(seconds: f64) -> bool {
    (0.0..LAST).contains(&seconds)
}

/// Whether a cell says that it has no value.
pub fn is_absent(cell: &[u8]) -> bool {
    const WORDS: [&[u8]; 13] = [
        b"unknown",
        b"none",
        b"n/a",
        b"[n/a]",
        b"null",
        b"(null)",
        b"nan",
        b"na",
        b"-",
        b"nil",
        b"nat",
        b"\\n",
        b"undefined",
    ];
    let Some(first) = cell.first() else { return true };
    // Most cells begin like none of these words.
    cell.len() <= 9
        && matches!(first, b'u' | b'U' | b'n' | b'N' | b'[' | b'(' | b'-' | b'\\')
        && WORDS.iter().any(|word| cell.eq_ignore_ascii_case(word))
}

/// Seconds, milliseconds, microseconds or nanoseconds since 1970, told apart by their number of digits.
fn epoch(cell: &[u8]) -> Option<f64> {
    let whole = cell.iter().take_while(|byte| byte.is_ascii_digit()).count();
    let per_second = match whole {
        9 | 10 => 1.0,
        12 | 13 => 1e3,
        15 | 16 => 1e6,
        18 | 19 => 1e9,
        _ => return None,
    };
    let rest = cell.get(whole..)?;
    let is_number = rest.is_empty() || (rest.starts_with(b".") && rest.get(1..)?.iter().all(u8::is_ascii_digit));
    let seconds = std::str::from_utf8(cell).ok().filter(|_| is_number)?.parse::<f64>().ok()? / per_second;
    (0.0..LAST).contains(&seconds).then_some(seconds)
}

fn order_by(first: u32, second: u32) -> Option<DateOrder> {
    match (first > 12, second > 12) {
        (true, false) => Some(DateOrder::DayFirst),
        (false, true) => Some(DateOrder::MonthFirst),
        _ => None,
    }
}

/// The order of a date with slashes in which one number can only be a day.
fn order_of(cell: &[u8]) -> Option<DateOrder> {
    let mut scan = Scan(cell);
    let first = scan.digits().filter(|(_, width)| *width <= 2)?;
    scan.one_of(b"-/")?;
    let second = scan.digits().filter(|(_, width)| *width <= 2)?;
    order_by(first.0, second.0)
}

/// What is left of a cell.
struct Scan<'c>(&'c [u8]);

impl Scan<'_> {
    /// A number of at most nine digits, and how many it has.
    fn digits(&mut self) -> Option<(u32, usize)> {
        let (mut value, mut width) = (0_u32, 0);
        while let Some((digit, rest)) = self.0.split_first().filter(|(byte, _)| byte.is_ascii_digit()) {
            if width == 9 {
                return None;
            }
            value = value * 10 + u32::from(digit - b'0');
            width += 1;
            self.0 = rest;
        }
        (width > 0).then_some((value, width))
    }

    fn byte(&mut self, wanted: u8) -> bool {
        self.one_of(&[wanted]).is_some()
    }

    fn one_of(&mut self, wanted: &[u8]) -> Option<u8> {
        let (first, rest) = self.0.split_first().filter(|(byte, _)| wanted.contains(byte))?;
        self.0 = rest;
        Some(*first)
    }

    fn blanks(&mut self) {
        self.0 = self.0.trim_ascii_start();
    }

    fn word(&mut self, wanted: &[u8]) -> bool {
        let found = self.0.get(..wanted.len()).is_some_and(|word| word.eq_ignore_ascii_case(wanted));
        if found {
            self.0 = self.0.get(wanted.len()..).unwrap_or_default();
        }
        found
    }

    /// Seconds of the day and the offset, up to the end of the cell. A date alone is midnight.
    fn time(&mut self) -> Option<(f64, Option<f64>)> {
        if self.0.is_empty() {
            return Some((0.0, None));
        }
        if !self.byte(b'T') && !self.byte(b't') {
            let before = self.0.len();
            self.blanks();
            if self.0.len() == before && !self.0.first().is_some_and(|byte| matches!(byte, b'Z' | b'z' | b'+')) {
                return None;
            }
        }
        let mut seconds = 0.0;
        if self.0.first().is_some_and(u8::is_ascii_digit) {
            let mut hour = self.digits().filter(|(_, width)| *width <= 2)?.0;
            self.byte(b':').then_some(())?;
            let minute = self.digits().filter(|(value, width)| *width == 2 && *value < 60)?.0;
            let mut second = 0.0;
            if self.byte(b':') {
                second = f64::from(self.digits().filter(|(value, width)| *width == 2 && *value <= 60)?.0);
                if self.one_of(b".,").is_some() {
                    second += self.fraction()?;
                }
            }
            self.blanks();
            let afternoon = self.word(b"PM");
            if afternoon || self.word(b"AM") {
                (1..=12).contains(&hour).then_some(())?;
                hour = hour % 12 + if afternoon { 12 } else { 0 };
            }
            // The end of a day may be written as its hour 24.
            let exists = hour < 24 || (hour == 24 && minute == 0 && second == 0.0);
            exists.then_some(())?;
            seconds = f64::from(hour) * HOUR + f64::from(minute) * 60.0 + second;
        }
        self.blanks();
        let offset = self.offset().ok()?;
        self.0.is_empty().then_some((seconds, offset))
    }

    fn fraction(&mut self) -> Option<f64> {
        let (mut value, mut scale, mut any) = (0.0, 1.0, false);
        while let Some((digit, rest)) = self.0.split_first().filter(|(byte, _)| byte.is_ascii_digit()) {
            scale /= 10.0;
            value += f64::from(digit - b'0') * scale;
            self.0 = rest;
            any = true;
        }
        any.then_some(value)
    }

    /// `Z`, `UTC`, `+02:00`, `-0730`, `+01` or nothing; an error if it is an offset that does not exist.
    fn offset(&mut self) -> Result<Option<f64>, NoTime> {
        if self.0.is_empty() {
            return Ok(None);
        }
        let named = self.word(b"Z") || self.word(b"UTC") || self.word(b"GMT");
        let Some(sign) = self.one_of(b"+-") else {
            return if named { Ok(Some(0.0)) } else { Err(NoTime::Unreadable) };
        };
        let seconds = self.hours_and_minutes().ok_or(NoTime::Unreadable)?;
        Ok(Some(if sign == b'-' { -seconds } else { seconds }))
    }

    fn hours_and_minutes(&mut self) -> Option<f64> {
        let (value, width) = self.digits()?;
        let (hours, minutes) = match width {
            1 | 2 if self.byte(b':') => (value, self.digits().filter(|(_, width)| *width == 2)?.0),
            1 | 2 => (value, 0),
            4 => (value / 100, value % 100),
            _ => return None,
        };
        self.blanks();
        self.word(b"UTC"); // OpenCost writes both: `+0000 UTC`
        (hours <= 14 && minutes < 60).then_some(f64::from(hours) * HOUR + f64::from(minutes) * 60.0)
    }
}

/// Seconds of a Slurm duration: `[days-]hours:minutes:seconds`, `minutes:seconds.fraction`; `None` if it is none.
pub fn duration(cell: &[u8]) -> Option<f64> {
    let mut scan = Scan(cell.trim_ascii());
    let mut first = scan.digits()?.0;
    let days = if scan.byte(b'-') {
        let days = first;
        first = scan.digits()?.0;
        Some(f64::from(days))
    } else {
        None
    };
    let mut parts = [f64::from(first), 0.0, 0.0];
    let mut count = 1;
    while scan.byte(b':') {
        *parts.get_mut(count)? = f64::from(scan.digits()?.0);
        count += 1;
    }
    let fraction = if scan.byte(b'.') { scan.fraction()? } else { 0.0 };
    scan.0.is_empty().then_some(())?;
    let [a, b, c] = parts;
    let seconds = match (count, days) {
        (3, _) => a * HOUR + b * 60.0 + c,
        // Behind days, the first number is hours.
        (2, Some(_)) => a * HOUR + b * 60.0,
        (1, Some(_)) => a * HOUR,
        (2, None) => a * 60.0 + b,
        _ => return None,
    };
    Some(days.unwrap_or(0.0) * DAY + seconds + fraction)
}

#[cfg(test)]
#[path = "instant_tests.rs"]
mod tests;
