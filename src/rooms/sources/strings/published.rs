//! Text of `published.rs`.

pub const ITS_OWN_FIGURES_GIVE: &str = "Recomputed from its own inputs: ";
pub const PUBLISHED: &str = "Published: ";
pub const THE_SAME_AS_PRINTED: &str = ", as published.";
