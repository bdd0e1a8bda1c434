//! What is kept in the browser: gloo-storage behind a guard, memory where there is no storage.
//!
//! Reading the property can throw (sandboxed frames, blocked cookies), writing can fail (full), and what is stored
//! can be anything. Nothing of that reaches the program: a failed write says so and is held in memory, rubbish is set
//! aside and counted. Each scenario has a key of its own, so that two tabs do not overwrite each other's list.
//! docs/format.md names the keys.

use std::cell::RefCell;

use engine::codec::collection::{Kept, named};
use engine::json::{self, Json};
use gloo_storage::{LocalStorage, Storage};
use js_sys::Reflect;

/// Start of every key of this program: local storage is shared with every page of the same origin.
const OURS: &str = "rack-or-rent/";
/// Start of the keys of scenarios.
const PREFIX: &str = "rack-or-rent/v1/scenario/";
/// Key of the order of the list.
pub const ORDER: &str = "rack-or-rent/v1/order";
/// Key of what is being worked on.
const WORKING: &str = "rack-or-rent/v1/working";
/// Key of the link that stood in the address when a page went with later work in [`WORKING`].
const LEFT: &str = "rack-or-rent/v1/left";
/// Key of the user's own price book.
pub const BOOK: &str = "rack-or-rent/v1/own-book";
/// Where what cannot be read is put aside, with a number behind.
const ASIDE: &str = "rack-or-rent/aside/";

/// What the storage holds.
pub struct Found {
    /// Scenarios that can be read, in the user's order, then in that of their ids: the names they had first,
    /// so that another name moves nothing.
    pub kept: Vec<Kept>,
    /// Ids of those that were changed since somebody last asked to save them.
    pub changed: Vec<String>,
    /// Keys of ours that hold what cannot be read: what was put aside, and what a later version left.
    pub unreadable: Vec<String>,
}

thread_local! {
    /// What the browser refused to write, or to remove where there is no text.
    static MEMORY: RefCell<Vec<(String, Option<String>)>> = const { RefCell::new(Vec::new()) };
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
    let written =
        storage.set_item(PROBE, "1").is_ok() && storage.get_item(PROBE).is_ok_and(|back| back.as_deref() == Some("1"));
    let _ = storage.remove_item(PROBE);
    written
}

/// Whether the last that was put under some key is held in memory alone.
pub fn refuses() -> bool {
    MEMORY.with_borrow(|memory| !memory.is_empty())
}

/// The text under a key.
pub fn get(key: &str) -> Option<String> {
    let held = MEMORY.with_borrow(|m| m.iter().find(|(k, _)| k == key).map(|(_, text)| text.clone()));
    held.unwrap_or_else(|| local()?.get_item(key).ok()?)
}

/// Puts a text under a key, or nothing; in memory while the page is open where the browser refuses. Returns whether it
/// outlives the page: it is read back, and what stood there before comes back if it is not right.
pub fn put(key: &str, text: Option<&str>) -> bool {
    let done = local().is_some_and(|storage| {
        let before = storage.get_item(key);
        let asked = text.map_or_else(|| storage.remove_item(key), |text| storage.set_item(key, text));
        let done = asked.is_ok() && storage.get_item(key).is_ok_and(|back| back.as_deref() == text);
        if let (false, Ok(Some(before))) = (done, before) {
            let _ = storage.set_item(key, &before);
        }
        done
    });
    MEMORY.with_borrow_mut(|memory| {
        memory.retain(|(k, _)| k != key);
        if !done {
            memory.push((key.to_owned(), text.map(ToOwned::to_owned)));
        }
    });
    done
}

/// Every key of this program that holds something.
pub fn keys() -> Vec<String> {
    let mut keys: Vec<String> = MEMORY.with_borrow(|m| m.iter().map(|(key, _)| key.clone()).collect());
    if let Some(storage) = local() {
        for index in 0..storage.length().unwrap_or(0) {
            if let Ok(Some(key)) = storage.key(index)
                && key.starts_with(OURS)
                && !keys.contains(&key)
            {
                keys.push(key);
            }
        }
    }
    keys.retain(|key| get(key).is_some());
    keys
}

/// Key of the scenario of an id.
pub fn key_of(id: &str) -> String {
    format!("{PREFIX}{id}")
}

/// Whether a key is a scenario's.
pub fn is_scenario(key: &str) -> bool {
    key.starts_with(PREFIX)
}

/// Whether a key is of a later version of this program, which nothing here reads or writes.
fn is_later(key: &str) -> bool {
    key.strip_prefix(OURS).and_then(|rest| rest.strip_prefix('v')).is_some_and(|rest| !rest.starts_with("1/"))
}

/// A scenario as it is stored; beside it how it was when somebody last asked to save it, where that is something else.
pub fn text_of(kept: &Kept, saved: Option<&str>) -> String {
    let (name, file) = (("name", Json::text(&kept.name)), ("file", Json::text(&kept.file)));
    match saved.filter(|saved| *saved != kept.file) {
        Some(saved) => Json::object([name, file, ("saved", Json::text(saved))]).compact(),
        None => Json::object([name, file]).compact(),
    }
}

