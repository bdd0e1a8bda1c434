//! The jobs of a record in the order in which they were submitted, as a replay takes them.

use std::collections::BTreeMap;

use super::Record;
use super::jobs::{Job, JobState};
use super::ledger::{Holding, Ledger};
use crate::replay::recorded::{RecordedJob, RecordedJobs, ReplayRemarks};
use crate::replay::{ReplayJob, parts};

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
