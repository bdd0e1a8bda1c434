//! Text of `src/form/list_field.rs`.

use std::fmt::Display;

pub const ADD: &str = "add";
pub const REMOVE: &str = "remove";
pub const THE_VALUE_BEFORE: &str = "the previous value";

pub fn is_not_a_that_can_be(one: &dyn Display, two: &dyn Display, three: &dyn Display) -> String {
    format!("{one}: \"{two}\" is not a valid {three}")
}

pub fn remove(one: &dyn Display, two: &dyn Display) -> String {
    format!("Remove {one} {two}")
}
