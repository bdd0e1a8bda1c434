//! Values at which two plans cost the same, sizes held: evaluated at points of a range one at a time, every change of sign
//! between neighbours then refined. Source: model page, sections 4 and 13.

use serde::Serialize;

use super::change::{Change, Hours, Place};
use super::held::{HeldPair, difference};
use crate::inputs::field::{Field, Kind};
use crate::inputs::value::{Amount, Value};
use crate::plans::plan::PlanKind;
use crate::units::count;

/// Points of a range of prices, by equal factors.
const PRICES: usize = 24;
/// Points of a range of the work, evenly spaced.
const WORKS: usize = 40;
/// Differences below this share of the plan's present value are none.
pub(super) const EQUAL: f64 = 1e-9;
/// Range of the factor on a price.
const FACTORS: (f64, f64) = (0.02, 50.0);

/// A value at which the cheaper of two plans changes.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct PairTurn {
    /// The value.
    pub value: f64,
    /// Whether it changes in a step there (whole nodes, racks, terms) rather than where both cost the same.
    pub step: bool,
    /// The plan that costs less above it.
    pub cheaper_above: PlanKind,
}

/// A price at which two plans cost the same, sizes held.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct PairBreakEven {
    /// The price now, US dollars: of a node, or of a GPU-hour of the offer that serves the rest.
    pub now_usd: f64,
    /// The nearest price at which both cost the same; nothing where none does.
    pub usd: Option<f64>,
    /// The plan that costs less above that price; without one, the plan that costs less at any.
    pub cheaper_above: PlanKind,
    /// Further prices at which the cheaper one changes, rising.
    pub others_usd: Vec<f64>,
}

impl PairWork {
    /// How far it is from the work now: the logarithm of the factor, without its sign.
    pub fn distance(&self) -> Option<f64> {
        self.factor.map(|factor| libm::fabs(libm::log(factor)))
    }
}

impl PairBreakEven {
    /// How far it is from the price now: the logarithm of the ratio, without its sign.
    pub fn distance(&self) -> Option<f64> {
        self.usd.map(|usd| libm::fabs(libm::log(usd / self.now_usd)))
    }
}

/// The amount of work at which two plans cost the same, sizes held.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct PairWork {
    /// The nearest factor on all work at which the cheaper one changes; nothing where none does.
    pub factor: Option<f64>,
    /// Whether it changes in a step there.
    pub step: bool,
    /// The plan that costs less above it; without one, the plan that costs less at any.
    pub cheaper_above: PlanKind,
    /// Further factors at which the cheaper one changes, rising.
    pub others: Vec<f64>,
    /// Largest factor that was looked at.
    pub most: f64,
    /// How busy the owned GPUs are now, where the work is steady and one of the two owns any.
    pub busy_share_now: Option<f64>,
    /// How busy they are at that factor; nothing where that is more work than they have hours.
    pub busy_share: Option<f64>,
}

/// What is moved along a range.
#[derive(Clone, Copy)]
pub(super) enum Moved {
    Row(&'static Field),
    Price(Hours),
    Work,
}

/// The turns of a range, one evaluation at a time.
#[derive(Clone)]
pub(super) struct TurnSearch {
    moved: Moved,
    pub now: f64,
    places: Vec<f64>,
    next: usize,
    /// Places at which the two compare and differ, each with what the other plan costs more.
    values: Vec<(f64, f64)>,
    whole: bool,
    first_usd: Option<f64>,
    nearest_usd: Option<f64>,
    moves: bool,
}

impl TurnSearch {
    fn new(moved: Moved, now: f64, places: Vec<f64>, whole: bool) -> Self {
        let (first_usd, nearest_usd) = (None, None);
        Self { moved, now, places, next: 0, values: Vec::new(), whole, first_usd, nearest_usd, moves: false }
    }

    /// The node price, from a twentieth to twenty times.
    pub(super) fn of_node_price(row: &'static Field, now: f64) -> Self {
        let max = if let Kind::Number { max, .. } = row.kind { max } else { f64::MAX };
        let places = by_factors((now / 20.0, (now * 20.0).min(max)), PRICES, now);
        Self::new(Moved::Row(row), now, places, false)
    }

