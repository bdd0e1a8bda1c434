//! Text of `src/components/goal_seek.rs`.

use std::fmt::Display;

pub const AND: &str = " and ";
pub const BY_A_STEP: &str = ", in a step";
pub const OWNING_CHEAPER_ABOVE: &str = "owning is cheaper above";
pub const OWNING_CHEAPER_BELOW: &str = "owning is cheaper below";

pub fn break_even_at(label: &dyn Display, one: &dyn Display, now: &dyn Display) -> String {
    format!("{label}: owning and renting cost the same at {one}. Current value: {now}.")
}

pub fn no_break_even(label: &dyn Display, now: &dyn Display, near: &dyn Display) -> String {
    format!("{label}: owning and renting do not cost the same at any value (current value: {now}){near}.")
}

pub fn smallest_difference(one: &dyn Display) -> String {
    format!("; the smallest difference is {one}")
}
