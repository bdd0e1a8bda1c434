//! Reverses what programs do to a link in transit, where only one reading is possible.
//!
//! This program writes only `A-Z a-z 0-9 . - _ ~ & =`, so any other character was added later. A link written by hand
//! may contain more in its texts: there, nothing that could be intended is changed.

use std::borrow::Cow;

use super::link_values::{hex_decoded, is_known, is_text};
use crate::text::is_hidden;

/// Most rounds of decoding.
const MOST_TIMES: usize = 4;

/// A repaired link.
pub(super) struct Repaired<'t> {
    /// Its text.
    pub(super) text: Cow<'t, str>,
    /// Whether Markdown's backslashes were removed.
    pub(super) backslashes: bool,
}

/// Repairs a whole link.
pub(super) fn repaired(link: &str) -> Repaired<'_> {
    let mut text = Cow::from(link);
    if text.contains(is_hidden) {
        text = unwrapped(&text).into();
    }
    if text.starts_with("v=3D") || text.contains("&v=3D") {
        text = text.replace("=3D", "=").into();
    }
    for _ in 0..MOST_TIMES {
        if text.contains('=') || !has_encoded(&text, *b"3d") {
            break;
        }
        let decoded = percent_decoded(&text);
        if *decoded == *text {
            break;
        }
        text = decoded.into();
    }
    let backslashes = text.contains('\\') || has_encoded(&text, *b"5c");
    if backslashes {
        text = without_backslashes(&text).into();
    }
    if has_encoded(&text, *b"26") {
        text = parted(&text).into();
    }
    let changed = backslashes && text.len() < link.len();
    Repaired { text, backslashes: changed }
}

/// Removes hidden characters, mail line breaks and the quote marks after them, and the `=` that ends a line of
/// quoted-printable text.
fn unwrapped(text: &str) -> String {
    let quoted = text.contains("v=3D");
    let mut out = String::with_capacity(text.len());
    let mut at_start = false;
    for c in text.chars() {
        match c {
            '\n' | '\r' => {
                if quoted && !at_start && out.ends_with('=') {
                    out.pop();
                }
                at_start = true;
            }
            ' ' | '\t' | '>' if at_start => {}
            c if is_hidden(c) => {}
            c => {
                at_start = false;
                out.push(c);
            }
        }
    }
    out
}

/// Whether a text has a byte as `%` and hex digits, possibly encoded again: `%26`, `%2526`.
fn has_encoded(text: &str, hex: [u8; 2]) -> bool {
    text.as_bytes().split(|byte| *byte == b'%').skip(1).any(|rest| behind_sign(rest, hex).is_some())
}

/// Length of a byte's hex digits after a percent sign, including the `25` of each further encoding.
fn behind_sign(mut rest: &[u8], hex: [u8; 2]) -> Option<usize> {
    let mut length = 0;
    loop {
        let (two, more) = rest.split_at_checked(2)?;
        length += 2;
        if two.eq_ignore_ascii_case(&hex) {
            return Some(length);
        }
        if two != b"25" {
            return None;
        }
        rest = more;
    }
}

/// Length of a character at the start of a text, plain or encoded.
fn sign_at(text: &str, sign: char, hex: [u8; 2]) -> Option<usize> {
    if text.starts_with(sign) {
        return Some(sign.len_utf8());
    }
    text.strip_prefix('%').and_then(|rest| behind_sign(rest.as_bytes(), hex)).map(|length| length + 1)
}

/// Removes the backslashes that Markdown puts before special characters.
fn without_backslashes(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(c) = rest.chars().next() {
        let behind = sign_at(rest, '\\', *b"5c").and_then(|length| rest.get(length..));
        if let Some(behind) = behind.filter(|behind| behind.starts_with(['_', '~', '&', '=', '.', '-', ';', '%'])) {
            rest = behind;
            let Some(escaped) = rest.chars().next() else { break };
            out.push(escaped);
            rest = rest.get(escaped.len_utf8()..).unwrap_or_default();
        } else {
            out.push(c);
            rest = rest.get(c.len_utf8()..).unwrap_or_default();
        }
    }
    out
}

