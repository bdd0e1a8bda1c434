//! One chart in data units: its drawing, its table, its files and its spoken readings are all made from this.
//!
//! A load-duration curve is one more plot of lines; a map of systems would be one more [`Form`].

use super::phrases::{bills, offer_name};
use super::{Piece, Style};
use crate::report::OfferResult;

/// What runs along an axis, or stands in a column.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Axis {
    /// Its short name, for the head of a column and for readings.
    pub name: &'static str,
    /// What stands at the axis, with the unit.
    pub title: &'static str,
    /// The unit of the bare numbers in files; empty where the column holds words.
    pub unit: &'static str,
    /// How values are written.
    pub style: Style,
    /// How ticks are written.
    pub tick: Style,
}

/// What is compared: a line, or the bars of one kind.
#[derive(Clone, Debug, PartialEq)]
pub struct Series {
    /// Its name for looks: `own`, `hour`, `commit`, `low`, `high`.
    pub id: &'static str,
    /// Its name for people.
    pub label: String,
    /// The same in fewer words, for where it stands in the drawing.
    pub short: String,
}

/// What a row stands for.
#[derive(Clone, Debug, PartialEq)]
pub enum RowKey {
    /// A place across.
    Figure(f64),
    /// A thing with a name.
    Words(String),
}

/// Most series of a chart: three lines with the ends of two bands. A fan of five percentiles takes no more.
pub const MOST_SERIES: usize = 7;

/// Values of a row in the order of the series; nothing where there is none. An array, for lists of lists cost code.
pub type Cells = [Option<f64>; MOST_SERIES];

/// So many values, the rest empty.
pub fn cells<const N: usize>(values: [Option<f64>; N]) -> Cells {
    let mut cells = [None; MOST_SERIES];
    for (cell, value) in cells.iter_mut().zip(values) {
        *cell = value;
    }
    cells
}

/// One point of every series.
#[derive(Clone, Debug, PartialEq)]
pub struct Row {
    /// Where, or of what.
    pub head: RowKey,
    /// Its values.
    pub cells: Cells,
    /// What is said in place of a value; mostly empty.
    pub note: &'static str,
    /// Id of the input that it is about; mostly empty.
    pub leads_to: &'static str,
}

/// A place where two lines cross.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Crossing {
    /// Place across.
    pub x: f64,
    /// Value of both.
    pub y: f64,
}

/// A band: what a line may be anywhere in.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Band {
    /// Id of the series whose band it is.
    pub of: &'static str,
    /// Place of the series that holds its lower end.
    pub low: usize,
    /// Place of the series that holds its upper end.
    pub high: usize,
}

/// Lines over an axis of numbers: the heads of the rows are figures, rising.
#[derive(Clone, Debug, PartialEq)]
pub struct Lines {
    /// Right end of the axis across, which begins at 0.
    pub right: f64,
    /// Ticks across stand at whole multiples of this, or anywhere round where it is 1.
    pub tick_of: f64,
    /// Least and largest value that the axis upwards should hold; larger parts of a line are cut off.
    pub ends: (f64, f64),
    /// Where owning crosses the others.
    pub crossings: Vec<Crossing>,
    /// Where the answer turns over the horizon, if that is at no crossing.
    pub turns: Option<f64>,
    /// How the place of a crossing is written.
    pub crossing: Style,
    /// Where the scenario stands.
    pub today: Option<(f64, f64)>,
    /// Between which series a band is drawn in place of lines; the first of them names it.
    pub bands: Vec<Band>,
    /// A part of the axis across that is different, and its name.
    pub shaded: Option<(f64, f64, &'static str)>,
}

/// How bars lie.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum BarLayout {
    /// From nothing, those of a row below each other.
    Beside,
    /// Each from where the one before it in its series ended; the first and the last row from nothing.
    Running,
    /// Both of a row in one lane, from the value in the middle.
    Around(f64),
    /// From the first value to the end given, and from nothing to the second: where something holds.
    Reach(f64),
}

/// Bars from left to right, a row for each thing.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Bars {
    /// How they lie.
    pub lay: BarLayout,
    /// Least and largest value that the axis should hold.
    pub ends: (f64, f64),
    /// A value marked through all rows, and its name.
    pub rule: Option<(f64, &'static str)>,
}

