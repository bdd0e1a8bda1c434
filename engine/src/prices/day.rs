//! Dates of prices. There is no clock here: the page supplies today as a [`Day`].

use std::fmt;

use serde::{Deserialize, Serialize};

/// The day, month or year for which a figure holds.
///
/// Prices are dated as precisely as their source: `2026-09-29`, `2026-10` or `2026`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(into = "String", try_from = "String")]
pub struct Day {
    year: i32,
    month: Option<u8>,
    date: Option<u8>,
}

impl Day {
    /// The earliest year of a price.
    pub(super) const FIRST: Self = Self { year: 1_900, month: None, date: None };

    /// A day of the civil calendar; `None` if it does not exist.
    ///
    /// Limits: years 1900 to 2199.
    pub fn civil(year: i32, month: u8, day: u8) -> Option<Self> {
        Self::checked(year, Some(month), Some(day))
    }

    /// Parses a date; `None` if it is invalid.
    ///
    /// Reads `2026-09-29`, `2026-10`, `2026`; a quarter (`2026-Q3`) and a half year (`2026-H2`) become their last
    /// month, in which they were reported.
    pub fn parse(text: &str) -> Option<Self> {
        let mut parts = text.split('-');
        let year = digits(parts.next()?, 4)?;
        let month = parts.next();
        let day = parts.next();
        if parts.next().is_some() {
            return None;
        }
        let Some(month) = month else {
            return Self::checked(year, None, None);
        };
        if let Some(month) = end_of_period(month) {
            return if day.is_none() { Self::checked(year, Some(month), None) } else { None };
        }
        let month = u8::try_from(digits(month, 2)?).ok()?;
        let Some(day) = day else {
            return Self::checked(year, Some(month), None);
        };
        Self::checked(year, Some(month), Some(u8::try_from(digits(day, 2)?).ok()?))
    }

    fn checked(year: i32, month: Option<u8>, day: Option<u8>) -> Option<Self> {
        let fits = (1_900..2_200).contains(&year)
            && month.is_none_or(|m| (1..=12).contains(&m))
            && day.is_none_or(|d| d >= 1 && d <= days_in(year, month.unwrap_or(1)));
        fits.then_some(Self { year, month, date: day })
    }

    /// The year.
    pub const fn year(self) -> i32 {
        self.year
    }

    /// The month, 1 to 12, if the source gives one.
    pub const fn month(self) -> Option<u8> {
        self.month
    }

    /// Days from this date to another, negative if the other is earlier.
    ///
    /// A month counts from its first day, a year from 1 January: the age of a figure is never understated.
    pub fn days_until(self, other: Self) -> i64 {
        other.number() - self.number()
    }

    /// Days since 1 March of the year 0.
    ///
    /// Source: Hinnant, "chrono-compatible low-level date algorithms", `days_from_civil`, without the eras: all years
    /// here are positive.
    fn number(self) -> i64 {
        let month = i64::from(self.month.unwrap_or(1));
        let year = i64::from(self.year) - i64::from(month <= 2);
        let months_from_march = (month + 9) % 12;
        let day_of_year = (153 * months_from_march + 2) / 5 + i64::from(self.date.unwrap_or(1)) - 1;
        365 * year + year / 4 - year / 100 + year / 400 + day_of_year
    }
}

/// A number of exactly `count` digits.
fn digits(text: &str, count: usize) -> Option<i32> {
    if text.len() == count && text.bytes().all(|b| b.is_ascii_digit()) { text.parse().ok() } else { None }
}

fn end_of_period(text: &str) -> Option<u8> {
    [("Q1", 3), ("Q2", 6), ("Q3", 9), ("Q4", 12), ("H1", 6), ("H2", 12)].iter().find(|p| p.0 == text).map(|p| p.1)
}

fn days_in(year: i32, month: u8) -> u8 {
    let leap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0);
    match month {
        2 if leap => 29,
        2 => 28,
        4 | 6 | 9 | 11 => 30,
        _ => 31,
    }
}

impl fmt::Display for Day {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&String::from(*self))
    }
}

impl TryFrom<String> for Day {
    type Error = String;

    /// Errors: the text, if it is no date.
    fn try_from(text: String) -> Result<Self, String> {
        Self::parse(&text).ok_or(text)
    }
}

impl From<Day> for String {
    /// Digit by digit: an answer writes a date for every offer, and std's formatting is ten times slower.
    fn from(day: Day) -> Self {
        let mut text = Self::with_capacity(10);
        push(&mut text, day.year.unsigned_abs(), 1_000);
        for part in [day.month, day.date].into_iter().flatten() {
            text.push('-');
            push(&mut text, u32::from(part), 10);
        }
        text
    }
}

/// Appends the digits of a number from a decimal place downwards.
fn push(text: &mut String, number: u32, mut place: u32) {
    while place > 0 {
        text.extend(char::from_digit(number / place % 10, 10));
        place /= 10;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn dates_read_as_they_are_written() {
        let cases = [
            ("2026-09-29", Some("2026-09-29")),
            ("2026-10", Some("2026-10")),
            ("2026", Some("2026")),
            ("2026-Q1", Some("2026-03")),
            ("2026-Q4", Some("2026-12")),
            ("2025-H1", Some("2025-06")),
            ("2024-02-29", Some("2024-02-29")),
            ("2025-02-29", None),
            ("2100-02-29", None),
            ("2000-02-29", Some("2000-02-29")),
            ("2026-13", None),
            ("2026-00", None),
            ("2026-04-31", None),
            ("2026-04-00", None),
            ("2026-4", None),
            ("26-04", None),
            ("", None),
            ("-", None),
            ("2026-", None),
            ("2026-Q5", None),
            ("2026-Q1-01", None),
            ("2026-04-01-01", None),
            ("+026-04", None),
            ("20260401", None),
            ("1899", None),
            ("2200", None),
            ("2026-0é", None),
        ];
        for (text, expected) in cases {
            assert_eq!(Day::parse(text).map(|d| d.to_string()).as_deref(), expected, "{text}");
        }
    }

    #[test]
    fn days_between_dates_are_those_of_the_calendar() {
        let cases = [
            ("2026-09-29", "2026-09-29", 0),
            ("2026-09-29", "2026-10-01", 2),
            ("2026-10-01", "2026-09-29", -2),
            ("2024-02-28", "2024-03-01", 2),
            ("2025-02-28", "2025-03-01", 1),
            ("1900-02-28", "1900-03-01", 1),
            ("2025-12-31", "2026-01-01", 1),
            ("2000-01-01", "2026-11-15", 9_815),
            ("1970-01-01", "2026-11-15", 20_772),
            ("2026-10", "2026-11-01", 31),
            ("2026", "2026-11-01", 304),
            ("2026", "2026-01", 0),
        ];
        for (from, to, expected) in cases {
            let days = Day::parse(from).zip(Day::parse(to)).map(|(a, b)| a.days_until(b));
            assert_eq!(days, Some(expected), "{from} to {to}");
        }
    }
}
