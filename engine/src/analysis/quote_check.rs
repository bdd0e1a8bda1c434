//! A price somebody was offered: what the work costs at it, and how owning stands against it.

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

/// An offer answered on its own, whatever else the market asks.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct QuoteCheck {
    /// What a productive GPU-hour costs at it in a steady year, US dollars; nothing without work.
    pub usd_per_productive_gpu_hour: Option<f64>,
    /// What owning saves against it over the horizon, present value; below zero the offer costs less. Nothing where
    /// the two do not do the same work.
    pub saving_usd: Option<f64>,
    /// How far that may be off when every input that nobody confirmed moves on its own.
    pub allowance_usd: f64,
    /// The month until which it is signed again, where no whole number of its terms fills the horizon.
    pub signed_until: Option<usize>,
}

/// Answers an offer of `usd_per_gpu_hour` for `term_months`, 0 being by the hour.
///
/// Nothing for a price or a term that the row of offers does not take, and for a scenario that cannot be computed.
pub fn quote_check(
    scenario: &Scenario,
    book: &PriceBook,
    edition: &str,
    usd_per_gpu_hour: f64,
    term_months: f64,
) -> Option<QuoteCheck> {
    let mut asked = scenario.clone();
    asked.rent.quotes.truncate(MOST_QUOTES - 1);
    asked.rent.quotes.push(Quote { name: String::new(), usd_per_gpu_hour, term_months, ..Quote::default() });
    let id = format!("quote-{}", asked.rent.quotes.len());
    let model = node_expansion::model(&asked, book, edition).ok()?;
    let (index, offer) = model.offers.iter().enumerate().find(|(_, o)| o.id == id && o.counted)?;
    let cost = plan::rent(&model, &OverflowPricing::of(&model), offer);
    let found = moved_by_unconfirmed(&without_idle_mistakes(&asked), &model, book, edition, index);
    let terms = libm::floor(count(model.time.months) / term_months) * term_months;
    Some(QuoteCheck {
        usd_per_productive_gpu_hour: cost.per_productive_hour(),
        saving_usd: saving(&model, Some(&id), &mut buffers(&model)),
        allowance_usd: allowance(&found.drivers),
        signed_until: (1..model.time.months).rev().find(|month| count(*month) == terms),
    })
}
