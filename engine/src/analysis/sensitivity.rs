//! How far the answer moves when an input moves within its range, one at a time.
//!
//! A range is what a person gave, else the low and high end of a default that still stands. What somebody typed without
//! a range counts as known. Source: model page, section 4 (when a verdict is too close) and section 8 (tornado, to come
//! with its own percentiles).

use serde::Serialize;

use crate::analysis::goal_seek::saving_between;
use crate::cost::headline::{owned_gpu, rented_for_it};
use crate::cost::own_rates;
use crate::cost::plan::OverflowPricing;
use crate::formulas::break_even::{OwnedGpu, RentedForIt};
use crate::horizon::node_expansion;
use crate::horizon::{buffers, compare, own_against, rent_value};
use crate::inputs::field::{Field, Kind};
use crate::inputs::value::{Amount, Value};
use crate::inputs::{FIELDS, Scenario};
use crate::model::{Model, moves_offers};
use crate::prices::PriceBook;

/// What the saving does over the range of one input.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Driver {
    /// Id of the row.
    pub field: &'static str,
    /// Low end of its range, in the row's unit.
    pub low: f64,
    /// High end.
    pub high: f64,
    /// What owning saves over the horizon at the low end, present value.
    pub saving_at_low_usd: f64,
    /// What it saves at the high end.
    pub saving_at_high_usd: f64,
    /// Whether the winner changes within the range.
    pub flips: bool,
    /// Whether it is a price or quantity of today that nobody confirmed: these decide whether a verdict is too close.
    /// What is the user's own to say (the work), what is left out on purpose (zero), and how prices will move are
    /// shown and do not.
    pub unconfirmed: bool,
}

impl Driver {
    /// Half of what the saving moves over the range.
    pub fn half_swing(&self) -> f64 {
        (self.saving_at_high_usd - self.saving_at_low_usd).abs() / 2.0
    }
}

/// What both sides cost in a steady year with one input at each end of its range, everything else as it is.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Swing {
    /// One owned GPU.
    pub own: [OwnedGpu; 2],
    /// Renting its work from the offer of the verdict.
    pub rent: [RentedForIt; 2],
}

/// What the inputs with a range do.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Moved {
    /// Those that move the saving, the strongest first.
    pub drivers: Vec<Driver>,
    /// Those that nobody confirmed and that move the cost of a steady year, in the order of the table.
    pub swings: Vec<Swing>,
}

/// What every input with a range does to the saving against the offer that is cheapest at each end, and to a steady year
/// against the offer of the verdict.
pub fn moved(scenario: &Scenario, model: &Model, book: &PriceBook, edition: &str, index: usize) -> Moved {
    moved_by(scenario, model, book, edition, index, &|_| true)
}

/// The same for the inputs that nobody confirmed, which decide whether a verdict is too close: half of them and less of
/// the work.
pub fn moved_by_unconfirmed(
    scenario: &Scenario,
    model: &Model,
    book: &PriceBook,
    edition: &str,
    index: usize,
) -> Moved {
    moved_by(scenario, model, book, edition, index, &|field| unconfirmed(field, scenario))
}

