//! Finds the values of an input at which owning and renting cost the same.
//!
//! The difference of the two present values is evaluated at 256 points within the input's bounds, at the current value
//! and around it; every change of sign between neighbours is then bisected. Several roots are normal. Source: model
//! page, section 4.

use serde::Serialize;

use crate::cash_flow::Flows;
use crate::cost::plan::OverflowPricing;
use crate::formulas::root::bisect;
use crate::horizon::node_expansion;
use crate::horizon::{PlanValue, buffers, compare, own_against, rent_value};
use crate::inputs::Scenario;
use crate::inputs::field::{Field, Kind};
use crate::inputs::value::{Amount, Value};
use crate::model::Model;
pub use crate::model::Subject;
use crate::prices::PriceBook;
use crate::units::count;

/// Points evaluated within the input's bounds.
const POINTS: usize = 256;

/// A value at which the winner changes.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Root {
    /// The input's value, in the row's unit.
    pub value: f64,
    /// Whether the winner changes at a step (whole nodes, months, racks) rather than where both cost the same.
    pub step: bool,
    /// Whether owning costs less above this value.
    pub own_above: bool,
}

/// The result of a goal seek on one input.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct GoalSeek {
    /// Id of the row.
    pub field: &'static str,
    /// Its current value.
    pub now: f64,
    /// Every value at which the winner changes, ascending; empty if one side wins at any value.
    pub turns: Vec<Root>,
    /// Current saving from owning, present value over the horizon; `None` if the two sides do not compare.
    pub saving_usd: Option<f64>,
    /// Smallest difference between the two sides that any value reaches, present value: how far away a change is.
    pub nearest_usd: Option<f64>,
}

/// Finds the values of an input at which owning and renting cost the same, everything else unchanged.
///
/// `against` is the id of an offer; with `None`, the counted offer that is cheapest at each value. Returns `None` for
/// rows that are not numbers.
pub fn goal_seek(
    scenario: &Scenario,
    book: &PriceBook,
    edition: &str,
    field: &'static Field,
    against: Option<&str>,
) -> Option<GoalSeek> {
    let subject = Subject { scenario, book, edition };
    let mut search = Search::new(subject, field, against)?;
    while search.step(subject) {}
    Some(search.finish(subject))
}

/// A goal seek in steps of one evaluation each, for callers that report progress or may stop.
#[derive(Clone)]
pub struct Search {
    field: &'static Field,
    against: Option<String>,
    whole: bool,
    now: f64,
    /// The model of the scenario itself, whose parts others reuse; `None` where it cannot be computed.
    model: Option<Model>,
    here: Option<f64>,
    places: Vec<f64>,
    /// The next of `places` to evaluate.
    next: usize,
    /// Places that compare, with what owning saves there.
    values: Vec<(f64, f64)>,
}

impl Search {
    /// Starts a search; see [`goal_seek`].
    pub fn new(subject: Subject, field: &'static Field, against: Option<&str>) -> Option<Self> {
        let Kind::Number { min, max, whole, .. } = field.kind else { return None };
        let now = field.get(subject.scenario).number()?;
        let model = node_expansion::model(subject.scenario, subject.book, subject.edition).ok();
        let here = subject.saving_at(model.as_ref(), field, now, against);
        let places = places(min, max, now, whole);
        let (against, values) = (against.map(str::to_owned), Vec::new());
        Some(Self { field, against, whole, now, model, here, places, next: 0, values })
    }

    /// Evaluates the next value. Returns whether values are left.
    pub fn step(&mut self, subject: Subject) -> bool {
        let Some(&place) = self.places.get(self.next) else { return false };
        self.next += 1;
        let saving = subject.saving_at(self.model.as_ref(), self.field, place, self.against.as_deref());
        let saving = saving.filter(|saving| saving.is_finite());
        self.values.extend(saving.map(|saving| (place, saving)));
        self.next < self.places.len()
    }

    /// Whether the input moves what owning saves at any of the values evaluated.
    pub fn moves(&self) -> bool {
        self.values.windows(2).any(|pair| matches!(pair, [one, other] if one.1 != other.1))
    }

