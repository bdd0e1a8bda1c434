//! What follows a commitment once another term no longer fits before the horizon.
//!
//! Computed backwards: the cheapest plan from a month on is a month at the cheapest comparable hourly offer, or a
//! fitting term of the same provider, followed by the cheapest plan from the next month on. Each additional offer adds
//! a choice, so none makes renting more expensive. If no such offer exists, a term that outlasts the horizon is signed.
//! Source: model page, section 5. Deliberately absent: credits and waiting work, which depend on all earlier months; with
//! credits each month by the hour goes where it costs least after them ([`super::placing`]).

use super::commitment::{bill_of, ceiling, term};
use super::load::fits;
use super::tax::{weight_ahead, weight_at_end};
use super::{room, value, wanted};
use crate::cost::plan::{OverflowPricing, per_productive_hour};
use crate::cost::rent::{idle_bill, managed};
use crate::model::Model;
use crate::model::offers::{Billing, Offer};
use crate::units::{HOURS_PER_MONTH, count};

/// What starts in a month.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Follows {
    /// Nothing fits: a term of an offer that outlasts the horizon.
    Beyond(usize),
    /// A month by the hour at an offer, by its index in the model.
    Hour(usize),
    /// A term of an offer.
    Term(usize),
}

/// Cost of a range of months: less undone work is better, then less money.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
struct Cost {
    /// GPU-hours not done. Work is sent wherever it can be done, at any price.
    undone: f64,
    /// Present value, after tax if there is tax.
    usd: f64,
}

impl Cost {
    fn and(self, other: Self) -> Self {
        Self { undone: self.undone + other.undone, usd: self.usd + other.usd }
    }

    fn is_below(self, other: Self) -> bool {
        self.undone < other.undone || (self.undone == other.undone && self.usd < other.usd)
    }
}

/// What starts in a month, and the cost from that month on.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Step {
    follows: Follows,
    cost: Cost,
    /// Weight of a payment at the end of the month.
    weight: f64,
    /// Summed weight of payments at the end of each month from it on.
    weights: f64,
}

/// A term that may follow.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Follower {
    index: usize,
    months: usize,
    gpus: f64,
    /// Per month, before support.
    idle: f64,
    /// Most work in a month.
    most: f64,
    /// Whether its bill is the same in every month and all work fits.
    level: bool,
}

/// An hourly offer: its cost per hour of work, and per month besides.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Hourly {
    index: usize,
    /// Per hour of all work, before support.
    here: f64,
    /// Per month, before support.
    idle: f64,
    /// Per hour of all work, for the part done elsewhere.
    away: f64,
}

impl Hourly {
    fn is_never_dearer_than(&self, other: &Self) -> bool {
        self.here <= other.here && self.idle <= other.idle && self.away <= other.away
    }
}

/// What follows in each month; the buffers are reused.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct Tail {
    from: usize,
    /// The provider's shortest term.
    shortest: usize,
    steps: Vec<Step>,
    hourly: Vec<Hourly>,
    followers: Vec<Follower>,
}

impl Tail {
    /// What starts in a month, from the last search.
    pub(super) fn at(&self, month: usize) -> Follows {
        self.steps.get(month - self.from).map_or(Follows::Beyond(self.shortest), |step| step.follows)
    }

    /// Finds the cheapest plan from a month to the horizon after a commitment to an offer.
    pub(super) fn find(&mut self, model: &Model, terms: &OverflowPricing, offer: &Offer, from: usize) {
        let months = model.time.months;
        self.from = from;
        self.gather(model, terms, (offer, from));
        self.steps.clear();
        // The step after the last month is the horizon.
        let mut step =
            Step { follows: Follows::Beyond(self.shortest), cost: Cost::default(), weight: 0.0, weights: 0.0 };
        self.steps.resize(months + 2 - from, step);
        for month in (from..=months).rev() {
            step.weight = weight_at_end(model, month);
            step.weights += step.weight;
            let (follows, cost) = self.by_the_hour(model, month, step.weight);
            (step.follows, step.cost) = (follows, cost.and(step.cost));
            self.keep(month, step);
            for follower in &self.followers {
                let next = month + follower.months;
                if next > months + 1 {
                    continue;
                }
                let cost = self.term_cost(model, terms, follower, month).and(self.step(next).cost);
                if cost.is_below(step.cost) {
                    (step.follows, step.cost) = (Follows::Term(follower.index), cost);
                }
            }
            self.keep(month, step);
        }
    }

    fn keep(&mut self, month: usize, step: Step) {
        if let Some(place) = self.steps.get_mut(month - self.from) {
            *place = step;
        }
    }

    fn step(&self, month: usize) -> Step {
        let horizon =
            Step { follows: Follows::Beyond(self.shortest), cost: Cost::default(), weight: 0.0, weights: 0.0 };
        self.steps.get(month - self.from).copied().unwrap_or(horizon)
    }

