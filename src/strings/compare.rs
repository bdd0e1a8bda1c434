//! Text of `src/sections/compare.rs`.

use std::fmt::Display;

pub const BREAK_EVEN_BUSY_SHARE: &str = "Break-even busy share, over the horizon";
pub const CHEAPEST_OFFER: &str = "Cheapest offer";
pub const COMPARE: &str = "Compare";
pub const DIFFER_AND_MATTER_IN_NONE: &str = " differ in ways that none of them has chosen.";
pub const DIFFERENCES_ARE_TO_THE_FIRST: &str = "Differences are to the first, each figure rounded on its own. ";
pub const HOLDS_EVERY_INPUT_OF_EACH_BEHIND: &str = "Holds every input of each, behind #, which no server ever sees.";
pub const INPUTS_ARE_THE_SAME_IN_ALL: &str = " inputs are the same in all. ";
pub const INPUTS_THAT_DIFFER: &str = "Inputs that differ";
pub const IN_THE_SAME_LINK_NOT_CHECKED: &str = "In the same link, not checked and not kept: ";
pub const KEEP_ALL: &str = "Keep all";
pub const LINK_TO_THIS_COMPARISON: &str = "Link to this comparison";
pub const NO_INPUT_DIFFERS: &str = "No input differs";
pub const OWNING_PRESENT_VALUE: &str = "Owning, present value";
pub const OWNING_SAVES_PRESENT_VALUE: &str = "Owning saves, present value";
pub const OWN_A_PRODUCTIVE_GPU_HOUR: &str = "Own, a productive GPU-hour, steady year";
pub const OWN_OVER_THE_HORIZON: &str = "Own, a productive GPU-hour, over the horizon";
pub const PRICE_EDITION: &str = "Price edition";
pub const PUT_AWAY: &str = "Put away";
pub const RENTING_PRESENT_VALUE: &str = "Renting, present value";
pub const RENT_A_PRODUCTIVE_GPU_HOUR: &str = "Rent, a productive GPU-hour, steady year";
pub const PRICE_TO_BEAT_BY_USE: &str = "Price to beat, paid by use, over the horizon";
pub const RENT_OVER_THE_HORIZON: &str = "Rent, a productive GPU-hour, over the horizon";
pub const OWNING_PAYS_UNTIL: &str = "Owning pays until, busy share over the horizon";
pub const SAVE_TWO_SCENARIOS_OR_MORE_THEN: &str = "Save two scenarios or more, then tick them here.";
pub const TICK_TWO_TO_FIVE_SCENARIOS_OF: &str = "Tick two to five scenarios of the list to see them side by side.";
pub const VERDICT: &str = "Verdict";
pub const WHAT_IS_ON_SCREEN: &str = "What is on screen";

pub fn points(one: &dyn Display) -> String {
    format!("{one} points")
}

pub fn scenario(number: &dyn Display) -> String {
    format!("Scenario {number}")
}

pub fn why_does_differ_from(name: &dyn Display, first_name: &dyn Display) -> String {
    format!("Why does {name} differ from {first_name}?")
}
