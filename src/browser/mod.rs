//! The only code that touches the browser. Calls that can fail return it; none throws into the program.

pub mod address;
pub mod clipboard;
pub mod clock;
pub mod dom;
pub mod files;
pub mod frame;
pub mod locale;
pub mod page_file;
pub mod panic_cover;
pub mod storage;
pub mod time_zone;
pub mod worker_host;
