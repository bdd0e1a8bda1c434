//! Problems with a number, a list, or a list row, worded to follow its label.

use super::kind::{ChoiceOption, Column, ColumnKind, names};
use super::value::{Amount, Cell, Value};
use crate::units::{Unit, with_symbol};

pub(super) fn number_objection(amount: Amount, unit: Unit, min: f64, max: f64, whole: bool) -> Option<String> {
    if !(min..=max).contains(&amount.value) {
        return Some(allowed(unit, min, max, false));
    }
    if whole && libm::trunc(amount.value) != amount.value {
        return Some(allowed(unit, min, max, true));
    }
    let range = amount.range()?;
    let ordered = range.low <= amount.value && amount.value <= range.high;
    (!ordered || !(min..=max).contains(&range.low) || !(min..=max).contains(&range.high))
        .then(|| format!("has a range that does not include its value; {}", allowed(unit, min, max, false)))
}

/// The problem with what is neither one of the words nor a number between the bounds: unit, minimum, maximum, whether
/// whole.
pub(super) fn number_or_word_objection(
    value: &Value,
    (unit, min, max, whole): (Unit, f64, f64, bool),
    words: &[ChoiceOption],
) -> Option<String> {
    if let Value::Number(amount) = value
        && number_objection(*amount, unit, min, max, whole).is_none()
    {
        return None;
    }
    let number =
        if min == max { crate::number::write(min * unit.shown_factor()) } else { bounds(unit, min, max, whole) };
    let a = if whole || min == max { "" } else { "a number " };
    Some(format!("must be {} or {a}{number}", names(words)))
}

/// The wording of what is allowed: "must be between 0 and 100%".
fn allowed(unit: Unit, min: f64, max: f64, whole: bool) -> String {
    format!("must be {}", bounds(unit, min, max, whole))
}

/// The wording of the bounds of a number: "between 0 and 100%".
fn bounds(unit: Unit, min: f64, max: f64, whole: bool) -> String {
    let factor = unit.shown_factor();
    let number = if whole { "a whole number " } else { "" };
    let (min, max) = (crate::number::write(min * factor), crate::number::write(max * factor));
    format!("{number}between {min} and {}", with_symbol(&max, unit.symbol()))
}

pub(super) fn list_objection(columns: &[Column], max_rows: usize, rows: &[Vec<Cell>]) -> Option<String> {
    if rows.len() > max_rows {
        return Some(format!("must have at most {max_rows} rows"));
    }
    for (index, row) in rows.iter().enumerate() {
        if !is_whole(columns, row) {
            return Some(format!("must have {} columns in row {}", columns.len(), index + 1));
        }
        if let Some((column, problem)) = wrong_cell(columns, row) {
            return Some(format!("has {} in row {} that {problem}", column.label, index + 1));
        }
    }
    None
}

/// Whether a row has a cell for every column, except optional ones at its end.
fn is_whole(columns: &[Column], row: &[Cell]) -> bool {
    let missing = columns.get(row.len()..);
    !row.is_empty() && missing.is_some_and(|missing| missing.iter().all(Column::may_be_missing))
}

/// The first cell of a row that its column does not allow, and what it allows.
fn wrong_cell<'c>(columns: &'c [Column], row: &[Cell]) -> Option<(&'c Column, String)> {
    columns.iter().zip(row).find_map(|(column, cell)| Some((column, cell_objection(column, cell)?)))
}

/// The problem with one row of a list, worded to follow it; `None` if it is valid.
pub(crate) fn row_objection(columns: &[Column], row: &[Cell]) -> Option<String> {
    if !is_whole(columns, row) {
        return Some(format!("must have {} columns", columns.len()));
    }
    wrong_cell(columns, row).map(|(column, problem)| format!("has {} that {problem}", column.label))
}

fn cell_objection(column: &Column, cell: &Cell) -> Option<String> {
    match (column.kind, cell) {
        (ColumnKind::Number { min, max, whole, .. }, Cell::Number(n))
            if (min..=max).contains(n) && (!whole || libm::trunc(*n) == *n) =>
        {
            None
        }
        (ColumnKind::Number { optional: true, .. } | ColumnKind::Text { .. } | ColumnKind::Choice(_), Cell::Empty) => {
            None
        }
        (ColumnKind::Number { unit, min, max, whole: true, .. }, _) => Some(allowed(unit, min, max, true)),
        (ColumnKind::Number { unit, min, max, .. }, _) => Some(allowed(unit, min, max, false)),
        (ColumnKind::Text { max_chars }, Cell::Text(t)) if t.len() <= max_chars || t.chars().count() <= max_chars => {
            None
        }
        (ColumnKind::Text { max_chars }, _) => Some(format!("must be at most {max_chars} characters long")),
        (ColumnKind::Choice(options), Cell::Text(id)) if options.iter().any(|o| o.id == id) => None,
        (ColumnKind::Choice(options), _) => Some(format!("must be one of {}", names(options))),
    }
}
