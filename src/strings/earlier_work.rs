//! Text of `src/state/earlier_work.rs`.

use std::fmt::Display;

pub const EARLIER_WORK: &str = "Earlier work";

pub fn what_you_worked_on_before_is(one: &dyn Display) -> String {
    format!("Your previous work was saved as {one}")
}
