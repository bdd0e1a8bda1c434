//! Text of `two_plans.rs` and `other_sizes.rs`.

use std::fmt::Display;

use engine::view::template::filled;
use engine::view::{Piece, Style};

use crate::strings::figure;

pub const WITH: &str = "with";
pub const NO_BREAK_EVEN: &str = "no break-even";
pub const OTHER_WORK_TITLE: &str = "With less or more work";
pub const BREAK_EVENS: &str = "Break-evens between these two plans, sizes held";
pub const BEST_SIZES: &str = "Best plan then";
pub const CHEAPER_ABOVE: &str = "Cheaper above it";
pub const COMPARE: &str = "Compare";
pub const DISCOUNTED: &str = "Payback, discounted";
pub const COMPARE_OTHER_WORK: &str = "Compare with other amounts of work";
pub const INTERNAL_RATE: &str = "Internal rate of return";
pub const BEST_SIZES_ALREADY: &str = "these are the best sizes";
pub const MORE_THAN_BEST: &str = "More than the best";
pub const NEEDS_LESS_CASH: &str = "needs less cash from the start";
pub const NO_RATE: &str = "none";
pub const NOT_WITHIN: &str = "not within the horizon";
pub const NOW: &str = "Now";
pub const PAYBACK: &str = "Payback";
pub const PER_NODE: &str = "Price of a node";
pub const PER_HOUR_ON_DEMAND: &str = "Price of an hour on demand";
pub const PER_MILLION_TOKENS: &str = "Price of a million tokens";
pub const PER_SPOT_HOUR: &str = "Price of a spot hour";
pub const PLAN_COSTS: &str = "These sizes cost";
pub const REQUIREMENTS: &str = "Requirements that would reverse this answer on their own:";
pub const SAME_AT: &str = "Cost the same at";
pub const TITLE: &str = "Two plans in detail";
pub const NOT_POSSIBLE: &str = "not possible";
pub const WHAT: &str = "What";
pub const WORK: &str = "Work";
pub const COMPARING: &str = "Comparing these two plans.";

pub fn difference(plan: &'static str, other: &'static str, usd: f64, share: Option<f64>, over: &str) -> Vec<Piece> {
    let bracket = if share.is_some() { " ({share})" } else { "" };
    let side = if usd < 0.0 { "more" } else { "less" };
    let slots = [
        ("plan", Piece::Words(plan.to_owned())),
        ("other", Piece::Words(other.to_owned())),
        ("usd", figure(usd.abs(), Style::UsdShort)),
        ("share", share.map_or(Piece::Words(String::new()), |share| figure(share.abs(), Style::PercentFine))),
    ];
    filled(&format!("Over {over}, {{plan}} costs {{usd}}{bracket} {side} than {{other}}, at present value."), &slots)
}

/// The plan that is the cheaper one at every value that was looked at.
pub fn at_any(plan: &str) -> String {
    format!("{plan}, at any")
}

pub fn of_the_work(share: &dyn Display) -> String {
    format!("{share} of the work")
}

pub fn busy(share: &dyn Display) -> String {
    format!("{share} busy")
}

pub fn sizes(own: &dyn Display, committed: &dyn Display) -> String {
    format!("{own} GPUs owned, {committed} committed")
}
