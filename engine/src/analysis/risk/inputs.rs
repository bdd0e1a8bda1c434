//! The uncertain inputs of a scenario: what is drawn, from which distribution, and which move together.
//!
//! Correlations are assumptions: rental prices 0.8 with each other, the price of machines and what they sell for 0.6 with rental
//! prices, the work and its growth 0.3 with each other. Source: model page, section 8.

use super::draws::{Contradiction, Correlation};
use crate::analysis::plan_pair::{Changes, Hours, OWN_GPUS, Place, Ranged, ranged};
use crate::formulas::distributions::{Distribution, Form};
use crate::inputs::field::{Field, Kind};
use crate::inputs::value::{Certainty, Spread, Value};
use crate::model::offers::Offer;

/// Row of the share of the time in which no machine can be had at an offer.
const UNAVAILABLE: &str = "rent.unavailable_share";

/// Correlation of rental prices with each other.
const RENTS: f64 = 0.8;
/// Correlation of the price of machines, and of what they sell for, with rental prices.
const RENT_AND_MACHINES: f64 = 0.6;
/// Correlation of what machines sell for, those there and those bought, with each other: without it rental prices could not follow all.
const RESALES: f64 = 0.8;
/// Correlation of the work with its growth.
const WORK_AND_GROWTH: f64 = 0.3;

/// What moves together.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Group {
    Rent,
    Hardware,
    Resale,
    Work,
    Growth,
}

/// Rows of a group, and whether a higher number means more of it.
const ROWS: &[(&str, Group, bool)] = &[
    ("time.rent_drift", Group::Rent, true),
    ("own.node_price_usd", Group::Hardware, true),
    ("own.residual_share", Group::Resale, true),
    ("own.residual_decades_per_year", Group::Resale, false),
    ("present.node_resale_usd", Group::Resale, true),
    ("work.gpu_hours_per_month", Group::Work, true),
    ("work.growth_per_year", Group::Growth, true),
];

/// An input that is drawn.
#[derive(Clone, Copy)]
pub(super) struct Uncertain {
    input: Ranged,
    pub(super) distribution: Distribution,
    /// Whether it is drawn and rounded.
    whole: bool,
    group: Option<(Group, bool)>,
}

/// Everything uncertain in a scenario. Sizes of plans are held and are not drawn; what has no distribution within the bounds of its row
/// stays as it is.
pub(super) fn uncertain(place: Place) -> Vec<Uncertain> {
    let found = ranged(place.subject, &place.setting.base).into_iter();
    found.filter_map(|input| of_input(input, place)).collect()
}

fn of_input(input: Ranged, place: Place) -> Option<Uncertain> {
    match input {
        // Equal ends: it was confirmed.
        Ranged::Row(row, (low, high)) if row.id == OWN_GPUS || low >= high => None,
        // A default at an end of its range says what is part of the case (no fee for a platform, nothing lost), and is no middle: drawn by
        // default, nearly every draw would be dearer than what was entered. A range that somebody entered is drawn.
        Ranged::Row(row, ends) if is_at_an_end(row, ends, place) && !has_own_range(row, place) => None,
        // Nobody takes what the only offer cannot: no plan would do the work.
        Ranged::Row(row, _) if row.id == UNAVAILABLE && is_only_offer(place) => None,
        Ranged::Row(row, (low, high)) => {
            let Value::Number(amount) = row.get(place.subject.scenario) else { return None };
            let Kind::Number { min, max, whole, .. } = row.kind else { return None };
            let spread = amount.range().map_or(Spread::Triangular, |range| range.spread);
            let distribution = Distribution::new(form(spread, (low, amount.value, high)), (min, max)).ok()?;
            Some(Uncertain { input, distribution, whole, group: group_of(row) })
        }
        Ranged::Price(Hours::Spot, (low, high)) => {
            let form = Form::Triangular { low, mode: 1.0, high };
            let distribution = Distribution::new(form, (0.0, f64::INFINITY)).ok()?;
            Some(Uncertain { input, distribution, whole: false, group: Some((Group::Rent, true)) })
        }
        // A listed price is known on its date, what it changes by is drawn; and nobody said how far the peak may be off.
        Ranged::Price(Hours::OnDemand | Hours::Tokens, _) | Ranged::Peak => None,
    }
}

