//! Contents of charts, tables and sentences in data units, built from a report.
//!
//! Words are here; figures stay numbers, which the page formats for the reader.

pub mod answer;
pub mod badge;
pub mod bars;
pub mod cash;
pub mod caveats;
pub mod comparable;
pub mod contracted_power;
pub mod cost_unit;
pub mod curve;
pub mod demand;
pub mod described_demand;
pub mod entered;
pub mod exportable;
pub mod figure_links;
pub mod flips;
pub mod hints;
pub mod job_size;
pub mod knowledge;
pub mod measured;
mod no_bridge;
pub mod node_counts;
pub mod pair_lines;
pub mod phrases;
pub mod plan_load;
pub mod plan_map;
pub mod plan_notes;
pub mod plan_sheet;
pub mod plan_words;
pub mod plans;
pub mod plot;
pub mod present_bill;
pub mod price_files;
pub mod published;
pub mod risk;
pub mod second_purchase;
pub mod sheet;
mod sheet_ids;
pub mod target_price;
pub mod template;
pub mod two_plans;
mod what_changes;

use serde::{Deserialize, Serialize};

use figure_links::KeyFigure;

/// How a figure is formatted.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Style {
    /// Dollars and cents per hour.
    UsdPerHour,
    /// Dollars per hour with six decimals: precise enough to check.
    UsdExact,
    /// Dollars with four decimals, for small costs.
    UsdFine,
    /// Whole dollars.
    Usd,
    /// Dollars in thousands, millions or billions, with three digits.
    UsdShort,
    /// A fraction, as whole percent.
    Percent,
    /// A fraction, as percent with one decimal.
    PercentFine,
    /// A whole number with thousands separators.
    Count,
    /// Months with one decimal.
    Months,
    /// A plain number with one decimal.
    Decimal,
    /// A plain number with enough digits to check.
    Exact,
}

/// A part of a sentence.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub enum Piece {
    /// Words.
    Words(String),
    /// Emphasised words.
    Strong(String),
    /// A figure.
    Figure(f64, Style),
    /// A key figure that opens its derivation.
    #[serde(skip)] // it belongs to the answer of the page, which no worker finds
    LinkedFigure(f64, Style, KeyFigure),
}

impl From<(f64, Style)> for Piece {
    fn from((value, style): (f64, Style)) -> Self {
        Self::Figure(value, style)
    }
}

/// Words as a part of a sentence.
pub fn words(text: impl Into<String>) -> Piece {
    Piece::Words(text.into())
}

/// A sentence in plain text with figures in canonical form, for descriptions and tests.
pub fn plain_text(pieces: &[Piece], write: impl Fn(f64, Style) -> String) -> String {
    let one = |piece: &Piece| match piece {
        Piece::Words(text) | Piece::Strong(text) => text.clone(),
        Piece::Figure(value, style) | Piece::LinkedFigure(value, style, _) => write(*value, *style),
    };
    pieces.iter().map(one).collect()
}
