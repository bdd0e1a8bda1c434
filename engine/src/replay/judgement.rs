//! What the ideal mix promises, and what whole jobs get: sized on one half of a record and judged on the other.
//!
//! The ideal knows the whole record beforehand, starts every job when it is submitted and splits jobs at will: a bound, not a
//! plan. The replay of the half that did not size it says what is left of it. Source: model page, section 6.

use serde::{Deserialize, Serialize};

use super::waits::{Waits, waits};
use super::{Instances, Machines, PARTS, Place, Replay, ReplayJob, figure, parts};
use crate::formulas::ideal_mix::{Capacity, Hourly, MixDemand, Stack, ideal_mix};
use crate::formulas::load_curve::LoadCurve;
use crate::units::HOURS_PER_YEAR;

/// A record that is shorter, in seconds, cannot judge: four weeks.
const LEAST_SECONDS: i64 = 28 * 86_400;
/// A record with fewer jobs cannot judge.
const LEAST_JOBS: usize = 100;

/// What GPUs cost, US dollars.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Rates {
    /// Of an owned GPU, used or not, a year.
    pub owned_usd_per_gpu_year: f64,
    /// Of an hour in which it is busy.
    pub owned_usd_per_hour: f64,
    /// Of a committed GPU, used or not, a year; nothing without a commitment.
    pub committed_usd_per_gpu_year: Option<f64>,
    /// Of an hour that is used of it.
    pub committed_usd_per_hour: f64,
    /// Of a billed hour of what is rented beyond them.
    pub rented_usd_per_hour: f64,
}

/// The machines that may be had.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Choices {
    /// What they cost.
    pub rates: Rates,
    /// Largest share of the owned GPUs that can be busy at once.
    pub owned_busy_share: f64,
    /// GPUs of an owned node.
    pub gpus_per_node: f64,
    /// GPUs of a rented instance.
    pub gpus_per_instance: f64,
    /// Billed before a job starts on a rented instance, seconds.
    pub launch_seconds: i64,
    /// Billed after its last job, seconds.
    pub idle_seconds: i64,
    /// Longest wait of a job, seconds; `None` for no limit.
    pub patience: Option<i64>,
}

/// Numbers of GPUs.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Sizes {
    /// Owned.
    pub owned: f64,
    /// Committed.
    pub committed: f64,
}

/// What sizes give: the jobs of a record replayed on them.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Outcome {
    /// The sizes.
    pub sizes: Sizes,
    /// Cost for the time of the record, US dollars.
    pub usd: f64,
    /// Jobs on owned machines, on committed GPUs and on rented instances.
    pub jobs: [u64; 3],
    /// GPU-hours in the same order.
    pub gpu_hours: [f64; 3],
    /// GPU-hours billed for rented instances.
    pub billed_hours: f64,
    /// The waits of all jobs.
    pub waits: Waits,
}

impl Choices {
    /// The machines of some sizes.
    pub fn machines(&self, sizes: Sizes) -> Machines {
        Machines {
            owned: parts(sizes.owned * self.owned_busy_share),
            committed: parts(sizes.committed),
            patience: self.patience,
            rented: Instances {
                parts: parts(self.gpus_per_instance).max(1),
                launch_seconds: self.launch_seconds,
                idle_seconds: self.idle_seconds,
            },
        }
    }

    /// A replay on machines of some sizes, empty at first.
    pub fn start(&self, sizes: Sizes) -> Run {
        let outcome = Outcome { sizes, ..Outcome::default() };
        Run { rates: self.rates, replay: Replay::new(self.machines(sizes)), outcome, waits: Vec::new() }
    }

    /// Replays jobs, rising by submit time, on machines that are empty at first. `seconds`: the time that is paid for.
    pub fn replay(&self, sizes: Sizes, jobs: &[ReplayJob], seconds: i64) -> Outcome {
        let mut run = self.start(sizes);
        run.place(jobs);
        run.finish(seconds).0
    }

    /// The sizes that the ideal mix takes for jobs, owned GPUs in whole nodes, and its cost for the time, US dollars; nothing
    /// for no jobs.
    pub fn ideal(&self, jobs: &[ReplayJob], seconds: i64) -> Option<(Sizes, f64)> {
        let (curve, all_hours) = undelayed(jobs, seconds)?;
        let demand = MixDemand {
            hours: all_hours,
            total: Stack(vec![curve.clone()]),
            free: Stack(vec![curve]),
            pinned: LoadCurve::steady(0.0),
        };
        let (rates, share) = (&self.rates, share_of_year(seconds));
        let owned = Capacity {
            fixed: rates.owned_usd_per_gpu_year * share,
            running: rates.owned_usd_per_hour,
            availability: self.owned_busy_share,
        };
        let committed = rates.committed_usd_per_gpu_year.map(|usd| Capacity {
            fixed: usd * share,
            running: rates.committed_usd_per_hour,
            availability: 1.0,
        });
        let hourly = Hourly { on_demand: rates.rented_usd_per_hour, spot: Vec::new() };
        let mix = ideal_mix(&demand, Some(owned), committed.as_slice(), &hourly)?;
        let whole = |gpus: f64, of: f64| libm::round(gpus / of) * of;
        let sizes = Sizes {
            owned: whole(mix.owned / self.owned_busy_share, self.gpus_per_node),
            committed: whole(mix.committed.iter().sum(), 1.0),
        };
        Some((sizes, mix.cost))
    }

