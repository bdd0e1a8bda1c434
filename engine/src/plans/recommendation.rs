//! Which plan to take, and which others it is compared with. Source: plans page, sections 1 to 3 and 12.

use serde::Serialize;

use super::plan::PlanKind;
use super::result::{LimitKind, PlanResult};

/// Present values closer than this share are equal.
const EQUAL: f64 = 1e-9;

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
    /// The plan that the recommended one is weighed against: the runner-up, or where that may not be taken the cheapest other one
    /// that may. The runner-up again where no other plan may be taken. Once weighed, it is the other plan that is most often
    /// the cheapest, where the recommended one is that too rarely.
    pub rival: Option<PlanKind>,
    /// The plan that the headline compares with: what is there, else the rival.
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
    /// Whether an order was entered: how many machines to buy, and the price of one.
    #[serde(skip)]
    pub order_entered: bool,
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

    /// The rival.
    pub fn rival(&self) -> Option<&PlanResult> {
        self.plan(self.rival?)
    }

    /// What the rival costs more as a share of what the recommended plan costs; nothing where that is not positive.
    pub fn share_to_rival(&self) -> Option<f64> {
        let share = self.rival()?.above_cheapest_usd / self.recommended()?.present_value_usd;
        (share.is_finite() && self.recommended()?.present_value_usd > 0.0).then_some(share)
    }

    /// The same plans with another rival.
    #[must_use]
    pub fn with_rival(&self, rival: PlanKind) -> Self {
        let mut plans = Self { rival: Some(rival), ..self.clone() };
        plans.compare();
        plans
    }

    /// What the headline compares with, and the saving.
    fn compare(&mut self) {
        let Some(best) = self.recommended() else { return };
        let now = self.plan(PlanKind::Now).filter(|now| now.kind != best.kind && now.complete);
        let compared = now.or_else(|| self.rival());
        let saving = compared.map(|other| other.present_value_usd - best.present_value_usd);
        let dearer = compared.map(|other| other.present_value_usd.max(best.present_value_usd));
        let saving_share = saving.zip(dearer).and_then(|(usd, dearer)| share(usd, dearer));
        self.compared_with = compared.map(|plan| plan.kind);
        self.saving_usd = saving;
        self.saving_share = saving_share;
    }

    /// The kinds of the recommended plan and its rival.
    pub fn leading(&self) -> Option<(PlanKind, PlanKind)> {
        self.recommended.zip(self.rival)
    }

    /// The cheapest plan that buys machines.
    pub fn cheapest_that_buys(&self) -> Option<&PlanResult> {
        cheapest(self.plans.iter().filter(|plan| plan.nodes_bought > 0.0))
    }

    /// The runner-up where it costs less than the recommended plan, because it may not be taken: it would sell what is there.
    pub fn cheaper_but_barred(&self) -> Option<&PlanResult> {
        let best = self.recommended()?;
        self.runner_up().filter(|other| !other.may_be_recommended && other.present_value_usd < best.present_value_usd)
    }
}

/// The plan to take, the one that follows, and the one that the headline compares with.
pub(super) fn decide(mut plans: Vec<PlanResult>, not_listed: Vec<NotListed>) -> Plans {
    let best = cheapest(plans.iter().filter(|plan| plan.may_be_recommended)).cloned();
    let Some(best) = best else {
        let first_broken = first_broken(&plans);
        return Plans { plans, not_listed, first_broken, ..Plans::default() };
    };
    for plan in &mut plans {
        plan.above_cheapest_usd = plan.present_value_usd - best.present_value_usd;
    }
    let following = |may: fn(&PlanResult) -> bool| {
        let others = plans.iter().filter(|plan| plan.kind != best.kind && may(plan));
        let of_another_kind = others.clone().filter(|plan| plan.sources != best.sources);
        cheapest(of_another_kind).or_else(|| cheapest(others)).cloned()
    };
    let runner_up = following(|plan| plan.complete && plan.breaks.is_empty());
    let rival = following(|plan| plan.may_be_recommended).or_else(|| runner_up.clone());
    let difference = runner_up.as_ref().map(|other| other.present_value_usd - best.present_value_usd);
    let mut plans = Plans {
        recommended: Some(best.kind),
        runner_up: runner_up.map(|plan| plan.kind),
        rival: rival.map(|plan| plan.kind),
        difference_usd: difference,
        difference_share: difference.and_then(|usd| share(usd, best.present_value_usd)),
        plans,
        not_listed,
        ..Plans::default()
    };
    plans.compare();
    plans
}

/// A part of a whole; nothing where that is not positive.
fn share(usd: f64, whole: f64) -> Option<f64> {
    (whole > 0.0).then(|| usd / whole).filter(|share| share.is_finite())
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
