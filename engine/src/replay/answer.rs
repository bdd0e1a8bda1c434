//! What a plan does for the jobs of a record: its sizes with several degrees of patience, the waits by account and by size of
//! job, the best sizes, and what the ideal mix is worth.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use super::best_sizes::SizeSearch;
use super::judgement::{Choices, Half, Outcome, Sizes, TooShort, peak_gpus};
use super::recorded::{RecordedJobs, ReplayRemarks};
use super::waits::{Waits, waits};
use super::{ReplayJob, parts};

/// Jobs between two signs of life.
const AT_ONCE: usize = 50_000;
/// Accounts that have a row of their own, those with the most jobs.
const MOST_ACCOUNTS: usize = 20;
/// Sizes of jobs by which waits are told apart: up to so many GPUs each, the last without limit.
const SIZES: [f64; 6] = [1.0, 8.0, 16.0, 64.0, 256.0, f64::INFINITY];

/// What is asked: a plan, what its machines cost, and how long jobs wait.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct ReplayQuestion {
    /// The name of the plan.
    pub plan: String,
    /// Its sizes.
    pub sizes: Sizes,
    /// Machines and rates, and how long jobs wait.
    pub choices: Choices,
    /// Whether the cheapest sizes are sought, at these rates whatever the size. They are no answer of a scenario, in which a GPU costs
    /// less the more there are.
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
    /// What the ideal mix promises and gets, or why that is not known; nothing for a plan without machines of its own, whose rates
    /// of owning are those of no size of it.
    pub judged: Option<Result<[Half; 2], TooShort>>,
    /// The sizes that whole jobs make cheapest with the patience asked about, if they are sought.
    pub best: Option<Outcome>,
    /// Sizes that were tried, with their cost for the record, US dollars.
    pub tried: Vec<(Sizes, f64)>,
}

/// Answers a question about the jobs of a record; nothing without jobs. `alive` is called now and then.
pub fn answer(recorded: &RecordedJobs, question: &ReplayQuestion, alive: &dyn Fn()) -> Option<ReplayAnswer> {
    let jobs: Vec<ReplayJob> = recorded.jobs.iter().map(|of| of.job).collect();
    let (from, last) = (jobs.first()?.submit, jobs.last()?.submit);
    // The record lasts until its jobs had ended as recorded.
    let ends = recorded.jobs.iter().map(|of| of.job.submit + of.waited + of.job.seconds);
    let to = ends.fold(last, i64::max);
    let seconds = (to - from).max(1);
    let choices = &question.choices;
    let run = |patience: Option<i64>, sizes: Sizes| {
        let mut run = Choices { patience, ..*choices }.start(sizes);
        for some in jobs.chunks(AT_ONCE) {
            run.place(some);
            alive();
        }
        run.finish(seconds)
    };
    let (rented, _) = run(Some(0), Sizes::default());
    let asked = choices.patience.map_or(Policy::WaitWithoutLimit, Policy::WaitUpTo);
    let mut all = vec![Policy::RentAtOnce];
    all.extend([asked].into_iter().filter(|policy| matches!(policy, Policy::WaitUpTo(1..))));
    all.push(Policy::WaitWithoutLimit);
    let (mut policies, mut of_asked) = (Vec::new(), Vec::new());
    for policy in all {
        let is_endless = policy == Policy::WaitWithoutLimit && is_endless(&jobs, choices, question.sizes, seconds);
        let found = (!is_endless).then(|| run(policy.patience(), question.sizes));
        if policy == asked || (policy == Policy::RentAtOnce && asked.patience() == Some(0)) {
            of_asked = found.as_ref().map(|(_, waits)| waits.clone()).unwrap_or_default();
        }
        policies.push((policy, found.map(|(outcome, _)| outcome)));
    }
    let mut search = SizeSearch::new(choices, peak_gpus(&jobs));
    while let Some(sizes) = search.next_sizes().filter(|_| question.finds_sizes) {
        let endless = choices.patience.is_none() && is_endless(&jobs, choices, sizes, seconds);
        let outcome = if endless {
            Outcome { sizes, usd: f64::INFINITY, ..Outcome::default() }
        } else {
            run(choices.patience, sizes).0
        };
        search.note(outcome);
    }
    Some(ReplayAnswer {
        question: question.clone(),
        seconds,
        jobs: jobs.len() as u64,
        remarks: recorded.remarks,
        rented,
        policies,
        by_account: by_account(recorded, &of_asked),
        by_size: by_size(&of_asked),
        judged: (question.sizes.owned > 0.0).then(|| choices.judge(&jobs, (from, to))),
        best: search.best().filter(|best| best.usd.is_finite()).copied(),
        tried: search.tried().iter().filter(|of| of.usd.is_finite()).map(|of| (of.sizes, of.usd)).collect(),
    })
}

/// Whether the jobs that fit on the owned machines are more work than these can do in the time: without limit of patience
/// the backlog grows for as long as jobs come.
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
