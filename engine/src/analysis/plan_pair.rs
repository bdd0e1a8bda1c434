//! Two plans of a scenario against each other, with their sizes held: how sure the difference is, what moves it, when the one
//! has paid back, and the prices at which they cost the same. Source: plans page, sections 3 and 9; model page, sections 4
//! and 13.

use std::sync::Arc;

use serde::Serialize;

use super::price_doubts::doubts;
use super::sensitivity::{is_unconfirmed, moves_rent};
use super::strength::{CLEAR_SHARE, CLOSE_SHARE, Strength};
use crate::cash_flow::Flows;
use crate::cash_flow::mix::{MixPlan, NewCommitment, Purpose, mix};
use crate::cash_flow::outside::Outside;
use crate::horizon::node_expansion;
use crate::horizon::payback::{NoRate, Paid, Payback, internal_rate, payback};
use crate::horizon::{buffers, rent_value, value_of};
use crate::inputs::field::{Field, Kind};
use crate::inputs::value::{Amount, Value};
use crate::inputs::{BeyondChoice, FIELDS, Scenario, field};
use crate::model::{Model, Subject, moves_offers, without_idle_mistakes};
use crate::plans::FoundSizes;
use crate::plans::listing::{Plans, build};
use crate::plans::plan::{How, Plan, PlanKind};
use crate::plans::setting::{CommitmentSize, Setting};

/// Points at which the difference of two plans is looked at across a range, evenly spaced or by equal factors.
const POINTS: u32 = 24;
/// Range of the factor on the price of the rest.
const FACTORS: (f64, f64) = (0.02, 50.0);

/// What one input does to the difference of two plans within its range.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct PairDriver {
    /// Id of the row.
    pub field: &'static str,
    /// Low end of its range, in the row's unit.
    pub low: f64,
    /// High end.
    pub high: f64,
    /// What the runner-up costs more at the low end, present value, US dollars.
    pub difference_at_low_usd: f64,
    /// The same at the high end.
    pub difference_at_high_usd: f64,
    /// Whether the cheaper of the two changes within the range.
    pub flips: bool,
    /// Whether it is an unconfirmed price or quantity of today: these decide how sure the answer is.
    pub unconfirmed: bool,
}

impl PairDriver {
    /// Half of the difference's change over the range.
    pub fn half_swing(&self) -> f64 {
        (self.difference_at_high_usd - self.difference_at_low_usd).abs() / 2.0
    }
}

/// A price at which two plans cost the same, sizes held.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct PairBreakEven {
    /// The price now, US dollars: of a node, or of a GPU-hour of the offer that serves the rest.
    pub now_usd: f64,
    /// The nearest price at which both cost the same; nothing where none does.
    pub usd: Option<f64>,
    /// The plan that costs less above that price, without one at any.
    pub cheaper_above: PlanKind,
}

/// The recommended plan against the runner-up.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Pair {
    /// The plan with the higher upfront payments: payback and internal rate are told of it.
    pub first: PlanKind,
    /// The other one.
    pub second: PlanKind,
    /// Whether the first one needs less cash from the start: then it has no payback and no rate.
    pub needs_less_cash: bool,
    /// When the first has paid back against the second.
    pub payback: Option<Payback>,
    /// The rate at which both have the same present value, effective per year.
    pub internal_rate: Option<f64>,
    /// Why there is none.
    pub no_internal_rate: Option<NoRate>,
    /// Possible error of the difference if every unconfirmed input varies within its range, US dollars.
    pub allowance_usd: f64,
    /// How sure the recommendation is.
    pub badge: Strength,
    /// What the inputs do to the difference, the strongest first.
    pub drivers: Vec<PairDriver>,
    /// The price of a node; nothing where neither plan buys any.
    pub node_price: Option<PairBreakEven>,
    /// The price of the rest: one factor on all hourly prices, shown as that of the offer on demand. Nothing where neither
    /// rents by the hour.
    pub rest_price: Option<PairBreakEven>,
}

