//! Plans with their sizes held: nodes bought, GPUs committed and the kinds of hours that are used stay while inputs change;
//! which offer serves a kind is chosen again. Source: model page, section 13.

use std::sync::Arc;

use super::change::{Change, Changed, OWN_GPUS, Place};
use crate::cash_flow::Flows;
use crate::cash_flow::mix::{MixPlan, NewCommitment, Purpose, mix};
use crate::cash_flow::outside::Outside;
use crate::horizon::{PlanValue, buffers, node_expansion, rent_value, value_of};
use crate::inputs::{Scenario, Size};
use crate::model::{Model, Subject};
use crate::plans::candidates::{commitments, hourly_offers};
use crate::plans::machines::with_nodes;
use crate::plans::plan::{How, Plan, PlanKind};
use crate::plans::setting::{CommitmentSize, Setting, TypedSizes};

/// Hours undone that two plans may differ by and still do the same work.
pub(in crate::analysis) const SAME_WORK: f64 = 1e-6;
/// Row of the GPUs committed.
const COMMITTED_GPUS: &str = "rent.committed_gpus";

/// What a plan costs and does.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Valued {
    /// Present value, US dollars.
    pub usd: f64,
    /// Work left undone, GPU-hours.
    pub undone: f64,
    /// Present value of all hours that it does, GPU-hours.
    pub hours: f64,
    /// Whether it does all of the work, or the rest has a price.
    pub complete: bool,
}

impl Valued {
    /// The way of a mix that leaves less undone, or the cheaper one.
    fn better_mix(self, other: Self) -> Self {
        let same = libm::fabs(self.undone - other.undone) <= SAME_WORK;
        let first = if same { self.usd <= other.usd } else { self.undone < other.undone };
        if first { self } else { other }
    }

    /// The offer that does all of the work, or the cheaper one: as pure plans are chosen.
    fn better_offer(self, other: Self) -> Self {
        let first = if self.complete == other.complete { self.usd <= other.usd } else { self.complete };
        if first { self } else { other }
    }

    /// Cost of a productive GPU-hour, US dollars; nothing without any.
    pub fn per_hour(&self) -> Option<f64> {
        (self.hours > 0.0).then(|| self.usd / self.hours).filter(|usd| usd.is_finite())
    }
}

/// How the work of a plan is done.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Way {
    /// By the scenario's own rule for work beyond the machines: whole nodes, those there included.
    Owning { nodes: f64 },
    /// The same with another number of nodes than the scenario's own.
    OwningOther { nodes: f64 },
    /// All of it at one offer by the hour.
    Hourly,
    /// All of it at one commitment of the size that the rows of renting give.
    Committed,
    /// The same at one of so many months.
    CommittedFor { months: f64 },
    /// A mix.
    Mix {
        /// Nodes bought beside those there; nothing where machines are no part of it.
        bought: Option<f64>,
        /// GPUs of the new commitment.
        committed: f64,
        /// Whether machines work before cheaper hours elsewhere.
        machines_first: bool,
        /// Whether work that may be interrupted may go on spot while the rest does not.
        spot: bool,
    },
}

/// The sizes of a plan, held.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Held {
    /// Which plan.
    pub kind: PlanKind,
    way: Way,
}

impl Held {
    /// The sizes of a plan.
    pub fn of(setting: &Setting, plan: &Plan) -> Self {
        let way = match &plan.how {
            How::Owning => Way::Owning { nodes: setting.sizes.nodes.unwrap_or(plan.model.owned.nodes) },
            How::Offer(index) => match plan.model.offers.get(*index) {
                Some(offer) if !offer.pays_per_use() => Way::Committed,
                _ => Way::Hourly,
            },
            How::Mix(mix) => Way::Mix {
                bought: mix.owns.then_some(plan.model.owned.nodes - plan.model.owned.present),
                committed: mix.commitment.map_or(0.0, |signed| signed.gpus),
                machines_first: mix.machines_first,
                spot: matches!(plan.kind, PlanKind::Mix | PlanKind::Yours),
            },
        };
        Self { kind: plan.kind, way }
    }

    /// All of the work at the cheapest offer by the hour.
    pub fn by_the_hour() -> Self {
        Self { kind: PlanKind::Rent, way: Way::Hourly }
    }

    /// All of the work at the cheapest commitment of a length, months.
    pub fn committed_for(months: f64) -> Self {
        Self { kind: PlanKind::Commit, way: Way::CommittedFor { months } }
    }

    /// Nodes bought beside those there, and GPUs committed in a size of their own.
    pub fn sizes(&self, nodes_there: f64) -> (f64, f64) {
        match self.way {
            Way::Owning { nodes } | Way::OwningOther { nodes } => ((nodes - nodes_there).max(0.0), 0.0),
            Way::Mix { bought, committed, .. } => (bought.unwrap_or(0.0), committed),
            Way::Hourly | Way::Committed | Way::CommittedFor { .. } => (0.0, 0.0),
        }
    }

