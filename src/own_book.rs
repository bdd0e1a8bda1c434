//! The user's own price book, and prices of the user's own in place of listed ones.
//!
//! The book takes part in every computation of this browser. A shared link takes along its offers that count; a scenario's
//! file does not, the file of all that is kept holds it whole.

use std::sync::Arc;

use engine::carried::{Carried, carried};
use engine::codec::plain;
use engine::price_book::{BookIssue, OwnRead, PriceBook};
use engine::report::Report;
use engine::scenario::field;
use engine::scenario::value::{Cell, Value};
use engine::units::Unit;

use crate::browser::{intl, more, storage};
use crate::page::{Notice, Page, Unread};
use crate::state::BOOK;
use crate::words::book_file as words;

/// Most lines that are told of what could not be used.
pub const MOST_TOLD: usize = 500;

/// The row of prices in place of the book's.
const PRICES: &str = "rent.prices";

/// A book of the user's own, read.
#[derive(Debug)]
pub struct OwnBook {
    /// Its text, as it was loaded.
    pub text: String,
    /// What came of it.
    pub read: OwnRead,
    /// The published prices with the user's own beside them.
    book: PriceBook,
}

impl OwnBook {
    #[inline(never)] // a part of the program of its own (scripts/later.txt)
    fn of(text: String) -> Self {
        more::all_came();
        let mut book = PriceBook::embedded();
        let read = book.add_own(&text);
        Self { text, read, book }
    }

    /// The one that this browser keeps.
    pub fn kept() -> Option<Arc<Self>> {
        storage::book().map(|text| Arc::new(Self::of(text)))
    }
}

/// What is wrong, line by line.
pub fn told(issues: &[BookIssue]) -> Vec<String> {
    let one = |issue: &BookIssue| {
        let line = issue.line.map_or_else(|| words::THE_FILE.to_owned(), |line| words::line(&line));
        let id = if issue.id.is_empty() { String::new() } else { format!(", {}", issue.id) };
        format!("{line}{id}: {}", issue.message)
    };
    let mut lines: Vec<String> = issues.iter().take(MOST_TOLD).map(one).collect();
    if issues.len() > MOST_TOLD {
        lines.push(words::and_more(&(issues.len() - MOST_TOLD)));
    }
    lines
}

impl Page {
    /// Every price that counts here: the published ones, and the user's own book beside them.
    pub fn book(&self) -> &PriceBook {
        self.own_book.as_ref().map_or(&BOOK, |own| &own.book)
    }

    /// Loads a price book of the user's own in place of the one before; a text without an offer changes nothing.
    pub fn load_book(&mut self, text: &str) {
        let own = OwnBook::of(text.to_owned());
        if own.read.taken == 0 {
            let mut why = told(&own.read.left_out);
            if why.is_empty() {
                why.push(words::IT_HAS_NO_ROWS.to_owned());
            }
            return self.say(Notice::passing(words::THIS_FILE_HOLDS_NO_PRICE_BOOK, why));
        }
        self.announcement = words::offers_of_your_price_book_are(&own.read.taken);
        self.own_book = Some(Arc::new(own));
        self.book_changed();
        self.change_kept(vec![(storage::BOOK.to_owned(), Some(storage::quoted(text)))]);
    }

    /// Removes the user's own price book.
    pub fn remove_book(&mut self) {
        words::YOUR_PRICE_BOOK_IS_REMOVED_UNDO.clone_into(&mut self.announcement);
        self.change_kept(vec![(storage::BOOK.to_owned(), None)]);
    }

    /// Answers and links that were about other prices no longer stand.
    pub fn book_changed(&mut self) {
        self.asked = None;
        self.pricing.clear();
        self.copied.clear();
    }

    /// The scenario as a link takes it along: with the offers of the user's own book that count.
    #[inline(never)] // a part of the program of its own (scripts/later.txt)
    pub fn carried(&self, report: &Report) -> Carried {
        let first = [&report.verdict.offer, &report.own.overflow_offer];
        let first: Vec<&str> = first.into_iter().flatten().map(engine::text::Name::as_str).collect();
        carried(&self.document, self.book(), &first)
    }

    /// Adds the offers of the user's own book that count to "Offers you have", which travel with files too.
    pub fn take_as_quotes(&mut self, report: &Report) {
        let with = self.carried(report).document;
        self.change(&mut |d| d.clone_from(&with));
    }

    /// Adds an offer to "Offers you have".
    pub fn add_quote(&mut self, name: &str, usd_per_gpu_hour: f64, months: f64) {
        let cells = vec![Cell::Text(name.to_owned()), Cell::Number(usd_per_gpu_hour), Cell::Number(months)];
        self.change_list("rent.quotes", &mut |rows| rows.push(cells.clone()));
    }

    /// Opens the field for the price of an offer, or closes it.
    pub fn price(&mut self, offer: &str) {
        self.mark(PRICES, None);
        if self.pricing == offer {
            self.pricing.clear();
        } else {
            offer.clone_into(&mut self.pricing);
        }
    }

    /// Takes a price of the user's own in place of an offer's; no text takes the listed one again.
    pub fn set_price(&mut self, offer: &str, text: Option<&str>) {
        let text = text.map(str::trim).filter(|text| !text.is_empty());
        let price = text.and_then(|text| intl::read_in(text, Unit::UsdPerGpuHour));
        if text.is_some() && price.is_none_or(|usd| !(usd > 0.0 && usd <= 10_000.0)) {
            let problem = words::is_not_a_price_that_can(&plain(text.unwrap_or_default(), 40));
            let used = words::THE_PRICE_BEFORE.to_owned();
            return self.mark(PRICES, Some(Unread { field: PRICES, problem, used }));
        }
        self.mark(PRICES, None);
        self.pricing.clear();
        let id = Cell::Text(offer.to_owned());
        self.change_list(PRICES, &mut |rows| {
            rows.retain(|row| row.first() != Some(&id));
            rows.extend(price.map(|usd| vec![id.clone(), Cell::Number(usd)]));
        });
    }

    /// Changes the rows of a list, if the result is allowed; says why not otherwise.
    fn change_list(&mut self, id: &str, how: &mut dyn FnMut(&mut Vec<Vec<Cell>>)) {
        let Some(row) = field(id) else { return };
        let Value::List(mut rows) = row.get(&self.document.scenario) else { return };
        how(&mut rows);
        let value = Value::List(rows);
        match row.objection(&value) {
            None => self.set(row, &value),
            Some(words) => self.say(Notice::passing(format!("{} {words}", row.label), Vec::new())),
        }
    }
}