/// The sizes of a plan, held while inputs change. Which offer serves a kind is chosen again.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Held {
    kind: PlanKind,
    /// Nodes, those there included; nothing where the scenario's own rule decides.
    nodes: Option<f64>,
    committed: Option<f64>,
    machines_first: bool,
    spot: bool,
}

impl Held {
    fn of(setting: &Setting, plan: &Plan) -> Self {
        let kind = plan.kind;
        let held = Self { kind, nodes: None, committed: None, machines_first: true, spot: false };
        match &plan.how {
            How::Owning => Self { nodes: setting.sizes.nodes, ..held },
            How::Offer(index) => {
                let gpus = plan.model.offers.get(*index).and_then(super::super::model::offers::Offer::committed_gpus);
                Self { nodes: Some(0.0), committed: gpus, ..held }
            }
            How::Mix(mix) => Self {
                nodes: Some(if mix.owns { plan.model.owned.nodes } else { 0.0 }),
                committed: mix.commitment.map(|signed| signed.gpus),
                machines_first: mix.machines_first,
                spot: matches!(kind, PlanKind::Mix | PlanKind::Yours),
                ..held
            },
        }
    }

    /// Present value with these sizes in a setting; nothing where work that the plan did stays undone.
    fn value(&self, setting: &Setting, subject: Subject, own: &Model, flows: &mut Flows) -> Option<f64> {
        if flows.months != setting.base.time.months {
            *flows = buffers(&setting.base);
        }
        let hourly = |offer: &crate::model::offers::Offer| offer.counted && offer.pays_per_use();
        match (self.kind, self.nodes) {
            (PlanKind::Rent, _) => {
                let offers = own.offers.iter().enumerate().filter(|(_, offer)| hourly(offer));
                let values = offers.map(|(index, _)| rent_value(own, &setting.terms, index, flows));
                values.filter(|value| value.complete).map(|value| value.present_value).reduce(f64::min)
            }
            (PlanKind::Commit, _) if setting.sizes.commitment == CommitmentSize::OfOffer => {
                let offers = own.offers.iter().enumerate().filter(|(_, offer)| offer.counted && !offer.pays_per_use());
                let values = offers.map(|(index, _)| rent_value(own, &setting.terms, index, flows));
                values.filter(|value| value.complete).map(|value| value.present_value).reduce(f64::min)
            }
            (PlanKind::Own, nodes) if nodes.is_none() || nodes == setting.sizes.nodes => {
                crate::cash_flow::own(own, &setting.terms, flows);
                Some(setting.value_of_owning(own, flows).present_value)
            }
            (_, nodes) => self.value_of_mix(setting, subject, nodes.unwrap_or(0.0), flows),
        }
    }

    fn value_of_mix(&self, setting: &Setting, subject: Subject, nodes: f64, flows: &mut Flows) -> Option<f64> {
        let model = match self.kind {
            PlanKind::Replace => setting.replacing(subject)?,
            _ if nodes > 0.0 => setting.machines(subject, nodes)?.model,
            _ => setting.base.clone(),
        };
        let keeps_bill = self.kind == PlanKind::Now;
        let mut plan = MixPlan {
            owns: nodes > 0.0,
            bridge: setting.hourly.clone(),
            machines_first: self.machines_first,
            purpose: if keeps_bill { Purpose::Present } else { Purpose::Plan },
            ..MixPlan::default()
        };
        let mut value = |outside: Option<Arc<Outside>>, commitment: Option<NewCommitment>| {
            plan.outside = outside;
            plan.commitment = commitment;
            mix(&model, &setting.terms, &plan, flows);
            let value = if plan.owns { setting.value_of_owning(&model, flows) } else { value_of(&model, flows) };
            value.present_value
        };
        let rests = match (keeps_bill, self.spot) {
            (true, _) => vec![setting.hourly.clone()],
            (false, true) => setting.rests(),
            (false, false) => vec![setting.rest()],
        };
        let signed: Vec<Option<NewCommitment>> = match self.committed.filter(|gpus| *gpus > 0.0) {
            None => vec![None],
            Some(gpus) => setting.commitments.iter().map(|index| Some(NewCommitment::new(*index, gpus))).collect(),
        };
        let ways = rests.iter().flat_map(|rest| signed.iter().map(move |signed| (rest.clone(), *signed)));
        ways.map(|(rest, signed)| value(rest, signed)).reduce(f64::min)
    }
}

