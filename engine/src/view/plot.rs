//! A chart in data units: its drawing, table, files and spoken readings all derive from this.
//!
//! A load-duration curve is another plot of lines; a map of plans is lines whose areas have names.

use std::borrow::Cow;

use super::exportable::PlotId;
use super::phrases::{bills, offer_name};
use super::{Piece, Style};
use crate::report::OfferResult;

/// An axis, or the values of a column.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Axis {
    /// Its short name, for column headings and readings.
    pub name: &'static str,
    /// Its axis title, with the unit.
    pub title: &'static str,
    /// The unit of bare numbers in files; empty if the column holds words.
    pub unit: &'static str,
    /// How values are formatted.
    pub style: Style,
    /// How ticks are formatted.
    pub tick: Style,
}

/// The axis of what happens month by month.
pub(super) const MONTHS: Axis = Axis {
    name: "Month",
    title: "Months from the decision",
    unit: "months from the decision",
    style: Style::Count,
    tick: Style::Count,
};

/// A line, or the bars of one kind.
#[derive(Clone, Debug, PartialEq)]
pub struct Series {
    /// Its id for styles: `own`, `hour`, `commit`, `low`, `high`.
    pub id: &'static str,
    /// Its label.
    pub label: String,
    /// A shorter label, for use inside the drawing.
    pub short: String,
}

/// The key of a row.
#[derive(Clone, Debug, PartialEq)]
pub enum RowKey {
    /// An x value.
    Figure(f64),
    /// A named item.
    Words(String),
}

/// Most series of a chart: three lines and the ends of two bands. A fan of five percentiles needs no more.
pub const MOST_SERIES: usize = 7;

/// Values of a row in the order of the series; `None` if missing. An array, because lists of lists cost code size.
pub type Cells = [Option<f64>; MOST_SERIES];

/// Cells with the given values, the rest empty.
pub fn cells<const N: usize>(values: [Option<f64>; N]) -> Cells {
    let mut cells = [None; MOST_SERIES];
    for (cell, value) in cells.iter_mut().zip(values) {
        *cell = value;
    }
    cells
}

/// One point of every series, or the bars of one item.
#[derive(Clone, Debug, PartialEq)]
pub struct Row {
    /// Its key.
    pub head: RowKey,
    /// Its values.
    pub cells: Cells,
    /// Text shown instead of a value; usually empty.
    pub note: &'static str,
    /// Id of the input it links to; usually empty.
    pub leads_to: &'static str,
}

/// A crossing of two lines.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Crossing {
    /// The x value.
    pub x: f64,
    /// The value of both lines.
    pub y: f64,
}

/// A band: the range of a line.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Band {
    /// Id of the series it belongs to.
    pub of: &'static str,
    /// Index of the series with its lower end; [`GROUND`] for the axis.
    pub low: usize,
    /// Index of the series with its upper end.
    pub high: usize,
}

/// Lower end of a band that stands on the axis.
pub const GROUND: usize = usize::MAX;

