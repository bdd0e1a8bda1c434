//! Text of `src/answer/figure_details.rs`.

pub const CLOSE: &str = "Close";
pub const MORE_BELOW: &str = "Details below";
pub const NOTHING_TO_SHOW: &str = "This figure has no value in this case.";
pub const TYPED_IN: &str = " from";
