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

/// Declares the columns of a list: an enum with one variant each, in the order of the cells, and their table.
macro_rules! columns {
    ($(#[$doc:meta])* $name:ident, $table:ident { $($(#[$about:meta])* $column:ident: $value:expr,)+ }) => {
        $(#[$doc])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub enum $name { $($(#[$about])* $column,)+ }

        impl $name {
            /// Every column, in the order of the cells.
            pub const ALL: &'static [Self] = &[$(Self::$column,)+];

            /// Its place in a row.
            pub const fn index(self) -> usize {
                self as usize
            }

            /// What it holds.
            pub fn column(self) -> &'static $crate::inputs::field::Column {
                match self {
                    $(Self::$column => {
                        const COLUMN: &$crate::inputs::field::Column = &$value;
                        COLUMN
                    })+
                }
            }

            /// Its cell in a row; empty if the row ends before it.
            pub fn cell(self, row: &[$crate::inputs::value::Cell]) -> &$crate::inputs::value::Cell {
                row.get(self.index()).unwrap_or(&$crate::inputs::value::Cell::Empty)
            }

            /// The number in its cell; `None` within if the cell is empty, and altogether if it holds text.
            fn number(self, row: &[$crate::inputs::value::Cell]) -> Option<Option<f64>> {
                match self.cell(row) {
                    $crate::inputs::value::Cell::Number(value) => Some(Some(*value)),
                    $crate::inputs::value::Cell::Empty => Some(None),
                    $crate::inputs::value::Cell::Text(_) => None,
                }
            }
        }

        /// The columns in the order of the cells.
        pub const $table: &[$crate::inputs::field::Column] = &[$($value,)+];
    };
}
pub(crate) use columns;

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
    /// A number, or a word in its place: 48 GPUs, or as many as are cheapest.
    NumberOrWord {
        /// Its unit.
        unit: Unit,
        /// Minimum.
        min: f64,
        /// Maximum. If it equals the minimum, that is the only number.
        max: f64,
        /// Whether only whole numbers are valid.
        whole: bool,
        /// The words.
        words: &'static [ChoiceOption],
    },
    /// On or off.
    Switch,
    /// The id of a GPU in the price book.
    Gpu,
    /// The id of a GPU in the price book, or empty for the work's own.
    OtherGpu,
    /// The same, or [`OTHER_GPU`] or a name for a GPU that is not in the price book.
    AnyGpu,
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

/// The value of a GPU that is not in the price book and has no name.
pub const OTHER_GPU: &str = "other";

pub(super) fn names(options: &[ChoiceOption]) -> String {
    options.iter().map(|o| o.id).collect::<Vec<_>>().join(", ")
}
