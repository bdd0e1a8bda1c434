//! Types and bounds of a row: numbers between bounds, choices, lists of rows.

use crate::units::Unit;

/// One option of a choice.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ChoiceOption {
    /// Its permanent id in files and links.
    pub id: &'static str,
    /// Its label.
    pub label: &'static str,
}

/// One column of a list-valued row.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Column {
    /// Its label.
    pub label: &'static str,
    /// What it holds.
    pub kind: ColumnKind,
}

impl Column {
    /// Whether a row may end before it: it was added later, and an empty cell means what older texts meant.
    pub(crate) const fn may_be_missing(&self) -> bool {
        matches!(self.kind, ColumnKind::Number { optional: true, .. } | ColumnKind::Text { .. } | ColumnKind::Choice(_))
    }
}

/// The type of a column.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum ColumnKind {
    /// A number between bounds.
    Number {
        /// Its unit.
        unit: Unit,
        /// Minimum.
        min: f64,
        /// Maximum.
        max: f64,
        /// Whether the cell may be empty.
        optional: bool,
        /// Whether only whole numbers are valid.
        whole: bool,
    },
    /// Text of limited length.
    Text {
        /// Most characters.
        max_chars: usize,
    },
    /// One of several options; an empty cell is the first.
    Choice(&'static [ChoiceOption]),
}

/// The type and bounds of a row.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Kind {
    /// A number.
    Number {
        /// Its unit.
        unit: Unit,
        /// Minimum.
        min: f64,
        /// Maximum.
        max: f64,
        /// Whether only whole numbers are valid.
        whole: bool,
    },
    /// One of several options.
    Choice(&'static [ChoiceOption]),
    /// On or off.
    Switch,
    /// The id of a GPU in the price book.
    Gpu,
    /// The id of a GPU in the price book, or empty for the work's own.
    OtherGpu,
    /// A currency by its ISO 4217 code.
    Currency,
    /// A date such as `2026-11-21`, or empty.
    Day,
    /// Text of limited length.
    Text {
        /// Most characters.
        max_chars: usize,
    },
    /// Rows of cells.
    List {
        /// The columns, in order.
        columns: &'static [Column],
        /// Most rows.
        max_rows: usize,
    },
}

pub(super) fn names(options: &[ChoiceOption]) -> String {
    options.iter().map(|o| o.id).collect::<Vec<_>>().join(", ")
}
