//! The link: rows under their keys, in table order, readable and safe for mail and chat. A row introduced after the
//! first format is omitted while it holds its neutral value, which keeps the link short.
//!
//! `v=6&book=2026-11&name=…&gpu=h100-sxm&w=32700&…&end=1`. Values use only `A-Z a-z 0-9 . - _ ~`: numbers in canonical
//! text, switches as 0 and 1, other characters of a text as `_` and two hex digits for each byte of UTF-8. A range
//! follows its value (`425000~t~380000~470000`), cells are separated by `~`, rows by `~~`, an empty cell is `-`. The
//! last key, `end`, shows that nothing was cut off.
//!
//! Several scenarios in one link: `set=2&v=6&…&end=1&next=2&name=B&n=72&end=1`. The first is a whole link; each further
//! one holds the rows in which it differs from the first.

use super::link_repair::{self, is_still_encoded, pairs, percent_decoded, plain_value, without_end};
use super::link_values::{
    escape, is_known, is_text, row_from_text, row_in_words, rows_of, unescape, value_from_text, value_to_text,
};
use super::recorded_result::RecordedResult;
use super::{Decoded, Document, MemoWords, Reader, VERSION, decisions, plain};
use crate::inputs::derived::DERIVED;
use crate::inputs::field::{Column, Field, Kind};
use crate::inputs::value::Value;
use crate::inputs::{FIELDS, Scenario};
use crate::number;
use crate::prices::PriceBook;

/// Longest link accepted, in bytes; the rest is cut off and reported. A scenario with every list full of the longest
/// names is 400,000 bytes; with the longest series a file may hold, 6,000,000.
const LONGEST_LINK: usize = 6_000_000;

/// Most parts of a link accepted: far more than five scenarios have.
const MOST_PARTS: usize = 2_000;

/// Most scenarios in one link.
pub const MOST_IN_SET: usize = 5;

/// The last key: shows that nothing was cut off.
const END: &str = "&end=1";

/// Prefixes of keys that mail programs and campaigns append: ignored silently.
const TRACKERS: [&str; 11] =
    ["utm_", "fbclid", "gclid", "dclid", "msclkid", "yclid", "mc_", "_ga", "_hs", "igshid", "gad_"];

/// Keys that belong to the page, not to the scenario.
const PAGE_KEYS: [&str; 7] = ["preset", "embed", "view", "theme", "background", "open", "section"];

/// What remains of an `&` written as a numeric entity.
const ENTITIES: [&str; 4] = ["#38", "#038", "#x26", "#X26"];

/// The link of a scenario with its recorded result, without `?` or `#`.
pub fn write(document: &Document) -> String {
    rows(head(document), document) + &said(document) + END
}

/// The same with the words of the memo, for those who ask for it.
pub fn write_with_words(document: &Document) -> String {
    rows(head(document), document) + &words(document) + &said(document) + END
}

fn words(document: &Document) -> String {
    if document.memo == MemoWords::default() {
        return String::new();
    }
    format!("&memo={}", escape(&document.memo.to_json().to_string()))
}

/// The same with the words of the memo and the recorded decisions: what a browser keeps of the work.
pub fn write_with_memo(document: &Document) -> String {
    let decisions = if document.decisions.is_empty() {
        String::new()
    } else {
        format!("&decisions={}", escape(&decisions::to_json(&document.decisions).to_string()))
    };
    rows(head(document), document) + &words(document) + &decisions + &said(document) + END
}

/// The link without its price edition: it opens with the newest list prices and every input as it is here.
pub fn write_live(document: &Document) -> String {
    rows(format!("v={VERSION}"), document) + END
}

fn head(document: &Document) -> String {
    format!("v={VERSION}&book={}", escape(&document.edition))
}

/// Whether two links differ at most in the results that they record.
pub fn have_same_inputs(link: &str, other: &str) -> bool {
    let inputs = |link: &str| -> Vec<String> {
        link.split('&').filter(|pair| !pair.starts_with("said=")).map(str::to_owned).collect()
    };
    inputs(link) == inputs(other)
}

