//! What the ideal mix promises, and what whole jobs get: sized on one half of a record and judged on the other.
//!
//! The ideal knows the whole record beforehand, starts every job when it is submitted and splits jobs at will: a bound, not a
//! plan. The replay of the half that did not size it says what is left of it. Source: model page, section 6.

use std::ops::Range;

use serde::{Deserialize, Serialize};

pub use super::rates::Sizes;
use super::rates::{OwnedRate, Rates, hours, share_of_year};
use super::waits::{Waits, waits};
use super::{Instances, Machines, PARTS, Place, Replay, ReplayJob, figure, parts};
use crate::formulas::ideal_mix::{Capacity, Hourly, MixDemand, Stack, ideal_mix};
use crate::formulas::load_curve::LoadCurve;

/// A record that is shorter, in seconds, cannot judge: four weeks.
const LEAST_SECONDS: i64 = 28 * 86_400;
/// A record with fewer jobs cannot judge.
const LEAST_JOBS: usize = 100;
/// Sizes that the ideal mix is found at, at most, before the cheapest counts.
const MOST_SIZES: usize = 16;

/// The machines that may be had.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Choices {
    /// What they cost.
    pub rates: Rates,
    /// Share of the owned GPUs that can be busy at once: those that are up. What packing leaves idle is what a replay shows.
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
    /// What an hour costs in which a job waits, per GPU, US dollars; 0 where that has no price.
    pub waiting_usd_per_gpu_hour: f64,
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
    /// GPU-hours that jobs waited: the wait of each times its GPUs.
    pub waited_gpu_hours: f64,
}

impl Outcome {
    /// Cost with what waiting costs, US dollars; `usd_per_gpu_hour` for each hour in which a GPU's job waits.
    pub fn usd_with_waiting(&self, usd_per_gpu_hour: f64) -> f64 {
        self.usd + self.waited_gpu_hours * usd_per_gpu_hour
    }
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
        Run {
            rates: self.rates.clone(),
            replay: Replay::new(self.machines(sizes)),
            outcome,
            waits: Vec::new(),
            places: Vec::new(),
        }
    }

    /// Replays jobs, rising by submit time, on machines that are empty at first. `seconds`: the time that is paid for.
    pub fn replay(&self, sizes: Sizes, jobs: &[ReplayJob], seconds: i64) -> Outcome {
        let mut run = self.start(sizes);
        run.place(jobs);
        run.finish(seconds).outcome
    }

    /// The sizes that the ideal mix takes for jobs, owned GPUs in whole nodes, and its cost for the time, US dollars; nothing
    /// for no jobs.
    ///
    /// The mix takes a rate for each GPU, and the rate depends on the size: it is found again at the rate of the size before,
    /// from the largest on, until a size comes back. The cheapest of those sizes, at their own rates, counts.
    pub fn ideal(&self, jobs: &[ReplayJob], seconds: i64) -> Option<(Sizes, f64)> {
        let (curve, all_hours) = undelayed(jobs, seconds)?;
        let mut rate = self.rates.owned_at(self.rates.owned.last().map_or(0.0, |largest| largest.gpus));
        let mut found: Vec<(Sizes, f64)> = Vec::new();
        loop {
            let (sizes, usd) = self.ideal_at(rate, &curve, all_hours, seconds)?;
            if found.iter().any(|(before, _)| before.owned == sizes.owned) || found.len() >= MOST_SIZES {
                break;
            }
            let own = self.rates.owned_at(sizes.owned);
            let fixed = (own.usd_per_year - rate.of_gpus(sizes.owned)) * share_of_year(seconds);
            found.push((sizes, usd + fixed));
            if sizes.owned == 0.0 || self.rates.owned.len() < 2 {
                break;
            }
            rate = own;
        }
        found.into_iter().reduce(|kept, next| if next.1 < kept.1 { next } else { kept })
    }

    /// The same at the rate of one size of owned machines.
    fn ideal_at(&self, rate: OwnedRate, curve: &LoadCurve, all_hours: f64, seconds: i64) -> Option<(Sizes, f64)> {
        let demand = MixDemand {
            hours: all_hours,
            total: Stack(vec![curve.clone()]),
            free: Stack(vec![curve.clone()]),
            pinned: LoadCurve::steady(0.0),
        };
        let (rates, share) = (&self.rates, share_of_year(seconds));
        let owned = (rate.gpus > 0.0).then(|| Capacity {
            fixed: rate.of_gpus(1.0) * share,
            running: rate.usd_per_hour,
            availability: self.owned_busy_share,
        });
        let committed = rates.committed_usd_per_gpu_year.map(|usd| Capacity {
            fixed: usd * share,
            running: rates.committed_usd_per_hour,
            availability: 1.0,
        });
        let hourly = Hourly { on_demand: rates.rented_usd_per_hour, spot: Vec::new() };
        let mix = ideal_mix(&demand, owned, committed.as_slice(), &hourly)?;
        let whole = |gpus: f64, of: f64| libm::round(gpus / of) * of;
        let sizes = Sizes {
            owned: whole(mix.owned / self.owned_busy_share, self.gpus_per_node),
            committed: whole(mix.committed.iter().sum(), 1.0),
        };
        Some((sizes, mix.cost))
    }

    /// Sizes the ideal mix on each half of a record of jobs, rising by submit time, that covers the time from one moment to
    /// another: what is to be replayed on the other half.
    ///
    /// Errors: why the record is too short to judge.
    pub fn sized(&self, jobs: &[ReplayJob], (from, to): (i64, i64)) -> Result<[SizedHalf; 2], TooShort> {
        let seconds = to - from;
        if seconds < LEAST_SECONDS || jobs.len() < LEAST_JOBS {
            return Err(TooShort { days: hours(seconds) / 24.0, jobs: jobs.len() as u64 });
        }
        let middle = from + seconds / 2;
        let at = jobs.partition_point(|job| job.submit < middle);
        let (first, second) = ((0..at, middle - from), (at..jobs.len(), to - middle));
        let of_half = |sizing: &(Range<usize>, i64), judging: &(Range<usize>, i64)| {
            let sized_on = jobs.get(sizing.0.clone()).unwrap_or_default();
            let (sizes, usd) = self.ideal(sized_on, sizing.1).unwrap_or_default();
            let claimed_saving = saving(usd, gpu_hours(work(sized_on)) * self.rates.rented_usd_per_hour);
            SizedHalf { sizes, claimed_saving, judged_by: judging.0.clone(), seconds: judging.1 }
        };
        Ok([of_half(&first, &second), of_half(&second, &first)])
    }

    /// Judges the ideal mix by a record in one go, as an answer does in steps: for the tests of this file.
    #[cfg(test)]
    fn judge(&self, jobs: &[ReplayJob], time: (i64, i64)) -> Result<[Half; 2], TooShort> {
        let halves = self.sized(jobs, time)?;
        Ok(halves.map(|half| {
            let jobs = jobs.get(half.judged_by.clone()).unwrap_or_default();
            let [realised, rented] = [half.sizes, Sizes::default()].map(|sizes| self.replay(sizes, jobs, half.seconds));
            half.judged(realised, rented)
        }))
    }
}

