//! Text of `state/workbook.rs`.

use std::fmt::Display;

pub const NEEDS_A_WORKER: &str = "This browser does not allow the page a worker, which writes the spreadsheet. The program on the command line writes the same file.";
pub const NOT_SAVED: &str = "The browser did not take the spreadsheet.";
/// Name and version of the program.
pub const PROGRAM: &str = concat!("Rack or Rent ", env!("CARGO_PKG_VERSION"));
pub const SAVED: &str = "The spreadsheet is written.";

pub fn failed(why: &dyn Display) -> String {
    format!("The spreadsheet could not be written: {why}")
}