/// A document's recorded result, if it still matches the inputs.
fn said(document: &Document) -> String {
    let said = document.said.filter(|said| said.is_of(document));
    said.map_or_else(String::new, |said| format!("&said={}", said.to_link()))
}

/// A link that starts with `link`, followed by the name and the rows.
fn rows(mut link: String, document: &Document) -> String {
    if !document.name.is_empty() {
        link.push_str("&name=");
        link.push_str(&escape(&document.name));
    }
    for field in FIELDS {
        if !is_left_out(field, &document.scenario) {
            write_row(&mut link, field, document);
        }
    }
    link
}

/// Whether a link omits a row: one introduced after the first format that holds its neutral value. Its absence means
/// that value for ever. Rows of the first format are always written, so that their loss is noticed.
fn is_left_out(field: &Field, scenario: &Scenario) -> bool {
    field.since > 1 && field.get(scenario) == field.neutral.to_value()
}

fn write_row(link: &mut String, field: &Field, document: &Document) {
    let value = value_to_text(&field.get(&document.scenario));
    link.extend(["&", field.key, "=", &value]);
}

/// The link of several scenarios, at most [`MOST_IN_SET`]; for one, its ordinary link.
pub fn write_set(documents: &[Document]) -> String {
    let count = documents.len().min(MOST_IN_SET);
    let Some((first, others)) = documents.split_first() else { return String::new() };
    let mut link = write(first);
    if count < 2 {
        return link;
    }
    link = format!("set={count}&{link}");
    for (index, document) in others.iter().enumerate().take(MOST_IN_SET - 1) {
        link.extend(["&next=", &(index + 2).to_string(), "&name=", &escape(&document.name)]);
        if document.edition != first.edition {
            link.push_str("&book=");
            link.push_str(&escape(&document.edition));
        }
        for field in FIELDS.iter().filter(|f| f.get(&document.scenario) != f.get(&first.scenario)) {
            write_row(&mut link, field, document);
        }
        link.push_str(&said(document));
        link.push_str(END);
    }
    link
}

/// Reads a link: the text after `?` or `#`, with or without that character. Never fails; unusable parts are reported.
/// If the link has several scenarios, returns the first.
pub fn read(link: &str, book: &PriceBook) -> Decoded {
    let mut all = read_set(link, book);
    all.swap_remove(0) // there is always a first
}

/// Reads a link with one or more scenarios; the result is never empty.
pub fn read_set(link: &str, book: &PriceBook) -> Vec<Decoded> {
    let mut reader = Reader::of_link(book);
    let repaired = link_repair::repaired(cut(link.trim_start_matches(['?', '#', '/']), &mut reader));
    let all = pairs(&repaired.text, MOST_PARTS);
    // This program writes neither backslashes nor percent signs: in its own links they must have been added.
    let is_ours = all.iter().any(|pair| pair.starts_with("v="));
    if repaired.backslashes && !is_ours {
        let message = "Backslashes in the link were treated as Markdown escapes and removed";
        reader.notice(None, message.to_owned());
    }
    let mut found: Vec<Decoded> = Vec::new();
    let mut wanted = 1;
    let mut ended = false;
    for (at, pair) in all.iter().enumerate() {
        if at == MOST_PARTS {
            reader.notice(None, format!("The link has more than {MOST_PARTS} parts; the rest is ignored"));
            wanted = 1;
            ended = true;
            break;
        }
        let (key, value) = pair.split_once('=').unwrap_or((pair, ""));
        let key = &plain_value(key);
        let is_last = at + 1 == all.len();
        let decoded = if is_ours && is_text(key) { plain_value(value) } else { value.to_owned() };
        match key.as_str() {
            "set" => {
                reader.once("The number of scenarios", "last");
                wanted = plain_value(value).parse().unwrap_or(wanted);
            }
            "next" if found.len() + 1 == MOST_IN_SET => {
                reader.notice(None, format!("A link holds at most {MOST_IN_SET} scenarios; the rest is ignored"));
                wanted = 1;
                ended = true;
                break;
            }
            "next" => {
                let last = std::mem::replace(&mut reader, Reader::of_link(book));
                let format = last.format;
                found.push(finished(last, ended));
                if let Some(first) = found.first() {
                    reader.stand_beside(&first.document, format);
                }
                ended = false;
            }
            // A scenario given by its differences has the version of the first.
            "v" if !found.is_empty() => {}
            _ => {
                ended |= key == "end";
                read_pair(&mut reader, key, &decoded, is_last);
            }
        }
    }
    let missing = wanted > found.len() + 1;
    if missing {
        let count = found.len() + 1;
        reader.notice(
            None,
            format!("The link announces {wanted} scenarios but contains {count}: its end may have been cut off"),
        );
    }
    found.push(finished(reader, ended || missing));
    found
}

