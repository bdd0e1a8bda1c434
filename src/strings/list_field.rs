//! Text of `src/form/list_field.rs`.

use std::fmt::Display;

pub const ADD: &str = "add";
pub const REMOVE: &str = "remove";
pub const PREVIOUS_VALUE: &str = "the previous value";

/// A cell whose text cannot be used.
pub fn not_valid(list: &dyn Display, row: &dyn Display, column: &dyn Display, text: &dyn Display) -> String {
    format!("{list}, row {row}, {column}: \"{text}\" cannot be used")
}

pub fn remove(one: &dyn Display, two: &dyn Display) -> String {
    format!("Remove {one} {two}")
}
