//! Text of `src/state/opening.rs` and `src/state/scenario_store.rs`.

use std::fmt::Display;

pub const COMPARE_THEM: &str = "Compare them";
pub const NOTHING_OF_THIS_LINK_IS_UNDERSTOOD: &str = "Nothing of this link is understood";
pub const THE_NODE_PRICE_YOU_HAD_GAVE: &str = ". The node price you had gave way: undo brings it back";
pub const THIS_LINK: &str = "This link";

pub fn of_several_the_first_is_on_screen(all: &dyn Display) -> String {
    format!(
        "This link holds {all} scenarios. The first is on screen, the others stand side by side with it further down"
    )
}

pub fn price_gpus_in_a_node_rated(name: &dyn Display, gone: &dyn Display) -> String {
    format!(
        "Price, GPUs in a node, rated power and nameplate of a node are now those of the price book's machine with {name}{gone}"
    )
}

pub fn scenario_of_this_link(one: &dyn Display) -> String {
    format!("Scenario {one} of this link")
}

pub fn the_price_book_has_no_machine(name: &dyn Display) -> String {
    format!("The price book has no machine with {name}: price and power of a node are still those of the one before")
}

pub fn was_opened_but_not_all_of(whole: &dyn Display) -> String {
    format!("{whole} was opened, but not all of it could be used")
}