    /// One factor on the price of all hours of a kind.
    pub(super) fn of_price(hours: Hours) -> Self {
        let places = by_factors(FACTORS, PRICES, 1.0);
        Self::new(Moved::Price(hours), 1.0, places, false)
    }

    /// One factor on all work, up to a largest one.
    pub(super) fn of_work(most: f64) -> Self {
        let mut places: Vec<f64> = (1..=WORKS).map(|n| most * count(n) / count(WORKS)).chain([1.0]).collect();
        places.sort_by(f64::total_cmp);
        places.dedup();
        Self::new(Moved::Work, 1.0, places, false)
    }

    /// A row of the table across its bounds.
    pub(super) fn of_row(row: &'static Field, now: f64, places: Vec<f64>, whole: bool) -> Self {
        Self::new(Moved::Row(row), now, places, whole)
    }

    fn difference(&self, held: &mut HeldPair, place: Place, at: f64) -> Option<f64> {
        let number = Value::Number(Amount::exact(at));
        held.difference(place, self.change(at, &number))
    }

    fn change<'v>(&self, at: f64, number: &'v Value) -> Change<'v> {
        match self.moved {
            Moved::Row(row) => Change::Row(row, number),
            Moved::Price(hours) => Change::Price(hours, at),
            Moved::Work => Change::Work(at),
        }
    }

    /// Evaluates the next point. Returns whether points are left.
    pub(super) fn step(&mut self, held: &mut HeldPair, place: Place) -> bool {
        let Some(at) = self.places.get(self.next).copied() else { return false };
        self.next += 1;
        let number = Value::Number(Amount::exact(at));
        let both = held.values(place, self.change(at, &number)).and_then(|[plan, against]| plan.zip(against));
        let usd = both.and_then(|(plan, against)| Some((difference(place, plan, against)?, plan.usd)));
        if let Some((usd, of)) = usd {
            self.moves |= self.first_usd.is_some_and(|first| first != usd);
            self.first_usd.get_or_insert(usd);
            self.nearest_usd = Some(self.nearest_usd.map_or(usd.abs(), |least| least.min(usd.abs())));
            // Where both cost the same over a range, neither end of it is a change.
            if usd.abs() > EQUAL * of.abs() {
                self.values.push((at, usd));
            }
        }
        self.next < self.places.len()
    }

    /// Whether the difference is not the same at all points.
    pub(super) fn moves(&self) -> bool {
        self.moves
    }

    /// How close the two come at any point, US dollars.
    pub(super) fn nearest_usd(&self) -> Option<f64> {
        self.nearest_usd
    }

    /// Refines every change of sign between neighbours: the nearest first, then the others rising.
    pub(super) fn turns(&self, held: &mut HeldPair, place: Place) -> Vec<PairTurn> {
        let (plan, against) = (held.plan.kind, held.against.kind);
        let changes: Vec<_> = self
            .values
            .windows(2)
            .filter_map(|pair| match pair {
                [low, high] if (low.1 > 0.0) != (high.1 > 0.0) => Some((*low, *high)),
                _ => None,
            })
            .collect();
        let mut turns: Vec<PairTurn> = changes
            .into_iter()
            .map(|(low, high)| {
                let mut at = |value: f64| self.difference(held, place, value);
                let (value, step) = if self.whole { whole(low, high, &mut at) } else { between(low, high, &mut at) };
                PairTurn { value, step, cheaper_above: if high.1 > 0.0 { plan } else { against } }
            })
            .collect();
        let far = |turn: &PairTurn| libm::fabs(turn.value - self.now);
        if let Some(nearest) = (0..turns.len()).min_by(|a, b| {
            let (a, b) = (turns.get(*a).map_or(0.0, far), turns.get(*b).map_or(0.0, far));
            a.total_cmp(&b)
        }) {
            let first = turns.remove(nearest);
            turns.insert(0, first);
        }
        turns
    }

    /// The plan that costs less at the last point.
    fn cheaper_at_the_end(&self, held: &HeldPair) -> PlanKind {
        let last = self.values.last().map_or(0.0, |(_, usd)| *usd);
        if last > 0.0 { held.plan.kind } else { held.against.kind }
    }

    /// The turns as prices: `usd` is the price at a value of 1.
    pub(super) fn prices(&self, held: &mut HeldPair, place: Place, usd: f64) -> PairBreakEven {
        let turns = self.turns(held, place);
        let first = turns.first().copied();
        PairBreakEven {
            now_usd: self.now * usd,
            usd: first.map(|turn| turn.value * usd),
            cheaper_above: first.map_or_else(|| self.cheaper_at_the_end(held), |turn| turn.cheaper_above),
            others_usd: turns.iter().skip(1).map(|turn| turn.value * usd).collect(),
        }
    }

    /// The turns as amounts of work.
    pub(super) fn works(&self, held: &mut HeldPair, place: Place, busy: Option<f64>) -> PairWork {
        let turns = self.turns(held, place);
        let first = turns.first().copied();
        PairWork {
            factor: first.map(|turn| turn.value),
            step: first.is_some_and(|turn| turn.step),
            cheaper_above: first.map_or_else(|| self.cheaper_at_the_end(held), |turn| turn.cheaper_above),
            others: turns.iter().skip(1).map(|turn| turn.value).collect(),
            most: self.places.last().copied().unwrap_or(0.0),
            busy_share_now: busy,
            busy_share: busy.zip(first).map(|(busy, turn)| busy * turn.value).filter(|share| *share <= 1.0),
        }
    }
}

