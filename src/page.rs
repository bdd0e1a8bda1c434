//! What can change on the page, and the few ways in which it changes.
//!
//! Plain data without signals: [`crate::state::AppState`] holds it in one, so that whoever draws it hears of changes.

use std::sync::Arc;

use engine::codec::collection::Kept;
use engine::codec::{Decoded, Document, file, link};
use engine::presets::Preset;
use engine::scenario::Scenario;
use engine::scenario::derived::{DERIVED, Derived};
use engine::scenario::field::Field;
use engine::scenario::value::Value;
use engine::scenario::{field, machine_with};

use crate::browser::address;
use crate::browser::storage;
use crate::history::Step;
use crate::own_book::OwnBook;
use crate::state::{BOOK, Shown, sealed};
use crate::windows::Working;
use crate::words::page as words;

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

/// Where a part of the page is for whoever looks at the window.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Sight {
    /// Some of it is in the window.
    Seen,
    /// None of it is.
    Away,
}

/// Fields of a vendor's quote.
pub const VENDOR_PARTS: usize = 10;

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
    /// What to do about it, and the words of its button; empty for nothing.
    pub offers: (&'static str, &'static str),
}

impl Notice {
    /// About what was just opened or tried.
    pub fn passing(text: impl Into<String>, parts: Vec<String>) -> Self {
        Self { text: text.into(), parts, stays: false, brief: false, offers: ("", "") }
    }
}

/// A number as somebody types it: the text stays as it is until the keyboard leaves.
#[derive(Clone, Debug, PartialEq)]
pub struct Typed {
    /// The row it stands in.
    pub field: &'static str,
    /// What stands there.
    pub text: String,
    /// How it is read, where it could be read otherwise.
    pub reading: Option<String>,
}

/// What somebody asked of an input: at which value both sides cost the same.
#[derive(Clone, Debug)]
pub struct Asked {
    /// The scenario it was asked of; for another one the answer does not stand.
    pub of: Document,
    /// The answer.
    pub found: engine::what_if::WhatIf,
}

/// Action of the notice that a link holds several scenarios.
pub const TO_COMPARE: &str = "to-compare";

/// Everything that can change on the page, beside what follows from it.
#[derive(Clone, Debug)]
pub struct Page {
    /// The scenario on screen.
    pub document: Document,
    /// Where it comes from.
    pub origin: Origin,
    /// Texts in number fields that are being typed or cannot be used.
    pub typed: Vec<Typed>,
    /// What the scenario was when the keyboard came to its field: half a number typed on the way to nonsense must not
    /// stay.
    pub held: Document,
    /// Texts in fields that cannot be used.
    pub unread: Vec<Unread>,
    /// What the page has to say about links, files and storage.
    pub notices: Vec<Notice>,
    /// Scenarios that are kept.
    pub kept: Vec<Kept>,
    /// Ids of those that were changed since somebody last asked to save them.
    pub changed: Vec<String>,
    /// What the live region says.
    pub announcement: String,
    /// Folds that are open: what stands in a closed one is not drawn.
    pub folds: Vec<String>,
    /// Whether the answer is in sight.
    pub answer: Sight,
    /// Another name typed for a kept scenario, until somebody says what it is for.
    pub new_name: Option<String>,
    /// Which link was copied last, and how that went.
    pub copied: String,
    /// How often a chart was shown as a file: the charts are drawn anew for it.
    pub exports: u32,
    /// View, theme and ground of the frame that the share section makes, by their places in its lists.
    pub snippet: [usize; 3],
    /// Room for the chart, in pixels.
    pub width: f64,
    /// The point of a chart that the keyboard is at: the chart, its row, its series.
    pub cursor: Option<(&'static str, usize, usize)>,
    /// The result whose axes charts keep while somebody drags.
    pub dragged_from: Option<Arc<Shown>>,
    /// What was last asked of an input, and of which scenario.
    pub asked: Option<Asked>,
    /// The user's own price book.
    pub own_book: Option<Arc<OwnBook>>,
    /// Price and months of an offer that somebody asks about, as typed.
    pub offered: (String, String),
    /// A vendor's quote as typed, field by field.
    pub vendor: [String; VENDOR_PARTS],
    /// What is wrong with it, by the places of the fields.
    pub vendor_wrong: Vec<(usize, String)>,
    /// The offer whose price is being typed; empty for none.
    pub pricing: String,
    /// The worked case from which a way to the scenario on screen is shown; empty for none.
    pub way_from: &'static str,
    /// Whether a number is being typed: all of it is one step to undo.
    typing: bool,
    /// Whether what stood before the typing is remembered already.
    typing_remembered: bool,
    /// Scenarios that came in the same link as the first one on screen; not kept until asked.
    pub guests: Vec<Document>,
    /// What is ticked for comparing: ids of kept scenarios; an empty one stands for what is on screen and not kept.
    pub chosen: Vec<String>,
    /// Kept scenarios as this window last saw or wrote them, by id.
    pub seen: Vec<(String, String)>,
    /// What this window knows of the working copy that all windows share.
    pub working: Working,
    /// What can be undone, the last at the end.
    pub past: Vec<Step>,
    /// What can be redone.
    pub future: Vec<Step>,
    /// The scenario that the page was opened with.
    opened: Document,
    /// The scenario that stands in the address.
    written: Document,
}

impl Page {
    /// Opens on the link in the address, else on what was worked on last, else on the defaults.
    pub fn open() -> Self {
        storage::set_aside(link::is_link);
        let (document, origin, notices, guests) = first_document();
        let mut page = Self {
            held: document.clone(),
            opened: document.clone(),
            written: document.clone(),
            document,
            origin,
            typed: Vec::new(),
            unread: Vec::new(),
            notices,
            kept: Vec::new(),
            changed: Vec::new(),
            announcement: String::new(),
            folds: Vec::new(),
            answer: Sight::Seen,
            new_name: None,
            copied: String::new(),
            exports: 0,
            snippet: [0; 3],
            width: 640.0,
            cursor: None,
            dragged_from: None,
            asked: None,
            own_book: OwnBook::kept(),
            offered: (String::new(), String::new()),
            vendor: Default::default(),
            vendor_wrong: Vec::new(),
            pricing: String::new(),
            way_from: "",
            typing: false,
            typing_remembered: false,
            guests,
            chosen: vec![String::new()],
            seen: Vec::new(),
            working: Working::default(),
            past: Vec::new(),
            future: Vec::new(),
        };
        page.find_open();
        page
    }

