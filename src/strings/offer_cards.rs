//! Text of `src/form/offer_cards.rs`.

use std::fmt::Display;

use engine::inputs::{QuoteColumn, StopRate};

pub const ADD_AN_OFFER: &str = "Add an offer";
pub const FURTHER_FIELDS: &str = "GPU, machine size, location";

pub fn offer(number: &dyn Display) -> String {
    format!("Offer {number}")
}

/// The label of a column.
pub const fn label(column: QuoteColumn) -> &'static str {
    match column {
        QuoteColumn::Name => "Name",
        QuoteColumn::UsdPerGpuHour => "Price",
        QuoteColumn::TermMonths => "Term",
        QuoteColumn::Gpu => "GPU",
        QuoteColumn::Kind => "Class",
        QuoteColumn::GpusPerMachine => "GPUs per machine",
        QuoteColumn::Interruptions => "Interruptions",
        QuoteColumn::NoSpotShare => "No capacity",
        QuoteColumn::Jurisdiction => "Jurisdiction",
        QuoteColumn::Certificates => "Certificates",
    }
}

/// What to enter in a column. Interruptions are counted in the unit of the scenario.
pub const fn help(column: QuoteColumn, rate: StopRate) -> &'static str {
    match column {
        QuoteColumn::Name => "Provider, in your words",
        QuoteColumn::UsdPerGpuHour => "Of one GPU for one hour",
        QuoteColumn::TermMonths => "0: on demand, no term",
        QuoteColumn::Gpu => "Empty: the workload\u{2019}s GPU",
        QuoteColumn::Kind => "Spot can be reclaimed",
        QuoteColumn::GpusPerMachine => "For spot. Empty: as in your nodes",
        QuoteColumn::Interruptions => match rate {
            StopRate::PerNodeHour => "Per node-hour. Empty: as under Interruptions",
            StopRate::ChancePerHour => "Chance per hour, 0.01 is 1%. Empty: as under Interruptions",
            StopRate::ChancePerMonth => "Chance per month, 0.2 is 20%. Empty: as under Interruptions",
        },
        QuoteColumn::NoSpotShare => "Share of the work that finds no spot. Empty: as under Interruptions",
        QuoteColumn::Jurisdiction => "Such as EU, US. Empty: not stated",
        QuoteColumn::Certificates => "Such as SOC 2, C5. Empty: not stated",
    }
}
