//! Browser storage: gloo-storage behind a guard, or memory if there is no storage.
//!
//! Reading the property can throw (sandboxed frames, blocked cookies), writing can fail (full), and the stored data can
//! be anything. None of this reaches the program: a failed write is reported and held in memory until there is space
//! ([`crate::keeping::vault`]), unreadable data is set aside and counted. Each scenario has its own key, so that two tabs
//! do not overwrite each other's list. docs/format.md lists the keys.

use std::cell::RefCell;
use std::collections::{BTreeMap, BTreeSet};

use engine::codec::collection::Kept;
use gloo_storage::{LocalStorage, Storage};
use js_sys::Reflect;
use serde_json::json;

use crate::keeping::placement;
use crate::keeping::stored::{self, BOOK, ORDER, OURS, PREFIX, StoredScenario, WORKING, Worth};
use crate::keeping::vault::{Shelf, Vault};

/// Key of the window that wrote [`WORKING`] last.
const WINDOW: &str = "rack-or-rent/v1/window";
/// Key of the link that was in the URL when a page was closed with later work in [`WORKING`]; in the storage of the window.
const LEFT: &str = "rack-or-rent/v1/left";
/// Prefix of the keys for unreadable data that was set aside; a number follows.
const ASIDE: &str = "rack-or-rent/aside/";

/// The contents of the storage.
pub struct Found {
    /// Readable scenarios, in the user's order, then by id: ids keep the original names, so renaming moves nothing.
    pub kept: Vec<Kept>,
    /// Ids of scenarios changed since the user last saved them.
    pub changed: Vec<String>,
    /// Our keys with unreadable data: what was set aside, and data of a later version.
    pub unreadable: Vec<String>,
}

thread_local! {
    /// Writes the browser refused.
    static VAULT: RefCell<Vault> = const { RefCell::new(Vault::new(PREFIX)) };
    /// Parsed texts, by key: reading many scenarios again after each change would take long.
    static READ: RefCell<BTreeMap<String, (String, Option<StoredScenario>)>> = const { RefCell::new(BTreeMap::new()) };
    /// Id of this window; created on its first write.
    static THIS: RefCell<String> = const { RefCell::new(String::new()) };
}

/// The browser's storage as it is, without pending writes.
struct Local(Option<web_sys::Storage>);

impl Shelf for Local {
    fn get(&self, key: &str) -> Option<String> {
        self.0.as_ref()?.get_item(key).ok()?
    }

    fn put(&self, key: &str, text: Option<&str>) -> bool {
        let Some(storage) = &self.0 else { return false };
        let before = storage.get_item(key);
        let asked = text.map_or_else(|| storage.remove_item(key), |text| storage.set_item(key, text));
        let done = asked.is_ok() && storage.get_item(key).is_ok_and(|back| back.as_deref() == text);
        if let (false, Ok(Some(before))) = (done, before) {
            let _ = storage.set_item(key, &before);
        }
        done
    }
}

/// The browser's storage. Uses the one access that never throws before gloo-storage, which throws if there is none.
fn local() -> Option<web_sys::Storage> {
    web_sys::window()?.local_storage().ok().flatten().map(|_| LocalStorage::raw())
}

/// Whether saved data outlives the page: storage exists and accepts a write.
pub fn works() -> bool {
    const PROBE: &str = "rack-or-rent/probe";
    let Some(storage) = local() else { return false };
    let written =
        storage.set_item(PROBE, "1").is_ok() && storage.get_item(PROBE).is_ok_and(|back| back.as_deref() == Some("1"));
    let _ = storage.remove_item(PROBE);
    written
}

/// Whether any key's data is held only in memory.
pub fn refuses() -> bool {
    VAULT.with_borrow(Vault::holds)
}

/// Retries writes held in memory. Returns whether all of them succeeded.
pub fn retry() -> bool {
    VAULT.with_borrow_mut(|vault| {
        if vault.holds() {
            vault.retry(&Local(local()));
        }
        !vault.holds()
    })
}

