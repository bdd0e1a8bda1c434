//! The inputs of a scenario in words: label, value, source.

use super::reversals::WriteUnit;
use crate::inputs::FIELDS;
use crate::inputs::field::{Field, Kind};
use crate::inputs::provenance::{Provenance, provenance};
use crate::inputs::value::Value;
use crate::model::Subject;
use crate::number;
use crate::units::{Unit, with_symbol};

/// The longest value of a row, in letters: a measured series is one line.
const LONGEST_VALUE: usize = 160;

/// An input in words.
#[derive(Clone, Debug, PartialEq)]
pub struct InputWords {
    /// Id of its row.
    pub id: &'static str,
    /// Its label.
    pub label: String,
    /// Its value with its unit.
    pub value: String,
    /// Where it is from, and of when.
    pub source: String,
    /// Whether somebody entered it.
    pub is_given: bool,
}

/// Every input that counts in a scenario, in the order of the form.
pub fn inputs(subject: Subject, write: WriteUnit) -> Vec<InputWords> {
    let Subject { scenario, book, edition } = subject;
    let relevant = |row: &&Field| {
        (row.is_relevant)(scenario) && !matches!(row.get(scenario), Value::List(rows) if rows.is_empty())
    };
    let source = |row: &Field, from: &Provenance| match from {
        Provenance::Given(_) => "entered".to_owned(),
        Provenance::Bill(_) => "from the bill".to_owned(),
        Provenance::Machine { .. } => "price book, its machine".to_owned(),
        Provenance::Earlier(default) => dated(&default.source, &default.as_of),
        Provenance::Default => {
            let default = row.default_in(book);
            dated(&default.source, &default.as_of)
        }
    };
    let value = |row: &Field| match row.kind {
        Kind::Gpu => book.gpu(&scenario.work.gpu).map_or_else(|| scenario.work.gpu.clone(), |gpu| gpu.name.clone()),
        _ => cut(row.in_words(scenario, write)),
    };
    // Rows of owning and of renting may have the same name.
    let label = |row: &Field| {
        let is_one = FIELDS.iter().filter(|other| other.label == row.label).count() == 1;
        if is_one { row.label.to_owned() } else { format!("{} ({})", row.label, row.group.label) }
    };
    let words = |row: &'static Field| {
        let from = provenance(row, scenario, book, edition);
        let is_given = matches!(from, Provenance::Given(_) | Provenance::Bill(_));
        InputWords { id: row.id, label: label(row), value: value(row), source: source(row, &from), is_given }
    };
    FIELDS.iter().filter(relevant).map(words).collect()
}

/// A number with its unit as a spreadsheet's reader expects it: no separators, at most six decimals.
pub fn plain_with_unit(value: f64, unit: Unit) -> String {
    let shown = value * unit.shown_factor();
    with_symbol(&number::write(libm::round(shown * 1e6) / 1e6), unit.symbol())
}

fn dated(source: &str, as_of: &str) -> String {
    if as_of.is_empty() { source.to_owned() } else { format!("{source} ({as_of})") }
}

fn cut(text: String) -> String {
    if text.chars().count() <= LONGEST_VALUE {
        return text;
    }
    text.chars().take(LONGEST_VALUE).chain(['\u{2026}']).collect()
}
