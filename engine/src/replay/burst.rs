//! Rented instances beside the machines: jobs smaller than one share it, each is billed whole.

use super::{Instances, ReplayJob};

/// An instance that jobs share.
#[derive(Debug)]
struct Shared {
    /// When its first job started.
    since: i64,
    /// When its last job ends.
    until: i64,
    /// Parts in use.
    used: u64,
    /// Its jobs: when each ends, and its parts.
    jobs: Vec<(i64, u64)>,
}

/// The instances in use, and what was billed for those given back.
#[derive(Debug)]
pub(super) struct Burst {
    instances: Instances,
    /// Shared instances in the order in which they were launched.
    shared: Vec<Shared>,
    /// Before this, no job on them ends and none is given back.
    unchanged_until: i64,
    /// Seconds of [`super::PARTS`].
    billed: u128,
}

impl Burst {
    pub(super) fn new(instances: Instances) -> Self {
        Self { instances, shared: Vec::new(), unchanged_until: i64::MAX, billed: 0 }
    }

    /// Starts a job when it is submitted.
    pub(super) fn run(&mut self, job: ReplayJob) {
        self.give_back(job.submit);
        let end = job.submit.saturating_add(job.seconds);
        if job.parts >= self.instances.parts {
            let many = job.parts.div_ceil(self.instances.parts);
            self.billed += u128::from(many) * self.bill(job.submit, end);
            return;
        }
        let size = self.instances.parts;
        match self.shared.iter_mut().find(|shared| shared.used + job.parts <= size) {
            Some(shared) => {
                shared.until = shared.until.max(end);
                shared.used += job.parts;
                shared.jobs.push((end, job.parts));
            }
            None => self.shared.push(Shared {
                since: job.submit,
                until: end,
                used: job.parts,
                jobs: vec![(end, job.parts)],
            }),
        }
        self.unchanged_until = self.unchanged_until.min(end);
    }

    /// All that was billed, once every instance is given back.
    pub(super) fn billed(mut self) -> u128 {
        self.give_back(i64::MAX);
        self.billed
    }

    /// Ends the jobs that are over, and gives back the instances whose idle time is over.
    fn give_back(&mut self, now: i64) {
        if now < self.unchanged_until {
            return;
        }
        let idle = self.instances.idle_seconds;
        let mut next = i64::MAX;
        let mut kept = Vec::with_capacity(self.shared.len());
        for mut shared in std::mem::take(&mut self.shared) {
            let back = shared.until.saturating_add(idle);
            if back <= now {
                self.billed += self.bill(shared.since, shared.until);
                continue;
            }
            let used = &mut shared.used;
            shared.jobs.retain(|(end, parts)| {
                let runs = *end > now;
                *used -= if runs { 0 } else { *parts };
                runs
            });
            next = shared.jobs.iter().map(|(end, _)| *end).fold(next.min(back), i64::min);
            kept.push(shared);
        }
        self.shared = kept;
        self.unchanged_until = next;
    }

    /// The bill of one instance on which jobs ran from one moment to another, seconds of [`super::PARTS`].
    fn bill(&self, since: i64, until: i64) -> u128 {
        let Instances { parts, launch_seconds, idle_seconds } = self.instances;
        let seconds = (until - since).saturating_add(launch_seconds).saturating_add(idle_seconds);
        u128::from(parts) * u128::from(seconds.unsigned_abs())
    }
}
