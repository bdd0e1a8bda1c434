//! Text of `assumptions.rs`.

use std::fmt::Display;

pub const ALL_RELEVANT_INPUTS: &str = "All relevant inputs with their sources";
pub const SOURCE: &str = "Source";
pub const INPUT: &str = "Input";
pub const OMITTED: &str = "Inputs that do not apply to the chosen options are omitted.";
pub const VALUE: &str = "Value";
pub const TITLE: &str = "Assumptions";
pub const YOUR_VALUE: &str = "your value";
pub const FROM_THE_BILL: &str = "computed from your bill and the price per GPU-hour you pay";

pub fn your_value_between(low: &dyn Display, high: &dyn Display) -> String {
    format!("your value, between {low} and {high}")
}

pub fn computed_from(assumptions: &dyn Display) -> String {
    format!("on assumed prices: computed from the bill. {assumptions}")
}

pub fn assumption(one: &dyn Display) -> String {
    format!("assumption: {one}")
}

pub fn default(one: &dyn Display) -> String {
    format!("default: {one}")
}
