//! Text of `src/sections/flips.rs`.

use std::fmt::Display;

pub const AND: &str = " and ";
pub const DISTANCE: &str = "Distance";
pub const IT_TURNS_IT: &str = " it turns it.";
pub const IN_PLACE_OF: &str = " in place of ";
pub const LESS: &str = " less";
pub const MORE: &str = " more";
pub const MOVES_IT_MOST: &str = "\u{201d} moves the answer most of all inputs: between ";
pub const NOTHING_ASKED_TURNS_IT: &str = "Nothing that you ask of the machines turns it alone: the size of a job, its network, whether it may be interrupted, terms, hosts, the age of prices, other GPUs.";
pub const NOTHING_THAT_CAN_BE_REACHED: &str = "nothing that can be reached";
pub const NOW: &str = "Now";
pub const OR_FEWER: &str = " or fewer";
pub const OR_MORE: &str = " or more";
pub const OWNING_COSTS: &str = ": owning costs ";
pub const TURNS_AT: &str = "Turns at";
pub const WHAT: &str = "What";
pub const WHAT_WOULD_TURN_THIS_ANSWER: &str = "What would turn this answer";
pub const WHAT_IS_ASKED_TURNS_IT: &str =
    "What you ask of the machines says which offers count. Each of these alone would have the other side cost less:";
pub const WHO_WOULD_KNOW: &str = "Who would know";

pub fn each_alone(span: &dyn Display) -> String {
    format!("Each alone, everything else as it is: where owning and renting have the same present value over {span}.")
}

pub fn renting_costs(who: &dyn Display) -> String {
    format!(": renting from {who} costs ")
}