    /// Collects the offers that may follow: hourly ones not dominated by another, and terms of the same provider.
    fn gather(&mut self, model: &Model, terms: &OverflowPricing, (offer, from): (&Offer, usize)) {
        self.hourly.clear();
        self.followers.clear();
        self.shortest = offer.place;
        let mut least = term(offer);
        // Work grows or falls monotonically, so its maximum is at one of the ends.
        let most_work = wanted(model, from).max(wanted(model, model.time.months));
        for (index, other) in model.offers.iter().enumerate().filter(|(_, o)| o.counted) {
            if let Some(gpus) = other.committed_gpus() {
                let months = term(other);
                if months >= least.max(model.time.months + 2 - from) || !follows(offer, other) {
                    continue;
                }
                if months < least {
                    (self.shortest, least) = (index, months);
                }
                if from + months <= model.time.months + 1 {
                    let idle = idle_bill(model, other).before_support().as_usd() / 12.0;
                    let most = ceiling(model, other, gpus, from);
                    let steady = matches!(other.billing, Billing::Committed { .. }) && model.time.running.is_empty();
                    let level = steady && most_work * model.load.total.peak() <= room(most);
                    self.followers.push(Follower { index, months, gpus, idle, most, level });
                }
                continue;
            }
            let per_hour = per_productive_hour(model, other, other.price * managed(&model.rented));
            let fallback = terms.fallback(other.place);
            if other.elsewhere > 0.0 && fallback.is_none() {
                continue;
            }
            let found = Hourly {
                index,
                here: per_hour * (1.0 - other.elsewhere),
                idle: idle_bill(model, other).before_support().as_usd() / 12.0,
                away: other.elsewhere * fallback.unwrap_or(0.0),
            };
            if !self.hourly.iter().any(|kept| kept.is_never_dearer_than(&found)) {
                self.hourly.retain(|kept| !found.is_never_dearer_than(kept));
                self.hourly.push(found);
            }
        }
    }

    /// The cheapest hourly offer in a month.
    fn by_the_hour(&self, model: &Model, month: usize, weight: f64) -> (Follows, Cost) {
        let work = wanted(model, month);
        let drifted = value(&model.time.rent, month);
        // Work no offer can do is worse than any price.
        let nobody = Cost { undone: work.max(f64::MIN_POSITIVE), usd: 0.0 };
        let mut best = (Follows::Beyond(self.shortest), nobody);
        for hourly in &self.hourly {
            let bill = work * hourly.here * drifted + hourly.idle;
            let paid = bill + model.rented.support.of(bill) + work * hourly.away * drifted;
            let cost = Cost { undone: 0.0, usd: paid * weight };
            if cost.is_below(best.1) {
                best = (Follows::Hour(hourly.index), cost);
            }
        }
        best
    }

    /// Cost of a term that starts in a month, with the overflow rented.
    fn term_cost(&self, model: &Model, terms: &OverflowPricing, follower: &Follower, from: usize) -> Cost {
        let Some(offer) = model.offers.get(follower.index) else { return Cost::default() };
        let Follower { months, gpus, idle, .. } = *follower;
        let drifted = value(&model.time.rent, from);
        let an_hour = offer.price.as_usd_per_gpu_hour() * drifted * managed(&model.rented);
        let bill = bill_of(model, idle, gpus * HOURS_PER_MONTH * an_hour);
        if follower.level {
            let weights = self.step(from).weights - self.step(from + months).weights;
            let ahead = bill.0 * offer.upfront_share;
            let due = (bill.0 - ahead + bill.1) * weights;
            let paid = if ahead > 0.0 { ahead * count(months) * weight_ahead(model, from, months) } else { 0.0 };
            return Cost { undone: 0.0, usd: due + paid };
        }
        self.uneven_term_cost(model, terms, (follower, offer), (from, drifted))
    }

    /// The same, month by month: work does not fit, other commitments still run, or hours are paid by use.
    fn uneven_term_cost(
        &self,
        model: &Model,
        terms: &OverflowPricing,
        (follower, offer): (&Follower, &Offer),
        (from, drifted): (usize, f64),
    ) -> Cost {
        let Follower { months, gpus, idle, .. } = *follower;
        let time = &model.time;
        let an_hour = offer.price.as_usd_per_gpu_hour() * drifted * managed(&model.rented);
        let of_work = per_productive_hour(model, offer, offer.price * managed(&model.rented)) * drifted;
        let absorbed = matches!(offer.billing, Billing::Absorbed { .. });
        let running = !time.running.is_empty();
        let mut most = follower.most;
        let mut bill = bill_of(model, idle, gpus * HOURS_PER_MONTH * an_hour);
        let (mut cost, mut ahead) = (Cost::default(), 0.0);
        for month in from..from + months {
            let weight = self.step(month).weight;
            let work = wanted(model, month);
            if running {
                most = ceiling(model, offer, gpus, month);
            }
            if absorbed {
                bill = bill_of(model, idle, work.min(fits(model, month, most)) * of_work);
            } else if running {
                let held = (gpus - time.running_gpus(month)).max(0.0);
                bill = bill_of(model, idle, held * HOURS_PER_MONTH * an_hour);
            }
            let upfront = bill.0 * offer.upfront_share;
            ahead += upfront;
            let mut due = bill.0 - upfront + bill.1;
            let fits = fits(model, month, most);
            if work > room(fits) {
                let beyond = work - fits;
                if let Some((_, price)) = terms.overflow.filter(|_| !time.queue) {
                    due += beyond * price * value(&time.rent, month);
                } else {
                    cost.undone += beyond;
                    due += beyond * time.late_usd_per_gpu_hour;
                }
            }
            cost.usd += due * weight;
        }
        if ahead > 0.0 {
            cost.usd += ahead * weight_ahead(model, from, months);
        }
        cost
    }
}

/// Whether an offer may follow another: same provider and GPU.
fn follows(offer: &Offer, other: &Offer) -> bool {
    other.provider == offer.provider && other.gpu == offer.gpu
}
