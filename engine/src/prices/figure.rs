//! Figures besides machines and offers: power, space, staff, failures, trends.

use serde::Serialize;

use super::day::Day;
use super::issue::BookFile;
use super::row::{BookRow, Cells};
use super::vocabulary::{Confidence, FigureStatus};

/// Every unit a figure may have. Shares are fractions of 1, never percent.
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
    "kg/kWh",
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

/// A dated figure with its range.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Figure {
    /// Permanent id: category, dot, name.
    pub id: String,
    /// Label.
    pub label: String,
    /// What or where it applies to; empty if the label says it all.
    pub scope: String,
    /// One of [`UNITS`].
    pub unit: String,
    /// Low value.
    pub low: f64,
    /// The value to use.
    pub typical: f64,
    /// High value.
    pub high: f64,
    /// The date it applies to.
    pub as_of: Day,
    /// Id of its edition.
    pub edition: String,
    /// The kind of statement.
    pub status: FigureStatus,
    /// The confidence in it.
    pub confidence: Confidence,
    /// Id of the main source.
    pub source: String,
    /// Ids of the other sources.
    pub more_sources: Vec<String>,
    /// Remarks.
    pub note: String,
}

impl Figure {
    /// The part of the id before the dot: `electricity`.
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
