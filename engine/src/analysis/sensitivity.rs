//! How much the answer changes as one input varies within its range.
//!
//! The range is the user's own, or else the low and high end of an unchanged default. A value entered without a range
//! is treated as known. Source: model page, section 4 (when a verdict is too close) and section 8 (tornado, to come
//! with its own percentiles).

use serde::Serialize;

use crate::analysis::goal_seek::saving_between;
use crate::cost::plan::OverflowPricing;
use crate::horizon::node_expansion;
use crate::horizon::{buffers, compare, own_against, rent_value};
use crate::inputs::field::{Field, Kind};
use crate::inputs::value::{Amount, Certainty, Value};
use crate::inputs::{FIELDS, Scenario};
use crate::model::{Model, moves_offers};
use crate::prices::PriceBook;

/// Effect on the saving of varying one input within its range.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Driver {
    /// Id of the row.
    pub field: &'static str,
    /// Low end of its range, in the row's unit.
    pub low: f64,
    /// High end.
    pub high: f64,
    /// Saving from owning over the horizon at the low end, present value.
    pub saving_at_low_usd: f64,
    /// The same at the high end.
    pub saving_at_high_usd: f64,
    /// Whether the winner changes within the range.
    pub flips: bool,
    /// Whether it is an unconfirmed price or quantity of today: these decide whether a verdict is too close. The user's
    /// own requirements (the work), deliberate zeros and future price trends are shown but do not.
    pub unconfirmed: bool,
}

impl Driver {
    /// Half of the saving's change over the range.
    pub fn half_swing(&self) -> f64 {
        (self.saving_at_high_usd - self.saving_at_low_usd).abs() / 2.0
    }
}

/// What every input with a range does to the saving against the offer that is cheapest at each end: those that move it, the
/// strongest first.
pub fn moved(scenario: &Scenario, model: &Model, book: &PriceBook, edition: &str, index: usize) -> Vec<Driver> {
    moved_by(scenario, model, book, edition, index, &|_| true)
}

/// The same for unconfirmed inputs only, which decide whether a verdict is too close: about half the inputs.
pub fn moved_by_unconfirmed(
    scenario: &Scenario,
    model: &Model,
    book: &PriceBook,
    edition: &str,
    index: usize,
) -> Vec<Driver> {
    moved_by(scenario, model, book, edition, index, &|field| unconfirmed(field, scenario))
}

fn moved_by(
    scenario: &Scenario,
    model: &Model,
    book: &PriceBook,
    edition: &str,
    index: usize,
    asked: &dyn Fn(&Field) -> bool,
) -> Vec<Driver> {
    let mut found = Vec::new();
    let mut flows = buffers(model);
    let mut changed = scenario.clone();
    let Some(against) = model.offers.get(index) else { return found };
    let terms = OverflowPricing::of(model);
    let rent = rent_value(model, &terms, index, &mut flows);
    let numbers = FIELDS.iter().filter(|f| matches!(f.kind, Kind::Number { .. }) && (f.is_relevant)(scenario));
    for field in numbers.filter(|f| asked(f)) {
        let Some((low, high)) = field.open_range(scenario, book, edition) else { continue };
        let mut at = |value: f64| {
            field.set(&mut changed, &Value::Number(Amount::exact(value)));
            let again = model_with(model, &changed, field, book, edition)?;
            let index = again.offers.iter().position(|o| o.id == against.id)?;
            if flows.months != again.time.months {
                flows = buffers(&again);
            }
            let anew = moves_offers(field) || moves_rent(field);
            let terms = if anew { OverflowPricing::of(&again) } else { terms };
            // The input may change which offer is cheapest; if it affects no offer, the cheapest stays the same.
            let saved = if anew {
                let found = compare(&again, &terms, &mut flows);
                found.cheapest.and_then(|(_, rent)| saving_between(&found.own, &rent))
            } else {
                saving_between(&own_against(&again, &terms, index, &mut flows), &rent)
            };
            saved.filter(|s| s.is_finite())
        };
        let ends = (at(low), at(high));
        field.set(&mut changed, &field.get(scenario));
        if let (Some(at_low), Some(at_high)) = ends
            && at_low != at_high
        {
            found.push(Driver {
                field: field.id,
                low,
                high,
                saving_at_low_usd: at_low,
                saving_at_high_usd: at_high,
                flips: (at_low > 0.0) != (at_high > 0.0),
                unconfirmed: unconfirmed(field, scenario),
            });
        }
    }
    found.sort_by(|a, b| b.half_swing().total_cmp(&a.half_swing()));
    found
}

/// The model with one row typed anew, made from the model before; nothing where it cannot be computed.
pub fn model_with(model: &Model, changed: &Scenario, field: &Field, book: &PriceBook, edition: &str) -> Option<Model> {
    if moves_offers(field) {
        return node_expansion::like(Some(model), changed, book, edition).ok();
    }
    Some(node_expansion::rerun(model, changed))
}

/// The unconfirmed inputs, with both ends of their ranges, in the order of the table.
pub fn unconfirmed_ranges<'a>(
    scenario: &'a Scenario,
    book: &'a PriceBook,
    edition: &'a str,
) -> impl Iterator<Item = (&'static Field, [f64; 2])> + 'a {
    let numbers = FIELDS.iter().filter(|f| matches!(f.kind, Kind::Number { .. }) && (f.is_relevant)(scenario));
    let open = numbers.filter(|field| unconfirmed(field, scenario));
    open.filter_map(|field| Some((field, field.open_range(scenario, book, edition)?.into())))
}

/// Whether changing a row can change the cost of renting even if it affects no offer ([`moves_offers`]). Owned
/// hardware, its power, space and staff cannot; a property test compares every driver with freshly computed plans.
pub fn moves_rent(field: &Field) -> bool {
    !["own.", "power.", "place.", "people."].iter().any(|owned| field.id.starts_with(owned))
}

/// Whether a row holds an unconfirmed price or quantity of today.
pub fn is_unconfirmed(field: &Field, scenario: &Scenario) -> bool {
    unconfirmed(field, scenario)
}

fn unconfirmed(field: &Field, scenario: &Scenario) -> bool {
    match field.get(scenario) {
        Value::Number(Amount { certainty: Certainty::Range(_) | Certainty::Confirmed, .. }) => true,
        Value::Number(amount) => amount.value != 0.0 && field.group.id != "work",
        _ => false,
    }
}

/// Possible error of the saving if every unconfirmed input varies independently: the root of the sum of the squared
/// half swings.
pub fn allowance(drivers: &[Driver]) -> f64 {
    let counted = drivers.iter().filter(|d| d.unconfirmed);
    libm::sqrt(counted.map(|d| d.half_swing() * d.half_swing()).sum())
}
