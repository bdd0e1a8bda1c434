//! Text of `published.rs`.

pub const RECOMPUTED: &str = "Recomputed from its own inputs: ";
pub const PUBLISHED: &str = "Published: ";
pub const AS_PUBLISHED: &str = ", as published.";
