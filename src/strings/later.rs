//! Text of `src/components/later.rs`.

pub const LOAD_AGAIN: &str = "Load it again";
pub const DID_NOT_LOAD: &str = "Part of the page did not load; the figures above are complete. If loading again does not help, reload the page: there may be a new version.";
