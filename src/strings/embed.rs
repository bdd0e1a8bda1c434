//! Text of `src/embed/mod.rs`.

pub const COMPUTED_BY: &str = "Computed by ";
pub const OPENED_FROM_A_LINK: &str = "Opened from a link and not verified. Nothing is stored.";
pub const OPEN_IN_ITS_OWN_PAGE: &str = "Open this scenario in its own page";
pub const RACK_OR_RENT: &str = "Rack or Rent";
pub const EMBEDDING_PAGE_IS_NOTIFIED: &str = "The embedding page is notified of your changes.";
