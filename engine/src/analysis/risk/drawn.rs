//! Costs of all plans in draws.

use crate::analysis::plan_pair::{SAME_WORK, Valued};

/// Costs of all plans in draws.
#[derive(Default)]
pub(super) struct Drawn {
    /// By plan, then by draw.
    pub(super) usd: Vec<Vec<f64>>,
    pub(super) per_hour: Vec<Vec<f64>>,
    /// By input, then by draw.
    pub(super) inputs: Vec<Vec<f64>>,
    pub(super) failed: usize,
}

impl Drawn {
    pub(super) fn new(plans: usize, inputs: usize) -> Self {
        let empty = |many: usize| vec![Vec::new(); many];
        Self { usd: empty(plans), per_hour: empty(plans), inputs: empty(inputs), failed: 0 }
    }

    pub(super) fn done(&self) -> usize {
        self.usd.first().map_or(0, Vec::len) + self.failed
    }

    /// Keeps a draw in which some plan does the work. A plan that leaves more undone than another costs more than any.
    pub(super) fn keep(&mut self, inputs: &[f64], values: Option<Vec<Option<Valued>>>, priced: bool) {
        let values = values.unwrap_or_default();
        let least = values.iter().flatten().map(|value| value.undone).fold(f64::INFINITY, f64::min);
        let usd = |value: &Option<Valued>| {
            let done = value.filter(|value| priced || value.undone <= least + SAME_WORK);
            done.map_or(f64::INFINITY, |value| value.usd)
        };
        let all: Vec<f64> = values.iter().map(usd).collect();
        if !all.iter().any(|usd| usd.is_finite()) {
            self.failed += 1;
            return;
        }
        for (kept, usd) in self.usd.iter_mut().zip(&all) {
            kept.push(*usd);
        }
        for (kept, value) in self.per_hour.iter_mut().zip(&values) {
            kept.push(value.and_then(|value| value.per_hour()).unwrap_or(f64::INFINITY));
        }
        for (kept, value) in self.inputs.iter_mut().zip(inputs) {
            kept.push(*value);
        }
    }
}
