//! Text of `src/state/opening.rs`.

use std::fmt::Display;

pub const COMPARE: &str = "Compare";
pub const LINK_NOT_READ: &str = "This link could not be read";
pub const THIS_LINK: &str = "This link";

pub fn first_of_several(all: &dyn Display) -> String {
    format!("This link contains {all} scenarios. The first is shown here; all of them are compared further down")
}

pub fn scenario_in_link(one: &dyn Display) -> String {
    format!("Scenario {one} in this link")
}

pub fn partly_opened(whole: &dyn Display) -> String {
    format!("{whole} was opened, but parts of it could not be used")
}
