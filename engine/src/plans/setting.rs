//! What all plans of a scenario share: the model without any further machines, what may be rented and at what price, the
//! commitments that may be signed, and the machines for each number of nodes.

use std::sync::Arc;

use crate::analysis::goal_seek::Subject;
use crate::cash_flow::mix::{MixPlan, NewCommitment, mix};
use crate::cash_flow::outside::Outside;
use crate::cash_flow::tax;
use crate::cash_flow::{Flows, own_line};
use crate::cost::plan::{OverflowPricing, per_productive_hour};
use crate::cost::rent::on_compute;
use crate::cost::{OWN_LINES, RunningCost};
use crate::horizon::{PlanValue, buffers, value_of};
use crate::inputs::derived::owned_gpus;
use crate::inputs::field;
use crate::inputs::value::{Amount, Value};
use crate::inputs::{BeyondChoice, Scenario};
use crate::model::offers::Offer;
use crate::model::{Model, without_idle_mistakes};
use crate::units::{HOURS_PER_MONTH, HOURS_PER_YEAR};

/// Row of the owned GPUs.
const GPUS: &str = "own.gpus";

/// What all plans of a scenario share.
#[derive(Clone, Debug)]
pub struct Setting {
    /// The model of the scenario itself; what is beyond its machines is rented.
    pub base: Model,
    /// Where overflow goes.
    pub terms: OverflowPricing,
    /// All work at the cheapest offer by the hour.
    pub hourly: Option<Arc<Outside>>,
    /// Firm work at the cheapest firm offer, what may be interrupted on spot where that costs less.
    pub with_spot: Option<Arc<Outside>>,
    /// Index of the offer behind `with_spot` for firm work.
    pub firm: Option<usize>,
    /// Indices of the commitments that no other beats.
    pub commitments: Vec<usize>,
    /// Whole nodes there already.
    pub nodes_there: f64,
    /// Deductions of the cheapest complete plan that owns nothing, by tax year; nothing unless losses are carried.
    pub reference: Option<Vec<f64>>,
}

/// The machines of a plan: the model with a number of nodes, and what they cost whatever they do.
#[derive(Clone, Debug)]
pub struct Machines {
    /// The model with them.
    pub model: Model,
    /// Nodes, those there included.
    pub nodes: f64,
    /// Present value of their cost lines when they do no work, after tax. US dollars.
    pub idle_usd: f64,
    /// What an hour of work on them costs.
    pub running: RunningCost,
}

impl Setting {
    /// The setting of a scenario; nothing where it cannot be computed. Reuses parts of `earlier`.
    pub fn new(earlier: Option<&Model>, subject: Subject) -> Option<Self> {
        let Subject { scenario, book, edition } = subject;
        let mut rented = without_idle_mistakes(scenario).into_owned();
        rented.time.beyond = BeyondChoice::Offer;
        let base = Model::like(earlier, &rented, book, edition).ok()?;
        let terms = OverflowPricing::of(&base);
        let outside = |found: Option<Outside>| found.map(Arc::new);
        let hourly = outside(terms.overflow.and_then(|(index, _)| Outside::at_one_offer(&base, &terms, index)));
        let firm = terms.cheapest_firm().map(|(index, _)| index).or(terms.overflow.map(|(index, _)| index));
        let with_spot = outside(firm.and_then(|index| Outside::with_spot(&base, &terms, index)));
        let with_spot = with_spot.or_else(|| hourly.clone());
        let commitments = commitments(&base);
        let nodes_there = scenario.present.nodes.value;
        let found = Self { terms, hourly, with_spot, firm, commitments, nodes_there, reference: None, base };
        Some(Self { reference: found.reference(), ..found })
    }

    /// The deductions of what carried losses are set against: the cheaper complete one of committing and renting for all of
    /// the work, which uses losses at once.
    fn reference(&self) -> Option<Vec<f64>> {
        let tax = self.base.time.tax.as_ref().filter(|tax| tax.carried)?;
        let mut flows = buffers(&self.base);
        let mut least: Option<(f64, Vec<f64>)> = None;
        for plan in self.without_machines() {
            mix(&self.base, &self.terms, &plan, &mut flows);
            let value = value_of(&self.base, &flows);
            if value.complete && least.as_ref().is_none_or(|(usd, _)| value.present_value < *usd) {
                least = Some((value.present_value, tax::deductions(&flows, tax)));
            }
        }
        least.map(|(_, deductions)| deductions)
    }

