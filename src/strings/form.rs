//! Text of `src/form/input_form.rs`.

use std::fmt::Display;

pub const DEFAULTS: &str = "Defaults";
pub const FOLLOWS_ITS_GPU_AND_AGE: &str = ", follows GPU and age";
pub const FOLLOWS_THE_GPUS_OWNED: &str = ", follows the GPUs owned";
pub const INPUTS_CHANGED: &str = " inputs changed";
pub const AS_ASSUMED_AND_CONFIRMED: &str = ", as assumed, confirmed";
pub const INSTEAD_OF: &str = " instead of ";
pub const OF: &str = " of ";
pub const REDO: &str = "Redo";
pub const THESE_INPUTS_CANNOT_BE_USED: &str = "These inputs cannot be used:";
pub const UNDO: &str = "Undo";
pub const YOUR_CASE: &str = "Your case";

pub fn more_follow(count: &dyn Display) -> String {
    format!(", {count} more follow")
}
