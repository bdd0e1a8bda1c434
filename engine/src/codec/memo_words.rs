//! The words of a memo's author. They travel with the scenario in files and in what a browser keeps, not in links that are shared.

use serde_json::{Map, Value as Json, json};

use super::plain;

/// Longest title, author and date, in letters.
const LONGEST_LINE: usize = 120;
/// Longest paragraph.
const LONGEST_PARAGRAPH: usize = 2_000;

/// The words of a memo's author, plain text.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct MemoWords {
    /// Its title; empty for the scenario's name.
    pub title: String,
    /// Its author.
    pub author: String,
    /// Its date, as `2026-12-01`: the first month of the plan is that month.
    pub date: String,
    /// A paragraph of the author's own.
    pub paragraph: String,
}

impl MemoWords {
    /// The words with what is too long cut off and what is no text left out.
    #[must_use]
    pub fn tidied(&self) -> Self {
        let line = |text: &str| plain(text, LONGEST_LINE);
        // Breaks between lines are kept.
        let paragraph =
            self.paragraph.lines().map(|line| plain(line, LONGEST_PARAGRAPH)).collect::<Vec<_>>().join("\n");
        Self {
            title: line(&self.title),
            author: line(&self.author),
            date: line(&self.date),
            paragraph: paragraph.chars().take(LONGEST_PARAGRAPH).collect(),
        }
    }

    pub(super) fn to_json(&self) -> Json {
        let Self { title, author, date, paragraph } = self;
        json!({ "title": title, "author": author, "date": date, "paragraph": paragraph })
    }

    /// Nothing where a member is no text. What is missing is empty.
    pub(super) fn from_json(members: &Map<String, Json>) -> Option<Self> {
        let text = |name: &str| match members.get(name) {
            None => Some(String::new()),
            Some(Json::String(text)) => Some(text.clone()),
            Some(_) => None,
        };
        let [title, author, date, paragraph] = ["title", "author", "date", "paragraph"].map(text);
        Some(Self { title: title?, author: author?, date: date?, paragraph: paragraph? }.tidied())
    }
}
