//! Text of `quote_check.rs`.

use std::fmt::Display;

use engine::view::template::filled;
use engine::view::{Piece, Style, words};

use crate::strings::figure;

/// The offer as a sentence, with a field in each slot; the terms follow the class.
pub const OFFER: &str = "I was offered {price} per GPU-hour, {class}{terms}.";
pub const COMMITTED_TERMS: &str = " for {months} months";
pub const SPOT_TERMS: &str = ", with no capacity for {share} % of the work and a {number} {of}";

pub const CLASS: &str = "Class of the offer";
pub const OWN_OFFERS_ONLY: &str = "Compare with your own offers only";
pub const ADD_TO_YOUR_OFFERS: &str = "Add to your offers";
pub const NOT_ALL_THE_WORK: &str = "It does not cover all the work.";
pub const TERM: &str = "Term in months";
pub const ENTER_THE_TERM: &str = "Enter the term in whole months, from 1 to 120.";
pub const INTERRUPTIONS: &str = "Interruptions; empty: as under Interruptions";
pub const ENTER_THE_INTERRUPTIONS: &str = "Enter the interruptions as a number from 0 to 1,000.";
pub const NO_CAPACITY: &str = "Share of the work that finds no spot capacity; empty: as under Interruptions";
pub const ENTER_THE_SHARE: &str = "Enter the share without capacity in per cent, from 0 to 100.";
pub const SPOT_ALONE: &str = "Not all of your work may be interrupted, so spot cannot do it alone. Added to your offers, it is used for the part that may.";
pub const PRICE: &str = "Price offered, per GPU-hour";
pub const CANNOT_BE_COMPUTED: &str = "This cannot be computed with the current inputs.";
pub const YOUR_OFFER: &str = "Your offer";

pub fn enter_the_price(most: &dyn Display, such: &dyn Display) -> String {
    format!("Enter a price above 0 and up to {most}, such as {such}.")
}

pub fn for_months(months: &dyn Display) -> String {
    format!("for {months} months")
}

pub fn that_is(cost: Piece, per: &'static str) -> Vec<Piece> {
    filled("That is {cost} {per} in a steady year.", &[("cost", cost), ("per", words(per))])
}

pub fn costs_less(saving_usd: f64, over: &str) -> Vec<Piece> {
    let text = if saving_usd > 0.0 {
        "Owning costs {saving} less than this offer over {span}, at present value."
    } else {
        "This offer costs {saving} less than owning over {span}, at present value."
    };
    filled(text, &[("saving", figure(saving_usd.abs(), Style::UsdShort)), ("span", words(over))])
}

pub fn term_ends(month: f64, once: bool) -> Vec<Piece> {
    let text = if once {
        "Its term ends in month {month}, followed by shorter terms or hourly rental."
    } else {
        "It is renewed until month {month}, followed by shorter terms or hourly rental."
    };
    filled(text, &[("month", figure(month, Style::Count))])
}

pub fn too_close(usd: f64) -> Vec<Piece> {
    let text = "Too close to call: unconfirmed inputs could shift this by {usd} either way.";
    filled(text, &[("usd", figure(usd, Style::UsdShort))])
}

pub fn added(price: &dyn Display, class: &dyn Display) -> String {
    format!(
        "{price} per GPU-hour, {class}, was added. You can change it under \u{201c}Your offers\u{201d} in the Renting group"
    )
}
