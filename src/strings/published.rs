//! Text of `src/sections/published.rs`.

pub const ITS_OWN_FIGURES_GIVE: &str = "Its own figures give ";
pub const PUBLISHED: &str = "Published: ";
pub const THE_SAME_AS_PRINTED: &str = ": the same, as printed.";
