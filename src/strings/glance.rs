//! Text of `src/answer/sticky_summary.rs`.

pub const EARLIER: &str = " Previous answer:";
pub const OWNING_SAVES: &str = "; owning saves ";
pub const RENTING_SAVES: &str = "; renting saves ";
pub const THE_ANSWER_IN_SHORT: &str = "Summary of the answer";
pub const TO_OWN: &str = " to own";
pub const TO_RENT: &str = " to rent";
pub const THE_MIX_SAVES: &str = "; saves ";
pub const TO_THE_ANSWER: &str = "To the answer";

/// What the best mix is compared with, after what it saves.
pub fn against(single: &str) -> String {
    format!(" against {single}")
}
