//! Text of `src/answer/plan_figures.rs`.

use std::fmt::Display;

pub const COST_OF_THIS_PLAN: &str = "Cost of this plan";
pub const COST_OF_THE_CHEAPER: &str = "The cheaper of the two";
pub const RUNNER_UP: &str = "Runner-up";
pub const TO_COMPARE: &str = "To compare with, may not be taken";
pub const NO_FIGURE: &str = "–";
pub const BREAK_EVEN_NODE_PRICE: &str = "Break-even node price";
pub const BREAK_EVEN_TOKEN_PRICE: &str = "Break-even token price";
pub const BREAK_EVEN_RENTAL_PRICE: &str = "Break-even rental price";
pub const BREAK_EVEN_PRICE_OF_THE_REST: &str = "Break-even price of the rest";
pub const UP_TO_DELIVERY: &str = "up to delivery";

/// Whose cost it is, and for what.
pub fn of_plan(plan: &str, per: &str) -> String {
    format!("{plan}, {per}")
}

pub fn now(price: &dyn Display) -> String {
    format!("now {price}")
}
