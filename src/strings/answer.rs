//! Text of `src/answer/`, and of its badges in a frame (`src/embed/mod.rs`).

use std::fmt::Display;

use engine::view::template::filled;
use engine::view::{Piece, Style};

use super::figure;

pub const MORE_THAN_RENTING_IN_MONTH: &str = "more than renting, in month ";
pub const MORE_THAN_RENTING_AFTER_TAX_IN_MONTH: &str = "more than renting, after tax, in month ";
pub const AT_ANY_USE: &str = "at any utilization";
pub const CHANGE_THE_RATE: &str = "Change the exchange rate";
pub const LIKELY_NOT_SURE: &str = "likely, but not certain";
pub const NEVER: &str = "never";
pub const INVALID_INPUTS: &str = "Some inputs are invalid. The answer below still uses the previous values:";
pub const NO_FIGURE: &str = "not available";
pub const MILLION_TOKENS: &str = "million tokens";
pub const ON_ASSUMED_PRICES: &str = "on assumed prices";
pub const ON_SPOT_OR_MARKETPLACE: &str = "on spot or marketplace capacity";
pub const PER: &str = "per";
pub const ASSUMES_FLAT_RENTAL_PRICES: &str = "This assumes that rental prices stay flat; at ";
pub const A_GPU_HOUR_BY_USE: &str = "per GPU-hour, pay-as-you-go";
pub const A_GPU_HOUR_COMMITTED: &str = "per GPU-hour, committed";
pub const AN_HOUR_OF_ITS_GPU_BY_USE: &str = "per hour of its GPU, pay-as-you-go";
pub const AN_HOUR_OF_ITS_GPU_COMMITTED: &str = "per hour of its GPU, committed";
pub const BEFORE_YOU_DECIDE: &str = "Before you decide";
pub const BREAK_EVEN_PRICE: &str = "Break-even price";
pub const BREAK_EVEN_UTILIZATION: &str = "Break-even utilization";
pub const BUSY_YOURS: &str = "of the time busy; yours: ";
pub const OWNING_WINS: &str = ", owning wins.";
pub const PEAK_CASH: &str = "Peak cash";
pub const RENTING_WINS: &str = ", renting wins.";
pub const SHOW_COSTS_PER: &str = "Show costs per";
pub const UPFRONT_PAYMENT: &str = "Upfront payment";
pub const NOT_REPLAYED: &str =
    "Based on measured demand, not on a job-by-job replay: a real scheduler cannot fill every hour.";
/// How much of the measured demand is jobs that never started.
pub fn not_started(share: f64) -> Vec<Piece> {
    let text = "{share} of this demand is jobs that had not started when the record ended, counted for their time limits or until then: what they need is not known.";
    filled(text, &[("share", figure(share, Style::Percent))])
}
/// What the ideal mix promises on one half of the jobs, and what whole jobs get on the other; shares of the cost of renting all.
pub fn replayed(promised: f64, realised: f64) -> Vec<Piece> {
    let slots =
        [("promised", figure(promised, Style::PercentFine)), ("realised", figure(realised, Style::PercentFine))];
    let text = "On the jobs of your files an ideal mix, of sizes of its own, promises to save {promised} of the cost of renting everything, and whole jobs save {realised} with it: each half of them judges the other.";
    filled(text, &slots)
}
/// What the plan would cost less if jobs waited longer for its machines, and how long one in twenty would wait.
pub fn longer_waits(less: f64, hours: f64) -> Vec<Piece> {
    let slots = [("less", figure(less, Style::PercentFine)), ("hours", figure(hours, Style::Decimal))];
    let text = "If jobs waited longer for the machines of the plan, they would cost {less} less; one job in twenty would wait over {hours} hours.";
    filled(text, &slots)
}

pub const PENDING: &str = "…";
pub const WHICH_RANGES: &str = "Which ranges?";
pub const NO_COMPARISON: &str = "no comparison with renting";
pub const RENT_OR_OWN: &str = "Rent or own";
pub const UP_TO: &str = " to ";
pub const STILL_USES: &str = ": still uses ";
pub const AMOUNTS_IN_CURRENCY: &str = "Amounts in {code}: one US dollar is {rate} ({day}). Amounts are stored in US dollars. If you change the exchange rate, re-enter quotes fixed in your currency. {change}";
pub const DATE_NOT_GIVEN: &str = "date not given";
pub const STEADY_YEAR: &str = "Many published comparisons use a steady year: yearly charges, without delivery, growth, changing prices or an early sale. On that basis {whose} {own} to own and {rent} to rent {per}; the break-even is at {break_even} busy and the break-even price {price} per GPU-hour. Everything else on this page is over the horizon.";
pub const THIS_SCENARIO_COSTS: &str = "this scenario costs";
pub const WITH_TODAYS_PRICES: &str = " With today\u{2019}s prices: own {own}, rent {rent}. ";
pub const USE_TODAYS_PRICES: &str = "Use today\u{2019}s prices";

pub fn computed_with_the_prices_of(title: &dyn Display) -> String {
    format!("Computed with the prices of: {title}.")
}

pub fn of_gpu_hours(size: &dyn Display) -> String {
    format!("of {size} GPU-hours")
}

pub fn of_tokens(size: &dyn Display) -> String {
    format!("at {size}M per GPU-hour")
}

pub fn rate_of(day: &dyn Display) -> String {
    format!("rate of {day}")
}

pub fn in_dollars_until(code: &dyn Display) -> String {
    format!("All amounts stay in US dollars until you enter an exchange rate for {code}. ")
}

pub fn assumes(label: &dyn Display, value: &dyn Display) -> String {
    format!("This assumes \u{201c}{label}\u{201d} at {value}; at ")
}

pub fn due_with_the_order(share: &dyn Display) -> String {
    format!("; {share} of the hardware is due with the order")
}

/// Of the GPUs that were entered, where other plans lead.
pub fn owning_all_costs(gpus: &str) -> String {
    format!("owning {gpus} GPUs for all of the work, a plan of its own, costs")
}
