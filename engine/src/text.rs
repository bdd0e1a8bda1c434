//! Sanitises and decodes users' text.

use std::borrow::Cow;
use std::fmt;
use std::sync::Arc;

/// Whether a character breaks a line, changes text direction or is invisible: controls, line and paragraph separators,
/// `Default_Ignorable_Code_Point` of Unicode 17, interlinear annotation marks, and the blank Braille pattern.
pub(crate) fn is_hidden(c: char) -> bool {
    c.is_control()
        || matches!(c,
            '\u{ad}' | '\u{34f}' | '\u{61c}' | '\u{115f}'..='\u{1160}' | '\u{17b4}'..='\u{17b5}' | '\u{180b}'..='\u{180f}'
            | '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2060}'..='\u{206f}' | '\u{2800}' | '\u{3164}'
            | '\u{fe00}'..='\u{fe0f}' | '\u{feff}' | '\u{ffa0}' | '\u{fff0}'..='\u{fffb}' | '\u{1bca0}'..='\u{1bca3}'
            | '\u{1d173}'..='\u{1d17a}' | '\u{e0000}'..='\u{e0fff}')
}

/// Text without characters that are controls, change text direction or are invisible.
pub fn visible(text: &str) -> String {
    text.chars().filter(|c| !is_hidden(*c)).collect()
}

/// The same, cut to a number of characters: safe to display.
pub fn plain(text: &str, max_chars: usize) -> String {
    let mut clean: String = text.chars().filter(|c| !is_hidden(*c)).take(max_chars + 1).collect();
    if clean.chars().count() > max_chars {
        clean = clean.chars().take(max_chars.saturating_sub(1)).collect::<String>() + "…";
    }
    clean
}

/// A message as a sentence: adds a full stop unless it already ends with punctuation.
pub fn as_sentence(message: &str) -> String {
    if message.ends_with(['.', '?', '!']) { message.to_owned() } else { format!("{message}.") }
}

/// A text used in many places, such as a name of the price book: cheap to clone, and to compare with its clones.
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

/// Decodes a file's bytes, whatever wrote them: UTF-8, UTF-16 with or without a byte order mark, else Windows-1252,
/// which older spreadsheets write. Never fails; invalid bytes become U+FFFD.
pub fn decoded(bytes: &[u8]) -> String {
    let pairs = |bytes: &[u8], read: fn([u8; 2]) -> u16| {
        let units: Vec<u16> = bytes.chunks(2).map(|c| c.try_into().map_or(0xFFFD, read)).collect();
        String::from_utf16_lossy(&units)
    };
    match bytes {
        [0xFF, 0xFE, rest @ ..] => return pairs(rest, u16::from_le_bytes),
        [0xFE, 0xFF, rest @ ..] => return pairs(rest, u16::from_be_bytes),
        _ => {}
    }
    // In UTF-16 most characters of a table have a zero byte, in UTF-8 none has.
    let zeros = |odd: usize| bytes.iter().skip(odd).step_by(2).filter(|b| **b == 0).count();
    let (even, odd, most) = (zeros(0), zeros(1), bytes.len() / 4);
    if odd > most && odd > even {
        return pairs(bytes, u16::from_le_bytes);
    }
    if even > most {
        return pairs(bytes, u16::from_be_bytes);
    }
    match std::str::from_utf8(bytes) {
        Ok(text) => text.strip_prefix('\u{feff}').unwrap_or(text).to_owned(),
        Err(_) => bytes.iter().map(|byte| windows_1252(*byte)).collect(),
    }
}

