//! The answer in numbers, without allocating: recomputed at each key press, and thousands of times by later reruns
//! (ranges, maps).

use crate::cost::plan::{self, OverflowPricing, PlanCost};
use crate::cost::rent::{rates, shared_extras};
use crate::cost::{OwnRates, own_rates};
use crate::formulas::break_even::{self, Bend, Bends, BreakEven, OwnedGpu, RentedForIt};
use crate::formulas::hours::busy_share;
use crate::model::Model;
use crate::model::offers::Offer;
use crate::units::{HourlyPrice, Money, PaidHours};

/// The answer in numbers.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Headline {
    /// Busy share of the owned GPUs that the work requires; above the ceiling the rest overflows.
    pub wanted_busy_share: f64,
    /// Cost of owning.
    pub own: PlanCost,
    /// The cheapest counted offer that does all the work: its index in the model, and its cost.
    pub cheapest: Option<(usize, PlanCost)>,
    /// Break-even price: rent below it, own above it; `None` without work.
    pub indifference: Option<HourlyPrice>,
}

/// Computes the answer.
pub fn headline(model: &Model) -> Headline {
    let terms = OverflowPricing::of(model);
    let rates = own_rates(model);
    let own = plan::own(model, &terms, &rates);
    let mut cheapest: Option<(usize, PlanCost)> = None;
    for (index, offer) in model.offers.iter().enumerate().filter(|(_, o)| o.counted) {
        let cost = plan::rent(model, &terms, offer);
        let better = cheapest.is_none_or(|(_, kept)| cost.yearly() < kept.yearly());
        if cost.complete() && better {
            cheapest = Some((index, cost));
        }
    }
    let indifference = indifference(model, owned_gpu(model, &rates));
    Headline { wanted_busy_share: wanted_busy_share(model), own, cheapest, indifference }
}

/// Busy share of the owned GPUs that the work requires, reachable or not.
pub fn wanted_busy_share(model: &Model) -> f64 {
    busy_share(model.owned.yields.busy(model.work), model.owned.calendar())
}

/// Cost of one owned GPU, with its share of all lines, and how busy it can be.
pub fn owned_gpu(model: &Model, rates: &OwnRates) -> OwnedGpu {
    OwnedGpu {
        fixed: rates.fixed / model.owned.gpus,
        per_busy_hour: rates.per_busy_hour,
        ceiling: model.owned.ceiling(),
        productive_per_busy: model.owned.yields.productive_per_busy(),
    }
}

/// Owned goodput over rented goodput, and the share of billed hours that is used: ρ and e.
fn goodput_ratio(model: &Model) -> f64 {
    model.owned.yields.goodput / model.rented.yields.goodput
}

/// Cost of renting one owned GPU's work from an offer.
pub fn rented_for_it(model: &Model, terms: &OverflowPricing, offer: &Offer) -> RentedForIt {
    let rates = rates(model, offer);
    let owned = &model.owned;
    let ratio = owned.yields.productive_per_busy() / offer.yields.productive_per_busy();
    // Billed hours of the offer for one busy hour of an owned GPU, if it takes all of the work.
    let billed = ratio / offer.paid_efficiency(&model.rented);
    // Work the offer cannot do is priced at the fallback; without a fallback it stays undone.
    let fallback = terms.fallback(offer.place).filter(|_| offer.elsewhere > 0.0);
    let there = fallback.map(|price| HourlyPrice::usd_per_gpu_hour(price * owned.yields.productive_per_busy()));
    let cost = |price: HourlyPrice| match there {
        Some(there) => price * billed * (1.0 - offer.elsewhere) + there * offer.elsewhere,
        None => price * billed,
    };
    let taken = if there.is_some() { 1.0 - offer.elsewhere } else { 1.0 };
    let mut pieces = rates.pieces(&model.rented);
    let first = pieces.next().map_or(rates.per_paid_hour, |(_, price)| price);
    let end = end_of_offer(model, terms, offer);
    let most = end.map_or(f64::INFINITY, |bend| bend.from);
    let busy_share = |hours: PaidHours| hours.as_gpu_hours() / (billed * taken * owned.calendar().as_gpu_hours());
    let bends = pieces
        .map(|(hours, price)| Bend { from: busy_share(hours), per_busy_hour: Some(cost(price)) })
        .filter(|bend| bend.from.is_finite() && bend.from < most)
        .take(break_even::MOST_BENDS - 1)
        .chain(end)
        .fold(Bends::NONE, Bends::with);
    RentedForIt { fixed: rates.fixed / owned.gpus, per_busy_hour: cost(first), bends }
}

/// The busy share at which an offer ends, within all hours of the owned GPUs, whether they reach it or not: at the
/// capacity of a commitment, or at zero if the offer cannot take all work and has no fallback. `None` for any other.
/// Beyond all hours a busy share only says how far apart the prices are: the line goes on as before.
fn end_of_offer(model: &Model, terms: &OverflowPricing, offer: &Offer) -> Option<Bend> {
    if offer.elsewhere > 0.0 && terms.fallback(offer.place).is_none() {
        return Some(Bend { from: 0.0, per_busy_hour: None });
    }
    let covered = offer.ceiling(model.rented.held_of_committed())?;
    let from = busy_share(model.owned.yields.busy(covered), model.owned.calendar());
    let per_productive = model.owned.yields.productive_per_busy();
    let price = terms.overflow.map(|(_, usd)| HourlyPrice::usd_per_gpu_hour(usd * per_productive));
    (from < 1.0 - break_even::AT_CEILING).then_some(Bend { from, per_busy_hour: price })
}

/// Break-even of owning against an offer.
pub fn break_even_against(model: &Model, terms: &OverflowPricing, gpu: &OwnedGpu, offer: &Offer) -> BreakEven {
    break_even::against(gpu, &rented_for_it(model, terms, offer))
}

/// What comes on top of a price that costs as much as owning: a year's extras, and the price's multiplier.
pub fn extras_of_a_price(model: &Model, gpu: &OwnedGpu) -> (Money, f64) {
    let at = wanted_busy_share(model).min(gpu.ceiling);
    shared_extras(&model.rented, gpu.yearly(at) * model.owned.gpus)
}

/// The pay-per-use price per GPU-hour at which renting the work costs the same as owning.
///
/// Extras that every offer has (storage, subscriptions, support) are deducted first, so that the price compares with a
/// quote. `None` without work, or if the extras alone cost more than owning.
fn indifference(model: &Model, mut gpu: OwnedGpu) -> Option<HourlyPrice> {
    let at = wanted_busy_share(model).min(gpu.ceiling);
    let (extras, on_price) = extras_of_a_price(model, &gpu);
    gpu.fixed = gpu.fixed - extras / model.owned.gpus;
    let price = break_even::indifference_price(&gpu, at, goodput_ratio(model), model.rented.paid_efficiency)?;
    let price = price / on_price;
    (price > HourlyPrice::ZERO).then_some(price)
}