/// The text under a key.
pub fn get(key: &str) -> Option<String> {
    VAULT.with_borrow_mut(|vault| vault.get(&Local(local()), key))
}

/// Stores a text under a key, or removes it; held in memory while the page is open if the browser refuses. Returns
/// whether it outlives the page: it is read back, and the previous text is restored if it is wrong.
pub fn put(key: &str, text: Option<&str>) -> bool {
    VAULT.with_borrow_mut(|vault| vault.put(&Local(local()), key, text))
}

/// Every key of this program with data.
pub fn keys() -> Vec<String> {
    let mut found: BTreeSet<String> = VAULT.with_borrow(|vault| vault.keys().map(ToOwned::to_owned).collect());
    if let Some(storage) = local() {
        for index in 0..storage.length().unwrap_or(0) {
            if let Ok(Some(key)) = storage.key(index)
                && key.starts_with(OURS)
            {
                found.insert(key);
            }
        }
    }
    let mut keys: Vec<String> = found.into_iter().collect();
    keys.retain(|key| get(key).is_some());
    keys
}

/// Key of the scenario with an id.
pub fn key_of(id: &str) -> String {
    format!("{PREFIX}{id}")
}

/// Whether a key belongs to a scenario.
pub fn is_scenario(key: &str) -> bool {
    key.starts_with(PREFIX)
}

/// Whether a key belongs to a later version of this program, which nothing here reads or writes.
fn is_later(key: &str) -> bool {
    key.strip_prefix(OURS).and_then(|rest| rest.strip_prefix('v')).is_some_and(|rest| !rest.starts_with("1/"))
}

/// A scenario as stored, with its last explicitly saved state if that differs.
pub fn text_of(kept: &Kept, saved: Option<&str>) -> String {
    match saved.filter(|saved| *saved != kept.file) {
        Some(saved) => json!({ "name": kept.name, "file": kept.file, "saved": saved }),
        None => json!({ "name": kept.name, "file": kept.file }),
    }
    .to_string()
}

/// The last explicitly saved state of a scenario; `None` if it has not changed since.
pub fn saved(id: &str) -> Option<String> {
    read(&key_of(id))?.saved
}

/// The scenario under a key, parsed again only if its text changed.
fn read(key: &str) -> Option<StoredScenario> {
    let text = get(key)?;
    READ.with_borrow_mut(|known| match known.get(key) {
        Some((known, found)) if *known == text => found.clone(),
        _ => {
            let found = stored::scenario(key, &text);
            known.insert(key.to_owned(), (text, found.clone()));
            found
        }
    })
}

/// The scenario under a key.
fn scenario(key: &str) -> Option<Kept> {
    Some(read(key)?.kept)
}

/// The scenario with an id.
pub fn kept(id: &str) -> Option<Kept> {
    scenario(&key_of(id))
}

/// Stores a scenario as it changes and keeps its last explicitly saved state. Returns whether it outlives the page.
pub fn keep(kept: &Kept, asked: bool) -> bool {
    let key = key_of(&kept.id);
    let before = if asked { None } else { read(&key) };
    let saved = before.map(|before| before.saved.unwrap_or(before.kept.file));
    put(&key, Some(&text_of(kept, saved.as_deref())))
}

/// Everything stored.
pub fn list() -> Found {
    let mut named: BTreeMap<String, Kept> = BTreeMap::new();
    let mut changed = Vec::new();
    let mut unreadable = Vec::new();
    for key in keys() {
        if key.starts_with(ASIDE) || is_later(&key) {
            unreadable.push(key);
        } else if is_scenario(&key) {
            match read(&key) {
                Some(StoredScenario { kept, saved }) => {
                    changed.extend(saved.map(|_| kept.id.clone()));
                    named.insert(kept.id.clone(), kept);
                }
                None => unreadable.push(key),
            }
        }
    }
    READ.with_borrow_mut(|known| {
        known.retain(|key, _| key.strip_prefix(PREFIX).is_some_and(|id| named.contains_key(id)));
    });
    let mut kept: Vec<Kept> = order().iter().filter_map(|id| named.remove(id)).collect();
    kept.extend(named.into_values());
    Found { kept, changed, unreadable }
}

