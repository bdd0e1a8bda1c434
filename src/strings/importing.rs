//! Text of `src/state/importing.rs`.

use std::fmt::Display;

pub const ITS_PRICE_BOOK_IS_LOADED: &str = "Its price book was loaded as yours";
pub const THE_PRICE_BOOK_OF_THE_FILE: &str = "The file contains a different price book; yours was kept. To use the one in the file, remove yours and open the file again";
pub const THIS_FILE_CANNOT_BE_OPENED: &str = "This file cannot be opened";
pub const THIS_FILE_WAS_OPENED_BUT_NOT: &str = "The file was opened, but parts of it could not be used";

pub fn scenarios_of_are_added(added: &dyn Display, all: &dyn Display) -> String {
    format!("Adding scenarios: {added} of {all}")
}

pub fn scenarios_added_of_them_under_another(came: &dyn Display, beside: &dyn Display, there: &dyn Display) -> String {
    format!("Scenarios added: {came} ({beside} renamed to avoid a name clash). Already present: {there}")
}
