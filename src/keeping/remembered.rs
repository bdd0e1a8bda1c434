//! What the user explained about names in files: which GPU a printed name means, which GPUs a machine on a bill has.
//!
//! Remembered in this browser for all its windows. Each window stores its changes, not its whole list, so names from two
//! windows merge. Plain data, tested natively.

use std::collections::BTreeMap;

use serde_json::{Map, Value};

/// Most names remembered, and most characters of one: what a person explains, with room to spare.
pub const MOST_NAMES: usize = 1_000;
const LONGEST_NAME: usize = 300;
/// Most characters of the id of a GPU.
const LONGEST_ID: usize = 60;
/// Most GPUs of a machine. The largest rack sold as one machine has 72.
const MOST_GPUS: f64 = 1_024.0;

/// What a name means, as stored.
pub trait Meaning: Clone {
    /// Reads a stored value; `None` if it cannot be meant.
    fn read(value: &Value) -> Option<Self>;
    /// The value to store.
    fn value(&self) -> Value;
    /// The id of the GPU it names; empty for none.
    fn gpu(&self) -> &str;
}

/// The id of a GPU.
impl Meaning for String {
    fn read(value: &Value) -> Option<Self> {
        value.as_str().filter(|id| is_id(id)).map(ToOwned::to_owned)
    }

    fn value(&self) -> Value {
        self.as_str().into()
    }

    fn gpu(&self) -> &str {
        self
    }
}

/// The id of a GPU, and how many a machine has; 0 for none.
impl Meaning for (String, f64) {
    fn read(value: &Value) -> Option<Self> {
        let [gpu, count] = value.as_array()?.as_slice() else { return None };
        let count = count.as_f64().filter(|count| (0.0..=MOST_GPUS).contains(count))?;
        gpu.as_str().filter(|id| is_id(id)).map(|id| (id.to_owned(), count))
    }

    fn value(&self) -> Value {
        Value::Array(vec![self.0.as_str().into(), self.1.into()])
    }

    fn gpu(&self) -> &str {
        if self.1 > 0.0 { &self.0 } else { "" }
    }
}

fn is_id(text: &str) -> bool {
    let is_part = |b: u8| b.is_ascii_lowercase() || b.is_ascii_digit() || matches!(b, b'-' | b'.');
    !text.is_empty() && text.len() <= LONGEST_ID && text.bytes().all(is_part)
}

/// The entries of a stored list that can be meant.
pub fn entries<T: Meaning>(all: &Map<String, Value>) -> BTreeMap<String, T> {
    let usable = all.iter().filter(|(name, _)| name.chars().count() <= LONGEST_NAME);
    usable.filter_map(|(name, value)| Some((name.clone(), T::read(value)?))).take(MOST_NAMES).collect()
}

/// Names with what they mean: those in the storage, and this window's changes that are not stored yet.
#[derive(Clone, Debug)]
pub struct Remembered<T> {
    /// Not stored yet: new meanings, and `None` for a name that lost its meaning.
    waiting: BTreeMap<String, Option<T>>,
}

impl<T> Default for Remembered<T> {
    fn default() -> Self {
        Self { waiting: BTreeMap::new() }
    }
}

impl<T: Meaning> Remembered<T> {
    /// Changes what a name means, or forgets it.
    pub fn change(&mut self, name: &str, meaning: Option<T>) {
        self.waiting.insert(name.to_owned(), meaning);
    }

    /// The storage has all changes.
    pub fn stored(&mut self) {
        self.waiting.clear();
    }

    /// Every name with its meaning, for the text in the storage.
    fn all(&self, stored: Option<&str>) -> BTreeMap<String, T> {
        let found = stored.and_then(|text| serde_json::from_str::<Map<String, Value>>(text).ok());
        let mut all = found.map_or_else(BTreeMap::new, |found| entries(&found));
        for (name, meaning) in &self.waiting {
            match meaning {
                Some(meaning) => all.insert(name.clone(), meaning.clone()),
                None => all.remove(name),
            };
        }
        all
    }

    /// Names with a GPU that is known here. Others stay stored: a later version of the page may know theirs.
    pub fn known(&self, stored: Option<&str>, is_known: impl Fn(&str) -> bool) -> BTreeMap<String, T> {
        let mut all = self.all(stored);
        all.retain(|_, meaning| meaning.gpu().is_empty() || is_known(meaning.gpu()));
        all
    }

    /// What to store: this window's changes in what is in the storage. `None` if the storage would hold too much: a name
    /// that is too long, or too many.
    pub fn text(&self, stored: Option<&str>) -> Option<String> {
        let all = self.all(stored);
        let fits = all.len() <= MOST_NAMES && all.keys().all(|name| name.chars().count() <= LONGEST_NAME);
        let values = all.iter().map(|(name, meaning)| (name.clone(), meaning.value()));
        fits.then(|| Value::Object(values.collect()).to_string())
    }
}
