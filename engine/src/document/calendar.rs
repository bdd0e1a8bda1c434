//! The day on which a decision is looked at again, as an entry for calendars (RFC 5545). The crates that write calendars bring a clock and
//! random identifiers, which the engine does without; an entry of one day is these lines.

use crate::codec::RecordedDecision;
use crate::prices::Day;

/// Longest line in bytes, without its break.
const LONGEST_LINE: usize = 75;

/// The entry; nothing where the day of the review is no date. `stamp`: when it is written, as `20261129T163000Z`. `scenario`: its name and
/// its short code.
pub fn entry(decision: &RecordedDecision, (name, code): (&str, &str), stamp: &str) -> Option<String> {
    // A month alone is no day.
    let day = Day::parse(&decision.review).filter(|_| decision.review.len() == "2026-12-31".len())?;
    let day = day.to_string().replace('-', "");
    let called = if name.trim().is_empty() { "GPUs: rent or own" } else { name.trim() };
    let summary = format!("Review: {called}");
    let about = format!(
        "Decided on {}: {}{}.\nOpen the saved scenario {code} in Rack or Rent, room Decide: it says which of the facts that would reverse it came true.",
        decision.date,
        decision.words,
        if decision.too_close { " (too close to call then)" } else { "" }
    );
    let lines = [
        "BEGIN:VCALENDAR".to_owned(),
        "VERSION:2.0".to_owned(),
        "PRODID:-//Rack or Rent//Decision log//EN".to_owned(),
        "BEGIN:VEVENT".to_owned(),
        format!("UID:{code}-{}-{day}@rack-or-rent", decision.date),
        format!("DTSTAMP:{stamp}"),
        format!("DTSTART;VALUE=DATE:{day}"),
        format!("SUMMARY:{}", escaped(&summary)),
        format!("DESCRIPTION:{}", escaped(&about)),
        "TRANSP:TRANSPARENT".to_owned(),
        "END:VEVENT".to_owned(),
        "END:VCALENDAR".to_owned(),
    ];
    Some(lines.iter().map(|line| folded(line)).collect())
}

fn escaped(text: &str) -> String {
    let mut safe = String::with_capacity(text.len());
    for letter in text.chars() {
        match letter {
            '\\' | ';' | ',' => safe.extend(['\\', letter]),
            '\n' => safe.push_str("\\n"),
            letter if letter.is_control() => safe.push(' '),
            letter => safe.push(letter),
        }
    }
    safe
}

/// A line with its break, in pieces of at most [`LONGEST_LINE`] bytes; what follows the first begins with a space.
fn folded(line: &str) -> String {
    let mut out = String::new();
    let mut bytes = 0;
    for letter in line.chars() {
        if bytes + letter.len_utf8() > LONGEST_LINE {
            out.push_str("\r\n ");
            bytes = 1;
        }
        out.push(letter);
        bytes += letter.len_utf8();
    }
    out + "\r\n"
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Read by the icalendar package of Python as: one event on 2027-05-31, with these texts.
    #[test]
    fn an_entry_is_escaped_and_folded() {
        let decision = RecordedDecision {
            date: "2026-11-29".to_owned(),
            review: "2027-05-31".to_owned(),
            words: "Buy 8 nodes, sell 2; keep the rest \u{2013} für später".repeat(3),
            ..RecordedDecision::default()
        };
        let text = entry(&decision, ("A; b, c\\d\nEND:VEVENT", "k3f9"), "20261129T163000Z").expect("an entry");
        assert!(text.lines().all(|line| line.len() <= LONGEST_LINE), "{text}");
        assert!(text.split("\r\n").all(|line| !line.contains('\n')), "every break is of both letters");
        let whole = text.replace("\r\n ", "");
        assert!(whole.contains("\r\nSUMMARY:Review: A\\; b\\, c\\\\d\\nEND:VEVENT\r\n"), "{whole}");
        assert!(whole.contains("\r\nDTSTART;VALUE=DATE:20270531\r\n"), "{whole}");
        assert_eq!(whole.matches("END:VEVENT\r\n").count(), 2, "the one in the name is text");
        for review in ["", "soon", "2027-02-30", "2027-05", "2027"] {
            let decision = RecordedDecision { review: review.to_owned(), ..decision.clone() };
            assert_eq!(entry(&decision, ("", "k3f9"), "20261129T163000Z"), None, "{review}");
        }
    }
}
