//! Why a long job fails: text of `src/state/jobs.rs`.

pub const NO_PROGRESS: &str = "it makes no progress";
pub const WORKER_DOES_NOT_START: &str = "the worker does not start";
pub const WORKER_DOES_NOT_RESPOND: &str = "the worker does not respond";
pub const PART_IS_NOT_LOADED: &str = "a part of the page did not load";
