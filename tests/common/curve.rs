//! The first chart of a scenario.

use engine::analysis::use_curve::{Bands, UseCurve, use_curve};
use engine::codec::Document;
use engine::horizon::node_expansion;
use engine::prices::PriceBook;
use engine::report::Report;
use engine::view::curve::curve;
use engine::view::plot::Plot;

/// Its lines.
pub(crate) fn curve_of(document: &Document, report: &Report, book: &PriceBook) -> UseCurve {
    let (scenario, edition) = (&document.scenario, &document.edition);
    let model = node_expansion::model(scenario, book, edition).expect("a model");
    use_curve(&model, scenario, book, edition, report.outlook.turning.as_ref(), Bands::Drawn).expect("a curve")
}

/// The chart.
pub(crate) fn cost_curve(document: &Document, report: &Report, book: &PriceBook) -> Plot {
    curve(report, &curve_of(document, report, book))
}
