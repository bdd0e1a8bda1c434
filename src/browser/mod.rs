//! The only place that touches the browser. Every call that can fail says so; none throws into the program.

pub mod address;
pub mod clipboard;
pub mod clock;
pub mod dom;
pub mod files;
pub mod frame;
pub mod locale;
pub mod panic_cover;
pub mod storage;
