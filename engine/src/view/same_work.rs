//! Whether the current bill pays for the work of the scenario.

use crate::horizon::current_spend::CurrentSpend;

/// Largest difference between the current bill's work and the scenario's work that counts as the same.
pub(super) const SAME_WORK: f64 = 0.01;

/// Whether the current bill compares with the alternatives: it does the same work.
pub(super) fn comparable(plan: &CurrentSpend) -> bool {
    plan.covers_work.is_some_and(|share| (share - 1.0).abs() <= SAME_WORK)
}
