//! Text of the fields in `src/form/`.

use std::fmt::Display;

pub const A_NUMBER: &str = "A number";
pub const ASSUMPTION: &str = "Assumption: ";
pub const IS_NOT_MONEY: &str = "is not an amount of money";
pub const IS_NOT_A_PERCENTAGE: &str = "is not a percentage";
pub const DEFAULT_BECAUSE: &str = "Default: ";
pub const IS_NOT_A_NUMBER: &str = "is not a valid number";
pub const NEEDS_A_NUMBER: &str = "needs a number";
pub const ONE_THAT_IS_NOT_LISTED: &str = "One that is not listed";
pub const RESET: &str = "reset";
pub const SOURCE: &str = "Source: ";
/// Before the reason why a default rests on an old figure.
pub const NOTHING_NEWER: &str = "Why nothing newer: ";
pub const PERCENTAGE_EXAMPLE: &str = "such as 80 or 80%";
pub const SAME_AS_THE_WORKLOAD: &str = "same as the workload";
pub const FIND_THE_BREAK_EVEN: &str = "Find the break-even value";

pub const TAKES_NO_RANGE: &str = "takes no range";
pub const A_RANGE_CAN_BE_TYPED: &str = "A range can be typed too: 80 ± 5, 70..95 or 80 (70..95).";

pub fn anything_between(low: &dyn Display, high: &dyn Display, used: &dyn Display) -> String {
    format!("anything from {low} to {high}, used: {used}")
}

pub fn most_likely(low: &dyn Display, high: &dyn Display, value: &dyn Display) -> String {
    format!("{low} to {high}, most likely {value}")
}

pub fn is_not_in(code: &dyn Display, here: &dyn Display) -> String {
    format!("is in {code}, but amounts here are in {here}")
}

pub fn has_another_sign(here: &dyn Display) -> String {
    format!("has another currency\u{2019}s symbol; amounts here are in {here}")
}

pub fn has_no_unit(typed: &dyn Display) -> String {
    format!("is in {typed}, but this number has no unit")
}

pub fn counts_something_else(here: &dyn Display, typed: &str) -> String {
    let link = if typed.starts_with("per ") { "" } else { "in " };
    format!("must be in {here}, not {link}{typed}")
}

pub fn number_examples(whole: &dyn Display, parts: &dyn Display, short: &dyn Display) -> String {
    format!("such as {whole}, {parts} or {short}M")
}

pub fn is_a_thousandth(label: &dyn Display) -> String {
    format!("{label} is about a thousandth of the usual value. ")
}

pub fn about(one: &dyn Display) -> String {
    format!("About {one}")
}

pub fn between(one: &dyn Display, two: &dyn Display) -> String {
    format!(", between {one} and {two}")
}

pub fn days_old(d: &dyn Display) -> String {
    format!(", {d} days old")
}

pub fn default(value: &dyn Display, range: &dyn Display) -> String {
    format!("Default {value}{range}")
}

pub fn far_outside_usual(one: &dyn Display, two: &dyn Display) -> String {
    format!("far outside the usual {one} to {two} ")
}

pub fn found(size: &dyn Display) -> String {
    format!("found: {size}")
}

pub fn use_instead(one: &dyn Display) -> String {
    format!("Use {one}")
}

pub fn must_be_between(one: &dyn Display, two: &dyn Display) -> String {
    format!("must be between {one} and {two}")
}

pub fn must_be_whole(one: &dyn Display, two: &dyn Display) -> String {
    format!("must be a whole number between {one} and {two}")
}

pub fn reset(one: &dyn Display) -> String {
    format!("Reset {one}")
}

pub fn not_used(problem: &dyn Display, used: &dyn Display) -> String {
    format!("{problem}. The answer still uses {used}.")
}
