//! What the page opens with: the link in the URL, else the scenario in its own file, else the working copy, else the defaults.

use engine::codec::{Decoded, Document, file, link};
use engine::prices::PriceBook;

use super::notices::{Notice, NoticeAction};
use super::origin::Origin;
use crate::browser::{address, page_file, storage};
use crate::keeping::visit::{Opens, Visit};
use crate::strings::opening as strings;

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
    let (is_reload, left, working) = (address::is_reload(), storage::left(), storage::working());
    let inside = page_file::scenario();
    let visit = Visit { fragment: found.fragment, query: found.query, is_reload, left, inside, working };
    match visit.opens() {
        Opens::Preset(preset) => match file::read(preset.text(), book) {
            Ok(decoded) => {
                let origin = Origin::Preset(preset.id);
                Opened { document: decoded.document, origin, notices: Vec::new(), linked: Vec::new() }
            }
            Err(_) => Opened::own(Document::typical(book), Vec::new()),
        },
        Opens::Newer(text) => {
            let document = link::read(&text, book).document;
            address::replace(&link::write(&document));
            Opened::own(document, Vec::new())
        }
        Opens::Link(text) => from_link(&visit, &text, book),
        Opens::Working(text) => Opened::own(link::read(&text, book).document, not_understood(&visit, book)),
        Opens::Defaults => Opened::own(Document::typical(book), not_understood(&visit, book)),
    }
}

/// Notices about an address that holds something, but no link.
fn not_understood(visit: &Visit, book: &PriceBook) -> Vec<Notice> {
    let mut notices = Vec::new();
    for text in visit.texts().into_iter().filter(|text| text.contains('=')) {
        notices.extend(unused(strings::LINK_NOT_READ, &link::read(text, book)));
    }
    let lost = link::lost(&visit.fragment);
    notices.extend(lost.map(|text| Notice::passing(strings::LINK_NOT_READ, vec![text])));
    notices
}

fn from_link(visit: &Visit, text: &str, book: &PriceBook) -> Opened {
    let mut notices = Vec::new();
    let mut documents = Vec::new();
    for (index, decoded) in link::read_set(text, book).into_iter().enumerate() {
        let whole = if index == 0 { strings::THIS_LINK.to_owned() } else { strings::scenario_in_link(&(index + 1)) };
        notices.extend(unused(&strings::partly_opened(&whole), &decoded));
        documents.push(decoded.document);
    }
    let document = documents.remove(0); // a link has at least one
    if !documents.is_empty() {
        let text = strings::first_of_several(&(documents.len() + 1));
        let action = Some((NoticeAction::Compare, strings::COMPARE));
        notices.insert(0, Notice { action, ..Notice::passing(text, Vec::new()) });
    }
    match visit.own_work(&document, book) {
        Some(work) => Opened { document: work, origin: Origin::Own, notices, linked: documents },
        None => Opened { document, origin: Origin::Link, notices, linked: documents },
    }
}

/// A notice about unusable parts of a text, if any.
pub fn unused(text: &str, decoded: &Decoded) -> Option<Notice> {
    let parts: Vec<String> = decoded.notices.iter().map(|n| n.message.clone()).collect();
    (!parts.is_empty()).then(|| Notice::passing(text, parts))
}