/// Puts an `&` for each encoded one before one of our keys and its `=`: in a text that means it literally, the `=` is
/// encoded too.
fn parted(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(c) = rest.chars().next() {
        let length = if c == '%' { sign_at(rest, '&', *b"26") } else { None };
        let key = length.and_then(|length| rest.get(length..)).map(without_amp);
        if let Some(key) = key.filter(|key| key.split_once('=').is_some_and(|(key, _)| is_known(key))) {
            out.push('&');
            rest = key;
        } else {
            out.push(c);
            rest = rest.get(c.len_utf8()..).unwrap_or_default();
        }
    }
    out
}

/// A pair without the rest of an `&amp;` before its key, however encoded: `amp%3B`, `amp;`.
pub(super) fn without_amp(mut pair: &str) -> &str {
    while let Some(rest) = pair.strip_prefix("amp")
        && let Some(length) = sign_at(rest, ';', *b"3b")
    {
        pair = rest.get(length..).unwrap_or_default();
    }
    pair
}

/// The pairs of a link, including those that were encoded as a whole.
pub(super) fn pairs(text: &str, most: usize) -> Vec<Cow<'_, str>> {
    let mut all = Vec::new();
    for pair in text.split(['&', ';']).map(without_amp).filter(|pair| !pair.is_empty()) {
        if all.len() > most {
            break;
        }
        let inner = encoded_pairs(pair);
        if inner.is_empty() {
            all.push(pair.into());
        }
        all.extend(inner.into_iter().map(Cow::from));
    }
    all
}

/// Splits a pair whose own `=`, or those of following pairs, are encoded; empty if it is an ordinary pair.
fn encoded_pairs(pair: &str) -> Vec<String> {
    let hidden = match pair.split_once('=') {
        None => has_encoded(pair, *b"3d"),
        Some((key, value)) => {
            is_known(key) && !is_text(key) && has_encoded(value, *b"26") && has_encoded(value, *b"3d")
        }
    };
    if !hidden {
        return Vec::new();
    }
    let mut decoded = pair.to_owned();
    for _ in 0..MOST_TIMES {
        decoded = percent_decoded(&decoded);
        if !has_encoded(&decoded, *b"3d") {
            break;
        }
    }
    let parts = decoded.split(['&', ';']).map(without_amp);
    parts.filter(|part| !part.is_empty()).map(str::to_owned).collect()
}

/// The value of a pair that is not free text: decoded as often as it was encoded, without hidden characters,
/// surrounding spaces and line breaks, with plain hyphens.
pub(super) fn plain_value(value: &str) -> String {
    let mut decoded = percent_decoded(value);
    for _ in 1..MOST_TIMES {
        let again = percent_decoded(&decoded);
        if again == decoded {
            break;
        }
        decoded = again;
    }
    let plain = if decoded.contains(is_hidden) { unwrapped(&decoded) } else { decoded };
    let hyphens = plain.replace(['\u{2010}', '\u{2011}', '\u{2012}', '\u{2013}', '\u{2212}'], "-");
    hyphens.trim().to_owned()
}

/// A value without the punctuation a sentence puts after a link.
pub(super) fn without_end(value: &str) -> &str {
    value.trim_end_matches([')', ']', '}', '>', '.', ',', ':', '!', '?', '"', '\'', '*', '»', '”', '’'])
}

/// Whether a text that was decoded once could be decoded again.
pub(super) fn is_still_encoded(text: &str) -> bool {
    text.contains('%') && hex_decoded(text, b'%').is_some()
}

/// Decodes valid percent sequences and keeps invalid ones; `+` is a space in such texts.
pub(super) fn percent_decoded(text: &str) -> String {
    hex_decoded(&text.replace('+', " "), b'%').unwrap_or_else(|| text.to_owned())
}
