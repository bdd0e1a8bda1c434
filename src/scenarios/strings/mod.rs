//! Words of saved scenarios, their comparison and links.

pub mod compare;
pub mod scenarios;
pub mod snippet;
