//! What can be taken back: changes of the scenario on screen, and of what is kept, in one row.

use engine::codec::Document;
use engine::scenario::value::Amount;

use crate::browser::storage;
use crate::page::{Origin, Page};

/// Steps that can be undone.
const STEPS: usize = 100;

/// A step that can be taken back.
#[derive(Clone, Debug)]
pub enum Step {
    /// The scenario that was on screen, and where it came from.
    Work(Box<Document>, Origin),
    /// What was changed in the storage.
    Kept(Vec<Swap>),
}

/// A key of the storage, what it held, and what it was given.
#[derive(Clone, Debug)]
pub struct Swap {
    /// The key.
    pub key: String,
    /// What it held.
    pub before: Option<String>,
    /// What it was given.
    pub after: Option<String>,
}

impl Swap {
    /// Puts back what the key held, and turns around. Where somebody changed it since, that stays: a scenario comes
    /// back beside it.
    fn back(&mut self) -> bool {
        let free = storage::get(&self.key) == self.after;
        if !free && storage::is_scenario(&self.key) && self.before.is_some() {
            self.key = storage::key_of(&storage::fresh_id("restored"));
        } else if !free {
            return true;
        }
        std::mem::swap(&mut self.before, &mut self.after);
        storage::put(&self.key, self.after.as_deref())
    }
}

impl Page {
    /// Whether there is a step to undo.
    pub fn can_undo(&self) -> bool {
        !self.past.is_empty()
    }

    /// Whether there is a step to redo.
    pub fn can_redo(&self) -> bool {
        !self.future.is_empty()
    }

    /// The rate of another currency than this one would make wrong amounts of right ones: the last one it had here, if
    /// it had one. Belongs to the step that chose the currency.
    pub fn follow_currency(&mut self, before: &str) {
        let money = &mut self.document.scenario.money;
        let had = self.past.iter().rev().find_map(|step| match step {
            Step::Work(d, _) if d.scenario.money.currency == money.currency => Some(&d.scenario.money),
            _ => None,
        });
        if let Some(had) = had.filter(|_| money.currency != "USD") {
            money.currency_per_usd = had.currency_per_usd;
            money.currency_day.clone_from(&had.currency_day);
        } else if before != "USD" {
            money.currency_per_usd = Amount::exact(1.0);
            money.currency_day.clear();
        }
    }

    /// Takes the last change back.
    pub fn undo(&mut self) {
        // A text that could not be used changed nothing: it goes first, alone.
        if !self.unread.is_empty() {
            self.unread.clear();
            return self.typed.clear();
        }
        self.keep_changes(false);
        self.notices.retain(|n| !n.brief); // about the change that goes
        if let Some(step) = self.past.pop() {
            let now = self.go_back(step);
            self.future.push(now);
        }
    }

    /// Makes the last change taken back again.
    pub fn redo(&mut self) {
        self.keep_changes(false);
        if let Some(step) = self.future.pop() {
            let now = self.go_back(step);
            self.past.push(now);
        }
    }

    /// Makes a step the last that can be undone.
    pub fn remember(&mut self, step: Step) {
        self.future.clear();
        self.past.push(step);
        if self.past.len() > STEPS {
            self.past.remove(0);
        }
    }

    fn go_back(&mut self, step: Step) -> Step {
        match step {
            Step::Work(document, origin) => {
                let now = self.put(*document);
                Step::Work(Box::new(now), std::mem::replace(&mut self.origin, origin))
            }
            Step::Kept(mut swaps) => {
                let mut lasts = true;
                for swap in &mut swaps {
                    lasts &= swap.back();
                }
                self.storage_changed(lasts);
                Step::Kept(swaps)
            }
        }
    }

    /// Changes what is kept, as one step. Nothing in place of a text removes it.
    pub fn change_kept(&mut self, changes: Vec<(String, Option<String>)>) {
        let mut swaps = Vec::new();
        let mut lasts = true;
        for (key, after) in changes {
            let before = storage::get(&key);
            lasts &= storage::put(&key, after.as_deref());
            swaps.push(Swap { key, before, after });
        }
        self.remember(Step::Kept(swaps));
        self.storage_changed(lasts);
    }
}
