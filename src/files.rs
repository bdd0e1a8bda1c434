//! Scenarios in and out: files of one and of all, and what came in a link beside the first. Many take a while: the page
//! goes on in between.

use engine::codec::collection::{self, Collection, Kept, Reading, named};
use engine::codec::file;
use engine::json::{self, Json};

use crate::adding::{Adding, Placed};
use crate::browser::{measure, storage, timer};
use crate::history::{Step, Swap};
use crate::page::{Notice, Origin, Page, told};
use crate::state::{AppState, BOOK, sealed};
use crate::words::keeping as words;

/// How long the page is busy with many scenarios before it hears of other things, in milliseconds.
const SLICE: f64 = 12.0;

/// Work that lets the page go on in between.
struct Slices {
    begun: f64,
}

impl Slices {
    fn begin() -> Self {
        Self { begun: measure::now() }
    }

    /// After each step: waits for what the page has to do where this took long enough. Returns whether it did.
    async fn rest(&mut self) -> bool {
        let rests = measure::now() - self.begun > SLICE;
        if rests {
            timer::pause().await;
            self.begun = measure::now();
        }
        rests
    }
}

/// Puts a saved file on screen, or adds all of a file of several; or says why it cannot be read.
pub async fn open_file(state: AppState, text: String) {
    state.edit().keep_changes(false);
    let Ok(mut reading) = Reading::begin(&text) else { return state.edit().open_one(&text) };
    let mut slices = Slices::begin();
    while reading.step(&BOOK) {
        slices.rest().await;
    }
    add_all(state, reading.end()).await;
}

/// Adds all of a file of several, and says how many came.
async fn add_all(state: AppState, all: Collection) {
    let Collection { kept, own_book, mut refused } = all;
    let given = kept.len();
    let mut adding = state.now().beside_all();
    let mut came = Came::default();
    let mut slices = Slices::begin();
    for (index, kept) in kept.into_iter().enumerate() {
        came.take(&mut adding, kept);
        if slices.rest().await {
            state.edit().announcement = words::scenarios_of_are_added(&(index + 1), &given);
        }
    }
    state.edit().came(came, given, own_book, &mut refused);
}

/// What came beside the scenarios that are kept.
#[derive(Default)]
struct Came {
    swaps: Vec<Swap>,
    ids: Vec<String>,
    beside: usize,
    refused: bool,
}

impl Came {
    /// Keeps a scenario beside those that are there; nothing is written over.
    fn take(&mut self, adding: &mut Adding, kept: Kept) {
        let mut kept = match adding.place(kept) {
            Placed::There => return,
            Placed::Same(kept) => kept,
            Placed::Beside(kept) => {
                self.beside += 1;
                kept
            }
        };
        // Another window, or the page itself, may have kept one meanwhile.
        while storage::get(&storage::key_of(&kept.id)).is_some() {
            kept = adding.beside(&kept);
        }
        let (key, after) = (storage::key_of(&kept.id), Some(storage::text_of(&kept, None)));
        self.refused |= !storage::put(&key, after.as_deref());
        let _ = storage::kept(&kept.id); // read while there is time for it
        self.swaps.push(Swap { key, before: None, after });
        self.ids.push(kept.id);
    }
}

impl Page {
    /// Puts a saved file on screen, or says why it cannot be read.
    fn open_one(&mut self, text: &str) {
        match file::read(text, &BOOK) {
            Ok(decoded) => {
                let notices = told(words::THIS_FILE_WAS_OPENED_BUT_NOT, &decoded);
                self.show(decoded.document, Origin::Link, notices);
            }
            Err(problem) => self.say(Notice::passing(words::THIS_FILE_CANNOT_BE_OPENED, vec![problem.to_string()])),
        }
    }

    /// Keeps scenarios beside those that are there, as one step: what is there already is passed over, nothing is
    /// written over. Returns their ids.
    pub fn add(&mut self, all: Vec<Kept>) -> Vec<String> {
        let mut adding = self.beside_all();
        let mut came = Came::default();
        for kept in all {
            came.take(&mut adding, kept);
        }
        self.take_note(came)
    }

    /// Takes note of what came, as one step, and returns their ids.
    fn take_note(&mut self, came: Came) -> Vec<String> {
        if !came.ids.is_empty() {
            self.remember(Step::Kept(came.swaps));
            self.storage_changed(!came.refused);
        }
        came.ids
    }

    /// Says what came of a file of several, and takes its price book where there is none.
    fn came(&mut self, came: Came, given: usize, own_book: Option<String>, refused: &mut Vec<String>) {
        let beside = came.beside;
        let added = self.take_note(came).len();
        let there = given - added;
        match (own_book, &self.own_book) {
            (Some(text), Some(mine)) if mine.text != text => refused.push(words::THE_PRICE_BOOK_OF_THE_FILE.to_owned()),
            (Some(text), None) => {
                self.load_book(&text);
                refused.extend(self.own_book.as_ref().map(|_| words::ITS_PRICE_BOOK_IS_LOADED.to_owned()));
            }
            _ => {}
        }
        let text = words::scenarios_added_of_them_under_another(&added, &beside, &there);
        self.announcement.clone_from(&text);
        self.say(Notice::passing(text, std::mem::take(refused)));
    }

    /// The file of all kept scenarios and of the price book.
    pub fn all_in_one(&mut self) -> String {
        self.keep_changes(false);
        collection::write(&self.kept, self.own_book.as_ref().map(|own| own.text.as_str()))
    }

    /// What cannot be read, by its key, as a file.
    pub fn unreadable(&self) -> String {
        let mut found = json::Members::new();
        for key in storage::list().unreadable {
            let text = storage::get(&key).unwrap_or_default();
            found.insert(key, Json::text(&text));
        }
        Json::Object(found).pretty()
    }

    /// Keeps what came in a link with several scenarios: the one on screen and those beside it.
    pub fn keep_guests(&mut self) {
        if self.origin == Origin::Link {
            self.save();
        }
        let mut all = Vec::new();
        for document in self.take_guests() {
            all.push(Kept { id: String::new(), name: named(&document.name), file: file::write(&sealed(&document)) });
        }
        let ids = self.add(all);
        self.chosen.extend(ids);
    }
}