/// Lines over a numeric axis: row keys are ascending figures.
#[derive(Clone, Debug, PartialEq)]
pub struct Lines {
    /// Left end of the x axis.
    pub left: f64,
    /// Its right end.
    pub right: f64,
    /// X ticks are at multiples of this, or at any round values if it is 1.
    pub tick_of: f64,
    /// Minimum and maximum of the y axis; lines beyond are clipped.
    pub ends: (f64, f64),
    /// Crossings of owning with the others.
    pub crossings: Vec<Crossing>,
    /// How the x value of a crossing is formatted.
    pub crossing: Style,
    /// The scenario's point.
    pub today: Option<(f64, f64)>,
    /// The bands drawn between series instead of lines; the first one is labelled.
    pub bands: Vec<Band>,
    /// A highlighted part of the x axis, and its label.
    pub shaded: Option<(f64, f64, &'static str)>,
    /// An x value at which a line steps, and its label.
    pub step: Option<(f64, &'static str)>,
}

/// Layout of bars.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum BarLayout {
    /// From zero, those of a row below each other.
    Beside,
    /// Each from the end of the previous one in its series; the first and the last row from zero.
    Running,
    /// Both bars of a row in one lane, from the given value in the middle.
    Around(f64),
    /// From the first value to the given end, and from zero to the second: the range in which something holds.
    Reach(f64),
}

/// Horizontal bars, a row for each item.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Bars {
    /// Their layout.
    pub lay: BarLayout,
    /// Minimum and maximum of the axis.
    pub ends: (f64, f64),
    /// A value marked across all rows, and its label.
    pub rule: Option<(f64, &'static str)>,
}

/// The form of a chart.
#[derive(Clone, Debug, PartialEq)]
pub enum Form {
    /// Lines.
    Lines(Lines),
    /// Lines between which areas lie that have names of their own: a map.
    Regions(Lines),
    /// Bars.
    Bars(Bars),
}

/// The fixed properties of a chart.
#[derive(Clone, Debug, PartialEq)]
pub struct PlotSpec {
    /// Which chart.
    pub id: PlotId,
    /// Its title.
    pub title: &'static str,
    /// The axis of the rows.
    pub first: Axis,
    /// The axis of the values.
    pub value: Axis,
}

/// A chart.
#[derive(Clone, Debug, PartialEq)]
pub struct Plot {
    /// Its fixed properties.
    pub what: Cow<'static, PlotSpec>,
    /// Its message in words.
    pub takeaway: Vec<Piece>,
    /// A remark; usually empty.
    pub note: &'static str,
    /// The columns.
    pub series: Vec<Series>,
    /// The points.
    pub rows: Vec<Row>,
    /// Its form.
    pub form: Form,
}

impl Series {
    /// A series with its labels.
    pub fn new(id: &'static str, label: impl Into<String>) -> Self {
        let label = label.into();
        Self { id, short: label.clone(), label }
    }

    /// The series of renting from an offer.
    pub fn of_offer(offer: &OfferResult) -> Self {
        let id = if offer.term_months > 0.0 { "commit" } else { "hour" };
        Self { id, label: offer_name(offer), short: format!("{} ({})", offer.provider, bills(offer)) }
    }
}

impl Row {
    /// An item with its two values.
    pub fn of(label: &str, [one, other]: [Option<f64>; 2]) -> Self {
        Self { head: RowKey::Words(label.to_owned()), cells: cells([one, other]), note: "", leads_to: "" }
    }

    /// Its key as text.
    pub fn name(&self, first: &Axis, write: &dyn Fn(f64, Style) -> String) -> String {
        match &self.head {
            RowKey::Figure(at) => write(*at, first.style),
            RowKey::Words(words) => words.clone(),
        }
    }

    /// The item; empty for a figure.
    pub fn thing(&self) -> &str {
        match &self.head {
            RowKey::Figure(_) => "",
            RowKey::Words(words) => words,
        }
    }

    /// The value of a series, if there is one.
    pub fn cell(&self, series: usize) -> Option<f64> {
        self.cells.get(series).copied().flatten()
    }
}

impl Plot {
    /// A series as points: x values and values. Empty for bars.
    pub fn points(&self, series: usize) -> Vec<(f64, Option<f64>)> {
        let point = |row: &Row| match row.head {
            RowKey::Figure(at) => Some((at, row.cell(series))),
            RowKey::Words(_) => None,
        };
        self.rows.iter().filter_map(point).collect()
    }

    /// A row in words: its key, then the values, starting with that of `series`.
    pub fn reading(&self, row: usize, series: usize, write: &dyn Fn(f64, Style) -> String) -> String {
        let Some(at) = self.rows.get(row) else { return String::new() };
        let mut text = at.name(&self.what.first, write);
        if matches!(at.head, RowKey::Figure(_)) {
            text = format!("{} {text}", self.what.first.name);
        }
        for step in 0..self.series.len() {
            let index = (series + step) % self.series.len();
            if let (Some(series), Some(value)) = (self.series.get(index), at.cell(index)) {
                text = format!("{text}. {}: {}", series.label, write(value, self.what.value.style));
            }
        }
        if at.note.is_empty() { text } else { format!("{text}. {}", at.note) }
    }
}

/// Rows in ascending order of their keys (stable).
pub(super) fn sorted_by_key(rows: impl Iterator<Item = (f64, Row)>) -> Vec<Row> {
    let mut found: Vec<(f64, Row)> = rows.collect();
    found.sort_by(|a, b| a.0.total_cmp(&b.0));
    found.into_iter().map(|(_, row)| row).collect()
}

/// Note of a row whose bar covers the whole axis.
pub const AT_ANY_USE: &str = "always";
