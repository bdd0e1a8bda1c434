//! Writes that the storage refused: held in memory and retried.
//!
//! Plain data over any storage, tested natively.

use std::collections::BTreeMap;

/// A storage that may refuse.
pub trait Shelf {
    /// The text under a key.
    fn get(&self, key: &str) -> Option<String>;
    /// Sets or removes a key's text. Returns whether it succeeded; if not, the previous text stays.
    fn put(&self, key: &str, text: Option<&str>) -> bool;
}

/// A pending write for a key: a text, or its removal.
struct Held {
    text: Option<String>,
    /// The stored text when the storage refused.
    over: Option<String>,
}

/// All pending writes.
pub struct Vault {
    held: BTreeMap<String, Held>,
    /// Prefix of keys that may be numbered: if another window wrote such a key, the pending text gets its own key.
    many: &'static str,
}

impl Vault {
    /// An empty vault.
    pub const fn new(many: &'static str) -> Self {
        Self { held: BTreeMap::new(), many }
    }

    /// Whether any write is pending.
    pub fn holds(&self) -> bool {
        !self.held.is_empty()
    }

    /// Keys with pending writes.
    pub fn keys(&self) -> impl Iterator<Item = &str> {
        self.held.keys().map(String::as_str)
    }

    /// The text under a key: the pending one, otherwise the stored one.
    pub fn get(&mut self, shelf: &impl Shelf, key: &str) -> Option<String> {
        self.move_beside(shelf, key);
        self.held.get(key).map_or_else(|| shelf.get(key), |held| held.text.clone())
    }

    /// Sets or removes a key's text. Returns whether the storage accepted it; if it did, earlier refused writes are
    /// retried.
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

    /// Retries pending writes, the smallest growth first: if that does not fit, the rest does not either.
    pub fn retry(&mut self, shelf: &impl Shelf) {
        let keys: Vec<String> = self.held.keys().cloned().collect();
        for key in &keys {
            self.move_beside(shelf, key);
        }
        let mut waiting: Vec<(bool, usize, String)> = Vec::new();
        for (key, held) in &self.held {
            // A unique key that another window wrote since: the write stays pending until this window writes the key
            // again.
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

    /// If another window wrote a key since the storage refused it, both texts are kept: the pending one gets another
    /// key.
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
