//! Text of `cost_breakdown.rs`.

use std::fmt::Display;

use engine::report::{Hours, OwnSide};
use engine::view::template::filled;
use engine::view::{Piece, Style, words};

use crate::strings::figure;

pub const PER_YEAR: &str = "Per year";
pub const AVAILABILITY: &str = "availability";
pub const AVAILABLE: &str = "Available";
pub const BUSY: &str = "Busy: a job holds the GPU";
pub const CALENDAR: &str = "Calendar: GPUs × 8760 h";
pub const COSTS_IN_THE_CHOSEN_UNIT: &str = "Costs in the chosen unit";
pub const EFFICIENCY_AND_GOODPUT: &str = "job efficiency × goodput (work kept)";
pub const FACTOR: &str = "Factor";
pub const OCCUPANCY: &str = "occupancy (filled by jobs)";
pub const FIXED_AND_VARIABLE_TITLE: &str = "Fixed and variable cost of owning";
pub const HOURS_TITLE: &str = "From calendar hours to productive hours";
pub const GPU_HOURS_PER_YEAR: &str = "GPU-hours per year";
pub const HOURS: &str = "Hours";
pub const IN_A_STEADY_YEAR: &str = "In a steady year:";
pub const LINE: &str = "Line";
pub const OWN: &str = "Own";
pub const PRODUCTIVE: &str = "Productive: work that is kept";
pub const BREAK_EVEN_UTILIZATION: &str = "Break-even utilization";
pub const PAYBACK_MONTH: &str = "Payback month";
pub const PRESENT_VALUES: &str = "Present values";
pub const BREAK_EVEN_PRICE: &str = "Break-even price";
pub const RESIDUAL_VALUE: &str = "Residual value";
pub const TOTAL: &str = "Total";
pub const RESALE_BETWEEN_AGES: &str = "Values between two ages are interpolated linearly; the last one applies afterwards. Planning estimate of {day}, based on {source}. This is an assumption, not a quote: a new GPU generation can take away another 20 to 30 percentage points.";
pub const TITLE: &str = "Where the cost comes from, in a steady year";

pub fn left_at_zero(zeros: &dyn Display) -> String {
    format!("Left at zero: {zeros}.")
}

pub fn break_even_over_the_horizon(span: &str, share: f64) -> Vec<Piece> {
    let text = "Over {span}, the break-even busy share is {share}: at this load, owning and the cheapest offer have the same present value (below). The amount of work varies with the load. Found by search.";
    filled(text, &[("span", words(span)), ("share", figure(share, Style::PercentFine))])
}

pub fn break_even_price_over_the_horizon(span: &str, usd: f64) -> Vec<Piece> {
    let text = "Over {span}, the break-even price is {price} per GPU-hour of the cheapest eligible hourly offer: at this price, renting from it has the same present value as owning (below). Hours rented in addition to owned machines cost this price as well; all else is unchanged. Found by search.";
    filled(text, &[("span", words(span)), ("price", figure(usd, Style::UsdPerHour))])
}

pub fn fixed_and_variable(own: &OwnSide) -> Vec<Piece> {
    let text = "One owned GPU costs {fixed} per year regardless of load, plus {variable} for each hour a job holds it. Cost per productive GPU-hour = fixed ÷ productive hours per GPU + variable ÷ productive share of a busy hour.";
    let fixed = figure(own.fixed_usd_per_gpu_year, Style::Usd);
    filled(text, &[("fixed", fixed), ("variable", figure(own.variable_usd_per_busy_gpu_hour, Style::UsdExact))])
}

pub fn paid_upfront(own: &OwnSide) -> Vec<Piece> {
    let upfront = ("upfront", figure(own.upfront_usd, Style::Usd));
    match own.simple_usd_per_productive_gpu_hour {
        Some(usd) => {
            let text = "Paid upfront: {upfront}. With straight-line depreciation and no interest, owning costs {simple} per productive GPU-hour.";
            filled(text, &[upfront, ("simple", figure(usd, Style::UsdPerHour))])
        }
        None => filled("Paid upfront: {upfront}.", &[upfront]),
    }
}

pub fn resale_at(age: f64, share: f64) -> Vec<Piece> {
    let text = "after {age} years: {share} of the price";
    filled(text, &[("age", figure(age, Style::Count)), ("share", figure(share, Style::Percent))])
}

pub fn hours_in_shares(hours: &Hours) -> Vec<Piece> {
    let text = "Busy means, throughout this page, the share of all calendar hours in which a job holds the GPU: here {busy}. The share whose work is kept (utilization) is {kept}. At most, the GPUs can be busy {most} of the time.";
    let share = |value: f64| figure(value, Style::PercentFine);
    filled(
        text,
        &[
            ("busy", share(hours.busy_share)),
            ("kept", share(hours.utilization)),
            ("most", share(hours.ceiling_busy_share)),
        ],
    )
}
