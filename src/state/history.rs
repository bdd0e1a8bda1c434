//! Undo and redo: changes of the current scenario and of stored data, in one sequence.

use std::sync::Arc;

use engine::codec::Document;
use engine::inputs::value::Amount;
use leptos::prelude::*;

use super::origin::Origin;
use crate::browser::storage;
use crate::keeping::steps::Steps;

/// A step that can be undone.
#[derive(Clone, Debug)]
pub enum Step {
    /// The previous scenario, and its origin.
    Work(Arc<Document>, Origin),
    /// Changes of stored data.
    Stored(Vec<StorageChange>),
}

/// A storage key with its values before and after a change.
#[derive(Clone, Debug)]
pub struct StorageChange {
    /// The key.
    pub key: String,
    /// Its value before.
    pub before: Option<String>,
    /// Its value after.
    pub after: Option<String>,
}

impl StorageChange {
    /// Restores the key's previous value, and swaps both values. Returns whether the browser accepted it. A change
    /// another window made to the key since is kept: a scenario is restored beside it.
    pub fn revert(&mut self) -> bool {
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

/// Steps back and forth.
#[derive(Clone, Copy)]
pub struct History(RwSignal<Steps<Step>>);

impl Default for History {
    fn default() -> Self {
        Self(RwSignal::new(Steps::default()))
    }
}

impl History {
    /// Whether there is a step to undo; tracked.
    pub fn can_undo(self) -> bool {
        self.0.with(|steps| !steps.past().is_empty())
    }

    /// Whether there is a step to redo; tracked.
    pub fn can_redo(self) -> bool {
        self.0.with(Steps::can_redo)
    }

    /// Adds a step as the last that can be undone.
    pub fn remember(self, step: Step) {
        self.0.update(|steps| steps.remember(step));
    }

    /// Clears the redo steps after a new change.
    pub fn forget_future(self) {
        if self.0.with_untracked(Steps::can_redo) {
            self.0.update(Steps::forget_future);
        }
    }

    /// Drops the last steps that can be undone while they match.
    pub fn drop_last(self, matches: impl Fn(&Step) -> bool) {
        if self.0.with_untracked(|steps| steps.past().last().is_some_and(&matches)) {
            self.0.update(|steps| steps.drop_last(matches));
        }
    }

    /// Undoes the last step and adds its reverse as the next to redo.
    pub fn undo(self, revert: impl FnOnce(Step) -> Step) {
        if let Some(step) = self.0.try_update(Steps::take_back).flatten() {
            let reverse = revert(step);
            self.0.update(|steps| steps.undone(reverse));
        }
    }

    /// Redoes the last undone step and adds its reverse as the last to undo.
    pub fn redo(self, revert: impl FnOnce(Step) -> Step) {
        if let Some(step) = self.0.try_update(Steps::take_again).flatten() {
            let reverse = revert(step);
            self.0.update(|steps| steps.redone(reverse));
        }
    }

    /// Exchange rate and its date from the last step with a currency.
    pub fn last_rate_of(self, code: &str) -> Option<(Amount, String)> {
        self.0.with_untracked(|steps| {
            steps.past().iter().rev().find_map(|step| match step {
                Step::Work(document, _) if document.scenario.money.currency == code => {
                    let money = &document.scenario.money;
                    Some((money.currency_per_usd, money.currency_day.clone()))
                }
                _ => None,
            })
        })
    }
}
