//! What would change the best mix: the mix again with one input at the end of its range.
//!
//! Asked are the amount of work and the inputs that move what owning saves most. Each is one more search, which takes its own
//! steps.

use super::goal_seek::Subject;
use super::mix_choice::{MixChange, MixChoice};
use super::mix_search::MixSearch;
use super::sensitivity;
use crate::cost::plan::OverflowPricing;
use crate::horizon::{buffers, compare};
use crate::inputs::Scenario;
use crate::inputs::field;
use crate::inputs::field::{Field, Kind};
use crate::inputs::value::{Amount, Value};
use crate::model::Model;

/// Inputs looked at besides the amount of work.
const DRIVERS: usize = 4;
/// How much more and less work is looked at, as a share.
const WORK: [f64; 2] = [0.75, 1.25];
/// Row of the amount of work.
const HOURS: &str = "work.gpu_hours_per_month";

/// The searches for it, one after the other.
#[derive(Default)]
pub(super) struct MixChanges {
    queue: Vec<(&'static Field, f64)>,
    asked: usize,
    running: Option<Running>,
    found: Vec<MixChange>,
}

/// A search with one input changed.
struct Running {
    row: &'static Field,
    value: f64,
    changed: Scenario,
    search: Box<MixSearch>,
}

impl Running {
    fn start(subject: Subject, (row, value): (&'static Field, f64)) -> Option<Self> {
        let mut changed = subject.scenario.clone();
        row.set(&mut changed, &Value::Number(Amount::exact(value)));
        let search = MixSearch::new(Subject { scenario: &changed, ..subject })?;
        Some(Self { row, value, changed, search: Box::new(search) })
    }
}

impl MixChanges {
    /// Nothing is asked.
    pub(super) fn none() -> Self {
        Self::default()
    }

    /// Asks for the amount of work and the strongest inputs.
    pub(super) fn of(subject: Subject, base: &Model) -> Self {
        let Subject { scenario, book, edition } = subject;
        let mut queue = Vec::new();
        let work = field(HOURS).map(|row| (row, scenario.work.gpu_hours_per_month.value));
        queue.extend(work.into_iter().flat_map(|(row, now)| WORK.map(|share| (row, now * share))));
        let cheapest = compare(base, &OverflowPricing::of(base), &mut buffers(base)).cheapest;
        let drivers =
            cheapest.map_or_else(Vec::new, |(index, _)| sensitivity::moved(scenario, base, book, edition, index));
        // The number of owned GPUs is what the search decides.
        let others = drivers.iter().filter(|driver| ![HOURS, "own.gpus"].contains(&driver.field)).take(DRIVERS);
        queue.extend(others.filter_map(|driver| Some((field(driver.field)?, driver))).flat_map(|(row, driver)| {
            let now = row.get(scenario).number();
            [driver.low, driver.high].into_iter().filter(move |end| Some(*end) != now).map(move |end| (row, end))
        }));
        queue.retain(|(row, value)| matches!(row.kind, Kind::Number { min, max, .. } if (min..=max).contains(value)));
        queue.reverse();
        Self { asked: queue.len(), queue, running: None, found: Vec::new() }
    }

    /// Takes a step of the search that runs, or of the next. Returns whether there is more to do.
    pub(super) fn step(&mut self, subject: Subject) -> bool {
        let next = |queue: &mut Vec<_>| queue.pop().and_then(|change| Running::start(subject, change));
        if let Some(mut running) = self.running.take().or_else(|| next(&mut self.queue)) {
            if running.search.step(Subject { scenario: &running.changed, ..subject }) {
                self.running = Some(running);
                return true;
            }
            let Running { row, value, search, .. } = running;
            if let Some(best) = search.best().cloned() {
                let now = row.get(subject.scenario).number().unwrap_or(value);
                self.found.push(MixChange { field: row.id.to_owned(), now, value, best });
            }
        }
        !self.queue.is_empty()
    }

    /// Searches done, and all.
    pub(super) fn progress(&self) -> (usize, usize) {
        (self.asked - self.queue.len() - usize::from(self.running.is_some()), self.asked)
    }

    /// What was found: what changes the owned GPUs most first, then the committed ones.
    pub(super) fn finish(mut self, now: &MixChoice) -> Vec<MixChange> {
        let moved = |change: &MixChange| {
            let best = &change.best;
            (libm::fabs(best.own_gpus - now.own_gpus), libm::fabs(best.committed_gpus - now.committed_gpus))
        };
        self.found.sort_by(|a, b| {
            let (a, b) = (moved(a), moved(b));
            b.0.total_cmp(&a.0).then(b.1.total_cmp(&a.1))
        });
        self.found
    }
}
