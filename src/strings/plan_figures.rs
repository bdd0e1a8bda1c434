//! Text of `src/answer/plan_figures.rs`.

use std::fmt::Display;

pub const COST_OF_THIS_PLAN: &str = "Cost of this plan";
pub const NEXT_BEST: &str = "Runner-up";
pub const NO_FIGURE: &str = "–";
pub const PRICE_OF_A_NODE: &str = "Break-even node price";
pub const PRICE_OF_RENTING: &str = "Break-even rental price";
pub const PRICE_OF_THE_REST: &str = "Break-even price of the rest";
pub const UP_TO_DELIVERY: &str = "up to delivery";

pub fn now(price: &dyn Display) -> String {
    format!("now {price}")
}
