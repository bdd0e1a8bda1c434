//! The cheapest mix over the horizon: whole nodes to own, GPUs to commit, spot and on-demand for the rest.
//!
//! The optimum of a year ([`crate::formulas::ideal_mix`]) proposes; a search over whole nodes and committed GPUs around it
//! decides, on the present value by which the pure plans are judged too. Source: model page, section 6. Several commitments
//! at once are not tried: of those that bill every hour the cheapest is cheapest at every level.

use super::goal_seek::Subject;
use super::mix_choice::{BestMix, MixChoice, SingleChoice, choice_of};
use super::spot_classes::spot_classes;
use crate::cash_flow::Flows;
use crate::cash_flow::alongside::SpotClass;
use crate::cash_flow::mix::MixPlan;
use crate::cost::own_rates;
use crate::cost::plan::{OverflowPricing, per_productive_hour};
use crate::cost::rent::on_compute;
use crate::formulas::ideal_mix::{Capacity, Hourly, MixDemand, Stack, ideal_mix};
use crate::formulas::load_curve::LoadCurve;
use crate::horizon::node_expansion::nodes_for_all_work;
use crate::horizon::{buffers, rent_value};
use crate::inputs::derived::owned_gpus;
use crate::inputs::field;
use crate::inputs::value::{Amount, Value};
use crate::inputs::{BeyondChoice, Scenario};
use crate::model::Model;
use crate::model::offers::{Billing, Offer};
use crate::units::{HOURS_PER_YEAR, count};

/// Numbers of nodes tried at first, in equal steps; then what lies around the best.
const FIRST_POINTS: usize = 24;
/// Steps of the curve that is shown.
const STEPS_SHOWN: usize = 120;
/// Most nodes.
const MOST_NODES: f64 = 12_500.0;
/// Commitments tried: the cheapest ones of the year.
const COMMITMENTS: usize = 2;
/// Row of the owned GPUs.
const GPUS: &str = "own.gpus";

/// The search in steps of one number of nodes each.
pub(super) struct MixSearch {
    /// The model of the scenario itself.
    pub(super) base: Model,
    terms: OverflowPricing,
    spot: Vec<SpotClass>,
    /// Places of the commitments that are tried.
    commitments: Vec<usize>,
    /// Place of the cheapest hourly offer that is not spot.
    hourly: Option<usize>,
    /// GPUs committed in the optimum of a year.
    proposed: f64,
    /// Numbers of nodes to try next.
    queue: Vec<f64>,
    /// Distance between numbers tried.
    step: f64,
    most: f64,
    found: Vec<MixChoice>,
}

impl MixSearch {
    /// Starts with a scenario; nothing where it cannot be computed.
    pub(super) fn new(subject: Subject) -> Option<Self> {
        let base = model_of(None, subject, None)?;
        let terms = OverflowPricing::of(&base);
        let spot = spot_classes(subject.scenario, &base, &terms);
        let most = nodes_for_all_work(&base).min(MOST_NODES);
        let commitments = commitments(&base);
        let (nodes, proposed) = proposal(&base, &terms, &spot, &commitments);
        let step = libm::ceil(most / count(FIRST_POINTS)).max(1.0);
        let mut queue: Vec<f64> = (0..=FIRST_POINTS).map(|n| (count(n) * step).min(most)).collect();
        let now = owned_gpus(subject.scenario) / subject.scenario.own.gpus_per_node.value;
        queue.extend([libm::floor(nodes), libm::ceil(nodes), now.min(most)]);
        if base.load.pinned_share() > 0.0 {
            queue.retain(|nodes| *nodes > 0.0);
        }
        queue.sort_by(|a, b| b.total_cmp(a));
        queue.dedup();
        let hourly = hourly(&base, &terms);
        Some(Self { terms, spot, commitments, hourly, proposed, queue, step, most, found: Vec::new(), base })
    }

    /// Tries one more number of nodes. Returns whether there are more.
    pub(super) fn step(&mut self, subject: Subject) -> bool {
        if let Some(nodes) = self.queue.pop()
            && let Some(found) = self.best_with(subject, nodes)
        {
            self.found.push(found);
        }
        if self.queue.is_empty() {
            self.look_closer();
        }
        !self.queue.is_empty()
    }

    /// Numbers tried, and all known so far.
    pub(super) fn progress(&self) -> (usize, usize) {
        (self.found.len(), self.found.len() + self.queue.len())
    }

    /// The cheapest so far.
    pub(super) fn best(&self) -> Option<&MixChoice> {
        let value = |choice: &MixChoice| choice.present_value_usd.unwrap_or(f64::INFINITY);
        self.found.iter().min_by(|a, b| value(a).total_cmp(&value(b)))
    }

