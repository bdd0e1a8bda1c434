//! Text of `input_break_evens.rs`.

use std::fmt::Display;

pub const BREAK_EVEN: &str = "Break-even";
pub const TITLE: &str = "Break-even of every input";
pub const DISTANCE: &str = "Distance";
pub const EXPLANATION: &str = "The value of each input at which the winner changes, with all others unchanged. Inputs whose break-even lies within their range come first, nearest first.";
pub const FIND: &str = "Find the break-even of every input";
pub const INPUT: &str = "Input";
pub const NONE_CHANGES_THE_WINNER: &str = "No value of these inputs changes the winner:";
pub const NO_RANGE: &str = "no range given";
pub const NO_INPUT_CHANGES_THE_WINNER: &str = "No input changes the winner on its own.";
pub const NOW: &str = "Now";
pub const SHARE_OF_RANGE: &str = "Share of its range";
pub const OUTSIDE_RANGE: &str = "outside its range";
pub const WHO_WOULD_KNOW: &str = "Who would know";

/// Further values at which the winner changes.
pub fn also_at(others: &dyn Display) -> String {
    format!("also at {others}")
}
