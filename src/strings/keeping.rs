//! Text of `src/state/earlier_work.rs`, `src/state/importing.rs` and `src/state/scenario_library.rs`.

use std::fmt::Display;

pub const EARLIER_WORK: &str = "Earlier work";
pub const EVERYTHING_KEPT_HERE_IS_DELETED_UNDO: &str = "Everything kept here is deleted; undo brings it back";
pub const EVERYTHING_IS_KEPT_NOW: &str = "Everything is kept on this device again";
pub const ITS_PRICE_BOOK_IS_LOADED: &str = "Its price book is loaded, as yours";
pub const SAVE_ALL_AS_A_FILE: &str = "Save all as a file";
pub const SAVE_THEM_AS_A_FILE: &str = "Save them as a file";
pub const SCENARIOS_AND_PRICE_BOOKS_ARE_NOT: &str = "Scenarios and price books are not kept on this device here: this browser refuses storage. Copy the link or save a file instead";
pub const THE_PRICE_BOOK_OF_THE_FILE: &str =
    "Its price book is another than yours, which stays. To have that one, remove yours and open the file again";
pub const THIS_FILE_CANNOT_BE_OPENED: &str = "This file cannot be opened";
pub const THIS_FILE_WAS_OPENED_BUT_NOT: &str = "This file was opened, but not all of it could be used";
pub const THIS_SCENARIO_WAS_OPENED_BUT_NOT: &str = "This scenario was opened, but not all of it could be used";

pub fn as_saved(name: &dyn Display) -> String {
    format!("{name}, as saved")
}

pub fn cannot_be_opened_it_stays_as(one: &dyn Display) -> String {
    format!("{one} cannot be opened; it stays as it is")
}

pub fn is_deleted_undo_brings_it_back(name: &dyn Display) -> String {
    format!("{name} is deleted; undo brings it back")
}

pub fn is_kept(name: &dyn Display) -> String {
    format!("{name} is kept")
}

pub fn is_on_screen_as_saved(name: &dyn Display) -> String {
    format!("On screen is {name} as it was saved. What became of it since is kept under its name")
}

pub fn scenarios_of_are_added(added: &dyn Display, all: &dyn Display) -> String {
    format!("Scenarios added: {added} of {all}")
}

pub fn scenarios_added_of_them_under_another(came: &dyn Display, beside: &dyn Display, there: &dyn Display) -> String {
    format!("Scenarios added: {came}, of them under another name beside yours: {beside}. There already: {there}")
}

pub fn things_kept_in_this_browser_cannot(unreadable: &dyn Display) -> String {
    format!("Kept in this browser, but not readable by this version: {unreadable}, set aside, not deleted")
}

pub fn was_changed_in_another_window_both(name: &dyn Display, beside: &dyn Display) -> String {
    format!("{name} was changed in another window. Both are kept: what you see here as {beside}")
}

pub fn was_changed_in_another_window_what(name: &dyn Display) -> String {
    format!(
        "{name} was changed in another window. What you see here is as it was before; once you change it, both are kept"
    )
}

pub fn was_deleted_in_another_window_it(name: &dyn Display) -> String {
    format!("{name} was deleted in another window; it is kept again as it is here")
}

pub fn was_deleted_in_another_window_what(name: &dyn Display) -> String {
    format!("{name} was deleted in another window; what you see here is kept again once you change it")
}

pub fn what_you_worked_on_before_is(one: &dyn Display) -> String {
    format!("What you worked on before is kept as {one}")
}
