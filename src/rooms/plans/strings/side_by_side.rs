//! Text of `side_by_side.rs`.

use std::fmt::Display;

use engine::plans::recommendation::Why;

pub const ABOVE_THE_CHEAPEST: &str = "Above cheapest";
pub const NOT_LISTED: &str = "Not listed: ";
pub const CHANGE_THE_NUMBER: &str = "Change the number";
pub const FULL_CAPACITY_FROM: &str = "Full capacity from";
pub const HOLDING_EXPLAINED: &str = "Then they stay, whatever else you change. Undo takes it back.";
pub const HOLD_THESE_SIZES: &str = "Hold these sizes";
pub const LEAVES_WORK_UNDONE: &str = "leaves work undone";
pub const OWED: &str = "Owed if work stopped";
pub const PEAK_CASH: &str = "Peak cash";
pub const PER_YEAR: &str = "Per year";
pub const PLAN: &str = "Plan";
pub const BEING_SEARCHED: &str = "Sizes of the last search; new ones are being searched.";
pub const RENTED_FROM: &str = "Rented from: ";
pub const SELLS_THE_MACHINES: &str = "would sell the machines there, which is not allowed";
pub const TITLE: &str = "Plans side by side";
pub const THAN_EVERY_OTHER_PLAN: &str = ", and less than any other plan here.";
pub const CHEAPEST: &str = "cheapest";
pub const CHEAPEST_ALLOWED: &str = "cheapest that may be taken";
pub const LOWEST_TOO_CLOSE: &str = "lowest, but too close to call";
pub const UPFRONT: &str = "Upfront";

pub fn month(month: &dyn Display) -> String {
    format!("month {month}")
}

pub fn over(span: &dyn Display) -> String {
    format!("Over {span}")
}

pub fn breaks(limits: &dyn Display) -> String {
    format!("breaks your limit: {limits}")
}

pub fn caption(one: &dyn Display, span: &dyn Display) -> String {
    format!("The same work with each plan over {span}: cost of {one}, and what is paid, at present value.")
}

/// Why a plan is not listed, after its name. `is_typed`: whether a size to own or to commit to was entered.
pub const fn why(why: Why, is_typed: bool) -> &'static str {
    match why {
        Why::NothingThere => "nothing is there yet",
        Why::ExcludedByYou => "excluded by you",
        Why::NoEligibleOffer => "no offer may be used for it",
        Why::NothingToBuy => "what is there does all of the work",
        Why::NothingMayLeave => "all of the work has to run on owned machines",
        Why::NoBetter if is_typed => "with the sizes entered no mix saves more than 0.5%; others are not tried",
        Why::NoBetter => "no mix saves more than 0.5%",
        Why::NotTyped => "no sizes were typed",
        Why::MayNotBeSold => "the machines there may not be sold",
        Why::NotAllOfIt => "no API serves all of the work",
    }
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
