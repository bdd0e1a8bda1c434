//! Text of `state/workbook.rs`.

use std::fmt::Display;

pub const NEEDS_A_WORKER: &str = "This browser does not allow the page a worker, which writes this file. The program on the command line writes the same file.";
pub const NO_PAGE: &str =
    "The page as one file cannot be reached. Copy the link or save the scenario as a file instead.";
pub const NOT_SAVED: &str = "The browser did not take the file.";
pub const PAGE_SAVED: &str = "The page is written, with the scenario in it.";
/// Name and version of the program.
pub const PROGRAM: &str = concat!("Rack or Rent ", env!("CARGO_PKG_VERSION"));
pub const SAVED: &str = "The file is written.";

pub fn failed(why: &dyn Display) -> String {
    format!("The file could not be written: {why}")
}
