//! How long jobs waited.

use serde::{Deserialize, Serialize};

use super::figure;

/// A wait longer than this is a long one, seconds.
const LONG: i64 = 86_400;

/// The waits of some jobs, seconds.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Waits {
    /// How many jobs.
    pub jobs: u64,
    /// Mean over jobs.
    pub mean: f64,
    /// Median over jobs.
    pub median: f64,
    /// The wait that 95% of the jobs do not exceed.
    pub p95: f64,
    /// The same, each job counted once for every GPU.
    pub p95_by_gpus: f64,
    /// The longest.
    pub worst: f64,
    /// Share of the jobs that waited longer than a day.
    pub over_a_day: f64,
}

/// Their statistics. `waits`: seconds and weight (GPUs) of each job, in any order. Percentiles are of the nearest rank:
/// the smallest wait that as many jobs do not exceed.
pub fn waits(mut waits: Vec<(i64, u64)>) -> Waits {
    let Some(last) = waits.len().checked_sub(1) else { return Waits::default() };
    waits.sort_unstable();
    let jobs = waits.len() as u64;
    let share = |of: i128| figure(of) / figure(jobs.into());
    let ranked = |percentile: f64| {
        let rank = libm::ceil(percentile * figure(jobs.into()) - 1e-9).max(1.0);
        #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "a place in the list")]
        let place = (rank as usize - 1).min(last);
        waits.get(place).map_or(0.0, |(seconds, _)| figure((*seconds).into()))
    };
    let weight: u128 = waits.iter().map(|(_, weight)| u128::from(*weight)).sum();
    let mut reached = 0;
    let by_gpus = waits.iter().find(|(_, of_job)| {
        reached += u128::from(*of_job);
        reached * 100 >= weight * 95
    });
    Waits {
        jobs,
        mean: share(waits.iter().map(|(seconds, _)| i128::from(*seconds)).sum()),
        median: ranked(0.5),
        p95: ranked(0.95),
        p95_by_gpus: by_gpus.map_or(0.0, |(seconds, _)| figure((*seconds).into())),
        worst: waits.get(last).map_or(0.0, |(seconds, _)| figure((*seconds).into())),
        over_a_day: share(waits.iter().filter(|(seconds, _)| *seconds > LONG).map(|_| 1).sum()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// By hand.
    #[test]
    fn percentiles_are_of_the_nearest_rank() {
        let of = waits((1..=20).rev().map(|seconds| (seconds, 1)).collect());
        assert_eq!((of.jobs, of.mean, of.median, of.p95, of.worst), (20, 10.5, 10.0, 19.0, 20.0));
        assert_eq!(waits(Vec::new()), Waits::default());
        let one = waits(vec![(90_000, 3)]);
        assert_eq!((one.median, one.p95, one.over_a_day), (90_000.0, 90_000.0, 1.0));
    }

    #[test]
    fn large_jobs_count_for_their_gpus() {
        let of = waits(vec![(0, 1), (0, 1), (0, 1), (500, 97)]);
        assert_eq!((of.median, of.p95, of.p95_by_gpus), (0.0, 500.0, 500.0));
        let small = waits(vec![(500, 1), (0, 99)]);
        assert_eq!((small.p95, small.p95_by_gpus), (500.0, 0.0));
    }
}