fn finished(mut reader: Reader, ended: bool) -> Decoded {
    reader.name_what_is_set_twice();
    if (reader.version.is_some() || reader.beside) && !ended {
        reader.notice(None, "The link is incomplete: its end may have been cut off".to_owned());
    }
    // Links from this program start with their version.
    if reader.version.is_none() && !reader.beside && reader.said.is_some() {
        reader.notice(None, "The link is incomplete: its beginning may have been cut off".to_owned());
    }
    reader.finish()
}

/// Whether a text holds at least one key of a scenario.
pub fn is_link(text: &str) -> bool {
    let repaired = link_repair::repaired(within_limit(text.trim_start_matches(['?', '#', '/'])));
    let names_one = |pair: &str| pair.split_once('=').is_some_and(|(key, _)| is_known(&plain_value(key)));
    pairs(&repaired.text, MOST_PARTS).iter().take(MOST_PARTS).any(|pair| names_one(pair))
}

/// The start of a fragment that has no keys but was a link once; a single word may be an anchor of the page.
pub fn lost(fragment: &str) -> Option<String> {
    let is_word = fragment.len() <= 40 && fragment.bytes().all(|byte| byte.is_ascii_alphanumeric());
    (!is_word && !fragment.contains('=')).then(|| plain(fragment, 40))
}

/// The value of a key that belongs to the page, such as `preset`.
pub fn page_key(text: &str, wanted: &str) -> Option<String> {
    let repaired = link_repair::repaired(within_limit(text.trim_start_matches(['?', '#', '/'])));
    let all = pairs(&repaired.text, MOST_PARTS);
    all.iter()
        .filter_map(|pair| pair.split_once('='))
        .find(|(key, _)| plain_value(key) == wanted)
        .map(|(_, value)| without_end(&plain_value(value)).to_owned())
}

fn cut<'t>(link: &'t str, reader: &mut Reader) -> &'t str {
    if link.len() <= LONGEST_LINK {
        return link;
    }
    reader.notice(None, format!("The link is longer than {LONGEST_LINK} bytes; the rest is ignored"));
    within_limit(link)
}

/// The accepted part of a link.
fn within_limit(link: &str) -> &str {
    let end = (0..=LONGEST_LINK.min(link.len())).rev().find(|i| link.is_char_boundary(*i)).unwrap_or(0);
    link.get(..end).unwrap_or_default()
}

fn read_pair(reader: &mut Reader, key: &str, value: &str, is_last: bool) {
    let plain_value = plain_value(value);
    match key {
        "v" => {
            reader.once("The format version", "last");
            match plain_value.parse::<u32>() {
                Ok(version) => reader.version(version),
                Err(_) => reader.notice(None, format!("Format version \"{}\" cannot be read", plain(&plain_value, 40))),
            }
        }
        "book" => {
            reader.once("The price edition", "last");
            reader.edition(&unescape(&plain_value).unwrap_or_default());
        }
        "name" => read_name(reader, value, is_last),
        "said" => {
            reader.once("The recorded result", "last");
            reader.said(RecordedResult::from_link(&plain_value), &plain_value);
        }
        "memo" => {
            reader.once("The memo", "last");
            let text = unescape(&plain_value).and_then(|text| serde_json::from_str(&text).ok());
            let members: Option<serde_json::Map<String, serde_json::Value>> = text;
            reader.memo(members.as_ref().and_then(MemoWords::from_json));
        }
        "decisions" => {
            reader.once("The recorded decisions", "last");
            let json = unescape(&plain_value).and_then(|text| serde_json::from_str(&text).ok());
            reader.decisions(&json.unwrap_or(serde_json::Value::Null));
        }
        "end" | "amp" => {}
        _ => read_row(reader, key, value, is_last),
    }
}

