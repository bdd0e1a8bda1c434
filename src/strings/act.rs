//! Text of `src/app.rs`, `src/components/export.rs` and `src/components/link_box.rs`.

pub const LINK: &str = "Link";
pub const SELECTED_COPY_IT_WITH_YOUR_KEYBOARD: &str = "selected: copy it with your keyboard";
pub const TEXT: &str = "Text";
pub const THIS_PART_COULD_NOT_BE_LOADED: &str =
    "What that needs could not be loaded: nothing was done, nothing is lost. Try again with a network";
pub const THIS_FRAME_DOES_NOT_ALLOW_FILES: &str = "This frame does not allow files to be saved; copy the link instead";