/// Ids with any data, readable or not.
pub fn ids() -> Vec<String> {
    keys().iter().filter_map(|key| key.strip_prefix(PREFIX)).map(ToOwned::to_owned).collect()
}

/// The user's order of ids.
fn order() -> Vec<String> {
    get(ORDER).and_then(|text| stored::order(&text)).unwrap_or_default()
}

/// An order of ids as stored.
pub fn order_text(ids: &[&str]) -> String {
    json!(ids).to_string()
}

/// The string in the JSON under a key.
fn text(key: &str) -> Option<String> {
    stored::string(&get(key)?)
}

/// A text as JSON, as stored.
pub fn quoted(text: &str) -> String {
    json!(text).to_string()
}

/// Stores the working copy as a link. Returns whether it outlives the page.
pub fn keep_working(link: &str) -> bool {
    let lasts = put(WORKING, Some(&quoted(link)));
    let this = quoted(&this_window());
    if lasts && get(WINDOW).as_ref() != Some(&this) {
        let _ = put(WINDOW, Some(&this));
    }
    lasts
}

/// The working copy in the storage itself, from any window.
pub fn stored_working() -> Option<String> {
    in_storage(WORKING)
}

/// The text under a key in the storage itself, whatever waits to be written.
pub fn in_storage(key: &str) -> Option<String> {
    Local(local()).get(key)
}

/// The window that last wrote the working copy; empty if unknown.
pub fn window_of_working() -> String {
    text(WINDOW).unwrap_or_default()
}

fn this_window() -> String {
    THIS.with_borrow_mut(|this| {
        if this.is_empty() {
            *this = js_sys::Math::random().to_bits().to_string();
        }
        this.clone()
    })
}

/// Records that the page was closed while its URL held, or had just held, an older link than [`working`]: a reload may see that URL.
/// Only this window can be reloaded so; where the working copy is not stored, there is nothing newer.
pub fn leave(older: &str) {
    if let Some(session) = session().filter(|_| !refuses()) {
        let _ = session.set_item(LEFT, older);
    }
}

/// The link that was older than [`working`] when the page was closed; returned once.
pub fn left() -> Option<String> {
    let session = session()?;
    let found = session.get_item(LEFT).ok().flatten();
    let _ = session.remove_item(LEFT);
    found
}

fn session() -> Option<web_sys::Storage> {
    web_sys::window()?.session_storage().ok().flatten()
}

/// The working copy.
pub fn working() -> Option<String> {
    text(WORKING)
}

/// The user's own price book.
pub fn book() -> Option<String> {
    text(BOOK)
}

/// Moves unreadable data aside, so that nothing overwrites it: the original is removed once the copy is stored, but for
/// the part that can be read.
pub fn set_aside() {
    let Some(storage) = local() else { return };
    for key in keys() {
        let part = match stored::worth(&key, &get(&key).unwrap_or_default()) {
            Worth::Whole => continue,
            Worth::Part(part) => Some(part),
            Worth::Nothing => None,
        };
        // As the browser stores it: an unpaired surrogate would not survive conversion to our strings.
        let Ok(raw) = Reflect::get(&storage, &key.as_str().into()) else { continue };
        let place = (1..1_000).map(|n| format!("{ASIDE}{n}")).find(|key| get(key).is_none());
        let Some(place) = place.map(Into::into) else { return };
        let copied = Reflect::set(&storage, &place, &raw).is_ok();
        if copied && Reflect::get(&storage, &place).is_ok_and(|copy| copy == raw) {
            let _ = part.map_or_else(|| storage.remove_item(&key), |part| storage.set_item(&key, &part));
        }
    }
}

/// A new id, made from a name, that no saved scenario has.
pub fn fresh_id(name: &str) -> String {
    placement::free_id(name, |id| get(&key_of(id)).is_none())
}