/// Reads a name. Text that may have been added in transit is reported but kept: it may be intended.
fn read_name(reader: &mut Reader, value: &str, is_last: bool) {
    reader.once("The name", "last");
    let decoded = percent_decoded(value);
    if is_still_encoded(&decoded) {
        reader.notice(None, encoded_twice("The name", &decoded));
    }
    let bare = without_end(value);
    if is_last && bare.len() < value.len() {
        let end = plain(value.get(bare.len()..).unwrap_or_default(), 10);
        reader.notice(
            None,
            format!("The name ends in \"{end}\", as the link does: this may belong to the surrounding text"),
        );
    }
    reader.name(&unescape(&decoded).unwrap_or(decoded));
}

fn encoded_twice(what: &str, text: &str) -> String {
    format!("{what}: \"{}\" may have been encoded twice and is used as it is", plain(text, 40))
}

fn read_row(reader: &mut Reader, key: &str, value: &str, is_last: bool) {
    if let Some(field) = FIELDS.iter().find(|f| f.key == key) {
        if let Kind::List { columns, .. } = field.kind {
            let text = list_as_meant(columns, value, is_last);
            if is_still_encoded(&text) {
                reader.notice(Some(field.id), encoded_twice(field.label, &text));
            }
            let rows = rows_of(&text).into_iter();
            reader.list(field, rows.map(|row| (row_from_text(columns, row), move || row_in_words(row))));
        } else {
            let (text, found) = value_as_meant(field, value, is_last);
            reader.value(field, found, &text);
        }
    } else if let Some(index) = DERIVED.iter().position(|d| d.key == key) {
        let text = plain_value(value);
        let bare = if is_last { without_end(&text) } else { &text };
        reader.derived(index, number::read_canonical(&text).or_else(|| number::read_canonical(bare)), &text);
    } else if let Some(key) = PAGE_KEYS.iter().find(|page| **page == key) {
        reader.once(key, "first");
    } else if !TRACKERS.iter().any(|t| key.starts_with(t)) && !ENTITIES.contains(&key) {
        reader.notice(None, format!("\"{}\" is unknown and ignored", plain(key, 40)));
    }
}

/// A row's text and its value. If the text has no valid value, punctuation that the surrounding sentence put after the
/// link's last value is removed.
fn value_as_meant(field: &Field, value: &str, is_last: bool) -> (String, Option<Value>) {
    let text = plain_value(value);
    let found = value_from_text(field, &text);
    let fits = |found: &Option<Value>| found.as_ref().is_some_and(|found| field.validate(found).is_none());
    let bare = without_end(&text);
    if is_last && !fits(&found) {
        let other = value_from_text(field, bare);
        if fits(&other) {
            return (bare.to_owned(), other);
        }
    }
    (text, found)
}

/// The text of a list. If a row cannot be read as it is, a second encoding and the punctuation after the link are
/// removed.
fn list_as_meant(columns: &[Column], value: &str, is_last: bool) -> String {
    let text = percent_decoded(value);
    let fits = |text: &str| rows_of(text).into_iter().all(|row| row_from_text(columns, row).is_some());
    if fits(&text) {
        return text;
    }
    let decoded = plain_value(value);
    let bare = if is_last { without_end(&decoded) } else { &decoded };
    [decoded.as_str(), bare].into_iter().find(|meant| fits(meant)).map_or(text, str::to_owned)
}
