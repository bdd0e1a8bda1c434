//! Ways to get the work done: own and rent, and what each costs a year.
//!
//! A plan owns some GPUs and rents from one offer; all-own and all-rent are its corners. Work that the plan's own
//! machines or commitment cannot take goes to the cheapest comparable offer by the hour; what nobody takes is
//! reported, and a plan that leaves work undone enters no verdict.

use crate::cost::rent::{RentRates, bill, rates};
use crate::cost::{OwnRates, own_rates};
use crate::hours::{Served, serve};
use crate::model::Model;
use crate::offer::Offer;
use crate::units::{Money, PaidHours, ProductiveHours};

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

/// What every plan of a model shares: worked out once.
#[derive(Clone, Copy, Debug)]
pub struct Terms {
    /// What owning costs.
    pub own: OwnRates,
    /// Cost of a productive hour at the cheapest counted offer by the hour; nothing where there is none.
    pub overflow: Option<(usize, f64)>,
}

impl Terms {
    /// The terms of a model.
    pub fn of(model: &Model) -> Self {
        let by_the_hour = model.offers.iter().enumerate().filter(|(_, o)| o.counted && o.pays_per_use());
        let overflow = by_the_hour
            .map(|(index, offer)| (index, per_productive_hour(model, &rates(model, offer))))
            .fold(None, |best: Option<(usize, f64)>, next| match best {
                Some(kept) if kept.1 <= next.1 => Some(kept),
                _ => Some(next),
            });
        Self { own: own_rates(model), overflow }
    }

    fn place(&self, served: Served, own_part: Money) -> PlanCost {
        let (overflowed, price) = match self.overflow {
            Some((_, price)) => (served.beyond, price),
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

/// Cost of one more productive hour by the hour.
fn per_productive_hour(model: &Model, rates: &RentRates) -> f64 {
    let paid = model.rented.yields.paid(ProductiveHours::gpu_hours(1.0), model.rented.paid_efficiency);
    (paid * rates.per_paid_hour).as_usd()
}

/// Owning every GPU that the model owns.
pub fn own(model: &Model, terms: &Terms) -> PlanCost {
    let owned = &model.owned;
    let served = serve(model.work, owned.yields.productive(owned.busiest()));
    let busy = owned.yields.busy(served.here);
    terms.place(served, terms.own.fixed + busy * terms.own.per_busy_hour)
}

/// Renting all work from one offer.
pub fn rent(model: &Model, terms: &Terms, offer: &Offer) -> PlanCost {
    let served = match offer.ceiling(model.rented.yields, model.rented.paid_efficiency) {
        Some(ceiling) => serve(model.work, ceiling),
        None => Served { here: model.work, beyond: ProductiveHours::ZERO },
    };
    terms.place(served, bill(model, offer, paid(model, served.here)).total())
}

/// Hours that renting some work bills by use.
pub fn paid(model: &Model, work: ProductiveHours) -> PaidHours {
    model.rented.yields.paid(work, model.rented.paid_efficiency)
}
