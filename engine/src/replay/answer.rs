//! What a plan does for the jobs of a record: its sizes with several degrees of patience, the waits by account and by size of
//! job, the best sizes, and what the ideal mix is worth.

use std::collections::{BTreeMap, VecDeque};
use std::ops::Range;

use serde::{Deserialize, Serialize};

use super::best_sizes::SizeSearch;
use super::judgement::{Choices, Half, Outcome, Ran, Run, SizedHalf, Sizes, TooShort, peak_gpus};
use super::over_time::{OverTime, over_time};
use super::packing::JobsGot;
use super::recorded::{RecordedJobs, ReplayRemarks};
use super::waits::{Waits, waits};
use super::{ReplayJob, figure, parts};
use crate::units::count;

/// Longest patience in hours that is not the same as none: a century.
const MOST_HOURS: f64 = 876_600.0;
/// Degrees of patience that are tried where waiting has a price, hours.
const PATIENCES: [i64; 9] = [1, 2, 4, 8, 12, 24, 48, 72, 168];
/// Jobs placed in one step: some ten milliseconds.
const AT_ONCE: usize = 20_000;
/// Steps of the waits that are drawn.
const WAIT_STEPS: usize = 120;
/// Accounts that have a row of their own, those with the most jobs.
const MOST_ACCOUNTS: usize = 20;
/// Sizes of jobs by which waits are told apart: up to so many GPUs each, the last without limit.
const SIZES: [f64; 6] = [1.0, 8.0, 16.0, 64.0, 256.0, f64::INFINITY];

/// What is asked: a plan, what its machines cost, and how long jobs wait.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct ReplayQuestion {
    /// The name of the plan.
    pub plan: String,
    /// Its id.
    pub plan_id: String,
    /// Its sizes.
    pub sizes: Sizes,
    /// Machines and rates, and how long jobs wait.
    pub choices: Choices,
    /// Whether the cheapest sizes are sought.
    pub finds_sizes: bool,
}

/// How long jobs wait before they are rented for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Policy {
    /// What is not free is rented at once.
    RentAtOnce,
    /// What waits longer than these seconds is rented.
    WaitUpTo(i64),
    /// Only what does not fit on the machines is rented.
    WaitWithoutLimit,
}

impl Policy {
    /// Renting what waits longer than some hours; nothing for those that are no time. Without hours everything waits.
    pub fn of_hours(hours: Option<f64>) -> Option<Self> {
        let Some(hours) = hours else { return Some(Self::WaitWithoutLimit) };
        if !(0.0..=MOST_HOURS).contains(&hours) {
            return None;
        }
        #[expect(clippy::cast_possible_truncation, reason = "within a century")]
        let seconds = libm::round(hours * 3_600.0) as i64;
        Some(if seconds == 0 { Self::RentAtOnce } else { Self::WaitUpTo(seconds) })
    }

    /// The hours of [`Policy::of_hours`].
    pub fn hours(self) -> Option<f64> {
        self.patience().map(|seconds| figure(seconds.into()) / 3_600.0)
    }

    /// Longest wait, seconds; nothing for no limit.
    pub const fn patience(self) -> Option<i64> {
        match self {
            Self::RentAtOnce => Some(0),
            Self::WaitUpTo(seconds) => Some(seconds),
            Self::WaitWithoutLimit => None,
        }
    }
}

