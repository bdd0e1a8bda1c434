//! The only access to prices: the published price book, and the user's own offers.

use std::sync::Arc;

use engine::codec::Document;
use engine::codec::recorded_result::RecordedPlan;
use engine::inputs::FIELDS;
use engine::inputs::value::Value;
use engine::plans::recommendation::Plans;
use engine::prices::{BookIssue, OwnRead, PriceBook};
use engine::report::recorded_result::{recorded_plan, with_recorded_plan, with_recorded_result};
use leptos::prelude::*;

use super::Evaluation;
use super::plan_choice::SizesKnown;
use crate::browser::storage;
use crate::strings::own_offers as strings;

/// Most lines listed of what could not be used.
const MOST_LISTED: usize = 500;

/// The user's own price book, read.
#[derive(Debug)]
pub struct OwnBook {
    /// Its text, as it was loaded.
    pub text: String,
    /// The result of reading it.
    pub read: OwnRead,
    /// The published prices with the user's own.
    book: Arc<PriceBook>,
}

impl OwnBook {
    /// Reads a price book, in addition to the published prices.
    pub fn read(text: String, published: &PriceBook) -> Self {
        let mut book = published.clone();
        let read = book.add_own(&text);
        Self { text, read, book: Arc::new(book) }
    }

    /// The one stored in this browser.
    pub fn stored(published: &PriceBook) -> Option<Arc<Self>> {
        storage::book().map(|text| Arc::new(Self::read(text, published)))
    }
}

/// The prices in use.
#[derive(Clone, Copy)]
pub struct Prices {
    published: StoredValue<Arc<PriceBook>>,
    defaults: StoredValue<Arc<Vec<Value>>>,
    own: RwSignal<Option<Arc<OwnBook>>>,
    /// The file of prices that is being read: its number and name.
    reading: RwSignal<Option<(u32, String)>>,
    readings: StoredValue<u32>,
}

impl Prices {
    /// The published prices, and the book stored in this browser.
    pub fn new(published: Arc<PriceBook>, own: Option<Arc<OwnBook>>) -> Self {
        let defaults = FIELDS.iter().map(|f| f.value_in(&published)).collect();
        Self {
            defaults: StoredValue::new(Arc::new(defaults)),
            published: StoredValue::new(published),
            own: RwSignal::new(own),
            reading: RwSignal::new(None),
            readings: StoredValue::new(0),
        }
    }

    /// The one in context.
    pub fn expect() -> Self {
        expect_context()
    }

    /// The published prices, the source of defaults.
    pub fn published(self) -> Arc<PriceBook> {
        self.published.get_value()
    }

    /// The default of every row, in the order of the table.
    pub fn defaults(self) -> Arc<Vec<Value>> {
        self.defaults.get_value()
    }

    /// The published prices with the user's own; tracked.
    pub fn book(self) -> Arc<PriceBook> {
        self.own.with(|own| own.as_ref().map(|own| Arc::clone(&own.book))).unwrap_or_else(|| self.published())
    }

    /// The same, not tracked.
    pub fn book_untracked(self) -> Arc<PriceBook> {
        self.own.with_untracked(|own| own.as_ref().map(|own| Arc::clone(&own.book))).unwrap_or_else(|| self.published())
    }

    /// The user's own book; tracked.
    pub fn own(self) -> Option<Arc<OwnBook>> {
        self.own.get()
    }

    /// The same, not tracked.
    pub fn own_untracked(self) -> Option<Arc<OwnBook>> {
        self.own.get_untracked()
    }

    /// Replaces or removes the user's book.
    pub fn set_own(self, own: Option<Arc<OwnBook>>) {
        self.own.set(own);
    }

    /// The name of the file of prices that is being read; tracked.
    pub fn reading(self) -> Option<String> {
        self.reading.with(|reading| reading.as_ref().map(|(_, name)| name.clone()))
    }

    /// Notes that a file of prices is being read, instead of one before; its number.
    pub fn start_reading(self, name: &str) -> u32 {
        self.readings.update_value(|number| *number += 1);
        let number = self.readings.get_value();
        self.reading.set(Some((number, name.to_owned())));
        number
    }

    /// Notes that a file has been read; `false` if another is being read by now.
    pub fn end_reading(self, number: u32) -> bool {
        let is_current = self.reading.with_untracked(|reading| reading.as_ref().is_some_and(|(now, _)| *now == number));
        if is_current {
            self.reading.set(None);
        }
        is_current
    }

    /// The name of a GPU; its id if the book has none.
    pub fn gpu_name(self, id: &str) -> String {
        self.published.with_value(|book| book.gpu(id).map_or_else(|| id.to_owned(), |gpu| gpu.name.clone()))
    }

    /// The name of a price edition with its id.
    pub fn edition_name(self, id: &str) -> String {
        self.published
            .with_value(|book| book.edition(id).map_or_else(|| id.to_owned(), |e| format!("{} ({})", e.title, e.id)))
    }

    /// A document with the results it showed, so that a later model can report differences.
    pub fn with_recorded_result(self, document: &Document) -> Document {
        self.published.with_value(|book| with_recorded_result(document, book))
    }

    /// The plans of an evaluation, where their sizes are known and they are of published prices.
    fn published_plans(self, shown: &Evaluation) -> Option<&Plans> {
        let is_published = self.published.with_value(|book| Arc::ptr_eq(&shown.book, book));
        shown.choice.plans().filter(|_| is_published && shown.choice.sizes_known == SizesKnown::Current)
    }

    /// The recommended plan of an evaluation as it is recorded; nothing where it is not.
    pub fn plan_of(self, shown: &Evaluation) -> Option<RecordedPlan> {
        self.published_plans(shown).and_then(recorded_plan)
    }

    /// The document of an evaluation with its results recorded, the recommended plan among them.
    pub fn with_results_of(self, shown: &Evaluation) -> Document {
        let document = &shown.document;
        self.published.with_value(|book| match self.published_plans(shown) {
            Some(plans) => with_recorded_plan(document, book, plans),
            None => with_recorded_result(document, book),
        })
    }
}

/// The problems with a price book, line by line.
pub fn listed(issues: &[BookIssue]) -> Vec<String> {
    let one = |issue: &BookIssue| {
        let line = issue.line.map_or_else(|| strings::THE_FILE.to_owned(), |line| strings::line(&line));
        let id = if issue.id.is_empty() { String::new() } else { format!(", {}", issue.id) };
        format!("{line}{id}: {}", issue.message)
    };
    let mut lines: Vec<String> = issues.iter().take(MOST_LISTED).map(one).collect();
    if issues.len() > MOST_LISTED {
        lines.push(strings::and_more(&(issues.len() - MOST_LISTED)));
    }
    lines
}
