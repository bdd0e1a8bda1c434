//! Explains the difference between two answers: how much each changed input contributes.
//!
//! Inputs are changed one at a time from their first value to their last, in the order of the table, after the prices.
//! Each step is the difference it makes, so the steps add up to the whole difference by construction. Another order
//! would attribute the difference differently; the page and the exports state this.
//!
//! Shown values are rounded. [`Bridge::parts`] rounds the running totals, not the steps, so rounded parts add up to the
//! rounded difference to the last digit.

use serde::Serialize;

use crate::codec::Document;
use crate::cost::headline::headline;
use crate::cost::plan::{self, OverflowPricing};
use crate::horizon::node_expansion;
use crate::horizon::{buffers, compare};
use crate::inputs::FIELDS;
use crate::prices::PriceBook;

/// The figures tracked through the bridge.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Standing {
    /// Cost of owning per productive GPU-hour; `None` without work.
    pub own: Option<f64>,
    /// Cost of the cheapest counted offer per productive GPU-hour.
    pub rent: Option<f64>,
    /// Saving from owning over the horizon, present value; `None` if there is nothing to compare with.
    pub saving: Option<f64>,
}

/// One step of the bridge.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Step {
    /// Id of the changed row; `None` for the price edition.
    pub field: Option<&'static str>,
    /// Its label.
    pub label: &'static str,
    /// Change in the cost of owning, per productive GPU-hour.
    pub own: f64,
    /// Change in the cost of renting.
    pub rent: f64,
    /// Change in the saving from owning.
    pub saving: f64,
    /// Figures after this step.
    pub at: Standing,
}

/// Selects one tracked figure.
pub type Followed = fn(&Standing) -> Option<f64>;

/// One figure of the bridge in whole units, such as cents: its ends and every step that moves it by at least one unit.
#[derive(Clone, Debug, PartialEq)]
pub struct Parts {
    /// Value at the start.
    pub from: f64,
    /// Value at the end.
    pub to: f64,
    /// Row id, label and contribution of each step; contributions add up to `to - from` exactly.
    pub steps: Vec<(Option<&'static str>, &'static str, f64)>,
}

/// The steps from one scenario to another.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Bridge {
    /// Figures at the start.
    pub from: Standing,
    /// Figures at the end.
    pub to: Standing,
    /// Every step that changed a figure.
    pub steps: Vec<Step>,
    /// Inputs that differ but changed no figure.
    pub silent: Vec<&'static str>,
}

fn standing(document: &Document, book: &PriceBook) -> Option<Standing> {
    let model = node_expansion::model(&document.scenario, book, &document.edition).ok()?;
    let found = headline(&model);
    let terms = OverflowPricing::of(&model);
    let over_time = compare(&model, &terms, &mut buffers(&model));
    let rented = over_time.cheapest.filter(|_| over_time.own.complete);
    // The offer that the saving compares with; if nothing compares, the cheapest of the steady year.
    let offer = rented.map_or(found.cheapest.map(|(index, _)| index), |(index, _)| Some(index));
    let offer = offer.and_then(|index| model.offers.get(index));
    Some(Standing {
        own: found.own.per_productive_hour(),
        rent: offer.and_then(|offer| plan::rent(&model, &terms, offer).per_productive_hour()),
        saving: rented.map(|(_, rent)| rent.present_value - over_time.own.present_value),
    })
}

impl Bridge {
    /// One figure of the bridge in whole `unit`s, such as 0.01 for cents; `None` if either end lacks the figure. A step
    /// without the figure is merged into the next one that has it.
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

/// The bridge from `from` to `to`; `None` if either cannot be computed.
///
/// A change that cannot be computed alone (one of two that are only valid together) is merged into the next one that
/// can.
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
