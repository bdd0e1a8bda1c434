//! Text of `src/rooms/risk/sensitivity.rs`.

use std::fmt::Display;

use engine::view::template::filled;
use engine::view::{Piece, Style};

use super::figure;

pub const AND_AT: &str = " and ";
pub const AT_HIGH: &str = "at high";
pub const BREAK_EVEN: &str = "Break-even";
pub const BY_A_STEP: &str = ", in a step";
pub const CHANGE: &str = "Change";
pub const CHOOSE_A_WORKED_CASE: &str = "choose a worked example";
pub const DIFFERENCE: &str = "Difference";
pub const FIND: &str = "find";
pub const FROM_A_WORKED_CASE_TO_THIS: &str = "From a worked example to this case: start at";
pub const HIGH: &str = "High";
pub const INPUT: &str = "Input";
pub const LOW: &str = "Low";
pub const NO_INPUT_HAS_A_RANGE_THAT: &str = "No input has a range that affects the answer.";
pub const ONE_INPUT_AT_A_TIME_FROM: &str = "Savings from owning over the horizon, as present value, as one input varies from the low to the high end of its range, compared with the offer in the verdict. Click a bar, or move to it with the arrow keys and press Enter, to go to its field. If you enter a value, another offer may become the cheapest.";
pub const OWN: &str = "Own";
pub const OWNING_AND_RENTING_A_PRODUCTIVE_HOUR: &str = "Owning and renting: cost per productive GPU-hour in a steady year, before tax, with the offer in the verdict. Owning saves: present value over the horizon, as in the verdict. Inputs change one at a time in the order of the form; a different order would split the difference differently.";
pub const OWNING_COSTS_LESS_ABOVE_IT: &str = "owning is cheaper above";
pub const OWNING_COSTS_LESS_BELOW_IT: &str = "owning is cheaper below";
pub const OWNING_SAVES: &str = "Owning saves";
pub const OWNING_SAVES_AT_LOW: &str = "Owning saves at low";
pub const RENT: &str = "Rent";
pub const THE_WORKED_CASE: &str = "Worked example";
pub const TURNS_THE_ANSWER: &str = "changes the answer";
pub const WHAT_MOVES_THE_ANSWER: &str = "What affects the answer most";
pub const THIS_CASE: &str = "This case";

pub fn both_cost_the_same_at_now(label: &dyn Display, one: &dyn Display, now: &dyn Display) -> String {
    format!("{label}: owning and renting cost the same at {one}. Current value: {now}.")
}

pub fn find_at_which_value_both_cost(label: &dyn Display) -> String {
    format!("Find the break-even value: {label}")
}

pub fn no_value_makes_owning_and_renting(label: &dyn Display, now: &dyn Display, near: &dyn Display) -> String {
    format!("{label}: owning and renting do not cost the same at any value (current value: {now}){near}.")
}

pub fn the_nearest_they_come_is(one: &dyn Display) -> String {
    format!("; the smallest difference is {one}")
}

pub fn allowance(usd: f64) -> Vec<Piece> {
    let text = "Unconfirmed prices and quantities could together shift the saving by about {usd} either way; a smaller difference is too close to call. Future price changes and the amount of work are not part of this range.";
    filled(text, &[("usd", figure(usd, Style::UsdShort))])
}