/// Points by equal factors, and the present value.
fn by_factors((low, high): (f64, f64), points: usize, now: f64) -> Vec<f64> {
    let step = libm::log(high / low) / count(points);
    let mut places: Vec<f64> = (0..=points).map(|n| low * libm::exp(step * count(n))).chain([now]).collect();
    places.sort_by(f64::total_cmp);
    places.dedup();
    places
}

/// The first whole number at which the sign is that of the upper end.
fn whole(low: (f64, f64), high: (f64, f64), at: &mut dyn FnMut(f64) -> Option<f64>) -> (f64, bool) {
    let (mut from, mut to) = (low.0, high.0);
    while to - from > 1.5 {
        let middle = libm::floor(f64::midpoint(from, to));
        if at(middle).is_some_and(|usd| (usd > 0.0) == (high.1 > 0.0)) { to = middle } else { from = middle }
    }
    (to, true)
}

/// Where a difference that is nearly straight changes its sign: the secant with halved ends (Illinois), and halving where
/// that is slow, as at a step.
pub(super) fn between(low: (f64, f64), high: (f64, f64), at: &mut dyn FnMut(f64) -> Option<f64>) -> (f64, bool) {
    const SECANTS: usize = 12;
    const STEPS: usize = 80;
    let (mut a, mut b) = (low, high);
    let (mut at_a, mut at_b) = (low.1, high.1);
    for tried in 0..STEPS {
        if b.0 - a.0 <= 1e-12 * libm::fabs(b.0) {
            break;
        }
        let straight = b.0 - at_b * (b.0 - a.0) / (at_b - at_a);
        let inside = tried < SECANTS && straight > a.0 && straight < b.0;
        let middle = if inside { straight } else { f64::midpoint(a.0, b.0) };
        // Where the two do not compare, the last value that does decides.
        let usd = at(middle).unwrap_or(0.0);
        if usd == 0.0 {
            return (middle, at(middle).is_none());
        }
        if (usd > 0.0) == (high.1 > 0.0) {
            b = (middle, usd);
            at_b = usd;
            at_a /= 2.0;
        } else {
            a = (middle, usd);
            at_a = usd;
            at_b /= 2.0;
        }
    }
    let scale = libm::fabs(low.1).max(libm::fabs(high.1));
    let nearest = if libm::fabs(a.1) < libm::fabs(b.1) { a } else { b };
    let step = libm::fabs(nearest.1) > 1e-6 * scale;
    (if step { b.0 } else { nearest.0 }, step)
}
