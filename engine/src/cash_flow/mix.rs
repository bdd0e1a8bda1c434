//! A mix by month: owned machines, a commitment, spot for what may be interrupted, and on-demand for the rest.
//!
//! Committed hours are paid for whether they are used or not, so they do the bottom of the load; owned machines do what is
//! above, and all that has to run on them; the rest is rented hour by hour. All of one side is the plan of that side, to
//! the last bit. Source: model page, sections 5 and 6.

use super::own::{ceiling_by_month, own, own_line};
use super::rent::rent_beside;
use super::{Flows, add, all_work, done_by_running, pinned_beyond, running_work, value, within};
use crate::cost::OWN_LINES;
use crate::cost::plan::OverflowPricing;
use crate::formulas::load_curve::LoadCurve;
use crate::model::Model;
use crate::model::offers::Offer;

/// Work of a class that may be interrupted, on spot.
#[derive(Clone, Debug, PartialEq)]
pub struct SpotClass {
    /// The load below it: what must not be interrupted, and classes with dearer spot. In units of all work.
    pub below: LoadCurve,
    /// The same with this class.
    pub with: LoadCurve,
    /// Cost of a productive hour today, with what is lost to interruptions and what finds no spot. Dollars.
    pub usd: f64,
    /// Index of the offer in the model.
    pub offer: usize,
    /// Share of the work that finds no spot and is paid for on demand.
    pub elsewhere: f64,
    /// The offer that does it, and the part of the cost due to it; nothing where all finds spot. Dollars.
    pub refused: Option<(usize, f64)>,
}

impl SpotClass {
    /// Work of a month that this class wants above a capacity, both productive GPU-hours.
    fn above(&self, work: f64, capacity: f64) -> f64 {
        let above = |curve: &LoadCurve| curve.mean() - curve.mean_below(capacity / work);
        if work > 0.0 { (work * (above(&self.with) - above(&self.below))).max(0.0) } else { 0.0 }
    }
}

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

/// What runs beside a rental plan.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct Beside {
    /// Most work of the owned machines in each month, productive GPU-hours.
    capacity: Vec<f64>,
    /// Work they do.
    served: Vec<f64>,
    /// Classes on spot.
    pub(super) spot: Vec<SpotClass>,
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
    flows.beside = Some(Beside { capacity, served, spot: plan.spot.clone() });
    let sum = |of: &[f64]| of.iter().sum::<f64>();
    let hours = match plan.rents {
        None => {
            own(model, terms, flows);
            MixHours { owned: sum(&flows.served), on_demand: sum(&flows.elsewhere), ..MixHours::default() }
        }
        Some(index) => {
            rent_beside(model, terms, index, flows);
            let owned = flows.beside.take().map_or_else(Vec::new, |beside| beside.served);
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
    flows.beside = None;
    MixHours { spot: flows.on_spot, on_demand: hours.on_demand - flows.on_spot, ..hours }
}

/// A month beside which machines run: a commitment of some capacity does the bottom of what may be rented, owned machines
/// what is above and what has to run on them, and the rest is rented by the hour. Returns the commitment's work.
pub(super) fn month_beside(
    model: &Model,
    terms: &OverflowPricing,
    month: usize,
    committed: f64,
    flows: &mut Flows,
) -> f64 {
    let owned = flows.beside.as_ref().map_or(0.0, |beside| value(&beside.capacity, month));
    let (all, running) = (all_work(model, month), running_work(model, month));
    let before = done_by_running(model, all, running);
    let both = within(model, all, running + committed + owned) - before;
    // Until machines are there everything is rented.
    let here = if owned == 0.0 { both } else { done_by_running(model, all, running + committed) - before };
    let both = if owned == 0.0 { both } else { both.min(here + owned) };
    let undone = if owned == 0.0 { 0.0 } else { pinned_beyond(model, month, owned) };
    let rest = (all - before - both - undone).max(0.0);
    add(&mut flows.served, month, here);
    add(&mut flows.elsewhere, month, rest);
    if let Some(beside) = &mut flows.beside {
        add(&mut beside.served, month, (both - here).max(0.0));
    }
    if undone > 0.0 {
        flows.unserved += undone;
        flows.pay(month, undone * model.time.late_usd_per_gpu_hour);
    }
    let left = on_spot(model, month, (running + committed + owned, rest), flows);
    if terms.overflow.is_some() {
        flows.rent_beyond(model, terms, month, left);
    } else {
        flows.unserved += left;
        add(&mut flows.elsewhere, month, -left);
        flows.pay(month, left * model.time.late_usd_per_gpu_hour);
    }
    here
}

/// What is left of a month's work for an hourly offer, beside owned machines, which do the bottom of the load, and spot.
pub(super) fn left_by_the_hour(model: &Model, month: usize, flows: &mut Flows) -> f64 {
    let owned = flows.beside.as_ref().map_or(0.0, |beside| value(&beside.capacity, month));
    let (all, running) = (all_work(model, month), running_work(model, month));
    let before = done_by_running(model, all, running);
    let served = if owned == 0.0 { 0.0 } else { (within(model, all, running + owned) - before).min(owned) };
    let undone = if owned == 0.0 { 0.0 } else { pinned_beyond(model, month, owned) };
    if let Some(beside) = &mut flows.beside {
        add(&mut beside.served, month, served);
    }
    if undone > 0.0 {
        flows.unserved += undone;
        flows.pay(month, undone * model.time.late_usd_per_gpu_hour);
    }
    let rest = (all - before - served - undone).max(0.0);
    let left = on_spot(model, month, (running + owned, rest), flows);
    add(&mut flows.elsewhere, month, rest - left);
    left
}

/// Bills work of a month on spot, as far as it is wanted above a capacity and may be interrupted. Returns the rest.
pub(super) fn on_spot(model: &Model, month: usize, (capacity, rest): (f64, f64), flows: &mut Flows) -> f64 {
    let Some(beside) = flows.beside.take() else { return rest };
    let (work, drifted) = (all_work(model, month), value(&model.time.rent, month));
    let mut left = rest;
    for class in &beside.spot {
        let hours = class.above(work, capacity).min(left);
        if hours > 0.0 {
            flows.on_spot += hours * (1.0 - class.elsewhere);
            let usd = hours * class.usd * drifted;
            let refused = class.refused.filter(|_| flows.bills.is_some());
            let due = refused.map_or(0.0, |(_, usd)| hours * usd * drifted);
            flows.owe(month, usd - due, class.offer);
            if let Some((other, _)) = refused {
                flows.rent_refused((class.offer, other), month, hours * class.elsewhere, due);
            }
            left -= hours;
        }
    }
    flows.beside = Some(beside);
    left
}
