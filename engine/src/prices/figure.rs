//! What everything around the machines costs: power, space, people, failures, trends.

use serde::Serialize;

use super::day::Day;
use super::issue::BookFile;
use super::row::{BookRow, Cells};
use super::vocabulary::{Confidence, FigureStatus};

/// Every unit a figure may have. Shares are of 1, never percent.
pub const UNITS: &[&str] = &[
    "FTE",
    "GB",
    "USD",
    "USD/GB",
    "USD/GB-month",
    "USD/GPU-hour",
    "USD/GPU-year",
    "USD/GW",
    "USD/TB",
    "USD/kW-month",
    "USD/kWh",
    "USD/month",
    "USD/node",
    "USD/rack",
    "USD/year",
    "W",
    "count",
    "hours",
    "months",
    "per million GPU-hours",
    "ratio",
    "seconds",
    "share",
    "share of first price",
    "share/hour",
    "share/month",
    "share/year",
    "weeks",
    "years",
];

/// One dated figure with its spread.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Figure {
    /// Id, for ever: category, full stop, name.
    pub id: String,
    /// Name for people.
    pub label: String,
    /// For what or where it holds; empty when the label says it all.
    pub scope: String,
    /// One of [`UNITS`].
    pub unit: String,
    /// Low value.
    pub low: f64,
    /// The value to use.
    pub typical: f64,
    /// High value.
    pub high: f64,
    /// When it was true.
    pub as_of: Day,
    /// Id of its edition.
    pub edition: String,
    /// What kind of statement it is.
    pub status: FigureStatus,
    /// How sure we are.
    pub confidence: Confidence,
    /// Id of the main source.
    pub source: String,
    /// Ids of the other sources.
    pub more_sources: Vec<String>,
    /// What to know about it.
    pub note: String,
}

impl Figure {
    /// The part of the id before its full stop: `electricity`.
    pub fn category(&self) -> &str {
        self.id.split('.').next().unwrap_or_default()
    }

    /// Whether it is an assumption, and must not be shown as a quote.
    pub fn is_assumption(&self) -> bool {
        self.status == FigureStatus::Assumption
    }
}

impl BookRow for Figure {
    const FILE: BookFile = BookFile::Figures;
    const COLUMNS: &'static [&'static str] = &[
        "id",
        "label",
        "scope",
        "unit",
        "low",
        "typical",
        "high",
        "as_of",
        "edition",
        "status",
        "confidence",
        "source",
        "note",
    ];

    fn id(&self) -> &str {
        &self.id
    }

    fn read(cells: &mut Cells<'_>) -> Self {
        Self {
            id: cells.id(),
            label: cells.some_text("label"),
            scope: cells.text("scope"),
            unit: cells.some_text("unit"),
            low: cells.signed("low"),
            typical: cells.signed("typical"),
            high: cells.signed("high"),
            as_of: cells.day("as_of"),
            edition: cells.some_text("edition"),
            status: cells.word("status"),
            confidence: cells.word("confidence"),
            source: cells.source(),
            more_sources: cells.more_sources(),
            note: cells.text("note"),
        }
    }
}
