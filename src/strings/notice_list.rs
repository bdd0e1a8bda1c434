//! Text of `src/components/notice_list.rs`.

pub const DISMISS: &str = "Dismiss";
pub const NOT_VERIFIED: &str =
    "Opened from a link or file and not verified. Nothing is stored until you change it or save a copy.";
