//! Text of `src/sections/quote_check.rs`.

use std::fmt::Display;

use engine::view::template::filled;
use engine::view::{Piece, Style, words};

use super::figure;

pub const A_GPU_HOUR_FOR: &str = " per GPU-hour for ";
pub const BY_THE_HOUR: &str = "by the hour";
pub const COMPARE_WITH_IT_ALONE: &str = "Compare with your own offers only";
pub const COUNT_IT_AS_AN_OFFER: &str = "Add to your offers";
pub const IT_DOES_NOT_DO_ALL_THE: &str = "It does not cover all the work.";
pub const I_WAS_OFFERED: &str = "I was offered ";
pub const MONTHS: &str = " months.";
pub const MONTHS_IT_BINDS_FOR_EMPTY_OR: &str = "Term in months; empty or 0 if hourly";
pub const MONTHS_NEED_A_NUMBER_FROM_0: &str = "Enter the term in months, from 0 (hourly) to 120.";
pub const PRICE_I_WAS_OFFERED_A_GPU: &str = "Price offered, per GPU-hour";
pub const THIS_CANNOT_BE_COMPUTED_FOR_THE: &str = "This cannot be computed with the current inputs.";
pub const YOUR_OFFER: &str = "Your offer";

pub fn the_price_needs_a_number(most: &dyn Display, such: &dyn Display) -> String {
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

pub fn counts_among_offers_you_have(price: &dyn Display, months: &dyn Display) -> String {
    format!(
        "{price} per GPU-hour {months} was added. You can change it under \u{201c}Your offers\u{201d} in the Renting group"
    )
}
