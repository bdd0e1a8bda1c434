//! Text of `src/state/evaluation.rs`.

use std::fmt::Display;

pub const FINDING_THE_CHEAPEST_PLAN: &str = "Finding the cheapest plan.";

pub fn oldest_price(one: &dyn Display, two: &dyn Display) -> String {
    format!("Oldest price in this answer: {one}, {two} days ago.")
}
