//! The only place that touches the browser. Every call that can fail says so; none throws into the program.

pub mod address;
pub mod clipboard;
pub mod clock;
pub mod download;
pub mod frame;
pub mod idle;
pub mod intl;
pub mod measure;
pub mod memory;
pub mod more;
pub mod stop;
pub mod storage;
pub mod timer;
