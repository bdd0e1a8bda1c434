//! Text of `src/sections/offers.rs`.

use std::fmt::Display;

pub const AT_ANY_USE: &str = "at any use";
pub const A_GPU_HOUR: &str = "A GPU-hour";
pub const CANNOT_DO_THIS_JOB: &str = " cannot do this job, ";
pub const CHANGES_FROM: &str = "changes from ";
pub const COUNTS: &str = "Counts";
pub const FROM: &str = "from ";
pub const FROM_WITHIN: &str = ", from ";
pub const NEVER: &str = "never";
pub const NEVER_NEEDS: &str = "never: needs ";
pub const NONE: &str = "None.";
pub const OFFER: &str = "Offer";
pub const OFFERS_ARE_COMPARED: &str = " offers are compared; ";
pub const OFFERS_COMPARED_CHEAPEST_FIRST: &str = "Offers compared, the cheapest over the horizon first. A commitment that ends earlier is signed again if it fits, else the longest of its provider that fits, else hours.";
pub const OFFERS_THAT_CANNOT_DO_THIS_JOB: &str = "Offers that cannot do this job as you described it";
pub const OFFER_IS_COMPARED: &str = " offer is compared; ";
pub const OF_THEM_CHEAPER_THAN_OWNING: &str = " of them cheaper than owning.";
pub const OWNING_AGAINST_EVERY_OFFER: &str = "Owning against every offer";
pub const OWNING_PAYS: &str = "Owning pays";
pub const PRICE_OF: &str = "Price of";
pub const SET_YOURS: &str = "set yours";
pub const TAKE_THE_LISTED_PRICE: &str = "take the listed price";
pub const THAT_CANNOT_AND_WHY_COUNT_THEM: &str = " that cannot, and why. Count them anyway";
pub const TO: &str = " to ";
pub const UP_TO: &str = "up to ";
pub const YES: &str = "yes";
pub const YOUR_PRICE_LISTED_AT: &str = "your price, listed at ";

pub fn count(name: &dyn Display) -> String {
    format!("Count {name}")
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

pub fn take_the_listed_price(name: &dyn Display) -> String {
    format!("take the listed price: {name}")
}

pub fn your_price_of_a_gpu_hour(name: &dyn Display) -> String {
    format!("Your price of {name}, a GPU-hour")
}
