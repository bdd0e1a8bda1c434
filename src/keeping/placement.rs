//! Placement of scenarios added to the saved ones: free names and ids, and duplicates.
//!
//! Plain data, tested natively. The time per scenario is about constant, however many there are.

use std::collections::{BTreeMap, BTreeSet};

use engine::codec::collection::{Kept, named};
use engine::codec::{LONGEST_NAME, plain};
use serde_json::Value;

/// Numbered ids checked for duplicates of a scenario.
const PLACES: std::ops::Range<usize> = 2..10;

/// Placeholder for a name in a file; no name contains these characters.
const MARK: &str = "\u{2}name\u{2}";

/// What happens to a scenario to be saved beside others.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Placed {
    /// It exists already.
    There,
    /// It is saved as it is.
    Same(Kept),
    /// It is saved under another name and id.
    Beside(Kept),
}

/// The saved scenarios, indexed by name and id.
#[derive(Default)]
pub struct Placement {
    files: BTreeMap<String, String>,
    names: BTreeMap<String, BTreeSet<String>>,
    taken: BTreeSet<String>,
    /// The number from which a name may be free.
    names_from: BTreeMap<String, usize>,
    /// The same for stems of ids.
    ids_from: BTreeMap<String, usize>,
}

impl Placement {
    /// Starts with saved scenarios; `taken` are ids used for something else.
    pub fn beside_all<'k>(kept: impl IntoIterator<Item = &'k Kept>, taken: impl IntoIterator<Item = String>) -> Self {
        let mut placement = Self { taken: taken.into_iter().collect(), ..Self::default() };
        for kept in kept {
            placement.note(kept);
        }
        placement
    }

    /// Places a scenario. Scenarios to be saved count as saved from then on.
    pub fn place(&mut self, kept: Kept) -> Placed {
        if kept.id.is_empty() {
            return Placed::Same(self.beside(&kept));
        }
        if self.files.get(&kept.id) == Some(&kept.file) || (self.is_taken(&kept.id) && self.stands_beside(&kept)) {
            return Placed::There;
        }
        if self.is_taken(&kept.id) {
            return Placed::Beside(self.beside(&kept));
        }
        self.note(&kept);
        Placed::Same(kept)
    }

    /// The scenario under a free name and id.
    pub fn beside(&mut self, kept: &Kept) -> Kept {
        let name = self.free_name(&kept.name);
        let kept = Kept { id: self.free_id(&name), file: renamed(&kept.file, &name), name };
        self.note(&kept);
        kept
    }

    fn note(&mut self, kept: &Kept) {
        self.files.insert(kept.id.clone(), kept.file.clone());
        self.names.entry(kept.name.clone()).or_default().insert(kept.id.clone());
    }

    fn is_taken(&self, id: &str) -> bool {
        self.files.contains_key(id) || self.taken.contains(id)
    }

    /// Whether a scenario with this name and content exists beside the one that has its id.
    fn stands_beside(&self, kept: &Kept) -> bool {
        let marked = renamed(&kept.file, MARK);
        let Some((before, after)) = marked.split_once(&Value::from(MARK).to_string()) else { return false };
        PLACES.map(|n| numbered(&kept.name, n)).any(|name| {
            let wanted = format!("{before}{}{after}", Value::from(name.as_str()));
            let ids = self.names.get(&name).into_iter().flatten();
            ids.filter_map(|id| self.files.get(id)).any(|file| *file == wanted)
        })
    }

    fn free_name(&mut self, name: &str) -> String {
        let name = named(name);
        let from = self.names_from.get(&name).copied().unwrap_or(1);
        let (n, free) = first_free(from, |n| numbered(&name, n), |name| !self.names.contains_key(name));
        self.names_from.insert(name, n);
        free
    }

    fn free_id(&mut self, name: &str) -> String {
        let stem = stem(name);
        let from = self.ids_from.get(&stem).copied().unwrap_or(1);
        let (n, free) = first_free(from, |n| numbered_id(&stem, n), |id| !self.is_taken(id));
        self.ids_from.insert(stem, n);
        free
    }
}

/// The first free text from a number on, and its number.
fn first_free(from: usize, text: impl Fn(usize) -> String, is_free: impl Fn(&str) -> bool) -> (usize, String) {
    let mut n = from;
    loop {
        let text = text(n);
        if is_free(&text) {
            return (n, text);
        }
        n += 1;
    }
}

/// A name with a number appended, within the maximum length; the first has none.
pub fn numbered(name: &str, n: usize) -> String {
    if n == 1 { name.to_owned() } else { format!("{} ({n})", plain(name, LONGEST_NAME - 6)) }
}

/// An id with a number appended; the first has none.
fn numbered_id(stem: &str, n: usize) -> String {
    if n == 1 { stem.to_owned() } else { format!("{stem}-{n}") }
}

/// A free name: this one, or with a number appended.
pub fn free_name(name: &str, is_free: impl Fn(&str) -> bool) -> String {
    let name = named(name);
    first_free(1, |n| numbered(&name, n), is_free).1
}

/// A free id, made from a name.
pub fn free_id(name: &str, is_free: impl Fn(&str) -> bool) -> String {
    let stem = stem(name);
    first_free(1, |n| numbered_id(&stem, n), is_free).1
}

/// The part of a name used for an id.
fn stem(name: &str) -> String {
    let stem: String = name
        .chars()
        .filter_map(|c| match c.to_ascii_lowercase() {
            c if c.is_ascii_alphanumeric() => Some(c),
            ' ' | '-' => Some('-'),
            _ => None,
        })
        .take(40)
        .collect();
    if stem.is_empty() { "scenario".to_owned() } else { stem }
}

/// A saved file with another name.
pub fn renamed(file: &str, name: &str) -> String {
    match serde_json::from_str(file) {
        Ok(Value::Object(mut members)) => {
            members.insert("name".to_owned(), Value::from(name));
            serde_json::to_string_pretty(&members).unwrap_or_else(|_| file.to_owned())
        }
        _ => file.to_owned(),
    }
}
