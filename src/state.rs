//! What the page knows, and the few ways in which it changes.
//!
//! One scenario goes in, one report comes out; everything shown is derived from these. Effects only write outside:
//! address bar, storage, announcements.

use std::sync::{Arc, LazyLock};

use engine::codec::{Decoded, Document, file, link};
use engine::issue::Issue;
use engine::presets::Preset;
use engine::price_book::PriceBook;
use engine::report::{Report, evaluate};
use engine::scenario::derived::Derived;
use engine::scenario::field::Field;
use engine::scenario::value::Value;
use engine::view::answer::{Answer, answer};
use engine::view::curve::{Curve, curve};
use leptos::prelude::*;

use crate::browser::storage::{self, Kept};
use crate::browser::{address, clock};

/// The price book, read once.
pub static BOOK: LazyLock<PriceBook> = LazyLock::new(PriceBook::embedded);

/// The default of every row, in the order of the table.
pub static DEFAULTS: LazyLock<Vec<Value>> =
    LazyLock::new(|| engine::scenario::FIELDS.iter().map(|f| f.default_in(&BOOK).value).collect());

/// Steps that can be undone.
const HISTORY: usize = 100;

/// Where the scenario on screen comes from.
#[derive(Clone, Debug, PartialEq)]
pub enum Origin {
    /// The user's own, not saved under a name.
    Own,
    /// A link somebody sent; nothing of it is stored until the user saves a copy.
    Link,
    /// A ready-made one.
    Preset(&'static str),
    /// One that is kept under this id.
    Kept(String),
}

/// A text in a field that cannot be used.
#[derive(Clone, Debug, PartialEq)]
pub struct Unread {
    /// The row it stands in.
    pub field: &'static str,
    /// What is wrong and what is allowed.
    pub problem: String,
    /// The earlier value that the answer uses.
    pub used: String,
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
}

impl Notice {
    /// About what was just opened or tried.
    pub fn passing(text: impl Into<String>, parts: Vec<String>) -> Self {
        Self { text: text.into(), parts, stays: false }
    }

    /// About the page itself.
    pub fn staying(text: impl Into<String>) -> Self {
        Self { text: text.into(), parts: Vec::new(), stays: true }
    }
}

/// Everything that is shown of one calculation.
#[derive(Clone, Debug)]
pub struct Shown {
    /// The scenario it belongs to.
    pub document: Document,
    /// The result.
    pub report: Report,
    /// Its words.
    pub answer: Answer,
    /// Its chart.
    pub curve: Curve,
}

/// What came of the present scenario.
#[derive(Clone)]
struct Found {
    /// The last result that could be computed.
    shown: Option<Arc<Shown>>,
    /// What keeps the present scenario from being computed; empty when it is.
    errors: Vec<Issue>,
}

impl PartialEq for Found {
    /// Results are compared by identity: each computation makes its own.
    fn eq(&self, other: &Self) -> bool {
        let same = match (&self.shown, &other.shown) {
            (Some(a), Some(b)) => Arc::ptr_eq(a, b),
            (a, b) => a.is_none() && b.is_none(),
        };
        same && self.errors == other.errors
    }
}

/// The page's state, provided once.
#[derive(Clone, Copy)]
pub struct AppState {
    /// The scenario on screen.
    pub document: RwSignal<Document>,
    /// Where it comes from.
    pub origin: RwSignal<Origin>,
    found: Memo<Found>,
    /// Texts in fields that cannot be used.
    pub unread: RwSignal<Vec<Unread>>,
    /// What the page has to say about links, files and storage.
    pub notices: RwSignal<Vec<Notice>>,
    /// Scenarios that are kept.
    pub kept: RwSignal<Vec<Kept>>,
    /// What the live region says.
    pub announcement: RwSignal<String>,
    /// Whether the offers that cannot do the job are on screen: a closed table is not drawn.
    pub unable_open: RwSignal<bool>,
    /// Which link was copied last, and how that went.
    pub copied: RwSignal<String>,
    /// Counts scenarios put on screen as a whole, so that fields drop what was half typed.
    pub replaced: RwSignal<u32>,
    past: RwSignal<Vec<Document>>,
    future: RwSignal<Vec<Document>>,
}

impl AppState {
    /// Opens on the link in the address, else on what was worked on last, else on the defaults.
    pub fn open() -> Self {
        storage::set_aside_working(link::is_link);
        let (document, origin, notices) = first_document();
        let document = RwSignal::new(document);
        let found = Memo::new(move |last: Option<&Found>| {
            let present = document.get();
            match evaluate(&present.scenario, &BOOK, &present.edition) {
                Ok(report) => Found { shown: Some(Arc::new(Shown::of(present, report))), errors: Vec::new() },
                Err(errors) => Found { shown: last.and_then(|l| l.shown.clone()), errors },
            }
        });
        let state = Self {
            document,
            origin: RwSignal::new(origin),
            found,
            unread: RwSignal::new(Vec::new()),
            notices: RwSignal::new(notices),
            kept: RwSignal::new(Vec::new()),
            announcement: RwSignal::new(String::new()),
            unable_open: RwSignal::new(false),
            copied: RwSignal::new(String::new()),
            replaced: RwSignal::new(0),
            past: RwSignal::new(Vec::new()),
            future: RwSignal::new(Vec::new()),
        };
        state.look_at_storage();
        state
    }

