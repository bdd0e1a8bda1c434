//! Long jobs, and the sections made of them.

use std::fmt::Display;

pub const BREAK_EVEN: &str = "Break-even";
pub const BREAK_EVENS: &str = "Break-even of every input";
pub const CALCULATE_AGAIN: &str = "Calculate again";
pub const CALCULATING: &str = "Calculating";
pub const CANCEL: &str = "Cancel";
pub const CANCELLED: &str = "Cancelled.";
pub const DISTANCE: &str = "Distance";
pub const EACH_ON_ITS_OWN: &str = "The value of each input at which the winner changes, with all others unchanged. Inputs whose break-even lies within their range come first, nearest first.";
pub const FIND_BREAK_EVENS: &str = "Find the break-even of every input";
pub const FIND_NUMBER: &str = "Compare every number of GPUs";
pub const FOR_EARLIER_INPUTS: &str = "These results are for earlier inputs.";
pub const HOW_MANY_GPUS: &str = "How many GPUs to own";
pub const INPUT: &str = "Input";
pub const IT_MAKES_NO_PROGRESS: &str = "it makes no progress";
pub const NEVER: &str = "No value of these inputs changes the winner:";
pub const NO_RANGE: &str = "no range given";
pub const NO_RESULT: &str = "No input changes the winner on its own.";
pub const NOW: &str = "Now";
pub const OF_ITS_RANGE: &str = "Share of its range";
pub const OUTSIDE: &str = "outside its range";
pub const OWN_AND_RENT_THE_REST: &str = "Present value of owning each number of whole nodes and renting the rest. Inputs that follow the number of GPUs do so here as well. Zero means renting everything.";
pub const WORKER_DOES_NOT_START: &str = "the worker does not start";
pub const WORKER_IS_SILENT: &str = "the worker does not respond";
pub const PART_IS_NOT_LOADED: &str = "a part of the page did not load";
pub const WHO_WOULD_KNOW: &str = "Who would know";

/// Progress of a job.
pub fn done_of(done: &dyn Display, total: &dyn Display) -> String {
    format!("{done} of {total}")
}

/// A job that could not be run.
pub fn failed(problem: &dyn Display) -> String {
    format!("This could not be calculated: {problem}")
}

/// Further values at which the winner changes.
pub fn also_at(others: &dyn Display) -> String {
    format!("also at {others}")
}

/// The button that takes the number with the lowest cost.
pub fn own_this_many(gpus: &dyn Display) -> String {
    format!("Own {gpus} GPUs")
}

/// Jobs run without a worker.
pub fn no_worker(problem: &dyn Display) -> String {
    format!("No background worker is available here ({problem}). The calculation runs in the page and takes longer.")
}

/// Said once a job is done.
pub fn is_done(title: &dyn Display) -> String {
    format!("{title}: done.")
}
