//! The plans of a scenario side by side: which can be had, each with its figures. Source: plans page, sections 1 to 3 and 12.

use super::machines::with_nodes;
use super::plan::{How, Plan, PlanKind, Source};
use super::recommendation::{NotListed, Plans, Why, decide};
use super::result::{LimitKind, PlanResult, result};
use super::search::Tried;
use super::setting::{CommitmentSize, Limits, Setting, is_order_entered};
use crate::cash_flow::Flows;
use crate::cash_flow::mix::{MixPlan, NewCommitment, Purpose, is_anything_there};
use crate::horizon::{node_expansion, rent_value, value_of};
use crate::inputs::Size;
use crate::model::offers::Billing;
use crate::model::{Model, Subject};
use crate::units::count;

/// Plans that leave this many GPU-hours more undone than the least are not complete.
const AS_COMPLETE: f64 = 1e-6;
/// A mix is listed if it saves more than this share of the cheapest listed plan.
const WORTH_A_MIX: f64 = 0.005;

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
    let order_entered = is_order_entered(subject);
    Plans { largest_job_gpus, order_entered, ..decide(results, not_listed) }
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

/// Whether a plan does any of its work on machines.
pub fn uses_machines(plan: &PlanResult) -> bool {
    plan.sources.iter().any(|source| matches!(source, Source::MachinesThere | Source::Bought))
}
