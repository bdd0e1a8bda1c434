//! The break-even of every input between two plans, sizes held: at which value of each the cheaper one changes, and how near
//! that is. Source: model page, sections 4 and 13; plans page, section 9.

use serde::{Deserialize, Serialize};

use super::change::{Place, WORK_ROW};
use super::held::HeldPair;
use super::turns::{PairTurn, TurnSearch};
use crate::analysis::goal_seek::places;
use crate::inputs::FIELDS;
use crate::inputs::field::{Field, Kind};
use crate::inputs::value::{Certainty, Value};
use crate::model::Subject;
use crate::plans::plan::PlanKind;

/// What one input would have to be for the other of two plans to cost less.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct PairInputBreakEven {
    /// Id of the row.
    pub field: String,
    /// What it is now, in the row's unit.
    pub now: f64,
    /// Its range, low and high; nothing where the value counts as known.
    pub range: Option<(f64, f64)>,
    /// The nearest value at which the cheaper plan changes; nothing if no value in its bounds does.
    pub value: Option<f64>,
    /// The plan that costs less above that value.
    pub cheaper_above: Option<PlanKind>,
    /// Whether it changes in a step there (whole nodes, months, racks).
    pub step: bool,
    /// Further values at which it changes, rising.
    pub others: Vec<f64>,
    /// How close the two come at any value, US dollars of present value.
    pub nearest_usd: Option<f64>,
    /// Whether the reader confirmed the value: entered it, or said that the default is right.
    pub confirmed: bool,
}

impl PairInputBreakEven {
    /// Whether the value lies in the input's range.
    pub fn is_within_range(&self) -> bool {
        matches!((self.value, self.range), (Some(value), Some((low, high))) if low <= value && value <= high)
    }

    /// Whether it may lead the list of what would change the answer: its range contains the value, or the reader confirmed
    /// the input.
    pub fn may_lead(&self) -> bool {
        self.value.is_some() && (self.confirmed || self.is_within_range())
    }

    /// What may lead first, then what else changes the answer, each by its distance relative to the present value; then
    /// what does not.
    fn rank(&self) -> (u8, f64) {
        let Some(value) = self.value else { return (2, self.nearest_usd.unwrap_or(f64::INFINITY)) };
        let distance = libm::fabs(value - self.now);
        let relative = if self.now == 0.0 { f64::INFINITY } else { distance / libm::fabs(self.now) };
        let of_range = self.range.filter(|_| self.is_within_range()).map(|(low, high)| {
            let room = if value < self.now { self.now - low } else { high - self.now };
            if room > 0.0 { distance / room } else { 0.0 }
        });
        (u8::from(!self.may_lead()), of_range.unwrap_or(1.0 + relative))
    }
}

/// Whether the reader confirmed a number: typed it although it equals the default, or typed another. One that was typed and
/// taken back is the default again.
fn is_confirmed(row: &Field, subject: Subject) -> bool {
    match row.get(subject.scenario) {
        Value::Number(amount) if amount.is_confirmed() => true,
        Value::Number(amount) => {
            amount.certainty == Certainty::Default
                && row.open_range(subject.scenario, subject.book, subject.edition).is_none()
                && row.value_in(subject.book).number() != Some(amount.value)
                && !subject.scenario.follows_gpus(row, subject.book)
        }
        _ => false,
    }
}

fn search(row: &'static Field, subject: Subject) -> Option<TurnSearch> {
    let Kind::Number { min, max, whole, .. } = row.kind else { return None };
    let summed = row.id == WORK_ROW && !subject.scenario.work.workloads.is_empty();
    let now = row.get(subject.scenario).number().filter(|_| !summed)?;
    Some(TurnSearch::of_row(row, now, places(min, max, now, whole), whole))
}

/// Every value of a row at which the cheaper one of two plans changes, the nearest first; nothing for rows that are not
/// numbers or do not act on these two.
pub fn pair_goal_seek(held: &mut HeldPair, place: Place, row: &'static Field) -> Option<Vec<PairTurn>> {
    let mut search = search(row, place.subject)?;
    while search.step(held, place) {}
    search.moves().then(|| search.turns(held, place))
}

/// The search over all inputs, in steps of one evaluation each.
#[derive(Clone)]
pub struct PairInputBreakEvens {
    rows: Vec<&'static Field>,
    done: usize,
    search: Option<TurnSearch>,
    found: Vec<PairInputBreakEven>,
}

impl PairInputBreakEvens {
    /// Starts with the numbers that are relevant in a scenario.
    pub fn new(subject: Subject) -> Self {
        let is_number = |row: &&Field| matches!(row.kind, Kind::Number { .. });
        let rows = FIELDS.iter().filter(is_number).filter(|row| (row.is_relevant)(subject.scenario)).collect();
        Self { rows, done: 0, search: None, found: Vec::new() }
    }

    /// Leaves all other rows out.
    pub fn only(&mut self, ids: &[&str]) {
        self.rows.retain(|row| ids.contains(&row.id));
    }

    /// Inputs that are done, and all of them.
    pub fn progress(&self) -> (usize, usize) {
        (self.done, self.rows.len())
    }

    /// Takes one step. Returns whether steps are left.
    pub fn step(&mut self, held: &mut HeldPair, place: Place) -> bool {
        let subject = place.subject;
        let Some(&row) = self.rows.get(self.done) else { return false };
        let Some(mut search) = self.search.take().or_else(|| search(row, subject)) else {
            self.done += 1;
            return self.done < self.rows.len();
        };
        if search.step(held, place) {
            self.search = Some(search);
            return true;
        }
        if search.moves() {
            let turns = search.turns(held, place);
            let first = turns.first();
            let mut others: Vec<f64> = turns.iter().skip(1).map(|turn| turn.value).collect();
            others.sort_by(f64::total_cmp);
            self.found.push(PairInputBreakEven {
                field: row.id.to_owned(),
                now: search.now,
                range: row.open_range(subject.scenario, subject.book, subject.edition),
                value: first.map(|turn| turn.value),
                cheaper_above: first.map(|turn| turn.cheaper_above),
                step: first.is_some_and(|turn| turn.step),
                others,
                nearest_usd: search.nearest_usd(),
                confirmed: is_confirmed(row, subject),
            });
        }
        self.done += 1;
        self.done < self.rows.len()
    }

    /// What was found, the nearest first.
    pub fn finish(mut self) -> Vec<PairInputBreakEven> {
        self.found.sort_by(|a, b| {
            let (a, b) = (a.rank(), b.rank());
            a.0.cmp(&b.0).then(a.1.total_cmp(&b.1))
        });
        self.found
    }
}
