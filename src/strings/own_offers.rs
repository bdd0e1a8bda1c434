//! Text of `src/state/own_offers.rs` and `src/state/prices.rs`.

use std::fmt::Display;

pub const NO_CLOUD_NAME: &str =
    "It does not name its cloud. Rename the file after the cloud, such as nebius.csv, and load it again";
pub const NO_GPU_PRICES: &str = "None of its rows has a price for a GPU of the price book";
pub const CATALOGUE_TOO_LONG: &str = "It is longer than 100 MB. Keep the rows with GPUs, and load it again";
pub const PRICE_BOOK_TOO_LONG: &str =
    "It is longer than 500 kB, the most for a price book, and no catalogue of SkyPilot or gpuhunt";
pub const NEEDS_A_WORKER: &str =
    "Long price files and catalogues are read by a worker, and this browser allows none here";
pub const NO_ROWS: &str = "It contains no rows";
pub const THE_FILE: &str = "The file";
pub const PREVIOUS_PRICE: &str = "the previous price";
pub const NO_PRICE_BOOK: &str = "This file does not contain a usable price book";
pub const REMOVED: &str = "Price book removed. Undo restores it";

pub fn and_more(one: &dyn Display) -> String {
    format!("and {one} more")
}

pub fn catalogue_read(kind: &str, providers: &str, rows: &dyn Display, offers: &dyn Display, of: &str) -> String {
    format!("{kind} catalogue of {providers}: {rows} rows read, {offers} offers kept, the cheapest of {of}. Left out:")
}

pub fn invalid_price(one: &dyn Display) -> String {
    format!("\"{one}\" is not a valid price. Enter an amount above 0 per GPU-hour")
}

pub fn line(line: &dyn Display) -> String {
    format!("Line {line}")
}

pub fn loaded(one: &dyn Display) -> String {
    format!("Price book loaded: {one} offers")
}
