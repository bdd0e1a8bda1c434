//! Text of `src/app.rs`.

pub const NO_FILES_IN_FRAME: &str = "This frame cannot save files. Copy the link instead";
pub const METHOD: &str = "Method";
pub const PRIVACY: &str = "Nothing you type leaves this page unless you share it.";
pub const ON_THIS_PAGE: &str = "On this page";
pub const RACK_OR_RENT: &str = "Rack or Rent";
pub const SCENARIOS: &str = "Scenarios";
pub const SHARE: &str = "Share";
pub const SKIP_TO_INPUTS: &str = "Skip to inputs";