/// What is found.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct ReplayAnswer {
    /// What was asked.
    pub question: ReplayQuestion,
    /// Seconds of the record.
    pub seconds: i64,
    /// Its jobs.
    pub jobs: u64,
    /// What is left out or changed.
    pub remarks: ReplayRemarks,
    /// Everything rented at once.
    pub rented: Outcome,
    /// The plan with each degree of patience; nothing where the backlog grows without bound.
    pub policies: Vec<(Policy, Option<Outcome>)>,
    /// Waits by account, with the patience asked about.
    pub by_account: Vec<(String, Waits)>,
    /// Waits by the GPUs of a job, up to so many; infinite for the rest.
    pub by_size: Vec<(f64, Waits)>,
    /// Hours waited with the patience asked about, the longest first, with the share of the jobs that waited so long.
    pub wait_steps: Vec<(f64, f64)>,
    /// What the machines did over time with that patience.
    pub over_time: OverTime,
    /// What the ideal mix promises and gets, or why that is not known; nothing where no machines may be owned.
    pub judged: Option<Result<[Half; 2], TooShort>>,
    /// What whole jobs made of the plan's machines with the patience asked about; nothing where the backlog grows for ever.
    pub got: Option<JobsGot>,
    /// The sizes that whole jobs make cheapest with the patience asked about, if they are sought.
    pub best: Option<Outcome>,
    /// Sizes that were tried, with their cost for the record, US dollars.
    pub tried: Vec<(Sizes, f64)>,
    /// The cheapest of each number of owned GPUs, rising, with its cost, and what it would cost if jobs could be divided.
    pub by_owned: Vec<(Sizes, f64, f64)>,
}

/// What a replay is for.
#[derive(Clone, Copy, Debug, PartialEq)]
enum For {
    /// Everything rented at once.
    Rented,
    /// A policy of the list, by its place, on the plan's machines.
    Policy(usize),
    /// The sizes that are ideal for one half of the record, by its place, with the jobs of the other.
    Realised(usize),
    /// The jobs of the other half, rented.
    RentedHalf(usize),
    /// Sizes of the search.
    Size,
}

/// A replay of some of the jobs, and how far it is.
#[derive(Debug)]
struct Replaying {
    purpose: For,
    jobs: Range<usize>,
    /// The time that is paid for.
    seconds: i64,
    sizes: Sizes,
    patience: Option<i64>,
    run: Option<Run>,
}

impl ReplayAnswer {
    /// The policy that costs least with what waiting costs, the one that waits least among equal ones; nothing where waiting has
    /// no price.
    pub fn cheapest_policy(&self) -> Option<(Policy, Outcome)> {
        let usd = self.question.choices.waiting_usd_per_gpu_hour;
        let all = self.policies.iter().filter_map(|(policy, outcome)| Some((*policy, (*outcome)?)));
        let least = |kept: (Policy, Outcome), next: (Policy, Outcome)| {
            if next.1.usd_with_waiting(usd) < kept.1.usd_with_waiting(usd) { next } else { kept }
        };
        all.filter(|_| usd > 0.0).reduce(least)
    }
}

/// An answer under way, in steps of some ten thousand jobs: between two of them the caller can do other work, or stop.
#[derive(Debug)]
pub struct Answering {
    recorded: RecordedJobs,
    jobs: Vec<ReplayJob>,
    question: ReplayQuestion,
    seconds: i64,
    queue: VecDeque<Replaying>,
    policies: Vec<(Policy, Option<Outcome>)>,
    asked: Policy,
    of_asked: Vec<(i64, u64)>,
    over_time: OverTime,
    rented: Outcome,
    sized: Option<Result<[SizedHalf; 2], TooShort>>,
    /// Of each half: what its sizes got, and renting everything.
    of_halves: [[Outcome; 2]; 2],
    search: Option<SizeSearch>,
    /// Jobs placed so far, in all replays.
    placed: usize,
}

