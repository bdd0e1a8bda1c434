//! The plans of a scenario side by side, the one to take, and the one it is compared with. Source: plans page, sections 1 to
//! 3 and 12.

use serde::Serialize;

use super::machines::with_nodes;
use super::plan::{How, Plan, PlanKind, Source};
use super::result::{LimitKind, PlanResult, result};
use super::search::Tried;
use super::setting::{CommitmentSize, Limits, Setting};
use crate::cash_flow::Flows;
use crate::cash_flow::mix::{MixPlan, NewCommitment, Purpose, is_anything_there};
use crate::horizon::{node_expansion, rent_value, value_of};
use crate::inputs::Size;
use crate::model::offers::Billing;
use crate::model::{Model, Subject};
use crate::units::count;

/// Plans that leave this many GPU-hours more undone than the least are not complete.
const AS_COMPLETE: f64 = 1e-6;
/// Present values closer than this share are equal.
const EQUAL: f64 = 1e-9;
/// A mix is listed if it saves more than this share of the cheapest listed plan.
const WORTH_A_MIX: f64 = 0.005;

/// A plan that is not listed, and why.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct NotListed {
    /// Which plan.
    pub kind: PlanKind,
    /// Why.
    pub why: Why,
}

/// Why a plan cannot be had.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Why {
    /// Nothing is there: no machines, no running commitment, no bill.
    NothingThere,
    /// A size of 0 was typed.
    ExcludedByYou,
    /// No offer that may be used can do the work.
    NoEligibleOffer,
    /// What is there does all of the work.
    NothingToBuy,
    /// All of the work that is left has to run on owned machines.
    NothingMayLeave,
    /// It is no better than a pure plan.
    NoBetter,
    /// No sizes were typed.
    NotTyped,
    /// The machines there may not be sold.
    MayNotBeSold,
    /// No provider of tokens serves all of the work.
    NotAllOfIt,
}

/// All plans of a scenario, and which to take.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct Plans {
    /// The available plans, in the order of the table.
    pub plans: Vec<PlanResult>,
    /// The others.
    pub not_listed: Vec<NotListed>,
    /// The plan to take; nothing where none may be recommended.
    pub recommended: Option<PlanKind>,
    /// The cheapest other one of another kind, or if there is none of any.
    pub runner_up: Option<PlanKind>,
    /// The plan that the headline compares with: what is there, else the runner-up.
    pub compared_with: Option<PlanKind>,
    /// Present value of the runner-up less that of the recommended plan, US dollars.
    pub difference_usd: Option<f64>,
    /// The same as a share of the recommended plan's present value; nothing where that is not positive.
    pub difference_share: Option<f64>,
    /// Present value of the plan compared with less that of the recommended one, US dollars.
    pub saving_usd: Option<f64>,
    /// The same as a share of the dearer of the two; nothing where that is not positive.
    pub saving_share: Option<f64>,
    /// What the limits cost: the recommended plan less the one that would be recommended without limits, present value.
    /// Nothing without limits.
    pub limits_cost_usd: Option<f64>,
    /// The limit that breaks first where no plan keeps them all.
    pub first_broken: Option<LimitKind>,
    /// How much less a mix of other sizes could cost at most, US dollars: 0 unless the search had to stop.
    pub sizes_gap_usd: f64,
    /// GPUs of the largest job that workloads state and that may leave owned machines.
    #[serde(skip)]
    pub largest_job_gpus: Option<f64>,
}

impl Plans {
    /// A plan of the list.
    pub fn plan(&self, kind: PlanKind) -> Option<&PlanResult> {
        self.plans.iter().find(|plan| plan.kind == kind)
    }

    /// The recommended plan.
    pub fn recommended(&self) -> Option<&PlanResult> {
        self.plan(self.recommended?)
    }

    /// The runner-up.
    pub fn runner_up(&self) -> Option<&PlanResult> {
        self.plan(self.runner_up?)
    }
}

/// The plans of a setting with the sizes that were found for the mix. `own`: the model of the scenario itself, with the
/// further nodes that its rule buys.
pub fn build(setting: &Setting, subject: Subject, own: &Model, mix: Option<&Tried>) -> (Vec<Plan>, Vec<NotListed>) {
    let list = Listing { setting, subject, own, plans: Vec::new(), not_listed: Vec::new() };
    list.now().owning().replace().commit().rent().api().mix(mix).yours().done()
}

