//! Text of `sensitivity.rs`.

use std::fmt::Display;

use engine::view::template::filled;
use engine::view::{Piece, Style};

use crate::strings::figure;

pub const AT_HIGH: &str = "at high";
pub const BREAK_EVEN: &str = "Break-even";
pub const CHOOSE_A_WORKED_EXAMPLE: &str = "choose a worked example";
pub const FIND: &str = "find";
pub const HIGH: &str = "High";
pub const INPUT: &str = "Input";
pub const LOW: &str = "Low";
pub const NO_INPUT: &str = "No input has a range that affects the answer.";
pub const EXPLANATION: &str = "Savings from owning over the horizon, as present value, as one input varies from the low to the high end of its range, compared with the offer in the verdict. Click a bar, or move to it with the arrow keys and press Enter, to go to its field. If you enter a value, another offer may become the cheapest.";
pub const OWNING_SAVES_AT_LOW: &str = "Owning saves at low";
pub const WORKED_EXAMPLE: &str = "Worked example";
pub const CHANGES_THE_ANSWER: &str = "changes the answer";
pub const TITLE: &str = "What affects the answer most";
pub const THIS_CASE: &str = "This case";

pub fn find_break_even(label: &dyn Display) -> String {
    format!("Find the break-even value: {label}")
}

pub fn allowance(usd: f64) -> Vec<Piece> {
    let text = "Unconfirmed prices and quantities could together shift the saving by about {usd} either way; a smaller difference is too close to call. Future price changes and the amount of work are not part of this range.";
    filled(text, &[("usd", figure(usd, Style::UsdShort))])
}