impl Answering {
    /// Starts with the jobs of a record; nothing without jobs.
    pub fn start(recorded: RecordedJobs, question: ReplayQuestion) -> Option<Self> {
        let jobs: Vec<ReplayJob> = recorded.jobs.iter().map(|of| of.job).collect();
        let (from, last) = (jobs.first()?.submit, jobs.last()?.submit);
        // The record lasts until its jobs had ended as recorded.
        let ends = recorded.jobs.iter().map(|of| of.job.submit + of.waited + of.job.seconds);
        let to = ends.fold(last, i64::max);
        let choices = &question.choices;
        let asked = choices.patience.map_or(Policy::WaitWithoutLimit, Policy::WaitUpTo);
        let asked = if asked == Policy::WaitUpTo(0) { Policy::RentAtOnce } else { asked };
        let mut policies = vec![Policy::RentAtOnce];
        // Where waiting has a price, the patience that costs least is among these.
        let tried = if choices.waiting_usd_per_gpu_hour > 0.0 { PATIENCES.as_slice() } else { &[] };
        let waiting = tried.iter().map(|hours| Policy::WaitUpTo(hours * 3_600)).chain([asked]);
        policies.extend(waiting.filter(|policy| matches!(policy, Policy::WaitUpTo(_))));
        policies.sort_by_key(|policy| policy.patience());
        policies.dedup();
        policies.push(Policy::WaitWithoutLimit);
        let sized = (!choices.rates.owned.is_empty()).then(|| choices.sized(&jobs, (from, to)));
        let search = question.finds_sizes.then(|| SizeSearch::new(choices, peak_gpus(&jobs)));
        let mut made = Self {
            recorded,
            jobs,
            question,
            seconds: (to - from).max(1),
            queue: VecDeque::new(),
            policies: policies.into_iter().map(|policy| (policy, None)).collect(),
            asked,
            of_asked: Vec::new(),
            over_time: OverTime::default(),
            rented: Outcome::default(),
            sized,
            of_halves: [[Outcome::default(); 2]; 2],
            search,
            placed: 0,
        };
        made.enqueue_known();
        Some(made)
    }

    /// Every replay that is known at the start: all but those of the search.
    fn enqueue_known(&mut self) {
        let whole = (0..self.jobs.len(), self.seconds);
        self.enqueue(For::Rented, whole.clone(), Sizes::default(), Some(0));
        let policies: Vec<Policy> = self.policies.iter().map(|(policy, _)| *policy).collect();
        for (place, policy) in policies.into_iter().enumerate() {
            if policy != Policy::WaitWithoutLimit || !self.is_endless(self.question.sizes) {
                self.enqueue(For::Policy(place), whole.clone(), self.question.sizes, policy.patience());
            }
        }
        let halves = self.sized.as_ref().and_then(|sized| sized.as_ref().ok()).cloned().into_iter().flatten();
        for (place, half) in halves.collect::<Vec<_>>().into_iter().enumerate() {
            let (judging, patience) = ((half.judged_by, half.seconds), self.question.choices.patience);
            self.enqueue(For::Realised(place), judging.clone(), half.sizes, patience);
            self.enqueue(For::RentedHalf(place), judging, Sizes::default(), Some(0));
        }
    }

    fn enqueue(&mut self, purpose: For, (jobs, seconds): (Range<usize>, i64), sizes: Sizes, patience: Option<i64>) {
        self.queue.push_back(Replaying { purpose, jobs, seconds, sizes, patience, run: None });
    }

    /// Jobs placed so far, and about how many there are.
    pub fn progress(&self) -> (usize, usize) {
        let waiting: usize = self.queue.iter().map(|of| of.jobs.len()).sum();
        let searched = self.search.as_ref().map_or(0, |search| search.about_left() * self.jobs.len());
        (self.placed, self.placed + waiting + searched)
    }

    /// Places some more jobs. Returns whether there are more.
    pub fn step(&mut self) -> bool {
        let Some(mut replaying) = self.queue.pop_front().or_else(|| self.next_size()) else { return false };
        let choices = &self.question.choices;
        let mut run = replaying
            .run
            .take()
            .unwrap_or_else(|| Choices { patience: replaying.patience, ..choices.clone() }.start(replaying.sizes));
        let to = (replaying.jobs.start + AT_ONCE).min(replaying.jobs.end);
        let some = self.jobs.get(replaying.jobs.start..to).unwrap_or_default();
        run.place(some);
        self.placed += some.len();
        replaying.jobs.start = to;
        if replaying.jobs.is_empty() {
            self.note(replaying.purpose, run.finish(replaying.seconds));
        } else {
            self.queue.push_front(Replaying { run: Some(run), ..replaying });
        }
        true
    }

