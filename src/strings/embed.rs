//! Text of `src/embed/mod.rs`.

pub const COMPUTED_BY: &str = "Computed by ";
pub const OPENED_FROM_A_LINK: &str = "Opened from a link and not verified. Nothing is stored.";
pub const OPEN_THIS_CASE_IN_A_PAGE: &str = "Open this scenario in its own page";
pub const RACK_OR_RENT: &str = "Rack or Rent";
pub const THE_PAGE_AROUND_THIS_FRAME_IS: &str = "The embedding page is notified of your changes.";
