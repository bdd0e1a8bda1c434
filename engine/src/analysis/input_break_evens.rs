//! The break-even of every input: at which value of each the winner changes, and how near that is within its range.
//!
//! In: a scenario. Out: one row for each number that moves what owning saves, the nearest first. Source: model page,
//! section 4. It takes thousands of evaluations, so it runs in steps and callers decide how many at a time.

use serde::{Deserialize, Serialize};

use super::goal_seek::{GoalSeek, Search, Subject};
use crate::inputs::FIELDS;
use crate::inputs::field::{Field, Kind};

/// What one input would have to be for the winner to change.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct InputBreakEven {
    /// Id of the row.
    pub field: String,
    /// What it is now, in the row's unit.
    pub now: f64,
    /// Its range, low and high; `None` where the value counts as known.
    pub range: Option<(f64, f64)>,
    /// The nearest value at which the winner changes; `None` if no value in its bounds does.
    pub value: Option<f64>,
    /// Whether owning costs less above that value.
    pub own_above: bool,
    /// Whether the winner changes in a step there (whole nodes, months, racks).
    pub step: bool,
    /// Further values at which it changes, ascending.
    pub others: Vec<f64>,
    /// How close the two come at any value, US dollars of present value.
    pub nearest_usd: Option<f64>,
}

impl InputBreakEven {
    /// The distance from now to the break-even, in the row's unit.
    pub fn distance(&self) -> Option<f64> {
        Some(self.value? - self.now)
    }

    /// The distance as a share of the way from now to the end of the range: below 1 the winner changes within the range.
    pub fn share_of_range(&self) -> Option<f64> {
        let (distance, (low, high)) = (self.distance()?, self.range?);
        let room = if distance < 0.0 { self.now - low } else { high - self.now };
        (room > 0.0).then(|| libm::fabs(distance) / room)
    }

    /// Whether the winner changes within the range.
    pub fn is_within_range(&self) -> bool {
        self.share_of_range().is_some_and(|share| share <= 1.0)
    }

    /// The distance relative to the present value; `None` where that is zero.
    pub fn relative_distance(&self) -> Option<f64> {
        self.distance().filter(|_| self.now != 0.0).map(|distance| libm::fabs(distance / self.now))
    }

    /// Sorts by how near it is: within the range first, then by relative distance, then what never changes the winner.
    fn rank(&self) -> (u8, f64) {
        match (self.share_of_range(), self.distance()) {
            (Some(share), _) if share <= 1.0 => (0, share),
            (_, Some(_)) => (1, self.relative_distance().unwrap_or(f64::INFINITY)),
            (_, None) => (2, self.nearest_usd.unwrap_or(f64::INFINITY)),
        }
    }

    fn of(found: &GoalSeek, range: Option<(f64, f64)>) -> Self {
        let distance = |value: f64| libm::fabs(value - found.now);
        let nearest = found.turns.iter().min_by(|a, b| distance(a.value).total_cmp(&distance(b.value))).copied();
        let others = found.turns.iter().filter(|turn| Some(**turn) != nearest).map(|turn| turn.value).collect();
        Self {
            field: found.field.to_owned(),
            now: found.now,
            range,
            value: nearest.map(|turn| turn.value),
            own_above: nearest.is_some_and(|turn| turn.own_above),
            step: nearest.is_some_and(|turn| turn.step),
            others,
            nearest_usd: found.nearest_usd,
        }
    }
}

/// The search over all inputs, in steps of one evaluation each.
#[derive(Clone)]
pub struct InputBreakEvens {
    fields: Vec<&'static Field>,
    done: usize,
    search: Option<Search>,
    found: Vec<InputBreakEven>,
}

impl InputBreakEvens {
    /// Starts with the numbers that are relevant in a scenario.
    pub fn new(subject: Subject) -> Self {
        let is_number = |field: &&Field| matches!(field.kind, Kind::Number { .. });
        let fields = FIELDS.iter().filter(is_number).filter(|field| (field.is_relevant)(subject.scenario)).collect();
        Self { fields, done: 0, search: None, found: Vec::new() }
    }

    /// Inputs that are done, and all of them.
    pub fn progress(&self) -> (usize, usize) {
        (self.done, self.fields.len())
    }

    /// Takes one step. Returns whether steps are left.
    pub fn step(&mut self, subject: Subject) -> bool {
        let Some(&field) = self.fields.get(self.done) else { return false };
        let Some(mut search) = self.search.take().or_else(|| Search::new(subject, field, None)) else {
            self.done += 1;
            return self.done < self.fields.len();
        };
        if search.step(subject) {
            self.search = Some(search);
            return true;
        }
        if search.moves() {
            let range = field.open_range(subject.scenario, subject.book, subject.edition);
            self.found.push(InputBreakEven::of(&search.finish(subject), range));
        }
        self.done += 1;
        self.done < self.fields.len()
    }

    /// What was found, the nearest first.
    pub fn finish(mut self) -> Vec<InputBreakEven> {
        self.found.sort_by(|a, b| {
            let (a, b) = (a.rank(), b.rank());
            a.0.cmp(&b.0).then(a.1.total_cmp(&b.1))
        });
        self.found
    }
}
