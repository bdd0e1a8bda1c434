//! Text of `plan_drivers.rs`.

use engine::view::template::filled;
use engine::view::{Piece, Style};

use crate::strings::figure;

pub const EXPLANATION: &str = "One input at a time from the low to the high end of its range, sizes held: what the second plan costs more, present value. A price per hour is a factor on the listed prices.";
pub const HIGH: &str = "High";
pub const HIGH_END: &str = "More at high";
pub const INPUT: &str = "Input";
pub const LOW: &str = "Low";
pub const LOW_END: &str = "More at low";
pub const REVERSES: &str = "reverses it";
pub const TITLE: &str = "What moves the difference between these two plans";

pub fn allowance(usd: f64) -> Vec<Piece> {
    let text = "Unconfirmed prices and quantities could together shift this difference by about {usd} either way.";
    filled(text, &[("usd", figure(usd, Style::UsdShort))])
}
