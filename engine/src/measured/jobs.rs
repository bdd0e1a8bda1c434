//! Jobs, kept compactly: a year of a large cluster is more than a million of them.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use super::names::{MOST_TYPES, Names};
use super::report::SkipReason;
use super::work::Work;

/// Jobs of one block: growing needs no copy of what is there.
const BLOCK: usize = 16_384;

/// What became of a job.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum JobState {
    /// Ended; nothing is known about how.
    #[default]
    Ended,
    /// Ended as it should.
    Completed,
    /// Ended with an error.
    Failed,
    /// Ended because somebody said so.
    Cancelled,
    /// Ended at its time limit.
    TimedOut,
    /// Ended for want of memory.
    OutOfMemory,
    /// Ended by a requeue, a preemption or a failed node: it starts again.
    Requeued,
    /// Running when the file was written.
    Running,
    /// Waiting for GPUs when the file was written.
    Waiting,
    /// Not eligible when the file was written: waiting for another job, a date or a release, not for GPUs.
    Blocked,
}

impl JobState {
    /// Whether it had not started when the file was written.
    pub fn is_waiting(self) -> bool {
        matches!(self, Self::Waiting | Self::Blocked)
    }
}

/// What a job's row says about its GPUs.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum Recorded {
    /// How many there are.
    #[default]
    Gpus,
    /// Nothing: it is a job without GPUs, or they are not recorded.
    Nothing,
    /// Parts of GPUs (shards, MPS) without their size.
    Parts,
}

/// One job, or one attempt of a job, on GPUs of one type. A job on two types is two of them.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Job {
    /// Its id: see [`id`].
    pub id: u64,
    /// Seconds for which it held its GPUs; for one that waits, the seconds for which it may run, 0 if unknown.
    pub held: f64,
    /// GPUs, or MIG instances.
    pub gpus: f32,
    /// Submitted, seconds since 1970 UTC; 0 if unknown.
    pub submit: u32,
    /// Started; 0 if it has not.
    pub start: u32,
    /// Ended; for one that runs, when the file was written.
    pub end: u32,
    /// Name of the GPU type as printed.
    pub kind: u32,
    /// Name of the user.
    pub user: u32,
    /// Name of the account.
    pub account: u32,
    /// Name of the partition or queue.
    pub partition: u32,
    /// Name of the project, cost centre or other label.
    pub label: u32,
    /// Names of the nodes, as one text.
    pub nodes: u32,
    /// Name of the cluster.
    pub cluster: u16,
    /// The file, in the order of reading.
    pub file: u16,
    /// What became of it.
    pub state: JobState,
    /// What its row says about its GPUs.
    pub recorded: Recorded,
    /// Whether it stands for a job of which only steps were found.
    pub from_steps: bool,
    /// Number of types that its row names.
    pub parts: u8,
}

impl Job {
    /// Whether the number of its GPUs is known.
    pub fn is_recorded(&self) -> bool {
        self.recorded == Recorded::Gpus
    }
}

/// Most by which clocks are put back at the end of summer time, and what rounding adds, in seconds.
const PUT_BACK: f64 = 3_602.0;

/// End and held seconds of a job. The time that it says it held decides: where clocks were put back, the end that is
/// printed is too early by up to an hour. Times are seconds since 1970 UTC.
///
/// Errors: [`SkipReason::EndsBeforeStart`] if clocks do not explain it; [`SkipReason::NoTime`] without end and held time.
pub fn end_and_held(start: f64, end: Option<f64>, held: Option<f64>) -> Result<(f64, f64), SkipReason> {
    match (end, held) {
        (_, Some(held)) if held < 0.0 => Err(SkipReason::EndsBeforeStart),
        (Some(end), Some(held)) if end < start && end + PUT_BACK < start + held => Err(SkipReason::EndsBeforeStart),
        (Some(end), Some(held)) => Ok((end.max(start + held), held)),
        (Some(end), None) if end < start => Err(SkipReason::EndsBeforeStart),
        (Some(end), None) => Ok((end, end - start)),
        (None, Some(held)) => Ok((start + held, held)),
        (None, None) => Err(SkipReason::NoTime),
    }
}

/// A job id as a number. `101`, `101_7` and `101+1` are packed, anything else is hashed (FNV-1a); two different ids of a
/// record have the same number with a probability below one in a million.
pub fn id(text: &[u8]) -> u64 {
    let digits = |part: &[u8]| -> Option<u64> {
        if part.is_empty() || part.len() > 10 || !part.iter().all(u8::is_ascii_digit) {
            return None;
        }
        Some(part.iter().fold(0, |value, digit| value * 10 + u64::from(digit - b'0')))
    };
    let split = text.iter().position(|byte| matches!(byte, b'_' | b'+'));
    let packed = match split {
        None => digits(text).filter(|job| u32::try_from(*job).is_ok()).map(|job| job << 30),
        Some(at) => {
            let job = text.get(..at).and_then(digits).filter(|job| u32::try_from(*job).is_ok());
            let part = text.get(at + 1..).and_then(digits).filter(|part| *part < (1 << 28) - 1);
            let kind = if text.get(at) == Some(&b'_') { 0 } else { 1 << 29 };
            job.zip(part).map(|(job, part)| (job << 30) | kind | (part + 1))
        }
    };
    packed.unwrap_or_else(|| {
        let hash = text.iter().fold(0xcbf2_9ce4_8422_2325_u64, |hash, byte| {
            (hash ^ u64::from(*byte)).wrapping_mul(0x0000_0100_0000_01b3)
        });
        hash | 1 << 63
    })
}

