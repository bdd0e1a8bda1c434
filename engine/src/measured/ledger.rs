//! The jobs of a record that count: each once, though it may be in two files, and waiting only if it has not started.

use super::jobs::{Job, JobState, Jobs, WaitingArray};
use super::names::NO_NAME;

/// What a job held.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Holding {
    /// GPUs.
    Gpus,
    /// No GPU.
    None,
    /// Not recorded, on a cluster or partition that has GPUs.
    Unknown,
}

/// Jobs that count, ordered by id, cluster and start.
pub(super) struct Ledger<'j> {
    jobs: &'j Jobs,
    /// Positions in the list of jobs.
    kept: Vec<u32>,
    /// Waiting arrays that count, each with the tasks that have not started.
    pub(super) arrays: Vec<(&'j WaitingArray, u64)>,
    /// Rows that repeat others of the same file, by file.
    pub(super) repeated: Vec<u64>,
    /// Rows that are in an earlier file too, by file.
    pub(super) in_two: Vec<u64>,
    /// Whether a partition has jobs with GPUs, by its name's id.
    gpu_partitions: Vec<bool>,
    /// Whether a cluster records GPUs, by its name's id.
    gpu_clusters: Vec<bool>,
}

/// Sorts jobs: id, then cluster and start, then position.
type Key = (u64, u64, u32);

/// Cluster and start of a job. Where a record names one cluster alone, files that name none are of the same.
fn cluster_and_start(job: &Job, is_one_cluster: bool) -> u64 {
    let cluster = if is_one_cluster { 0 } else { u64::from(job.cluster) };
    cluster << 32 | u64::from(job.start)
}

impl<'j> Ledger<'j> {
    /// Decides which jobs count.
    pub(super) fn of(jobs: &'j Jobs, files: usize) -> Self {
        let is_one = jobs.clusters.len() <= 2;
        let key = |(job, at): (&Job, u32)| (job.id, cluster_and_start(job, is_one), at);
        let mut order: Vec<Key> = jobs.iter().zip(0_u32..).map(key).collect();
        order.sort_unstable();
        let mut found = Self {
            jobs,
            kept: Vec::with_capacity(order.len()),
            arrays: Vec::new(),
            repeated: vec![0; files],
            in_two: vec![0; files],
            gpu_partitions: vec![false; jobs.partitions.len()],
            gpu_clusters: vec![false; jobs.clusters.len()],
        };
        let mut rest = order.as_slice();
        while let Some(first) = rest.first() {
            let length = rest.iter().take_while(|key| (key.0, key.1) == (first.0, first.1)).count();
            let (same, after) = rest.split_at_checked(length).unwrap_or((rest, &[]));
            rest = after;
            found.choose(same, after);
        }
        found.choose_arrays(&order, is_one);
        found.note_gpus();
        found
    }

    /// Keeps the longest of the rows with the same id, cluster and start. A row on several types is several jobs.
    fn choose(&mut self, same: &[Key], after: &[Key]) {
        let jobs = self.jobs;
        let job = |key: &Key| jobs.get(key.2 as usize);
        let mut best: Option<&Job> = None;
        for found in same.iter().filter_map(job) {
            if best.is_none_or(|best| found.held > best.held) {
                best = Some(found);
            }
        }
        let Some(best) = best else { return };
        if best.state == JobState::Waiting && started(same, after, best.submit) {
            return;
        }
        let from = self.kept.len();
        for key in same {
            let Some(found) = job(key) else { continue };
            let kept = self.kept.get(from..).unwrap_or_default();
            let is_there = kept.iter().any(|at| jobs.get(*at as usize).is_some_and(|kept| kept.kind == found.kind));
            if found.file == best.file && found.held == best.held && !is_there {
                self.kept.push(key.2);
            } else {
                self.note_dropped(found, best);
            }
        }
    }

    fn note_dropped(&mut self, dropped: &Job, best: &Job) {
        let (file, list) = if dropped.file == best.file {
            (dropped.file, &mut self.repeated)
        } else {
            (dropped.file.max(best.file), &mut self.in_two)
        };
        if let Some(count) = list.get_mut(usize::from(file)) {
            *count += 1;
        }
    }

    /// Keeps the longest row of each waiting array, and takes off the tasks that have started.
    fn choose_arrays(&mut self, order: &[Key], is_one: bool) {
        let mut arrays: Vec<&WaitingArray> = self.jobs.arrays.iter().collect();
        arrays.sort_by_key(|array| (array.job, array.task.cluster, array.task.kind, std::cmp::Reverse(array.tasks())));
        arrays.dedup_by_key(|array| (array.job, array.task.cluster, array.task.kind));
        for array in arrays {
            let mut started = 0;
            for (from, to, step) in &array.ranges {
                let first = array.job | u64::from(from + 1);
                let last = array.job | u64::from(to + 1);
                let begin = order.partition_point(|key| key.0 < first);
                let mut ids: Vec<u64> = order
                    .iter()
                    .skip(begin)
                    .take_while(|key| key.0 <= last)
                    .filter(|key| key.1 >> 32 == cluster_and_start(&array.task, is_one) >> 32)
                    .filter(|key| key.1 & u64::from(u32::MAX) >= u64::from(array.task.submit.max(1)))
                    .filter(|key| (key.0 - first) % u64::from(*step) == 0)
                    .map(|key| key.0)
                    .collect();
                ids.dedup();
                started += ids.len() as u64;
            }
            let left = array.tasks().saturating_sub(started);
            if left > 0 {
                self.arrays.push((array, left));
            }
        }
    }

    fn note_gpus(&mut self) {
        let jobs = self.jobs;
        for job in self.kept.iter().filter_map(|at| jobs.get(*at as usize)).filter(|job| job.is_recorded) {
            if let Some(has) = self.gpu_partitions.get_mut(job.partition as usize) {
                *has = true;
            }
            if let Some(has) = self.gpu_clusters.get_mut(usize::from(job.cluster)) {
                *has = true;
            }
        }
        for (id, name) in (0_usize..).zip(jobs.partitions.iter()) {
            if name.to_ascii_lowercase().contains("gpu")
                && let Some(has) = self.gpu_partitions.get_mut(id)
            {
                *has = true;
            }
        }
    }

    /// The jobs that count.
    pub(super) fn iter(&self) -> impl Iterator<Item = &'j Job> + '_ {
        self.kept.iter().filter_map(|at| self.jobs.get(*at as usize))
    }

    /// What a job held. One whose GPUs are not recorded is without GPUs only in a partition without any, on a cluster that
    /// records GPUs.
    pub(super) fn holding(&self, job: &Job) -> Holding {
        let is = |list: &[bool], at: usize| list.get(at).copied().unwrap_or(false);
        if job.is_recorded {
            Holding::Gpus
        } else if job.partition == NO_NAME
            || is(&self.gpu_partitions, job.partition as usize)
            || !is(&self.gpu_clusters, usize::from(job.cluster))
        {
            Holding::Unknown
        } else {
            Holding::None
        }
    }
}

/// Whether a job that waited since `submit` has a row with a start.
fn started(same: &[Key], after: &[Key], submit: u32) -> bool {
    let Some(waiting) = same.first() else { return false };
    after
        .iter()
        .take_while(|key| key.0 == waiting.0 && key.1 >> 32 == waiting.1 >> 32)
        .any(|key| key.1 & u64::from(u32::MAX) >= u64::from(submit))
}
