//! Text of `src/components/derivation.rs`.

use std::fmt::Display;

use engine::view::template::filled;
use engine::view::{Piece, Style, words};

use super::figure;

pub const AFTER: &str = " after ";
pub const SHOWN_TO_NINE_DIGITS: &str =
    "Figures are shown to nine digits; if you recompute them, the last digit may differ.";

pub fn at_a_rate_of(per: &dyn Display, code: &dyn Display) -> String {
    format!(" One US dollar is {per} {code}.")
}

pub fn priced_at(usd: f64, day: &str) -> Vec<Piece> {
    let text = if day.is_empty() { "{price} per GPU-hour" } else { "{price} per GPU-hour, as of {day}" };
    filled(text, &[("price", figure(usd, Style::UsdPerHour)), ("day", words(day))])
}
