//! The jobs of a record that count: each once, though it may be in two files, and waiting only if it has not started.

use std::collections::BTreeMap;

use super::jobs::{Job, JobState, Jobs, Recorded, WaitingArray};
use super::mig;
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
    /// Positions in the list of jobs; those behind it are of `joined`.
    kept: Vec<u32>,
    /// Jobs whose rows hold different parts of their time.
    joined: Vec<Job>,
    /// What one of a printed type is of a GPU: slices, and slices of the GPU.
    shares: Vec<(f64, f64)>,
    /// See [`Ledger::waiting_arrays`].
    arrays: Vec<(&'j WaitingArray, u64)>,
    /// Rows that repeat others of the same file, by file.
    pub(super) repeated: Vec<u64>,
    /// Rows that are in an earlier file too, by file.
    pub(super) in_two: Vec<u64>,
    /// Rows that were joined to another of their job, by file.
    pub(super) windows: Vec<u64>,
    /// Jobs of which only steps are there, by file.
    pub(super) from_steps: Vec<u64>,
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
    /// Decides which jobs count. `answers` say which GPU a printed name means.
    pub(super) fn of(jobs: &'j Jobs, files: usize, answers: &BTreeMap<String, String>) -> Self {
        let is_one = jobs.clusters.len() <= 2;
        let key = |(job, at): (&Job, u32)| (job.id, cluster_and_start(job, is_one), at);
        let mut order: Vec<Key> = jobs.iter().zip(0_u32..).map(key).collect();
        order.sort_unstable();
        let mut found = Self {
            jobs,
            kept: Vec::with_capacity(order.len()),
            joined: Vec::new(),
            shares: mig::shares(&jobs.kinds, answers),
            arrays: Vec::new(),
            repeated: vec![0; files],
            in_two: vec![0; files],
            windows: vec![0; files],
            from_steps: vec![0; files],
            gpu_partitions: vec![false; jobs.partitions.len()],
            gpu_clusters: vec![false; jobs.clusters.len()],
        };
        let mut rest = order.as_slice();
        while let Some(first) = rest.first() {
            let is_same = |key: &&Key| key.0 == first.0 && key.1 >> 32 == first.1 >> 32;
            let length = rest.iter().take_while(is_same).count();
            let (same, after) = rest.split_at_checked(length).unwrap_or((rest, &[]));
            rest = after;
            found.choose_job(same);
        }
        found.choose_arrays(&order, is_one);
        found.note_gpus();
        found
    }

    /// The rows that count of those with the same id and cluster, rising by start.
    fn choose_job(&mut self, same: &[Key]) {
        let from = self.kept.len();
        let mut starts = 0;
        let mut rest = same;
        while let Some(first) = rest.first() {
            let length = rest.iter().take_while(|key| key.1 == first.1).count();
            let (at_once, after) = rest.split_at_checked(length).unwrap_or((rest, &[]));
            rest = after;
            starts += 1;
            self.choose(at_once, after);
        }
        if starts > 1 {
            let rows = self.kept.split_off(from);
            let jobs = self.jobs;
            let rows: Vec<(u32, Job)> = rows.iter().filter_map(|at| Some((*at, *jobs.get(*at as usize)?))).collect();
            self.join(&rows);
        } else if let Some(job) = self.kept.get(from).and_then(|at| self.jobs.get(*at as usize)) {
            count_one(&mut self.from_steps, job.file, job.from_steps);
        }
    }

    /// Joins the rows of a job that hold different parts of its time, and skips its steps where the job itself is there.
    /// Rows rise by start.
    fn join(&mut self, rows: &[(u32, Job)]) {
        let are_repeated = repeats_of_steps(rows);
        let mut runs: Vec<(u32, Job, bool)> = Vec::new();
        // A row on several types is several jobs; each goes on with its own.
        let mut last: BTreeMap<u32, usize> = BTreeMap::new();
        for ((at, row), is_repeated) in rows.iter().zip(are_repeated) {
            if is_repeated {
                continue;
            }
            match last.get(&row.kind).and_then(|place| runs.get_mut(*place)) {
                Some((_, run, is_changed)) if goes_on(run, row) => {
                    count_one(&mut self.windows, row.file, true);
                    extend(run, row);
                    *is_changed = true;
                    continue;
                }
                // Its start is that of a window: since when it waited is not known.
                Some((_, run, _)) if is_later_part(run, row) => runs.push((*at, Job { submit: 0, ..*row }, true)),
                _ => runs.push((*at, *row, false)),
            }
            last.insert(row.kind, runs.len() - 1);
        }
        let base = u32::try_from(self.jobs.len()).unwrap_or(u32::MAX);
        for (at, run, is_changed) in runs {
            count_one(&mut self.from_steps, run.file, run.from_steps);
            if is_changed {
                self.kept.push(base.saturating_add(u32::try_from(self.joined.len()).unwrap_or(u32::MAX)));
                self.joined.push(run);
            } else {
                self.kept.push(at);
            }
        }
    }

    /// Keeps the longest of the rows with the same id, cluster and start. A row on several types is several jobs.
    fn choose(&mut self, same: &[Key], after: &[Key]) {
        let jobs = self.jobs;
        let job = |key: &Key| jobs.get(key.2 as usize);
        let mut best: Option<&Job> = None;
        for found in same.iter().filter_map(job) {
            // A job itself goes before what its steps tell.
            let rank = |job: &Job| (!job.from_steps, job.held);
            if best.is_none_or(|best| rank(found) > rank(best)) {
                best = Some(found);
            }
        }
        let Some(best) = best else { return };
        if best.state.is_waiting() && started(same, after, best.submit) {
            return;
        }
        let from = self.kept.len();
        for key in same {
            let Some(found) = job(key) else { continue };
            let kept = self.kept.get(from..).unwrap_or_default();
            jobs.work.add(1 + kept.len());
            let is_there = kept.iter().any(|at| jobs.get(*at as usize).is_some_and(|kept| kept.kind == found.kind));
            let is_of_best = (found.file, found.held, found.from_steps) == (best.file, best.held, best.from_steps);
            if is_of_best && !is_there {
                self.kept.push(key.2);
            } else {
                self.note_dropped(found, best);
            }
        }
    }

    fn note_dropped(&mut self, dropped: &Job, best: &Job) {
        if dropped.from_steps {
            return;
        }
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
                    .inspect(|_| self.jobs.work.add(1))
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
        let arrays = jobs.arrays.iter().map(|array| &array.task);
        for job in jobs.iter().chain(arrays).filter(|job| job.recorded != Recorded::Nothing) {
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
    pub(super) fn iter(&self) -> impl Iterator<Item = &Job> {
        let base = self.jobs.len();
        let job = move |at: &u32| {
            let at = *at as usize;
            if at < base { self.jobs.get(at) } else { self.joined.get(at - base) }
        };
        self.kept.iter().filter_map(job)
    }

    /// Waiting arrays that count, each with the tasks that have not started.
    pub(super) fn waiting_arrays(&self) -> impl Iterator<Item = (&WaitingArray, u64)> {
        self.arrays.iter().map(|(array, tasks)| (*array, *tasks))
    }

    /// GPUs of a job; MIG instances count by their slices.
    pub(super) fn gpus(&self, job: &Job) -> f64 {
        let (slices, all) = self.shares.get(job.kind as usize).copied().unwrap_or((1.0, 1.0));
        f64::from(job.gpus) * slices / all
    }

    /// What a job held. One whose GPUs are not recorded is without GPUs only in a partition without any, on a cluster that
    /// records GPUs.
    pub(super) fn holding(&self, job: &Job) -> Holding {
        let is = |list: &[bool], at: usize| list.get(at).copied().unwrap_or(false);
        if job.is_recorded() {
            Holding::Gpus
        } else if job.recorded == Recorded::Parts
            || job.partition == NO_NAME
            || is(&self.gpu_partitions, job.partition as usize)
            || !is(&self.gpu_clusters, usize::from(job.cluster))
        {
            Holding::Unknown
        } else {
            Holding::None
        }
    }
}

/// Adds one to the count of a file.
fn count_one(counts: &mut [u64], file: u16, is_counted: bool) {
    if let Some(count) = counts.get_mut(usize::from(file)).filter(|_| is_counted) {
        *count += 1;
    }
}

/// Which of the rows of a job, rising by start, are steps while the job itself is there.
fn repeats_of_steps(rows: &[(u32, Job)]) -> Vec<bool> {
    let is_itself = |job: &Job| !job.from_steps && !job.state.is_waiting();
    let mut next = vec![u32::MAX; rows.len()];
    let mut start = u32::MAX;
    for (next, (_, row)) in next.iter_mut().zip(rows).rev() {
        *next = start;
        start = if is_itself(row) { row.start } else { start };
    }
    let mut end = 0;
    let repeats = rows.iter().zip(next).map(|((_, row), next)| {
        end = if is_itself(row) { end.max(row.end) } else { end };
        row.from_steps && (row.start <= end || next <= row.end)
    });
    repeats.collect()
}

/// Whether two rows can be of one run of a job: submitted at the same time or, where that is not known, alike in everything
/// else. Without names two clusters can have the same ids, and what is no number may be a name.
fn is_same_run(run: &Job, row: &Job) -> bool {
    let all = |job: &Job| (job.user, job.account, job.partition, job.gpus.to_bits(), job.nodes);
    if run.submit > 0 && row.submit > 0 {
        run.submit == row.submit && run.gpus == row.gpus
    } else {
        run.id >> 63 == 0 && all(run) == all(row) && run.state != JobState::Requeued
    }
}

/// Whether a row goes on with a run: they overlap or touch.
fn goes_on(run: &Job, row: &Job) -> bool {
    let touches = row.start < run.end || (row.start == run.end && run.state != JobState::Requeued);
    touches && run.recorded == row.recorded && is_same_run(run, row)
}

/// Whether a row is a later part of a run of which what lies between is not in the files.
fn is_later_part(run: &Job, row: &Job) -> bool {
    run.submit > 0 && run.submit == row.submit && run.state != JobState::Requeued
}

/// Adds the part of a row that lies behind the end of a run.
fn extend(run: &mut Job, row: &Job) {
    if row.end <= run.end {
        return;
    }
    let fresh = f64::from(row.end - run.end.max(row.start)) / f64::from(row.end - row.start);
    run.held += row.held * fresh;
    (run.end, run.state) = (row.end, row.state);
}

/// Whether a job that waited since `submit` has a row with a start.
fn started(same: &[Key], after: &[Key], submit: u32) -> bool {
    let Some(waiting) = same.first() else { return false };
    after
        .iter()
        .take_while(|key| key.0 == waiting.0 && key.1 >> 32 == waiting.1 >> 32)
        .any(|key| key.1 & u64::from(u32::MAX) >= u64::from(submit))
}
