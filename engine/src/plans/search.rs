//! The sizes of the cheapest mix: every whole number of nodes, every commitment that no other beats, every number of its
//! instances, machines first or what costs least to run.
//!
//! What need not be tried is skipped by a bound: a plan that pays for the smallest size of a range and works with the largest
//! costs no more than any in between. Source: model page, section 6. A test compares with full enumeration.

use serde::{Deserialize, Serialize};

use super::machines::Machines;
use super::setting::{CommitmentSize, Setting};
use crate::cash_flow::mix::{MixPlan, NewCommitment, Purpose, mix, mix_without_own_lines};
use crate::cash_flow::outside::Hire;
use crate::cash_flow::tax;
use crate::cash_flow::{Flows, full_from};
use crate::cost::RunningCost;
use crate::horizon::buffers;
use crate::model::Subject;
use crate::units::count;

/// Numbers of nodes tried at first, over the whole range: a good one early rules out more of the others.
const FIRST_POINTS: f64 = 12.0;
/// Most nodes: the bound of the row of owned GPUs.
const MOST_GPUS: f64 = 1e5;
/// Plans evaluated before a search stops with what it has, and says how much less any other size could cost: enough for
/// every size that people plan with.
const BUDGET: usize = 200_000;
/// Undone work below this share of all work is rounding.
const UNDONE: f64 = 1e-9;

/// A mix that was tried.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Tried {
    /// Nodes, those there included.
    pub nodes: f64,
    /// The new commitment.
    pub commitment: Option<NewCommitment>,
    /// Whether machines work before cheaper hours elsewhere.
    pub machines_first: bool,
    /// Which way of renting by the hour it uses ([`Setting::rests`]).
    pub rest: usize,
    /// Work left undone, GPU-hours.
    pub undone: f64,
    /// Present value after tax, US dollars.
    pub usd: f64,
}

impl Tried {
    /// Whether less is left undone, or as much for less.
    fn is_better(&self, other: &Self) -> bool {
        let slack = UNDONE * (1.0 + self.undone.max(other.undone));
        if (self.undone - other.undone).abs() > slack {
            return self.undone < other.undone;
        }
        if self.usd == f64::INFINITY || other.usd == f64::INFINITY {
            return self.usd < other.usd;
        }
        let near = (self.usd - other.usd).abs() <= 1e-9 * self.usd.abs().max(other.usd.abs());
        if near { self.order() < other.order() } else { self.usd < other.usd }
    }

    /// Fewer sources, nodes and committed GPUs first.
    fn order(&self) -> (u8, f64, f64) {
        let gpus = self.commitment.map_or(0.0, |signed| signed.gpus);
        (u8::from(self.nodes > 0.0) + u8::from(gpus > 0.0), self.nodes, gpus)
    }
}

/// The search in steps of one number of nodes each.
#[derive(Clone, Debug)]
pub struct SizeSearch {
    setting: Setting,
    /// Numbers of nodes still to try, the next last.
    queue: Vec<f64>,
    tried: Vec<Tried>,
    best: Option<Tried>,
    /// Plans evaluated so far.
    evaluated: usize,
    /// Numbers of nodes that the bound ruled out.
    ruled_out: usize,
    /// The least that sizes left out for want of time can cost, US dollars.
    left_usd: f64,
}

impl SizeSearch {
    /// Starts with a setting.
    pub fn new(setting: Setting) -> Self {
        let queue = match setting.sizes.nodes {
            Some(nodes) if nodes > setting.nodes_there => vec![nodes, setting.nodes_there],
            Some(_) => vec![setting.nodes_there],
            None => {
                // Fewer nodes would leave undone what more can do.
                let most = most_nodes(&setting);
                every_number(setting.nodes_for_bound().min(most), most)
            }
        };
        Self { setting, queue, tried: Vec::new(), best: None, evaluated: 0, ruled_out: 0, left_usd: f64::INFINITY }
    }

    /// The setting it searches.
    pub fn setting(&self) -> &Setting {
        &self.setting
    }

