//! Text of `src/components/goal_seek.rs`.

use std::fmt::Display;

pub const AND_AT: &str = " and ";
pub const BY_A_STEP: &str = ", in a step";
pub const OWNING_COSTS_LESS_ABOVE_IT: &str = "owning is cheaper above";
pub const OWNING_COSTS_LESS_BELOW_IT: &str = "owning is cheaper below";

pub fn both_cost_the_same_at_now(label: &dyn Display, one: &dyn Display, now: &dyn Display) -> String {
    format!("{label}: owning and renting cost the same at {one}. Current value: {now}.")
}

pub fn no_value_makes_owning_and_renting(label: &dyn Display, now: &dyn Display, near: &dyn Display) -> String {
    format!("{label}: owning and renting do not cost the same at any value (current value: {now}){near}.")
}

pub fn the_nearest_they_come_is(one: &dyn Display) -> String {
    format!("; the smallest difference is {one}")
}