    /// The next size of the search, if it seeks more.
    fn next_size(&mut self) -> Option<Replaying> {
        loop {
            let (sizes, patience) = (self.search.as_ref()?.next_sizes()?, self.question.choices.patience);
            if patience.is_some() || !self.is_endless(sizes) {
                let jobs = 0..self.jobs.len();
                return Some(Replaying { purpose: For::Size, jobs, seconds: self.seconds, sizes, patience, run: None });
            }
            let outcome = Outcome { sizes, usd: f64::INFINITY, ..Outcome::default() };
            self.note(For::Size, Ran { outcome, waits: Vec::new(), places: Vec::new() });
        }
    }

    fn note(&mut self, purpose: For, Ran { outcome, waits, places }: Ran) {
        match purpose {
            For::Rented => self.rented = outcome,
            For::Policy(place) => {
                if let Some((policy, found)) = self.policies.get_mut(place) {
                    *found = Some(outcome);
                    if *policy == self.asked {
                        self.over_time = over_time(&self.jobs, &waits, &places);
                        self.of_asked = waits;
                    }
                }
            }
            For::Realised(half) | For::RentedHalf(half) => {
                let side = usize::from(matches!(purpose, For::RentedHalf(_)));
                if let Some(place) = self.of_halves.get_mut(half).and_then(|of| of.get_mut(side)) {
                    *place = outcome;
                }
            }
            For::Size => {
                if let Some(search) = &mut self.search {
                    search.note(outcome);
                }
            }
        }
    }

    /// Whether the jobs that fit on owned machines are more work than these can do in the time: without limit of patience the
    /// backlog grows for as long as jobs come.
    fn is_endless(&self, sizes: Sizes) -> bool {
        is_endless(&self.jobs, &self.question.choices, sizes, self.seconds)
    }

    /// The cheapest of each number of owned GPUs, whole and divided.
    fn by_owned(&self, tried: &[Outcome]) -> Vec<(Sizes, f64, f64)> {
        let mut all: Vec<&Outcome> = tried.iter().filter(|of| of.usd.is_finite()).collect();
        all.sort_by(|a, b| a.sizes.owned.total_cmp(&b.sizes.owned).then_with(|| a.usd.total_cmp(&b.usd)));
        all.dedup_by_key(|of| of.sizes.owned);
        let sizes: Vec<Sizes> = all.iter().map(|of| of.sizes).collect();
        let divided = self.question.choices.divided(&self.jobs, self.seconds, &sizes);
        all.iter().zip(divided).map(|(of, divided)| (of.sizes, of.usd, divided)).collect()
    }

    /// What was found. Complete once [`Answering::step`] has nothing more to do.
    pub fn finish(self) -> ReplayAnswer {
        let judged = self.sized.as_ref().map(|sized| {
            sized.clone().map(|[first, second]| {
                let [[of_first, rented_first], [of_second, rented_second]] = self.of_halves;
                [first.judged(of_first, rented_first), second.judged(of_second, rented_second)]
            })
        });
        let of_asked = self.policies.iter().find(|(policy, _)| *policy == self.asked).and_then(|(_, outcome)| *outcome);
        let got = of_asked.map(|outcome| self.question.choices.jobs_got(&self.jobs, self.seconds, &outcome));
        let tried = self.search.as_ref().map(SizeSearch::tried).unwrap_or_default();
        let best = self.search.as_ref().and_then(SizeSearch::best).filter(|best| best.usd.is_finite()).copied();
        let by_owned = self.by_owned(tried);
        ReplayAnswer {
            by_owned,
            seconds: self.seconds,
            jobs: self.jobs.len() as u64,
            remarks: self.recorded.remarks,
            rented: self.rented,
            by_account: by_account(&self.recorded, &self.of_asked),
            by_size: by_size(&self.of_asked),
            wait_steps: wait_steps(&self.of_asked),
            over_time: self.over_time,
            judged,
            got,
            best,
            tried: tried.iter().filter(|of| of.usd.is_finite()).map(|of| (of.sizes, of.usd)).collect(),
            policies: self.policies,
            question: self.question,
        }
    }
}