/// Decodes a byte of Windows-1252. Source: the index of the WHATWG Encoding Standard.
fn windows_1252(byte: u8) -> char {
    const FROM_80: [char; 32] = [
        '\u{20ac}', '\u{81}', '\u{201a}', '\u{192}', '\u{201e}', '\u{2026}', '\u{2020}', '\u{2021}', '\u{2c6}',
        '\u{2030}', '\u{160}', '\u{2039}', '\u{152}', '\u{8d}', '\u{17d}', '\u{8f}', '\u{90}', '\u{2018}', '\u{2019}',
        '\u{201c}', '\u{201d}', '\u{2022}', '\u{2013}', '\u{2014}', '\u{2dc}', '\u{2122}', '\u{161}', '\u{203a}',
        '\u{153}', '\u{9d}', '\u{17e}', '\u{178}',
    ];
    FROM_80.get(usize::from(byte).wrapping_sub(0x80)).copied().unwrap_or(char::from(byte))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// `Default_Ignorable_Code_Point` of DerivedCoreProperties.txt, Unicode 17.0, first and last of each run.
    const IGNORABLE: [(u32, u32); 17] = [
        (0xad, 0xad),
        (0x34f, 0x34f),
        (0x61c, 0x61c),
        (0x115f, 0x1160),
        (0x17b4, 0x17b5),
        (0x180b, 0x180f),
        (0x200b, 0x200f),
        (0x202a, 0x202e),
        (0x2060, 0x206f),
        (0x3164, 0x3164),
        (0xfe00, 0xfe0f),
        (0xfeff, 0xfeff),
        (0xffa0, 0xffa0),
        (0xfff0, 0xfff8),
        (0x1bca0, 0x1bca3),
        (0x1d173, 0x1d17a),
        (0xe0000, 0xe0fff),
    ];

    #[test]
    fn what_cannot_be_seen_or_turns_text_around_is_taken_out() {
        let ignorable = IGNORABLE.iter().flat_map(|(first, last)| *first..=*last).filter_map(char::from_u32);
        // Controls, line and paragraph separators, annotation marks, and blank Braille.
        let others = "\u{0}\u{7}\n\u{7f}\u{85}\u{2028}\u{2029}\u{fff9}\u{fffa}\u{fffb}\u{2800}".chars();
        for c in ignorable.chain(others) {
            let text = format!("a{c}b");
            assert_eq!((visible(&text), plain(&text, 9)), ("ab".to_owned(), "ab".to_owned()), "U+{:04X}", u32::from(c));
        }
    }

    #[test]
    fn what_can_be_seen_stays() {
        // Every neighbour of a run, unless it is in another run.
        let next = IGNORABLE.iter().flat_map(|(first, last)| [first - 1, last + 1]).filter_map(char::from_u32);
        let is_ignorable = |c: char| IGNORABLE.iter().any(|(first, last)| (*first..=*last).contains(&u32::from(c)));
        for c in next.filter(|c| !is_ignorable(*c) && !matches!(c, '\u{2029}' | '\u{fff9}')) {
            assert_eq!(visible(&format!("a{c}b")), format!("a{c}b"), "U+{:04X}", u32::from(c));
        }
        for text in ["Zürich – „Büro“ 日本語 👍 ‐", "한국어 \u{2801} \u{1100}"] {
            assert_eq!(visible(text), text);
        }
    }

    #[test]
    fn a_sentence_ends_once() {
        for (message, wanted) in [("It is", "It is."), ("Is it?", "Is it?"), ("It is.", "It is."), ("", ".")] {
            assert_eq!(as_sentence(message), wanted);
        }
    }

    #[test]
    fn files_are_read_whatever_wrote_them() {
        let text = "id;gpu\r\nÄ;€ h100\r\n";
        let units = |write: fn(u16) -> [u8; 2]| text.encode_utf16().flat_map(write).collect::<Vec<u8>>();
        let (little, big) = (units(u16::to_le_bytes), units(u16::to_be_bytes));
        let marked = |mark: &[u8], bytes: &[u8]| [mark, bytes].concat();
        for bytes in [
            text.as_bytes().to_vec(),
            marked(&[0xEF, 0xBB, 0xBF], text.as_bytes()),
            marked(&[0xFF, 0xFE], &little),
            marked(&[0xFE, 0xFF], &big),
            little.clone(),
            big.clone(),
            b"id;gpu\r\n\xC4;\x80 h100\r\n".to_vec(),
        ] {
            assert_eq!(decoded(&bytes), text, "{bytes:?}");
        }
        assert_eq!(decoded(&[]), "");
        for end in 0..little.len() {
            let _ = decoded(little.get(..end).unwrap_or_default());
            let _ = decoded(&marked(&[0xFE, 0xFF], big.get(..end).unwrap_or_default()));
        }
    }
}
