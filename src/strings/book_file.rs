//! Text of `src/state/own_offers.rs` and `src/state/prices.rs`.

use std::fmt::Display;

pub const IT_HAS_NO_ROWS: &str = "It has no rows";
pub const THE_FILE: &str = "The file";
pub const THE_PRICE_BEFORE: &str = "the price before";
pub const THIS_FILE_HOLDS_NO_PRICE_BOOK: &str = "This file holds no price book that can be used";
pub const YOUR_PRICE_BOOK_IS_REMOVED_UNDO: &str = "Your price book is removed; undo brings it back";

pub fn and_more(one: &dyn Display) -> String {
    format!("and {one} more")
}

pub fn is_not_a_price_that_can(one: &dyn Display) -> String {
    format!("\"{one}\" is not a price that can be used: an amount a GPU-hour above 0")
}

pub fn line(line: &dyn Display) -> String {
    format!("Line {line}")
}

pub fn offers_of_your_price_book_are(one: &dyn Display) -> String {
    format!("{one} offers of your price book are used")
}
