//! Text of `src/components/link_box.rs`.

use std::fmt::Display;

pub const LINK: &str = "Link";
pub const SELECTED: &str = "selected; copy it with your keyboard";
pub const COPY: &str = "Copy";

pub fn copy(label: &dyn Display) -> String {
    format!("Copy: {label}")
}