struct Listing<'a> {
    setting: &'a Setting,
    subject: Subject<'a>,
    own: &'a Model,
    plans: Vec<Plan>,
    not_listed: Vec<NotListed>,
}

impl Listing<'_> {
    fn keep(mut self, kind: PlanKind, found: Result<(Model, How), Why>) -> Self {
        match found {
            Ok((model, how)) => self.plans.push(Plan { kind, model, how }),
            Err(why) => self.not_listed.push(NotListed { kind, why }),
        }
        self
    }

    fn done(self) -> (Vec<Plan>, Vec<NotListed>) {
        (self.plans, self.not_listed)
    }

    /// Machines with a number of nodes, those there included; the base without any.
    fn machines(&self, nodes: f64) -> Option<Model> {
        if nodes == 0.0 {
            return Some(self.setting.base.clone());
        }
        self.setting.machines(self.subject, nodes).map(|machines| machines.model)
    }

    fn now(self) -> Self {
        let found = self.found_now();
        self.keep(PlanKind::Now, found)
    }

    fn found_now(&self) -> Result<(Model, How), Why> {
        let setting = self.setting;
        if setting.nodes_there == 0.0 && !is_anything_there(&setting.base) {
            return Err(Why::NothingThere);
        }
        let model = self.machines(setting.nodes_there).ok_or(Why::NothingThere)?;
        let plan = MixPlan {
            owns: setting.nodes_there > 0.0,
            outside: setting.hourly.clone(),
            machines_first: true,
            purpose: Purpose::Present,
            ..MixPlan::default()
        };
        Ok((model, How::Mix(plan)))
    }

    fn owning(self) -> Self {
        let found = self.found_owning();
        self.keep(PlanKind::Own, found)
    }

    fn found_owning(&self) -> Result<(Model, How), Why> {
        let setting = self.setting;
        let Some(nodes) = setting.sizes.nodes else {
            let nodes = setting.nodes_for_all();
            if nodes <= setting.nodes_there {
                return Err(Why::NothingToBuy);
            }
            return self.machines_first(nodes);
        };
        if nodes <= setting.nodes_there {
            return Err(if setting.nodes_there > 0.0 { Why::NothingToBuy } else { Why::ExcludedByYou });
        }
        if setting.sizes.no_rest {
            return self.machines_first(nodes);
        }
        if matches!(self.subject.scenario.sizes.own, Size::Auto) {
            return Ok((self.own.clone(), How::Owning));
        }
        let typed = with_nodes(self.subject, nodes).ok_or(Why::NothingToBuy)?;
        let Subject { book, edition, .. } = self.subject;
        let model = node_expansion::like(Some(&setting.base), &typed, book, edition).map_err(|_| Why::NothingToBuy)?;
        Ok((model, How::Owning))
    }

    /// Machines with a number of nodes, which work first; the rest by the hour unless that is excluded.
    fn machines_first(&self, nodes: f64) -> Result<(Model, How), Why> {
        let model = self.machines(nodes).ok_or(Why::NothingToBuy)?;
        let plan = MixPlan {
            owns: true,
            outside: self.setting.rest(),
            bridge: self.setting.hourly.clone(),
            machines_first: true,
            ..MixPlan::default()
        };
        Ok((model, How::Mix(plan)))
    }

    fn replace(self) -> Self {
        if self.setting.nodes_there == 0.0 {
            return self; // most scenarios
        }
        let found = self.found_replace();
        self.keep(PlanKind::Replace, found)
    }

    fn found_replace(&self) -> Result<(Model, How), Why> {
        let (setting, scenario) = (self.setting, self.subject.scenario);
        let model = setting.replacing(self.subject).ok_or(Why::NothingThere)?;
        // Selling what is like new to buy the same again is a plan of those who ask for it.
        if !(setting.has_other_gpu() || scenario.present.may_sell) {
            return Err(Why::MayNotBeSold);
        }
        if matches!(scenario.sizes.own, Size::Typed(gpus) if gpus <= 0.0) {
            return Err(Why::ExcludedByYou);
        }
        let plan = MixPlan {
            owns: true,
            outside: setting.rest(),
            bridge: setting.hourly.clone(),
            machines_first: true,
            ..MixPlan::default()
        };
        Ok((model, How::Mix(plan)))
    }

    fn commit(self) -> Self {
        let found = self.found_commit();
        self.keep(PlanKind::Commit, found)
    }

    fn found_commit(&self) -> Result<(Model, How), Why> {
        let (setting, base) = (self.setting, self.own);
        if let CommitmentSize::Typed(gpus) = setting.sizes.commitment
            && gpus <= 0.0
        {
            return Err(Why::ExcludedByYou);
        }
        let mut flows = crate::horizon::buffers(base);
        if setting.sizes.commitment == CommitmentSize::OfOffer {
            let commitments =
                base.offers.iter().enumerate().filter(|(_, offer)| offer.counted && !offer.pays_per_use());
            let values = commitments.map(|(index, _)| (index, rent_value(base, &setting.terms, index, &mut flows)));
            let least = values
                .min_by(|(_, a), (_, b)| b.complete.cmp(&a.complete).then(a.present_value.total_cmp(&b.present_value)));
            let (index, _) = least.ok_or(Why::NoEligibleOffer)?;
            return Ok((base.clone(), How::Offer(index)));
        }
        let signed = |index: &usize| Some(NewCommitment::new(*index, setting.committed_gpus(*index)?));
        let plan =
            |signed: NewCommitment| MixPlan { commitment: Some(signed), outside: setting.rest(), ..MixPlan::default() };
        let sizes = || setting.commitments.iter().filter_map(signed);
        if sizes().count() > 0 && sizes().all(|signed| signed.gpus <= 0.0) {
            let bound = base.load.pinned.peak() > 0.0;
            return Err(if bound { Why::NothingMayLeave } else { Why::NothingToBuy });
        }
        let all = sizes().filter(|signed| signed.gpus > 0.0).map(plan);
        let values = all.map(|plan| {
            crate::cash_flow::mix::mix(&setting.base, &setting.terms, &plan, &mut flows);
            (value_of(&setting.base, &flows), plan)
        });
        let least = values
            .min_by(|(a, _), (b, _)| b.complete.cmp(&a.complete).then(a.present_value.total_cmp(&b.present_value)));
        let (_, plan) = least.ok_or(Why::NoEligibleOffer)?;
        Ok((setting.base.clone(), How::Mix(plan)))
    }

    fn rent(self) -> Self {
        let found = self.found_rent();
        self.keep(PlanKind::Rent, found)
    }

    fn found_rent(&self) -> Result<(Model, How), Why> {
        let (setting, base) = (self.setting, self.own);
        if setting.sizes.no_rest {
            return Err(Why::ExcludedByYou);
        }
        let mut flows = crate::horizon::buffers(base);
        let hourly =
            base.offers.iter().enumerate().filter(|(_, offer)| offer.counted && offer.billing == Billing::PayPerUse);
        let values = hourly.map(|(index, _)| (index, rent_value(base, &setting.terms, index, &mut flows)));
        let least = values
            .min_by(|(_, a), (_, b)| b.complete.cmp(&a.complete).then(a.present_value.total_cmp(&b.present_value)));
        let (index, _) = least.ok_or(Why::NoEligibleOffer)?;
        Ok((base.clone(), How::Offer(index)))
    }

    fn api(self) -> Self {
        if self.setting.base.token_offers.is_empty() {
            return self; // most scenarios
        }
        let tokens = MixPlan { outside: self.setting.api.clone(), ..MixPlan::default() };
        let found = self.setting.api.as_ref().map(|_| (self.setting.base.clone(), How::Mix(tokens)));
        self.keep(PlanKind::Api, found.ok_or(Why::NotAllOfIt))
    }

    fn mix(self, tried: Option<&Tried>) -> Self {
        let found = tried.filter(|tried| tried.usd.is_finite()).map(|tried| self.plan_of(tried)).ok_or(Why::NoBetter);
        let found = found.and_then(|found| found.ok_or(Why::NoBetter));
        self.keep(PlanKind::Mix, found)
    }

    fn plan_of(&self, tried: &Tried) -> Option<(Model, How)> {
        let model = self.machines(tried.nodes)?;
        Some((model, How::Mix(mix_plan(self.setting, tried))))
    }

    fn yours(self) -> Self {
        let found = self.found_yours();
        self.keep(PlanKind::Yours, found)
    }

    fn found_yours(&self) -> Result<(Model, How), Why> {
        let (Size::Typed(own), Size::Typed(gpus)) =
            (self.subject.scenario.sizes.own, self.subject.scenario.sizes.commit)
        else {
            return Err(Why::NotTyped);
        };
        let nodes = self.setting.sizes.nodes.filter(|_| own > 0.0 && gpus > 0.0).ok_or(Why::NotTyped)?;
        let found = super::search::cheapest_way(self.setting, self.subject, nodes, gpus).ok_or(Why::NoEligibleOffer)?;
        self.plan_of(&found).ok_or(Why::NoEligibleOffer)
    }
}

