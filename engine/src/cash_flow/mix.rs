//! A mix by month: owned machines, a commitment, spot for what may be interrupted, and on-demand for the rest.
//!
//! Committed hours are paid for whether they are used or not, so they do the bottom of the load; owned machines do what is
//! above, and all that has to run on them; the rest is rented hour by hour. All of one side is the plan of that side, to
//! the last bit. Source: model page, sections 5 and 6.

use super::Flows;
use super::alongside::{Alongside, SpotClass};
use super::own::{ceiling_by_month, own, own_line};
use super::rent::rent_beside;
use crate::cost::OWN_LINES;
use crate::cost::plan::OverflowPricing;
use crate::model::Model;
use crate::model::offers::Offer;

/// What a mix consists of.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct MixPlan {
    /// Whether the model's machines are part of it.
    pub owns: bool,
    /// The offer that the rest is rented from, by its index: a commitment with the GPUs of its billing, or by the hour.
    /// Nothing: what owned machines cannot do is rented from the cheapest hourly offer.
    pub rents: Option<usize>,
    /// Classes on spot, the dearest first.
    pub spot: Vec<SpotClass>,
}

/// Who does the work of a mix over the horizon, productive GPU-hours.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct MixHours {
    /// Owned machines.
    pub owned: f64,
    /// The commitment.
    pub committed: f64,
    /// Spot.
    pub spot: f64,
    /// On-demand: also what finds no spot, and what follows a commitment by the hour.
    pub on_demand: f64,
}

/// Fills the flows of a mix. The owned machines are those of the model.
pub fn mix(model: &Model, terms: &OverflowPricing, plan: &MixPlan, flows: &mut Flows) -> MixHours {
    let capacity = match (plan.owns, plan.rents) {
        (true, Some(_)) => {
            let (ceiling, _) = ceiling_by_month(model);
            (1..=flows.months).map(ceiling).collect()
        }
        _ => vec![0.0; flows.months],
    };
    let served = vec![0.0; flows.months];
    flows.on_spot = 0.0;
    flows.alongside = Some(Alongside { capacity, served, spot: plan.spot.as_slice().into() });
    let sum = |of: &[f64]| of.iter().sum::<f64>();
    let hours = match plan.rents {
        None => {
            own(model, terms, flows);
            MixHours { owned: sum(&flows.served), on_demand: sum(&flows.elsewhere), ..MixHours::default() }
        }
        Some(index) => {
            rent_beside(model, terms, index, flows);
            let owned = flows.alongside.take().map_or_else(Vec::new, |alongside| alongside.served);
            let (rented, elsewhere) = (sum(&flows.served), sum(&flows.elsewhere));
            let by_the_hour = model.offers.get(index).is_none_or(Offer::pays_per_use);
            let hours = MixHours {
                owned: sum(&owned),
                committed: if by_the_hour { 0.0 } else { rented - flows.after_terms },
                spot: 0.0,
                on_demand: if by_the_hour { rented + elsewhere } else { elsewhere + flows.after_terms },
            };
            if plan.owns {
                let rented = std::mem::replace(&mut flows.served, owned);
                for line in OWN_LINES {
                    own_line(model, &(line.of)(model), flows);
                }
                for (elsewhere, rented) in flows.elsewhere.iter_mut().zip(rented) {
                    *elsewhere += rented;
                }
            }
            hours
        }
    };
    flows.alongside = None;
    MixHours { spot: flows.on_spot, on_demand: hours.on_demand - flows.on_spot, ..hours }
}
