//! The jobs of a record, as a replay takes them. `crate::measured` makes them.

use serde::{Deserialize, Serialize};

use super::ReplayJob;

/// A job of a record.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RecordedJob {
    /// What is run again.
    pub job: ReplayJob,
    /// How long it waited in the record, seconds.
    pub waited: i64,
    /// Its account, by position in [`RecordedJobs::accounts`].
    pub account: u32,
}

/// The jobs of a record, rising by submit time.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct RecordedJobs {
    /// The jobs.
    pub jobs: Vec<RecordedJob>,
    /// Names of accounts.
    pub accounts: Vec<String>,
    /// What could not be run again, or not as recorded.
    pub remarks: ReplayRemarks,
}

/// Jobs that a replay leaves out or changes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct ReplayRemarks {
    /// Left out: it is not recorded how many GPUs they held.
    pub unknown_gpus: u64,
    /// Left out: they held their GPUs for less than a second.
    pub zero_length: u64,
    /// Left out: they had not started when the record ends.
    pub not_started: u64,
    /// Run for as long as the record shows: they had not ended when it ends.
    pub not_ended: u64,
    /// Submitted when they started: their submit time is not recorded.
    pub unknown_submit: u64,
    /// Submitted when they started: their submit time is later.
    pub submit_after_start: u64,
}