/// The plan of a mix that was tried.
pub fn mix_plan(setting: &Setting, tried: &Tried) -> MixPlan {
    MixPlan {
        owns: tried.nodes > 0.0,
        commitment: tried.commitment,
        machines_first: tried.machines_first,
        outside: setting.rests().into_iter().nth(tried.rest).flatten(),
        bridge: setting.hourly.clone(),
        ..MixPlan::default()
    }
}

/// Evaluates plans and decides between them.
pub fn evaluate(setting: &Setting, subject: Subject, plans: &[Plan], mut not_listed: Vec<NotListed>) -> Plans {
    let mut flows = Flows::with_lines(&setting.base);
    let reference = setting.reference.as_ref().map(|reference| &reference.flows);
    let mut results: Vec<PlanResult> = Vec::with_capacity(plans.len());
    for plan in plans {
        plan.fill(&setting.terms, &mut flows);
        let value =
            if plan.owns() { setting.value_of_owning(&plan.model, &flows) } else { value_of(&plan.model, &flows) };
        let found = result(subject.scenario, plan, &flows, (value.present_value, reference));
        let other = other_until_delivery(setting, plan, &mut flows).map(|usd| usd - value.present_value);
        results.push(PlanResult { other_until_delivery_usd: other, ..found });
    }
    let priced = setting.base.time.late_usd_per_gpu_hour > 0.0;
    let least_undone = results.iter().map(|plan| plan.hours.undone).fold(f64::INFINITY, f64::min);
    let sells = |plan: &PlanResult| {
        setting.nodes_there > 0.0
            && matches!(plan.kind, PlanKind::Replace | PlanKind::Commit | PlanKind::Rent | PlanKind::Api)
    };
    for plan in &mut results {
        plan.complete = priced || plan.hours.undone <= least_undone + AS_COMPLETE;
        plan.breaks = broken(&setting.limits, plan);
        plan.may_be_recommended =
            plan.complete && plan.breaks.is_empty() && (subject.scenario.present.may_sell || !sells(plan));
    }
    drop_needless_mix(&mut results, &mut not_listed);
    let parts = setting.base.load.demand.parts.iter().filter(|part| part.pinned < 1.0);
    let largest_job_gpus = parts.filter_map(|part| part.job_gpus).reduce(f64::max);
    Plans { largest_job_gpus, ..decide(results, not_listed) }
}

