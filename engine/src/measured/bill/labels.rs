//! Labels of a charge: those that say who or what it is for.

use super::super::names::SEPARATOR;

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
}

impl Labels {
    /// Forgets all labels, for the next row.
    pub fn clear(&mut self) {
        self.pairs.clear();
    }

    /// Adds a label; keys that do not say who or what a charge is for are passed over, and so are empty values.
    pub fn add(&mut self, key: &str, value: &str) {
        if let Some(key) = kept(key) {
            self.add_kept(key, value);
        }
    }

    /// The same for a key that is kept.
    pub fn add_kept(&mut self, key: &'static str, value: &str) {
        let value = value.trim();
        if value.is_empty() || self.pairs.iter().any(|(there, _)| *there == key) {
            return;
        }
        let is_plain = value.len() <= LONGEST && value.bytes().all(|b| b.is_ascii_graphic() || b == b' ');
        let value: String = if is_plain { value.to_owned() } else { plain(value, LONGEST) };
        if !value.is_empty() {
            self.pairs.push((key, value));
        }
    }

    /// Adds the labels of a JSON object, or of an Azure cell that lacks its braces: `"team": "a","env": "b"`.
    pub fn add_json(&mut self, cell: &[u8]) {
        let cell = cell.trim_ascii();
        if cell.len() < 3 {
            return;
        }
        let whole = if cell.starts_with(b"{") { cell.to_vec() } else { [b"{", cell, b"}"].concat() };
        let Ok(serde_json::Value::Object(object)) = serde_json::from_slice(&whole) else { return };
        for (key, value) in &object {
            if let Some(text) = value.as_str() {
                self.add(key, text);
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