/// Two plans with their sizes held, for any change of the inputs.
pub struct HeldPair {
    recommended: Held,
    runner_up: Held,
    flows: Flows,
}

impl HeldPair {
    /// What the runner-up costs more than the recommended plan in a scenario, present value, US dollars.
    pub fn difference(&mut self, earlier: &Model, subject: Subject) -> Option<f64> {
        let own = node_expansion::like(Some(earlier), subject.scenario, subject.book, subject.edition).ok()?;
        let setting = Setting::new(Some(earlier), subject)?;
        self.difference_in(&setting, subject, &own)
    }

    /// The same with one row changed. Reruns what the row does not touch from the models before.
    fn difference_with(&mut self, (setting, own): (&Setting, &Model), subject: Subject, row: &Field) -> Option<f64> {
        if moves_offers(row) {
            return self.difference(own, subject);
        }
        let own = node_expansion::rerun(own, subject.scenario);
        let rented = Scenario {
            time: crate::inputs::Time { beyond: BeyondChoice::Offer, ..subject.scenario.time.clone() },
            ..subject.scenario.clone()
        };
        let setting = setting.rerun(setting.base.rerun(&rented), subject.scenario, moves_rent(row));
        self.difference_in(&setting, subject, &own)
    }

    fn difference_in(&mut self, setting: &Setting, subject: Subject, own: &Model) -> Option<f64> {
        let best = self.recommended.value(setting, subject, own, &mut self.flows)?;
        let other = self.runner_up.value(setting, subject, own, &mut self.flows)?;
        Some(other - best).filter(|usd| usd.is_finite())
    }
}

/// Explains the pair of the recommended plan and its runner-up; nothing without either.
pub fn explain(
    setting: &Setting,
    subject: Subject,
    own: &Model,
    (found, sizes): (&Plans, &FoundSizes),
) -> Option<Pair> {
    let (best, other) = (found.recommended()?, found.runner_up()?);
    let (plans, _) = build(setting, subject, own, sizes.mix.as_ref());
    let plan = |kind: PlanKind| plans.iter().find(|plan| plan.kind == kind);
    let (best_plan, other_plan) = (plan(best.kind)?, plan(other.kind)?);
    let mut held = HeldPair {
        recommended: Held::of(setting, best_plan),
        runner_up: Held::of(setting, other_plan),
        flows: buffers(&setting.base),
    };
    let drivers = drivers(&mut held, subject, (setting, own));
    let counted = drivers.iter().filter(|driver| driver.unconfirmed);
    let allowance = libm::sqrt(counted.map(|driver| driver.half_swing() * driver.half_swing()).sum());
    let offers =
        [best, other].into_iter().flat_map(|plan| plan.hourly.iter().chain(&plan.commitment).chain(&plan.spot));
    let offers: Vec<_> = offers.cloned().collect();
    let doubted = doubts(&setting.base, subject.scenario, subject.book, subject.edition)
        .iter()
        .any(|doubt| doubt.is_far && doubt.offer.as_ref().is_none_or(|offer| offers.contains(offer)));
    let owns = |plan: &Plan| plan.nodes_bought() > 0.0;
    let doubted = doubted && (!offers.is_empty() || owns(best_plan) || owns(other_plan));
    let badge = badge(found, allowance, doubted);
    let money = Money::of(setting, (best_plan, best.upfront_usd), (other_plan, other.upfront_usd));
    Some(Pair {
        first: money.first,
        second: money.second,
        needs_less_cash: money.needs_less_cash,
        payback: money.payback,
        internal_rate: money.rate.as_ref().ok().copied(),
        no_internal_rate: money.rate.err(),
        allowance_usd: allowance,
        badge,
        node_price: (owns(best_plan) || owns(other_plan))
            .then(|| node_price(&mut held, subject, (setting, own)))
            .flatten(),
        rest_price: rest_price(&mut held, setting, subject, own),
        drivers,
    })
}

