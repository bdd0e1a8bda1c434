//! Text of `src/components/export.rs`.

use std::fmt::Display;

pub const COPY_THE_IMAGE_INSTEAD: &str =
    "Frames often cannot save files. Use the image\u{2019}s context menu to copy or save it.";
pub const COPY_THE_TEXT_INSTEAD: &str = "Frames often cannot save files. Copy the text instead.";
pub const CLOSE: &str = "Close";
pub const COPY_AS_MARKDOWN: &str = "copy as Markdown";
pub const LABEL_COPY_AS_MARKDOWN: &str = "Copy as Markdown";
pub const COPY_FOR_A_SPREADSHEET: &str = "copy for a spreadsheet";
pub const LABEL_COPY_FOR_A_SPREADSHEET: &str = "Copy for a spreadsheet (TSV)";
pub const SAVED: &str = "Saved";
pub const SAVE_AS_A_FILE: &str = "Save as a file";
pub const SAVE_AS_CSV: &str = "Save as CSV";
pub const SAVE_AS_PNG: &str = "Save as PNG";
pub const SAVE_AS_SVG: &str = "Save as SVG";
pub const TABLE_COPIED: &str = "Table copied";
pub const NOT_ALLOWED: &str = "This browser does not allow this page to save files or use the clipboard";
pub const TEXT: &str = "Text";

pub fn image(one: &dyn Display) -> String {
    format!("Image: {one}")
}

pub fn shown_below_chart(one: &dyn Display) -> String {
    format!("{one} is shown below the chart\u{2019}s buttons")
}
