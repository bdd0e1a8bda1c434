//! Text of `src/state/opening.rs`.

use std::fmt::Display;

pub const COMPARE_THEM: &str = "Compare";
pub const NOTHING_OF_THIS_LINK_IS_UNDERSTOOD: &str = "This link could not be read";
pub const THIS_LINK: &str = "This link";

pub fn of_several_the_first_is_on_screen(all: &dyn Display) -> String {
    format!("This link contains {all} scenarios. The first is shown here; all of them are compared further down")
}

pub fn scenario_of_this_link(one: &dyn Display) -> String {
    format!("Scenario {one} in this link")
}

pub fn was_opened_but_not_all_of(whole: &dyn Display) -> String {
    format!("{whole} was opened, but parts of it could not be used")
}
