//! Text of `src/state/own_offers.rs` and `src/state/prices.rs`.

use std::fmt::Display;

pub const IT_DOES_NOT_NAME_ITS_CLOUD: &str =
    "It does not name its cloud. Rename the file after the cloud, such as nebius.csv, and load it again";
pub const IT_HAS_NO_GPU_PRICES: &str = "None of its rows has a price for a GPU of the price book";
pub const IT_IS_LONGER_THAN_A_CATALOGUE: &str = "It is longer than 100 MB. Keep the rows with GPUs, and load it again";
pub const IT_IS_LONGER_THAN_A_PRICE_BOOK: &str =
    "It is longer than 500 kB, the most for a price book, and no catalogue of SkyPilot or gpuhunt";
pub const IT_IS_READ_BY_A_WORKER: &str =
    "Long price files and catalogues are read by a worker, and this browser allows none here";
pub const IT_HAS_NO_ROWS: &str = "It contains no rows";
pub const THE_FILE: &str = "The file";
pub const THE_PRICE_BEFORE: &str = "the previous price";
pub const THIS_FILE_HOLDS_NO_PRICE_BOOK: &str = "This file does not contain a usable price book";
pub const YOUR_PRICE_BOOK_IS_REMOVED_UNDO: &str = "Price book removed. Undo restores it";

pub fn and_more(one: &dyn Display) -> String {
    format!("and {one} more")
}

pub fn a_catalogue_was_read(kind: &str, providers: &str, rows: &dyn Display, offers: &dyn Display, of: &str) -> String {
    format!("{kind} catalogue of {providers}: {rows} rows read, {offers} offers kept, the cheapest of {of}. Left out:")
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
