//! Text of `src/scenarios/compare.rs`.

use std::fmt::Display;

use engine::units::count;
use engine::view::template::filled;
use engine::view::{Piece, Style};

use crate::strings::figure;

pub const BREAK_EVEN_BUSY_SHARE: &str = "Break-even busy share over the horizon";
pub const CHEAPEST_OFFER: &str = "Cheapest offer";
pub const TITLE: &str = "Compare";
pub const LINK_EXPLAINED: &str =
    "Contains every input of each scenario after the #, which browsers never send to a server.";
pub const INPUTS_THAT_DIFFER: &str = "Inputs that differ";
pub const ALSO_IN_THIS_LINK: &str = "Also in this link, not verified and not saved: ";
pub const SAVE_ALL: &str = "Save all";
pub const LINK_TO_THIS_COMPARISON: &str = "Link to this comparison";
pub const NO_INPUT_DIFFERS: &str = "No input differs";
pub const OWNING_PRESENT_VALUE: &str = "Owning, present value";
pub const OWNING_SAVES_PRESENT_VALUE: &str = "Owning saves, present value";
pub const OWN_IN_A_STEADY_YEAR: &str = "Own, per productive GPU-hour, steady year";
pub const OWN_OVER_THE_HORIZON: &str = "Own, per productive GPU-hour, over the horizon";
pub const PLAN_PER_GPU_HOUR: &str = "Plan, per productive GPU-hour";
pub const PLAN_PER_YEAR: &str = "Plan, per year";
pub const PLAN_PRESENT_VALUE: &str = "Plan, present value";
pub const PLAN_SAVES: &str = "Plan, less than what it is compared with";
pub const PLAN_UPFRONT: &str = "Plan, upfront payment";
pub const PRICE_EDITION: &str = "Price edition";
pub const DISMISS: &str = "Dismiss";
pub const RENTING_PRESENT_VALUE: &str = "Renting, present value";
pub const RENT_IN_A_STEADY_YEAR: &str = "Rent, per productive GPU-hour, steady year";
pub const BREAK_EVEN_PRICE: &str = "Break-even price, pay-as-you-go, over the horizon";
pub const RENT_OVER_THE_HORIZON: &str = "Rent, per productive GPU-hour, over the horizon";
pub const OWNING_PAYS_UNTIL: &str = "Owning pays up to, busy share over the horizon";
pub const SAME: &str = "same";
pub const TOO_FEW_SAVED: &str = "Save two or more scenarios, then select them here.";
pub const SELECT_TWO_TO_FIVE: &str = "Select two to five scenarios in the list to compare them side by side.";
pub const RECOMMENDED_PLAN: &str = "Recommended plan";
pub const CURRENT_SCENARIO: &str = "Current scenario";

pub fn points(one: &dyn Display) -> String {
    format!("{one} percentage points")
}

pub fn scenario(number: &dyn Display) -> String {
    format!("Scenario {number}")
}

pub fn why_different(name: &dyn Display, first_name: &dyn Display) -> String {
    format!("Why does {name} differ from {first_name}?")
}

pub fn differences(same: usize, idle: usize) -> Vec<Piece> {
    let text = match idle {
        0 => {
            "Differences are relative to the first scenario; figures are rounded individually. {same} inputs are identical in all."
        }
        1 => {
            "Differences are relative to the first scenario; figures are rounded individually. {same} inputs are identical in all. {idle} other differs but applies to none of them."
        }
        _ => {
            "Differences are relative to the first scenario; figures are rounded individually. {same} inputs are identical in all. {idle} others differ but apply to none of them."
        }
    };
    let number = |value: usize| figure(count(value), Style::Count);
    filled(text, &[("same", number(same)), ("idle", number(idle))])
}