    /// Committing for all of the work, by each commitment, and renting all of it by the hour.
    pub fn without_machines(&self) -> Vec<MixPlan> {
        let hourly = || MixPlan { outside: self.hourly.clone(), ..MixPlan::default() };
        let commit = |index: &usize| {
            let commitment = NewCommitment::new(*index, self.gpus_for_all(*index)?);
            Some(MixPlan { commitment: Some(commitment), ..hourly() })
        };
        let mut plans: Vec<MixPlan> = self.commitments.iter().filter_map(commit).collect();
        if self.hourly.is_some() {
            plans.push(hourly());
        }
        plans
    }

    /// Present value of a plan that owns machines, from its full flows: with carried losses, what it deducts beyond the
    /// reference waits for years in which it deducts less.
    pub fn value_of_owning(&self, model: &Model, flows: &Flows) -> PlanValue {
        let value = value_of(model, flows);
        let (Some(tax), Some(reference)) = (model.time.tax.as_ref(), self.reference.as_deref()) else { return value };
        let clock = &model.time.clock;
        let plan = tax::deductions(flows, tax);
        let saved = tax::saved(reference, tax, clock) - tax::on_savings(&plan, reference, tax, clock);
        PlanValue { present_value: value.totals.present_value - saved, ..value }
    }

    /// The machines of a number of nodes. Rows of owning follow it as they follow what a person enters; those of renting do
    /// not, because the work stays the same.
    pub fn machines(&self, subject: Subject, nodes: f64) -> Option<Machines> {
        let scenario = subject.scenario;
        let mut changed: Scenario = without_idle_mistakes(scenario).into_owned();
        changed.time.beyond = BeyondChoice::Offer;
        let gpus = nodes * scenario.own.gpus_per_node.value;
        if gpus != owned_gpus(scenario) {
            field(GPUS)?.set(&mut changed, &Value::Number(Amount::exact(gpus)));
            changed.follow_gpus(scenario, subject.book);
            changed.rent = scenario.rent.clone();
            changed.work = scenario.work.clone();
        }
        let model = self.base.with_machines_of(&changed);
        let running = RunningCost::of(&model);
        let mut flows = buffers(&model);
        flows.clear();
        for line in OWN_LINES {
            own_line(&model, &(line.of)(&model), &mut flows);
        }
        let idle_usd = value_of(&model, &flows).present_value;
        Some(Machines { nodes, idle_usd, running, model })
    }

    /// Work that one node can do in a month, productive GPU-hours.
    pub fn work_of_node(&self) -> f64 {
        let owned = &self.base.owned;
        owned.gpus_per_node * HOURS_PER_MONTH * owned.ceiling() * owned.yields.productive_per_busy()
    }

    /// GPUs of an offer that do a month's work, productive GPU-hours.
    pub fn gpus_for(&self, offer: &Offer, work: f64) -> f64 {
        work / (HOURS_PER_MONTH * self.base.rented.held_of_committed() * offer.yields.productive_per_busy())
    }

    /// Fewest nodes that do everything in every month from full capacity on, those there included.
    pub fn nodes_for_all(&self) -> f64 {
        let (time, owned) = (&self.base.time, &self.base.owned);
        let retired = owned.retired_after.filter(|_| self.nodes_there > 0.0);
        let needed = |month: usize| {
            let running: f64 = time.running_in(month).map(|c| c.gpu_hours).sum();
            let work =
                (self.peak_work(month, true) - running).max(self.peak_work(month, true) - self.peak_work(month, false));
            let nodes = libm::ceil(work / self.work_of_node() * (1.0 - 1e-12));
            let gone = retired.is_some_and(|last| month > last);
            if gone { nodes + self.nodes_there } else { nodes }
        };
        (time.settled().min(time.months)..=time.months).map(needed).fold(self.nodes_there, f64::max)
    }

    /// Fewest GPUs of a commitment that do all work that may leave, in every month, beside running commitments; whole
    /// instances.
    pub fn gpus_for_all(&self, index: usize) -> Option<f64> {
        let time = &self.base.time;
        let lacks = |month: usize| {
            let running: f64 = time.running_in(month).map(|c| c.gpu_hours).sum();
            (self.peak_work(month, false) - running).max(0.0)
        };
        let offer = self.base.offers.get(index)?;
        let whole = offer.gpus_per_instance.max(1.0);
        let most = (1..=time.months).map(lacks).fold(0.0, f64::max);
        Some(libm::ceil(self.gpus_for(offer, most) / whole * (1.0 - 1e-12)) * whole)
    }