    /// Judges the ideal mix by a record of jobs, rising by submit time, that covers the time from one moment to another.
    ///
    /// Errors: why the record is too short to judge.
    pub fn judge(&self, jobs: &[ReplayJob], (from, to): (i64, i64)) -> Result<[Half; 2], TooShort> {
        let seconds = to - from;
        if seconds < LEAST_SECONDS || jobs.len() < LEAST_JOBS {
            return Err(TooShort { days: hours(seconds) / 24.0, jobs: jobs.len() as u64 });
        }
        let middle = from + seconds / 2;
        let (first, second) = jobs.split_at(jobs.partition_point(|job| job.submit < middle));
        let halves = [(first, middle - from), (second, to - middle)];
        Ok([self.half(halves[0], halves[1]), self.half(halves[1], halves[0])])
    }

    /// Sized on some jobs and judged on others, each with the seconds of their time.
    fn half(&self, (sizing, for_seconds): (&[ReplayJob], i64), (judging, seconds): (&[ReplayJob], i64)) -> Half {
        let (sizes, usd) = self.ideal(sizing, for_seconds).unwrap_or_default();
        let realised = self.replay(sizes, judging, seconds);
        let rented = self.replay(Sizes::default(), judging, seconds);
        Half {
            sizes,
            claimed_saving: saving(usd, gpu_hours(work(sizing)) * self.rates.rented_usd_per_hour),
            realised_saving: saving(realised.usd, rented.usd),
            realised,
        }
    }
}

/// A replay under way, in as many parts as its caller likes.
#[derive(Debug)]
pub struct Run {
    rates: Rates,
    replay: Replay,
    outcome: Outcome,
    /// Seconds that each job waited, with its GPUs.
    waits: Vec<(i64, u64)>,
}

impl Run {
    /// Places the next jobs, rising by submit time.
    pub fn place(&mut self, jobs: &[ReplayJob]) {
        self.waits.reserve(jobs.len());
        for job in jobs {
            let placed = self.replay.place(*job);
            let place = match placed.place {
                Place::Owned => 0,
                Place::Committed => 1,
                Place::Rented => 2,
            };
            if let Some(jobs) = self.outcome.jobs.get_mut(place) {
                *jobs += 1;
            }
            self.waits.push((placed.start - job.submit, job.parts));
        }
    }

    /// What came of it, and the seconds that each job waited, with its GPUs. `seconds`: the time that is paid for.
    pub fn finish(self, seconds: i64) -> (Outcome, Vec<(i64, u64)>) {
        let Self { rates, replay, mut outcome, waits: all } = self;
        let used = replay.finish();
        outcome.gpu_hours = [used.owned, used.committed, used.rented].map(gpu_hours);
        outcome.billed_hours = gpu_hours(used.billed);
        outcome.waits = waits(all.clone());
        let [owned, committed, _] = outcome.gpu_hours;
        outcome.usd = rates.held(outcome.sizes, seconds)
            + owned * rates.owned_usd_per_hour
            + committed * rates.committed_usd_per_hour
            + outcome.billed_hours * rates.rented_usd_per_hour;
        (outcome, all)
    }
}

/// A record that is too short to judge.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct TooShort {
    /// Its days.
    pub days: f64,
    /// Its jobs.
    pub jobs: u64,
}

/// What one half of a record promises, and what the other gets.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Half {
    /// The sizes that are ideal for the one half.
    pub sizes: Sizes,
    /// Share of the cost of renting all its hours that they save there, as promised; nothing without cost.
    pub claimed_saving: Option<f64>,
    /// Share of the cost of renting everything that they save in the other half, with whole jobs.
    pub realised_saving: Option<f64>,
    /// What the other half gets on them.
    pub realised: Outcome,
}

impl Rates {
    /// What is held costs for a time, used or not, US dollars.
    fn held(&self, sizes: Sizes, seconds: i64) -> f64 {
        let committed = self.committed_usd_per_gpu_year.unwrap_or(0.0);
        share_of_year(seconds) * (sizes.owned * self.owned_usd_per_gpu_year + sizes.committed * committed)
    }
}

fn saving(usd: f64, instead_of_usd: f64) -> Option<f64> {
    Some(1.0 - usd / instead_of_usd).filter(|saved| saved.is_finite())
}

fn work(jobs: &[ReplayJob]) -> u128 {
    jobs.iter().map(|job| u128::from(job.parts) * u128::from(job.seconds.unsigned_abs())).sum()
}

/// Most GPUs that jobs want at once if each starts when it is submitted.
pub fn peak_gpus(jobs: &[ReplayJob]) -> f64 {
    undelayed(jobs, 0).map_or(0.0, |(curve, _)| curve.peak())
}

