//! Text of `src/state/saving.rs`.

use std::fmt::Display;

pub const EVERYTHING_KEPT_HERE_IS_DELETED_UNDO: &str = "Everything saved here has been deleted. Undo restores it";
pub const EVERYTHING_IS_KEPT_NOW: &str = "Scenarios are saved on this device again";
pub const SAVE_ALL_AS_A_FILE: &str = "Save all as a file";
pub const SAVE_THEM_AS_A_FILE: &str = "Save them as a file";
pub const SCENARIOS_AND_PRICE_BOOKS_ARE_NOT: &str = "This browser does not allow storage, so scenarios and price books are not saved on this device. Copy the link or save a file instead";
pub const THIS_SCENARIO_WAS_OPENED_BUT_NOT: &str = "The scenario was opened, but parts of it could not be used";

pub fn as_saved(name: &dyn Display) -> String {
    format!("{name}, as saved")
}

pub fn cannot_be_opened_it_stays_as(one: &dyn Display) -> String {
    format!("{one} cannot be opened and was left unchanged")
}

pub fn is_deleted_undo_brings_it_back(name: &dyn Display) -> String {
    format!("{name} deleted. Undo restores it")
}

pub fn is_kept(name: &dyn Display) -> String {
    format!("{name} saved")
}

pub fn is_on_screen_as_saved(name: &dyn Display) -> String {
    format!("Showing {name} as last saved. Your later changes remain saved under its name")
}

pub fn things_kept_in_this_browser_cannot(unreadable: &dyn Display) -> String {
    format!("Saved in this browser but not readable by this version: {unreadable} (set aside, not deleted)")
}

pub fn was_changed_in_another_window_both(name: &dyn Display, beside: &dyn Display) -> String {
    format!("{name} was changed in another window. Both versions are saved; the one shown here is now {beside}")
}

pub fn was_changed_in_another_window_what(name: &dyn Display) -> String {
    format!(
        "{name} was changed in another window. This window shows the previous version. If you change it, both versions are saved"
    )
}

pub fn was_deleted_in_another_window_it(name: &dyn Display) -> String {
    format!("{name} was deleted in another window and has been saved again as shown here")
}

pub fn was_deleted_in_another_window_what(name: &dyn Display) -> String {
    format!("{name} was deleted in another window. It will be saved again if you change it here")
}