    /// Finds out whether what the page opened on is kept under a name, and whose the working copy is.
    fn find_open(&mut self) {
        self.look_at_storage();
        self.working = Working::opened_on(storage::stored_working().filter(|_| self.origin == Origin::Own));
        if self.origin == Origin::Own {
            let of_screen = |kept: &&Kept| file::read(&kept.file, &BOOK).is_ok_and(|f| f.document == self.document);
            if let Some(kept) = self.kept.iter().find(of_screen).cloned() {
                self.saw(&kept.id, kept.file);
                self.origin = Origin::Kept(kept.id);
            }
        }
    }

    /// The link of what is on screen, and of what came beside it.
    pub fn link(&self) -> String {
        let all: Vec<Document> = [&self.document].into_iter().chain(&self.guests).map(sealed).collect();
        link::write_set(&all)
    }

    /// Whether what is on screen stands in the address.
    pub fn is_written(&self) -> bool {
        self.written == self.document
    }

    /// Whether what is on screen is the user's own, and to be stored: a link somebody sent is not until it is changed.
    pub fn is_own_work(&self) -> bool {
        self.origin != Origin::Link || self.document != self.opened
    }

    /// Takes note that what is on screen stands in the address now. Returns whether it is to be stored.
    pub fn written(&mut self) -> bool {
        self.written = self.document.clone();
        self.is_own_work()
    }

    /// What is wrong with a row's text, if something is.
    pub fn problem(&self, field: &str) -> Option<&Unread> {
        self.unread.iter().find(|u| u.field == field)
    }

    /// Opens a fold.
    pub fn open_fold(&mut self, id: &str) {
        if self.folds.iter().all(|f| f != id) {
            self.folds.push(id.to_owned());
        }
    }

    /// Adds a notice.
    pub fn say(&mut self, notice: Notice) {
        self.notices.push(notice);
    }

    /// Adds a notice about the page itself, unless it is there already, with a button.
    pub fn say_once(&mut self, text: String, action: &'static str, label: &'static str) {
        if self.notices.iter().all(|n| n.text != text) {
            self.say(Notice { text, parts: Vec::new(), stays: true, brief: false, offers: (action, label) });
        }
    }

