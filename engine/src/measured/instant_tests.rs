use super::*;

fn at(text: &str) -> Result<f64, NoTime> {
    Clock::default().read(text.as_bytes())
}

/// Expected: `date -u -d … +%s`.
#[test]
fn one_instant_in_many_forms() {
    let instant = 1_770_109_200.0; // 2026-02-03 09:00:00 UTC
    for text in [
        "2026-02-03T09:00:00",
        "2026-02-03 09:00:00",
        "2026-02-03T09:00:00Z",
        "2026-02-03T09:00Z",
        "2026/02/03 09:00:00",
        "2026-02-03T10:00:00+01:00",
        "2026-02-03 01:30:00 -0730",
        "2026-02-03T11:00:00+02",
        "2026-02-03 09:00:00 UTC",
        "2026-02-03 09:00:00 +0000 UTC",
        "2026-02-03T09:00:00.000000000Z",
        "3.2.2026 09:00",
        "1770109200",
        "1770109200000",
        "1770109200000000",
        " 1770109200.0 ",
    ] {
        assert_eq!(at(text), Ok(instant), "{text}");
    }
    assert_eq!(at("2026/02/03 09:00:00.123"), Ok(instant + 0.123));
    assert_eq!(at("20260203"), Ok(instant - 9.0 * HOUR));
    assert_eq!(at("2026-02-03"), Ok(instant - 9.0 * HOUR));
    assert_eq!(at("2026-02-02T24:00:00Z"), Ok(instant - 9.0 * HOUR));
    let mut east = Clock::new(LocalClock::at_offset(HOUR), None);
    assert_eq!(east.read(b"2026-02-03T10:00:00"), Ok(instant));
    assert_eq!(east.read(b"2026-02-03T09:00:00Z"), Ok(instant));
    assert_eq!((east.without_zone, east.with_zone), (1, 1));
}

#[test]
fn what_is_no_time_is_not_made_one() {
    for text in ["", "Unknown", "None", "N/A", "NULL", " null ", "1970-01-01T01:00:00", "000000000"] {
        assert_eq!(at(text), Err(NoTime::Absent), "{text}");
    }
    for text in [
        "2026-01-01T30:00:00Z",
        "2026-02-29",
        "2026-13-01",
        "2026-00-01",
        "2026-01-01T10:61:00",
        "2026-01-01T10:00:00X",
        "2026-01-01T24:00:01",
        "2026-01-01T10:00:00+25:00",
        "yesterday",
        "42",
        "2026",
        "1900-01-01",
        "12/31/26",
    ] {
        assert_eq!(at(text), Err(NoTime::Unreadable), "{text}");
    }
}

#[test]
fn day_and_month_are_not_guessed() {
    let third_of_february = 1_770_076_800.0; // 2026-02-03
    assert_eq!(at("2/3/2026"), Err(NoTime::Ambiguous));
    let mut settled = Clock::default();
    assert_eq!(settled.read(b"2/13/2026"), Ok(third_of_february + 10.0 * DAY));
    assert_eq!(settled.read(b"2/3/2026"), Ok(third_of_february));
    // A 13th month does not exist; the third of March is the same either way.
    assert_eq!(at("2/13/2026"), Ok(third_of_february + 10.0 * DAY));
    assert_eq!(at("13/2/2026 9:00 AM"), Ok(third_of_february + 10.0 * DAY + 9.0 * HOUR));
    assert_eq!(at("3/3/2026"), Ok(third_of_february + 28.0 * DAY));
    let mut clock = Clock::default();
    assert_eq!(clock.read(b"2/3/2026 9:00:00 PM"), Err(NoTime::Ambiguous));
    clock.settle(b"2/13/2026 1:00:00 AM");
    assert_eq!(clock.read(b"2/3/2026 9:00:00 PM"), Ok(third_of_february + 21.0 * HOUR));
    assert_eq!(clock.read(b"2/3/2026 12:00:00 AM"), Ok(third_of_february));
    assert_eq!(clock.ambiguous, 1);
    let mut days_first = Clock::new(LocalClock::default(), Some(DateOrder::DayFirst));
    assert_eq!(days_first.read(b"3/2/2026"), Ok(third_of_february));
}

/// The manual page of sacct: Elapsed.
#[test]
fn durations() {
    assert_eq!(duration(b"1-02:03:04"), Some(93_784.0));
    assert_eq!(duration(b"35:45.828"), Some(2_145.0 + 0.828));
    assert_eq!(duration(b"00:00:00"), Some(0.0));
    assert_eq!(duration(b"100:00:00"), Some(360_000.0));
    assert_eq!(duration(b"2-12"), Some(2.5 * DAY));
    assert_eq!(duration(b"2-12:30"), Some(2.5 * DAY + 1_800.0));
    for text in ["", "UNLIMITED", "Partition_Limit", "INVALID", "12", "1:2:3:4", "1-", "-1:00:00"] {
        assert_eq!(duration(text.as_bytes()), None, "{text}");
    }
}