    /// Refines every change of sign between the values evaluated.
    pub fn finish(self, subject: Subject) -> GoalSeek {
        let saving = |value: f64| subject.saving_at(self.model.as_ref(), self.field, value, self.against.as_deref());
        let turns = self
            .values
            .windows(2)
            .filter_map(|pair| match pair {
                [low, high] if (low.1 > 0.0) != (high.1 > 0.0) => Some(turn(*low, *high, self.whole, &saving)),
                _ => None,
            })
            .collect();
        let nearest_usd = self.values.iter().map(|(_, saving)| saving.abs()).min_by(f64::total_cmp);
        GoalSeek { field: self.field.id, now: self.now, turns, saving_usd: self.here, nearest_usd }
    }
}

impl Subject<'_> {
    /// Saving from owning over the horizon, present value, with one row set to another value. Reuses parts of `earlier`.
    pub fn saving_at(&self, earlier: Option<&Model>, field: &Field, value: f64, against: Option<&str>) -> Option<f64> {
        let mut changed = self.scenario.clone();
        field.set(&mut changed, &Value::Number(Amount::exact(value)));
        // As when typing: inputs sized to the number of GPUs follow it.
        changed.follow_gpus(self.scenario, self.book);
        let model = node_expansion::like(earlier, &changed, self.book, self.edition).ok()?;
        saving(&model, against, &mut buffers(&model))
    }
}

/// Saving from owning over the horizon, present value, against the given offer or else the cheapest counted one.
///
/// `flows` is scratch space; it is reallocated if the horizon differs.
pub fn saving(model: &Model, against: Option<&str>, flows: &mut Flows) -> Option<f64> {
    let terms = OverflowPricing::of(model);
    if flows.months != model.time.months {
        *flows = buffers(model);
    }
    let Some(id) = against else {
        let found = compare(model, &terms, flows);
        return saving_between(&found.own, &found.cheapest?.1);
    };
    let index = model.offers.iter().position(|o| o.id == id)?;
    saving_between(&own_against(model, &terms, index, flows), &rent_value(model, &terms, index, flows))
}

/// How much less one plan costs than another, present value; `None` if either leaves work undone.
pub fn saving_between(own: &PlanValue, rent: &PlanValue) -> Option<f64> {
    (own.complete && rent.complete).then_some(rent.present_value - own.present_value)
}

/// The points to evaluate: across the bounds (logarithmic if they are positive), and densely around the current value.
pub(super) fn places(min: f64, max: f64, now: f64, whole: bool) -> Vec<f64> {
    const AROUND: usize = 64;
    let part = |index: usize, of: usize| count(index) / count(of - 1);
    // A range that starts at zero begins nine orders of magnitude below its maximum.
    let least = if min > 0.0 { min } else { max * 1e-9 };
    let over = |p: f64| if min < 0.0 { min + (max - min) * p } else { least * libm::exp(libm::log(max / least) * p) };
    let mut found: Vec<f64> = (0..POINTS).map(|index| over(part(index, POINTS))).collect();
    let width = if now == 0.0 { (max - min) * 0.01 } else { libm::fabs(now) };
    found.extend((0..AROUND).map(|index| now + width * (part(index, AROUND) * 2.0 - 1.0) * 0.5));
    found.extend([min, max, now]);
    let held = |place: f64| if whole { libm::round(place) } else { place }.clamp(min, max);
    let mut places: Vec<(f64, f64)> = found.into_iter().map(|place| (held(place), 0.0)).collect();
    places.sort_by(|a, b| a.0.total_cmp(&b.0));
    places.dedup();
    places.into_iter().map(|(place, _)| place).collect()
}

fn turn(low: (f64, f64), high: (f64, f64), whole: bool, saving: &dyn Fn(f64) -> Option<f64>) -> Root {
    let own_above = high.1 > 0.0;
    if whole {
        let (mut low, mut high) = (low.0, high.0);
        while high - low > 1.5 {
            let middle = libm::floor(f64::midpoint(low, high));
            if saving(middle).is_some_and(|s| (s > 0.0) == own_above) { high = middle } else { low = middle }
        }
        return Root { value: high, step: true, own_above };
    }
    // If the two sides do not compare in between, the last comparable value decides.
    let sign = |x: f64| saving(x).map_or(0.0, |s| if own_above { s } else { -s });
    let value = bisect(low.0, high.0, sign);
    let scale = libm::fabs(low.1).max(libm::fabs(high.1));
    let step = saving(value).is_none_or(|s| libm::fabs(s) > 1e-6 * scale);
    Root { value, step, own_above }
}