    /// How much less any size that was not tried could cost at most, US dollars.
    pub fn gap_usd(&self, subject: Subject) -> f64 {
        let Some(best) = &self.best else { return f64::INFINITY };
        let least = |nodes: &f64| self.setting.machines(subject, *nodes).map(|found| least_usd(&self.setting, &found));
        let untried = self.queue.iter().filter_map(least).fold(self.left_usd, f64::min);
        (best.usd - untried).max(0.0)
    }

    /// Tries one more number of nodes. Returns whether there are more.
    pub fn step(&mut self, subject: Subject) -> bool {
        if self.evaluated > BUDGET {
            return false;
        }
        if let Some(nodes) = self.queue.pop()
            && let Some(found) = self.with_nodes(subject, nodes)
        {
            if self.best.as_ref().is_none_or(|best| found.is_better(best)) {
                self.best = Some(found.clone());
            }
            self.tried.push(found);
        }
        !self.queue.is_empty()
    }

    /// Numbers of nodes tried, and all.
    pub fn progress(&self) -> (usize, usize) {
        let done = self.tried.len() + self.ruled_out;
        (done, done + self.queue.len())
    }

    /// The best so far.
    pub fn best(&self) -> Option<&Tried> {
        self.best.as_ref()
    }

    /// The best of each number of nodes that was tried; where another number is cheaper, it may be better than the best of
    /// its own.
    pub fn tried(&self) -> &[Tried] {
        &self.tried
    }

    /// Plans evaluated so far.
    pub fn evaluated(&self) -> usize {
        self.evaluated
    }

    /// The best with a number of nodes.
    fn with_nodes(&mut self, subject: Subject, nodes: f64) -> Option<Tried> {
        let setting = &self.setting;
        let machines = if nodes > 0.0 { setting.machines(subject, nodes)? } else { no_machines(setting) };
        if let Some(best) = self.best.as_ref().filter(|best| best.undone == 0.0) {
            let least = least_usd(setting, &machines);
            if least > best.usd {
                self.ruled_out += 1;
                return None;
            }
        }
        let mut trial = Trial {
            setting,
            flows: buffers(&setting.base),
            plan: MixPlan { owns: nodes > 0.0, bridge: setting.hourly.clone(), ..MixPlan::default() },
            exact: nodes > 0.0 && (setting.carried().is_some() || setting.limits.peak_cash_usd.is_some()),
            machines,
            evaluated: 0,
            left_usd: f64::INFINITY,
            rest: 0,
        };
        let free = trial.machines_run_free();
        // Machines that run free do what they can; else a commitment, which is paid anyway, works before them. Where data is
        // charged, machines first may cost less all the same.
        let orders: &[bool] = match (nodes > 0.0, free, setting.base.rented.has_charges()) {
            (true, true, _) => &[true],
            (true, false, true) => &[false, true],
            _ => &[false],
        };
        let mut best: Option<Tried> = None;
        let rests = setting.rests();
        for (rest, outside) in rests.iter().enumerate() {
            trial.rest = rest;
            trial.plan.outside.clone_from(outside);
            for machines_first in orders {
                trial.plan.machines_first = *machines_first;
                let found = trial.try_size(None);
                let mut known = match best.take() {
                    Some(best) if !found.is_better(&best) => best,
                    _ => found,
                };
                for index in setting.commitments.clone() {
                    if let Some(found) = trial.with_commitment(index, &known, self.best.as_ref()) {
                        known = found;
                    }
                }
                best = Some(known);
            }
        }
        let best = best?;
        self.evaluated += trial.evaluated;
        self.left_usd = self.left_usd.min(trial.left_usd);
        Some(best)
    }
}

