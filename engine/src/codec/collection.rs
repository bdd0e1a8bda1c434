//! All saved scenarios and the user's own price book as one file. Described in docs/format.md.
//!
//! In and out: what a page stores, by id. Each scenario is its own saved file, so reading returns exactly what was
//! written.

use serde_json::{Value, json};

use super::resemblance::looks_like;
use super::{DecodeError, file, plain};
use crate::prices::PriceBook;

/// Value of the file's `format` member.
pub const FORMAT: &str = "rack-or-rent/scenarios";
/// Version of the list; every scenario in it has its own.
pub const VERSION: u32 = 1;
/// Longest text accepted, in bytes: more than browsers store.
const LONGEST: usize = 20_000_000;
/// Most scenarios accepted.
const MOST: usize = 1_000;
/// Longest id, in bytes.
const LONGEST_ID: usize = 60;
/// Name of a scenario without one.
pub const UNNAMED: &str = "Untitled";

/// A saved scenario.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Kept {
    /// Lowercase letters, digits and hyphens; empty if it has no id yet.
    pub id: String,
    /// Its name.
    pub name: String,
    /// Its saved file.
    pub file: String,
}

/// The contents of a collection file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Collection {
    /// Scenarios that can be opened, in the order of the file.
    pub kept: Vec<Kept>,
    /// The text of the user's own price book, as loaded.
    pub own_book: Option<String>,
    /// Parts that cannot be used, each described.
    pub refused: Vec<String>,
}

/// Writes scenarios, in order, and a price book. A scenario that is not JSON is included as a string.
pub fn write(all: &[Kept], own_book: Option<&str>) -> String {
    let scenario = |file: &str| serde_json::from_str(file).unwrap_or_else(|_| Value::from(file));
    let list: Vec<Value> = all.iter().map(|kept| json!({ "id": kept.id, "scenario": scenario(&kept.file) })).collect();
    let mut file = json!({ "format": FORMAT, "version": VERSION, "scenarios": list });
    if let Some(text) = own_book {
        file["own_book"] = text.into();
    }
    format!("{file:#}")
}

/// Reads a collection file. A part that cannot be used is reported; the rest is used.
///
/// Errors: too long, not JSON, or not a collection.
pub fn read(text: &str, book: &PriceBook) -> Result<Collection, DecodeError> {
    let mut reading = Reading::begin(text)?;
    while reading.step(book) {}
    Ok(reading.end())
}

/// Reads a collection file one scenario at a time, because many take a while.
pub struct Reading {
    list: std::iter::Enumerate<std::vec::IntoIter<Value>>,
    found: Collection,
}

impl Reading {
    /// Starts reading; errors as for [`read`].
    pub fn begin(text: &str) -> Result<Self, DecodeError> {
        if text.len() > LONGEST {
            return Err(DecodeError::TooLong);
        }
        let json = serde_json::from_str(text).map_err(|_| DecodeError::NotJson(looks_like(text)))?;
        let Value::Object(mut file) = json else { return Err(DecodeError::NotAScenario) };
        let is_ours = file.get("format").and_then(Value::as_str) == Some(FORMAT);
        let (true, Some(Value::Array(mut list))) = (is_ours, file.remove("scenarios")) else {
            return Err(DecodeError::NotAScenario);
        };
        let own_book = file.get("own_book").and_then(Value::as_str).map(str::to_owned);
        let mut found = Collection { kept: Vec::new(), own_book, refused: Vec::new() };
        if found.own_book.is_none() && file.contains_key("own_book") {
            found.refused.push("The price book in the file cannot be read".to_owned());
        }
        if file.get("version").and_then(Value::as_u64) != Some(u64::from(VERSION)) {
            found.refused.push(format!("The file is not format version {VERSION}. Only what is recognised is used"));
        }
        if list.len() > MOST {
            list.truncate(MOST);
            found.refused.push(format!("Only the first {MOST} scenarios are read"));
        }
        Ok(Self { list: list.into_iter().enumerate(), found })
    }

    /// Reads the next scenario; false if there is none.
    pub fn step(&mut self, book: &PriceBook) -> bool {
        let Some((index, entry)) = self.list.next() else { return false };
        match one(&entry, book) {
            Ok(kept) => self.found.kept.push(kept),
            Err(problem) => self.found.refused.push(format!("Scenario {}: {problem}", index + 1)),
        }
        true
    }

    /// The contents read.
    pub fn end(self) -> Collection {
        self.found
    }
}

fn one(entry: &Value, book: &PriceBook) -> Result<Kept, DecodeError> {
    let entry = entry.as_object().ok_or(DecodeError::NotAScenario)?;
    let scenario = entry.get("scenario").filter(|s| s.is_object()).ok_or(DecodeError::NotAScenario)?;
    let text = format!("{scenario:#}");
    let name = file::read(&text, book)?.document.name;
    let fits = |id: &&str| {
        id.len() <= LONGEST_ID && id.bytes().all(|b| b.is_ascii_lowercase() || b.is_ascii_digit() || b == b'-')
    };
    let id = entry.get("id").and_then(Value::as_str).filter(fits).unwrap_or_default();
    Ok(Kept { id: id.to_owned(), name: named(&name), file: text })
}

/// A name suitable for a list: plain, never empty.
pub fn named(name: &str) -> String {
    let name = plain(name, super::LONGEST_NAME);
    if name.trim().is_empty() { UNNAMED.to_owned() } else { name }
}
