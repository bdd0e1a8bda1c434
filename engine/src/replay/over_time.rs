//! What the machines did over time, and how much work waited for them.

use serde::{Deserialize, Serialize};

use super::{PARTS, Place, ReplayJob, figure};

/// Most steps of a record.
const MOST_STEPS: i64 = 2_000;
/// The shortest step, seconds.
const HOUR: i64 = 3_600;

/// Mean GPUs in each step of a record, from the first submit to the last end.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct OverTime {
    /// Seconds of a step: whole hours.
    pub step_seconds: i64,
    /// GPUs of each step: busy on owned machines, on committed ones, on rented instances, and asked for by jobs that wait.
    pub gpus: Vec<[f64; 4]>,
}

/// Seconds of parts by step: the ends of a span by themselves, whole steps between them as changes.
struct Sums {
    ends: Vec<i128>,
    changes: Vec<i128>,
}

impl Sums {
    fn new(steps: usize) -> Self {
        Self { ends: vec![0; steps], changes: vec![0; steps + 1] }
    }

    /// Adds parts held for a span, in seconds from the start of the record.
    fn add(&mut self, step: i64, (from, to): (i64, i64), parts: i128) {
        if to <= from {
            return;
        }
        let (first, last) = (from / step, (to - 1) / step);
        let place = |step: i64| usize::try_from(step).unwrap_or(0);
        let mut at_end = |at: i64, seconds: i64| {
            if let Some(sum) = self.ends.get_mut(place(at)) {
                *sum += parts * i128::from(seconds);
            }
        };
        if first == last {
            return at_end(first, to - from);
        }
        at_end(first, (first + 1) * step - from);
        at_end(last, to - last * step);
        for (at, change) in [(first + 1, parts), (last, -parts)] {
            if let Some(sum) = self.changes.get_mut(place(at)) {
                *sum += change * i128::from(step);
            }
        }
    }

    fn mean_gpus(&self, step: i64) -> Vec<f64> {
        let mut running = 0;
        let of_gpu = figure(i128::from(PARTS) * i128::from(step));
        let steps = self.ends.iter().zip(&self.changes);
        let sums = steps.map(|(ends, change)| {
            running += change;
            figure(running + ends) / of_gpu
        });
        sums.collect()
    }
}

/// What jobs did on machines. `waits`: seconds that each waited, with its parts; `places`: where each ran; both in the order of
/// the jobs. Empty without jobs.
pub fn over_time(jobs: &[ReplayJob], waits: &[(i64, u64)], places: &[Place]) -> OverTime {
    let all = || jobs.iter().zip(waits).zip(places);
    let Some(from) = jobs.first().map(|job| job.submit) else { return OverTime::default() };
    let to = all().map(|((job, (waited, _)), _)| job.submit + waited + job.seconds).fold(from + 1, i64::max);
    let least = (to - from + MOST_STEPS - 1) / MOST_STEPS;
    let step_seconds = (least + HOUR - 1) / HOUR * HOUR;
    let steps = usize::try_from((to - from + step_seconds - 1) / step_seconds).unwrap_or(0);
    let mut sums = [(); 4].map(|()| Sums::new(steps));
    for ((job, (waited, _)), place) in all() {
        let (submit, parts) = (job.submit - from, i128::from(job.parts));
        let start = submit + waited;
        let column = match place {
            Place::Owned => 0,
            Place::Committed => 1,
            Place::Rented => 2,
        };
        for (column, span) in [(column, (start, start + job.seconds)), (WAITING, (submit, start))] {
            if let Some(sums) = sums.get_mut(column) {
                sums.add(step_seconds, span, parts);
            }
        }
    }
    let [owned, committed, rented, waiting] = sums.map(|sums| sums.mean_gpus(step_seconds));
    let of_places = owned.into_iter().zip(committed).zip(rented.into_iter().zip(waiting));
    let gpus = of_places.map(|((owned, committed), (rented, waiting))| [owned, committed, rented, waiting]).collect();
    OverTime { step_seconds, gpus }
}

/// The column of jobs that wait.
const WAITING: usize = 3;

#[cfg(test)]
mod tests {
    use super::super::parts;
    use super::*;

    fn job(submit: i64, seconds: i64, gpus: f64) -> ReplayJob {
        ReplayJob { submit, seconds, parts: parts(gpus) }
    }

    /// By hand: 4 GPUs for two and a half hours from the middle of the first, 2 GPUs that wait an hour and run for half of one.
    #[test]
    fn what_runs_and_what_waits_is_a_mean_of_each_step() {
        let jobs = [job(1_000, 9_000, 4.0), job(2_800, 1_800, 2.0)];
        let waits = [(1_800, jobs[0].parts), (3_600, jobs[1].parts)];
        let found = over_time(&jobs, &waits, &[Place::Owned, Place::Rented]);
        assert_eq!(found.step_seconds, 3_600);
        // From 1,000 s: the first runs from 1,800 to 10,800, the second from 5,400 to 7,200.
        assert_eq!(found.gpus, [[2.0, 0.0, 0.0, 3.0], [4.0, 0.0, 1.0, 1.0], [4.0, 0.0, 0.0, 0.0]]);
    }

    /// A long record has few steps, and no second is lost or counted twice.
    #[test]
    fn steps_hold_all_of_the_work() {
        let drawn = |n: i32| job(i64::from(n) * 7_001, 10_000 + i64::from(n) * 13, 1.0 + 3.0 * f64::from(n % 7));
        let jobs: Vec<_> = (0..5_000).map(drawn).collect();
        let waits: Vec<_> = jobs.iter().zip(0..).map(|(job, n): (_, i64)| (n * 37 % 90_000, job.parts)).collect();
        let places = vec![Place::Committed; jobs.len()];
        let found = over_time(&jobs, &waits, &places);
        assert!(found.gpus.len() <= 2_000, "{}", found.gpus.len());
        let sum =
            |column: usize| found.gpus.iter().map(|gpus| gpus[column]).sum::<f64>() * figure(found.step_seconds.into());
        let of = |seconds: &dyn Fn(usize) -> i64| {
            let all = jobs.iter().enumerate().map(|(n, job)| i128::from(job.parts) * i128::from(seconds(n)));
            figure(all.sum()) / figure(PARTS.into())
        };
        for (column, expected) in [(0, 0.0), (1, of(&|n| jobs[n].seconds)), (2, 0.0), (3, of(&|n| waits[n].0))] {
            assert!((sum(column) - expected).abs() <= 1e-9 * expected, "{column}: {} and {expected}", sum(column));
        }
    }
}
