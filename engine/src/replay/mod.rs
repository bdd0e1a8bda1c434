//! Whole jobs on the machines of a plan: which job starts when, and where.
//!
//! In: jobs in the order of their submit times, the GPUs owned and committed, and the patience of the jobs. Out: the place and
//! the start of each job, and what the machines and the rented instances were used for. All times are whole seconds, all
//! GPUs whole parts of a GPU, so results are exact and the same on every machine.
//!
//! The rules (model page, section 6):
//! - Run times are known. A job starts when all its GPUs are free; one that waits holds a reservation, and no later job may
//!   delay it (conservative backfill).
//! - Where a job goes is decided when it is submitted: to the owned machines if its reservation starts within its patience,
//!   else to the committed ones if they can start it at once, because they have no queue of their own, else to rented
//!   instances, which start it at once. A job larger than the cluster goes there, too.
//! - A job that goes elsewhere holds no reservation.
//! - Rented instances are billed whole, from their launch to the end of their idle time. Jobs smaller than an instance share
//!   one; a larger job has its own.
//! - Jobs on parts of a GPU share it.

pub mod answer;
pub mod best_sizes;
mod burst;
pub mod fluid;
pub mod judgement;
pub mod over_time;
pub mod packing;
mod profile;
pub mod rates;
pub mod recorded;
pub mod waits;

use std::collections::BinaryHeap;

use self::burst::Burst;
use self::profile::Profile;

/// Parts of a GPU in which the machines are counted: what MIG and shares divide it into, rounded down.
pub const PARTS: u64 = 1_000_000;

/// Parts of a number of GPUs, rounded down: seven sevenths of a GPU fit on one.
pub fn parts(gpus: f64) -> u64 {
    #[expect(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        reason = "not negative, and far below the limit"
    )]
    let parts = libm::floor((gpus.max(0.0) * 1e6 + 1e-3).min(1e18)) as u64;
    parts
}

/// A count, or a sum of seconds or parts, as a figure.
#[expect(clippy::cast_precision_loss, reason = "rounding of the last digit is all that happens beyond 2^53")]
fn figure(whole: i128) -> f64 {
    whole as f64
}

/// A job to be run again.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ReplayJob {
    /// When it was submitted, seconds since any moment.
    pub submit: i64,
    /// How long it runs, seconds; above 0.
    pub seconds: i64,
    /// Its GPUs, in [`PARTS`]; above 0.
    pub parts: u64,
}

/// The machines of a plan, and how long jobs wait for them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Machines {
    /// GPUs owned that can be busy at once, in [`PARTS`].
    pub owned: u64,
    /// The same of those committed to.
    pub committed: u64,
    /// Longest wait of a job, seconds; `None` for no limit.
    pub patience: Option<i64>,
    /// What is rented beyond them.
    pub rented: Instances,
}

/// Rented instances.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Instances {
    /// GPUs of one, in [`PARTS`]; above 0.
    pub parts: u64,
    /// Billed before a job starts on it, seconds.
    pub launch_seconds: i64,
    /// Billed after its last job, seconds.
    pub idle_seconds: i64,
}

/// Where a job runs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Place {
    /// On owned machines.
    Owned,
    /// On committed GPUs.
    Committed,
    /// On rented instances.
    Rented,
}

/// Where and when a job runs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Placed {
    /// Where.
    pub place: Place,
    /// When it starts, in the time of its submit.
    pub start: i64,
}

/// What the machines did, in seconds of [`PARTS`].
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Used {
    /// Used of the owned GPUs.
    pub owned: u128,
    /// Used of the committed GPUs.
    pub committed: u128,
    /// Used of rented instances.
    pub rented: u128,
    /// Billed for rented instances.
    pub billed: u128,
}

/// A replay under way. It takes jobs in the order of their submit times.
#[derive(Debug)]
pub struct Replay {
    machines: Machines,
    owned: Profile,
    /// Ends of the jobs on committed GPUs, the first on top, with their parts.
    committed: BinaryHeap<std::cmp::Reverse<(i64, u64)>>,
    committed_free: u64,
    burst: Burst,
    used: Used,
}

impl Replay {
    /// An empty cluster.
    pub fn new(machines: Machines) -> Self {
        Self {
            machines,
            owned: Profile::new(machines.owned),
            committed: BinaryHeap::new(),
            committed_free: machines.committed,
            burst: Burst::new(machines.rented),
            used: Used::default(),
        }
    }

