//! Text of `src/components/export.rs`.

use std::fmt::Display;

pub const A_PAGE_IN_A_FRAME_OFTEN: &str =
    "Frames often cannot save files. Use the image\u{2019}s context menu to copy or save it.";
pub const A_PAGE_IN_A_FRAME_OFTEN_TOO: &str = "Frames often cannot save files. Copy the text instead.";
pub const CLOSE: &str = "Close";
pub const COPY_AS_MARKDOWN: &str = "copy as Markdown";
pub const COPY_AS_MARKDOWN_TOO: &str = "Copy as Markdown";
pub const COPY_FOR_A_SPREADSHEET: &str = "copy for a spreadsheet";
pub const COPY_FOR_A_SPREADSHEET_TSV: &str = "Copy for a spreadsheet (TSV)";
pub const SAVED: &str = "Saved";
pub const SAVE_AS_A_FILE: &str = "Save as a file";
pub const SAVE_AS_CSV: &str = "Save as CSV";
pub const SAVE_AS_PNG: &str = "Save as PNG";
pub const SAVE_AS_SVG: &str = "Save as SVG";
pub const TABLE_COPIED: &str = "Table copied";
pub const THIS_BROWSER_DOES_NOT_ALLOW_THAT: &str =
    "This browser does not allow this page to save files or use the clipboard";
pub const TEXT: &str = "Text";

pub fn as_a_picture(one: &dyn Display) -> String {
    format!("Image: {one}")
}

pub fn is_shown_below_the_chart_s(one: &dyn Display) -> String {
    format!("{one} is shown below the chart\u{2019}s buttons")
}
