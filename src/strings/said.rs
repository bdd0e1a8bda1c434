//! Text of `src/sections/recorded_result.rs`.

use std::fmt::Display;

pub const NO_FIGURE: &str = "no figure";
pub const OWN: &str = "own ";
pub const OWNING_SAVES: &str = ", owning saves ";
pub const PRICE_TO_BEAT: &str = ", price to beat ";
pub const RENT: &str = ", rent ";
pub const THE_MODEL_WAS_CORRECTED_SINCE: &str = "The model was corrected since. Now: ";
pub const WHEN_THIS_WAS_MADE_IT_SAID: &str = "When this was made it said: ";

pub fn corrected_on(day: &dyn Display, why: &dyn Display) -> String {
    format!("{day}: {why}.")
}

pub fn over(months: &dyn Display) -> String {
    format!(" over {months}")
}
