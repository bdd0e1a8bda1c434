//! Text of `src/answer/caveats.rs`, `src/answer/key_figures.rs`, `src/answer/verdict.rs` and `src/embed/mod.rs`.

use std::fmt::Display;

pub const MORE_THAN_RENTING_IN_MONTH: &str = "more than renting, in month ";
pub const MORE_THAN_RENTING_AFTER_TAX_IN_MONTH: &str = "more than renting, after tax, in month ";
pub const AT_ANY_USE: &str = "at any use";
pub const AGAINST_HOURS: &str = "against hours ";
pub const A_GPU_HOUR_COMMITTED: &str = "a GPU-hour, committed; by use in a steady year ";
pub const A_GPU_HOUR_COMMITTED_OTHER: &str = "an hour of its GPU, committed; of yours, by use in a steady year ";
pub const A_GPU_HOUR_BY_USE_STEADY: &str = "a GPU-hour, by use; in a steady year ";
pub const A_GPU_HOUR_BY_USE_OTHER: &str = "an hour of its GPU, by use; of yours, in a steady year ";
pub const A_GPU_HOUR_PAID_BY_USE: &str = "a GPU-hour, paid by use";
pub const BUSY_IN_A_STEADY_YEAR: &str = "busy, in a steady year";
pub const KEPT_IN_US_DOLLARS: &str = "Amounts are kept in US dollars: after another rate type fixed quotes again. ";
pub const CHANGE_THE_RATE: &str = "Change the rate";
pub const CHEQUE_TO_SIGN: &str = "Cheque to sign";
pub const COSTS_ARE_TOLD_PER: &str = "Costs are told per";
pub const DAY_NOT_GIVEN: &str = " (day not given). ";
pub const FOR_THE_MACHINES: &str = "for all hardware";
pub const LIKELY_NOT_SURE: &str = "likely, not sure";
pub const MONEY_IN: &str = "Money in ";
pub const MOST_CASH_OUT: &str = "Most cash out";
pub const NEVER: &str = "never";
pub const NOT_ALL_INPUTS_CAN_BE_USED: &str = "Not all inputs can be used, so this answer is an earlier one:";
pub const NO_FIGURE: &str = "no figure";
pub const N_1M_TOKENS: &str = "1M tokens";
pub const ONE_US_DOLLAR_IS: &str = ": one US dollar is ";
pub const ON_ASSUMED_PRICES: &str = "on assumed prices";
pub const ON_AN_OFFER_NOT_PROMISED: &str = "on an offer nobody promises";
pub const OWN: &str = "Own";
pub const PER: &str = "per";
pub const PRICE_TO_BEAT: &str = "Price to beat";
pub const RENT: &str = ", rent ";
pub const RENT_OR_OWN: &str = "Rent or own";
pub const RENT_TOO: &str = "Rent";
pub const SEE_THE_WARNING: &str = "see the warning";
pub const UP_TO: &str = " to ";
pub const USES_PREVIOUS_VALUE: &str = ": uses previous value ";
pub const USE_TODAYS_PRICES: &str = "Use today\u{2019}s prices";
pub const WITH_TODAYS_PRICES_OWN: &str = " With today\u{2019}s prices: own ";

pub fn busy_over(span: &dyn Display, against: &dyn Display) -> String {
    format!("busy, over {span}; in a steady year {against}")
}

pub fn computed_with_the_prices_of(title: &dyn Display) -> String {
    format!("Computed with the prices of: {title}.")
}

pub fn for_the_machines_with_the_order(one: &dyn Display) -> String {
    format!("for all hardware, {one} with the order")
}

pub fn of_gpu_hours(size: &dyn Display) -> String {
    format!("of {size} GPU-hours")
}

pub fn of_tokens(size: &dyn Display) -> String {
    format!("at {size}M a GPU-hour")
}

pub fn over(span: &dyn Display) -> String {
    format!("over {span}; in a steady year ")
}

pub fn over_after_tax(span: &dyn Display) -> String {
    format!("over {span}, after tax; in a steady year, before tax ")
}

pub fn rate_of(day: &dyn Display) -> String {
    format!(", rate of {day}. ")
}

pub fn in_dollars_until(code: &dyn Display) -> String {
    format!("All amounts stay in US dollars until the rate of {code} is typed: 1 is no rate. ")
}
