//! Scenarios kept in the browser: gloo-storage behind a guard, memory where there is no storage.
//!
//! Reading the property can throw (sandboxed frames, blocked cookies), writing can fail (full), and what is stored
//! can be anything. Nothing of that reaches the program: a failed write says so, rubbish is left where it is and
//! counted. Each scenario has a key of its own, so that two tabs do not overwrite each other's list.

use std::cell::RefCell;

use engine::json::{self, Json};
use gloo_storage::{LocalStorage, Storage};

/// Keys of this program: local storage is shared with every page of the same origin.
const PREFIX: &str = "rack-or-rent/v1/scenario/";
/// Key of what is being worked on.
const WORKING: &str = "rack-or-rent/v1/working";
/// Key of the user's own price book.
const BOOK: &str = "rack-or-rent/v1/own-book";
/// Where what cannot be read is put aside, with a number behind.
const ASIDE: &str = "rack-or-rent/aside/";

/// A scenario as it is kept.
#[derive(Clone, Debug, PartialEq)]
pub struct Kept {
    /// Its key's last part.
    pub id: String,
    /// Its name.
    pub name: String,
    /// The saved file.
    pub file: String,
}

impl Kept {
    fn to_json(&self) -> Json {
        Json::object([("name", Json::text(&self.name)), ("file", Json::text(&self.file))])
    }

    fn from_json(id: &str, value: &Json) -> Option<Self> {
        let text = |key: &str| value.members()?.get(key)?.as_text().map(ToOwned::to_owned);
        Some(Self { id: id.to_owned(), name: text("name")?, file: text("file")? })
    }
}

/// What the storage holds.
pub struct Found {
    /// Scenarios that can be read, in the order of their names.
    pub kept: Vec<Kept>,
    /// Entries of ours that cannot be read, those put aside among them; they stay where they are.
    pub unreadable: usize,
}

thread_local! {
    static MEMORY: RefCell<Vec<Kept>> = const { RefCell::new(Vec::new()) };
}

/// The browser's storage. Asked for in the one way that never throws before gloo-storage, which throws where there is
/// none.
fn local() -> Option<web_sys::Storage> {
    web_sys::window()?.local_storage().ok().flatten().map(|_| LocalStorage::raw())
}

/// Whether what is saved outlives the page: storage is there and takes a write.
pub fn works() -> bool {
    const PROBE: &str = "rack-or-rent/probe";
    let Some(storage) = local() else { return false };
    let written = storage.set_item(PROBE, "1").is_ok() && storage.get_item(PROBE).ok().flatten().is_some();
    let _ = storage.remove_item(PROBE);
    written
}

/// Everything that is kept.
pub fn list() -> Found {
    let mut kept = MEMORY.with_borrow(Clone::clone);
    let mut unreadable = 0;
    if let Some(storage) = local() {
        for index in 0..storage.length().unwrap_or(0) {
            let Ok(Some(key)) = storage.key(index) else { continue };
            unreadable += usize::from(key.starts_with(ASIDE));
            let Some(id) = key.strip_prefix(PREFIX) else { continue };
            match read(&key).and_then(|value| Kept::from_json(id, &value)) {
                Some(found) => put(&mut kept, found),
                None => unreadable += 1,
            }
        }
    }
    Found { kept, unreadable }
}

/// Puts a scenario into its place in the order of names, and then of ids; what had its id before goes.
fn put(all: &mut Vec<Kept>, kept: Kept) {
    all.retain(|k| k.id != kept.id);
    let place = all.iter().take_while(|k| (&k.name, &k.id) < (&kept.name, &kept.id)).count();
    all.insert(place, kept);
}

/// Keeps a scenario: in the browser, or in memory while the page is open where the browser refuses. Returns whether
/// it outlives the page.
pub fn keep(scenario: &Kept) -> bool {
    let written = write(&format!("{PREFIX}{}", scenario.id), &scenario.to_json());
    MEMORY.with_borrow_mut(|m| if written { m.retain(|k| k.id != scenario.id) } else { put(m, scenario.clone()) });
    written
}

/// Removes a scenario.
pub fn remove(id: &str) {
    MEMORY.with_borrow_mut(|m| m.retain(|k| k.id != id));
    if let Some(storage) = local() {
        let _ = storage.remove_item(&format!("{PREFIX}{id}"));
    }
}

/// Keeps what is being worked on, as a link. Returns whether it outlives the page.
pub fn keep_working(link: &str) -> bool {
    write(WORKING, &Json::text(link))
}

/// Puts aside what stands where the work goes but cannot be read, so that the next edit does not write over it.
/// It counts among what cannot be read.
pub fn set_aside_working(readable: impl Fn(&str) -> bool) {
    let Some(storage) = local() else { return };
    let Ok(Some(raw)) = storage.get_item(WORKING) else { return };
    if working().is_some_and(|text| readable(&text)) {
        return;
    }
    let free = |n: &u32| !matches!(storage.get_item(&format!("{ASIDE}{n}")), Ok(Some(_)));
    let place = (1..1_000).find(free).map(|n| format!("{ASIDE}{n}"));
    if place.is_some_and(|key| storage.set_item(&key, &raw).is_ok()) {
        let _ = storage.remove_item(WORKING);
    }
}

/// What was being worked on.
pub fn working() -> Option<String> {
    read(WORKING)?.as_text().map(ToOwned::to_owned)
}

/// Keeps the user's own price book. Returns whether it outlives the page.
pub fn keep_book(text: &str) -> bool {
    write(BOOK, &Json::text(text))
}

/// The user's own price book.
pub fn book() -> Option<String> {
    read(BOOK)?.as_text().map(ToOwned::to_owned)
}

/// Removes the user's own price book.
pub fn remove_book() {
    if let Some(storage) = local() {
        let _ = storage.remove_item(BOOK);
    }
}

/// A new id that no kept scenario has, made from a name.
pub fn fresh_id(name: &str) -> String {
    let stem: String = name
        .chars()
        .filter_map(|c| match c.to_ascii_lowercase() {
            c if c.is_ascii_alphanumeric() => Some(c),
            ' ' | '-' => Some('-'),
            _ => None,
        })
        .take(40)
        .collect();
    let stem = if stem.is_empty() { "scenario".to_owned() } else { stem };
    let found = list();
    let taken = |id: &str| {
        found.kept.iter().any(|k| k.id == id)
            || local().is_some_and(|s| matches!(s.get_item(&format!("{PREFIX}{id}")), Ok(Some(_))))
    };
    (1..10_000).map(|n| if n == 1 { stem.clone() } else { format!("{stem}-{n}") }).find(|id| !taken(id)).unwrap_or(stem)
}

/// Writes and reads back.
fn write(key: &str, value: &Json) -> bool {
    let written = local().is_some_and(|s| s.set_item(key, &value.compact()).is_ok());
    written && read(key).is_some_and(|back| back == *value)
}

/// Reads what is stored under a key.
fn read(key: &str) -> Option<Json> {
    json::read(&local()?.get_item(key).ok()??).ok()
}