/// How sure a difference is: against the joint effect of unconfirmed inputs, 5 % and 15 %.
fn badge(found: &Plans, allowance: f64, doubted: bool) -> Strength {
    let (Some(usd), Some(share)) = (found.difference_usd, found.difference_share) else { return Strength::Open };
    if doubted {
        return Strength::Doubtful;
    }
    if share < CLOSE_SHARE || usd < allowance {
        Strength::Close
    } else if share < CLEAR_SHARE || usd < 2.0 * allowance {
        Strength::Leaning
    } else {
        Strength::Clear
    }
}

fn drivers(held: &mut HeldPair, subject: Subject, models: (&Setting, &Model)) -> Vec<PairDriver> {
    let Subject { book, edition, .. } = subject;
    let scenario: &Scenario = &without_idle_mistakes(subject.scenario);
    let mut found = Vec::new();
    let mut changed = scenario.clone();
    let numbers = FIELDS.iter().filter(|row| matches!(row.kind, Kind::Number { .. }) && (row.is_relevant)(scenario));
    for row in numbers {
        let Some((low, high)) = row.open_range(scenario, book, edition) else { continue };
        let mut at = |value: f64, changed: &mut Scenario| {
            row.set(changed, &Value::Number(Amount::exact(value)));
            held.difference_with(models, Subject { scenario: changed, ..subject }, row)
        };
        let ends = (at(low, &mut changed), at(high, &mut changed));
        row.set(&mut changed, &row.get(scenario));
        if let (Some(at_low), Some(at_high)) = ends
            && at_low != at_high
        {
            found.push(PairDriver {
                field: row.id,
                low,
                high,
                difference_at_low_usd: at_low,
                difference_at_high_usd: at_high,
                flips: (at_low > 0.0) != (at_high > 0.0),
                unconfirmed: is_unconfirmed(row, scenario),
            });
        }
    }
    found.sort_by(|a, b| b.half_swing().total_cmp(&a.half_swing()));
    found
}

/// The turn of a difference nearest to the value now, of points by equal factors.
fn nearest_turn(
    now: f64,
    (low, high): (f64, f64),
    mut difference: impl FnMut(f64) -> Option<f64>,
) -> (Option<f64>, f64) {
    let step = libm::log(high / low) / f64::from(POINTS);
    let mut points: Vec<f64> = (0..=POINTS).map(|n| low * libm::exp(step * f64::from(n))).chain([now]).collect();
    points.sort_by(f64::total_cmp);
    let values: Vec<(f64, f64)> = points.into_iter().filter_map(|at| Some((at, difference(at)?))).collect();
    let last = values.last().map_or(0.0, |(_, usd)| *usd);
    let changes = values.windows(2).filter_map(|pair| match pair {
        [a, b] if (a.1 > 0.0) != (b.1 > 0.0) => Some((a.0, b.0)),
        _ => None,
    });
    let brackets: Vec<(f64, f64)> = changes.collect();
    let turns = brackets.into_iter().map(|(from, to)| level(from, to, |at| difference(at).unwrap_or(0.0)));
    let far = |at: &f64| libm::fabs(libm::log(at / now));
    (turns.min_by(|a, b| far(a).total_cmp(&far(b))), last)
}

/// Where a difference that is nearly straight changes its sign between two values: the secant with halved ends (Illinois),
/// which bisects where it must.
fn level(from: f64, to: f64, mut difference: impl FnMut(f64) -> f64) -> f64 {
    const STEPS: usize = 60;
    let (mut a, mut b) = ((from, difference(from)), (to, difference(to)));
    for _ in 0..STEPS {
        let middle = b.0 - b.1 * (b.0 - a.0) / (b.1 - a.1);
        let at = if middle.is_finite() { middle } else { f64::midpoint(a.0, b.0) };
        let found = (at, difference(at));
        if found.1 == 0.0
            || libm::fabs(b.0 - a.0) <= 1e-12 * libm::fabs(at)
            || libm::fabs(at - b.0) <= 1e-12 * libm::fabs(at)
        {
            return at;
        }
        if (found.1 > 0.0) == (b.1 > 0.0) {
            a.1 /= 2.0;
        } else {
            a = b;
        }
        b = found;
    }
    b.0
}

