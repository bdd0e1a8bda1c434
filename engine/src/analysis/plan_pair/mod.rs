//! Two plans of a scenario against each other, with their sizes held: how sure the difference is, what moves it, when the one
//! has paid back, the prices and the amount of work at which they cost the same, and from which lines the difference comes.
//!
//! It takes hundreds of evaluations, so it runs in steps and callers decide how many at a time. Source: plans page, sections
//! 3, 9 and 12; model page, sections 4 and 13.

mod change;
mod cost_bridge;
mod curve;
mod drivers;
mod held;
mod input_break_evens;
mod money;
mod requirements;
mod turns;

use std::collections::VecDeque;

use serde::Serialize;

pub(in crate::analysis) use change::Changed;
pub use change::{Change, Changes, Hours, OWN_GPUS, Place};
pub use cost_bridge::{CostBridge, CostStep};
pub use curve::{PairAxis, PairCrossing, PairCurve, PairPoint};
pub use drivers::{ON_DEMAND_PRICE, PEAK, PairDriver, PairDrivers, SPOT_PRICE, TOKEN_PRICE};
pub(in crate::analysis) use held::SAME_WORK;
pub use held::{Held, HeldPair, Valued};
pub use input_break_evens::{PairInputBreakEven, PairInputBreakEvens, pair_goal_seek};
pub use requirements::{PairRequirement, Requirement};
pub use turns::{PairBreakEven, PairTurn, PairWork};

use curve::CurveSearch;
pub(in crate::analysis) use drivers::{Ranged, ranged};
use money::Money;
use turns::TurnSearch;

use super::price_doubts::doubts;
use super::strength::{CLEAR_SHARE, CLOSE_SHARE, Strength};
use crate::horizon::node_expansion::share_of_entered;
use crate::horizon::payback::{NoRate, Payback};
use crate::inputs::field;
use crate::inputs::field::Field;
use crate::inputs::value::Value;
use crate::model::token_offers::cheapest_usd_per_million;
use crate::model::{Model, Subject};
use crate::plans::FoundSizes;
use crate::plans::listing::build;
use crate::plans::plan::{Plan, PlanKind};
use crate::plans::recommendation::Plans;
use crate::plans::result::PlanResult;
use crate::plans::setting::Setting;

/// Row of the node price.
const NODE_PRICE: &str = "own.node_price_usd";

/// Two plans against each other.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Pair {
    /// The plan: the recommended one if it is among the two, else the one that costs less.
    pub plan: PlanKind,
    /// What it is compared with.
    pub against: PlanKind,
    /// What that costs more, present value, US dollars; nothing where the two do not do the same work.
    pub difference_usd: Option<f64>,
    /// The same as a share of the plan's present value; nothing where that is not positive.
    pub difference_share: Option<f64>,
    /// The plan with the higher upfront payments: payback and internal rate refer to it.
    pub first: PlanKind,
    /// The other one.
    pub second: PlanKind,
    /// Whether the first one needs less cash from the start: then it has no payback and no rate.
    pub needs_less_cash: bool,
    /// When the first has paid back against the second, undiscounted and discounted.
    pub payback: Option<Payback>,
    /// The rate at which both have the same present value, effective per year.
    pub internal_rate: Option<f64>,
    /// Why there is none.
    pub no_internal_rate: Option<NoRate>,
    /// Possible error of the difference if every unconfirmed input varies within its range, US dollars.
    pub allowance_usd: f64,
    /// How sure it is which of the two costs less.
    pub badge: Strength,
    /// What the inputs do to the difference, the strongest first.
    pub drivers: Vec<PairDriver>,
    /// The price of a node; nothing where neither plan buys any.
    pub node_price: Option<PairBreakEven>,
    /// The price of hours on demand: one factor on all of them, shown as that of the offer on demand. Nothing where it moves
    /// nothing.
    pub rest_price: Option<PairBreakEven>,
    /// The same of spot hours, shown as the price of the cheapest.
    pub spot_price: Option<PairBreakEven>,
    /// The same of tokens from an API, shown as the price of a million of the present mix.
    pub token_price: Option<PairBreakEven>,
    /// The amount of work.
    pub work: Option<PairWork>,
    /// What a productive hour of both costs over the work.
    pub curve: Option<PairCurve>,
    /// The requirements that change which of the two costs less.
    pub requirements: Vec<PairRequirement>,
    /// From what the plan costs to what the other costs, line by line.
    pub bridge: CostBridge,
}