/// Every whole number of a range, the next last: first in steps over the whole range, then those between.
fn every_number(least: f64, most: f64) -> Vec<f64> {
    let step = libm::ceil((most - least) / FIRST_POINTS).max(1.0);
    let (mut first, mut between) = (Vec::new(), Vec::new());
    let mut nodes = most;
    while nodes >= least {
        let on_step = libm::fmod(nodes - least, step) == 0.0;
        if on_step {
            first.push(nodes);
        } else {
            between.push(nodes);
        }
        nodes -= 1.0;
    }
    between.extend(first);
    between
}

fn no_machines(setting: &Setting) -> Machines {
    Machines {
        model: setting.base.clone(),
        nodes: 0.0,
        upfront_usd: 0.0,
        kw: 0.0,
        idle_usd: 0.0,
        running: RunningCost::default(),
    }
}

/// Most nodes that any month can use, those there included: enough for the busiest hour, while those there stand.
fn most_nodes(setting: &Setting) -> f64 {
    let owned = &setting.base.owned;
    let there = setting.nodes_there;
    let (of_node, time) = (setting.work_of_node(), &setting.base.time);
    if of_node <= 0.0 {
        return there;
    }
    let retired = owned.retired_after.filter(|_| there > 0.0);
    let lacks = |month: usize| {
        let work = setting.peak_work(month, true);
        if setting.has_other_gpu() {
            return setting.nodes_beside(month, work, 1e-12);
        }
        let gone = retired.is_some_and(|last| month > last);
        let needed = libm::ceil(work / of_node * (1.0 - 1e-12));
        if gone { needed + there } else { needed }
    };
    let most = (time.delivery..=time.months).map(lacks).fold(there, f64::max);
    most.min(libm::floor(MOST_GPUS / owned.gpus_per_node)).max(there)
}

/// A cost that no plan with these machines is below: the machines do all that they can, every other hour costs as little as
/// it can anywhere, and data cost nothing.
fn least_usd(setting: &Setting, machines: &Machines) -> f64 {
    if setting.carried().is_some() || !setting.base.time.credits.is_empty() {
        return f64::NEG_INFINITY;
    }
    let model = &machines.model;
    let time = &model.time;
    let lowest = time.rent.iter().copied().fold(1.0, f64::min);
    let committed = setting.commitments.iter().filter_map(|index| {
        let offer = model.offers.get(*index)?;
        Some(
            offer.price.as_usd_per_gpu_hour() * lowest
                / (model.rented.held_of_committed() * offer.yields.productive_per_busy()),
        )
    });
    let committed = committed.fold(f64::INFINITY, f64::min);
    let rests = setting.rests();
    let ways = rests.iter().flatten().chain(&setting.hourly);
    let hires: Vec<&Hire> = ways.flat_map(|rest| rest.hires()).collect();
    let owned = &model.owned;
    let full = owned.gpus * crate::units::HOURS_PER_MONTH * owned.ceiling() * owned.yields.productive_per_busy();
    let mut usd = machines.idle_usd;
    for month in 1..=time.months {
        let all = setting.month_work(month);
        let elsewhere = hires.iter().map(|hire| hire.usd * hire.drift(model, month)).fold(committed, f64::min);
        let capacity = if machines.nodes > 0.0 {
            full * (owned.there_in(month) + owned.bought_share() * time.ramped(month))
        } else {
            0.0
        };
        let running: f64 = time.running_in(month).map(|c| c.gpu_hours).sum();
        let here = if all > 0.0 { all * model.load.total.mean_below(capacity / all) } else { 0.0 };
        let rest = (all - here - running).max(0.0);
        let run = machines.running.by_group(model, month).into_iter().fold(elsewhere, f64::min);
        let left = (all - running).max(0.0) - rest;
        let least = if rest > 0.0 { rest * elsewhere } else { 0.0 } + left.max(0.0) * run.max(0.0);
        usd += least.min(f64::MAX) * tax::weight_at_end(model, month);
    }
    usd
}

/// Plans with one number of nodes.
struct Trial<'s> {
    setting: &'s Setting,
    machines: Machines,
    flows: Flows,
    plan: MixPlan,
    /// Whether the value of a plan is more than the sum of its parts: each is then computed as a whole.
    exact: bool,
    evaluated: usize,
    /// The least that sizes left out for want of time can cost, US dollars.
    left_usd: f64,
    /// Which way of renting by the hour is tried.
    rest: usize,
}

