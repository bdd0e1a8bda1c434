//! What serves work next to a rental plan: owned machines, which do the bottom of the load, and spot for what may be
//! interrupted. Source: model page, sections 5 and 6.

use std::sync::Arc;

use super::{Flows, add, all_work, done_by_running, pinned_beyond, running_work, value, within};
use crate::cost::plan::OverflowPricing;
use crate::formulas::load_curve::LoadCurve;
use crate::model::Model;

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

/// What runs alongside a rental plan.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct Alongside {
    /// Most work of the owned machines in each month, productive GPU-hours.
    pub(super) capacity: Vec<f64>,
    /// Work they do.
    pub(super) served: Vec<f64>,
    /// Classes on spot.
    pub(super) spot: Arc<[SpotClass]>,
}

/// A month in which machines run as well: a commitment of some capacity does the bottom of what may be rented, owned machines
/// what is above and what has to run on them, and the rest is rented by the hour. Returns the commitment's work.
pub(super) fn month_alongside(
    model: &Model,
    terms: &OverflowPricing,
    month: usize,
    committed: f64,
    flows: &mut Flows,
) -> f64 {
    let owned = flows.alongside.as_ref().map_or(0.0, |alongside| value(&alongside.capacity, month));
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
    if let Some(alongside) = &mut flows.alongside {
        add(&mut alongside.served, month, (both - here).max(0.0));
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

/// What is left of a month's work for an hourly offer: owned machines do the bottom of the load, spot what may be interrupted.
pub(super) fn left_by_the_hour(model: &Model, month: usize, flows: &mut Flows) -> f64 {
    let owned = flows.alongside.as_ref().map_or(0.0, |alongside| value(&alongside.capacity, month));
    let (all, running) = (all_work(model, month), running_work(model, month));
    let before = done_by_running(model, all, running);
    let served = if owned == 0.0 { 0.0 } else { (within(model, all, running + owned) - before).min(owned) };
    let undone = if owned == 0.0 { 0.0 } else { pinned_beyond(model, month, owned) };
    if let Some(alongside) = &mut flows.alongside {
        add(&mut alongside.served, month, served);
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
    let Some(classes) = flows.alongside.as_ref().map(|alongside| Arc::clone(&alongside.spot)) else { return rest };
    let (work, drifted) = (all_work(model, month), value(&model.time.rent, month));
    let mut left = rest;
    for class in &*classes {
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
    left
}
