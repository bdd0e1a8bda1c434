//! What all plans of a scenario share: the model without any further machines, what may be rented and at what price, the
//! commitments that may be signed, and the machines for each number of nodes.

use std::sync::Arc;

use super::candidates::{commitments, firm_offers};
use super::machines::{Machines, nameplate_kw, with_nodes, with_replacing_nodes};
use super::plan::Source;
use crate::cash_flow::mix::{MixPlan, NewCommitment, mix};
use crate::cash_flow::outside::Outside;
use crate::cash_flow::tax;
use crate::cash_flow::{Flows, own_line};
use crate::cost::plan::{OverflowPricing, per_productive_hour};
use crate::cost::rent::on_compute;
use crate::cost::{OWN_LINES, RunningCost};
use crate::horizon::{PlanValue, buffers, value_of};
use crate::inputs::field;
use crate::inputs::field::{Field, Kind};
use crate::inputs::provenance::{Provenance, provenance};
use crate::inputs::value::Amount;
use crate::inputs::{BeyondChoice, FIELDS, Scenario, Size};
use crate::model::offers::Offer;
use crate::model::{Model, Subject, without_idle_mistakes};
use crate::units::{HOURS_PER_MONTH, HOURS_PER_YEAR};

/// What all plans of a scenario share.
#[derive(Clone, Debug)]
pub struct Setting {
    /// The model of the scenario itself; what is beyond its machines is rented.
    pub base: Model,
    /// Where overflow goes.
    pub terms: OverflowPricing,
    /// All work at the cheapest offer by the hour.
    pub hourly: Option<Arc<Outside>>,
    /// Firm work at an offer on demand, what may be interrupted on spot where that costs less: for every offer on demand that
    /// no other beats for each workload, the cheapest for all of them first.
    pub with_spot: Vec<Arc<Outside>>,
    /// All work by tokens from an API; nothing where not all of it may be bought.
    pub api: Option<Arc<Outside>>,
    /// Index of the offer behind `with_spot` for firm work.
    pub firm: Option<usize>,
    /// Indices of the commitments that no other beats.
    pub commitments: Vec<usize>,
    /// Whole nodes there already.
    pub nodes_there: f64,
    /// What was typed of the sizes.
    pub sizes: TypedSizes,
    /// Limits of the scenario.
    pub limits: Limits,
    /// The cheapest complete plan that owns nothing.
    pub reference: Option<Reference>,
}

/// The cheaper complete one of committing and renting for all of the work: what peak cash is measured against, and what
/// carried losses are.
#[derive(Clone, Debug)]
pub struct Reference {
    /// Its flows.
    pub flows: Flows,
    /// Its deductions by tax year; nothing unless losses are carried.
    deductions: Option<Vec<f64>>,
}

/// Limits that a plan has to keep.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Limits {
    /// Most upfront, US dollars.
    pub upfront_usd: Option<f64>,
    /// Most cash beyond what the reference would have paid by then, US dollars.
    pub peak_cash_usd: Option<f64>,
    /// Most nameplate kilowatts.
    pub kw: Option<f64>,
    /// Latest month of full capacity.
    pub full_capacity_month: Option<f64>,
}

impl Limits {
    /// The limits of a scenario.
    pub fn of(s: &Scenario) -> Self {
        let limits = &s.limits;
        Self {
            upfront_usd: limits.upfront_usd.number(),
            peak_cash_usd: limits.peak_cash_usd.number(),
            kw: limits.kw.number(),
            full_capacity_month: limits.full_capacity_month.number(),
        }
    }

    /// Whether there is any.
    pub fn is_any(&self) -> bool {
        *self != Self::default()
    }
}

/// The sizes that were typed; what is not is found.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct TypedSizes {
    /// Whole nodes, those there included.
    pub nodes: Option<f64>,
    /// GPUs of the new commitment.
    pub commitment: CommitmentSize,
    /// Whether nothing is rented by the hour after delivery.
    pub no_rest: bool,
}

/// How many GPUs a new commitment holds.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub enum CommitmentSize {
    /// As many as cost least.
    #[default]
    Found,
    /// As many as the rows of renting say, for each offer.
    OfOffer,
    /// As many as were typed.
    Typed(f64),
}

