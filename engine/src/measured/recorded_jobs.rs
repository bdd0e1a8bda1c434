//! The jobs of a record in the order in which they were submitted, as a replay takes them.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use super::Record;
use super::jobs::{Job, JobState};
use super::ledger::{Holding, Ledger};
use crate::replay::{ReplayJob, parts};

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

impl Record {
    /// Its jobs as a replay takes them. `gpu_names`: which GPU a printed name means.
    pub fn jobs_to_replay(&self, gpu_names: &BTreeMap<String, String>) -> RecordedJobs {
        let ledger = Ledger::of(&self.jobs, self.reports.len(), gpu_names);
        let mut found = RecordedJobs {
            accounts: self.jobs.accounts.iter().map(str::to_owned).collect(),
            ..RecordedJobs::default()
        };
        let mut last: Option<(Job, i64)> = None;
        for job in ledger.iter() {
            let is_same = |of: &(Job, i64)| of.0.id == job.id && of.0.cluster == job.cluster;
            let before = last.filter(is_same);
            if let Some((at_once, _)) = before.filter(|(of, _)| job.parts > 1 && of.start == job.start)
                && at_once.is_recorded()
                && let Some(whole) = found.jobs.last_mut()
            {
                // On GPUs of another type: the same job.
                whole.job.parts += parts(ledger.gpus(job));
                continue;
            }
            let previous_end = before.map_or(i64::MIN, |(_, end)| end);
            if let Some(recorded) = found.remarks.of_job(job, ledger.gpus(job), ledger.holding(job), previous_end) {
                found.jobs.push(recorded);
                last = Some((*job, i64::from(job.start) + recorded.job.seconds));
            }
        }
        // Stable: of jobs submitted at once, those with lower ids come first.
        found.jobs.sort_by_key(|of| of.job.submit);
        found
    }
}

impl ReplayRemarks {
    /// A job as it is run again; nothing for one without GPUs, and for one that is left out. `previous_end`: when its attempt
    /// before this one ended.
    fn of_job(&mut self, job: &Job, gpus: f64, holding: Holding, previous_end: i64) -> Option<RecordedJob> {
        if holding == Holding::None {
            return None;
        }
        let counted = |count: &mut u64| *count += 1;
        if job.state.is_waiting() {
            counted(&mut self.not_started);
            return None;
        }
        if holding == Holding::Unknown || parts(gpus) == 0 {
            counted(&mut self.unknown_gpus);
            return None;
        }
        #[expect(clippy::cast_possible_truncation, reason = "seconds of one job")]
        let seconds = libm::round(job.held) as i64;
        if seconds < 1 {
            counted(&mut self.zero_length);
            return None;
        }
        if job.state == JobState::Running {
            counted(&mut self.not_ended);
        }
        let start = i64::from(job.start);
        let submit = match i64::from(job.submit) {
            0 => {
                counted(&mut self.unknown_submit);
                start
            }
            submit if submit > start => {
                counted(&mut self.submit_after_start);
                start
            }
            // Another attempt of a job is wanted when the one before it ends.
            submit => submit.max(previous_end).min(start),
        };
        let replayed = ReplayJob { submit, seconds, parts: parts(gpus) };
        Some(RecordedJob { job: replayed, waited: start - submit, account: job.account })
    }
}