/// One part of an explanation.
enum Task {
    Driver(Ranged),
    NodePrice(TurnSearch),
    Price(Hours, TurnSearch),
    Work(TurnSearch),
    Curve(CurveSearch),
    Requirement(&'static Field, Vec<Value>),
}

/// The explanation of two plans, in steps of a few evaluations each.
pub struct Explanation {
    setting: Setting,
    own: Model,
    held: HeldPair,
    tasks: VecDeque<Task>,
    done: usize,
    pair: Pair,
    doubted: bool,
    /// How busy the owned GPUs are now, where the work is steady and one of the two owns any.
    busy: Option<f64>,
}

impl Explanation {
    /// Starts with two listed plans; nothing where one is not listed. `own`: the model of the scenario itself with the
    /// further nodes that its rule buys.
    pub fn new(
        setting: &Setting,
        subject: Subject,
        own: &Model,
        (found, sizes): (&Plans, &FoundSizes),
        (one, other): (PlanKind, PlanKind),
    ) -> Option<Self> {
        let (best, other) = in_order(found, one, other)?;
        let (plans, _) = build(setting, subject, own, sizes.mix.as_ref());
        let plan = |kind: PlanKind| plans.iter().find(|plan| plan.kind == kind);
        let (best_plan, other_plan) = (plan(best.kind)?, plan(other.kind)?);
        let held = HeldPair::new(setting, best_plan, other_plan);
        let busy = busy_share(setting, [best_plan, other_plan]);
        let doubted = is_doubted(setting, subject, [(best, best_plan), (other, other_plan)]);
        let money = Money::of(setting, (best_plan, best.upfront_usd), (other_plan, other.upfront_usd));
        let difference = (best.complete && other.complete).then_some(other.present_value_usd - best.present_value_usd);
        let positive = best.present_value_usd > 0.0;
        let share = difference.filter(|_| positive).map(|usd| usd / best.present_value_usd);
        let pair = Pair {
            plan: best.kind,
            against: other.kind,
            difference_usd: difference,
            difference_share: share.filter(|share| share.is_finite()),
            first: money.first,
            second: money.second,
            needs_less_cash: money.needs_less_cash,
            payback: money.payback,
            internal_rate: money.rate.as_ref().ok().copied(),
            no_internal_rate: money.rate.err(),
            allowance_usd: 0.0,
            badge: Strength::Open,
            drivers: Vec::new(),
            node_price: None,
            rest_price: None,
            spot_price: None,
            token_price: None,
            work: None,
            curve: None,
            requirements: Vec::new(),
            bridge: CostBridge::between(best, other),
        };
        let place = Place { setting, subject, own };
        let tasks = tasks(place, busy, best.nodes_bought > 0.0 || other.nodes_bought > 0.0);
        Some(Self { setting: setting.clone(), own: own.clone(), held, tasks, done: 0, pair, doubted, busy })
    }

    /// Parts that are done, and all of them.
    pub fn progress(&self) -> (usize, usize) {
        (self.done, self.done + self.tasks.len())
    }

    /// Takes one step. Returns whether steps are left.
    pub fn step(&mut self, subject: Subject) -> bool {
        let Some(task) = self.tasks.pop_front() else { return false };
        if let Some(more) = self.take(task, subject) {
            self.tasks.push_front(more);
        } else {
            self.done += 1;
        }
        !self.tasks.is_empty()
    }

