//! Texts in fields that are being typed or cannot be used. While there is any problem the answer is stale.

use leptos::prelude::*;

/// A number being typed: the text is kept as it is until the field loses focus.
#[derive(Clone, Debug, PartialEq)]
pub struct Draft {
    /// Its row.
    pub field: &'static str,
    /// The text.
    pub text: String,
    /// How it is read, if it is ambiguous.
    pub reading: Option<String>,
}

/// An unusable text in a field.
#[derive(Clone, Debug, PartialEq)]
pub struct InputProblem {
    /// Its row.
    pub field: &'static str,
    /// What is wrong and what is allowed.
    pub problem: String,
    /// The earlier value the answer uses.
    pub used: String,
}

/// Drafts and problems of all fields.
#[derive(Clone, Copy)]
pub struct InputProblems {
    drafts: RwSignal<Vec<Draft>>,
    problems: RwSignal<Vec<InputProblem>>,
}

impl Default for InputProblems {
    fn default() -> Self {
        Self { drafts: RwSignal::new(Vec::new()), problems: RwSignal::new(Vec::new()) }
    }
}

impl InputProblems {
    /// Every unusable text; tracked.
    pub fn all(self) -> Vec<InputProblem> {
        self.problems.get()
    }

    /// Whether there is any; tracked.
    pub fn any(self) -> bool {
        self.problems.with(|all| !all.is_empty())
    }

    /// The same, not tracked.
    pub fn any_untracked(self) -> bool {
        self.problems.with_untracked(|all| !all.is_empty())
    }

    /// The problem with a row's text; tracked.
    pub fn of(self, field: &str) -> Option<InputProblem> {
        self.problems.with(|all| all.iter().find(|p| p.field == field).cloned())
    }

    /// The text being typed into a row; tracked.
    pub fn draft(self, field: &str) -> Option<Draft> {
        self.drafts.with(|all| all.iter().find(|d| d.field == field).cloned())
    }

    /// The same, not tracked.
    pub fn draft_untracked(self, field: &str) -> Option<Draft> {
        self.drafts.with_untracked(|all| all.iter().find(|d| d.field == field).cloned())
    }

    /// Whether anything is being typed; not tracked.
    pub fn has_drafts_untracked(self) -> bool {
        self.drafts.with_untracked(|all| !all.is_empty())
    }

    /// Sets the text being typed into a row.
    pub fn set_draft(self, draft: Draft) {
        self.drafts.update(|all| {
            all.retain(|d| d.field != draft.field);
            all.push(draft);
        });
    }

    /// Marks a row's text as unusable, or clears the mark.
    pub fn mark(self, field: &'static str, problem: Option<InputProblem>) {
        if problem.is_some() || self.problems.with_untracked(|all| all.iter().any(|p| p.field == field)) {
            self.problems.update(|all| {
                all.retain(|p| p.field != field);
                all.extend(problem);
            });
        }
    }

    /// Drops the drafts of rows for which `goes` is true.
    pub fn drop_drafts(self, goes: impl Fn(&str) -> bool) {
        if self.drafts.with_untracked(|all| all.iter().any(|d| goes(d.field))) {
            self.drafts.update(|all| all.retain(|d| !goes(d.field)));
        }
    }

    /// Drops drafts and problems of rows for which `goes` is true.
    pub fn drop(self, goes: impl Fn(&str) -> bool) {
        self.drop_drafts(&goes);
        if self.problems.with_untracked(|all| all.iter().any(|p| goes(p.field))) {
            self.problems.update(|all| all.retain(|p| !goes(p.field)));
        }
    }

    /// Drops everything.
    pub fn clear(self) {
        self.drop(|_| true);
    }
}
