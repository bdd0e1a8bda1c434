//! What a storage refused to take: held in memory, and tried again.
//!
//! Plain data over any storage, so that it is tested natively.

use std::collections::BTreeMap;

/// A storage that may refuse.
pub trait Shelf {
    /// The text under a key.
    fn get(&self, key: &str) -> Option<String>;
    /// Puts a text under a key, or removes what stands there. Returns whether it is so now; what stood there before stays
    /// if not.
    fn put(&self, key: &str, text: Option<&str>) -> bool;
}

/// What is held for a key: a text, or that it is to go.
struct Held {
    text: Option<String>,
    /// What the storage had there when it refused.
    over: Option<String>,
}

/// Everything that is held.
pub struct Vault {
    held: BTreeMap<String, Held>,
    /// Start of the keys of which there may be many: where another window wrote under one of them, what is held goes
    /// under a key of its own.
    many: &'static str,
}

impl Vault {
    /// One that holds nothing.
    pub const fn new(many: &'static str) -> Self {
        Self { held: BTreeMap::new(), many }
    }

    /// Whether something is held.
    pub fn holds(&self) -> bool {
        !self.held.is_empty()
    }

    /// Keys for which something is held.
    pub fn keys(&self) -> impl Iterator<Item = &str> {
        self.held.keys().map(String::as_str)
    }

    /// The text under a key: what is held for it, else what the storage has.
    pub fn get(&mut self, shelf: &impl Shelf, key: &str) -> Option<String> {
        self.move_beside(shelf, key);
        self.held.get(key).map_or_else(|| shelf.get(key), |held| held.text.clone())
    }

    /// Puts a text under a key, or removes what stands there. Returns whether the storage took it. Where it did, there is
    /// room for what it refused before.
    pub fn put(&mut self, shelf: &impl Shelf, key: &str, text: Option<&str>) -> bool {
        self.move_beside(shelf, key);
        let over = shelf.get(key);
        let done = over.as_deref() == text || shelf.put(key, text);
        if done {
            self.held.remove(key);
            self.retry(shelf);
        } else {
            self.held.insert(key.to_owned(), Held { text: text.map(ToOwned::to_owned), over });
        }
        done
    }

    /// Tries again what was refused, what takes the least room first: where that does not fit, the rest does not either.
    pub fn retry(&mut self, shelf: &impl Shelf) {
        let keys: Vec<String> = self.held.keys().cloned().collect();
        for key in &keys {
            self.move_beside(shelf, key);
        }
        let mut waiting: Vec<(bool, usize, String)> = Vec::new();
        for (key, held) in &self.held {
            // One of which there is one: another window wrote it since. It stays until this window writes it again.
            if shelf.get(key) == held.over {
                let now = held.over.as_ref().map_or(0, |over| key.len() + over.len());
                let then = held.text.as_ref().map_or(0, |text| key.len() + text.len());
                waiting.push((then > now, then.abs_diff(now), key.clone()));
            }
        }
        waiting.sort();
        for (.., key) in waiting {
            let Some(held) = self.held.get(&key) else { continue };
            if !shelf.put(&key, held.text.as_deref()) {
                return;
            }
            self.held.remove(&key);
        }
    }

    /// Where another window wrote under a key since the storage refused it, both stay: what is held gets another key.
    fn move_beside(&mut self, shelf: &impl Shelf, key: &str) {
        let Some(held) = self.held.get(key) else { return };
        if !key.starts_with(self.many) || shelf.get(key) == held.over {
            return;
        }
        let free = |key: &String| !self.held.contains_key(key) && shelf.get(key).is_none();
        let place = (2..1_000).map(|n| format!("{key}-{n}")).find(free);
        if let (Some(held), Some(place)) = (self.held.remove(key), place)
            && held.text.is_some()
        {
            self.held.insert(place, Held { over: None, ..held });
        }
    }
}