impl TypedSizes {
    /// The sizes of a scenario: those of its rows, where they leave it open found if work is described.
    pub fn of(s: &Scenario) -> Self {
        let described = !s.work.workloads.is_empty();
        let there = s.present.nodes.value;
        let nodes = |gpus: f64| {
            let bought = (gpus - there * s.present.gpus_of_node(s)) / s.own.gpus_per_node.value;
            there + libm::ceil(bought - 1e-9).max(0.0)
        };
        Self {
            nodes: match s.sizes.own {
                Size::Typed(gpus) => Some(nodes(gpus)),
                Size::Auto if !described => Some(nodes(s.own.gpus.value)),
                Size::Auto | Size::Found => None,
            },
            commitment: match s.sizes.commit {
                Size::Typed(gpus) => CommitmentSize::Typed(gpus),
                Size::Auto if !described => CommitmentSize::OfOffer,
                Size::Auto | Size::Found => CommitmentSize::Found,
            },
            no_rest: s.sizes.rest.is_excluded(),
        }
    }
}

/// Whether the sizes of a scenario have to be searched for: none was typed for the machines, or none for a commitment.
pub fn are_sizes_searched(scenario: &Scenario) -> bool {
    let sizes = TypedSizes::of(scenario);
    let works = scenario.work.gpu_hours_per_month.value > 0.0;
    works && (sizes.nodes.is_none() || sizes.commitment == CommitmentSize::Found)
}

/// Whether somebody entered how many machines to own and what one costs, as a quote says.
pub fn is_order_entered(subject: Subject) -> bool {
    let Subject { scenario, book, edition } = subject;
    let is_given = |id: &str| {
        field(id).is_some_and(|row| matches!(provenance(row, scenario, book, edition), Provenance::Given(_)))
    };
    let is_typed = match scenario.sizes.own {
        Size::Typed(gpus) => gpus > 0.0,
        Size::Auto => scenario.work.workloads.is_empty() && scenario.own.gpus.value > 0.0 && is_given("own.gpus"),
        Size::Found => false,
    };
    is_typed && is_given("own.node_price_usd")
}

/// Types the size of a source: GPUs to own, those there included, or GPUs to commit.
pub fn type_size(scenario: &mut Scenario, source: Source, gpus: f64) {
    let is_plain = matches!(scenario.sizes.own, Size::Auto) && scenario.work.workloads.is_empty();
    match source {
        Source::Commitment => scenario.sizes.commit = Size::Typed(gpus),
        // Steady work has always owned the GPUs of this row.
        _ if is_plain => scenario.own.gpus = Amount::exact(gpus),
        _ => scenario.sizes.own = Size::Typed(gpus),
    }
}

/// Types the sizes of a plan that were found, so that they stay whatever else changes.
pub fn hold_sizes(scenario: &mut Scenario, own_gpus: f64, committed_gpus: f64) {
    scenario.sizes.own = Size::Typed(own_gpus);
    scenario.sizes.commit = Size::Typed(committed_gpus);
}

/// Whether two scenarios differ in amounts and prices alone: sizes found for the one are then a plan of the other, if not the
/// cheapest. Workloads, offers and machines there are the same.
pub fn is_same_structure(a: &Scenario, b: &Scenario) -> bool {
    let is_amount = |row: &Field| matches!(row.kind, Kind::Number { .. }) && row.group.id != "present";
    FIELDS.iter().all(|row| is_amount(row) || row.get(a) == row.get(b))
}

impl Setting {
    /// The setting of a scenario; nothing where it cannot be computed. Reuses parts of `earlier`.
    pub fn new(earlier: Option<&Model>, subject: Subject) -> Option<Self> {
        let Subject { scenario, book, edition } = subject;
        let mut rented = without_idle_mistakes(scenario).into_owned();
        rented.time.beyond = BeyondChoice::Offer;
        Some(Self::of_model(Model::like(earlier, &rented, book, edition).ok()?, scenario))
    }

    /// The setting of a scenario whose model is known, with what is beyond its machines rented.
    pub fn of_model(base: Model, scenario: &Scenario) -> Self {
        let found = Self::without_reference(base, scenario);
        Self { reference: found.reference(), ..found }
    }

    /// The same for present values alone: peak cash has no reference, and carried losses have theirs.
    pub fn for_values(base: Model, scenario: &Scenario) -> Self {
        let carries = base.time.tax.as_ref().is_some_and(|tax| tax.carried);
        if carries { Self::of_model(base, scenario) } else { Self::without_reference(base, scenario) }
    }

