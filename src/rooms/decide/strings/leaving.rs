//! Text of `leaving.rs`.

pub const COPIED: &str = "Copied as Markdown.";
pub const COPY: &str = "Copy as Markdown";
pub const NOT_COPIED: &str = "This could not be copied.";
pub const SAVE: &str = "Save as Markdown";
