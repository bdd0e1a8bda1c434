//! What rows hold, in words.

use super::Scenario;
use super::field::{Column, ColumnKind, Field, Kind};
use super::value::Cell;
use crate::number;
use crate::units::Unit;

/// Most rows of a list that are told one by one.
const FEW: usize = 4;

/// Rows of a list in words; many by their number alone.
pub(super) fn listed(rows: &[Vec<Cell>], columns: &[Column], write: &dyn Fn(f64, Unit) -> String) -> String {
    if rows.is_empty() || rows.len() > FEW {
        return format!("{} rows", rows.len());
    }
    let cell = |(cell, column): (&Cell, &Column)| match (cell, column.kind) {
        (Cell::Number(value), ColumnKind::Number { unit, .. }) => Some(write(*value, unit)),
        (Cell::Text(id), ColumnKind::Choice(options)) => {
            options.iter().find(|o| o.id == id).map(|o| o.label.to_owned())
        }
        (Cell::Text(text), _) if !text.is_empty() => Some(text.clone()),
        _ => None,
    };
    let row = |row: &Vec<Cell>| row.iter().zip(columns).filter_map(cell).collect::<Vec<_>>().join(", ");
    rows.iter().map(row).collect::<Vec<_>>().join("; ")
}

/// What a row holds in a scenario, for what no reader's format applies to; nothing for lists.
pub fn in_plain_words(field: &Field, scenario: &Scenario) -> String {
    if matches!(field.kind, Kind::List { .. }) {
        return String::new();
    }
    let write = |value: f64, unit: Unit| {
        [&number::write(value * unit.shown_factor()), unit.symbol()].join(" ").trim_end().to_owned()
    };
    field.in_words(scenario, &write)
}
