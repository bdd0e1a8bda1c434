//! What the page opens with: the link in the URL, else the working copy, else the defaults.

use engine::codec::{Decoded, Document, file, link};
use engine::inputs::presets::preset;
use engine::prices::PriceBook;

use super::notices::{Notice, NoticeAction};
use super::origin::Origin;
use crate::browser::{address, storage};
use crate::strings::page as strings;

/// What the page opens with.
pub struct Opened {
    /// The scenario.
    pub document: Document,
    /// Its origin.
    pub origin: Origin,
    /// Notices about it.
    pub notices: Vec<Notice>,
    /// The other scenarios of the same link.
    pub linked: Vec<Document>,
}

impl Opened {
    fn own(document: Document, notices: Vec<Notice>) -> Self {
        Self { document, origin: Origin::Own, notices, linked: Vec::new() }
    }
}

/// Reads the URL and the storage.
pub fn open(book: &PriceBook) -> Opened {
    let found = address::read();
    let texts = [&found.fragment, &found.query];
    for text in texts {
        if let Some(preset) = link::page_key(text, "preset").and_then(|id| preset(&id))
            && let Ok(decoded) = file::read(preset.text(), book)
        {
            let origin = Origin::Preset(preset.id);
            return Opened { document: decoded.document, origin, notices: Vec::new(), linked: Vec::new() };
        }
    }
    // A reload right after an edit sees the previous URL: the working copy is newer.
    let newer = storage::left().filter(|older| address::is_reload() && *older == found.fragment);
    if let Some(text) = newer.and_then(|_| storage::working()).filter(|text| link::is_link(text)) {
        let document = link::read(&text, book).document;
        address::replace(&link::write(&document));
        return Opened::own(document, Vec::new());
    }
    if let Some(text) = texts.into_iter().find(|text| link::is_link(text)) {
        return from_link(text, book);
    }
    let document = match storage::working() {
        Some(text) if link::is_link(&text) => link::read(&text, book).document,
        _ => Document::typical(book),
    };
    let mut notices = Vec::new();
    for text in texts.into_iter().filter(|text| text.contains('=')) {
        notices.extend(unused(strings::NOTHING_OF_THIS_LINK_IS_UNDERSTOOD, &link::read(text, book)));
    }
    let lost = link::lost(&found.fragment);
    notices.extend(lost.map(|text| Notice::passing(strings::NOTHING_OF_THIS_LINK_IS_UNDERSTOOD, vec![text])));
    Opened::own(document, notices)
}

fn from_link(text: &str, book: &PriceBook) -> Opened {
    let mut notices = Vec::new();
    let mut documents = Vec::new();
    for (index, decoded) in link::read_set(text, book).into_iter().enumerate() {
        let whole =
            if index == 0 { strings::THIS_LINK.to_owned() } else { strings::scenario_of_this_link(&(index + 1)) };
        notices.extend(unused(&strings::was_opened_but_not_all_of(&whole), &decoded));
        documents.push(decoded.document);
    }
    let document = documents.remove(0); // a link has at least one
    if !documents.is_empty() {
        let text = strings::of_several_the_first_is_on_screen(&(documents.len() + 1));
        let action = Some((NoticeAction::Compare, strings::COMPARE_THEM));
        notices.insert(0, Notice { action, ..Notice::passing(text, Vec::new()) });
    }
    // After a reload the URL holds the user's own work.
    let work = storage::working().filter(|work| link::is_link(work)).map(|work| link::read(&work, book).document);
    let is_own = |work: &Document| *work == document || link::read(&link::write(work), book).document == document;
    match work.filter(is_own) {
        // The working copy has whole series, a link their load-duration curves.
        Some(work) => Opened { document: work, origin: Origin::Own, notices, linked: documents },
        None => Opened { document, origin: Origin::Link, notices, linked: documents },
    }
}

/// A notice about unusable parts of a text, if any.
pub fn unused(text: &str, decoded: &Decoded) -> Option<Notice> {
    let parts: Vec<String> = decoded.notices.iter().map(|n| n.message.clone()).collect();
    (!parts.is_empty()).then(|| Notice::passing(text, parts))
}
