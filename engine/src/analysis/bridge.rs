//! From one answer to another: which changed input moves it by how much.
//!
//! One input after the other is changed from its first value to its last, in the order of the table, prices before
//! them; each step is the difference it makes, so the steps add up to the whole difference by construction. Another
//! order would share the difference out otherwise; that is said wherever it is shown.
//!
//! What is shown is rounded: [`Bridge::parts`] rounds where the way stands, not its steps, so that rounded parts add up
//! to the rounded difference to the last digit.

use serde::Serialize;

use crate::codec::Document;
use crate::cost::headline::headline;
use crate::cost::plan::{self, OverflowPricing};
use crate::horizon::node_expansion;
use crate::horizon::{buffers, compare};
use crate::inputs::FIELDS;
use crate::prices::PriceBook;

/// What is followed along the way.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Standing {
    /// Owning, per productive GPU-hour; nothing without work.
    pub own: Option<f64>,
    /// The cheapest offer that counts, per productive GPU-hour.
    pub rent: Option<f64>,
    /// What owning saves over the horizon, present value; nothing where there is nothing to compare with.
    pub saving: Option<f64>,
}

/// One step of the way.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Step {
    /// Id of the row that was changed; nothing for the price edition.
    pub field: Option<&'static str>,
    /// Its name.
    pub label: &'static str,
    /// What it adds to the cost of owning, per productive GPU-hour.
    pub own: f64,
    /// What it adds to the cost of renting.
    pub rent: f64,
    /// What it adds to what owning saves.
    pub saving: f64,
    /// Where the way stands after it.
    pub at: Standing,
}

/// A figure that is followed along the way.
pub type Followed = fn(&Standing) -> Option<f64>;

/// One figure of the way in whole units, such as cents: its ends, and every step that moves it by a unit or more.
#[derive(Clone, Debug, PartialEq)]
pub struct Parts {
    /// Where it starts.
    pub from: f64,
    /// Where it ends.
    pub to: f64,
    /// Id of the row, its name, and what it adds; they add up to `to - from` exactly.
    pub steps: Vec<(Option<&'static str>, &'static str, f64)>,
}

/// The way from one scenario to another.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Bridge {
    /// Where it starts.
    pub from: Standing,
    /// Where it ends.
    pub to: Standing,
    /// Every step that moved something.
    pub steps: Vec<Step>,
    /// Inputs that differ and moved nothing.
    pub silent: Vec<&'static str>,
}

fn standing(document: &Document, book: &PriceBook) -> Option<Standing> {
    let model = node_expansion::model(&document.scenario, book, &document.edition).ok()?;
    let found = headline(&model);
    let terms = OverflowPricing::of(&model);
    let over_time = compare(&model, &terms, &mut buffers(&model));
    let rented = over_time.cheapest.filter(|_| over_time.own.complete);
    // Of the same offer as the saving; where nothing compares, of the cheapest of the year.
    let offer = rented.map_or(found.cheapest.map(|(index, _)| index), |(index, _)| Some(index));
    let offer = offer.and_then(|index| model.offers.get(index));
    Some(Standing {
        own: found.own.per_productive_hour(),
        rent: offer.and_then(|offer| plan::rent(&model, &terms, offer).per_productive_hour()),
        saving: rented.map(|(_, rent)| rent.present_value - over_time.own.present_value),
    })
}

impl Bridge {
    /// One figure of the way in whole `unit`s, such as 0.01 for cents; nothing where one end has no such figure. A step
    /// on the way that has none joins the next one that has.
    pub fn parts(&self, figure: Followed, unit: f64) -> Option<Parts> {
        let whole = |standing: &Standing| figure(standing).map(|value| libm::round(value / unit));
        let mut at = whole(&self.from)?;
        let mut parts = Parts { from: at, to: whole(&self.to)?, steps: Vec::new() };
        for step in &self.steps {
            let next = whole(&step.at).unwrap_or(at);
            if next != at {
                parts.steps.push((step.field, step.label, next - at));
            }
            at = next;
        }
        Some(parts)
    }
}

/// The way from `from` to `to`; nothing where one of them cannot be computed.
///
/// A change that cannot be computed on its own (one of two that only fit together) joins the next one that can.
pub fn bridge(from: &Document, to: &Document, book: &PriceBook) -> Option<Bridge> {
    let start = standing(from, book)?;
    let end = standing(to, book)?;
    let mut at = from.clone();
    let mut here = start;
    let mut found = Bridge { from: start, to: end, steps: Vec::new(), silent: Vec::new() };
    if from.edition != to.edition {
        at.edition.clone_from(&to.edition);
        go(&mut found, &mut here, &at, book, None, "Price edition");
    }
    for field in FIELDS {
        let value = field.get(&to.scenario);
        if field.get(&at.scenario) != value {
            field.set(&mut at.scenario, &value);
            go(&mut found, &mut here, &at, book, Some(field.id), field.label);
        }
    }
    Some(found)
}

fn go(
    found: &mut Bridge,
    here: &mut Standing,
    at: &Document,
    book: &PriceBook,
    field: Option<&'static str>,
    label: &'static str,
) {
    let Some(next) = standing(at, book) else { return };
    let moved = |a: Option<f64>, b: Option<f64>| b.unwrap_or(0.0) - a.unwrap_or(0.0);
    let step = Step {
        field,
        label,
        own: moved(here.own, next.own),
        rent: moved(here.rent, next.rent),
        saving: moved(here.saving, next.saving),
        at: next,
    };
    if step.own == 0.0 && step.rent == 0.0 && step.saving == 0.0 {
        found.silent.extend(field);
    } else {
        found.steps.push(step);
    }
    *here = next;
}
