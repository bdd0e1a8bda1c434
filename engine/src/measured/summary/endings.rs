//! How the hours that jobs held ended: completed, failed, cancelled, timed out, out of memory.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use super::super::jobs::{JobState, Jobs};
use super::super::ledger::Ledger;
use super::usage::{gpu_hours, holders};

/// Accounts that have a row of their own, those with the most hours.
const MOST_ACCOUNTS: usize = 20;

/// Held GPU-hours by what became of their jobs.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Endings {
    /// All of them.
    pub all: EndingsOfOwner,
    /// By account, those with the most hours first, at most twenty.
    pub accounts: Vec<EndingsOfOwner>,
    /// Accounts beyond these.
    pub further_accounts: u64,
}

/// GPU-hours that jobs of one owner held, by what became of the jobs.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct EndingsOfOwner {
    /// The account; empty for all, and for jobs without one.
    pub name: String,
    /// All of the hours.
    pub held: f64,
    /// Of jobs that ended as they should.
    pub completed: f64,
    /// Of jobs that ended with an error.
    pub failed: f64,
    /// Of jobs that were cancelled.
    pub cancelled: f64,
    /// Of jobs that ended at their time limit.
    pub timed_out: f64,
    /// Of jobs that ended for want of memory.
    pub out_of_memory: f64,
    /// Of attempts that were requeued, preempted, or lost their node.
    pub requeued: f64,
    /// Of jobs that were running at the end of the record.
    pub running: f64,
    /// Of jobs of which files do not say it.
    pub unknown: f64,
}

/// The held hours by what became of their jobs, all together and by account; nothing where no file says it.
pub(super) fn endings(ledger: &Ledger<'_>, jobs: &Jobs) -> Option<Endings> {
    let mut all = EndingsOfOwner::default();
    let mut by_account: BTreeMap<u32, EndingsOfOwner> = BTreeMap::new();
    for job in holders(ledger) {
        let hours = gpu_hours(ledger, job);
        for of in [&mut all, by_account.entry(job.account).or_default()] {
            of.add(job.state, hours);
        }
    }
    if all.unknown + all.requeued + all.running >= all.held {
        return None;
    }
    let mut accounts: Vec<EndingsOfOwner> = by_account
        .into_iter()
        .map(|(account, of)| EndingsOfOwner { name: jobs.accounts.name(account).to_owned(), ..of })
        .collect();
    accounts.sort_by(|a, b| b.held.total_cmp(&a.held).then_with(|| a.name.cmp(&b.name)));
    let rest = accounts.split_off(accounts.len().min(MOST_ACCOUNTS)).len() as u64;
    Some(Endings { all, accounts, further_accounts: rest })
}

impl EndingsOfOwner {
    fn add(&mut self, state: JobState, hours: f64) {
        self.held += hours;
        let part = match state {
            JobState::Completed => &mut self.completed,
            JobState::Failed => &mut self.failed,
            JobState::Cancelled => &mut self.cancelled,
            JobState::TimedOut => &mut self.timed_out,
            JobState::OutOfMemory => &mut self.out_of_memory,
            JobState::Requeued => &mut self.requeued,
            JobState::Running => &mut self.running,
            JobState::Ended | JobState::Waiting | JobState::Blocked => &mut self.unknown,
        };
        *part += hours;
    }
}
