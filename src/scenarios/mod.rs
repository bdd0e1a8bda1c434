//! Saved scenarios, their comparison, and links to them.

pub mod compare;
pub mod compare_tick;
pub mod library;
pub mod share;
pub mod snippet;
pub mod strings;

pub use library::LibrarySection;
pub use share::ShareSection;
