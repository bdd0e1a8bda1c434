//! Text of `memo.rs`.

use std::fmt::Display;

pub const AUTHOR: &str = "Author";
pub const COPIED: &str = "The memo was copied as Markdown.";
pub const COPY: &str = "Copy as Markdown";
pub const DATE: &str = "Date of the decision";
pub const DATE_FORM: &str = "2026-12-01";
pub const EXPLANATION: &str = "What a board approves, on one page, and what it rests on. While this room is open the page prints the memo alone. The spreadsheet computes both plans by month: prices, rates and resale may be changed in it. Your words stay in the saved file; links do not carry them.";
pub const NO_MEMO: &str = "There is nothing to approve: no plan may be taken.";
pub const NOT_COPIED: &str = "The memo could not be copied.";
pub const PARAGRAPH: &str = "A paragraph of your own";
pub const PRINT: &str = "Print the memo";
pub const SAVE: &str = "Save as a Markdown file";
pub const SAVE_WORKBOOK: &str = "Save a spreadsheet with live formulas";
pub const TITLE: &str = "Memo";
pub const TITLE_OF_MEMO: &str = "Title";
pub const WAITING: &str = "The memo follows once the answer is weighed.";
pub const WRITING: &str = "The spreadsheet is being written\u{2026}";
pub const YOUR_WORDS: &str = "Your words";

pub fn version(version: &str, edition: &str, code: &str) -> String {
    format!("Rack or Rent {version}, prices of {edition}, scenario {code}")
}

pub fn by(author: &dyn Display, date: &dyn Display) -> String {
    format!("{author} {date}")
}