/// Indices of tasks: first, last and step.
pub type Range = (u32, u32, u32);

/// Tasks of an array that wait, in one row: `108_[9201-10000%500]`.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct WaitingArray {
    /// The array's job id, as [`id`] packs it.
    pub job: u64,
    /// Indices of its tasks.
    pub ranges: Vec<Range>,
    /// Whether the list was cut: there are more than these.
    pub is_cut: bool,
    /// At most so many at once, if limited.
    pub at_once: Option<u32>,
    /// One task of it.
    pub task: Job,
}

impl WaitingArray {
    /// Number of tasks.
    pub fn tasks(&self) -> u64 {
        self.ranges.iter().map(|(from, to, step)| u64::from((to.saturating_sub(*from)) / (*step).max(1)) + 1).sum()
    }
}

/// Jobs in blocks, with the tables of their names.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub struct Jobs {
    blocks: Vec<Vec<Job>>,
    /// Waiting tasks of arrays.
    pub arrays: Vec<WaitingArray>,
    /// Types of GPUs as printed.
    pub kinds: Names,
    /// Users.
    pub users: Names,
    /// Accounts.
    pub accounts: Names,
    /// Partitions or queues.
    pub partitions: Names,
    /// Projects, cost centres or other labels.
    pub labels: Names,
    /// Lists of nodes.
    pub nodes: Names,
    /// Clusters.
    pub clusters: Names,
    /// Indices of the GPUs on their node, as bits, of jobs of which they are known: by id, cluster and start.
    pub indices: BTreeMap<(u64, u16, u32), u64>,
    /// Jobs that hold no GPU for certain; not kept.
    pub cpu_jobs: u64,
    /// Work of deciding which of them count.
    #[serde(skip)]
    pub(super) work: Work,
}

impl Jobs {
    /// Adds a job.
    pub fn push(&mut self, job: Job) {
        if self.blocks.last().is_none_or(|block| block.len() == BLOCK) {
            self.blocks.push(Vec::with_capacity(BLOCK));
        }
        if let Some(block) = self.blocks.last_mut() {
            block.push(job);
        }
    }

    /// All jobs, in the order in which they were added.
    pub fn iter(&self) -> impl Iterator<Item = &Job> {
        self.blocks.iter().flatten()
    }

    /// The job at a position in that order.
    pub fn get(&self, at: usize) -> Option<&Job> {
        self.blocks.get(at / BLOCK)?.get(at % BLOCK)
    }

    /// How many there are.
    pub fn len(&self) -> usize {
        self.blocks.iter().map(Vec::len).sum()
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.blocks.is_empty() && self.arrays.is_empty()
    }

    /// Whether every number is one that a reader could have found.
    pub(super) fn is_sound(&self) -> bool {
        let is_sound = |job: &Job| job.held.is_finite() && job.held >= 0.0 && job.gpus.is_finite() && job.gpus >= 0.0;
        self.iter().chain(self.arrays.iter().map(|array| &array.task)).all(is_sound)
    }

    /// Adds the jobs of another file, with the number of that file.
    pub fn take_in(&mut self, other: &Self, file: u16) {
        let kinds = self.kinds.take_in_among(&other.kinds, MOST_TYPES);
        let users = self.users.take_in(&other.users);
        let accounts = self.accounts.take_in(&other.accounts);
        let partitions = self.partitions.take_in(&other.partitions);
        let labels = self.labels.take_in(&other.labels);
        let nodes = self.nodes.take_in(&other.nodes);
        let clusters = self.clusters.take_in(&other.clusters);
        let at = |map: &[u32], id: u32| map.get(id as usize).copied().unwrap_or(super::names::NO_NAME);
        let renamed = |job: &Job| Job {
            kind: at(&kinds, job.kind),
            user: at(&users, job.user),
            account: at(&accounts, job.account),
            partition: at(&partitions, job.partition),
            label: at(&labels, job.label),
            nodes: at(&nodes, job.nodes),
            cluster: u16::try_from(at(&clusters, u32::from(job.cluster))).unwrap_or(0),
            file,
            ..*job
        };
        for block in &other.blocks {
            for job in block {
                self.push(renamed(job));
            }
        }
        for array in &other.arrays {
            let task = renamed(&array.task);
            self.arrays.push(WaitingArray { task, ..array.clone() });
        }
        for ((id, cluster, start), bits) in &other.indices {
            let cluster = u16::try_from(at(&clusters, u32::from(*cluster))).unwrap_or(0);
            self.indices.insert((*id, cluster, *start), *bits);
        }
        self.cpu_jobs += other.cpu_jobs;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ids_are_packed_and_differ() {
        let texts = ["101", "101_0", "101_7", "101+0", "101+7", "102", "4294967295_268435454", "108_[1-5]", "pbs.12"];
        let mut ids: Vec<u64> = texts.iter().map(|text| id(text.as_bytes())).collect();
        assert!(id(b"101_7") > id(b"101") && id(b"101_7") < id(b"102"));
        ids.sort_unstable();
        ids.dedup();
        assert_eq!(ids.len(), texts.len());
        assert!(size_of::<Job>() <= 64, "{}", size_of::<Job>());
    }
}
