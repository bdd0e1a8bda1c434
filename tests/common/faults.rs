//! Reads and computes the scenarios of `tests/faults/`.

use engine::codec::{Document, file};
use engine::prices::PriceBook;
use engine::report::{Report, evaluate};

/// The scenario of a file, all of which must be used.
pub(crate) fn read(text: &str) -> Document {
    let decoded = file::read(text, &PriceBook::embedded()).expect("the scenario can be read");
    assert!(decoded.notices.is_empty(), "part of the scenario was not used: {:?}", decoded.notices);
    decoded.document
}

/// The report of a scenario at its own price edition.
pub(crate) fn report(document: &Document) -> Report {
    evaluate(&document.scenario, &PriceBook::embedded(), &document.edition).expect("the scenario can be computed")
}