    /// What was found.
    pub(super) fn finish(mut self, subject: Subject) -> Option<BestMix> {
        self.found.sort_by(|a, b| a.nodes.total_cmp(&b.nodes));
        let best = self.best()?.clone();
        let mean = self.base.work.as_gpu_hours() / HOURS_PER_YEAR;
        let curve = self.base.load.total.in_steps(STEPS_SHOWN);
        Some(BestMix {
            months: count(self.base.time.months),
            singles: self.singles(subject),
            changes: Vec::new(),
            best,
            apart_usd: apart(subject, &self.base),
            curve: curve.into_iter().map(|(gpus, share)| (gpus * mean, share)).collect(),
            by_nodes: self.found,
        })
    }

    /// Half the distance around the best so far, until it is one.
    fn look_closer(&mut self) {
        let Some(best) = self.best().map(|best| best.nodes) else { return };
        while self.queue.is_empty() {
            let last = self.step <= 1.0;
            self.step = libm::ceil(self.step / 2.0).max(1.0);
            let tried = |nodes: f64| self.found.iter().any(|found| found.nodes == nodes);
            let least = if self.base.load.pinned_share() > 0.0 { 1.0 } else { 0.0 };
            let near = [best - self.step, best + self.step];
            self.queue.extend(near.into_iter().filter(|n| (least..=self.most).contains(n) && !tried(*n)));
            if last {
                break;
            }
        }
    }

    /// The cheapest with a number of nodes: with none of the commitments, or one of them with the best number of GPUs.
    fn best_with(&self, subject: Subject, nodes: f64) -> Option<MixChoice> {
        let mut model = if nodes > 0.0 { model_of(Some(&self.base), subject, Some(nodes))? } else { self.base.clone() };
        let terms = OverflowPricing::of(&model);
        let mut flows = buffers(&model);
        let mut best: Option<MixChoice> = None;
        let mut keep = |found: MixChoice| {
            let value = |choice: &MixChoice| choice.present_value_usd.unwrap_or(f64::INFINITY);
            if best.as_ref().is_none_or(|kept| value(&found) < value(kept)) {
                best = Some(found);
            }
        };
        if nodes > 0.0 {
            keep(self.choice(&model, &terms, (nodes, None), &mut flows));
        } else if let Some(index) = self.hourly {
            keep(self.choice(&model, &terms, (0.0, Some(index)), &mut flows));
        }
        for index in &self.commitments {
            if let Some(found) = self.with_commitment(&mut model, &terms, (nodes, *index), &mut flows) {
                keep(found);
            }
        }
        best
    }

    /// The best number of GPUs of a commitment: the cost is nearly convex in it.
    fn with_commitment(
        &self,
        model: &mut Model,
        terms: &OverflowPricing,
        (nodes, index): (f64, usize),
        flows: &mut Flows,
    ) -> Option<MixChoice> {
        let offer = model.offers.get(index)?;
        let whole = offer.gpus_per_instance.max(1.0);
        let most = libm::ceil(gpus_for(model, offer, model.load.free.peak()) / whole);
        let mut known: Vec<(f64, MixChoice)> = Vec::new();
        let mut at = |instances: f64, model: &mut Model, flows: &mut Flows| {
            if let Some((_, choice)) = known.iter().find(|(of, _)| *of == instances) {
                return choice.present_value_usd.unwrap_or(f64::INFINITY);
            }
            commit(model, index, instances * whole);
            let choice = self.choice(model, terms, (nodes, Some(index)), flows);
            let value = choice.present_value_usd.unwrap_or(f64::INFINITY);
            known.push((instances, choice));
            value
        };
        if most < 1.0 {
            return None;
        }
        let (mut low, mut high) = (1.0, most);
        at(libm::round(self.proposed / whole).clamp(1.0, most), model, flows);
        while high - low > 2.0 {
            let third = libm::floor((high - low) / 3.0).max(1.0);
            let (one, other) = (low + third, high - third);
            if at(one, model, flows) <= at(other, model, flows) { high = other } else { low = one }
        }
        let mut place = low;
        while place <= high {
            at(place, model, flows);
            place += 1.0;
        }
        let value = |choice: &MixChoice| choice.present_value_usd.unwrap_or(f64::INFINITY);
        known.into_iter().map(|(_, choice)| choice).min_by(|a, b| value(a).total_cmp(&value(b)))
    }

    fn choice(
        &self,
        model: &Model,
        terms: &OverflowPricing,
        (nodes, rents): (f64, Option<usize>),
        flows: &mut Flows,
    ) -> MixChoice {
        let plan = MixPlan { owns: nodes > 0.0, rents, spot: self.spot.clone() };
        choice_of(model, terms, (&plan, nodes), flows)
    }

