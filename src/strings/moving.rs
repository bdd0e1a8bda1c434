//! Text of `src/sections/sensitivity.rs`.

use std::fmt::Display;

pub const AND_AT: &str = " and at ";
pub const AT_HIGH: &str = "at high";
pub const BREAK_EVEN: &str = "Break-even";
pub const BY_A_STEP: &str = ", by a step";
pub const CHANGE: &str = "Change";
pub const CHOOSE_A_WORKED_CASE: &str = "choose a worked case";
pub const DIFFERENCE: &str = "Difference";
pub const EITHER_WAY_A_SMALLER_DIFFERENCE_IS: &str =
    " either way; a smaller difference is too close to call. Moving prices and the work itself do not count in that.";
pub const FROM_A_WORKED_CASE_TO_YOURS: &str = "From a worked case to yours: start at";
pub const HIGH: &str = "High";
pub const INPUT: &str = "Input";
pub const LOW: &str = "Low";
pub const NO_INPUT_HAS_A_RANGE_THAT: &str = "No input has a range that moves the answer.";
pub const ONE_INPUT_AT_A_TIME_FROM: &str = "Press a bar, or Enter where the arrows stand, to go to its field. One input at a time from the low to the high end of its range; what owning saves over the horizon against the offer of the verdict, present value. Typing a value may make another offer the cheapest.";
pub const OWN: &str = "Own";
pub const OWNING_AND_RENTING_A_PRODUCTIVE_HOUR: &str = "Owning, and renting from the offer of the verdict, a productive GPU-hour of a steady year, before tax; what owning saves is the present value over the horizon, as the verdict has it. Inputs change one after the other in the order of the form; another order would share the difference out otherwise.";
pub const OWNING_COSTS_LESS_ABOVE_IT: &str = "owning costs less above it";
pub const OWNING_COSTS_LESS_BELOW_IT: &str = "owning costs less below it";
pub const OWNING_SAVES: &str = "Owning saves";
pub const OWNING_SAVES_AT_LOW: &str = "Owning saves at low";
pub const PRICES_AND_QUANTITIES_OF_TODAY_THAT: &str =
    "Prices and quantities of today that nobody confirmed may together move the saving by about ";
pub const RENT: &str = "Rent";
pub const THE_WORKED_CASE: &str = "The worked case";
pub const TURNS_THE_ANSWER: &str = "turns the answer";
pub const WHAT_MOVES_THE_ANSWER: &str = "What moves the answer";
pub const YOURS: &str = "Yours";

pub fn both_cost_the_same_at_now(label: &dyn Display, one: &dyn Display, now: &dyn Display) -> String {
    format!("{label}: both cost the same at {one}. Now {now}.")
}

pub fn find_at_which_value_both_cost(label: &dyn Display) -> String {
    format!("find at which value both cost the same: {label}")
}

pub fn no_value_makes_owning_and_renting(label: &dyn Display, now: &dyn Display, near: &dyn Display) -> String {
    format!("{label}: no value makes owning and renting cost the same (now {now}){near}.")
}

pub fn the_nearest_they_come_is(one: &dyn Display) -> String {
    format!("; the nearest they come is {one}")
}
