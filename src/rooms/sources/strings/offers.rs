//! Text of `offers.rs`.

use std::fmt::Display;

use engine::units::count as count_of;
use engine::view::template::filled;
use engine::view::{Piece, Style};

use crate::strings::figure;

/// Busy shares from or up to which owning pays.
pub const FROM: &str = "from {from}";
pub const UP_TO: &str = "up to {up_to}";
pub const UP_TO_AND_FROM: &str = "up to {up_to}, from {from}";
pub const CHANGES: &str = "changes from {from} to {up_to}";
pub const NEVER_BUT_AT: &str = "never; would need {from}";

pub const ALWAYS: &str = "always";
pub const PER_GPU_HOUR: &str = "Per GPU-hour";
pub const CHANGE: &str = "change";
pub const INCLUDED: &str = "Included";
pub const NEVER: &str = "never";
pub const NONE: &str = "None.";
pub const OFFER: &str = "Offer";
pub const EXPLANATION: &str = "Offers compared, cheapest over the horizon first. A commitment that ends before the horizon is renewed if it fits. Otherwise the provider\u{2019}s longest term that fits follows, then hourly rental.";
pub const INELIGIBLE_TITLE: &str = "Offers that do not meet your requirements";
pub const TITLE: &str = "Offers";
pub const OWNING_COMPARED: &str = "Owning compared with every offer";
pub const OWNING_PAYS: &str = "Owning pays, in a steady year";
pub const PRICE_DATE: &str = "Price date";
pub const SET_YOUR_PRICE: &str = "set your price";
pub const USE_THE_LIST_PRICE: &str = "use the list price";
pub const USED_FOR_PART: &str = "used by the recommended plan for the part of the work that allows it";
pub const YES: &str = "yes";
pub const YOU: &str = "you";
pub const YOUR_PRICE_LISTED_AT: &str = "your price; list price ";

pub fn include(name: &dyn Display) -> String {
    format!("Include {name}")
}

pub fn days_old(d: &dyn Display) -> String {
    format!("{d} days old")
}

pub fn in_a_steady_year(one: &dyn Display) -> String {
    format!("{one}, in a steady year")
}

pub fn most_common_reasons(words: &dyn Display) -> String {
    format!(" Most common reasons: {words}.")
}

pub fn over(span: &dyn Display) -> String {
    format!("Over {span}")
}

pub fn use_the_list_price(name: &dyn Display) -> String {
    format!("Use the list price: {name}")
}

pub fn your_price(name: &dyn Display) -> String {
    format!("Your price for {name}, per GPU-hour")
}

/// `cheaper`: ineligible ones that are cheaper than owning, where they are compared with it.
pub fn counted(able: usize, unable: usize, cheaper: Option<usize>) -> Vec<Piece> {
    let text = match (able, cheaper) {
        (1, Some(_)) => "{able} offer is compared; {unable} are ineligible, {cheaper} of them cheaper than owning.",
        (_, Some(_)) => "{able} offers are compared; {unable} are ineligible, {cheaper} of them cheaper than owning.",
        (1, None) => "{able} offer is compared; {unable} are ineligible.",
        (_, None) => "{able} offers are compared; {unable} are ineligible.",
    };
    let number = |value: usize| figure(count_of(value), Style::Count);
    filled(text, &[("able", number(able)), ("unable", number(unable)), ("cheaper", number(cheaper.unwrap_or(0)))])
}

pub fn ineligible(count: usize) -> Vec<Piece> {
    let text = "{count} ineligible offers, with reasons. You can include them anyway";
    filled(text, &[("count", figure(count_of(count), Style::Count))])
}

pub fn commitments_are_for(here: f64, planned: f64) -> Vec<Piece> {
    let slots = [("here", figure(here, Style::Count)), ("planned", figure(planned, Style::Count))];
    filled(
        "Commitments of this table are for {here} GPUs, busy or not; the plan \u{201c}Commit\u{201d} signs {planned}.",
        &slots,
    )
}
