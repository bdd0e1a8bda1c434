//! Text of `decision_log.rs`.

use std::fmt::Display;

pub const CALENDAR: &str = "Calendar entry";
pub const EXPLANATION: &str = "Keeps the plan, its figures and what would reverse it with the scenario, as they are today: in its file and in this browser, not in links. Open the scenario later, with today\u{2019}s prices, to see which of the facts came true and what you would decide now.";
pub const FULL: &str = "No more decisions can be kept with this scenario. Remove one first.";
pub const KEEP: &str = "Keep this decision";
pub const KEPT: &str = "The decision is kept.";
pub const NOTHING_TO_KEEP: &str = "There is nothing to decide: no plan may be taken.";
pub const REMOVE: &str = "Remove";
pub const REVIEW_ON: &str = "Review on";
pub const TITLE: &str = "Decision log";

pub fn decision(date: &dyn Display) -> String {
    format!("Decision of {date}")
}
