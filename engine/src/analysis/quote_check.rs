//! Evaluates a quoted price: the cost of the work at it, and how owning compares.

use crate::analysis::goal_seek::saving;
use crate::analysis::sensitivity::{allowance, moved_by_unconfirmed};
use crate::cost::plan::{self, OverflowPricing};
use crate::horizon::buffers;
use crate::horizon::node_expansion;
use crate::inputs::value::Quote;
use crate::inputs::{MOST_QUOTES, Scenario};
use crate::model::without_idle_mistakes;
use crate::prices::PriceBook;
use crate::units::count;

/// A quote evaluated on its own, independent of the other offers.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct QuoteCheck {
    /// Cost of a productive GPU-hour at this price in a steady year, US dollars; `None` without work.
    pub usd_per_productive_gpu_hour: Option<f64>,
    /// Saving from owning against it over the horizon, present value; negative if the offer costs less. `None` if the
    /// two do not do the same work.
    pub saving_usd: Option<f64>,
    /// Possible error of the saving if every unconfirmed input varies independently.
    pub allowance_usd: f64,
    /// Last month of the renewed term, if no whole number of terms fills the horizon.
    pub signed_until: Option<usize>,
}

/// Evaluates a quote: its price, its term, or spot. It is taken to run where the work has to.
///
/// `None` for a price or term outside the bounds of the row of quotes, for spot where the work must not be interrupted, and
/// for a scenario that cannot be computed.
pub fn quote_check(scenario: &Scenario, book: &PriceBook, edition: &str, quote: &Quote) -> Option<QuoteCheck> {
    let mut asked = scenario.clone();
    asked.rent.quotes.truncate(MOST_QUOTES - 1);
    let Quote { jurisdiction, certificates, .. } = Quote::for_work(scenario);
    asked.rent.quotes.push(Quote { jurisdiction, certificates, ..quote.clone() });
    let term_months = quote.months();
    let id = format!("quote-{}", asked.rent.quotes.len());
    let model = node_expansion::model(&asked, book, edition).ok()?;
    let (index, offer) = model.offers.iter().enumerate().find(|(_, o)| o.id == id && o.counted)?;
    let cost = plan::rent(&model, &OverflowPricing::of(&model), offer);
    let found = moved_by_unconfirmed(&without_idle_mistakes(&asked), &model, book, edition, index);
    let terms = libm::floor(count(model.time.months) / term_months) * term_months;
    Some(QuoteCheck {
        usd_per_productive_gpu_hour: cost.per_productive_hour(),
        saving_usd: saving(&model, Some(&id), &mut buffers(&model)),
        allowance_usd: allowance(&found),
        signed_until: (1..model.time.months).rev().find(|month| count(*month) == terms),
    })
}
