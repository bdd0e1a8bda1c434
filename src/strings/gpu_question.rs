//! Text of `src/form/gpu_question.rs`.

use std::fmt::Display;

pub const WHAT_THE_HOURS_MEAN: &str = "What the hours mean";

pub fn question(hours: &dyn Display, from: &dyn Display, to: &dyn Display, speed: &dyn Display) -> String {
    format!(
        "Your {hours} GPU-hours per month were entered for the {from}. An hour of the {to} does {speed} times as much. What do you need?"
    )
}

pub fn same_work(hours: &dyn Display, to: &dyn Display) -> String {
    format!("The same work: {hours} hours of the {to}")
}

pub fn same_hours(hours: &dyn Display, to: &dyn Display) -> String {
    format!("The same hours: {hours} of the {to}")
}
