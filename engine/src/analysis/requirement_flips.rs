//! Which requirement on the machines decides the answer: GPUs in one fabric, its network, whether they may be
//! interrupted, the longest term. These rows change no price; they decide which offers are counted, so the answer
//! changes in steps and never at equal cost (`goal_seek` finds those values).
//! Source: model page, section 4 (only offers that can do the same job are compared).

use crate::analysis::goal_seek::saving_between;
use crate::cost::plan::OverflowPricing;
use crate::horizon::node_expansion;
use crate::horizon::{buffers, compare};
use crate::inputs::derived::owned_gpus;
use crate::inputs::field::{Field, Kind};
use crate::inputs::relative_speed::performance;
use crate::inputs::value::{Amount, Value};
use crate::inputs::{Scenario, field};
use crate::model::Model;
use crate::model::offers::Offer;
use crate::prices::PriceBook;
use crate::text::Name;

/// The rows, in the order of the form.
pub const ROWS: [&str; 7] = [
    "work.fabric_gpus",
    "work.network",
    "work.interruptible",
    "work.longest_term_months",
    "work.marketplace",
    "work.estimates",
    "work.other_gpus",
];

/// A row whose change alone changes the answer.
#[derive(Clone, Debug, PartialEq)]
pub struct RequirementFlip {
    /// Id of the row.
    pub field: &'static str,
    /// The value nearest to the current one that changes the answer.
    pub value: Value,
    /// For numbers, whether it is above the current value.
    pub above: Option<bool>,
    /// Saving from owning at that value, present value over the horizon; negative if renting wins.
    pub saving_usd: f64,
    /// Id of the cheapest offer at that value.
    pub id: Name,
    /// Its provider.
    pub provider: Name,
    /// Its name.
    pub offer: Name,
}

/// The requirements that change the answer. Empty if owning and renting do not compare in the scenario.
pub fn requirement_flips(scenario: &Scenario, book: &PriceBook, edition: &str) -> Vec<RequirementFlip> {
    let Ok(here) = node_expansion::model(scenario, book, edition) else { return Vec::new() };
    let Some((owning, _)) = decided(&here) else { return Vec::new() };
    let owning = owning > 0.0;
    let turned = |field: &'static Field, value: &Value, above: Option<bool>| {
        let mut other = scenario.clone();
        field.set(&mut other, value);
        let model =
            node_expansion::like(Some(&here), &other, book, edition).ok().filter(|m| !counts_the_same(m, &here))?;
        let (saving_usd, offer) = decided(&model).filter(|(saving, _)| (*saving > 0.0) != owning)?;
        let (id, provider, offer) = (offer.id.clone(), offer.provider.clone(), offer.name.clone());
        Some(RequirementFlip { field: field.id, value: value.clone(), above, saving_usd, id, provider, offer })
    };
    let mut found = Vec::new();
    for row in ROWS.iter().filter_map(|id| field(id)) {
        match (row.kind, row.get(scenario)) {
            (Kind::Switch, Value::Switch(on)) => found.extend(turned(row, &Value::Switch(!on), None)),
            (Kind::Choice(options), Value::Choice(now)) => {
                let others = options.iter().filter(|o| o.id != now.as_ref());
                found.extend(others.rev().find_map(|o| turned(row, &Value::Choice(o.id.into()), None)));
            }
            (Kind::Number { .. }, Value::Number(now)) => {
                let steps = steps(row.id, scenario, &here, book);
                let number = |value: f64, above: bool| turned(row, &Value::Number(Amount::exact(value)), Some(above));
                found.extend(steps.iter().rev().filter(|v| **v < now.value).find_map(|v| number(*v, false)));
                found.extend(steps.iter().filter(|v| **v > now.value).find_map(|v| number(*v, true)));
            }
            _ => {}
        }
    }
    found
}

/// Saving from owning against the cheapest counted offer, and that offer.
fn decided(model: &Model) -> Option<(f64, &Offer)> {
    let found = compare(model, &OverflowPricing::of(model), &mut buffers(model));
    let (index, rent) = found.cheapest?;
    Some((saving_between(&found.own, &rent)?, model.offers.get(index)?))
}

/// Whether the same offers are counted in both, so that nothing can differ.
fn counts_the_same(one: &Model, other: &Model) -> bool {
    let counted = |model: &Model, id: &Name| model.offers.iter().any(|o| o.counted && o.id == *id);
    [(one, other), (other, one)].iter().all(|(a, b)| a.offers.iter().all(|o| !o.counted || counted(b, &o.id)))
}

/// The values of a number at which another offer becomes counted, ascending.
pub(super) fn steps(row: &str, s: &Scenario, model: &Model, book: &PriceBook) -> Vec<f64> {
    let mut found: Vec<f64> = Vec::new();
    for offer in model.offers.iter().filter_map(|o| book.offer(&o.id)) {
        if row == "work.longest_term_months" {
            // Counted up to its term, excluded one month below.
            found.extend([offer.term_months, (offer.term_months - 1.0).max(0.0)]);
        } else {
            // Fewer of a faster GPU do the same job; the owned GPUs cannot be fewer than a job needs.
            let most = libm::floor(offer.fabric_gpus * performance(s, book, &offer.gpu).unwrap_or(1.0));
            found.extend([1.0, most, most + 1.0].into_iter().filter(|gpus| *gpus <= owned_gpus(s)));
        }
    }
    found.sort_by(f64::total_cmp);
    found.dedup();
    found
}