    /// The last result that could be computed.
    pub fn shown(self) -> Option<Arc<Shown>> {
        self.found.with(|f| f.shown.clone())
    }

    /// What keeps the present scenario from being computed; empty when it is.
    pub fn errors(self) -> Vec<Issue> {
        self.found.with(|f| f.errors.clone())
    }

    /// Whether the result on screen is not that of what stands in the fields.
    pub fn is_stale(self) -> bool {
        !self.unread.with(Vec::is_empty) || self.found.with(|f| !f.errors.is_empty())
    }

    /// What a row holds now, without following it.
    pub fn value(self, field: &'static Field) -> Value {
        self.document.with_untracked(|d| field.get(&d.scenario))
    }

    /// The kept scenario with an id.
    pub fn kept_with_id(self, id: &str) -> Option<Kept> {
        self.kept.with_untracked(|all| all.iter().find(|k| k.id == id).cloned())
    }

    /// Takes a notice away.
    pub fn dismiss(self, text: &str) {
        self.notices.update(|all| all.retain(|n| n.text != text));
    }

    /// Sets a row to a value that its row allows.
    pub fn set(self, field: &'static Field, value: &Value) {
        self.change(|d| {
            field.set(&mut d.scenario, value);
        });
    }

    /// Chooses a GPU with the machine it is owned in, and says what that changed.
    pub fn choose_gpu(self, gpu: &str) {
        let mut found = false;
        self.change(|d| found = d.scenario.choose_gpu(gpu, &BOOK, &d.edition));
        self.replaced.update(|n| *n += 1);
        let name = BOOK.gpu(gpu).map_or(gpu, |g| g.name.as_str());
        let text = if found {
            format!(
                "Price, GPUs, rated power and nameplate of a node are now those of the price book's machine with {name}"
            )
        } else {
            format!(
                "The price book has no machine with {name}: price and power of a node are still those of the one before"
            )
        };
        self.notices.update(|all| all.retain(|n| n.stays));
        self.say(Notice::passing(text, Vec::new()));
    }

    /// Enters a row by its other way, such as work by utilization.
    pub fn set_derived(self, row: &'static Derived, value: f64) {
        self.change(|d| (row.set)(&mut d.scenario, value));
    }

    /// Takes back what was typed since `before`.
    pub fn put_back(self, before: &Document) {
        self.change(|d| d.clone_from(before));
    }

    /// Names the scenario.
    pub fn rename(self, name: &str) {
        let name = engine::codec::plain(name, engine::codec::LONGEST_NAME);
        self.change(|d| d.name.clone_from(&name));
    }

