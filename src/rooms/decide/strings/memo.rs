//! Text of `memo.rs`.

use std::fmt::Display;

pub const AUTHOR: &str = "Author";
pub const COPY_LINK: &str = "Link with your words";
pub const DATE: &str = "Date of the decision";
pub const DATE_FORM: &str = "2026-12-01";
pub const EXPLANATION: &str = "What a board approves, on one page, and what it rests on. While this room is open the page prints the memo alone. The page as one file holds this scenario with your words and computes it again wherever it is opened. Your words stay in the saved file; links carry them only if you ask for it.";
pub const LINK_COPIED: &str = "A link with your words was copied.";
pub const LINK_NOT_COPIED: &str = "The link could not be copied.";
pub const NO_MEMO: &str = "There is nothing to approve: no plan may be taken.";
pub const PARAGRAPH: &str = "A paragraph of your own";
pub const PRINT: &str = "Print the memo";
pub const SAVE_PAGE: &str = "Save the page with this scenario";
pub const SAVING_PAGE: &str = "The page is being written\u{2026}";
pub const TITLE: &str = "Memo";
pub const TITLE_OF_MEMO: &str = "Title";
pub const WAITING: &str = "The memo follows once the answer is weighed.";
pub const YOUR_WORDS: &str = "Your words";

pub fn by(author: &dyn Display, date: &dyn Display) -> String {
    format!("{author} {date}")
}
