//! What can be undone: changes of the scenario on screen and of what is stored, in one row.

use std::sync::Arc;

use engine::codec::Document;
use engine::inputs::value::Amount;
use leptos::prelude::*;

use super::scenario_store::Origin;
use crate::browser::storage;

/// Steps that can be undone.
const STEPS: usize = 100;

/// A step that can be undone.
#[derive(Clone, Debug)]
pub enum Step {
    /// The scenario that was on screen, and where it came from.
    Work(Arc<Document>, Origin),
    /// What was changed in the storage.
    Stored(Vec<StorageChange>),
}

/// A key of the storage, what it held, and what it was given.
#[derive(Clone, Debug)]
pub struct StorageChange {
    /// The key.
    pub key: String,
    /// What it held.
    pub before: Option<String>,
    /// What it was given.
    pub after: Option<String>,
}

impl StorageChange {
    /// Puts back what the key held, and turns around. Returns whether the browser took it. Where another window changed
    /// the key since, that stays: a scenario comes back beside it.
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
pub struct History {
    past: RwSignal<Vec<Step>>,
    future: RwSignal<Vec<Step>>,
}

impl Default for History {
    fn default() -> Self {
        Self { past: RwSignal::new(Vec::new()), future: RwSignal::new(Vec::new()) }
    }
}

impl History {
    /// Whether there is a step to undo; tracked.
    pub fn can_undo(self) -> bool {
        self.past.with(|steps| !steps.is_empty())
    }

    /// Whether there is a step to redo; tracked.
    pub fn can_redo(self) -> bool {
        self.future.with(|steps| !steps.is_empty())
    }

    /// Makes a step the last that can be undone.
    pub fn remember(self, step: Step) {
        self.forget_future();
        self.past.update(|past| {
            past.push(step);
            if past.len() > STEPS {
                past.remove(0);
            }
        });
    }

    /// A new change: what was undone can no longer be redone.
    pub fn forget_future(self) {
        if self.future.with_untracked(|steps| !steps.is_empty()) {
            self.future.update(Vec::clear);
        }
    }

    /// Takes the last step, does it backwards, and makes the reverse the next that can be redone.
    pub fn undo(self, revert: impl FnOnce(Step) -> Step) {
        if let Some(step) = self.past.try_update(Vec::pop).flatten() {
            let now = revert(step);
            self.future.update(|future| future.push(now));
        }
    }

    /// Takes the last undone step, does it again, and makes the reverse the last that can be undone.
    pub fn redo(self, revert: impl FnOnce(Step) -> Step) {
        if let Some(step) = self.future.try_update(Vec::pop).flatten() {
            let now = revert(step);
            self.past.update(|past| past.push(now));
        }
    }

    /// Rate and its day of the last step that had a currency.
    pub fn last_rate_of(self, code: &str) -> Option<(Amount, String)> {
        self.past.with_untracked(|past| {
            past.iter().rev().find_map(|step| match step {
                Step::Work(document, _) if document.scenario.money.currency == code => {
                    let money = &document.scenario.money;
                    Some((money.currency_per_usd, money.currency_day.clone()))
                }
                _ => None,
            })
        })
    }
}
