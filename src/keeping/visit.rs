//! What a visit opens: a worked case or a link of the address, what was on screen before a reload, the scenario in the page's own file,
//! the working copy, or the defaults.

use engine::codec::{Document, link};
use engine::inputs::presets::{Preset, preset};
use engine::prices::PriceBook;

/// What the address and the storage hold as the page opens.
#[derive(Clone, Debug, Default)]
pub struct Visit {
    /// The part of the address after `#`.
    pub fragment: String,
    /// The part after `?`.
    pub query: String,
    /// Whether the page was loaded again.
    pub is_reload: bool,
    /// The fragment that a page left in the address as it went, where its last edit came after it.
    pub left: Option<String>,
    /// The scenario that the page's file holds, as a link; empty for a page without one.
    pub inside: String,
    /// The working copy, as a link.
    pub working: Option<String>,
}

/// What opens.
#[derive(Clone, Debug, PartialEq)]
pub enum Opens {
    /// A worked case.
    Preset(&'static Preset),
    /// The working copy, because it is newer than the address of the page that is loaded again.
    Newer(String),
    /// A link.
    Link(String),
    /// The working copy.
    Working(String),
    /// The defaults.
    Defaults,
}

impl Visit {
    /// Both parts of the address, the fragment first.
    pub fn texts(&self) -> [&str; 2] {
        [&self.fragment, &self.query]
    }

    /// What opens.
    pub fn opens(&self) -> Opens {
        let named = |text: &str| link::page_key(text, "preset").and_then(|id| preset(&id));
        if let Some(preset) = self.texts().into_iter().find_map(named) {
            return Opens::Preset(preset);
        }
        let working = self.working.as_ref().filter(|text| link::is_link(text));
        // A reload right after an edit sees the address of before.
        let is_newer = self.is_reload && self.left.as_ref() == Some(&self.fragment);
        if let Some(text) = working.filter(|_| is_newer) {
            return Opens::Newer(text.clone());
        }
        let inside = self.inside.as_str();
        if let Some(text) = self.texts().into_iter().chain([inside]).find(|text| link::is_link(text)) {
            return Opens::Link(text.to_owned());
        }
        working.map_or(Opens::Defaults, |text| Opens::Working(text.clone()))
    }

    /// The working copy, if a link holds the same: after a reload the address is the visitor's own work, and the working copy
    /// holds whole series where a link holds their load-duration curves.
    pub fn own_work(&self, linked: &Document, book: &PriceBook) -> Option<Document> {
        let work = link::read(self.working.as_ref().filter(|text| link::is_link(text))?, book).document;
        let is_same = work == *linked || link::read(&link::write(&work), book).document == *linked;
        is_same.then_some(work)
    }
}
