//! Lines that the page says about links, files and storage.

use leptos::prelude::*;

/// What a notice offers to do.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NoticeAction {
    /// Save all scenarios as one file.
    SaveAll,
    /// Save what cannot be read as a file.
    SaveUnreadable,
    /// Go to the comparison.
    Compare,
    /// Compare with the user's own offers alone.
    OnlyQuotes,
}

/// A line about the page itself.
#[derive(Clone, Debug, PartialEq)]
pub struct Notice {
    /// What it says.
    pub text: String,
    /// Further lines.
    pub parts: Vec<String>,
    /// Whether it stays when another scenario is opened: it is about the page, not about what was opened.
    pub stays: bool,
    /// Whether it goes with the next change: it is about the last one.
    pub brief: bool,
    /// What to do about it, and the label of its button.
    pub action: Option<(NoticeAction, &'static str)>,
}

impl Notice {
    /// About what was just opened or tried.
    pub fn passing(text: impl Into<String>, parts: Vec<String>) -> Self {
        Self { text: text.into(), parts, stays: false, brief: false, action: None }
    }

    /// What tells it from the others.
    pub fn key(&self) -> String {
        format!("{}\n{}", self.text, self.parts.join("\n"))
    }

    /// About the last change; goes with the next one.
    pub fn brief(text: impl Into<String>, parts: Vec<String>) -> Self {
        Self { brief: true, ..Self::passing(text, parts) }
    }
}

/// The notices on screen.
#[derive(Clone, Copy)]
pub struct Notices(RwSignal<Vec<Notice>>);

impl Notices {
    /// Starts with some.
    pub fn new(first: Vec<Notice>) -> Self {
        Self(RwSignal::new(first))
    }

    /// All of them; tracked.
    pub fn all(self) -> Vec<Notice> {
        self.0.get()
    }

    /// Adds one, as the last. One that says the same goes: each stands once.
    pub fn say(self, notice: Notice) {
        self.0.update(|all| {
            all.retain(|other| other.key() != notice.key());
            all.push(notice);
        });
    }

    /// Adds one about the page itself with an action, unless it is there already.
    pub fn say_once(self, text: String, action: NoticeAction, label: &'static str) {
        if self.0.with_untracked(|all| all.iter().all(|n| n.text != text)) {
            self.say(Notice { stays: true, action: Some((action, label)), ..Notice::passing(text, Vec::new()) });
        }
    }

    /// Adds one unless a notice with the same text is there.
    pub fn say_unless_said(self, text: String) {
        if self.0.with_untracked(|all| all.iter().all(|n| n.text != text)) {
            self.say(Notice::passing(text, Vec::new()));
        }
    }

    /// Whether one says this; not tracked.
    pub fn says(self, text: &str) -> bool {
        self.0.with_untracked(|all| all.iter().any(|n| n.text == text))
    }

    /// Removes those that a test picks. Nothing is notified where nothing goes.
    pub fn remove(self, goes: impl Fn(&Notice) -> bool) {
        if self.0.with_untracked(|all| all.iter().any(&goes)) {
            self.0.update(|all| all.retain(|n| !goes(n)));
        }
    }
}
