//! Text of `src/form/demand_in_words.rs`.

use std::fmt::Display;

pub const ADD: &str = "Add";
pub const ONE_YEAR_ONLY: &str = "The demand is that of one year; how many years are compared is set above.";
pub const DESCRIBE: &str = "Describe your demand in words";
pub const EXAMPLES: &str = "Examples, with their GPU-hours a year:";
pub const NOTHING_ADDED: &str = "Nothing was added. ";
pub const NOT_READ: &str = "not read: ";
pub const TO_BE_SETTLED: &str = "To be settled before it is added:";
pub const WILL_BE_ADDED: &str = "Will be added:";
pub const READ_SO_FAR: &str = "Read so far:";
pub const YOUR_TEXT: &str = "Your text, with what was not read marked:";
pub const WHAT_CAN_BE_SAID: &str = "What can be said";

/// The kind of GPU in a description is another than the scenario's.
pub fn other_gpu(chosen: &dyn Display) -> String {
    format!(
        "The text names another kind of GPU than the one chosen above, {chosen}. The workloads count for the chosen one."
    )
}