    /// Places a job, submitted no earlier than the one before.
    pub fn place(&mut self, job: ReplayJob) -> Placed {
        let now = job.submit;
        let work = u128::from(job.parts) * u128::from(job.seconds.unsigned_abs());
        let latest = self.machines.patience.map_or(i64::MAX, |patience| now.saturating_add(patience));
        self.owned.forget_before(now);
        if let Some(start) = self.owned.earliest(now, latest, job.seconds, job.parts) {
            self.owned.take(start, job.seconds, job.parts);
            self.used.owned += work;
            return Placed { place: Place::Owned, start };
        }
        if self.starts_on_committed(job) {
            self.used.committed += work;
            return Placed { place: Place::Committed, start: now };
        }
        self.used.rented += work;
        self.burst.run(job);
        Placed { place: Place::Rented, start: now }
    }

    /// What the machines did up to the end of the last job.
    pub fn finish(mut self) -> Used {
        self.used.billed = self.burst.billed();
        self.used
    }

    fn starts_on_committed(&mut self, job: ReplayJob) -> bool {
        while let Some(std::cmp::Reverse((end, parts))) = self.committed.peek().copied() {
            if end > job.submit {
                break;
            }
            self.committed.pop();
            self.committed_free += parts;
        }
        if job.parts > self.committed_free {
            return false;
        }
        self.committed_free -= job.parts;
        self.committed.push(std::cmp::Reverse((job.submit.saturating_add(job.seconds), job.parts)));
        true
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const HOUR: i64 = 3_600;

    fn machines(owned: f64, committed: f64, patience: Option<i64>) -> Machines {
        let rented = Instances { parts: parts(8.0), launch_seconds: 600, idle_seconds: 900 };
        Machines { owned: parts(owned), committed: parts(committed), patience, rented }
    }

    fn job(submit: i64, seconds: i64, gpus: f64) -> ReplayJob {
        ReplayJob { submit, seconds, parts: parts(gpus) }
    }

    fn run(machines: Machines, jobs: &[ReplayJob]) -> (Vec<Placed>, Used) {
        let mut replay = Replay::new(machines);
        let placed = jobs.iter().map(|job| replay.place(*job)).collect();
        (placed, replay.finish())
    }

    fn at(place: Place, start: i64) -> Placed {
        Placed { place, start }
    }

    /// By hand: the small job fits before the large one that waits, the next does not.
    #[test]
    fn a_later_job_starts_earlier_only_if_it_delays_nobody() {
        let jobs = [
            job(0, 10 * HOUR, 6.0),
            job(1, 5 * HOUR, 8.0),      // waits for the first
            job(2, 10 * HOUR - 2, 2.0), // fits beside the first
            job(3, 10 * HOUR, 2.0),     // would delay the second: after it
        ];
        let (placed, used) = run(machines(8.0, 0.0, None), &jobs);
        let owned = |start| at(Place::Owned, start);
        assert_eq!(placed, [owned(0), owned(10 * HOUR), owned(2), owned(15 * HOUR)]);
        assert_eq!((used.rented, used.billed), (0, 0));
    }

    #[test]
    fn patience_decides_and_who_leaves_holds_nothing() {
        let jobs = [job(0, HOUR, 8.0), job(0, HOUR, 8.0), job(0, HOUR, 8.0), job(0, HOUR, 9.0)];
        let (placed, _) = run(machines(8.0, 8.0, Some(HOUR)), &jobs);
        // The third would wait two hours; the fourth is larger than either.
        let expected = [at(Place::Owned, 0), at(Place::Owned, HOUR), at(Place::Committed, 0), at(Place::Rented, 0)];
        assert_eq!(placed, expected);
        let (placed, _) = run(machines(8.0, 8.0, Some(HOUR - 1)), &jobs);
        assert_eq!(placed[1], at(Place::Committed, 0));
        assert_eq!(placed[2], at(Place::Rented, 0), "committed GPUs have no queue");
    }

    #[test]
    fn sevenths_of_a_gpu_share_it() {
        let jobs: Vec<ReplayJob> = (0..8).map(|_| job(0, HOUR, 1.0 / 7.0)).collect();
        let (placed, _) = run(machines(1.0, 0.0, None), &jobs);
        assert_eq!(placed.iter().filter(|placed| placed.start == 0).count(), 7);
        assert_eq!(placed[7], at(Place::Owned, HOUR));
    }

    /// By hand: 600 s before, 900 s after, two jobs of 4 GPUs on one instance of 8, a job of 12 on two.
    #[test]
    fn instances_are_billed_whole() {
        let jobs = [job(0, HOUR, 4.0), job(1_800, HOUR, 4.0), job(10_000, HOUR, 12.0)];
        let (_, used) = run(machines(0.0, 0.0, Some(0)), &jobs);
        let shared = 8 * (600 + 1_800 + HOUR + 900);
        let own = 16 * (600 + HOUR + 900);
        assert_eq!(used.billed, u128::from(PARTS) * u128::from((shared + own).unsigned_abs()));
        assert_eq!(used.rented, u128::from(PARTS) * u128::from((20 * HOUR).unsigned_abs()));
    }
}