/// How a chart is drawn.
#[derive(Clone, Debug, PartialEq)]
pub enum Form {
    /// Lines.
    Lines(Lines),
    /// Bars.
    Bars(Bars),
}

/// What a chart is, whatever its figures.
#[derive(Debug, PartialEq)]
pub struct PlotSpec {
    /// Its name, for ever: in files and in the page.
    pub id: &'static str,
    /// What it shows.
    pub title: &'static str,
    /// What rows stand for.
    pub first: Axis,
    /// What values are.
    pub value: Axis,
}

/// A chart.
#[derive(Clone, Debug, PartialEq)]
pub struct Plot {
    /// What it is.
    pub what: &'static PlotSpec,
    /// What it says, in words.
    pub takeaway: Vec<Piece>,
    /// What else to know; mostly empty.
    pub note: &'static str,
    /// The columns.
    pub series: Vec<Series>,
    /// The points.
    pub rows: Vec<Row>,
    /// How it is drawn.
    pub form: Form,
}

impl Series {
    /// A series with its names.
    pub fn new(id: &'static str, label: impl Into<String>) -> Self {
        let label = label.into();
        Self { id, short: label.clone(), label }
    }

    /// That of renting from an offer.
    pub fn of_offer(offer: &OfferResult) -> Self {
        let id = if offer.term_months > 0.0 { "commit" } else { "hour" };
        Self { id, label: offer_name(offer), short: format!("{} ({})", offer.provider, bills(offer)) }
    }
}

impl Row {
    /// A thing with its two values.
    pub fn of(label: &str, [one, other]: [Option<f64>; 2]) -> Self {
        Self { head: RowKey::Words(label.to_owned()), cells: cells([one, other]), note: "", leads_to: "" }
    }

    /// What it stands for, as text.
    pub fn name(&self, first: &Axis, write: &dyn Fn(f64, Style) -> String) -> String {
        match &self.head {
            RowKey::Figure(at) => write(*at, first.style),
            RowKey::Words(words) => words.clone(),
        }
    }

    /// The thing it stands for; empty for a figure.
    pub fn thing(&self) -> &str {
        match &self.head {
            RowKey::Figure(_) => "",
            RowKey::Words(words) => words,
        }
    }

    /// The value of a series; nothing where there is none.
    pub fn cell(&self, series: usize) -> Option<f64> {
        self.cells.get(series).copied().flatten()
    }
}

impl Plot {
    /// A series as points: places across and values. Empty for bars.
    pub fn points(&self, series: usize) -> Vec<(f64, Option<f64>)> {
        let point = |row: &Row| match row.head {
            RowKey::Figure(at) => Some((at, row.cell(series))),
            RowKey::Words(_) => None,
        };
        self.rows.iter().filter_map(point).collect()
    }

    /// What stands at a row, in words: its head, then the values, those of `series` first.
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

/// Rows in rising order of their keys, those of equal keys as they came.
pub(super) fn sorted_by_key(rows: impl Iterator<Item = (f64, Row)>) -> Vec<Row> {
    let mut found: Vec<(f64, Row)> = rows.collect();
    found.sort_by(|a, b| a.0.total_cmp(&b.0));
    found.into_iter().map(|(_, row)| row).collect()
}

/// Note of a row whose bar reaches over the whole axis.
pub const AT_ANY_USE: &str = "at any use";

/// Where a figure stands in the text of [`sentence`]: a sign that no name of an offer holds.
pub(super) const AT: char = '\u{1}';

/// A sentence: a text, with figures at each [`AT`].
pub(super) fn sentence(text: &str, figures: &[(f64, Style)]) -> Vec<Piece> {
    let mut figures = figures.iter();
    let mut pieces = Vec::new();
    for (index, part) in text.split(AT).enumerate() {
        if index > 0 {
            pieces.extend(figures.next().map(|(value, style)| Piece::Figure(*value, *style)));
        }
        if !part.is_empty() {
            pieces.push(Piece::Words(part.to_owned()));
        }
    }
    pieces
}
