//! Which requirement on the machines decides between two plans, sizes held. These rows change no price; they decide which
//! offers are counted. Source: model page, section 4.

use serde::Serialize;

use super::change::{Change, Place};
use super::held::HeldPair;
use crate::analysis::requirement_flips::{ROWS, steps};
use crate::inputs::field;
use crate::inputs::field::{Field, Kind};
use crate::inputs::value::{Amount, Value};
use crate::plans::plan::PlanKind;

/// The value of a requirement.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(untagged)]
pub enum Requirement {
    /// A number, in the row's unit.
    Number(f64),
    /// On or off.
    Switch(bool),
    /// The id of a choice.
    Choice(String),
}

/// A row whose change alone changes which of two plans costs less.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct PairRequirement {
    /// Id of the row.
    pub field: &'static str,
    /// The value nearest to the present one at which it does.
    pub value: Requirement,
    /// The plan that costs less then, or the only one that does the work.
    pub cheaper: PlanKind,
    /// What the other plan costs more then, present value, US dollars; nothing where one of them cannot do the work.
    pub difference_usd: Option<f64>,
}

/// Values of the requirements at which other offers count: for each row and direction those to try, the nearest first.
pub(super) fn to_try(place: Place) -> Vec<(&'static Field, Vec<Value>)> {
    let scenario = place.subject.scenario;
    let mut found = Vec::new();
    for row in ROWS.iter().filter_map(|id| field(id)).filter(|row| (row.is_relevant)(scenario)) {
        match (row.kind, row.get(scenario)) {
            (Kind::Switch, Value::Switch(on)) => found.push((row, vec![Value::Switch(!on)])),
            (Kind::Choice(options), Value::Choice(now)) => {
                let others = options.iter().filter(|option| option.id != now.as_ref());
                found.push((row, others.rev().map(|option| Value::Choice(option.id.into())).collect()));
            }
            (Kind::Number { .. }, Value::Number(now)) => {
                let steps = steps(row.id, scenario, place.own, place.subject.book);
                let number = |value: &f64| Value::Number(Amount::exact(*value));
                found.push((row, steps.iter().rev().filter(|step| **step < now.value).map(number).collect()));
                found.push((row, steps.iter().filter(|step| **step > now.value).map(number).collect()));
            }
            _ => {}
        }
    }
    found
}

/// Whether the cheaper plan changes at a value of a row.
pub(super) fn flip(
    held: &mut HeldPair,
    place: Place,
    (row, value): (&'static Field, &Value),
    now_usd: f64,
) -> Option<PairRequirement> {
    let both = held.values(place, Change::Row(row, value))?;
    let difference_usd = match both {
        [Some(plan), Some(against)] => super::held::difference(place, plan, against),
        _ => None,
    };
    let plan_wins = match (both, difference_usd) {
        (_, Some(usd)) => usd > 0.0,
        ([Some(plan), Some(against)], None) => plan.undone < against.undone,
        ([Some(_), None], None) => true,
        ([None, Some(_)], None) => false,
        ([None, None], None) => return None,
    };
    if plan_wins == (now_usd > 0.0) {
        return None;
    }
    let value = match value {
        Value::Number(amount) => Requirement::Number(amount.value),
        Value::Switch(on) => Requirement::Switch(*on),
        Value::Choice(id) => Requirement::Choice(id.clone().into_owned()),
        Value::Text(_) | Value::List(_) => return None,
    };
    let cheaper = if plan_wins { held.plan.kind } else { held.against.kind };
    Some(PairRequirement { field: row.id, value, cheaper, difference_usd })
}