    /// Takes one step of a part. Returns it where it is not done.
    fn take(&mut self, task: Task, subject: Subject) -> Option<Task> {
        let (held, pair) = (&mut self.held, &mut self.pair);
        let place = Place { setting: &self.setting, subject, own: &self.own };
        match task {
            Task::Driver(input) => pair.drivers.extend(input.driver(held, place, subject.scenario)),
            Task::NodePrice(mut search) => {
                if search.step(held, place) {
                    return Some(Task::NodePrice(search));
                }
                pair.node_price = Some(search.prices(held, place, 1.0));
            }
            Task::Price(hours, mut search) => {
                if search.step(held, place) {
                    return Some(Task::Price(hours, search));
                }
                let now = price_of(&self.setting, hours).filter(|_| search.moves());
                let found = now.map(|usd| search.prices(held, place, usd));
                match hours {
                    Hours::OnDemand => pair.rest_price = found,
                    Hours::Spot => pair.spot_price = found,
                    Hours::Tokens => pair.token_price = found,
                }
            }
            Task::Work(mut search) => {
                if search.step(held, place) {
                    return Some(Task::Work(search));
                }
                pair.work = Some(search.works(held, place, self.busy));
            }
            Task::Curve(mut search) => {
                if search.step(held, place) {
                    return Some(Task::Curve(search));
                }
                pair.curve = Some(search.finish(held, place));
            }
            Task::Requirement(row, mut values) => {
                let value = values.pop()?;
                let now = pair.difference_usd?;
                if let Some(flip) = requirements::flip(held, place, (row, &value), now) {
                    pair.requirements.push(flip);
                } else if !values.is_empty() {
                    return Some(Task::Requirement(row, values));
                }
            }
        }
        None
    }

