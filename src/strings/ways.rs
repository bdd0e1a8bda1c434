//! Text of `src/sections/alternatives.rs`.

use std::fmt::Display;

pub const CHANGE_HOW_MANY: &str = "Change the number";
pub const OVER_THE_CHEAPEST: &str = "Above cheapest";
pub const PAYS_FOR: &str = "Pays for";
pub const SIDE_BY_SIDE: &str = "Own, commit or rent: comparison";
pub const THAN_EVERY_OTHER_WAY: &str = ", and less than any other option here.";
pub const THE_CHEAPEST: &str = "cheapest";
pub const THE_LEAST_TOO_CLOSE: &str = "lowest, but too close to call";
pub const WAY: &str = "Option";

pub fn over(span: &dyn Display) -> String {
    format!("Over {span}")
}

pub fn told(one: &dyn Display, span: &dyn Display) -> String {
    format!("The same work with each option over {span}: cost of {one}, and total cost, at present value.")
}

pub fn smaller_commitment(
    offer: &dyn Display,
    now: &dyn Display,
    gpus: &dyn Display,
    less: &dyn Display,
    end: &str,
) -> String {
    format!(
        "{offer} assumes {now} committed GPUs, the same as owned. With {gpus} committed and the rest rented by the hour, it costs {less} less{end}"
    )
}
