//! Text of `src/state/importing.rs`.

use std::fmt::Display;

pub const PRICE_BOOK_LOADED: &str = "Its price book was loaded as yours";
pub const OWN_PRICE_BOOK_KEPT: &str = "The file contains a different price book; yours was kept. To use the one in the file, remove yours and open the file again";
pub const NOT_OPENED: &str = "This file cannot be opened";
pub const PARTLY_OPENED: &str = "The file was opened, but parts of it could not be used";

pub fn adding(added: &dyn Display, all: &dyn Display) -> String {
    format!("Adding scenarios: {added} of {all}")
}

pub fn added(came: &dyn Display, beside: &dyn Display, there: &dyn Display) -> String {
    format!("Scenarios added: {came} ({beside} renamed to avoid a name clash). Already present: {there}")
}
