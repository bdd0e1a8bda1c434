//! The cheapest mix over the horizon, and what would change it.

use super::goal_seek::Subject;
use super::mix_changes::MixChanges;
pub use super::mix_choice::{BestMix, MixChange, SingleChoice};
use super::mix_search::MixSearch;

/// The search in steps of one number of nodes each.
pub struct BestMixSearch {
    search: MixSearch,
    /// What is looked at afterwards.
    changes: MixChanges,
}

impl BestMixSearch {
    /// Starts with a scenario; nothing where it cannot be computed.
    pub fn new(subject: Subject) -> Option<Self> {
        Some(Self { search: MixSearch::new(subject)?, changes: MixChanges::none() })
    }

    /// Also looks for what would change the mix.
    #[must_use]
    pub fn with_changes(mut self, subject: Subject) -> Self {
        self.changes = MixChanges::of(subject, self.search.base());
        self
    }

    /// Tries one more number of nodes: for the scenario, or then with one input changed. Returns whether there are more.
    pub fn step(&mut self, subject: Subject) -> bool {
        self.search.step(subject) || self.changes.step(subject)
    }

    /// Steps done, and all known so far.
    pub fn progress(&self) -> (usize, usize) {
        let ((tried, numbers), (done, asked)) = (self.search.progress(), self.changes.progress());
        (tried + done, numbers + asked)
    }

    /// What was found.
    pub fn finish(self, subject: Subject) -> Option<BestMix> {
        let found = self.search.finish(subject)?;
        Some(BestMix { changes: self.changes.finish(&found.best), ..found })
    }
}
