//! Text of `input_break_evens.rs`.

use std::fmt::Display;

pub const BREAK_EVEN: &str = "Break-even";
pub const BREAK_EVENS: &str = "Break-even of every input";
pub const DISTANCE: &str = "Distance";
pub const EACH_ON_ITS_OWN: &str = "The value of each input at which the winner changes, with all others unchanged. Inputs whose break-even lies within their range come first, nearest first.";
pub const FIND_BREAK_EVENS: &str = "Find the break-even of every input";
pub const INPUT: &str = "Input";
pub const NEVER: &str = "No value of these inputs changes the winner:";
pub const NO_RANGE: &str = "no range given";
pub const NO_RESULT: &str = "No input changes the winner on its own.";
pub const NOW: &str = "Now";
pub const OF_ITS_RANGE: &str = "Share of its range";
pub const OUTSIDE: &str = "outside its range";
pub const WHO_WOULD_KNOW: &str = "Who would know";

/// Further values at which the winner changes.
pub fn also_at(others: &dyn Display) -> String {
    format!("also at {others}")
}
