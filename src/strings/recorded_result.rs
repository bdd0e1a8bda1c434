//! Text of `src/components/recorded_result.rs`.

use std::fmt::Display;

use engine::view::template::filled;
use engine::view::{Piece, words};

pub const NO_FIGURE: &str = "not available";
pub const RESULT_NOW: &str = "The model has since been corrected. It now gives: own {own}, rent {rent} {per} in a steady year; break-even price {price}; owning saves {saving} over {span}.";
pub const RESULT_THEN: &str = "Result when this was saved: own {own}, rent {rent} {per} in a steady year; break-even price {price}; owning saves {saving} over {span}.";
pub const RECOMMENDED_THEN: &str = "Recommended then: {plan}, present value {usd}.";
pub const RECOMMENDED_NOW: &str = "Recommended now: {plan}, present value {usd}.";

pub fn recommended(text: &str, plan: String, usd: Piece) -> Vec<Piece> {
    filled(text, &[("plan", words(plan)), ("usd", usd)])
}

pub fn corrected_on(day: &dyn Display, why: &dyn Display) -> String {
    format!("{day}: {why}.")
}

pub fn four_figures(text: &str, per: &'static str, figures: [Piece; 4], span: &str) -> Vec<Piece> {
    let [own, rent, price, saving] = figures;
    let slots = [("own", own), ("rent", rent), ("per", words(per)), ("price", price), ("saving", saving)];
    let [own, rent, per, price, saving] = slots;
    filled(text, &[own, rent, per, price, saving, ("span", words(span))])
}
