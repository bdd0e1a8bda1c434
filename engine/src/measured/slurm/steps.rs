//! Steps whose job is not in the file: their job held at least what they held.
//!
//! A filter on the state or an extract can leave steps without their job. Steps of one job that overlap or touch are one
//! time, from the first to the last, with the most GPUs that one of them had; the record passes them over if it has the job.

use super::super::jobs::{Job, Jobs, Recorded};
use super::super::names::NO_NAME;

/// Steps kept before they are first merged.
const FEW: usize = 1 << 16;

/// Steps in the order of reading.
#[derive(Default)]
pub(super) struct Steps {
    kept: Vec<Job>,
    /// How many were left when they were last merged.
    merged: usize,
}

impl Steps {
    /// Adds a step on GPUs of one type, with the id of its job.
    pub(super) fn push(&mut self, step: Job) {
        self.kept.push(step);
        if self.kept.len() > 2 * self.merged + FEW {
            self.merge();
            self.merged = self.kept.len();
        }
    }

    /// Drops the steps just before their job: a sorted file can have them there.
    pub(super) fn drop_last(&mut self, id: u64) {
        while self.kept.last().is_some_and(|step| step.id == id) {
            self.kept.pop();
        }
    }

    /// Adds a job for the steps that are left.
    pub(super) fn finish(mut self, jobs: &mut Jobs) {
        self.merge();
        self.kept.into_iter().for_each(|job| jobs.push(job));
    }

    /// Makes one job of the steps of a job that overlap or touch.
    fn merge(&mut self) {
        self.kept.sort_by_key(|step| (step.id, step.cluster, step.start, step.kind));
        let steps = std::mem::take(&mut self.kept);
        let mut rest = steps.as_slice();
        while let Some(first) = rest.first() {
            let mut end = first.end;
            let mut length = 0;
            for step in rest {
                if (step.id, step.cluster) != (first.id, first.cluster) || step.start > end {
                    break;
                }
                end = end.max(step.end);
                length += 1;
            }
            let (same, after) = rest.split_at_checked(length.max(1)).unwrap_or((rest, &[]));
            rest = after;
            self.kept.extend(job_of(same, first.start, end));
        }
    }
}

/// The job of steps that overlap: one for each type of GPU.
fn job_of(steps: &[Job], start: u32, end: u32) -> Vec<Job> {
    let name = |name: fn(&Job) -> u32| steps.iter().map(name).find(|name| *name != NO_NAME).unwrap_or(NO_NAME);
    let mut kinds: Vec<Job> = Vec::new();
    for step in steps.iter().filter(|step| step.is_recorded()) {
        match kinds.iter_mut().find(|kind| kind.kind == step.kind) {
            Some(kind) => kind.gpus = kind.gpus.max(step.gpus),
            None => kinds.push(*step),
        }
    }
    let most = |of: fn(&Job) -> bool| steps.iter().any(of);
    if kinds.is_empty() {
        let recorded = if most(|step| step.recorded == Recorded::Parts) { Recorded::Parts } else { Recorded::Nothing };
        kinds.extend(steps.first().map(|step| Job { recorded, ..*step }));
    }
    // One that lasted the whole time knows how much of it was suspended.
    let longest = steps.iter().find(|step| step.start == start && step.end == end);
    let last = steps.iter().max_by_key(|step| step.end);
    let parts = u8::try_from(kinds.len()).unwrap_or(u8::MAX);
    for kind in &mut kinds {
        *kind = Job {
            start,
            end,
            held: longest.map_or(f64::from(end - start), |step| step.held),
            submit: 0,
            state: last.map_or(kind.state, |step| step.state),
            user: name(|step| step.user),
            account: name(|step| step.account),
            partition: name(|step| step.partition),
            label: name(|step| step.label),
            nodes: name(|step| step.nodes),
            from_steps: true,
            parts,
            ..*kind
        };
    }
    kinds
}
