//! Today's date, and the age of prices.

use engine::prices::Day;

/// Today's date in the reader's time zone; `None` if the clock is implausible.
pub fn today() -> Option<Day> {
    day_of(&js_sys::Date::new_0())
}

/// The present time as calendars write it: `20261129T163000Z`.
pub fn stamp() -> String {
    let now = String::from(js_sys::Date::new_0().to_iso_string());
    let digits: String = now.chars().filter(|letter| !matches!(letter, '-' | ':')).collect();
    digits.split('.').next().map(|seconds| format!("{seconds}Z")).unwrap_or_default()
}

/// The day of a date in the reader's time zone; `None` if it is implausible.
pub fn day_of(now: &js_sys::Date) -> Option<Day> {
    let month = u8::try_from(now.get_month() + 1).ok()?;
    let day = u8::try_from(now.get_date()).ok()?;
    Day::parse(&format!("{:04}-{month:02}-{day:02}", now.get_full_year()))
}

/// Days since a date such as `2026-09-29` or `2026-10`; `None` for any other text.
pub fn days_since(as_of: &str) -> Option<i64> {
    let days = Day::parse(as_of)?.days_until(today()?);
    Some(days.max(0))
}