    fn without_reference(base: Model, scenario: &Scenario) -> Self {
        let terms = OverflowPricing::of(&base);
        let outside = |found: Option<Outside>| found.map(Arc::new);
        let hourly = outside(terms.overflow.and_then(|(index, _)| Outside::at_one_offer(&base, &terms, index)));
        let firm = terms.cheapest_firm().map(|(index, _)| index).or(terms.overflow.map(|(index, _)| index));
        let mut with_spot: Vec<Arc<Outside>> = firm_offers(&base, firm)
            .into_iter()
            .filter_map(|index| Outside::with_spot(&base, &terms, index).map(Arc::new))
            .collect();
        let api = outside(Outside::by_api(&base));
        if with_spot.is_empty() {
            with_spot.extend(hourly.clone().or_else(|| api.clone()));
        }
        let sizes = TypedSizes::of(scenario);
        let commitments = commitments(&base);
        let nodes_there = scenario.present.nodes.value;
        let limits = Limits::of(scenario);
        let reference = None;
        Self { base, terms, hourly, with_spot, api, firm, commitments, nodes_there, sizes, limits, reference }
    }

    /// The cheaper complete one of committing and renting for all of the work, which uses losses at once.
    fn reference(&self) -> Option<Reference> {
        let mut least: Option<(f64, Flows)> = None;
        let mut flows = Flows::with_accounts(&self.base);
        for plan in self.without_machines() {
            mix(&self.base, &self.terms, &plan, &mut flows);
            let value = value_of(&self.base, &flows);
            if value.complete && least.as_ref().is_none_or(|(usd, _)| value.present_value < *usd) {
                least = Some((value.present_value, flows.clone()));
            }
        }
        let tax = self.base.time.tax.as_ref().filter(|tax| tax.carried);
        let found =
            |(_, flows): (f64, Flows)| Reference { deductions: tax.map(|tax| tax::deductions(&flows, tax)), flows };
        least.map(found)
    }

    /// The deductions that carried losses are set against; nothing unless losses are carried.
    pub fn carried(&self) -> Option<&[f64]> {
        self.reference.as_ref()?.deductions.as_deref()
    }

    /// GPUs of a commitment for all of the work: those that do it, or those that were typed.
    pub fn committed_gpus(&self, index: usize) -> Option<f64> {
        match self.sizes.commitment {
            CommitmentSize::Found => self.gpus_for_all(index),
            CommitmentSize::OfOffer => self.base.offers.get(index)?.committed_gpus(),
            CommitmentSize::Typed(gpus) => Some(gpus),
        }
    }

    /// What may be rented by the hour after delivery: all work at one offer.
    pub fn rest(&self) -> Option<Arc<Outside>> {
        self.hourly.clone().filter(|_| !self.sizes.no_rest)
    }

    /// What a mix may rent by the hour or buy as tokens after delivery: each way in turn; where hours are excluded, nothing or
    /// tokens.
    pub fn rests(&self) -> Vec<Option<Arc<Outside>>> {
        if self.sizes.no_rest {
            return std::iter::once(None).chain(self.api.clone().map(Some)).collect();
        }
        if self.with_spot.is_empty() {
            return vec![None];
        }
        self.with_spot.iter().cloned().map(Some).collect()
    }

    /// Committing for all of the work, by each commitment, and renting all of it by the hour.
    pub fn without_machines(&self) -> Vec<MixPlan> {
        let hourly = || MixPlan { outside: self.rest(), ..MixPlan::default() };
        let commit = |index: &usize| {
            let gpus = self.committed_gpus(*index).filter(|gpus| *gpus > 0.0)?;
            Some(MixPlan { commitment: Some(NewCommitment::new(*index, gpus)), ..hourly() })
        };
        let mut plans: Vec<MixPlan> = self.commitments.iter().filter_map(commit).collect();
        if self.rest().is_some() {
            plans.push(hourly());
        }
        plans
    }

    /// Present value of a plan that owns machines, from its full flows: with carried losses, what it deducts beyond the
    /// reference waits for years in which it deducts less.
    pub fn value_of_owning(&self, model: &Model, flows: &Flows) -> PlanValue {
        let value = value_of(model, flows);
        let (Some(tax), Some(reference)) = (model.time.tax.as_ref(), self.carried()) else { return value };
        let clock = &model.time.clock;
        let plan = tax::deductions(flows, tax);
        let saved = tax::saved(reference, tax, clock) - tax::on_savings(&plan, reference, tax, clock);
        PlanValue { present_value: value.totals.present_value - saved, ..value }
    }

    /// The setting of a rerun model. What may be rented stays unless the change reaches it.
    #[must_use]
    pub fn rerun(&self, base: Model, scenario: &Scenario, rent_moves: bool) -> Self {
        if rent_moves {
            return Self::of_model(base, scenario);
        }
        let sizes = TypedSizes::of(scenario);
        Self { base, sizes, limits: Limits::of(scenario), nodes_there: scenario.present.nodes.value, ..self.clone() }
    }

