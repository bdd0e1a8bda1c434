//! Texts in fields that are being typed or cannot be used. While there is any problem the answer is a stale one.

use leptos::prelude::*;

/// A number as it is being typed: the text stays as it is until the focus leaves.
#[derive(Clone, Debug, PartialEq)]
pub struct Draft {
    /// The row it stands in.
    pub field: &'static str,
    /// The text.
    pub text: String,
    /// How it is read, where it could be read otherwise.
    pub reading: Option<String>,
}

/// A text in a field that cannot be used.
#[derive(Clone, Debug, PartialEq)]
pub struct InputProblem {
    /// The row it stands in.
    pub field: &'static str,
    /// What is wrong and what is allowed.
    pub problem: String,
    /// The earlier value that the answer uses.
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
    /// Every text that cannot be used; tracked.
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

    /// What is wrong with a row's text; tracked.
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

    /// Takes what is being typed into a row.
    pub fn set_draft(self, draft: Draft) {
        self.drafts.update(|all| {
            all.retain(|d| d.field != draft.field);
            all.push(draft);
        });
    }

    /// Marks a row's text as unusable, or as fine again.
    pub fn mark(self, field: &'static str, problem: Option<InputProblem>) {
        if problem.is_some() || self.problems.with_untracked(|all| all.iter().any(|p| p.field == field)) {
            self.problems.update(|all| {
                all.retain(|p| p.field != field);
                all.extend(problem);
            });
        }
    }

    /// Drops the drafts of the rows that a test picks.
    pub fn drop_drafts(self, goes: impl Fn(&str) -> bool) {
        if self.drafts.with_untracked(|all| all.iter().any(|d| goes(d.field))) {
            self.drafts.update(|all| all.retain(|d| !goes(d.field)));
        }
    }

    /// Drops drafts and problems of the rows that a test picks.
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
