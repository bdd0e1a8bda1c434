//! How sure an answer is.

use serde::Serialize;

/// Below this share of the cheaper side's cost, the two sides are too close to call.
pub const CLOSE_SHARE: f64 = 0.05;
/// Below this share a verdict is leaning, from it on it is clear.
pub const CLEAR_SHARE: f64 = 0.15;

/// How clear a verdict is. A difference below the possible effect of unconfirmed inputs is close, below twice that it
/// is leaning.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Strength {
    /// From 15% difference on.
    Clear,
    /// From 5% on.
    Leaning,
    /// Under 5%.
    Close,
    /// At any difference: a price that decides the answer is unconfirmed and far from the usual one.
    Doubtful,
    /// There is no winner: the two sides do not compare.
    Open,
}