    /// The machines of a number of nodes. Rows of owning follow it as they follow what a person enters; those of renting do
    /// not, because the work stays the same.
    pub fn machines(&self, subject: Subject, nodes: f64) -> Option<Machines> {
        let mut changed = with_nodes(subject, nodes)?;
        changed.time.beyond = BeyondChoice::Offer;
        let model = self.base.with_machines_of(&changed);
        let running = RunningCost::of(&model);
        let mut flows = buffers(&model);
        flows.clear();
        for line in OWN_LINES {
            own_line(&model, &(line.of)(&model), &mut flows);
        }
        let idle_usd = value_of(&model, &flows).present_value;
        let owned = &model.owned;
        let there_usd = owned.present_node.price.as_usd() * owned.present;
        let until = if owned.nodes > owned.present { model.time.delivery } else { 1 };
        let upfront_usd = flows.start.iter().take(until).sum::<f64>() - there_usd;
        let kw = nameplate_kw(subject.scenario, owned);
        Some(Machines { model, nodes, upfront_usd, kw, idle_usd, running })
    }

    /// The machines that take over from those there; nothing where none are there.
    pub fn replacing(&self, subject: Subject) -> Option<Model> {
        if self.nodes_there == 0.0 {
            return None;
        }
        let changed = with_replacing_nodes(subject, &self.base.owned)?;
        Some(self.base.with_replacing_machines_of(&changed))
    }

    /// Work that one node can do in a month, productive GPU-hours.
    pub fn work_of_node(&self) -> f64 {
        let owned = &self.base.owned;
        owned.gpus_per_node * HOURS_PER_MONTH * owned.ceiling() * owned.yields.productive_per_busy()
    }

    /// Whether machines there are of another GPU.
    pub fn has_other_gpu(&self) -> bool {
        self.nodes_there > 0.0 && self.base.owned.there.is_other_gpu
    }

    /// Fewest nodes, those there included, that do an amount of work in a month, productive GPU-hours, where those there are
    /// of another GPU; a difference up to the share `rounding` of a node's work is none.
    pub fn nodes_beside(&self, month: usize, work: f64, rounding: f64) -> f64 {
        let owned = &self.base.owned;
        let gone = owned.retired_after.is_some_and(|last| month > last);
        let gpus = match (gone, owned.is_replaced_in(month)) {
            (true, _) => 0.0,
            (false, true) => owned.replacing_nodes_of(self.nodes_there) * owned.gpus_per_node,
            (false, false) => self.nodes_there * owned.there.working_gpus_per_node(),
        };
        let there = gpus / owned.gpus_per_node;
        let bought = libm::ceil(work / self.work_of_node() * (1.0 - rounding) - there);
        self.nodes_there + bought.max(0.0)
    }

    /// GPUs of an offer that do a month's work, productive GPU-hours.
    pub fn gpus_for(&self, offer: &Offer, work: f64) -> f64 {
        work / (HOURS_PER_MONTH * self.base.rented.held_of_committed() * offer.yields.productive_per_busy())
    }

    /// Fewest nodes that do what has to run on them in every month from full capacity on, those there included.
    pub fn nodes_for_bound(&self) -> f64 {
        let time = &self.base.time;
        let retired = self.base.owned.retired_after.filter(|_| self.nodes_there > 0.0);
        let peak = self.base.load.pinned.peak();
        let needed = |month: usize| {
            if self.has_other_gpu() {
                return self.nodes_beside(month, self.month_work(month) * peak, 1e-9);
            }
            let nodes = libm::ceil(self.month_work(month) * peak / self.work_of_node() * (1.0 - 1e-9));
            if retired.is_some_and(|last| month > last) { nodes + self.nodes_there } else { nodes }
        };
        (time.settled().min(time.months)..=time.months).map(needed).fold(self.nodes_there, f64::max)
    }

    /// Fewest nodes that do everything in every month from full capacity on, those there included.
    pub fn nodes_for_all(&self) -> f64 {
        let (time, owned) = (&self.base.time, &self.base.owned);
        let retired = owned.retired_after.filter(|_| self.nodes_there > 0.0);
        let needed = |month: usize| {
            let running: f64 = time.running_in(month).map(|c| c.gpu_hours).sum();
            let (all, free) = (self.peak_work(month, true), self.peak_work(month, false));
            let work = without_rounding(all - running, all).max(without_rounding(all - free, all));
            if self.has_other_gpu() {
                return self.nodes_beside(month, work, 1e-12);
            }
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
            let free = self.peak_work(month, false);
            without_rounding(free - running, free)
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

/// A difference of amounts of work, or nothing where it is rounding.
fn without_rounding(difference: f64, of: f64) -> f64 {
    if difference > 1e-9 * of { difference } else { 0.0 }
}
