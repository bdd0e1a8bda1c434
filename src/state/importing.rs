//! Scenarios that come in: from files of one and of all, and from a link of several. Many take a while: the page goes on in
//! between.

use engine::codec::collection::{Collection, Kept, Reading};
use engine::codec::file;

use super::history::{Step, StorageChange};
use super::notices::Notice;
use super::opening::unused;
use super::placement::{Placed, Placement};
use super::scenario_library::placement;
use super::scenario_store::Origin;
use super::workspace::Workspace;
use crate::browser::{dom, storage};
use crate::strings::keeping as strings;

/// How long the page is busy with many scenarios before it goes on with other things, in milliseconds.
const SLICE: f64 = 12.0;

/// Work that lets the page go on in between.
struct Slices {
    begun: f64,
}

impl Slices {
    fn begin() -> Self {
        Self { begun: dom::now() }
    }

    /// After each step: waits for other work of the page where this took long enough. Returns whether it did.
    async fn rest(&mut self) -> bool {
        let rests = dom::now() - self.begun > SLICE;
        if rests {
            dom::pause().await;
            self.begun = dom::now();
        }
        rests
    }
}

/// What came beside the saved scenarios.
#[derive(Default)]
struct Import {
    changes: Vec<StorageChange>,
    ids: Vec<String>,
    beside: usize,
    refused: bool,
}

impl Import {
    /// Saves a scenario beside those that are there; nothing is written over.
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
        let _ = storage::kept(&kept.id); // read while there is time for it
        self.changes.push(StorageChange { key, before: None, after });
        self.ids.push(kept.id);
    }
}

impl Workspace {
    /// Puts a saved file on screen, or adds all of a file of several; or says why it cannot be read.
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

    /// Puts a saved file on screen, or says why it cannot be read.
    fn open_one(self, text: &str) {
        match file::read(text, &self.prices.published()) {
            Ok(decoded) => {
                let notice = unused(strings::THIS_FILE_WAS_OPENED_BUT_NOT, &decoded);
                self.show(decoded.document, Origin::Link, notice);
            }
            Err(problem) => {
                self.notices.say(Notice::passing(strings::THIS_FILE_CANNOT_BE_OPENED, vec![problem.to_string()]));
            }
        }
    }

    /// Adds all of a file of several, and says how many came.
    async fn add_all(self, all: Collection) {
        let Collection { kept, own_book, refused } = all;
        let given = kept.len();
        let mut placement = placement();
        let mut import = Import::default();
        let mut slices = Slices::begin();
        for (index, kept) in kept.into_iter().enumerate() {
            import.take(&mut placement, kept);
            if slices.rest().await {
                self.ui.announce(strings::scenarios_of_are_added(&(index + 1), &given));
            }
        }
        self.say_what_came(import, given, own_book, refused);
    }

    /// Saves scenarios beside those that are there, as one step: what is there already is passed over, nothing is written
    /// over. Returns their ids.
    pub fn save_beside(self, all: Vec<Kept>) -> Vec<String> {
        let mut placement = placement();
        let mut import = Import::default();
        for kept in all {
            import.take(&mut placement, kept);
        }
        self.take_note(import)
    }

    /// Takes note of what came, as one step, and returns the ids.
    fn take_note(self, import: Import) -> Vec<String> {
        if !import.ids.is_empty() {
            self.history.remember(Step::Stored(import.changes));
            self.storage_changed(!import.refused);
        }
        import.ids
    }

    /// Says what came of a file of several, and takes its price book where there is none.
    fn say_what_came(self, import: Import, given: usize, own_book: Option<String>, mut refused: Vec<String>) {
        let beside = import.beside;
        let added = self.take_note(import).len();
        let there = given - added;
        match (own_book, self.prices.own_untracked()) {
            (Some(text), Some(mine)) if mine.text != text => {
                refused.push(strings::THE_PRICE_BOOK_OF_THE_FILE.to_owned());
            }
            (Some(text), None) => {
                self.load_book(&text);
                refused.extend(self.prices.own_untracked().map(|_| strings::ITS_PRICE_BOOK_IS_LOADED.to_owned()));
            }
            _ => {}
        }
        let text = strings::scenarios_added_of_them_under_another(&added, &beside, &there);
        self.ui.announce(text.clone());
        self.notices.say(Notice::passing(text, refused));
    }
}
