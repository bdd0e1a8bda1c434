//! Nothing of a text is lost: what a link, a file or a table holds is used or named.

use engine::codec::{Decoded, plain};
use engine::csv;
use engine::inputs::FIELDS;
use engine::inputs::derived::DERIVED;
use engine::inputs::field::{Field, Kind};
use engine::inputs::value::Value;
use serde_json::Value as Json;

use super::MANY;

pub(super) fn is_named(decoded: &Decoded, field: &str) -> bool {
    decoded.notices.iter().any(|notice| notice.fields.contains(&field))
}

/// If a text gives a row once and plainly, the scenario has the value std reads there, or the row is reported.
pub(super) fn what_a_link_holds_is_used_or_named(text: &str, decoded: &Decoded) {
    let link = text.trim_start_matches(['?', '#', '/']);
    // Characters other programs insert into links, which are removed: tests/links/damage.rs has each of them.
    let turned_back = |c: char| !c.is_ascii_graphic() || matches!(c, '%' | '+' | ';' | '\\');
    let odd = link.contains(turned_back) || link.contains("=3D") || link.len() > 100_000;
    let pairs: Vec<(&str, &str)> =
        link.split('&').filter(|p| !p.is_empty()).map(|p| p.split_once('=').unwrap_or((p, ""))).collect();
    let several = pairs.iter().any(|(key, _)| matches!(*key, "next" | "set"));
    if odd || several || decoded.notices.len() >= MANY {
        return;
    }
    let passed_over = |key: &str| {
        let known = ["v", "book", "name", "said", "end", "preset", "amp", "embed", "view", "theme", "background"]
            .contains(&key)
            || DERIVED.iter().any(|derived| derived.key == key);
        let trackers = ["utm_", "fbclid", "gclid", "dclid", "msclkid", "yclid", "mc_", "_ga", "_hs", "igshid", "gad_"];
        known || trackers.iter().any(|tracker| key.starts_with(tracker))
    };
    for (key, value) in &pairs {
        let Some(field) = FIELDS.iter().find(|field| field.key == *key) else {
            let named = decoded.notices.iter().any(|n| n.message.contains(&plain(key, 40)));
            assert!(passed_over(key) || named, "{key:?} is neither known nor reported");
            continue;
        };
        let derived = DERIVED.iter().any(|d| d.sets == field.id && pairs.iter().any(|(key, _)| *key == d.key));
        let once = pairs.iter().filter(|(other, _)| other == key).count() == 1;
        if once && !derived && !is_named(decoded, field.id) {
            let held = field.get(&decoded.document.scenario);
            // The sentence around a link ends after its last value.
            let bare = value.trim_end_matches(|c: char| c.is_ascii_punctuation() && !"-_~".contains(c));
            let is_last = link.trim_end_matches('&').ends_with(value);
            let says = |value: &str| is_what_the_link_says(field, value, &held);
            assert!(says(value) || (is_last && says(bare)), "{key}={value} became {held:?}");
        }
    }
}

fn is_what_the_link_says(field: &Field, text: &str, held: &Value) -> bool {
    match (field.kind, held) {
        (Kind::Number { .. }, Value::Number(amount)) => {
            let parts: Vec<&str> = text.split('~').collect();
            let is = |at: usize, held: f64| parts.get(at).and_then(|part| part.parse::<f64>().ok()) == Some(held);
            match amount.written_range() {
                None => parts.len() == 1 && is(0, amount.value),
                Some(range) => parts.len() == 4 && is(0, amount.value) && is(2, range.low) && is(3, range.high),
            }
        }
        (Kind::Choice(_), Value::Choice(id)) => id == text,
        (Kind::Switch, Value::Switch(on)) => text == if *on { "1" } else { "0" },
        (Kind::List { .. }, Value::List(rows)) => {
            let given = if text.is_empty() { 0 } else { text.split("~~").count() };
            text.contains("~~~") || rows.len() == given
        }
        (_, Value::Text(held)) => text.contains('_') || held == text,
        _ => false,
    }
}

/// The same for a file, compared with `serde_json`.
pub(super) fn what_a_file_holds_is_used_or_named(text: &str, decoded: &Decoded) {
    let json: Json = serde_json::from_str(text).expect("JSON to us, JSON to others");
    let inputs = json["inputs"].as_object().expect("a scenario has inputs");
    if decoded.notices.len() >= MANY {
        return;
    }
    for (id, value) in inputs {
        let derived = |id: &str| DERIVED.iter().any(|d| d.sets == id && inputs.contains_key(d.id));
        match FIELDS.iter().find(|field| field.id == *id) {
            Some(field) if is_named(decoded, field.id) || derived(field.id) => {}
            Some(field) => {
                let held = field.get(&decoded.document.scenario);
                assert!(is_what_the_file_says(value, &held), "{id}: {value} became {held:?}");
            }
            None => {
                let named = decoded.notices.iter().any(|n| n.message.contains(&plain(id, 60)));
                assert!(named || DERIVED.iter().any(|d| d.id == id), "{id:?} is neither known nor reported");
            }
        }
    }
}

fn is_what_the_file_says(given: &Json, held: &Value) -> bool {
    match held {
        Value::Number(amount) => match amount.written_range() {
            None => given.as_f64().or(given["value"].as_f64()) == Some(amount.value),
            Some(range) => {
                let at = |name: &str| given["range"][name].as_f64();
                let is_range = at("low") == Some(range.low) && at("high") == Some(range.high);
                given["value"].as_f64() == Some(amount.value) && is_range
            }
        },
        Value::Choice(id) => given.as_str() == Some(id),
        Value::Switch(on) => given.as_bool() == Some(*on),
        Value::Text(text) => given.as_str() == Some(text),
        Value::List(rows) => given.as_array().is_some_and(|given| given.len() == rows.len()),
    }
}

/// The rows of a price book that became offers are those not reported by line.
pub(super) fn rows_are_used_or_named(text: &str, left_out: &[engine::prices::BookIssue], taken: usize) {
    // Old Macs end lines with a carriage return, and a first line `sep=;` names any delimiter: it remains as an empty
    // line.
    let mut text = text.replace("\r\n", "\n").replace('\r', "\n");
    let mut delimiters = vec![b',', b';', b'\t', b'|'];
    let first = text.trim_start_matches('\u{feff}').lines().next().unwrap_or_default().to_owned();
    if let Some([sign]) = first.trim_matches('"').to_ascii_lowercase().strip_prefix("sep=").map(str::as_bytes) {
        delimiters = vec![*sign];
        text = text.replacen(&first, "", 1);
    }
    let named = |line: usize| left_out.iter().any(|issue| issue.line == Some(line));
    let silent = |delimiter: u8| {
        let (table, _) = csv::read_any(&text, delimiter);
        table.rows.iter().take(500).filter(|row| !named(row.line)).count()
    };
    // Whichever the delimiter; a whole text can be rejected by its first line.
    let whole = named(1) || left_out.iter().any(|issue| issue.line.is_none());
    assert!(
        whole || delimiters.iter().any(|sign| silent(*sign) <= taken),
        "rows were dropped without a report: {text:?}"
    );
}
