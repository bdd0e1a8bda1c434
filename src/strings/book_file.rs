//! Text of `src/state/own_offers.rs` and `src/state/prices.rs`.

use std::fmt::Display;

pub const IT_HAS_NO_ROWS: &str = "It contains no rows";
pub const THE_FILE: &str = "The file";
pub const THE_PRICE_BEFORE: &str = "the previous price";
pub const THIS_FILE_HOLDS_NO_PRICE_BOOK: &str = "This file does not contain a usable price book";
pub const YOUR_PRICE_BOOK_IS_REMOVED_UNDO: &str = "Price book removed. Undo restores it";

pub fn and_more(one: &dyn Display) -> String {
    format!("and {one} more")
}

pub fn is_not_a_price_that_can(one: &dyn Display) -> String {
    format!("\"{one}\" is not a valid price. Enter an amount above 0 per GPU-hour")
}

pub fn line(line: &dyn Display) -> String {
    format!("Line {line}")
}

pub fn offers_of_your_price_book_are(one: &dyn Display) -> String {
    format!("Price book loaded: {one} offers")
}
