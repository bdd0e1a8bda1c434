//! Text of `src/sections/library.rs`.

use std::fmt::Display;

pub const AS_LAST_SAVED: &str = "Bring back as saved";
pub const CHANGED_SINCE_SAVED: &str = "changed since you saved it";
pub const CHANGE_INPUTS: &str = "Change inputs";
pub const DELETE: &str = "Delete";
pub const DELETE_EVERYTHING: &str = "Delete everything";
pub const DUPLICATE: &str = "Duplicate";
pub const FROM_A_LINK_OR_FILE_NOT: &str = "From a link or file: not kept.";
pub const KEEP_EVERYTHING: &str = "Keep everything";
pub const KEPT_NOWHERE: &str = "Not kept: this browser takes nothing more from this page, and what is saved here goes when it closes. Save a file, or copy the link.";
pub const KEPT_UNDER_THIS_NAME_AND_KEPT: &str =
    "Kept under this name, and as you change it. How it was when you last pressed Save stays beside it: see the list.";
pub const MOVE_DOWN: &str = "Move down:";
pub const MOVE_UP: &str = "Move up:";
pub const NAME: &str = "Name";
pub const NOT_KEPT_UNDER_A_NAME_YET: &str =
    "Not kept under a name yet. This browser holds your last work, whatever it is.";
pub const ON_SCREEN: &str = "on screen";
pub const OPEN: &str = "Open";
pub const OPEN_A_FILE: &str = "Open a file";
pub const SAVE: &str = "Save";
pub const SAVE_ALL_AS_ONE_FILE: &str = "Save all as one file";
pub const SAVE_AS_ANOTHER: &str = "Save as another";
pub const SAVE_AS_NEW: &str = "Save as new";
pub const SAVE_A_COPY: &str = "Save a copy";
pub const SAVE_A_FILE: &str = "Save a file";
pub const SCENARIOS: &str = "Scenarios";
pub const SCENARIOS_YOUR_PRICE_BOOK_AND_YOUR: &str = "Scenarios, your price book and your last work stay in this browser, on this device. Clearing the site's data deletes them, and Safari may drop them after 7 days without a visit: save a file of what matters. A file of all, your price book in it, opens with \"Open a file\": it adds and never writes over.";
pub const UNDO: &str = "Undo";

pub fn delete_scenarios_your_price_book_and(one: &dyn Display) -> String {
    format!("Delete {one} scenarios, your price book and your last work from this browser? What is on screen stays.")
}

pub fn save_as(name: &dyn Display) -> String {
    format!("Save as “{name}”")
}

pub fn rename(name: &dyn Display) -> String {
    format!("Only rename “{name}”")
}

pub fn is_kept_under(name: &dyn Display) -> String {
    format!("“{name}” is kept as you change it. Is the new name for another scenario, or for this one?")
}
