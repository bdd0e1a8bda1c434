//! Words of saved scenarios, their comparison and links.

pub mod compare;
pub mod library;
pub mod share;
pub mod snippet;
