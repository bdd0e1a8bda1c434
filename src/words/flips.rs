//! Words of `src/ui/flips.rs`.

use std::fmt::Display;

pub const AND: &str = " and ";
pub const DISTANCE: &str = "Distance";
pub const IT_TURNS_IT: &str = " it turns it.";
pub const LESS: &str = " less";
pub const MORE: &str = " more";
pub const MOVES_IT_MOST: &str = "\u{201d} moves the answer most of all inputs: between ";
pub const NOTHING_THAT_CAN_BE_REACHED: &str = "nothing that can be reached";
pub const NOW: &str = "Now";
pub const TURNS_AT: &str = "Turns at";
pub const WHAT: &str = "What";
pub const WHAT_WOULD_TURN_THIS_ANSWER: &str = "What would turn this answer";
pub const WHO_WOULD_KNOW: &str = "Who would know";

pub fn each_alone(span: &dyn Display) -> String {
    format!("Each alone, everything else as it is: where owning and renting have the same present value over {span}.")
}