    fn change(self, how: impl FnOnce(&mut Document)) {
        let before = self.document.get_untracked();
        let mut after = before.clone();
        how(&mut after);
        if after == before {
            return;
        }
        self.past.update(|past| {
            past.push(before);
            if past.len() > HISTORY {
                past.remove(0);
            }
        });
        self.future.set(Vec::new());
        self.copied.set(String::new());
        self.document.set(after);
    }

    /// Whether there is a step to undo.
    pub fn can_undo(self) -> bool {
        self.past.with(|p| !p.is_empty())
    }

    /// Whether there is a step to redo.
    pub fn can_redo(self) -> bool {
        self.future.with(|f| !f.is_empty())
    }

    /// Takes the last change back.
    pub fn undo(self) {
        self.step(self.past, self.future);
    }

    /// Makes the last change taken back again.
    pub fn redo(self) {
        self.step(self.future, self.past);
    }

    fn step(self, from: RwSignal<Vec<Document>>, to: RwSignal<Vec<Document>>) {
        if let Some(document) = from.try_update(Vec::pop).flatten() {
            to.update(|t| t.push(self.document.get_untracked()));
            self.put(document);
        }
    }

    fn put(self, document: Document) {
        self.unread.set(Vec::new());
        self.document.set(document);
        self.replaced.update(|n| *n += 1);
    }

    /// Puts a whole scenario on screen; the one before can be had back by undo.
    pub fn show(self, document: Document, origin: Origin, notices: Vec<Notice>) {
        let before = self.document.get_untracked();
        self.past.update(|past| past.push(before));
        self.future.set(Vec::new());
        self.origin.set(origin);
        self.notices.update(|all| {
            all.retain(|n| n.stays);
            all.extend(notices);
        });
        self.put(document);
    }

    /// Puts the defaults on screen.
    pub fn reset(self) {
        self.show(Document::typical(&BOOK), Origin::Own, Vec::new());
    }

    /// Puts a ready-made scenario on screen.
    pub fn open_preset_named(self, preset: Option<&'static Preset>) {
        if let Some(preset) = preset
            && let Ok(decoded) = file::read(preset.text, &BOOK)
        {
            self.show(decoded.document, Origin::Preset(preset.id), Vec::new());
        }
    }

    /// Puts a saved file on screen, or says why it cannot be read. What is stored stays as it is.
    pub fn open_file(self, text: &str) {
        match file::read(text, &BOOK) {
            Ok(decoded) => {
                let notices = told("This file was opened, but not all of it could be used", &decoded);
                self.show(decoded.document, Origin::Link, notices);
            }
            Err(problem) => self.say(Notice::passing("This file cannot be opened", vec![problem.to_string()])),
        }
    }

    /// Adds a notice.
    pub fn say(self, notice: Notice) {
        self.notices.update(|notices| notices.push(notice));
    }

    /// Keeps the scenario under its name: over the one it was opened from, else as a new one.
    pub fn save(self) {
        let mut document = self.document.get_untracked();
        if document.name.trim().is_empty() {
            "Untitled".clone_into(&mut document.name);
            self.rename(&document.name);
        }
        let id = match self.origin.get_untracked() {
            Origin::Kept(id) => id,
            _ => storage::fresh_id(&document.name),
        };
        let kept = Kept { id: id.clone(), name: document.name.clone(), file: file::write(&document) };
        let lasts = storage::keep(&kept);
        self.origin.set(Origin::Kept(id));
        self.look_at_storage();
        if !lasts {
            self.say_storage_is_missing();
        }
    }

    /// Opens a scenario that is kept.
    pub fn open_kept(self, kept: Option<Kept>) {
        let Some(kept) = kept else { return };
        match file::read(&kept.file, &BOOK) {
            Ok(decoded) => {
                let notices = told("This scenario was opened, but not all of it could be used", &decoded);
                self.show(decoded.document, Origin::Kept(kept.id.clone()), notices);
            }
            Err(problem) => {
                let text = format!("{} cannot be opened; it stays as it is", kept.name);
                self.say(Notice::passing(text, vec![problem.to_string()]));
            }
        }
    }