    /// The same with another share of its nodes bought and GPUs committed, whole; nothing where it has neither, or none are left.
    pub fn resized(&self, share: f64, nodes_there: f64) -> Option<Self> {
        let scaled = |size: f64| libm::round(size * share);
        if share == 1.0 {
            return Some(*self).filter(|held| held.sizes(nodes_there) != (0.0, 0.0));
        }
        let way = match self.way {
            Way::Owning { nodes } | Way::OwningOther { nodes } => {
                Way::OwningOther { nodes: nodes_there + scaled(nodes - nodes_there) }
            }
            Way::Mix { bought, committed, machines_first, spot } => {
                Way::Mix { bought: bought.map(scaled), committed: scaled(committed), machines_first, spot }
            }
            Way::Hourly | Way::Committed | Way::CommittedFor { .. } => return None,
        };
        let resized = Self { way, ..*self };
        let (bought, committed) = resized.sizes(nodes_there);
        (bought + committed > 0.0).then_some(resized)
    }

    /// The same where a row that is a size sets it in the plans that have the source.
    pub(super) fn sized_by(&self, row: &str, scenario: &Scenario) -> Self {
        let mut held = *self;
        let gpus = scenario.own.gpus.value;
        let sizes = Scenario {
            sizes: crate::inputs::Sizes { own: Size::Typed(gpus), ..scenario.sizes.clone() },
            ..scenario.clone()
        };
        let nodes = || TypedSizes::of(&sizes).nodes.unwrap_or(0.0);
        match (&mut held.way, row) {
            (Way::Owning { nodes: held }, OWN_GPUS) => *held = nodes(),
            (Way::Mix { bought: Some(bought), .. }, OWN_GPUS) if *bought > 0.0 => {
                *bought = (nodes() - scenario.present.nodes.value).max(0.0);
            }
            (Way::Mix { committed, .. }, COMMITTED_GPUS) if *committed > 0.0 => {
                *committed = scenario.rent.committed_gpus.value;
            }
            _ => {}
        }
        held
    }

    /// What it costs and does in some models; nothing where it cannot be had. `flows` are left as they come.
    pub fn value(&self, place: Place, flows: &mut Flows) -> Option<Valued> {
        self.value_with(place, flows, Then::Leave)
    }

    /// What it has paid by each month from the decision on, before tax and sales, undiscounted, US dollars; nothing where it cannot be
    /// had.
    pub fn cumulative_usd(&self, place: Place, flows: &mut Flows) -> Option<Vec<f64>> {
        self.value_with(place, flows, Then::FillBest)?;
        Some(flows.cumulative(None).1)
    }

    fn value_with(&self, place: Place, flows: &mut Flows, then: Then) -> Option<Valued> {
        let Place { setting, subject, own } = place;
        if flows.months != setting.base.time.months {
            *flows = buffers(&setting.base);
        }
        match self.way {
            Way::Hourly => cheapest_offer(place, flows, &hourly_offers(own, &setting.terms), then),
            Way::Committed => cheapest_offer(place, flows, &commitments(own), then),
            Way::CommittedFor { months } => {
                let of_length = |index: &usize| own.offers.get(*index).is_some_and(|o| o.term_months == months);
                let offers: Vec<usize> = commitments(own).into_iter().filter(of_length).collect();
                cheapest_offer(place, flows, &offers, then)
            }
            Way::Owning { .. } if matches!(subject.scenario.sizes.own, Size::Auto) => {
                crate::cash_flow::own(own, &setting.terms, flows);
                Some(valued(own, setting.value_of_owning(own, flows), flows))
            }
            Way::Owning { nodes } | Way::OwningOther { nodes } => {
                let typed = with_nodes(subject, nodes)?;
                let model = node_expansion::like(Some(own), &typed, subject.book, subject.edition).ok()?;
                let model = if model.work == own.work { model } else { model.with_work(own.work) };
                crate::cash_flow::own(&model, &setting.terms, flows);
                Some(valued(&model, setting.value_of_owning(&model, flows), flows))
            }
            Way::Mix { bought, committed, machines_first, spot } => {
                self.value_of_mix(place, bought, (committed, machines_first, spot), (flows, then))
            }
        }
    }

