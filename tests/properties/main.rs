//! Invariants of every valid scenario, and of the readers for any text.
//!
//! Scenarios are drawn from the table of inputs (`draw`), the same in every run. Native only: proptest needs threads
//! and files.
#![cfg(not(target_arch = "wasm32"))]

mod answers;
mod break_even;
mod check;
mod draw;
mod explain;
mod goal_seek;
mod labels;
mod machines;
mod money;
mod prices;
mod renting;
mod requirement_flips;
mod samples;
/// What other programs of tests need, too.
#[path = "../common"]
mod shared {
    pub(crate) mod curve;
    pub(crate) mod labels;
}
mod texts;
mod time;
mod turning_points;
mod use_curve;
mod year;
