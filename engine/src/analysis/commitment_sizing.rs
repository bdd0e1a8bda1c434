//! How many GPUs a commitment should hold. By default it holds as many as would be owned, so owning more machines would
//! also make it more expensive: a buyer of too many GPUs would appear to save against a renter of too many. Source:
//! model page, sections 3 and 4 (the committed GPUs are the owned ones unless given).

use crate::cost::plan::OverflowPricing;
use crate::horizon::node_expansion;
use crate::horizon::{buffers, rent_value};
use crate::inputs::value::Amount;
use crate::inputs::{CommittedCount, Scenario};
use crate::model::offers::Billing;
use crate::prices::PriceBook;

/// Number of sizes tried, spaced evenly from one node to the owned GPUs.
const TRIED: u32 = 16;
/// Smallest saving worth reporting, as a share of the cost.
const WORTH: f64 = 0.01;

/// A smaller commitment that costs less.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SmallerCommitment {
    /// GPUs it holds in the scenario.
    pub now: f64,
    /// GPUs it should hold, in whole nodes; the rest of the work is rented by the hour.
    pub gpus: f64,
    /// What the offer costs over the horizon then, present value.
    pub present_value_usd: f64,
    /// Saving over the horizon, present value.
    pub less_usd: f64,
}

/// The tried number of GPUs at which an offer's commitment costs least; `None` if the user set the number, or if no
/// size is much better.
pub fn smaller_commitment(
    scenario: &Scenario,
    book: &PriceBook,
    edition: &str,
    offer: &str,
) -> Option<SmallerCommitment> {
    if scenario.rent.committed_count == CommittedCount::Given {
        return None;
    }
    let node = scenario.own.gpus_per_node.value.max(1.0);
    let cost = |scenario: &Scenario| -> Option<(f64, f64)> {
        let model = node_expansion::model(scenario, book, edition).ok()?;
        let (index, offer) = model.offers.iter().enumerate().find(|(_, o)| *o.id == *offer)?;
        let Billing::Committed { gpus } = offer.billing else { return None };
        let found = rent_value(&model, &OverflowPricing::of(&model), index, &mut buffers(&model));
        found.complete.then_some((gpus, found.present_value))
    };
    let (most, now) = cost(scenario)?;
    let mut best: Option<(f64, f64)> = None;
    for part in 1..TRIED {
        let gpus = libm::ceil(most * f64::from(part) / f64::from(TRIED) / node) * node;
        let mut other = scenario.clone();
        other.rent.committed_count = CommittedCount::Given;
        other.rent.committed_gpus = Amount::exact(gpus);
        let found = cost(&other).filter(|_| gpus < most);
        best = [best, found].into_iter().flatten().min_by(|a, b| a.1.total_cmp(&b.1));
    }
    let (gpus, usd) = best?;
    (now - usd > WORTH * now.abs()).then_some(SmallerCommitment {
        now: most,
        gpus,
        present_value_usd: usd,
        less_usd: now - usd,
    })
}