    /// What was found.
    pub fn finish(self) -> Pair {
        let mut pair = self.pair;
        drivers::sort(&mut pair.drivers);
        pair.allowance_usd = drivers::allowance(&pair.drivers);
        pair.badge = badge(&pair, self.doubted);
        pair
    }
}

/// Explains two plans; nothing where one is not listed.
pub fn explain(
    setting: &Setting,
    subject: Subject,
    own: &Model,
    found: (&Plans, &FoundSizes),
    kinds: (PlanKind, PlanKind),
) -> Option<Pair> {
    let mut explanation = Explanation::new(setting, subject, own, found, kinds)?;
    while explanation.step(subject) {}
    Some(explanation.finish())
}

/// The recommended plan first if it is among the two, else the one that leaves less undone, else the cheaper one.
fn in_order(found: &Plans, one: PlanKind, other: PlanKind) -> Option<(&PlanResult, &PlanResult)> {
    let (one, other) = (found.plan(one)?, found.plan(other)?);
    if one.kind == other.kind {
        return None;
    }
    let recommended = |plan: &PlanResult| found.recommended == Some(plan.kind);
    let first = match (recommended(one), recommended(other)) {
        (true, _) => true,
        (_, true) => false,
        _ if one.complete != other.complete => one.complete,
        _ if one.present_value_usd == other.present_value_usd => one.kind < other.kind,
        _ => one.present_value_usd < other.present_value_usd,
    };
    Some(if first { (one, other) } else { (other, one) })
}

/// How busy the owned GPUs of the first plan that owns any are, where the work is steady.
fn busy_share(setting: &Setting, plans: [&Plan; 2]) -> Option<f64> {
    if !setting.base.load.total.is_steady() {
        return None;
    }
    let owning = plans.into_iter().find(|plan| plan.owns() && plan.model.owned.nodes > 0.0)?;
    // More work than they have hours is no share of the time.
    Some(share_of_entered(&owning.model)).filter(|share| *share > 0.0 && *share <= 1.0)
}

/// Whether an unconfirmed price far from the usual one decides between the two.
fn is_doubted(setting: &Setting, subject: Subject, plans: [(&PlanResult, &Plan); 2]) -> bool {
    let of_plan =
        |plan: &PlanResult| plan.hourly.iter().chain(&plan.commitment).chain(&plan.spot).cloned().collect::<Vec<_>>();
    let offers: Vec<_> = plans.iter().flat_map(|(plan, _)| of_plan(plan)).collect();
    let buys = plans.iter().any(|(_, plan)| plan.nodes_bought() > 0.0);
    let doubted = doubts(&setting.base, subject.scenario, subject.book, subject.edition)
        .iter()
        .any(|doubt| doubt.is_far && doubt.offer.as_ref().is_none_or(|offer| offers.contains(offer)));
    doubted && (!offers.is_empty() || buys)
}

fn tasks(place: Place, busy: Option<f64>, buys: bool) -> VecDeque<Task> {
    let mut tasks: VecDeque<Task> =
        drivers::ranged(place.subject, &place.setting.base).into_iter().map(Task::Driver).collect();
    let price = field(NODE_PRICE).filter(|_| buys);
    let now = price.and_then(|row| row.get(place.subject.scenario).number()).filter(|usd| *usd > 0.0);
    tasks.extend(price.zip(now).map(|(row, now)| Task::NodePrice(TurnSearch::of_node_price(row, now))));
    for hours in Hours::ALL {
        let sold = price_of(place.setting, hours).is_some_and(|usd| usd > 0.0);
        tasks.extend(sold.then(|| Task::Price(hours, TurnSearch::of_price(hours))));
    }
    if place.setting.base.work.as_gpu_hours() > 0.0 {
        let curve = CurveSearch::new(busy);
        tasks.push_back(Task::Work(TurnSearch::of_work(curve.most_work())));
        tasks.push_back(Task::Curve(curve));
    }
    let requirements = requirements::to_try(place).into_iter().map(|(row, mut values)| {
        values.reverse();
        Task::Requirement(row, values)
    });
    tasks.extend(requirements);
    tasks
}

/// Price of a GPU-hour of a kind now, US dollars: of the offer on demand of mixes, of the cheapest spot offer; of tokens that of a
/// million.
pub(crate) fn price_of(setting: &Setting, hours: Hours) -> Option<f64> {
    if hours == Hours::Tokens {
        return cheapest_usd_per_million(&setting.base);
    }
    let offers = &setting.base.offers;
    let firm = setting.firm.and_then(|index| offers.get(index)).filter(|offer| hours.is_sold_by(offer));
    let sold = offers.iter().filter(|offer| offer.counted && hours.is_sold_by(offer));
    let least = || sold.map(|offer| offer.price.as_usd_per_gpu_hour()).reduce(f64::min);
    firm.map(|offer| offer.price.as_usd_per_gpu_hour()).or_else(least)
}

/// Plans whose costs differ by a smaller share cost the same.
const SAME: f64 = 1e-8;

/// How sure a difference is: against the joint effect of unconfirmed inputs, 5% and 15%. Open where the runner-up costs less: it
/// may not be taken, so nothing is to be sure of.
fn badge(pair: &Pair, doubted: bool) -> Strength {
    let (Some(usd), Some(share)) = (pair.difference_usd, pair.difference_share) else { return Strength::Open };
    if share < -SAME {
        return Strength::Open;
    }
    if doubted { Strength::Doubtful } else { strength(usd, share, pair.allowance_usd) }
}

/// How sure a difference is against a possible error.
pub(super) fn strength(usd: f64, share: f64, allowance_usd: f64) -> Strength {
    if share < CLOSE_SHARE || usd < allowance_usd {
        Strength::Close
    } else if share < CLEAR_SHARE || usd < 2.0 * allowance_usd {
        Strength::Leaning
    } else {
        Strength::Clear
    }
}
