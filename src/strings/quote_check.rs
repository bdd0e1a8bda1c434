//! Text of `src/sections/quote_check.rs`.

use std::fmt::Display;

pub const A_GPU_HOUR_FOR: &str = " a GPU-hour for ";
pub const BY_THE_HOUR: &str = "by the hour";
pub const COMPARE_WITH_IT_ALONE: &str = "Compare with offers you have alone";
pub const COUNT_IT_AS_AN_OFFER: &str = "Count it as an offer";
pub const EITHER_WAY: &str = " either way. ";
pub const ENDS_IN_MONTH: &str = " It ends in month ";
pub const IT_COSTS: &str = "it costs ";
pub const IT_DOES_NOT_DO_ALL_THE: &str = "it does not do all the work. ";
pub const I_WAS_OFFERED: &str = "I was offered ";
pub const LESS: &str = " less";
pub const MONTHS: &str = " months.";
pub const MONTHS_IT_BINDS_FOR_EMPTY_OR: &str = "Months it binds for; empty or 0 for by the hour";
pub const MONTHS_NEED_A_NUMBER_FROM_0: &str = "Months need a number from 0, by the hour, to 120.";
pub const OWNING_COSTS: &str = "owning costs ";
pub const PRICE_I_WAS_OFFERED_A_GPU: &str = "Price I was offered, a GPU-hour";
pub const SIGNED_AGAIN_UNTIL_MONTH: &str = " It is signed again until month ";
pub const SHORTER_TERMS_AFTER_IT: &str = "; after it come shorter terms, or hours.";
pub const THAN_OWNING_OVER: &str = " than owning over ";
pub const THAN_THIS_OFFER_OVER: &str = " than this offer over ";
pub const THAT_IS: &str = "That is ";
pub const THIS_CANNOT_BE_COMPUTED_FOR_THE: &str = "This cannot be computed for the case as it stands.";
pub const TOO_CLOSE_WHAT_NOBODY: &str = "Too close to call: what nobody confirmed may move that by ";
pub const YOUR_OFFER: &str = "Your offer";

pub fn the_price_needs_a_number(most: &dyn Display, such: &dyn Display) -> String {
    format!("The price needs a number above 0 and up to {most}, such as {such}.")
}

pub fn for_months(months: &dyn Display) -> String {
    format!("for {months} months")
}

pub fn in_a_steady_year(per: &dyn Display) -> String {
    format!(" {per} in a steady year: ")
}

pub fn counts_among_offers_you_have(price: &dyn Display, months: &dyn Display) -> String {
    format!(
        "{price} a GPU-hour {months} counts now: it stands among \u{201c}Offers you have\u{201d} in the group of renting, where you can change it"
    )
}

pub fn at_present_value(over: &dyn Display) -> String {
    format!("{over}, at present value. ")
}
