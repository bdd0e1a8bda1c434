//! What a row of the table holds and allows: numbers between bounds, choices, lists of rows.

use crate::units::Unit;

/// One way of a choice.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ChoiceOption {
    /// Its name in files and links, for ever.
    pub id: &'static str,
    /// Its name for people.
    pub label: &'static str,
}

/// One column of a list-valued row.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Column {
    /// Its name for people.
    pub label: &'static str,
    /// What it holds.
    pub kind: ColumnKind,
}

impl Column {
    /// Whether a row may end before it: it came later, and an empty cell means what older texts meant.
    pub(crate) const fn may_be_missing(&self) -> bool {
        matches!(self.kind, ColumnKind::Number { optional: true, .. } | ColumnKind::Text { .. } | ColumnKind::Choice(_))
    }
}

/// What a column holds.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum ColumnKind {
    /// A number between bounds.
    Number {
        /// Its unit.
        unit: Unit,
        /// Least allowed.
        min: f64,
        /// Largest allowed.
        max: f64,
        /// Whether nothing may be given.
        optional: bool,
        /// Whether only whole numbers make sense.
        whole: bool,
    },
    /// Text of at most so many characters.
    Text {
        /// Most characters.
        max_chars: usize,
    },
    /// One of several ways; an empty cell is the first.
    Choice(&'static [ChoiceOption]),
}

/// What a row holds and what it allows.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Kind {
    /// A number.
    Number {
        /// Its unit.
        unit: Unit,
        /// Least allowed.
        min: f64,
        /// Largest allowed.
        max: f64,
        /// Whether only whole numbers make sense.
        whole: bool,
    },
    /// One of several ways.
    Choice(&'static [ChoiceOption]),
    /// On or off.
    Switch,
    /// The id of a GPU in the price book.
    Gpu,
    /// The id of a GPU in the price book, or nothing: that of the work.
    OtherGpu,
    /// A currency by its ISO 4217 code.
    Currency,
    /// A date such as `2026-11-21`, or nothing.
    Day,
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