    fn value_of_mix(
        &self,
        Place { setting, subject, .. }: Place,
        bought: Option<f64>,
        (committed, machines_first, spot): (f64, bool, bool),
        (flows, then): (&mut Flows, Then),
    ) -> Option<Valued> {
        let nodes = bought.map_or(0.0, |bought| bought + setting.nodes_there);
        let owned = match self.kind {
            PlanKind::Replace => Some(setting.replacing(subject)?),
            _ if nodes > 0.0 => Some(machines(setting, subject, nodes)?),
            _ => None,
        };
        let model = owned.as_ref().unwrap_or(&setting.base);
        let keeps_bill = self.kind == PlanKind::Now;
        let mut plan = MixPlan {
            owns: nodes > 0.0,
            bridge: setting.hourly.clone(),
            machines_first,
            purpose: if keeps_bill { Purpose::Present } else { Purpose::Plan },
            ..MixPlan::default()
        };
        let value = |(outside, commitment): &(Option<Arc<Outside>>, Option<NewCommitment>)| {
            plan.outside.clone_from(outside);
            plan.commitment = *commitment;
            mix(model, &setting.terms, &plan, flows);
            let value = if plan.owns { setting.value_of_owning(model, flows) } else { value_of(model, flows) };
            valued(model, value, flows)
        };
        let rests = match (keeps_bill, spot) {
            _ if self.kind == PlanKind::Api => vec![setting.api.clone()],
            (true, _) => vec![setting.hourly.clone()],
            (false, true) => setting.rests(),
            (false, false) => vec![setting.rest()],
        };
        // An offer of whole instances holds as many as it takes.
        let found = setting.sizes.commitment == CommitmentSize::Found;
        let whole = |index: usize| {
            let offer = setting.base.offers.get(index);
            let whole = offer.map_or(1.0, |offer| offer.gpus_per_instance.max(1.0));
            libm::ceil(committed / whole * (1.0 - 1e-12)) * whole
        };
        let sign = |index: &usize| NewCommitment::new(*index, if found { whole(*index) } else { committed });
        let signed: Vec<Option<NewCommitment>> = if committed > 0.0 {
            setting.commitments.iter().map(|index| Some(sign(index))).collect()
        } else {
            vec![None]
        };
        let ways: Vec<_> =
            rests.iter().flat_map(|rest| signed.iter().map(move |signed| (rest.clone(), *signed))).collect();
        best(&ways, value, if spot { Valued::better_mix } else { Valued::better_offer }, then)
    }
}

/// The base of a setting with a number of nodes, those there included.
fn machines(setting: &Setting, subject: Subject, nodes: f64) -> Option<Model> {
    let mut changed = with_nodes(subject, nodes)?;
    changed.time.beyond = crate::inputs::BeyondChoice::Offer;
    Some(setting.base.with_machines_of(&changed))
}

fn cheapest_offer(place: Place, flows: &mut Flows, unbeaten: &[usize], then: Then) -> Option<Valued> {
    let Place { setting, own, .. } = place;
    let value = |index: &usize| {
        let value = rent_value(own, &setting.terms, *index, flows);
        valued(own, value, flows)
    };
    best(unbeaten, value, Valued::better_offer, then)
}

/// What the flows hold after several ways of a plan were tried.
#[derive(Clone, Copy, PartialEq)]
enum Then {
    /// Those of the last.
    Leave,
    /// Those of the best.
    FillBest,
}

/// The best of several ways, each of which fills the flows.
fn best<Way>(
    ways: &[Way],
    mut value: impl FnMut(&Way) -> Valued,
    better: fn(Valued, Valued) -> Valued,
    then: Then,
) -> Option<Valued> {
    let mut best: Option<(usize, Valued)> = None;
    for (place, way) in ways.iter().enumerate() {
        let found = value(way);
        if best.is_none_or(|(_, held)| better(held, found) != held) {
            best = Some((place, found));
        }
    }
    let (place, found) = best?;
    if then == Then::FillBest && place + 1 < ways.len() {
        value(ways.get(place)?);
    }
    Some(found)
}

/// The value of a plan whose flows are filled.
fn valued(model: &Model, value: PlanValue, flows: &Flows) -> Valued {
    let clock = &model.time.clock;
    let months = 1..=flows.months;
    let hours = months.map(|month| flows.sources.of_month(month) * clock.at_end(month)).sum();
    Valued { usd: value.present_value, undone: flows.unserved, hours, complete: value.complete }
}

/// Two plans with their sizes held, for any change of the inputs.
pub struct HeldPair {
    /// The plan.
    pub plan: Held,
    /// What it is compared with.
    pub against: Held,
    flows: Flows,
}

impl HeldPair {
    /// Two plans of a setting.
    pub fn new(setting: &Setting, plan: &Plan, against: &Plan) -> Self {
        Self { plan: Held::of(setting, plan), against: Held::of(setting, against), flows: buffers(&setting.base) }
    }

    /// What both cost and do with an input changed; nothing for one that cannot be had.
    pub fn values(&mut self, place: Place, change: Change) -> Option<[Option<Valued>; 2]> {
        let changed = Changed::of(place, change)?;
        let sized = |held: &Held| match change {
            Change::Row(row, _) => held.sized_by(row.id, changed.scenario()),
            _ => *held,
        };
        let both = [sized(&self.plan), sized(&self.against)];
        Some(both.map(|held| held.value(changed.place(), &mut self.flows)))
    }

    /// What the other plan costs more with an input changed, present value, US dollars; nothing where the two do not do the
    /// same work.
    pub fn difference(&mut self, place: Place, change: Change) -> Option<f64> {
        let [plan, against] = self.values(place, change)?;
        difference(place, plan?, against?)
    }
}

/// What one plan costs more than another; nothing where one leaves more undone and undone hours have no price.
pub(super) fn difference(place: Place, plan: Valued, against: Valued) -> Option<f64> {
    let priced = place.setting.base.time.late_usd_per_gpu_hour > 0.0;
    let same = priced || libm::fabs(plan.undone - against.undone) <= SAME_WORK;
    Some(against.usd - plan.usd).filter(|usd| same && usd.is_finite())
}