    /// Marks a field's text as unusable, or as fine again.
    pub fn mark(&mut self, field: &'static str, unread: Option<Unread>) {
        self.unread.retain(|u| u.field != field);
        self.unread.extend(unread);
    }

    /// Sets a row to a value that its row allows, with what follows it.
    pub fn set(&mut self, field: &'static Field, value: &Value) {
        let before = self.document.scenario.clone();
        let held = self.typing.then(|| self.held.scenario.clone());
        self.change(&mut |d| {
            field.set(&mut d.scenario, value);
            d.scenario.follow_gpus_typed(held.as_ref().unwrap_or(&before), &before, &BOOK);
        });
        self.leave_moved(field.id, &before);
        if self.document.scenario.money.currency != before.money.currency {
            self.follow_currency(&before.money.currency);
        }
    }

    /// Rows that another one moved, such as the busy share by the work, no longer hold what was typed there.
    fn leave_moved(&mut self, id: &str, before: &Scenario) {
        let now = &self.document.scenario;
        let moved = |row: &str| match DERIVED.iter().find(|d| d.id == row) {
            Some(d) => (d.get)(before) != (d.get)(now),
            None => field(row).is_some_and(|f| f.get(before) != f.get(now)),
        };
        self.unread.retain(|u| u.field == id || !moved(u.field));
        self.typed.retain(|t| t.field == id || !moved(t.field));
    }

    /// Chooses a GPU with the machine it is owned in, and says what that changed.
    pub fn choose_gpu(&mut self, gpu: &str) {
        let before = self.document.scenario.own.node_price_usd.value;
        let listed = machine_with(&self.document.scenario.work.gpu, &BOOK, &self.document.edition);
        let typed = listed.is_none_or(|(_, usd)| usd != before);
        let mut found = false;
        self.change(&mut |d| found = d.scenario.choose_gpu(gpu, &BOOK, &d.edition));
        self.typed.clear();
        let name = BOOK.gpu(gpu).map_or(gpu, |g| g.name.as_str());
        let text = if found {
            let gone = if typed { words::THE_NODE_PRICE_YOU_HAD_GAVE } else { "" };
            words::price_gpus_in_a_node_rated(&name, &gone)
        } else {
            words::the_price_book_has_no_machine(&name)
        };
        self.notices.retain(|n| n.stays);
        self.say(Notice { brief: true, ..Notice::passing(text, Vec::new()) });
    }

    /// Puts other inputs in place of those on screen, as one step.
    pub fn take(&mut self, scenario: &Scenario) {
        self.typed.clear();
        self.unread.clear();
        self.change(&mut |d| d.scenario.clone_from(scenario));
    }

    /// Enters a row by its other way, such as work by utilization.
    pub fn set_derived(&mut self, row: &'static Derived, value: f64) {
        let before = self.document.scenario.clone();
        self.change(&mut |d| (row.set)(&mut d.scenario, value));
        self.leave_moved(row.id, &before);
    }

    /// The keyboard comes to a field.
    pub fn hold(&mut self) {
        self.held = self.document.clone();
        self.typing_remembered = false;
    }

    /// Makes changes that belong to what is being typed.
    pub fn type_in(&mut self, how: impl FnOnce(&mut Self)) {
        self.typing = true;
        how(self);
        self.typing = false;
    }

    /// Takes back what was typed since the keyboard came to its field.
    pub fn put_back(&mut self) {
        let held = self.held.clone();
        self.change(&mut |d| d.clone_from(&held));
    }

    /// Takes the newest edition of the price book.
    pub fn use_todays_prices(&mut self) {
        self.change(&mut |d| {
            let today = BOOK.current_edition();
            d.scenario.take_prices(&BOOK, &d.edition, today);
            today.clone_into(&mut d.edition);
        });
    }

    /// Changes what is on screen, as a step that can be undone.
    pub fn change(&mut self, how: &mut dyn FnMut(&mut Document)) {
        let before = self.document.clone();
        how(&mut self.document);
        if self.document != before {
            self.copied.clear();
            self.notices.retain(|n| !n.brief);
            self.remember_work(before);
        }
    }

    /// Makes a scenario the last step that can be undone.
    fn remember_work(&mut self, before: Document) {
        if std::mem::replace(&mut self.typing_remembered, self.typing) && self.typing {
            return self.future.clear();
        }
        self.remember(Step::Work(Box::new(before), self.origin.clone()));
    }

