//! Plans to get the work done, owning and renting, and their yearly cost.
//!
//! A plan owns some GPUs and rents from one offer; all-own and all-rent are its corners. Work that the plan's own
//! machines or commitment cannot take goes to the cheapest comparable hourly offer. Work no offer takes is reported; a
//! plan that leaves work undone is not part of a verdict. A steady year spreads the work evenly over its hours; the cash flows
//! over the horizon follow the hours of the workloads.

use crate::cost::OwnRates;
use crate::cost::rent::{bill, on_compute};
use crate::formulas::hours::{Served, serve};
use crate::model::Model;
use crate::model::offers::Offer;
use crate::units::{HourlyPrice, MONTHS_PER_YEAR, Money, PaidHours, ProductiveHours};

/// The yearly cost of a plan.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct PlanCost {
    /// On its own machines or its own offer.
    pub own_part: Money,
    /// At the overflow offer.
    pub overflow: Money,
    /// Work done on its own machines or at its own offer.
    pub served: ProductiveHours,
    /// Work done at the overflow offer.
    pub overflowed: ProductiveHours,
    /// Work not done.
    pub unserved: ProductiveHours,
}

impl PlanCost {
    /// The total.
    pub fn yearly(&self) -> Money {
        self.own_part + self.overflow
    }

    /// Cost per productive GPU-hour; `None` without productive hours, or with so few that the quotient is not finite.
    pub fn per_productive_hour(&self) -> Option<f64> {
        let hours = (self.served + self.overflowed).as_gpu_hours();
        (hours > 0.0).then(|| self.yearly().as_usd() / hours).filter(|cost| cost.is_finite())
    }

    /// Whether all work is done.
    pub fn complete(&self) -> bool {
        self.unserved == ProductiveHours::ZERO
    }
}

/// Where overflow goes and what it costs: the same for every plan of a model, computed once.
#[derive(Clone, Copy, Debug)]
pub struct OverflowPricing {
    /// The counted hourly offer whose hour costs least with the data that goes with it, with the cost of a productive hour
    /// there without; `None` if there is none.
    pub overflow: Option<(usize, f64)>,
    /// The two cheapest hourly offers that are not spot, by their own price: they take the work another offer cannot.
    fallbacks: [Option<(usize, f64)>; 2],
}

impl OverflowPricing {
    /// The overflow pricing of a model.
    pub fn of(model: &Model) -> Self {
        let by_the_hour = || model.offers.iter().enumerate().filter(|(_, o)| o.counted && o.pays_per_use());
        let mut terms = Self { overflow: None, fallbacks: [None; 2] };
        for (index, offer) in by_the_hour().filter(|(_, o)| o.is_firm()) {
            let found = Some((index, of_more_work(model, offer)));
            let [first, second] = terms.fallbacks;
            if cheaper(found, first) {
                terms.fallbacks = [found, first];
            } else if cheaper(found, second) {
                terms.fallbacks = [first, found];
            }
        }
        let mut least = f64::INFINITY;
        for (index, offer) in by_the_hour() {
            let Some(price) = terms.blended(index, offer, of_more_work(model, offer)) else { continue };
            let with_data = price + data_of_an_hour(model, offer);
            if with_data < least {
                (terms.overflow, least) = (Some((index, price)), with_data);
            }
        }
        terms
    }

    /// Cost of a productive hour at the fallback of an offer, which takes the work that offer cannot.
    pub fn fallback(&self, index: usize) -> Option<f64> {
        self.fallback_at(index).map(|(_, price)| price)
    }

    /// The cheapest hourly offer that is not spot, by its own price, with the cost of a productive hour there.
    pub fn cheapest_firm(&self) -> Option<(usize, f64)> {
        self.fallbacks.first().copied().flatten()
    }

    /// [`Self::fallback`] with the index of the fallback in the model.
    pub fn fallback_at(&self, index: usize) -> Option<(usize, f64)> {
        self.fallbacks.iter().flatten().find(|(other, _)| *other != index).copied()
    }

    /// Cost of a productive hour at an offer and its fallback together; `None` if work would stay undone.
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

/// What an hour of work at an offer adds to the price of moving data, where each offer has its own.
fn data_of_an_hour(model: &Model, offer: &Offer) -> f64 {
    let per_month = model.work.as_gpu_hours() / MONTHS_PER_YEAR;
    if !model.rented.egress_tiers.is_empty() || per_month <= 0.0 {
        return 0.0;
    }
    offer.egress_usd_per_gb * model.rented.egress_gb_per_month / per_month
}

fn cheaper(found: Option<(usize, f64)>, kept: Option<(usize, f64)>) -> bool {
    match (found, kept) {
        (Some((_, found)), Some((_, kept))) => found < kept,
        (found, _) => found.is_some(),
    }
}

/// Cost of one more productive hour at an offer, at its price per billed hour.
pub fn per_productive_hour(model: &Model, offer: &Offer, per_paid_hour: HourlyPrice) -> f64 {
    (paid(model, offer, ProductiveHours::gpu_hours(1.0)) * per_paid_hour).as_usd()
}

/// Cost of a productive hour of additional work at an offer itself, without its fallback.
pub fn of_more_work(model: &Model, offer: &Offer) -> f64 {
    per_productive_hour(model, offer, offer.price * on_compute(&model.rented))
}

/// The cost of owning all the model's owned GPUs.
pub fn own(model: &Model, terms: &OverflowPricing, rates: &OwnRates) -> PlanCost {
    let owned = &model.owned;
    let served = serve(model.work, owned.yields.productive(owned.busiest()));
    let busy = owned.yields.busy(served.here);
    let beyond = terms.overflow.map(|(_, price)| price);
    let own_part = rates.fixed + busy * rates.per_busy_hour;
    // What has to run on owned machines is not rented beside them.
    let undone = model.work * model.load.pinned_share() - served.here;
    if undone <= ProductiveHours::ZERO {
        return OverflowPricing::place(served, own_part, beyond);
    }
    let found = OverflowPricing::place(Served { beyond: served.beyond - undone, ..served }, own_part, beyond);
    PlanCost { unserved: found.unserved + undone, ..found }
}

/// Renting all work from one offer.
pub fn rent(model: &Model, terms: &OverflowPricing, offer: &Offer) -> PlanCost {
    let Some(rentable) = model.without_pinned() else { return rent_all(model, terms, offer) };
    // What has to run on owned machines stays undone.
    let pinned = model.work * model.load.pinned_share();
    let found = rent_all(&rentable, terms, offer);
    PlanCost { unserved: found.unserved + pinned, ..found }
}

fn rent_all(model: &Model, terms: &OverflowPricing, offer: &Offer) -> PlanCost {
    let (served, beyond) = if let Some(ceiling) = offer.ceiling(model.rented.held_of_committed()) {
        (serve(model.work, ceiling), terms.overflow.map(|(_, price)| price))
    } else {
        let here = model.work * (1.0 - offer.elsewhere);
        (Served { here, beyond: model.work - here }, terms.fallback(offer.place))
    };
    OverflowPricing::place(served, bill(model, offer, paid(model, offer, served.here)).total(), beyond)
}

/// Hours billed by use when renting some work.
pub fn paid(model: &Model, offer: &Offer, work: ProductiveHours) -> PaidHours {
    offer.yields.paid(work, offer.paid_efficiency(&model.rented))
}