fn is_at_an_end(row: &Field, (low, high): (f64, f64), place: Place) -> bool {
    let value = row.get(place.subject.scenario).number();
    value.is_some_and(|value| value <= low || value >= high)
}

fn has_own_range(row: &Field, place: Place) -> bool {
    matches!(row.get(place.subject.scenario), Value::Number(amount) if amount.certainty != Certainty::Default)
}

/// Whether at most one offer by the hour stays until the work is done.
fn is_only_offer(place: Place) -> bool {
    let is_firm = |offer: &&Offer| offer.counted && offer.pays_per_use() && offer.is_firm();
    place.setting.base.offers.iter().filter(is_firm).count() <= 1
}

fn group_of(row: &Field) -> Option<(Group, bool)> {
    ROWS.iter().find(|(id, ..)| *id == row.id).map(|(_, group, rises)| (*group, *rises))
}

/// The form of a distribution: the number entered is the mode.
pub fn form(spread: Spread, (low, mode, high): (f64, f64, f64)) -> Form {
    match spread {
        Spread::Uniform => Form::Uniform { low, high },
        Spread::Triangular => Form::Triangular { low, mode, high },
        Spread::Pert => Form::Pert { low, mode, high },
        Spread::Normal => Form::Normal { low, high },
        Spread::Lognormal => Form::Lognormal { low, high },
    }
}

impl Uncertain {
    /// The id of its row, or of a price.
    pub(super) fn id(&self) -> &'static str {
        self.input.id()
    }

    /// The value as it is used.
    pub(super) fn held(&self, drawn: f64) -> f64 {
        if self.whole { libm::round(drawn) } else { drawn }
    }

    /// The number that it has without a draw.
    #[cfg(test)]
    pub(super) fn now(&self, scenario: &crate::inputs::Scenario) -> f64 {
        match self.input {
            Ranged::Row(row, _) => row.get(scenario).number().unwrap_or(0.0),
            _ => 1.0,
        }
    }

    fn correlation_with(&self, other: &Self) -> f64 {
        let (Some((a, rises_a)), Some((b, rises_b))) = (self.group, other.group) else { return 0.0 };
        let sign = if rises_a == rises_b { 1.0 } else { -1.0 };
        sign * match (a, b) {
            (Group::Rent, Group::Rent) => RENTS,
            (Group::Resale, Group::Resale) => RESALES,
            (Group::Rent, Group::Hardware | Group::Resale) | (Group::Hardware | Group::Resale, Group::Rent) => {
                RENT_AND_MACHINES
            }
            (Group::Work, Group::Growth) | (Group::Growth, Group::Work) => WORK_AND_GROWTH,
            _ => 0.0,
        }
    }
}

/// What moves together of some inputs.
pub(super) fn correlation(inputs: &[Uncertain]) -> Result<Correlation, Contradiction> {
    let of_pair = |a: usize, b: usize| match (inputs.get(a), inputs.get(b)) {
        (Some(a), Some(b)) => a.correlation_with(b),
        _ => 0.0,
    };
    Correlation::new(inputs.len(), of_pair)
}

/// A draw as changes of the inputs.
pub(super) fn changes(inputs: &[Uncertain], drawn: &[f64]) -> Changes {
    let mut changes = Changes::default();
    for (of, drawn) in inputs.iter().zip(drawn) {
        match of.input {
            Ranged::Row(row, _) => changes.rows.push((row, of.held(*drawn))),
            Ranged::Price(hours, _) => changes.prices.push((hours, *drawn)),
            Ranged::Peak => {}
        }
    }
    changes
}

/// Whether a price is among what is drawn: its number is a factor.
pub(super) fn is_factor(of: &Uncertain) -> bool {
    matches!(of.input, Ranged::Price(Hours::OnDemand | Hours::Spot | Hours::Tokens, _))
}