    /// Removes a scenario that is kept; what is on screen stays.
    pub fn remove_kept(self, kept: Option<Kept>) {
        let Some(kept) = kept else { return };
        storage::remove(&kept.id);
        if self.origin.get_untracked() == Origin::Kept(kept.id.clone()) {
            self.origin.set(Origin::Own);
        }
        self.look_at_storage();
    }

    /// Reads the list of what is kept, and says so if something there cannot be read.
    pub fn look_at_storage(self) {
        let found = storage::list();
        self.kept.set(found.kept);
        if found.unreadable > 0 {
            let text = format!(
                "{} things kept in this browser cannot be read by this version; they are left as they are, not deleted",
                found.unreadable
            );
            if self.notices.with_untracked(|all| all.iter().all(|n| n.text != text)) {
                self.say(Notice::staying(text));
            }
        }
    }

    /// Says, once, that nothing can be kept here.
    pub fn say_storage_is_missing(self) {
        let text = "Scenarios are not kept on this device here: this browser refuses storage. Copy the link or save a file instead";
        if self.notices.with_untracked(|all| all.iter().all(|n| n.text != text)) {
            self.say(Notice::staying(text));
        }
    }

    /// Marks a field's text as unusable, or as fine again.
    pub fn mark(self, field: &'static str, unread: Option<Unread>) {
        let has = self.unread.with_untracked(|all| all.iter().any(|u| u.field == field));
        if !has && unread.is_none() {
            return;
        }
        self.unread.update(|all| {
            all.retain(|u| u.field != field);
            all.extend(unread);
        });
    }

    /// The scenario's link, without `?` or `#`.
    pub fn link(self) -> String {
        self.document.with(link::write)
    }
}

impl Shown {
    fn of(document: Document, report: Report) -> Self {
        let gpu = BOOK.gpu(&document.scenario.work.gpu).map_or("GPUs", |g| g.name.as_str());
        let words = answer(&report, gpu, document.scenario.own.node_price_usd.value);
        Self { answer: words, curve: curve(&report), report, document }
    }

    /// Dates in this result that are older than 90 days, as a sentence; nothing when all are fresh.
    pub fn age(&self) -> Option<String> {
        let assumed = self.report.verdict.assumed.as_ref().map(|a| a.as_of.as_str());
        let used = self.report.cheapest().map(|o| o.as_of.as_str()).into_iter().chain(assumed);
        let oldest = used.filter_map(|d| Some((clock::days_since(d)?, d))).max()?;
        (oldest.0 > 90).then(|| format!("Oldest price in this answer: {}, {} days ago.", oldest.1, oldest.0))
    }
}

fn first_document() -> (Document, Origin, Vec<Notice>) {
    let found = address::read();
    for text in [&found.fragment, &found.query] {
        if let Some(preset) = link::page_key(text, "preset").and_then(|id| engine::presets::preset(&id))
            && let Ok(decoded) = file::read(preset.text, &BOOK)
        {
            return (decoded.document, Origin::Preset(preset.id), Vec::new());
        }
    }
    for text in [&found.fragment, &found.query] {
        if link::is_link(text) {
            return from_link(text);
        }
    }
    match storage::working() {
        Some(text) if link::is_link(&text) => (link::read(&text, &BOOK).document, Origin::Own, Vec::new()),
        _ => (Document::typical(&BOOK), Origin::Own, Vec::new()),
    }
}

fn from_link(text: &str) -> (Document, Origin, Vec<Notice>) {
    let decoded = link::read(text, &BOOK);
    let notices = told("This link was opened, but not all of it could be used", &decoded);
    // The address bar holds the user's own work after a reload.
    let own = storage::working().is_some_and(|w| w == text.trim_start_matches(['?', '#']));
    (decoded.document, if own { Origin::Own } else { Origin::Link }, notices)
}

fn told(text: &str, decoded: &Decoded) -> Vec<Notice> {
    if decoded.notices.is_empty() {
        return Vec::new();
    }
    vec![Notice::passing(text, decoded.notices.iter().map(|n| n.message.clone()).collect())]
}
