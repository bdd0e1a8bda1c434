//! The first chart of a scenario.

use engine::analysis::use_curve::{Bands, UseCurve, use_curve};
use engine::codec::Document;
use engine::prices::PriceBook;
use engine::report::Report;
use engine::view::curve::curve;
use engine::view::plot::Plot;

/// Its lines.
pub(crate) fn curve_of(document: &Document, report: &Report, book: &PriceBook) -> UseCurve {
    use_curve(&document.scenario, book, &document.edition, report.outlook.turning.as_ref(), Bands::Drawn)
        .expect("a curve")
}

/// The chart.
pub(crate) fn cost_curve(document: &Document, report: &Report, book: &PriceBook) -> Plot {
    curve(report, &curve_of(document, report, book))
}
