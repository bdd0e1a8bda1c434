//! Work that waited: before its start, and at the end of the record.

use serde::{Deserialize, Serialize};

use super::super::instant::HOUR;
use super::super::jobs::JobState;
use super::super::ledger::{Holding, Ledger};
use super::super::report::TimeRange;
use super::usage::{Moments, share_of_row, whole_count};
use crate::units::count;

/// Work that waited.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Waiting {
    /// Jobs and array tasks that waited for GPUs at the end of the record.
    pub jobs: u64,
    /// The same, where it is not recorded how many GPUs they want.
    pub unknown_jobs: u64,
    /// Jobs and array tasks that waited for another job, a date or a release, not for GPUs.
    pub blocked_jobs: u64,
    /// GPUs that they want.
    pub gpus: f64,
    /// GPUs that they could use at once, given the limits of arrays.
    pub gpus_at_once: f64,
    /// GPU-hours that they may run, where a limit is recorded.
    pub gpu_hours: f64,
    /// Jobs of which no limit is recorded.
    pub without_limit: u64,
    /// Jobs that waited and started.
    pub started_jobs: u64,
    /// GPUs × hours between submit and start, of jobs that started.
    pub waited_gpu_hours: f64,
    /// Mean wait of a job, hours.
    pub mean_hours: f64,
    /// Waits that 50, 90 and 99% of the jobs do not exceed, hours.
    pub quantile_hours: Option<[f64; 3]>,
    /// Mean wait, each job weighted by its GPUs, hours.
    pub gpu_mean_hours: f64,
    /// Waits that 50, 90 and 99% of the jobs, weighted by their GPUs, do not exceed, hours.
    pub gpu_quantile_hours: Option<[f64; 3]>,
    /// Most GPUs that waited at once.
    pub most_at_once: f64,
}

/// The wait of one job, hours, and its GPUs.
type Wait = (f64, f64);

/// What waited. `range` is the time that the record covers: a job that is eligible after its end does not wait yet.
pub(super) fn waiting(ledger: &Ledger<'_>, range: Option<TimeRange>) -> Waiting {
    let mut found = Waiting::default();
    let mut waits: Vec<Wait> = Vec::new();
    let mut moments = Moments::default();
    let (mut rows, mut unknown, mut blocked) = (0.0, 0.0, 0.0);
    let is_blocked = |state: JobState, submit: u32| {
        state == JobState::Blocked || range.is_some_and(|range| f64::from(submit) > range.to)
    };
    let mut last = None;
    for job in ledger.iter().filter(|job| job.submit > 0) {
        let (gpus, share) = (ledger.gpus(job), share_of_row(job));
        if job.state.is_waiting() {
            if is_blocked(job.state, job.submit) {
                blocked += share;
            } else if !job.is_recorded() {
                unknown += if ledger.holding(job) == Holding::Unknown { share } else { 0.0 };
            } else {
                moments.add(job.submit, gpus);
                rows += share;
                found.gpus += gpus;
                found.gpus_at_once += gpus;
                found.gpu_hours += gpus * job.held / HOUR;
                found.without_limit += u64::from(job.held == 0.0);
            }
            continue;
        }
        if !job.is_recorded() {
            continue;
        }
        let wait = f64::from(job.start.saturating_sub(job.submit)) / HOUR;
        moments.add(job.submit, gpus);
        moments.add(job.start.max(job.submit), -gpus);
        found.waited_gpu_hours += gpus * wait;
        // A job on several types waits once.
        let this = Some((job.id, job.cluster, job.start));
        match waits.last_mut().filter(|_| job.parts > 1 && last == this) {
            Some(wait) => wait.1 += gpus,
            None => waits.push((wait, gpus)),
        }
        last = this;
    }
    for (array, tasks) in ledger.waiting_arrays() {
        #[allow(clippy::cast_precision_loss)]
        let tasks = tasks as f64;
        let task = &array.task;
        let (gpus, share) = (ledger.gpus(task), share_of_row(task) * tasks);
        if is_blocked(task.state, task.submit) {
            blocked += share;
        } else if !task.is_recorded() {
            unknown += if ledger.holding(task) == Holding::Unknown { share } else { 0.0 };
        } else {
            let at_once = array.at_once.map_or(tasks, |most| tasks.min(f64::from(most)));
            rows += share;
            found.gpus += gpus * tasks;
            found.gpus_at_once += gpus * at_once;
            found.gpu_hours += gpus * task.held / HOUR * tasks;
            found.without_limit += if task.held == 0.0 { whole_count(tasks) } else { 0 };
            moments.add(task.submit, gpus * at_once);
        }
    }
    found.jobs = whole_count(rows);
    found.unknown_jobs = whole_count(unknown);
    found.blocked_jobs = whole_count(blocked);
    found.most_at_once = moments.most_at_once();
    found.started_jobs = waits.len() as u64;
    waits.sort_unstable_by(|a, b| a.0.total_cmp(&b.0).then(a.1.total_cmp(&b.1)));
    let mean = |weight: fn(&Wait) -> f64| {
        let all: f64 = waits.iter().map(weight).sum();
        let sum: f64 = waits.iter().map(|wait| wait.0 * weight(wait)).sum();
        if all > 0.0 { sum / all } else { 0.0 }
    };
    (found.mean_hours, found.gpu_mean_hours) = (mean(|_| 1.0), mean(|wait| wait.1));
    found.quantile_hours = quantiles(&waits, |_| 1.0);
    found.gpu_quantile_hours = quantiles(&waits, |wait| wait.1);
    found
}

/// The waits below which 50, 90 and 99% of the weight lie, of waits that rise; `None` without any.
fn quantiles(waits: &[Wait], weight: fn(&Wait) -> f64) -> Option<[f64; 3]> {
    let all: f64 = waits.iter().map(weight).sum();
    let longest = waits.last().filter(|_| all > 0.0)?.0;
    Some([0.5, 0.9, 0.99].map(|share| {
        let mut below = 0.0;
        let reaches = |wait: &&Wait| {
            below += weight(wait);
            // Sums of weights are rounded.
            below >= share * all - 1e-9 * all.max(count(1))
        };
        waits.iter().find(reaches).map_or(longest, |wait| wait.0)
    }))
}
