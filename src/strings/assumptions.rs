//! Text of `src/sections/assumptions.rs`.

use std::fmt::Display;

pub const ALL_INPUTS_THAT_COUNT_WITH_THEIR: &str = "All inputs that count, with their sources";
pub const FROM: &str = "From";
pub const INPUT: &str = "Input";
pub const INPUTS_THAT_DO_NOT_MATTER_IN: &str = "Inputs that do not matter in the chosen ways are left out.";
pub const VALUE: &str = "Value";
pub const WHAT_THIS_ANSWER_STANDS_ON: &str = "What this answer stands on";
pub const CHANGED: &str = "changed";

pub fn assumption(one: &dyn Display) -> String {
    format!("assumption: {one}")
}

pub fn default(one: &dyn Display) -> String {
    format!("default: {one}")
}
