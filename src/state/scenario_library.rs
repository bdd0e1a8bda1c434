//! What this window knows of saved scenarios.

use engine::codec::Document;
use engine::codec::collection::Kept;
use leptos::prelude::*;

use crate::keeping::working_copy::WorkingCopy;

/// Saved scenarios as known to this window. In context.
#[derive(Clone, Copy)]
pub struct ScenarioLibrary {
    pub(super) saved: RwSignal<Vec<Kept>>,
    /// Ids of those changed since the user last saved them.
    pub(super) changed: RwSignal<Vec<String>>,
    /// A new name typed for the open saved scenario, until the user decides how to use it.
    pub(super) new_name: RwSignal<Option<String>>,
    /// Scenarios from the same link as the current one; not saved until requested.
    pub(super) linked: RwSignal<Vec<Document>>,
    /// Ids ticked for comparing; an empty one means the current scenario.
    pub(super) chosen: RwSignal<Vec<String>>,
    /// Saved scenarios as this window last saw or wrote them, by id.
    pub(super) seen: StoredValue<Vec<(String, String)>>,
    /// What this window knows of the working copy shared by all windows.
    pub(super) working: StoredValue<WorkingCopy>,
}

impl ScenarioLibrary {
    /// Starts with the other scenarios of the opened link.
    pub fn new(linked: Vec<Document>) -> Self {
        Self {
            saved: RwSignal::new(Vec::new()),
            changed: RwSignal::new(Vec::new()),
            new_name: RwSignal::new(None),
            linked: RwSignal::new(linked),
            chosen: RwSignal::new(vec![String::new()]),
            seen: StoredValue::new(Vec::new()),
            working: StoredValue::new(WorkingCopy::default()),
        }
    }

    /// The one in context.
    pub fn expect() -> Self {
        expect_context()
    }

    /// Every saved scenario, in the user's order; tracked.
    pub fn saved(self) -> Vec<Kept> {
        self.saved.get()
    }

    /// Whether a saved scenario was changed since the user last saved it; tracked.
    pub fn is_changed(self, id: &str) -> bool {
        self.changed.with(|ids| ids.iter().any(|changed| changed == id))
    }

    /// The new name typed for the open saved scenario; tracked.
    pub fn new_name(self) -> Option<String> {
        self.new_name.get()
    }

    /// Sets or drops such a name.
    pub fn set_new_name(self, name: Option<String>) {
        if self.new_name.with_untracked(|now| *now != name) {
            self.new_name.set(name);
        }
    }

    /// Scenarios from the same link; tracked.
    pub fn linked(self) -> Vec<Document> {
        self.linked.get()
    }

    /// Ticks or unticks a saved scenario for comparing; an empty id means the current one.
    pub fn choose(self, id: &str, on: bool) {
        self.chosen.update(|chosen| {
            chosen.retain(|kept| kept != id);
            chosen.extend(on.then(|| id.to_owned()));
        });
    }

    /// Whether a saved scenario is ticked; tracked. An empty id means the current one.
    pub fn is_chosen(self, id: &str) -> bool {
        self.chosen.with(|chosen| chosen.iter().any(|kept| kept == id))
    }

    /// Records the known state of a saved scenario.
    pub(super) fn saw(self, id: &str, file: String) {
        self.seen.update_value(|seen| {
            seen.retain(|(known, _)| known != id);
            seen.push((id.to_owned(), file));
        });
    }

    pub(super) fn last_seen(self, id: &str) -> Option<String> {
        self.seen.with_value(|seen| seen.iter().find(|(known, _)| known == id).map(|(_, file)| file.clone()))
    }
}