    /// Every single choice, and the rule of thumb.
    fn singles(&self, subject: Subject) -> Vec<SingleChoice> {
        let mut all = Vec::new();
        let mut keep = |kind: &str, choice: MixChoice| {
            all.push(SingleChoice { kind: kind.to_owned(), choice });
        };
        if let Some(model) = model_of(Some(&self.base), subject, Some(self.most.max(1.0))) {
            let plan = MixPlan { owns: true, ..MixPlan::default() };
            let terms = OverflowPricing::of(&model);
            keep("own", choice_of(&model, &terms, (&plan, self.most.max(1.0)), &mut buffers(&model)));
        }
        let mut model = self.base.clone();
        let mut flows = buffers(&model);
        if self.base.load.pinned_share() > 0.0 {
            return all;
        }
        let value = |choice: &MixChoice| choice.present_value_usd.unwrap_or(f64::INFINITY);
        let mut committed: Vec<MixChoice> = Vec::new();
        for index in &self.commitments {
            let Some(offer) = model.offers.get(*index) else { continue };
            let whole = offer.gpus_per_instance.max(1.0);
            let gpus = libm::ceil(gpus_for(&model, offer, model.load.total.peak()) / whole - 1e-9) * whole;
            commit(&mut model, *index, gpus);
            let plan = MixPlan { rents: Some(*index), ..MixPlan::default() };
            committed.push(choice_of(&model, &self.terms, (&plan, 0.0), &mut flows));
        }
        if let Some(best) = committed.into_iter().min_by(|a, b| value(a).total_cmp(&value(b))) {
            keep("commit", best);
        }
        if let Some(index) = self.hourly {
            let plan = MixPlan { rents: Some(index), ..MixPlan::default() };
            keep("hour", choice_of(&model, &self.terms, (&plan, 0.0), &mut flows));
        }
        if let Some(index) = self.commitments.first()
            && let Some(offer) = model.offers.get(*index)
        {
            let whole = offer.gpus_per_instance.max(1.0);
            let gpus = libm::floor(gpus_for(&model, offer, model.load.total.floor()) / whole + 1e-9) * whole;
            if gpus > 0.0 {
                commit(&mut model, *index, gpus);
                let plan = MixPlan { rents: Some(*index), spot: self.spot.clone(), owns: false };
                keep("thumb", choice_of(&model, &self.terms, (&plan, 0.0), &mut flows));
            }
        }
        all
    }
}

/// The best mix of every workload on its own, with its share of the data, added up.
fn apart(subject: Subject, base: &Model) -> Option<f64> {
    let demand = &base.load.demand;
    if demand.parts.len() < 2 {
        return None;
    }
    let scale = base.work.as_gpu_hours() / demand.gpu_hours();
    let mut sum = 0.0;
    for part in &demand.parts {
        let mut alone = subject.scenario.clone();
        alone.work.workloads = vec![subject.scenario.work.workloads.get(part.index)?.clone()];
        alone.follow_workloads();
        alone.work.gpu_hours_per_month.value *= scale;
        // Its share of the data; staff and other fixed costs are needed each time.
        let share = part.gpu_hours / demand.gpu_hours();
        let rent = &mut alone.rent;
        for data in [&mut rent.storage_tb, &mut rent.egress_gb_per_month, &mut rent.exit_tb, &mut alone.own.storage_tb]
        {
            data.value *= share;
        }
        let of = Subject { scenario: &alone, ..subject };
        let mut search = MixSearch::new(of)?;
        while search.step(of) {}
        sum += search.best().and_then(|best| best.present_value_usd).unwrap_or(f64::INFINITY);
    }
    Some(sum).filter(|usd| usd.is_finite())
}

/// The model with a number of nodes. Rows of owning follow it as they follow what a person enters; those of renting do not,
/// because the work stays the same. What is beyond is rented. Reuses parts of `earlier`.
fn model_of(earlier: Option<&Model>, subject: Subject, nodes: Option<f64>) -> Option<Model> {
    let Subject { scenario, book, edition } = subject;
    let mut changed: Scenario = scenario.clone();
    changed.time.beyond = BeyondChoice::Offer;
    let gpus = nodes.map(|nodes| nodes * scenario.own.gpus_per_node.value);
    if let Some(gpus) = gpus.filter(|gpus| *gpus != owned_gpus(scenario)) {
        field(GPUS)?.set(&mut changed, &Value::Number(Amount::exact(gpus)));
        changed.follow_gpus(scenario, book);
        changed.rent = scenario.rent.clone();
        changed.work = scenario.work.clone();
    }
    Model::like(earlier, &changed, book, edition).ok()
}