impl Trial<'_> {
    fn try_size(&mut self, commitment: Option<NewCommitment>) -> Tried {
        let (undone, mut usd) = self.value(commitment, false);
        if self.setting.limits.is_any() && self.breaks_a_limit() {
            usd = f64::INFINITY;
        }
        let (nodes, machines_first) = (self.machines.nodes, self.plan.machines_first);
        Tried { nodes, commitment, machines_first, rest: self.rest, undone, usd }
    }

    /// Undone work and present value with a commitment.
    fn value(&mut self, commitment: Option<NewCommitment>, without_data: bool) -> (f64, f64) {
        self.evaluated += 1;
        self.plan.commitment = commitment;
        self.plan.purpose = if without_data { Purpose::Bound } else { Purpose::Plan };
        let (model, terms) = (&self.machines.model, &self.setting.terms);
        if self.exact {
            mix(model, terms, &self.plan, &mut self.flows);
            let value = self.setting.value_of_owning(model, &self.flows);
            return (self.flows.unserved, value.present_value);
        }
        mix_without_own_lines(model, terms, &self.plan, &mut self.flows);
        (self.flows.unserved, self.machines.value(&self.flows))
    }

    /// Whether the plan whose flows are filled breaks a limit. Only what is bought counts for power and capacity.
    fn breaks_a_limit(&self) -> bool {
        let (limits, model) = (&self.setting.limits, &self.machines.model);
        let over = |figure: f64, most: Option<f64>| most.is_some_and(|most| figure > most * (1.0 + 1e-9));
        let buys = self.machines.nodes > self.setting.nodes_there;
        let until = if buys { model.time.delivery } else { 1 };
        let paid: f64 = self.flows.start.iter().take(until).sum();
        let upfront = if self.exact { paid - self.value_there() } else { paid + self.machines.upfront_usd };
        let late = buys && over(count(full_from(model)), limits.full_capacity_month);
        let peak = || {
            let reference = self.setting.reference.as_ref()?;
            let mut cash = self.flows.clone();
            if let Some(first) = cash.start.first_mut() {
                *first -= self.value_there();
            }
            Some(super::result::peak_cash(model, &cash, &reference.flows).0)
        };
        over(upfront, limits.upfront_usd)
            || (buys && over(self.machines.kw, limits.kw))
            || late
            || (limits.peak_cash_usd.is_some() && over(peak().unwrap_or(0.0), limits.peak_cash_usd))
    }

    fn value_there(&self) -> f64 {
        let owned = &self.machines.model.owned;
        if self.machines.nodes > 0.0 { owned.present_node.price.as_usd() * owned.present } else { 0.0 }
    }

    /// Whether an hour on the machines costs nothing more in any month.
    fn machines_run_free(&self) -> bool {
        let model = &self.machines.model;
        (1..=model.time.months).all(|month| self.machines.running.by_group(model, month).iter().all(|usd| *usd <= 0.0))
    }

    /// The best number of GPUs of a commitment, if it is better than what is known.
    fn with_commitment(&mut self, index: usize, known: &Tried, overall: Option<&Tried>) -> Option<Tried> {
        let offer = self.setting.base.offers.get(index)?;
        let whole = offer.gpus_per_instance.max(1.0);
        let months = 1..=self.setting.base.time.months;
        let peak = months.map(|month| self.setting.peak_work(month, false)).fold(0.0, f64::max);
        let mut most = libm::ceil(self.setting.gpus_for(offer, peak) / whole * (1.0 - 1e-12));
        if self.setting.sizes.commitment != CommitmentSize::Found {
            let gpus = self.setting.committed_gpus(index).filter(|gpus| *gpus > 0.0)?;
            let tried = self.try_size(Some(NewCommitment::new(index, gpus)));
            return tried.is_better(known).then_some(tried);
        }
        if most < 1.0 {
            return None;
        }
        most = most.min(MOST_GPUS);
        let mut best = overall.filter(|overall| overall.is_better(known)).unwrap_or(known).clone();
        let mut found = None;
        let mut keep = |tried: Tried, best: &mut Tried| {
            let usd = tried.usd;
            if tried.is_better(best) {
                *best = tried.clone();
                found = Some(tried);
            }
            usd
        };
        let size = |instances: f64| Some(NewCommitment::new(index, instances * whole));
        // A good size first: the cost is nearly convex.
        let (mut low, mut high) = (1.0, most);
        while high - low > 1.0 {
            let middle = libm::floor(f64::midpoint(low, high));
            let (here, next) = (self.try_size(size(middle)), self.try_size(size(middle + 1.0)));
            let rises = keep(here, &mut best) <= keep(next, &mut best);
            if rises { high = middle } else { low = middle }
        }
        // Then every size that the bound does not rule out.
        let mut ranges = vec![(1.0, most)];
        while let Some((from, to)) = ranges.pop() {
            let first = self.try_size(size(from));
            let last = if to > from { Some(self.try_size(size(to))) } else { None };
            keep(first, &mut best);
            if let Some(last) = last {
                keep(last, &mut best);
            }
            if self.evaluated > BUDGET {
                self.left_usd = self.left_usd.min(self.bound(index, (from * whole, to * whole)));
                continue;
            }
            if to - from < 2.0 || self.bound(index, (from * whole, to * whole)) >= best.usd * (1.0 + 1e-12) {
                continue;
            }
            let middle = libm::floor(f64::midpoint(from, to));
            ranges.push((middle, to));
            ranges.push((from, middle));
        }
        found
    }

    /// A cost that no number of GPUs in a range is below.
    fn bound(&mut self, index: usize, (from, to): (f64, f64)) -> f64 {
        if self.plan.outside.is_none() {
            return f64::NEG_INFINITY; // more GPUs may leave less undone
        }
        let signed = NewCommitment { offer: index, gpus: from, working: to };
        self.value(Some(signed), true).1
    }
}

