//! Text of `src/app.rs`, `src/components/export.rs` and `src/components/link_box.rs`.

pub const LINK: &str = "Link";
pub const SELECTED_COPY_IT_WITH_YOUR_KEYBOARD: &str = "selected; copy it with your keyboard";
pub const TEXT: &str = "Text";
pub const THIS_FRAME_DOES_NOT_ALLOW_FILES: &str = "This frame cannot save files. Copy the link instead";
