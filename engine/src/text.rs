//! Text of people, fit to be shown; and text cut at a sign.

use std::borrow::Cow;
use std::fmt;
use std::sync::Arc;

/// What stands before and behind the first place of a sign, as std's `split_once`: its searcher for signs of several
/// characters weighs 3 kB.
pub fn split_at_first<'t>(text: &'t str, sign: &str) -> Option<(&'t str, &'t str)> {
    let is_there = |at: usize| text.as_bytes().get(at..).is_some_and(|rest| rest.starts_with(sign.as_bytes()));
    let at = (0..text.len()).find(|at| is_there(*at))?;
    text.get(..at).zip(text.get(at + sign.len()..))
}

/// Whether a character breaks a line, turns text around or cannot be seen.
fn is_hidden(c: char) -> bool {
    c.is_control()
        || matches!(c, '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2060}'..='\u{206f}' | '\u{feff}' | '\u{61c}')
}

/// Text without control and direction characters.
pub fn visible(text: &str) -> String {
    text.chars().filter(|c| !is_hidden(*c)).collect()
}

/// Text without control and direction characters, cut to a number of characters: fit to be shown.
pub fn plain(text: &str, max_chars: usize) -> String {
    let mut clean: String = text.chars().filter(|c| !is_hidden(*c)).take(max_chars + 1).collect();
    if clean.chars().count() > max_chars {
        clean = clean.chars().take(max_chars.saturating_sub(1)).collect::<String>() + "…";
    }
    clean
}

/// A text of the price book that many results name: cheap to copy.
#[derive(Clone, Default, PartialEq, Eq)]
pub struct Name(Arc<str>);

impl Name {
    /// The text.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl std::ops::Deref for Name {
    type Target = str;

    fn deref(&self) -> &str {
        &self.0
    }
}

impl From<String> for Name {
    fn from(text: String) -> Self {
        Self(text.into())
    }
}

impl From<&str> for Name {
    fn from(text: &str) -> Self {
        Self(text.into())
    }
}

impl From<Name> for String {
    fn from(name: Name) -> Self {
        name.as_str().to_owned()
    }
}

impl From<Name> for Cow<'static, str> {
    fn from(name: Name) -> Self {
        Self::Owned(name.into())
    }
}

impl PartialEq<str> for Name {
    fn eq(&self, other: &str) -> bool {
        *self.0 == *other
    }
}

impl PartialEq<&str> for Name {
    fn eq(&self, other: &&str) -> bool {
        *self.0 == **other
    }
}

impl PartialEq<String> for Name {
    fn eq(&self, other: &String) -> bool {
        *self.0 == **other
    }
}

impl fmt::Display for Name {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self)
    }
}

impl fmt::Debug for Name {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Debug::fmt(&self.0, f)
    }
}

impl serde::Serialize for Name {
    fn serialize<S: serde::Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        to.serialize_str(self)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_cannot_be_seen_or_turns_text_around_is_taken_out() {
        // Bidi_Control, White_Space that breaks lines, and Default_Ignorable of Unicode 16, where they act on a line.
        for c in "\u{0}\u{7}\n\u{7f}\u{85}\u{61c}\u{200b}\u{200e}\u{200f}\u{2028}\u{2029}\u{202a}\u{202e}\u{2060}\u{2066}\u{2069}\u{feff}".chars() {
            assert_eq!((visible(&format!("a{c}b")), plain(&format!("a{c}b"), 9)), ("ab".to_owned(), "ab".to_owned()));
        }
        assert_eq!(visible("Zürich – „Büro“ 日本語 👍 ‐"), "Zürich – „Büro“ 日本語 👍 ‐");
    }

    #[test]
    fn a_text_is_cut_where_std_cuts_it() {
        for text in ["", "~", "~~", "a~~b", "a~~~b~~c", "é~~漢", "~~a", "a~~", "a~b"] {
            assert_eq!(split_at_first(text, "~~"), text.split_once("~~"), "{text}");
        }
    }
}
