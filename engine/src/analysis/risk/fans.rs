//! What the two plans of the answer pay by month, in draws: the fan of cumulative cash.

use serde::{Deserialize, Serialize};

use super::statistics::percentile;
use crate::analysis::plan_pair::{Held, Place};
use crate::cash_flow::Flows;
use crate::plans::plan::PlanKind;

/// Draws whose payments are kept.
pub(super) const FAN_DRAWS: usize = 1_000;
/// Percentiles of a fan.
pub const FAN: [f64; 5] = [0.05, 0.25, 0.5, 0.75, 0.95];

/// What a plan has paid by each month, in draws: before tax and sales, undiscounted, as in the chart of two plans.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct CashFan {
    /// Which plan.
    pub kind: PlanKind,
    /// By month from the decision, starting at 0: US dollars in the order of [`FAN`].
    pub usd: Vec<[f64; 5]>,
}

/// Payments of a plan in the draws so far.
pub(super) struct Fan {
    held: Held,
    /// By month, then by draw.
    usd: Vec<Vec<f64>>,
}

impl Fan {
    pub(super) fn new(held: Held) -> Self {
        Self { held, usd: Vec::new() }
    }

    pub(super) fn done(&self) -> usize {
        self.usd.first().map_or(0, Vec::len)
    }

    /// What it pays in a draw; a draw in which it cannot be had is left out.
    pub(super) fn keep(&mut self, place: Place, flows: &mut Flows) {
        let Some(paid) = self.held.cumulative_usd(place, flows) else { return };
        self.usd.resize(paid.len(), Vec::new());
        for (kept, usd) in self.usd.iter_mut().zip(paid) {
            kept.push(usd);
        }
    }

    /// The percentiles of what is kept; nothing before the first draw.
    pub(super) fn found(&self) -> Option<CashFan> {
        let of_month = |kept: &Vec<f64>| {
            let mut sorted = kept.clone();
            sorted.sort_by(f64::total_cmp);
            FAN.map(|share| percentile(&sorted, share).unwrap_or_default())
        };
        (self.done() > 0).then(|| CashFan { kind: self.held.kind, usd: self.usd.iter().map(of_month).collect() })
    }
}
