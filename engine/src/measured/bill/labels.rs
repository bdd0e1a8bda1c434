//! Labels of a charge: those that say who or what it is for.

use super::super::names::SEPARATOR;
use super::known_cells::KnownCells;
use crate::text::plain;

/// Keys that are kept, as they are compared: small letters and hyphens.
const KEPT: [&str; 26] = [
    "app",
    "application",
    "business-unit",
    "cost-center",
    "cost-centre",
    "costcenter",
    "costcentre",
    "customer",
    "department",
    "env",
    "environment",
    "experiment",
    "group",
    "model",
    "model-size",
    "namespace",
    "org",
    "owner",
    "project",
    "resource-group",
    "service",
    "squad",
    "team",
    "user",
    "workload",
    "workspace",
];

/// Between two labels of a text.
const END: char = SEPARATOR;
/// Longest value kept, in characters.
const LONGEST: usize = 80;

/// Labels of one charge, as one text that is equal for equal labels.
#[derive(Clone, Debug, Default)]
pub struct Labels {
    pairs: Vec<(&'static str, String)>,
    text: String,
    /// The labels of JSON cells: rows repeat them.
    of_cells: KnownCells<Vec<(&'static str, String)>>,
}

impl Labels {
    /// Forgets all labels, for the next row.
    pub fn clear(&mut self) {
        self.pairs.clear();
    }

    /// Adds a label; keys that do not say who or what a charge is for are skipped, and so are empty values.
    pub fn add(&mut self, key: &str, value: &str) {
        if let Some(key) = kept(key) {
            self.add_kept(key, value);
        }
    }

    /// The same for a key that is kept.
    pub fn add_kept(&mut self, key: &'static str, value: &str) {
        if self.pairs.iter().all(|(there, _)| *there != key) {
            self.pairs.extend(shown(value).map(|value| (key, value)));
        }
    }

    /// Adds the labels of a JSON object, or of an Azure cell that lacks its braces: `"team": "a","env": "b"`.
    pub fn add_json(&mut self, cell: &[u8]) {
        let cell = cell.trim_ascii();
        if cell.len() < 3 {
            return;
        }
        for (key, value) in self.of_cells.read(cell, labels_in_json) {
            if self.pairs.iter().all(|(there, _)| *there != key) {
                self.pairs.push((key, value));
            }
        }
    }

    /// The labels as one text, sorted by key.
    pub fn text(&mut self) -> &str {
        self.pairs.sort();
        self.text.clear();
        for (key, value) in &self.pairs {
            self.text.push_str(key);
            self.text.push('=');
            self.text.push_str(value);
            self.text.push(END);
        }
        &self.text
    }
}

/// A value as it is kept; `None` if nothing of it can be seen.
fn shown(value: &str) -> Option<String> {
    let value = value.trim();
    let is_plain = value.len() <= LONGEST && value.bytes().all(|b| b.is_ascii_graphic() || b == b' ');
    let value = if is_plain { value.to_owned() } else { plain(value, LONGEST) };
    Some(value).filter(|value| !value.is_empty())
}

/// The labels in a JSON object with or without its braces that are kept, each key as often as it stands there.
fn labels_in_json(cell: &[u8]) -> Vec<(&'static str, String)> {
    let whole = if cell.starts_with(b"{") { cell.to_vec() } else { [b"{", cell, b"}"].concat() };
    let Ok(serde_json::Value::Object(object)) = serde_json::from_slice(&whole) else { return Vec::new() };
    object.iter().filter_map(|(key, value)| Some((kept(key)?, shown(value.as_str()?)?))).collect()
}

/// The labels of a text: keys and values.
pub fn pairs(text: &str) -> impl Iterator<Item = (&str, &str)> {
    text.split(END).filter_map(|pair| pair.split_once('='))
}

/// The key of a tag as it is kept; `None` if it is not.
pub fn kept(key: &str) -> Option<&'static str> {
    let last = key.rsplit([':', '/']).next().unwrap_or(key).to_ascii_lowercase().replace(['_', ' '], "-");
    // AWS' report 2.0 writes `user_team` for the tag `team`.
    let bare = last.strip_prefix("user-").unwrap_or(&last);
    KEPT.iter().find(|kept| **kept == bare || **kept == last).copied()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn labels_are_equal_whatever_their_order_and_spelling() {
        let mut labels = Labels::default();
        labels.add("user:Cost_Center", " 12 ");
        labels.add("team", "research");
        labels.add("aws:createdBy", "x");
        labels.add("env", "");
        let one = labels.text().to_owned();
        labels.clear();
        labels.add_json(br#""team": "research","Cost Center": "12""#);
        assert_eq!(labels.text(), one);
        assert_eq!(pairs(&one).collect::<Vec<_>>(), [("cost-center", "12"), ("team", "research")]);
        labels.clear();
        labels.add_json(br#"{"user_team": "a"}"#);
        assert_eq!(pairs(labels.text()).collect::<Vec<_>>(), [("team", "a")]);
    }
}
