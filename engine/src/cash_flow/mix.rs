//! A plan by month that may join everything: machines, one new commitment, spot and hours on demand, and what is there
//! before machines are delivered. Source: plans page, section 12; model page, sections 5 and 6.

use std::sync::Arc;

use serde::{Deserialize, Serialize};

use super::commitment::{bill_of, term};
use super::dispatch::{Capacity, Split, split};
use super::outside::Outside;
use super::own::{ceiling_by_month, full_from, lead_months, machines_of};
use super::placing::finish;
use super::present::{MonthMachines, leave_undone, present_month, rent_rest};
use super::rent::{Held, add_hours, pay_term};
use super::tax::{weight_ahead, weight_at_end};
use super::{Flows, add, own_line, running_work, value};
use crate::cost::plan::OverflowPricing;
use crate::cost::rent::{charges, managed};
use crate::cost::{OWN_LINES, RunningCost};
use crate::model::offers::{Billing, Offer};
use crate::model::{Model, PresentBill};
use crate::units::{HOURS_PER_MONTH, count};

/// A new commitment.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct NewCommitment {
    /// Index of its offer in the model.
    pub offer: usize,
    /// GPUs that are paid for.
    pub gpus: f64,
    /// GPUs that work: more than are paid for in a lower bound of the cost of a range of sizes, else the same.
    pub working: f64,
}

impl NewCommitment {
    /// GPUs of an offer, by its index in the model.
    pub fn new(offer: usize, gpus: f64) -> Self {
        Self { offer, gpus, working: gpus }
    }
}

/// What a mix is computed for.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Purpose {
    /// A plan of its own.
    #[default]
    Plan,
    /// What is there goes on to the horizon, the current bill with it.
    Present,
    /// A lower bound of costs: what stored and moved data costs is left out.
    Bound,
}

/// What a plan consists of, beside running commitments.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct MixPlan {
    /// Whether the model's machines are part of it.
    pub owns: bool,
    /// The new commitment.
    pub commitment: Option<NewCommitment>,
    /// What may be rented by the hour; nothing is done by the hour without it.
    pub outside: Option<Arc<Outside>>,
    /// What may be rented until machines are delivered: the cheapest offer by the hour.
    pub bridge: Option<Arc<Outside>>,
    /// Whether machines work before cheaper hours elsewhere.
    pub machines_first: bool,
    /// What it is for.
    pub purpose: Purpose,
}

/// Fills the flows of a plan. The machines are those of the model.
pub fn mix(model: &Model, terms: &OverflowPricing, plan: &MixPlan, flows: &mut Flows) {
    mix_without_own_lines(model, terms, plan, flows);
    if plan.owns {
        for line in OWN_LINES {
            own_line(model, &(line.of)(model), flows);
        }
    }
}

/// The same without the cost lines of the machines, which depend on their number and on what they do alone.
pub fn mix_without_own_lines(model: &Model, terms: &OverflowPricing, plan: &MixPlan, flows: &mut Flows) {
    flows.clear();
    flows.without_data = plan.purpose == Purpose::Bound;
    let (lead, full_from) = if plan.owns { (lead_months(model), full_from(model)) } else { (0, 1) };
    let is_present = plan.purpose == Purpose::Present;
    let bill = if is_present { model.bill } else { model.bill_until_delivery() };
    // What is there goes on until delivery; without anything that does, the plan itself works from the first month on.
    let lead = if goes_on(model, bill) { lead } else { 0 };
    let month_by_month = Months { model, plan, full_from, running: RunningCost::of(model) };
    let signed = plan.commitment.map(|signed| month_by_month.sign(signed, lead + 1, flows)).unwrap_or_default();
    let mut scratch = Split::default();
    for month in 1..=flows.months {
        let bound = month >= full_from;
        if month <= lead || is_present {
            let outside = if month <= lead { plan.bridge.as_deref() } else { plan.outside.as_deref() };
            let of_month = month_by_month.machines(month);
            let done = present_month(model, (bill, outside), month, (of_month, bound), &mut scratch, flows);
            add(&mut flows.served, month, done);
            continue;
        }
        let signed = signed.get(month - 1).copied().flatten();
        month_by_month.split(month, signed.map_or(0.0, |signed| signed.most), &mut scratch);
        rent_rest(model, plan.outside.as_deref(), month, &scratch, flows, false);
        if let Some(signed) = signed {
            add_hours(flows, (month, signed.offer), scratch.committed);
            add(&mut flows.elsewhere, month, scratch.committed);
        }
        add(&mut flows.sources.running, month, scratch.running);
        add(&mut flows.sources.machines, month, scratch.machines);
        add(&mut flows.sources.machines_there, month, scratch.there);
        add(&mut flows.served, month, scratch.machines);
        leave_undone(model, month, scratch.undone, flows);
    }
    finish(model, terms, flows);
    flows.without_data = false;
}

