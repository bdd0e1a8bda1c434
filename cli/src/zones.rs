//! Time zones by name, with their summer time: the engine has tables alone.

use engine::measured::zone::TimeZone;
use jiff::Timestamp;
use jiff::tz::TimeZone as Rules;

/// Years whose changes are in a table, as seconds since 1970: 2010 to 2040, as in the page. Before and after, its first and last
/// offsets hold.
const YEARS: (i64, i64) = (1_262_304_000, 2_208_988_800);

/// A zone by its name, such as `Europe/Berlin`, or by its hours from UTC, such as `-5`.
pub(crate) fn zone(text: &str) -> Result<TimeZone, String> {
    if let Ok(hours) = text.parse::<f64>() {
        let is_offset = (-24.0..=24.0).contains(&hours);
        return if is_offset { Ok(TimeZone::fixed(hours * 3_600.0)) } else { Err(unknown(text)) };
    }
    let rules = Rules::get(text).map_err(|_| unknown(text))?;
    table(text, &rules).ok_or_else(|| unknown(text))
}

fn table(name: &str, rules: &Rules) -> Option<TimeZone> {
    let (first, last) = (Timestamp::from_second(YEARS.0).ok()?, Timestamp::from_second(YEARS.1).ok()?);
    let seconds = |time: Timestamp| time.as_duration().as_secs_f64();
    let begin = (seconds(first), f64::from(rules.to_offset(first).seconds()));
    let changes = rules.following(first).take_while(|change| change.timestamp() < last);
    let mut offsets = vec![begin];
    for change in changes {
        let offset = f64::from(change.offset().seconds());
        if offsets.last().is_some_and(|(_, before)| *before != offset) {
            offsets.push((seconds(change.timestamp()), offset));
        }
    }
    Some(TimeZone { name: name.to_owned(), offsets })
}

fn unknown(text: &str) -> String {
    format!(
        "\u{201c}{text}\u{201d} is no time zone: a name such as Europe/Berlin, or hours from UTC between -24 and 24"
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Clocks in Berlin were put forward on 2026-03-29 at 01:00 UTC and are put back on 2026-10-25 at 01:00 UTC.
    #[test]
    fn a_named_zone_has_its_summer_time() {
        let berlin = zone("Europe/Berlin").expect("a zone");
        let (spring, autumn) = (1_774_746_000.0, 1_792_890_000.0);
        assert_eq!(
            [spring - 1.0, spring, autumn - 1.0, autumn].map(|at| berlin.offset_at(at)),
            [3_600.0, 7_200.0, 7_200.0, 3_600.0]
        );
        assert_eq!(zone("-5.5").expect("an offset").offset_at(0.0), -5.5 * 3_600.0);
        for text in ["Berlin", "", "25", "NaN"] {
            assert!(zone(text).is_err(), "{text}");
        }
    }
}
