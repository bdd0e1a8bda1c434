//! Text of `src/state/earlier_work.rs`.

use std::fmt::Display;

pub const EARLIER_WORK: &str = "Earlier work";

pub fn previous_work_saved(one: &dyn Display) -> String {
    format!("Your previous work was saved as {one}")
}