/// The ideal mix of one half of a record, to be judged by the other.
#[derive(Clone, Debug, PartialEq)]
pub struct SizedHalf {
    /// Its sizes.
    pub sizes: Sizes,
    /// Share of the cost of renting all hours of its half that it promises to save; nothing without cost.
    pub claimed_saving: Option<f64>,
    /// Places of the jobs of the other half.
    pub judged_by: Range<usize>,
    /// Seconds of the other half.
    pub seconds: i64,
}

impl SizedHalf {
    /// With what the other half gets: on its sizes, and with everything rented.
    pub fn judged(&self, realised: Outcome, rented: Outcome) -> Half {
        Half {
            sizes: self.sizes,
            claimed_saving: self.claimed_saving,
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
    /// Where each job runs.
    places: Vec<Place>,
}

/// What came of a replay.
pub struct Ran {
    /// Cost and sums.
    pub outcome: Outcome,
    /// Seconds that each job waited, with its parts.
    pub waits: Vec<(i64, u64)>,
    /// Where each job ran.
    pub places: Vec<Place>,
}

impl Run {
    /// Places the next jobs, rising by submit time.
    pub fn place(&mut self, jobs: &[ReplayJob]) {
        self.waits.reserve(jobs.len());
        self.places.reserve(jobs.len());
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
            self.places.push(placed.place);
        }
    }

    /// What came of it. `seconds`: the time that is paid for.
    pub fn finish(self, seconds: i64) -> Ran {
        let Self { rates, replay, mut outcome, waits: all, places } = self;
        let used = replay.finish();
        outcome.gpu_hours = [used.owned, used.committed, used.rented].map(gpu_hours);
        outcome.billed_hours = gpu_hours(used.billed);
        let waited = all.iter().map(|(seconds, parts)| u128::from(seconds.unsigned_abs()) * u128::from(*parts)).sum();
        outcome.waited_gpu_hours = gpu_hours(waited);
        outcome.waits = waits(all.clone());
        let [owned, committed, _] = outcome.gpu_hours;
        outcome.usd = rates.held(outcome.sizes, seconds)
            + owned * rates.owned_at(outcome.sizes.owned).usd_per_hour
            + committed * rates.committed_usd_per_hour
            + outcome.billed_hours * rates.rented_usd_per_hour;
        Ran { outcome, waits: all, places }
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
pub(super) fn undelayed(jobs: &[ReplayJob], seconds: i64) -> Option<(LoadCurve, f64)> {
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
                owned: vec![OwnedRate { gpus: 1.0, usd_per_year: 8_760.0, usd_per_hour: 0.5 }],
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
            waiting_usd_per_gpu_hour: 0.0,
        }
    }

    fn steady(hours: i64) -> Vec<ReplayJob> {
        (0..hours).map(|hour| ReplayJob { submit: hour * HOUR, seconds: HOUR, parts: parts(8.0) }).collect()
    }

    /// By hand: 8 GPUs all the time cost 1.50 an hour owned and 4.00 rented: 62.5% saved, promised and got.
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

    /// Two nodes cost less than twice one, as with staff that follows the size. By hand: 16 GPUs all the time cost 16 × 1.50 at the
    /// rate of one node, and 24 − 4 an hour at their own.
    #[test]
    fn the_ideal_is_paid_at_the_rates_of_its_own_size() {
        let mut choices = choices();
        let year = 8_760.0;
        let rate = |gpus, usd_an_hour: f64| OwnedRate { gpus, usd_per_year: usd_an_hour * year, usd_per_hour: 0.5 };
        choices.rates.owned = vec![rate(8.0, 8.0), rate(16.0, 12.0)];
        let jobs: Vec<ReplayJob> = steady(1_000).into_iter().flat_map(|job| [job, job]).collect();
        let (sizes, usd) = choices.ideal(&jobs, 1_000 * HOUR).expect("jobs");
        assert_eq!(sizes.owned, 16.0);
        assert!((usd / 1_000.0 - (12.0 + 16.0 * 0.5)).abs() < 1e-9, "{usd}");
        let between = choices.rates.owned_at(12.0);
        assert!((between.usd_per_year - 10.0 * year).abs() < 1e-9, "{between:?}");
        let [less, more] = [4.0, 32.0].map(|gpus| choices.rates.owned_at(gpus).usd_per_year / year);
        assert!((less - 4.0).abs() < 1e-12 && (more - 24.0).abs() < 1e-12, "{less} {more}");
    }

    /// Two jobs of 8 at once for an hour, then an idle hour, on 8 owned. Renting at once, the machines do all that 8 GPUs could:
    /// so 1. Waiting an hour they do everything, as 16 would have. A job of 8 beside one of 4 on 10: the second is rented, so no
    /// more is done than on 8.
    #[test]
    fn what_jobs_got_is_the_machines_that_would_have_done_as_much() {
        let pair = |second: f64| {
            (0..400).flat_map(move |pair| {
                [8.0, second].map(|gpus| ReplayJob { submit: pair * 2 * HOUR, seconds: HOUR, parts: parts(gpus) })
            })
        };
        let got = |second: f64, owned: f64, patience: i64| {
            let jobs: Vec<ReplayJob> = pair(second).collect();
            let choices = Choices { patience: Some(patience), gpus_per_instance: 8.0, ..choices() };
            let outcome = choices.replay(Sizes { owned, committed: 0.0 }, &jobs, 800 * HOUR);
            choices.jobs_got(&jobs, 800 * HOUR, &outcome)
        };
        let near = |found: Option<f64>, expected: f64| {
            assert!(found.is_some_and(|found| (found - expected).abs() < 1e-6), "{found:?} and {expected}");
        };
        near(got(8.0, 8.0, 0).occupancy, 1.0);
        assert_eq!(got(8.0, 64.0, 0).occupancy, None, "never too few");
        near(got(8.0, 8.0, HOUR).occupancy, 2.0);
        near(got(4.0, 10.0, 0).occupancy, 0.8);
        // Four GPUs of an instance of eight.
        near(got(4.0, 10.0, 0).paid_efficiency, 0.5);
        assert_eq!(got(8.0, 8.0, HOUR).paid_efficiency, None);
        assert_eq!(got(8.0, 0.0, 0).occupancy, None);
    }

    /// Two jobs of 8 at once for an hour, then an idle hour, two hours of 8 owned: 16 held, 4 running, 32 rented, if divided too.
    #[test]
    fn divided_jobs_cost_the_hours_below_the_machines() {
        let jobs: Vec<ReplayJob> = (0..10)
            .flat_map(|pair| [ReplayJob { submit: pair * 2 * HOUR, seconds: HOUR, parts: parts(8.0) }; 2])
            .collect();
        let sizes = [0.0, 8.0, 16.0].map(|owned| Sizes { owned, committed: 0.0 });
        let found = choices().divided(&jobs, 20 * HOUR, &sizes);
        let expected = [64.0, 16.0 + 4.0 + 32.0, 32.0 + 8.0];
        assert!(found.iter().zip(expected).all(|(usd, by_hand)| (usd - 10.0 * by_hand).abs() < 1e-9), "{found:?}");
    }

    #[test]
    fn a_short_record_does_not_judge() {
        let hours = 24 * 27;
        assert_eq!(choices().judge(&steady(hours), (0, hours * HOUR)), Err(TooShort { days: 27.0, jobs: 648 }));
        let few = &steady(24 * 30)[..99];
        assert_eq!(choices().judge(few, (0, 720 * HOUR)), Err(TooShort { days: 30.0, jobs: 99 }));
    }
}
