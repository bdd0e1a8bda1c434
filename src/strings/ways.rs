//! Text of `src/sections/alternatives.rs`.

use std::fmt::Display;

pub const CHANGE_HOW_MANY: &str = "Change how many";
pub const OVER_THE_CHEAPEST: &str = "Over the cheapest";
pub const PAYS_FOR: &str = "Pays for";
pub const SIDE_BY_SIDE: &str = "Own, commit or rent, side by side";
pub const THAN_EVERY_OTHER_WAY: &str = ", and less than every other way here.";
pub const THE_CHEAPEST: &str = "the cheapest";
pub const THE_LEAST_TOO_CLOSE: &str = "the least, too close to call";
pub const WAY: &str = "Way";

pub fn over(span: &dyn Display) -> String {
    format!("Over {span}")
}

pub fn told(one: &dyn Display, span: &dyn Display) -> String {
    format!("The same work each way, over {span}, at present value: what {one} costs, and all of it.")
}

pub fn smaller_commitment(
    offer: &dyn Display,
    now: &dyn Display,
    gpus: &dyn Display,
    less: &dyn Display,
    end: &str,
) -> String {
    format!(
        "{offer} is reckoned with {now} GPUs committed, as they follow the GPUs owned. With {gpus}, and the rest by the hour, it costs {less} less{end}"
    )
}