    /// Puts a scenario on screen and returns the one before.
    pub fn put(&mut self, document: Document) -> Document {
        self.unread.clear();
        self.typed.clear();
        self.new_name = None;
        std::mem::replace(&mut self.document, document)
    }

    /// Puts a whole scenario on screen; the one before can be had back by undo.
    pub fn show(&mut self, document: Document, origin: Origin, notices: Vec<Notice>) {
        self.keep_changes(false);
        let before = self.put(document);
        self.remember_work(before);
        if origin == Origin::Link {
            self.opened.clone_from(&self.document);
        }
        self.origin = origin;
        self.notices.retain(|n| n.stays);
        self.notices.extend(notices);
    }

    /// Puts the defaults on screen.
    pub fn reset(&mut self) {
        self.show(Document::typical(&BOOK), Origin::Own, Vec::new());
    }

    /// Puts a ready-made scenario on screen.
    pub fn open_preset_named(&mut self, preset: Option<&'static Preset>) {
        if let Some(preset) = preset
            && let Ok(decoded) = file::read(preset.text(), &BOOK)
        {
            self.show(decoded.document, Origin::Preset(preset.id), Vec::new());
        }
    }
}

/// What the page opens on: a scenario, where it comes from, what is to be said, and what came beside it.
type First = (Document, Origin, Vec<Notice>, Vec<Document>);

fn first_document() -> First {
    let found = address::read();
    for text in [&found.fragment, &found.query] {
        if let Some(preset) = link::page_key(text, "preset").and_then(|id| engine::presets::preset(&id))
            && let Ok(decoded) = file::read(preset.text(), &BOOK)
        {
            return (decoded.document, Origin::Preset(preset.id), Vec::new(), Vec::new());
        }
    }
    // A reload right after an edit finds the address from before it: what was worked on is newer.
    let newer = storage::left().filter(|older| address::is_reload() && *older == found.fragment);
    if let Some(text) = newer.and_then(|_| storage::working()).filter(|text| link::is_link(text)) {
        address::replace(&text);
        return (link::read(&text, &BOOK).document, Origin::Own, Vec::new(), Vec::new());
    }
    for text in [&found.fragment, &found.query] {
        if link::is_link(text) {
            return from_link(text);
        }
    }
    let document = match storage::working() {
        Some(text) if link::is_link(&text) => link::read(&text, &BOOK).document,
        _ => Document::typical(&BOOK),
    };
    let mut notices = Vec::new();
    for text in [&found.fragment, &found.query].into_iter().filter(|text| text.contains('=')) {
        notices.extend(told(words::NOTHING_OF_THIS_LINK_IS_UNDERSTOOD, &link::read(text, &BOOK)));
    }
    let lost = link::lost(&found.fragment);
    notices.extend(lost.map(|text| Notice::passing(words::NOTHING_OF_THIS_LINK_IS_UNDERSTOOD, vec![text])));
    (document, Origin::Own, notices, Vec::new())
}

fn from_link(text: &str) -> First {
    let mut all = link::read_set(text, &BOOK).into_iter();
    let mut notices = Vec::new();
    let mut documents = Vec::new();
    for (index, decoded) in all.by_ref().enumerate() {
        let whole = if index == 0 { words::THIS_LINK.to_owned() } else { words::scenario_of_this_link(&(index + 1)) };
        notices.extend(told(&words::was_opened_but_not_all_of(&whole), &decoded));
        documents.push(decoded.document);
    }
    let first = documents.remove(0); // there is always one
    if !documents.is_empty() {
        let offers = (TO_COMPARE, words::COMPARE_THEM);
        let text = words::of_several_the_first_is_on_screen(&(documents.len() + 1));
        notices.insert(0, Notice { offers, ..Notice::passing(text, Vec::new()) });
    }
    // The address bar holds the user's own work after a reload.
    let own = storage::working().is_some_and(|work| link::is_link(&work) && link::read(&work, &BOOK).document == first);
    (first, if own { Origin::Own } else { Origin::Link }, notices, documents)
}

/// What of a text could not be used, as a notice.
pub fn told(text: &str, decoded: &Decoded) -> Vec<Notice> {
    if decoded.notices.is_empty() {
        return Vec::new();
    }
    vec![Notice::passing(text, decoded.notices.iter().map(|n| n.message.clone()).collect())]
}