/// A text of what is stored under a key.
fn member(key: &str, name: &str) -> Option<String> {
    let value = json::read(&get(key)?).ok()?;
    value.members()?.get(name)?.as_text().map(ToOwned::to_owned)
}

/// The scenario of an id as it was when somebody last asked to save it; nothing where it was not changed since.
pub fn saved(id: &str) -> Option<String> {
    member(&key_of(id), "saved")
}

/// The scenario under a key.
fn scenario(key: &str) -> Option<Kept> {
    let value = json::read(&get(key)?).ok()?;
    let text = |name: &str| value.members()?.get(name)?.as_text().map(ToOwned::to_owned);
    let name = named(&text("name")?);
    Some(Kept { id: key.strip_prefix(PREFIX)?.to_owned(), name, file: text("file")? })
}

/// The scenario of an id.
pub fn kept(id: &str) -> Option<Kept> {
    scenario(&key_of(id))
}

/// Keeps a scenario as it changes: how it was when somebody last asked to save it stays beside it. Returns whether it
/// outlives the page.
pub fn keep(kept: &Kept, asked: bool) -> bool {
    let key = key_of(&kept.id);
    let saved = if asked { None } else { member(&key, "saved").or_else(|| member(&key, "file")) };
    put(&key, Some(&text_of(kept, saved.as_deref())))
}

/// Everything that is kept.
pub fn list() -> Found {
    let mut named: Vec<Kept> = Vec::new();
    let mut changed = Vec::new();
    let mut unreadable = Vec::new();
    for key in keys() {
        if key.starts_with(ASIDE) || is_later(&key) {
            unreadable.push(key);
        } else if is_scenario(&key) {
            match scenario(&key) {
                Some(found) => {
                    changed.extend(saved(&found.id).map(|_| found.id.clone()));
                    let place = named.iter().take_while(|k| k.id < found.id).count();
                    named.insert(place, found);
                }
                None => unreadable.push(key),
            }
        }
    }
    let mut kept = Vec::new();
    for id in order() {
        if let Some(place) = named.iter().position(|k| k.id == id) {
            kept.push(named.remove(place));
        }
    }
    kept.extend(named);
    Found { kept, changed, unreadable }
}

/// The user's order of ids.
fn order() -> Vec<String> {
    match get(ORDER).and_then(|text| json::read(&text).ok()) {
        Some(Json::List(ids)) => ids.iter().filter_map(Json::as_text).map(ToOwned::to_owned).collect(),
        _ => Vec::new(),
    }
}

/// An order of ids as it is stored.
pub fn order_text(ids: &[&str]) -> String {
    Json::List(ids.iter().map(|id| Json::text(id)).collect()).compact()
}

/// The text in a JSON text under a key.
fn text(key: &str) -> Option<String> {
    json::read(&get(key)?).ok()?.as_text().map(ToOwned::to_owned)
}

/// A text as JSON, as it is stored.
pub fn quoted(text: &str) -> String {
    Json::text(text).compact()
}

/// Keeps what is being worked on, as a link. Returns whether it outlives the page.
pub fn keep_working(link: &str) -> bool {
    put(WORKING, Some(&quoted(link)))
}

/// Notes that a page went while its address held an older link than [`working`]: a reload finds the address as it was.
pub fn leave(older: &str) {
    let _ = put(LEFT, Some(&quoted(older)));
}

/// The link that was older than [`working`] when the page went; told once.
pub fn left() -> Option<String> {
    let found = text(LEFT);
    if found.is_some() {
        let _ = put(LEFT, None);
    }
    found
}

/// What was being worked on.
pub fn working() -> Option<String> {
    text(WORKING)
}

/// The user's own price book.
pub fn book() -> Option<String> {
    text(BOOK)
}

/// Puts aside what cannot be read, so that nothing writes over it: it goes once its copy is there.
pub fn set_aside(is_work: impl Fn(&str) -> bool) {
    let Some(storage) = local() else { return };
    for key in keys() {
        let readable = match key.as_str() {
            WORKING => working().is_some_and(|text| is_work(&text)),
            BOOK => book().is_some(),
            key => !is_scenario(key) || scenario(key).is_some(),
        };
        // As the browser holds it: half a character would not survive the way through our own texts.
        let raw = || Reflect::get(&storage, &key.as_str().into()).ok();
        if !readable && let Some(raw) = raw() {
            let place = (1..1_000).map(|n| format!("{ASIDE}{n}")).find(|key| get(key).is_none());
            let Some(place) = place.map(Into::into) else { return };
            let copied = Reflect::set(&storage, &place, &raw).is_ok();
            if copied && Reflect::get(&storage, &place).is_ok_and(|copy| copy == raw) {
                let _ = storage.remove_item(&key);
            }
        }
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
    let taken = |id: &str| get(&key_of(id)).is_some();
    (1..10_000).map(|n| if n == 1 { stem.clone() } else { format!("{stem}-{n}") }).find(|id| !taken(id)).unwrap_or(stem)
}