/// Number of sizes that full enumeration would try, for comparison in tests.
pub fn sizes_in_all(setting: &Setting) -> f64 {
    let nodes = most_nodes(setting) - setting.nodes_there + 1.0;
    let peak = (1..=setting.base.time.months).map(|month| setting.peak_work(month, false)).fold(0.0, f64::max);
    let offers = setting.commitments.iter().filter_map(|index| setting.base.offers.get(*index));
    nodes * (1.0 + offers.map(|offer| libm::ceil(setting.gpus_for(offer, peak))).sum::<f64>())
}

/// The cheapest way to run given sizes: which commitment, and who works first. Nothing where no commitment can be signed.
pub fn cheapest_way(setting: &Setting, subject: Subject, nodes: f64, gpus: f64) -> Option<Tried> {
    let machines = setting.machines(subject, nodes)?;
    let mut trial = Trial {
        setting,
        flows: buffers(&setting.base),
        plan: MixPlan { owns: true, bridge: setting.hourly.clone(), ..MixPlan::default() },
        exact: true,
        machines,
        evaluated: 0,
        left_usd: f64::INFINITY,
        rest: 0,
    };
    let mut best: Option<Tried> = None;
    for (rest, outside) in setting.rests().into_iter().enumerate() {
        trial.plan.outside = outside;
        for machines_first in [true, false] {
            trial.plan.machines_first = machines_first;
            for index in &setting.commitments {
                let (undone, usd) = trial.value(Some(NewCommitment::new(*index, gpus)), false);
                let commitment = Some(NewCommitment::new(*index, gpus));
                let tried = Tried { nodes, commitment, machines_first, rest, undone, usd };
                if best.as_ref().is_none_or(|best| tried.is_better(best)) {
                    best = Some(tried);
                }
            }
        }
    }
    best
}
