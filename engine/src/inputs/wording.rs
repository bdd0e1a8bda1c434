//! Values of rows in words.

use super::kind::{Column, ColumnKind};
use super::value::Cell;
use crate::text::plain;
use crate::units::Unit;

/// Most list rows written out one by one.
const FEW: usize = 4;
/// Longest text of a cell that is written out, in characters: a name fits. A series may be a year of hours.
const LONGEST: usize = 80;
/// Characters of a longer one.
const BEGINNING: usize = 40;

/// Rows of a list in words; only their number if there are many.
pub(super) fn listed(rows: &[Vec<Cell>], columns: &[Column], write: &dyn Fn(f64, Unit) -> String) -> String {
    if rows.is_empty() || rows.len() > FEW {
        return format!("{} rows", rows.len());
    }
    let cell = |(cell, column): (&Cell, &Column)| match (cell, column.kind) {
        (Cell::Number(value), ColumnKind::Number { unit, .. }) => Some(write(*value, unit)),
        (Cell::Text(id), ColumnKind::Choice(options)) => {
            options.iter().find(|o| o.id == id).map(|o| o.label.to_owned())
        }
        (Cell::Text(text), _) if !text.is_empty() => Some(shortened(text)),
        _ => None,
    };
    let row = |row: &Vec<Cell>| row.iter().zip(columns).filter_map(cell).collect::<Vec<_>>().join(", ");
    rows.iter().map(row).collect::<Vec<_>>().join("; ")
}

/// A text on one line: of a longer one its beginning, with the number of its parts.
fn shortened(text: &str) -> String {
    if text.chars().count() <= LONGEST {
        return text.to_owned();
    }
    format!("{} ({} parts)", plain(text, BEGINNING), text.split_whitespace().count())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_series_of_a_year_is_one_line() {
        let columns = [Column { label: "GPUs by hour", kind: ColumnKind::Text { max_chars: 100_000 } }];
        let words = |text: &str| listed(&[vec![Cell::Text(text.to_owned())]], &columns, &|_, _| String::new());
        assert_eq!(words("24*8000 256*760"), "24*8000 256*760");
        let name = "x".repeat(80);
        assert_eq!(words(&name), name);
        let year: Vec<String> = (0..8_760).map(|hour| (100 + hour % 900).to_string()).collect();
        assert_eq!(words(&year.join(" ")), "100 101 102 103 104 105 106 107 108 109… (8760 parts)");
    }
}