    /// The commitment with the cheapest productive hour when full.
    pub fn cheapest_commitment(&self) -> Option<usize> {
        let price = |index: &&usize| {
            let offer = self.base.offers.get(**index)?;
            Some(per_productive_hour(&self.base, offer, offer.price * on_compute(&self.base.rented)))
        };
        let usd = |index: &&usize| price(index).unwrap_or(f64::INFINITY);
        self.commitments.iter().min_by(|a, b| usd(a).total_cmp(&usd(b))).copied()
    }

    /// GPUs of a commitment that are busy in every hour of the first month; whole instances.
    pub fn gpus_for_floor(&self, index: usize) -> Option<f64> {
        let offer = self.base.offers.get(index)?;
        let whole = offer.gpus_per_instance.max(1.0);
        let work = self.month_work(1) * self.base.load.total.floor();
        Some(libm::floor(self.gpus_for(offer, work) / whole * (1.0 + 1e-12)) * whole)
    }

    /// Work of the busiest hour of a month as if it lasted the month, productive GPU-hours: of what need not run on owned
    /// machines, or of all of it.
    pub fn peak_work(&self, month: usize, all: bool) -> f64 {
        let load = &self.base.load;
        let peak = if all { load.total.peak() } else { load.free.peak() };
        self.month_work(month) * peak
    }

    /// Work of a month, productive GPU-hours.
    pub fn month_work(&self, month: usize) -> f64 {
        let grown = self.base.time.growth.get(month - 1).copied().unwrap_or(1.0);
        self.base.work.as_gpu_hours() / 12.0 * grown
    }

    /// Useful GPUs on average today.
    pub fn mean_gpus(&self) -> f64 {
        self.base.work.as_gpu_hours() / HOURS_PER_YEAR
    }
}

impl Machines {
    /// Present value of a plan whose flows hold all but the cost lines of these machines, after tax.
    pub fn value(&self, flows: &Flows) -> f64 {
        let model = &self.model;
        let rented = value_of(model, flows);
        let mut running = 0.0;
        for (index, work) in flows.served.iter().enumerate().filter(|(_, work)| **work > 0.0) {
            let usd = work * self.running.usd_per_productive_hour(model, index + 1);
            running += usd * tax::weight_at_end(model, index + 1);
        }
        rented.present_value + running + self.idle_usd
    }
}

/// The counted commitments that no other beats in every respect: price, term, what is due ahead, size, data, and what may
/// follow them.
fn commitments(model: &Model) -> Vec<usize> {
    let counted = || model.offers.iter().filter(|offer| offer.counted && !offer.pays_per_use());
    let all: Vec<Committed> = counted().map(|offer| Committed::of(model, offer)).collect();
    let credits = !model.time.credits.is_empty();
    let may = |one: &Committed, other: &Committed| !credits || one.offer.provider == other.offer.provider;
    let beaten = |one: &Committed| all.iter().any(|other| may(one, other) && other.beats(one));
    all.iter().filter(|one| !beaten(one)).map(|one| one.offer.place).collect()
}

/// A commitment with what decides between two.
struct Committed<'m> {
    offer: &'m Offer,
    /// Cost of a productive hour when full, US dollars.
    usd: f64,
    /// Terms of the provider for the same GPU, months, each with its cost.
    terms: Vec<(f64, f64)>,
}

impl<'m> Committed<'m> {
    fn of(model: &'m Model, offer: &'m Offer) -> Self {
        let price = |offer: &Offer| per_productive_hour(model, offer, offer.price * on_compute(&model.rented));
        let alike = |other: &&Offer| {
            other.counted && !other.pays_per_use() && other.provider == offer.provider && other.gpu == offer.gpu
        };
        let terms = model.offers.iter().filter(alike).map(|other| (other.term_months, price(other))).collect();
        Self { offer, usd: price(offer), terms }
    }

    /// Whether this one is at least as good as another in every respect, and better or listed before it.
    fn beats(&self, other: &Self) -> bool {
        let (a, b) = (self.offer, other.offer);
        if a.place == b.place {
            return false;
        }
        let fits = |whole: f64, part: f64| libm::fmod(whole.max(1.0), part.max(1.0)) == 0.0;
        let alike = a.term_months == b.term_months
            && a.upfront_share == b.upfront_share
            && a.yields == b.yields
            && a.ported == b.ported
            && fits(b.gpus_per_instance, a.gpus_per_instance);
        let follows = other.terms.iter().all(|(months, usd)| {
            *months > b.term_months || self.terms.iter().any(|(term, price)| term == months && price <= usd)
        });
        let better = self.usd < other.usd || a.egress_usd_per_gb < b.egress_usd_per_gb || a.place < b.place;
        alike && follows && better && self.usd <= other.usd && a.egress_usd_per_gb <= b.egress_usd_per_gb
    }
}
