//! Text of `src/answer/figure_details.rs`.

pub const CLOSE: &str = "Close";
pub const DETAILS_BELOW: &str = "Details below";
pub const NO_VALUE: &str = "This figure has no value in this case.";
pub const FROM: &str = " from";
