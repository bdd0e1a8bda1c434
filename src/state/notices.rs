//! Notices about links, files and storage.

use leptos::prelude::*;

/// The action a notice offers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NoticeAction {
    /// Save all scenarios as one file.
    SaveAll,
    /// Save unreadable data as a file.
    SaveUnreadable,
    /// Go to the comparison.
    Compare,
    /// Compare with the user's own offers only.
    OnlyQuotes,
}

/// A place of the page where a press is confirmed: a message elsewhere would be out of sight.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NoticePlace {
    /// Below the question.
    Question,
    /// Below the field for an offered price.
    QuoteCheck,
    /// Where the form for a vendor's quote was.
    VendorQuote,
}

impl NoticePlace {
    /// The id of its element.
    pub fn id(self) -> &'static str {
        match self {
            Self::Question => "notices-question",
            Self::QuoteCheck => "notices-quote-check",
            Self::VendorQuote => "notices-vendor-quote",
        }
    }
}

/// A notice about the page itself, or about what was just pressed.
#[derive(Clone, Debug, PartialEq)]
pub struct Notice {
    /// Its text.
    pub text: String,
    /// Further lines.
    pub parts: Vec<String>,
    /// Whether it stays when another scenario is opened: it concerns the page, not the opened scenario.
    pub stays: bool,
    /// Whether the next change removes it: it concerns the last one.
    pub brief: bool,
    /// Its action, and the label of its button.
    pub action: Option<(NoticeAction, &'static str)>,
    /// Where it stands; above the answer if nowhere in particular.
    pub place: Option<NoticePlace>,
}

impl Notice {
    /// A notice about what was just opened or tried.
    pub fn passing(text: impl Into<String>, parts: Vec<String>) -> Self {
        Self { text: text.into(), parts, stays: false, brief: false, action: None, place: None }
    }

    /// A key that distinguishes it from the others.
    pub fn key(&self) -> String {
        format!("{}\n{}", self.text, self.parts.join("\n"))
    }

    /// A notice about the last change; the next change removes it.
    pub fn brief(text: impl Into<String>, parts: Vec<String>) -> Self {
        Self { brief: true, ..Self::passing(text, parts) }
    }

    /// The same at the place where something was pressed.
    pub fn at(place: NoticePlace, text: impl Into<String>, parts: Vec<String>) -> Self {
        Self { place: Some(place), ..Self::brief(text, parts) }
    }
}

/// The current notices.
#[derive(Clone, Copy)]
pub struct Notices(RwSignal<Vec<Notice>>);

impl Notices {
    /// Starts with some notices.
    pub fn new(first: Vec<Notice>) -> Self {
        Self(RwSignal::new(first))
    }

    /// All of them; tracked.
    pub fn all(self) -> Vec<Notice> {
        self.0.get()
    }

    /// Adds a notice at the end, replacing an equal one.
    pub fn say(self, notice: Notice) {
        self.0.update(|all| {
            all.retain(|other| other.key() != notice.key());
            all.push(notice);
        });
    }

    /// Adds a notice about the page itself with an action, unless it is there already.
    pub fn say_once(self, text: String, action: NoticeAction, label: &'static str) {
        if self.0.with_untracked(|all| all.iter().all(|n| n.text != text)) {
            self.say(Notice { stays: true, action: Some((action, label)), ..Notice::passing(text, Vec::new()) });
        }
    }

    /// Adds a notice unless one with the same text is there.
    pub fn say_unless_said(self, text: String) {
        if self.0.with_untracked(|all| all.iter().all(|n| n.text != text)) {
            self.say(Notice::passing(text, Vec::new()));
        }
    }

    /// Whether a notice has this text; not tracked.
    pub fn says(self, text: &str) -> bool {
        self.0.with_untracked(|all| all.iter().any(|n| n.text == text))
    }

    /// Removes notices for which `goes` is true. Notifies only if any is removed.
    pub fn remove(self, goes: impl Fn(&Notice) -> bool) {
        if self.0.with_untracked(|all| all.iter().any(&goes)) {
            self.0.update(|all| all.retain(|n| !goes(n)));
        }
    }
}