/// Whether machines, a running commitment or a bill are there. A commitment without GPUs or months says nothing yet.
pub fn is_anything_there(model: &Model) -> bool {
    goes_on(model, model.bill)
}

/// Whether machines, a running commitment or this bill do work before anything new does.
fn goes_on(model: &Model, bill: Option<PresentBill>) -> bool {
    let is_running = model.time.running.iter().any(|c| c.gpus > 0.0 && c.months > 0);
    model.owned.present > 0.0 || is_running || bill.is_some()
}

/// A commitment in a month: its offer, and most of its work, productive GPU-hours.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Signed {
    offer: usize,
    most: f64,
}

/// The months of a plan after delivery.
struct Months<'m> {
    model: &'m Model,
    plan: &'m MixPlan,
    /// First month in which bound work that does not fit stays undone.
    full_from: usize,
    running: RunningCost,
}

impl Months<'_> {
    fn machines(&self, month: usize) -> MonthMachines {
        if !self.plan.owns {
            return MonthMachines::default();
        }
        let (ceiling, _) = ceiling_by_month(self.model);
        machines_of(self.model, &self.running, month, ceiling(month))
    }

    /// Splits a month's work, with a commitment that can do some of it.
    fn split(&self, month: usize, committed: f64, scratch: &mut Split) {
        let (model, plan) = (self.model, self.plan);
        let least_cost = plan.owns && !plan.machines_first;
        let MonthMachines { all, there, bought_first } = self.machines(month);
        let capacity = Capacity {
            running: running_work(model, month),
            committed,
            machines: all,
            there,
            bought_first,
            bound: month >= self.full_from,
            running_usd: least_cost.then(|| self.running.by_group(model, month)),
        };
        split(model, plan.outside.as_deref(), month, &capacity, scratch);
    }

    /// Signs terms one after the other while they fit, then what costs least for the months that are left: months without
    /// a commitment, or the same GPUs at a shorter term of the provider. Pays for them. Returns what runs in each month.
    fn sign(&self, first: NewCommitment, from: usize, flows: &mut Flows) -> Vec<Option<Signed>> {
        let model = self.model;
        let mut signed = vec![None; flows.months];
        let Some(offer) = model.offers.get(first.offer) else { return signed };
        let mut run = |offer: &Offer, month: usize, flows: &mut Flows| {
            let held = Held::beside_running(first.gpus);
            let last = pay_term(model, (offer.place, offer), held, month, flows);
            let most = new_work(model, offer, first.working);
            for place in signed.iter_mut().take(last).skip(month - 1) {
                *place = Some(Signed { offer: offer.place, most });
            }
            last + 1
        };
        let months = flows.months;
        let mut month = run(offer, from, flows);
        while month <= months && (model.time.going_on || month + term(offer) <= months + 1) {
            month = run(offer, month, flows);
        }
        let followers = self.followers(offer, month);
        let mut rest = self.tail(first, &followers, month).into_iter();
        while month <= months {
            month = match rest.nth(0).flatten() {
                None => month + 1,
                Some(index) => {
                    let Some(other) = model.offers.get(index) else { break };
                    let next = run(other, month, flows);
                    for _ in month + 1..next {
                        rest.next();
                    }
                    next
                }
            };
        }
        signed
    }

    /// Commitments of the same provider and GPU whose term fits into the months that are left.
    fn followers(&self, offer: &Offer, from: usize) -> Vec<&Offer> {
        let left = (self.model.time.months + 1).saturating_sub(from);
        let alike = |other: &&Offer| {
            other.counted
                && matches!(other.billing, Billing::Committed { .. } | Billing::Absorbed { .. })
                && other.provider == offer.provider
                && other.gpu == offer.gpu
                && term(other) <= left
        };
        self.model.offers.iter().filter(alike).collect()
    }

    /// What starts in each month from one on: a term of an offer, or a month without a commitment. Found backwards.
    fn tail(&self, signed: NewCommitment, followers: &[&Offer], from: usize) -> Vec<Option<usize>> {
        let model = self.model;
        let months = model.time.months;
        if from > months {
            return Vec::new();
        }
        let mut scratch = Split::default();
        let mut without = Vec::with_capacity(months + 1 - from);
        let mut with = Vec::with_capacity(months + 1 - from);
        for month in from..=months {
            let weight = weight_at_end(model, month);
            without.push(self.cost(month, 0.0, &mut scratch).weighed(weight));
            let most = followers.first().map_or(0.0, |offer| new_work(model, offer, signed.working));
            with.push(if followers.is_empty() {
                Cost::default()
            } else {
                self.cost(month, most, &mut scratch).weighed(weight)
            });
        }
        let mut best = vec![Cost::default(); months + 2 - from];
        let mut starts = vec![None; months + 1 - from];
        for place in (0..starts.len()).rev() {
            let month = from + place;
            let at = |of: &[Cost], place: usize| of.get(place).copied().unwrap_or_default();
            let mut least = (None, at(&without, place).and(at(&best, place + 1)));
            for offer in followers {
                let long = term(offer);
                if place + long > starts.len() {
                    continue;
                }
                let paid = Cost { undone: 0.0, usd: self.payment(offer, signed.gpus, month) };
                let served = (place..place + long).fold(paid, |sum, place| sum.and(at(&with, place)));
                let cost = served.and(at(&best, place + long));
                if cost.is_below(least.1) {
                    least = (Some(offer.place), cost);
                }
            }
            if let (Some(start), Some(kept)) = (starts.get_mut(place), best.get_mut(place)) {
                (*start, *kept) = least;
            }
        }
        starts
    }

    /// Cost of a month's work beside what is paid for a commitment.
    fn cost(&self, month: usize, committed: f64, scratch: &mut Split) -> Cost {
        let model = self.model;
        self.split(month, committed, scratch);
        let rest: f64 = scratch.rest.iter().sum();
        let mut usd = self.running.usd(model, month, (scratch.machines, scratch.there));
        let mut undone = scratch.undone;
        match self.plan.outside.as_deref() {
            None => undone += rest,
            Some(outside) => {
                let of_rest = || outside.hires().zip(&scratch.rest);
                usd += of_rest().map(|(hire, hours)| hire.usd * hours * hire.drift(model, month)).sum::<f64>();
                let tokens: f64 = of_rest().filter(|(hire, _)| hire.api).map(|(_, hours)| hours).sum();
                let rented = rest - tokens + scratch.committed;
                let all = rented + tokens + scratch.machines + scratch.running;
                let offer = outside.hires().find(|hire| !hire.api).and_then(|hire| model.offers.get(hire.offer));
                if let Some(offer) = offer.filter(|_| rented > 0.0 && self.plan.purpose != Purpose::Bound) {
                    let beside = charges(model, offer, (rented / all).min(1.0));
                    usd += beside.data + beside.once;
                }
            }
        }
        Cost { undone, usd: usd + undone * model.time.late_usd_per_gpu_hour }
    }

    /// Present value of what a term costs, after tax.
    fn payment(&self, offer: &Offer, gpus: f64, from: usize) -> f64 {
        let model = self.model;
        let months = term(offer);
        let price = offer.price.as_usd_per_gpu_hour() * value(&model.time.rent, from) * managed(&model.rented);
        let per_month = bill_of(model, 0.0, gpus * HOURS_PER_MONTH * price).0;
        let weights: f64 = (from..from + months).map(|month| weight_at_end(model, month)).sum();
        let due = per_month * (1.0 - offer.upfront_share) * weights;
        due + per_month * offer.upfront_share * count(months) * weight_ahead(model, from, months)
    }
}

/// Most work of new committed GPUs in a month, productive GPU-hours.
fn new_work(model: &Model, offer: &Offer, gpus: f64) -> f64 {
    gpus * HOURS_PER_MONTH * model.rented.held_of_committed() * offer.yields.productive_per_busy()
}

/// Cost of months: less undone work is better, then less money.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
struct Cost {
    undone: f64,
    usd: f64,
}

impl Cost {
    fn weighed(self, weight: f64) -> Self {
        Self { usd: self.usd * weight, ..self }
    }

    fn and(self, other: Self) -> Self {
        Self { undone: self.undone + other.undone, usd: self.usd + other.usd }
    }

    fn is_below(self, other: Self) -> bool {
        let rounding = 1e-9 * (self.undone + other.undone);
        let as_much = libm::fabs(self.undone - other.undone) <= rounding;
        if as_much { self.usd < other.usd } else { self.undone < other.undone }
    }
}
