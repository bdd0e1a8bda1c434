//! Imports scenarios from files of one or several, and from links with several. Many take a while, so the page stays
//! responsive in between.

use engine::codec::collection::{Collection, Kept, Reading};
use engine::codec::file;

use super::history::{Step, StorageChange};
use super::notices::Notice;
use super::opening::unused;
use super::origin::Origin;
use super::saving::placement;
use super::workspace::Workspace;
use crate::browser::{dom, storage};
use crate::keeping::placement::{Placed, Placement};
use crate::strings::importing as strings;

/// Longest time the page is busy importing before it yields, in milliseconds.
const SLICE: f64 = 12.0;

/// Work that yields to the page in between.
struct Slices {
    begun: f64,
}

impl Slices {
    fn begin() -> Self {
        Self { begun: dom::now() }
    }

    /// Called after each step: yields if the work has taken long enough. Returns whether it did.
    async fn rest(&mut self) -> bool {
        let rests = dom::now() - self.begun > SLICE;
        if rests {
            dom::pause().await;
            self.begun = dom::now();
        }
        rests
    }
}

/// The result of an import.
#[derive(Default)]
struct Import {
    changes: Vec<StorageChange>,
    ids: Vec<String>,
    beside: usize,
    refused: bool,
}

impl Import {
    /// Saves a scenario beside the existing ones, without overwriting any.
    fn take(&mut self, placement: &mut Placement, kept: Kept) {
        let mut kept = match placement.place(kept) {
            Placed::There => return,
            Placed::Same(kept) => kept,
            Placed::Beside(kept) => {
                self.beside += 1;
                kept
            }
        };
        // Another window, or the page itself, may have saved one meanwhile.
        while storage::get(&storage::key_of(&kept.id)).is_some() {
            kept = placement.beside(&kept);
        }
        let (key, after) = (storage::key_of(&kept.id), Some(storage::text_of(&kept, None)));
        self.refused |= !storage::put(&key, after.as_deref());
        let _ = storage::kept(&kept.id); // parse it while there is time
        self.changes.push(StorageChange { key, before: None, after });
        self.ids.push(kept.id);
    }
}

impl Workspace {
    /// Opens a saved file, or adds everything in a collection; or reports why it cannot be read.
    pub async fn open_file(self, text: String) {
        self.save_changes(false);
        let book = self.prices.published();
        let Ok(mut reading) = Reading::begin(&text) else { return self.open_one(&text) };
        let mut slices = Slices::begin();
        while reading.step(&book) {
            slices.rest().await;
        }
        self.add_all(reading.end()).await;
    }

    /// Opens a saved file, or reports why it cannot be read.
    fn open_one(self, text: &str) {
        match file::read(text, &self.prices.published()) {
            Ok(decoded) => {
                let notice = unused(strings::PARTLY_OPENED, &decoded);
                self.show(decoded.document, Origin::Link, notice);
            }
            Err(problem) => {
                self.notices.say(Notice::passing(strings::NOT_OPENED, vec![problem.to_string()]));
            }
        }
    }

    /// Adds everything in a collection, and reports how many were added.
    async fn add_all(self, all: Collection) {
        let Collection { kept, own_book, refused } = all;
        let given = kept.len();
        let mut placement = placement();
        let mut import = Import::default();
        let mut slices = Slices::begin();
        for (index, kept) in kept.into_iter().enumerate() {
            import.take(&mut placement, kept);
            if slices.rest().await {
                self.ui.announce(strings::adding(&(index + 1), &given));
            }
        }
        self.say_what_came(import, given, own_book, refused);
    }

    /// Saves scenarios beside the existing ones, as one step: existing ones are skipped, none is overwritten. Returns
    /// their ids.
    pub fn save_beside(self, all: Vec<Kept>) -> Vec<String> {
        let mut placement = placement();
        let mut import = Import::default();
        for kept in all {
            import.take(&mut placement, kept);
        }
        self.take_note(import)
    }

    /// Records an import as one step and returns the ids.
    fn take_note(self, import: Import) -> Vec<String> {
        if !import.ids.is_empty() {
            self.history.remember(Step::Stored(import.changes));
            self.storage_changed(!import.refused);
        }
        import.ids
    }

    /// Reports the result of importing a collection, and loads its price book if there is none.
    fn say_what_came(self, import: Import, given: usize, own_book: Option<String>, mut refused: Vec<String>) {
        let beside = import.beside;
        let added = self.take_note(import).len();
        let there = given - added;
        match (own_book, self.prices.own_untracked()) {
            (Some(text), Some(mine)) if mine.text != text => {
                refused.push(strings::OWN_PRICE_BOOK_KEPT.to_owned());
            }
            (Some(text), None) => {
                self.load_book(&text);
                refused.extend(self.prices.own_untracked().map(|_| strings::PRICE_BOOK_LOADED.to_owned()));
            }
            _ => {}
        }
        let text = strings::added(&added, &beside, &there);
        self.ui.announce(text.clone());
        self.notices.say(Notice::passing(text, refused));
    }
}