/// Answers a question about the jobs of a record in one go; nothing without jobs.
pub fn answer(recorded: RecordedJobs, question: ReplayQuestion) -> Option<ReplayAnswer> {
    let mut answering = Answering::start(recorded, question)?;
    while answering.step() {}
    Some(answering.finish())
}

fn is_endless(jobs: &[ReplayJob], choices: &Choices, sizes: Sizes, seconds: i64) -> bool {
    let owned = parts(sizes.owned * choices.owned_busy_share);
    let work = |job: &ReplayJob| u128::from(job.parts) * u128::from(job.seconds.unsigned_abs());
    let fitting: u128 = jobs.iter().filter(|job| job.parts <= owned).map(work).sum();
    fitting > u128::from(owned) * u128::from(seconds.unsigned_abs())
}

/// Seconds waited and GPUs of each job, in the order of the jobs.
type JobWaits = [(i64, u64)];

fn by_account(recorded: &RecordedJobs, of_jobs: &JobWaits) -> Vec<(String, Waits)> {
    let mut found: BTreeMap<u32, Vec<(i64, u64)>> = BTreeMap::new();
    for (job, waited) in recorded.jobs.iter().zip(of_jobs) {
        found.entry(job.account).or_default().push(*waited);
    }
    let mut accounts: Vec<(u32, Vec<(i64, u64)>)> = found.into_iter().collect();
    accounts.sort_by_key(|(_, of_account)| std::cmp::Reverse(of_account.len()));
    let name = |id: u32| recorded.accounts.get(id as usize).cloned().unwrap_or_default();
    accounts.into_iter().take(MOST_ACCOUNTS).map(|(id, all)| (name(id), waits(all))).collect()
}

/// Hours waited in at most [`WAIT_STEPS`] steps of as many jobs each, the longest first, with their share of the jobs.
fn wait_steps(of_jobs: &JobWaits) -> Vec<(f64, f64)> {
    let mut waits: Vec<i64> = of_jobs.iter().map(|(seconds, _)| *seconds).collect();
    waits.sort_unstable_by_key(|seconds| std::cmp::Reverse(*seconds));
    // Those that start at once are one step.
    let waiting = waits.partition_point(|seconds| *seconds > 0);
    let share = |jobs: usize| count(jobs) / count(waits.len());
    let of_step = |jobs: &[i64]| {
        let hours = jobs.iter().map(|seconds| figure((*seconds).into())).sum::<f64>() / count(jobs.len()) / 3_600.0;
        (hours, share(jobs.len()))
    };
    let (waiting, at_once) = waits.split_at(waiting);
    let steps = waiting.chunks(waiting.len().div_ceil(WAIT_STEPS).max(1)).map(of_step);
    steps.chain((!at_once.is_empty()).then(|| (0.0, share(at_once.len())))).collect()
}

fn by_size(of_jobs: &JobWaits) -> Vec<(f64, Waits)> {
    let mut from = 0;
    let mut found = Vec::new();
    for most in SIZES {
        let to = if most.is_finite() { parts(most) } else { u64::MAX };
        let all: Vec<(i64, u64)> = of_jobs.iter().filter(|(_, gpus)| (from + 1..=to).contains(gpus)).copied().collect();
        if !all.is_empty() {
            found.push((most, waits(all)));
        }
        from = to;
    }
    found
}
