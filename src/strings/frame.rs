//! Text of `src/app.rs`, `src/components/later.rs` and `src/form/input_form.rs`.

pub const LOAD_AGAIN: &str = "Load it again";
pub const METHOD: &str = "Method";
pub const NOTHING_YOU_TYPE_LEAVES_THIS_PAGE: &str = "Nothing you type leaves this page unless you share it.";
pub const NOT_ON_PAPER: &str = "Printed before the page was complete: the plans side by side, the costs, the assumptions and the link are missing. Print again in a moment.";
pub const ON_THIS_PAGE: &str = "On this page";
pub const PART_OF_THE_PAGE_DID_NOT_LOAD: &str = "Part of the page did not load; the figures above are complete. If loading again does not help, reload the page: there may be a new version.";
pub const RACK_OR_RENT: &str = "Rack or Rent";
pub const SCENARIOS: &str = "Scenarios";
pub const SHARE: &str = "Share";
pub const SKIP_TO_INPUTS: &str = "Skip to inputs";