/// The node price at which both cost the same.
fn node_price(held: &mut HeldPair, subject: Subject, models: (&Setting, &Model)) -> Option<PairBreakEven> {
    const ROW: &str = "own.node_price_usd";
    let row = field(ROW)?;
    let now = row.get(subject.scenario).number().filter(|usd| *usd > 0.0)?;
    let Kind::Number { max, .. } = row.kind else { return None };
    let mut changed = without_idle_mistakes(subject.scenario).into_owned();
    let (recommended, runner_up) = (held.recommended.kind, held.runner_up.kind);
    let (usd, last) = nearest_turn(now, (now / 20.0, (now * 20.0).min(max)), |usd| {
        row.set(&mut changed, &Value::Number(Amount::exact(usd)));
        held.difference_with(models, Subject { scenario: &changed, ..subject }, row)
    });
    Some(PairBreakEven { now_usd: now, usd, cheaper_above: if last > 0.0 { recommended } else { runner_up } })
}

/// The factor on all hourly prices at which both cost the same, as the price of the offer on demand.
fn rest_price(held: &mut HeldPair, setting: &Setting, subject: Subject, own: &Model) -> Option<PairBreakEven> {
    let index = setting.firm?;
    let now = setting.base.offers.get(index)?.price.as_usd_per_gpu_hour();
    let (recommended, runner_up) = (held.recommended.kind, held.runner_up.kind);
    let (factor, last) = nearest_turn(1.0, FACTORS, |factor| {
        let scaled = |model: &Model| {
            let mut model = model.clone();
            for offer in std::sync::Arc::make_mut(&mut model.offers).iter_mut().filter(|offer| offer.pays_per_use()) {
                offer.price = offer.price * factor;
            }
            model
        };
        let setting = Setting::of_model(scaled(&setting.base), subject.scenario);
        held.difference_in(&setting, subject, &scaled(own))
    });
    let usd = factor.map(|factor| factor * now);
    Some(PairBreakEven { now_usd: now, usd, cheaper_above: if last > 0.0 { recommended } else { runner_up } })
}

/// Payback and rate of the plan that needs more cash first.
struct Money {
    first: PlanKind,
    second: PlanKind,
    needs_less_cash: bool,
    payback: Option<Payback>,
    rate: Result<f64, NoRate>,
}

impl Money {
    fn of(setting: &Setting, (a, a_upfront): (&Plan, f64), (b, b_upfront): (&Plan, f64)) -> Self {
        let fill = |plan: &Plan| {
            let mut flows = Flows::with_accounts(&plan.model);
            plan.fill(&setting.terms, &mut flows);
            flows
        };
        let mut sides = [(a, fill(a)), (b, fill(b))];
        let model = &a.model;
        let above = |one: &Flows, other: &Flows| {
            let over = Paid::of(model, one, Some(other), None).over();
            over.iter().find(|(_, usd)| *usd != 0.0).is_some_and(|(_, usd)| *usd > 0.0)
        };
        let [(_, of_a), (_, of_b)] = &sides;
        let b_first = if a_upfront == b_upfront { above(of_b, of_a) } else { b_upfront > a_upfront };
        if b_first {
            sides.swap(0, 1);
        }
        let [(first, one), (second, other)] = &sides;
        let paid = Paid::of(model, one, Some(other), None);
        let needs_less_cash = paid.over().iter().all(|(_, usd)| *usd <= 0.0);
        Self {
            first: first.kind,
            second: second.kind,
            needs_less_cash,
            payback: (!needs_less_cash).then(|| payback(model, one, other, &paid)),
            rate: if needs_less_cash { Err(NoRate::less_cash()) } else { internal_rate(model, one, other) },
        }
    }
}
