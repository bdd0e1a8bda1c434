//! Days of the proleptic Gregorian calendar, 1970 to 2199.

/// Seconds of a day.
pub const DAY: f64 = 86_400.0;
/// Seconds of an hour.
pub const HOUR: f64 = 3_600.0;

/// Days from 1970-01-01 to a day of the proleptic Gregorian calendar; `None` if it does not exist.
///
/// Source: Hinnant, "chrono-compatible low-level date algorithms", `days_from_civil`, for positive years.
pub fn days(year: u32, month: u32, day: u32) -> Option<f64> {
    let exists =
        (1_970..2_200).contains(&year) && (1..=12).contains(&month) && (1..=days_in(year, month)).contains(&day);
    exists.then_some(())?;
    let from_march = if month <= 2 { year - 1 } else { year };
    let day_of_year = (153 * ((month + 9) % 12) + 2) / 5 + day - 1;
    let days = 365 * from_march + from_march / 4 - from_march / 100 + from_march / 400 + day_of_year;
    Some(f64::from(days) - 719_468.0)
}

fn days_in(year: u32, month: u32) -> u32 {
    let leap = year.is_multiple_of(4) && (!year.is_multiple_of(100) || year.is_multiple_of(400));
    match month {
        2 if leap => 29,
        2 => 28,
        4 | 6 | 9 | 11 => 30,
        _ => 31,
    }
}

/// Year, month and day of a number of days since 1970-01-01, from 0 on.
///
/// Source: Hinnant, `civil_from_days`.
pub fn civil_of_days(days: u32) -> (u32, u32, u32) {
    let days = days + 719_468;
    let (era, day) = (days / 146_097, days % 146_097);
    let year = (day - day / 1_460 + day / 36_524 - day / 146_096) / 365;
    let day = day - (365 * year + year / 4 - year / 100);
    let from_march = (5 * day + 2) / 153;
    let month = if from_march < 10 { from_march + 3 } else { from_march - 9 };
    (year + era * 400 + u32::from(month <= 2), month, day - (153 * from_march + 2) / 5 + 1)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn days_there_and_back() {
        for day in 0..84_005 {
            let (year, month, date) = civil_of_days(day);
            assert_eq!(days(year, month, date), Some(f64::from(day)), "{year}-{month}-{date}");
        }
        // 30 years with 7 leap days: 2000-01-01.
        assert_eq!(civil_of_days(30 * 365 + 7), (2_000, 1, 1));
    }
}
