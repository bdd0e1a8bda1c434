//! Text of `src/state/saving.rs`.

use std::fmt::Display;

pub const EVERYTHING_DELETED: &str = "Everything saved here has been deleted. Undo restores it";
pub const SAVED_AGAIN: &str = "Scenarios are saved on this device again";
pub const SAVE_ALL_AS_A_FILE: &str = "Save all as a file";
pub const SAVE_THEM_AS_A_FILE: &str = "Save them as a file";
pub const NO_STORAGE: &str = "This browser does not allow storage, so scenarios and price books are not saved on this device. Copy the link or save a file instead";
pub const PARTLY_OPENED: &str = "The scenario was opened, but parts of it could not be used";

pub fn as_saved(name: &dyn Display) -> String {
    format!("{name}, as saved")
}

pub fn not_opened(one: &dyn Display) -> String {
    format!("{one} cannot be opened and was left unchanged")
}

pub fn deleted(name: &dyn Display) -> String {
    format!("{name} deleted. Undo restores it")
}

pub fn saved(name: &dyn Display) -> String {
    format!("{name} saved")
}

pub fn reverted(name: &dyn Display) -> String {
    format!("Showing {name} as last saved. Your later changes remain saved under its name")
}

pub fn not_readable(unreadable: &dyn Display) -> String {
    format!("Saved in this browser but not readable by this version: {unreadable} (set aside, not deleted)")
}

pub fn changed_elsewhere_both_saved(name: &dyn Display, beside: &dyn Display) -> String {
    format!("{name} was changed in another window. Both versions are saved; the one shown here is now {beside}")
}

pub fn changed_elsewhere(name: &dyn Display) -> String {
    format!(
        "{name} was changed in another window. This window shows the previous version. If you change it, both versions are saved"
    )
}

pub fn deleted_elsewhere_saved_again(name: &dyn Display) -> String {
    format!("{name} was deleted in another window and has been saved again as shown here")
}

pub fn deleted_elsewhere(name: &dyn Display) -> String {
    format!("{name} was deleted in another window. It will be saved again if you change it here")
}
