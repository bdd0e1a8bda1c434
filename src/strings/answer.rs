//! Text of `src/answer/caveats.rs`, `src/answer/key_figures.rs`, `src/answer/verdict.rs` and `src/embed/mod.rs`.

use std::fmt::Display;

pub const MORE_THAN_RENTING_IN_MONTH: &str = "more than renting, in month ";
pub const MORE_THAN_RENTING_AFTER_TAX_IN_MONTH: &str = "more than renting, after tax, in month ";
pub const AT_ANY_USE: &str = "at any utilization";
pub const AGAINST_HOURS: &str = "against on-demand hours ";
pub const A_GPU_HOUR_COMMITTED: &str = "per GPU-hour, committed; pay-as-you-go in a steady year: ";
pub const A_GPU_HOUR_COMMITTED_OTHER: &str =
    "per hour of its GPU, committed; of yours, pay-as-you-go in a steady year: ";
pub const A_GPU_HOUR_BY_USE_STEADY: &str = "per GPU-hour, pay-as-you-go; in a steady year: ";
pub const A_GPU_HOUR_BY_USE_OTHER: &str = "per hour of its GPU, pay-as-you-go; of yours, in a steady year: ";
pub const A_GPU_HOUR_PAID_BY_USE: &str = "per GPU-hour, pay-as-you-go";
pub const BUSY_IN_A_STEADY_YEAR: &str = "busy, in a steady year";
pub const KEPT_IN_US_DOLLARS: &str =
    "Amounts are stored in US dollars. If you change the exchange rate, re-enter quotes fixed in your currency. ";
pub const CHANGE_THE_RATE: &str = "Change the exchange rate";
pub const CHEQUE_TO_SIGN: &str = "Upfront payment";
pub const COSTS_ARE_TOLD_PER: &str = "Show costs per";
pub const DAY_NOT_GIVEN: &str = " (date not given). ";
pub const FOR_THE_MACHINES: &str = "for all hardware";
pub const LIKELY_NOT_SURE: &str = "likely, but not certain";
pub const MONEY_IN: &str = "Amounts in ";
pub const MOST_CASH_OUT: &str = "Peak cash";
pub const NEVER: &str = "never";
pub const NOT_ALL_INPUTS_CAN_BE_USED: &str =
    "Some inputs are invalid. The answer below still uses the previous values:";
pub const NO_FIGURE: &str = "not available";
pub const N_1M_TOKENS: &str = "million tokens";
pub const ONE_US_DOLLAR_IS: &str = ": one US dollar is ";
pub const ON_ASSUMED_PRICES: &str = "on assumed prices";
pub const ON_AN_OFFER_NOT_PROMISED: &str = "on spot or marketplace capacity";
pub const OWN: &str = "Own";
pub const PER: &str = "per";
pub const PRICE_TO_BEAT: &str = "Break-even price";
pub const RENT: &str = ", rent ";
pub const RENT_OR_OWN: &str = "Rent or own";
pub const RENT_TOO: &str = "Rent";
pub const SEE_THE_WARNING: &str = "see the warning";
pub const UP_TO: &str = " to ";
pub const USES_PREVIOUS_VALUE: &str = ": still uses ";
pub const USE_TODAYS_PRICES: &str = "Use today\u{2019}s prices";
pub const WITH_TODAYS_PRICES_OWN: &str = " With today\u{2019}s prices: own ";

pub fn busy_over(span: &dyn Display, against: &dyn Display) -> String {
    format!("busy, over {span}; in a steady year {against}")
}

pub fn computed_with_the_prices_of(title: &dyn Display) -> String {
    format!("Computed with the prices of: {title}.")
}

pub fn for_the_machines_with_the_order(one: &dyn Display) -> String {
    format!("for all hardware, {one} due with the order")
}

pub fn of_gpu_hours(size: &dyn Display) -> String {
    format!("of {size} GPU-hours")
}

pub fn of_tokens(size: &dyn Display) -> String {
    format!("at {size}M per GPU-hour")
}

pub fn over(span: &dyn Display) -> String {
    format!("over {span}; in a steady year ")
}

pub fn over_after_tax(span: &dyn Display) -> String {
    format!("over {span}, after tax; in a steady year, before tax ")
}

pub fn rate_of(day: &dyn Display) -> String {
    format!(" (rate of {day}). ")
}

pub fn in_dollars_until(code: &dyn Display) -> String {
    format!("All amounts stay in US dollars until you enter an exchange rate for {code}. ")
}
