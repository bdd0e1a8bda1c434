//! Text of `src/state/measured_files.rs` and `src/browser/files.rs`.

pub const FILES_ARE_READ: &str = "The files have been read.";
pub const FILE_WITHOUT_A_NAME: &str = "file without a name";
pub const NAMES_NOT_STORED: &str =
    "This browser cannot store which GPUs you named: they apply until you close the page";
pub const NO_WORKER: &str = "Reading files needs a background worker, which this browser blocks here.";
pub const READING_IS_CANCELLED: &str = "Reading was cancelled.";

/// A file that was chosen a second time.
pub fn already_added(name: &str) -> String {
    format!("{name} has already been added.")
}

/// A file that replaces another.
pub fn replaces(name: &str) -> String {
    format!("{name} replaces the file of the same name added earlier.")
}

/// That reading failed.
pub fn failed(problem: &str) -> String {
    format!("The files could not be read: {problem}")
}
