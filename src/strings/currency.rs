//! Text of `src/form/currency_choice.rs` and `src/form/exchange_rate.rs`.

use std::fmt::Display;

pub const ANOTHER: &str = "another, by its code";
pub const EXCHANGE_RATE: &str = "Exchange rate";
pub const IN: &str = "in";
pub const UNUSUAL_RATE: &str = "Far from any usual rate.";
pub const RATE_NEEDED: &str = "All amounts stay in US dollars until you enter a rate.";
pub const OTHER_WAY_ROUND: &str = "Is it the other way round?";
pub const RATE_OF: &str = "rate of";
pub const THREE_LETTERS: &str = "Currency code, three letters";

pub fn one_equals(code: &dyn Display) -> String {
    format!("1 {code} =")
}

pub fn per_usd(rate: &dyn Display, code: &dyn Display) -> String {
    format!("{rate} {code} per USD")
}

pub fn was_about(rate: &dyn Display, month: &dyn Display) -> String {
    format!(" In {month} it was about {rate}.")
}

pub fn use_rate(rate: &dyn Display) -> String {
    format!("Use {rate}")
}
