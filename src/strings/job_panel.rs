//! Text of `src/components/job_panel.rs`.

use std::fmt::Display;

pub const CALCULATE_AGAIN: &str = "Calculate again";
pub const CALCULATING: &str = "Calculating";
pub const CANCEL: &str = "Cancel";
pub const CANCELLED: &str = "Cancelled.";
pub const FOR_EARLIER_INPUTS: &str = "These results are for earlier inputs.";

/// Progress of a job.
pub fn done_of(done: &dyn Display, total: &dyn Display) -> String {
    format!("{done} of {total}")
}

/// A job that could not be run.
pub fn failed(problem: &dyn Display) -> String {
    format!("This could not be calculated: {problem}")
}

/// Jobs run without a worker.
pub fn no_worker(problem: &dyn Display) -> String {
    format!("No background worker is available here ({problem}). The calculation runs in the page and takes longer.")
}

/// Said once a job is done.
pub fn is_done(title: &dyn Display) -> String {
    format!("{title}: done.")
}
