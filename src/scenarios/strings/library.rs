//! Text of `src/scenarios/library.rs`.

use std::fmt::Display;

pub const REVERT: &str = "Revert to saved version";
pub const CHANGED_SINCE_SAVED: &str = "changed since last saved";
pub const CHANGE_INPUTS: &str = "Change inputs";
pub const DELETE: &str = "Delete";
pub const DELETE_EVERYTHING: &str = "Delete everything";
pub const DUPLICATE: &str = "Duplicate";
pub const NOT_SAVED: &str = "From a link or file: not saved.";
pub const CANCEL: &str = "Cancel";
pub const STORAGE_FULL: &str = "Not saved: this browser does not accept any more data from this page, and changes are lost when you close it. Save a file or copy the link.";
pub const SAVED_UNDER_THIS_NAME: &str = "Saved under this name and updated as you make changes. The version you last saved explicitly is also kept; see the list.";
pub const MOVE_DOWN: &str = "Move down:";
pub const MOVE_UP: &str = "Move up:";
pub const NAME: &str = "Name";
pub const NO_NAME_YET: &str = "Not saved under a name yet. This browser keeps your most recent work.";
pub const ON_SCREEN: &str = "on screen";
pub const OPEN: &str = "Open";
pub const OPEN_A_FILE: &str = "Open a file";
pub const SAVE: &str = "Save";
pub const SAVE_ALL_AS_ONE_FILE: &str = "Save all as one file";
pub const SAVE_AS_NEW: &str = "Save as new scenario";
pub const SAVE_NEW: &str = "Save";
pub const SAVE_A_COPY: &str = "Save a copy";
pub const SAVE_A_FILE: &str = "Save a file";
pub const TITLE: &str = "Scenarios";
pub const EXPLANATION: &str = "Scenarios, your price book and your most recent work are stored in this browser on this device. Clearing site data deletes them, and Safari may delete them after 7 days without a visit, so save a file of anything important. A file with everything, including your price book, opens with \"Open a file\"; it adds without overwriting.";
pub const UNDO: &str = "Undo";

pub fn delete_everything(one: &dyn Display) -> String {
    format!(
        "Delete {one} scenarios, your price book and your most recent work from this browser? The current scenario stays on screen."
    )
}

pub fn save_as(name: &dyn Display) -> String {
    format!("Save as “{name}”")
}

pub fn rename(name: &dyn Display) -> String {
    format!("Rename “{name}”")
}

pub fn name_question(name: &dyn Display) -> String {
    format!("Changes to “{name}” are saved automatically. Is the new name for a new scenario or for this one?")
}
