//! Text of `src/answer/sticky_summary.rs`.

use protocol::Task;

pub const PREVIOUS_ANSWER: &str = " Previous answer:";
pub const LESS_THAN: &str = " less than ";
pub const MORE_THAN: &str = " more than ";
pub const SUMMARY: &str = "Summary of the answer";
pub const TO_THE_ANSWER: &str = "To the answer";
pub const TOO_CLOSE: &str = "Too close to call.";

pub fn either(first: &str, second: &str) -> String {
    format!("Either {first} or {second}")
}

/// What a long job looks for, beside its progress.
pub const fn looks_for(task: Task) -> &'static str {
    match task {
        Task::PlanSizes => "Sizes",
        Task::NodeCounts => "Every number of nodes",
        Task::InputBreakEvens => "Break-evens",
        Task::OtherSizes => "Less and more work",
        Task::Risk => "How likely the answer is",
        Task::TokenVolume => "Hosting against an API",
        Task::WalkAway => "Walk-away prices",
    }
}