/// Present value of a plan that buys if the months until delivery are done the other way: with the current bill, or rented.
fn other_until_delivery(setting: &Setting, plan: &Plan, flows: &mut Flows) -> Option<f64> {
    let bill = plan.model.bill.filter(|_| plan.nodes_bought() > 0.0)?;
    let mut other = plan.clone();
    other.model.bill = Some(bill.with_other_months_until_delivery());
    other.fill(&setting.terms, flows);
    Some(setting.value_of_owning(&other.model, flows).present_value)
}

/// The limits that a plan breaks.
fn broken(limits: &Limits, plan: &PlanResult) -> Vec<LimitKind> {
    let over = |figure: f64, most: Option<f64>| most.is_some_and(|most| figure > most * (1.0 + 1e-9));
    let buys = plan.nodes_bought > 0.0;
    let all = [
        (LimitKind::Upfront, over(plan.upfront_usd, limits.upfront_usd)),
        (LimitKind::PeakCash, over(plan.peak_cash_usd.unwrap_or(0.0), limits.peak_cash_usd)),
        (LimitKind::Kw, buys && over(plan.kw, limits.kw)),
        (LimitKind::FullCapacity, buys && over(count(plan.full_capacity_month), limits.full_capacity_month)),
    ];
    all.into_iter().filter_map(|(kind, breaks)| breaks.then_some(kind)).collect()
}