/// The GPUs that jobs want if each starts when it is submitted, and the hours of the curve: those of the time, or more where
/// jobs run beyond it. Nothing without jobs.
fn undelayed(jobs: &[ReplayJob], seconds: i64) -> Option<(LoadCurve, f64)> {
    let first = jobs.first()?.submit;
    let mut moments: Vec<(i64, i128)> = Vec::with_capacity(2 * jobs.len());
    for job in jobs {
        moments.push((job.submit, i128::from(job.parts)));
        moments.push((job.submit.saturating_add(job.seconds), -i128::from(job.parts)));
    }
    moments.sort_unstable();
    let (mut wanted, mut since) = (0_i128, first);
    let mut steps = Vec::with_capacity(moments.len() + 1);
    for (at, change) in moments {
        if at > since {
            steps.push((gpus(wanted), hours(at - since)));
            since = at;
        }
        wanted += change;
    }
    // Before the first job and after the last nothing is wanted.
    steps.push((0.0, hours((seconds - (since - first)).max(0))));
    let all = steps.iter().map(|(_, hours)| hours).sum();
    Some((LoadCurve::of_steps(&steps), all))
}

fn hours(seconds: i64) -> f64 {
    figure(seconds.into()) / 3_600.0
}

fn share_of_year(seconds: i64) -> f64 {
    hours(seconds) / HOURS_PER_YEAR
}

fn gpu_hours(parts_seconds: u128) -> f64 {
    gpus(i128::try_from(parts_seconds).unwrap_or(i128::MAX)) / 3_600.0
}

fn gpus(parts: i128) -> f64 {
    figure(parts) / figure(PARTS.into())
}

#[cfg(test)]
mod tests {
    use super::*;

    const HOUR: i64 = 3_600;

    fn choices() -> Choices {
        Choices {
            rates: Rates {
                owned_usd_per_gpu_year: 8_760.0,
                owned_usd_per_hour: 0.5,
                committed_usd_per_gpu_year: None,
                committed_usd_per_hour: 0.0,
                rented_usd_per_hour: 4.0,
            },
            owned_busy_share: 1.0,
            gpus_per_node: 8.0,
            gpus_per_instance: 8.0,
            launch_seconds: 0,
            idle_seconds: 0,
            patience: Some(0),
        }
    }

    fn steady(hours: i64) -> Vec<ReplayJob> {
        (0..hours).map(|hour| ReplayJob { submit: hour * HOUR, seconds: HOUR, parts: parts(8.0) }).collect()
    }

    /// By hand: 8 GPUs all the time cost 1.50 an hour owned and 4.00 rented: 62.5 % saved, promised and got.
    #[test]
    fn what_never_waits_gets_what_is_promised() {
        let hours = 24 * 60;
        let [first, second] = choices().judge(&steady(hours), (0, hours * HOUR)).expect("long enough");
        for half in [first, second] {
            assert_eq!(half.sizes, Sizes { owned: 8.0, committed: 0.0 });
            assert!((half.claimed_saving.expect("costs") - 0.625).abs() < 1e-12, "{half:?}");
            assert!((half.realised_saving.expect("costs") - 0.625).abs() < 1e-12, "{half:?}");
            assert_eq!(half.realised.jobs, [720, 0, 0]);
        }
    }

    /// By hand: two jobs of 8 GPUs at once for an hour, then none for an hour. A patience of an hour moves the
    /// second job into the idle hour.
    #[test]
    fn patience_moves_work_into_idle_hours() {
        let pairs = 24 * 30;
        let jobs: Vec<ReplayJob> = (0..pairs)
            .flat_map(|pair| [ReplayJob { submit: pair * 2 * HOUR, seconds: HOUR, parts: parts(8.0) }; 2])
            .collect();
        let to = pairs * 2 * HOUR;
        let sizes = Sizes { owned: 8.0, committed: 0.0 };
        let at_once = choices().replay(sizes, &jobs, to);
        let patient = Choices { patience: Some(HOUR), ..choices() }.replay(sizes, &jobs, to);
        let hours = 2.0 * figure(pairs.into());
        // Held 8 × 1.00 an hour; every second hour 8 are busy, and 8 rented.
        assert!((at_once.usd / (hours * (8.0 + 0.5 * 8.0 * 0.5 + 0.5 * 8.0 * 4.0)) - 1.0).abs() < 1e-12);
        assert_eq!(at_once.jobs, [720, 0, 720]);
        // All are done on 8.
        assert!((patient.usd / (hours * (8.0 + 8.0 * 0.5)) - 1.0).abs() < 1e-12);
        assert_eq!((patient.jobs, patient.waits.mean, patient.waits.worst), ([1_440, 0, 0], 1_800.0, 3_600.0));
    }

    #[test]
    fn a_short_record_does_not_judge() {
        let hours = 24 * 27;
        assert_eq!(choices().judge(&steady(hours), (0, hours * HOUR)), Err(TooShort { days: 27.0, jobs: 648 }));
        let few = &steady(24 * 30)[..99];
        assert_eq!(choices().judge(few, (0, 720 * HOUR)), Err(TooShort { days: 30.0, jobs: 99 }));
    }
}
