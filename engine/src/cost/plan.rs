//! Ways to get the work done: own and rent, and what each costs a year.
//!
//! A plan owns some GPUs and rents from one offer; all-own and all-rent are its corners. Work that the plan's own
//! machines or commitment cannot take goes to the cheapest comparable offer by the hour; what nobody takes is
//! reported, and a plan that leaves work undone enters no verdict.

use crate::cost::OwnRates;
use crate::cost::rent::{bill, on_compute};
use crate::formulas::hours::{Served, serve};
use crate::model::Model;
use crate::model::offers::Offer;
use crate::prices::Service;
use crate::units::{HourlyPrice, Money, PaidHours, ProductiveHours};

/// What a plan costs a year.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct PlanCost {
    /// On its own machines or from its own offer.
    pub own_part: Money,
    /// At the overflow offer.
    pub overflow: Money,
    /// Work done on its own machines or at its own offer.
    pub served: ProductiveHours,
    /// Work done at the overflow offer.
    pub overflowed: ProductiveHours,
    /// Work that nobody does.
    pub unserved: ProductiveHours,
}

impl PlanCost {
    /// All of it.
    pub fn yearly(&self) -> Money {
        self.own_part + self.overflow
    }

    /// Cost per productive GPU-hour; nothing without productive hours, or with so few that no number holds it.
    pub fn per_productive_hour(&self) -> Option<f64> {
        let hours = (self.served + self.overflowed).as_gpu_hours();
        (hours > 0.0).then(|| self.yearly().as_usd() / hours).filter(|cost| cost.is_finite())
    }

    /// Whether all work is done.
    pub fn complete(&self) -> bool {
        self.unserved == ProductiveHours::ZERO
    }
}

/// Where work goes that a plan cannot take: the same for every plan of a model, worked out once.
#[derive(Clone, Copy, Debug)]
pub struct OverflowPricing {
    /// The cheapest counted offer by the hour, with the cost of a productive hour there; nothing where there is none.
    pub overflow: Option<(usize, f64)>,
    /// The two cheapest of them that nobody takes back, by their own price: where work goes that another cannot take.
    fallbacks: [Option<(usize, f64)>; 2],
}

impl OverflowPricing {
    /// The terms of a model.
    pub fn of(model: &Model) -> Self {
        let by_the_hour = || model.offers.iter().enumerate().filter(|(_, o)| o.counted && o.pays_per_use());
        let mut terms = Self { overflow: None, fallbacks: [None; 2] };
        for (index, offer) in by_the_hour().filter(|(_, o)| o.service != Service::Spot) {
            let found = Some((index, per_productive_hour(model, offer, offer.price * on_compute(&model.rented))));
            let [first, second] = terms.fallbacks;
            if cheaper(found, first) {
                terms.fallbacks = [found, first];
            } else if cheaper(found, second) {
                terms.fallbacks = [first, found];
            }
        }
        for (index, offer) in by_the_hour() {
            let here = per_productive_hour(model, offer, offer.price * on_compute(&model.rented));
            let price = terms.blended(index, offer, here);
            let found = price.map(|price| (index, price));
            if cheaper(found, terms.overflow) {
                terms.overflow = found;
            }
        }
        terms
    }

    /// Where the work of an offer goes that it cannot take: cost of a productive hour there.
    pub fn fallback(&self, index: usize) -> Option<f64> {
        self.fallback_at(index).map(|(_, price)| price)
    }

    /// The same with the place of that offer in the model's list.
    pub fn fallback_at(&self, index: usize) -> Option<(usize, f64)> {
        self.fallbacks.iter().flatten().find(|(other, _)| *other != index).copied()
    }

    /// Cost of a productive hour at an offer and its fallback together; nothing where work would stay undone.
    fn blended(&self, index: usize, offer: &Offer, price: f64) -> Option<f64> {
        if offer.elsewhere == 0.0 {
            return Some(price);
        }
        Some(price * (1.0 - offer.elsewhere) + self.fallback(index)? * offer.elsewhere)
    }

    fn place(served: Served, own_part: Money, beyond: Option<f64>) -> PlanCost {
        let (overflowed, price) = match beyond {
            Some(price) => (served.beyond, price),
            None => (ProductiveHours::ZERO, 0.0),
        };
        PlanCost {
            own_part,
            overflow: Money::usd(overflowed.as_gpu_hours() * price),
            served: served.here,
            overflowed,
            unserved: served.beyond - overflowed,
        }
    }
}

fn cheaper(found: Option<(usize, f64)>, kept: Option<(usize, f64)>) -> bool {
    match (found, kept) {
        (Some((_, found)), Some((_, kept))) => found < kept,
        (found, _) => found.is_some(),
    }
}

/// Cost of one more productive hour at an offer, at its price of a billed hour.
pub fn per_productive_hour(model: &Model, offer: &Offer, per_paid_hour: HourlyPrice) -> f64 {
    (paid(model, offer, ProductiveHours::gpu_hours(1.0)) * per_paid_hour).as_usd()
}

/// Owning every GPU that the model owns, at what its lines cost.
pub fn own(model: &Model, terms: &OverflowPricing, rates: &OwnRates) -> PlanCost {
    let owned = &model.owned;
    let served = serve(model.work, owned.yields.productive(owned.busiest()));
    let busy = owned.yields.busy(served.here);
    let beyond = terms.overflow.map(|(_, price)| price);
    OverflowPricing::place(served, rates.fixed + busy * rates.per_busy_hour, beyond)
}

/// Renting all work from one offer.
pub fn rent(model: &Model, terms: &OverflowPricing, offer: &Offer) -> PlanCost {
    let (served, beyond) = if let Some(ceiling) = offer.ceiling(model.rented.held_of_committed()) {
        (serve(model.work, ceiling), terms.overflow.map(|(_, price)| price))
    } else {
        let here = model.work * (1.0 - offer.elsewhere);
        (Served { here, beyond: model.work - here }, terms.fallback(offer.place))
    };
    OverflowPricing::place(served, bill(model, offer, paid(model, offer, served.here)).total(), beyond)
}

/// Hours that renting some work bills by use.
pub fn paid(model: &Model, offer: &Offer, work: ProductiveHours) -> PaidHours {
    offer.yields.paid(work, model.rented.paid_efficiency)
}
