//! Text of `src/answer/sticky_summary.rs`.

pub const EARLIER: &str = " Previous answer:";
pub const LESS_THAN: &str = " less than ";
pub const MORE_THAN: &str = " more than ";
pub const THE_ANSWER_IN_SHORT: &str = "Summary of the answer";
pub const TO_THE_ANSWER: &str = "To the answer";