/// Leaves a mix out that is a pure plan by another name, or saves next to nothing.
fn drop_needless_mix(plans: &mut Vec<PlanResult>, not_listed: &mut Vec<NotListed>) {
    let Some(place) = plans.iter().position(|plan| plan.kind == PlanKind::Mix) else { return };
    let mix = plans.get(place).cloned();
    let Some(mix) = mix else { return };
    let others = || plans.iter().filter(|plan| !matches!(plan.kind, PlanKind::Mix | PlanKind::Yours));
    let same = |plan: &PlanResult| {
        plan.sources == mix.sources
            && plan.nodes_bought == mix.nodes_bought
            && plan.commitment == mix.commitment
            && plan.committed_gpus == mix.committed_gpus
    };
    let cheapest = others().filter(|plan| plan.may_be_recommended).map(|plan| plan.present_value_usd);
    let cheapest = cheapest.fold(f64::INFINITY, f64::min);
    let saves = mix.complete && cheapest - mix.present_value_usd > WORTH_A_MIX * cheapest.abs();
    if others().any(same) || !(saves || cheapest == f64::INFINITY) {
        plans.remove(place);
        not_listed.push(NotListed { kind: PlanKind::Mix, why: Why::NoBetter });
    }
}

fn decide(mut plans: Vec<PlanResult>, not_listed: Vec<NotListed>) -> Plans {
    let best = cheapest(plans.iter().filter(|plan| plan.may_be_recommended)).cloned();
    let Some(best) = best else {
        let first_broken = first_broken(&plans);
        return Plans { plans, not_listed, first_broken, ..Plans::default() };
    };
    for plan in &mut plans {
        plan.above_cheapest_usd = plan.present_value_usd - best.present_value_usd;
    }
    let may_follow = |plan: &&PlanResult| plan.kind != best.kind && plan.complete && plan.breaks.is_empty();
    let of_another_kind = || plans.iter().filter(may_follow).filter(|plan| plan.sources != best.sources);
    let runner_up = cheapest(of_another_kind()).or_else(|| cheapest(plans.iter().filter(may_follow))).cloned();
    let now = plans.iter().find(|plan| plan.kind == PlanKind::Now);
    let compared = now.filter(|now| now.kind != best.kind && now.complete).or(runner_up.as_ref()).cloned();
    let over = |other: &PlanResult| other.present_value_usd - best.present_value_usd;
    let share = |usd: f64, of: f64| (of > 0.0).then(|| usd / of).filter(|share| share.is_finite());
    let difference = runner_up.as_ref().map(over);
    let saving = compared.as_ref().map(over);
    let dearer = compared.as_ref().map(|other| other.present_value_usd.max(best.present_value_usd));
    Plans {
        recommended: Some(best.kind),
        runner_up: runner_up.map(|plan| plan.kind),
        compared_with: compared.map(|plan| plan.kind),
        difference_usd: difference,
        difference_share: difference.and_then(|usd| share(usd, best.present_value_usd)),
        saving_usd: saving,
        saving_share: saving.zip(dearer).and_then(|(usd, dearer)| share(usd, dearer)),
        limits_cost_usd: None,
        first_broken: None,
        sizes_gap_usd: 0.0,
        largest_job_gpus: None,
        plans,
        not_listed,
    }
}

/// The cheapest plan; of equal ones that with fewest sources, nodes, committed GPUs, then the first of the table.
fn cheapest<'p>(plans: impl Iterator<Item = &'p PlanResult> + Clone) -> Option<&'p PlanResult> {
    let least = plans.clone().map(|plan| plan.present_value_usd).fold(f64::INFINITY, f64::min);
    let equal = plans.filter(|plan| plan.present_value_usd - least <= EQUAL * least.abs());
    equal.min_by(|a, b| {
        let order = |plan: &PlanResult| (plan.sources.len(), plan.nodes_bought, plan.committed_gpus);
        let (a_order, b_order) = (order(a), order(b));
        a_order
            .0
            .cmp(&b_order.0)
            .then(a_order.1.total_cmp(&b_order.1))
            .then(a_order.2.total_cmp(&b_order.2))
            .then(a.kind.cmp(&b.kind))
    })
}

/// The limit that most plans break, where none keeps them all.
fn first_broken(plans: &[PlanResult]) -> Option<LimitKind> {
    let complete = || plans.iter().filter(|plan| plan.complete);
    let broken = complete().flat_map(|plan| plan.breaks.iter().copied());
    let count_of = |kind: LimitKind| complete().filter(|plan| plan.breaks.contains(&kind)).count();
    broken.max_by_key(|kind| (count_of(*kind), std::cmp::Reverse(*kind)))
}

/// Whether a plan does any of its work on machines.
pub fn uses_machines(plan: &PlanResult) -> bool {
    plan.sources.iter().any(|source| matches!(source, Source::MachinesThere | Source::Bought))
}