/// GPUs of an offer for a number of useful GPUs, as a share of the mean.
fn gpus_for(model: &Model, offer: &Offer, share: f64) -> f64 {
    let useful = model.work.as_gpu_hours() / HOURS_PER_YEAR * share * most_growth(model);
    useful / (model.rented.held_of_committed() * offer.yields.productive_per_busy())
}

/// Work of the busiest month over that of the first.
fn most_growth(model: &Model) -> f64 {
    model.time.growth.iter().copied().fold(1.0, f64::max)
}

/// Sets the GPUs of a commitment, and those of what may follow it.
fn commit(model: &mut Model, index: usize, gpus: f64) {
    let Some(provider) = model.offers.get(index).map(|offer| offer.provider.clone()) else { return };
    for offer in std::sync::Arc::make_mut(&mut model.offers).iter_mut().filter(|offer| offer.provider == provider) {
        offer.billing = match offer.billing {
            Billing::PayPerUse => Billing::PayPerUse,
            Billing::Committed { .. } => Billing::Committed { gpus: gpus / offer.performance },
            Billing::Absorbed { .. } => Billing::Absorbed { gpus: gpus / offer.performance },
        };
    }
}

/// The counted hourly offer that does all the work for least: by its hour, or after credits where there are any.
fn hourly(model: &Model, terms: &OverflowPricing) -> Option<usize> {
    let cheapest = terms.overflow.map(|(index, _)| index);
    if model.time.credits.is_empty() {
        return cheapest;
    }
    let mut flows = buffers(model);
    let offers = model.offers.iter().enumerate().filter(|(_, offer)| offer.counted && offer.pays_per_use());
    let values = offers.map(|(index, _)| (index, rent_value(model, terms, index, &mut flows)));
    let complete = values.filter(|(_, value)| value.complete);
    let least = complete.min_by(|a, b| a.1.present_value.total_cmp(&b.1.present_value));
    least.map(|(index, _)| index).or(cheapest)
}

/// The counted commitments with the cheapest productive hour when full, the cheapest first.
fn commitments(model: &Model) -> Vec<usize> {
    let price = |offer: &Offer| per_productive_hour(model, offer, offer.price * on_compute(&model.rented));
    let mut all: Vec<(f64, usize)> = model
        .offers
        .iter()
        .enumerate()
        .filter(|(_, offer)| offer.counted && !offer.pays_per_use())
        .map(|(index, offer)| (price(offer), index))
        .collect();
    all.sort_by(|a, b| a.0.total_cmp(&b.0));
    all.into_iter().map(|(_, index)| index).take(COMMITMENTS).collect()
}

/// Nodes to own and GPUs to commit in the optimum of a year.
fn proposal(model: &Model, terms: &OverflowPricing, spot: &[SpotClass], commitments: &[usize]) -> (f64, f64) {
    let owned = &model.owned;
    let mean = model.work.as_gpu_hours() / HOURS_PER_YEAR;
    let in_gpus = |curve: &LoadCurve| curve.scaled(mean);
    let stack = |all: &LoadCurve| {
        let mut curves: Vec<LoadCurve> = spot.iter().map(|class| in_gpus(&class.below)).collect();
        curves.push(in_gpus(all));
        Stack(curves)
    };
    let demand = MixDemand {
        hours: HOURS_PER_YEAR,
        total: stack(&model.load.total),
        free: stack(&model.load.free),
        pinned: in_gpus(&model.load.pinned),
    };
    let rates = own_rates(model);
    let useful = owned.yields.productive_per_busy();
    let own = Capacity {
        fixed: rates.fixed.as_usd() / owned.gpus,
        running: rates.per_busy_hour.as_usd_per_gpu_hour() / useful,
        availability: owned.ceiling() * useful,
    };
    let held = |index: &usize| {
        let offer = model.offers.get(*index)?;
        Some(Capacity {
            fixed: offer.price.as_usd_per_gpu_hour() * on_compute(&model.rented) * HOURS_PER_YEAR,
            running: 0.0,
            availability: model.rented.held_of_committed() * offer.yields.productive_per_busy(),
        })
    };
    let others: Vec<Capacity> = commitments.iter().filter_map(held).collect();
    let hourly = Hourly {
        on_demand: terms.overflow.map_or(f64::INFINITY, |(_, usd)| usd),
        spot: spot.iter().map(|class| class.usd).collect(),
    };
    let Some(found) = ideal_mix(&demand, Some(own), &others, &hourly) else { return (0.0, 0.0) };
    let committed = found.committed.iter().zip(&others).map(|(gpus, option)| gpus / option.availability).sum();
    (found.owned / own.availability / owned.gpus_per_node, committed)
}
