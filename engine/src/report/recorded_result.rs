//! The result to record in a scenario's text: its headline figures at the published prices of its edition.
//!
//! Users' price books are excluded, because the recipient does not have them. The figures equal the report's, as a test
//! checks.

use crate::codec::Document;
use crate::codec::recorded_result::{Figures, RecordedResult};
use crate::cost::headline::headline;
use crate::cost::plan::{self, OverflowPricing};
use crate::horizon::node_expansion;
use crate::horizon::{buffers, compare};
use crate::prices::PriceBook;
use crate::units::HourlyPrice;

/// The headline figures of a scenario in US dollars; `None` if it cannot be computed.
pub fn figures(document: &Document, book: &PriceBook) -> Option<Figures> {
    let model = node_expansion::model(&document.scenario, book, &document.edition).ok()?;
    let terms = OverflowPricing::of(&model);
    let found = headline(&model);
    let winner = compare(&model, &terms, &mut buffers(&model));
    let rented = winner.cheapest.and_then(|(index, value)| Some((model.offers.get(index)?, value)));
    Some([
        found.own.per_productive_hour(),
        rented.and_then(|(offer, _)| plan::rent(&model, &terms, offer).per_productive_hour()),
        found.indifference.map(HourlyPrice::as_usd_per_gpu_hour),
        rented.map(|(_, value)| value.present_value - winner.own.present_value),
    ])
}

/// A document with the result to record: the current one, or the one already recorded if the inputs are still the same.
/// Without a result if it cannot be computed.
pub fn with_recorded_result(document: &Document, book: &PriceBook) -> Document {
    let kept = document.said.filter(|said| said.is_of(document));
    let said = kept.or_else(|| figures(document, book).map(|figures| RecordedResult::now(document, figures)));
    Document { said, ..document.clone() }
}
