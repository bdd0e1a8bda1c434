//! Values of rows in words.

use super::kind::{Column, ColumnKind};
use super::value::Cell;
use crate::units::Unit;

/// Most list rows written out one by one.
const FEW: usize = 4;

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
        (Cell::Text(text), _) if !text.is_empty() => Some(text.clone()),
        _ => None,
    };
    let row = |row: &Vec<Cell>| row.iter().zip(columns).filter_map(cell).collect::<Vec<_>>().join(", ");
    rows.iter().map(row).collect::<Vec<_>>().join("; ")
}