fn moved_by(
    scenario: &Scenario,
    model: &Model,
    book: &PriceBook,
    edition: &str,
    index: usize,
    asked: &dyn Fn(&Field) -> bool,
) -> Moved {
    let mut found = Moved::default();
    let mut flows = buffers(model);
    let mut changed = scenario.clone();
    let Some(against) = model.offers.get(index) else { return found };
    let terms = OverflowPricing::of(model);
    let rent = rent_value(model, &terms, index, &mut flows);
    let here = steady(model, &terms, index);
    let numbers = FIELDS.iter().filter(|f| matches!(f.kind, Kind::Number { .. }) && (f.is_relevant)(scenario));
    for field in numbers.filter(|f| asked(f)) {
        let Some((low, high)) = range_of(field, scenario, book) else { continue };
        let open = unconfirmed(field, scenario);
        let mut at = |value: f64| {
            field.set(&mut changed, &Value::Number(Amount::exact(value)));
            let again = if moves_offers(field) {
                node_expansion::like(Some(model), &changed, book, edition).ok()?
            } else {
                node_expansion::rerun(model, &changed)
            };
            let index = again.offers.iter().position(|o| o.id == against.id)?;
            if flows.months != again.time.months {
                flows = buffers(&again);
            }
            let anew = moves_offers(field) || moves_rent(field);
            let terms = if anew { OverflowPricing::of(&again) } else { terms };
            // Which offer is the cheapest may change with the input; where no offer moves it stays.
            let saved = if anew {
                let found = compare(&again, &terms, &mut flows);
                found.cheapest.and_then(|(_, rent)| saving_between(&found.own, &rent))
            } else {
                saving_between(&own_against(&again, &terms, index, &mut flows), &rent)
            };
            let year = if open { steady(&again, &terms, index) } else { None };
            Some((saved.filter(|s| s.is_finite()), year))
        };
        let ends = (at(low), at(high));
        field.set(&mut changed, &field.get(scenario));
        let (Some((at_low, low_year)), Some((at_high, high_year))) = ends else { continue };
        if let (Some(one), Some(other)) = (low_year, high_year)
            && (low_year != here || high_year != here)
        {
            found.swings.push(Swing { own: [one.0, other.0], rent: [one.1, other.1] });
        }
        if let (Some(at_low), Some(at_high)) = (at_low, at_high)
            && at_low != at_high
        {
            found.drivers.push(Driver {
                field: field.id,
                low,
                high,
                saving_at_low_usd: at_low,
                saving_at_high_usd: at_high,
                flips: (at_low > 0.0) != (at_high > 0.0),
                unconfirmed: open,
            });
        }
    }
    found.drivers.sort_by(|a, b| b.half_swing().total_cmp(&a.half_swing()));
    found
}

/// What one owned GPU and renting its work cost in a steady year; nothing without the offer.
fn steady(model: &Model, terms: &OverflowPricing, index: usize) -> Option<(OwnedGpu, RentedForIt)> {
    let offer = model.offers.get(index)?;
    Some((owned_gpu(model, &own_rates(model)), rented_for_it(model, terms, offer)))
}

/// Whether a change of a row can change what renting costs, even where it moves no offer ([`moves_offers`]). What is
/// owned, its power, place and people do not; a property compares every driver with plans made anew.
pub fn moves_rent(field: &Field) -> bool {
    !["own.", "power.", "place.", "people."].iter().any(|owned| field.id.starts_with(owned))
}

/// The range an input may move in; nothing for one that somebody typed without a range.
fn range_of(field: &Field, scenario: &Scenario, book: &PriceBook) -> Option<(f64, f64)> {
    let Value::Number(amount) = field.get(scenario) else { return None };
    let Kind::Number { min, max, whole, .. } = field.kind else { return None };
    if let Some(range) = amount.range {
        // A row of whole numbers takes no others.
        let held = |end: f64| if whole { libm::round(end) } else { end };
        return Some((held(range.low), held(range.high)));
    }
    let (low, high) = field.range_of(amount.value, book)?;
    (low < high).then_some((low.max(min), high.min(max)))
}

fn unconfirmed(field: &Field, scenario: &Scenario) -> bool {
    match field.get(scenario) {
        Value::Number(Amount { range: Some(_), .. }) => true,
        Value::Number(amount) => amount.value != 0.0 && field.group.id != "work",
        _ => false,
    }
}

/// How far the saving may be off when every unconfirmed input moves on its own: the root of the sum of the squared half
/// swings.
pub fn allowance(drivers: &[Driver]) -> f64 {
    let counted = drivers.iter().filter(|d| d.unconfirmed);
    libm::sqrt(counted.map(|d| d.half_swing() * d.half_swing()).sum())
}
