//! The signals: one scenario goes in, one report comes out; everything shown is derived from these.
//!
//! Effects only write outside: the drawn page, address bar, storage, announcements.

use std::cell::RefCell;
use std::ops::{Deref, DerefMut};
use std::sync::{Arc, LazyLock, OnceLock};

use engine::codec::Document;
use engine::derivation::Derivation;
use engine::issue::Issue;
use engine::price_book::PriceBook;
use engine::report::{Report, derivations, drivers, evaluate_without_trees};
use engine::scenario::value::Value;
use engine::sensitivity::Driver;
use engine::view::answer::{Answer, answer};
use engine::view::plot::Plot;
use engine::view::{bars, cash, curve};
use leptos::prelude::*;

use crate::browser::{clock, intl};
use crate::own_book::OwnBook;
use crate::page::Page;
use crate::words::state as words;

/// The price book, read once.
pub static BOOK: LazyLock<PriceBook> = LazyLock::new(PriceBook::embedded);

/// A document as it leaves the page: with what it says, for whoever opens it after a correction of the model.
#[inline(never)]
pub fn sealed(document: &Document) -> Document {
    engine::said::sealed(document, &BOOK)
}

/// The default of every row, in the order of the table.
pub static DEFAULTS: LazyLock<Vec<Value>> =
    LazyLock::new(|| engine::scenario::FIELDS.iter().map(|f| f.value_in(&BOOK)).collect());

/// Everything that is shown of one calculation.
#[derive(Clone, Debug)]
pub struct Shown {
    /// The scenario it belongs to.
    pub document: Arc<Document>,
    /// The result.
    pub report: Report,
    /// Its words.
    pub answer: Answer,
    /// Its first chart, made after the answer is drawn.
    curve: OnceLock<Plot>,
    /// Its other charts, made when one is first looked at.
    plots: OnceLock<[Plot; 4]>,
    /// Where its figures come from, worked out when a fold first opens.
    trees: OnceLock<Vec<Derivation>>,
    /// Which inputs move it, worked out once somebody pauses.
    drivers: OnceLock<Vec<Driver>>,
}

/// What came of the present scenario.
#[derive(Clone)]
struct Found {
    /// The scenario.
    of: Arc<Document>,
    /// The user's own price book that it was computed with.
    with: Option<Arc<OwnBook>>,
    /// The last result that could be computed.
    shown: Option<Arc<Shown>>,
    /// What keeps the present scenario from being computed; empty when it is.
    errors: Vec<Issue>,
}

thread_local! {
    /// The result before the present one: with all that was opened of it, letting it go takes longer than a key should.
    static EARLIER: RefCell<Option<Arc<Shown>>> = const { RefCell::new(None) };
}

/// Lets the result before the present one go.
pub fn forget_earlier() {
    EARLIER.take();
}

impl Found {
    /// The result of what stood there before somebody began to type: not that of half a number.
    #[inline(never)]
    fn before_typing(page: &Page) -> Option<Arc<Shown>> {
        let held = (!page.typed.is_empty()).then_some(&page.held)?;
        let report = evaluate_without_trees(&held.scenario, page.book(), &held.edition).ok()?;
        Some(Arc::new(Shown::of(Arc::new(held.clone()), report)))
    }

    /// What comes of a page's scenario; what came of it before, if it is still the same.
    fn next(page: &Page, last: Option<&Self>) -> Self {
        let present = &page.document;
        let with = &page.own_book;
        let book = |own: &Option<Arc<OwnBook>>| own.as_ref().map(Arc::as_ptr);
        if let Some(last) = last.filter(|l| *l.of == *present && book(&l.with) == book(with)) {
            return last.clone();
        }
        EARLIER.with_borrow_mut(|earlier| *earlier = last.and_then(|l| l.shown.clone()));
        let of = Arc::new(present.clone());
        let money = &present.scenario.money;
        intl::set_currency(&money.currency, money.currency_per_usd.value);
        let (shown, errors) = match evaluate_without_trees(&present.scenario, page.book(), &present.edition) {
            Ok(report) => (Some(Arc::new(Shown::of(Arc::clone(&of), report))), Vec::new()),
            Err(errors) => (Self::before_typing(page).or_else(|| last.and_then(|l| l.shown.clone())), errors),
        };
        Self { of, with: with.clone(), shown, errors }
    }
}

impl PartialEq for Found {
    /// Results are compared by identity: each computation makes its own.
    fn eq(&self, other: &Self) -> bool {
        let address = |found: &Self| found.shown.as_ref().map(Arc::as_ptr);
        address(self) == address(other) && self.errors == other.errors
    }
}

/// The page's state: one signal for what can change, one memo for what was computed from it. One type each, because
/// every type that a signal holds brings code of its own (docs/dependencies.md).
#[derive(Clone, Copy)]
pub struct AppState {
    page: RwSignal<Page>,
    found: Memo<Found>,
}

impl AppState {
    /// Opens on the link in the address, else on what was worked on last, else on the defaults.
    pub fn open() -> Self {
        let page = RwSignal::new(Page::open());
        let found = Memo::new(move |last: Option<&Found>| Found::next(&page.read(), last));
        Self { page, found }
    }

    /// The page, followed by whoever draws it. Let it go before [`Self::edit`].
    #[inline(never)]
    pub fn page(self) -> impl Deref<Target = Page> {
        let page = self.page.read();
        let money = &page.document.scenario.money;
        // Whoever draws money has looked at the page before, or at what came of it.
        intl::set_currency(&money.currency, money.currency_per_usd.value);
        page
    }

    /// The page as it is now, not followed. Let it go before [`Self::edit`].
    #[inline(never)]
    pub fn now(self) -> impl Deref<Target = Page> {
        self.page.read_untracked()
    }

    /// The page as it is now, where a browser may have ended the program in its middle: nothing while it was changed.
    pub fn left(self) -> Option<impl Deref<Target = Page>> {
        // The signal's own way to try stops the program where it is being changed; that of what it holds does not.
        ArcRwSignal::from(self.page).try_read_untracked()
    }

    /// Whether the page can be changed: not where the program was ended while it drew.
    pub fn is_free(self) -> bool {
        self.page.try_write_untracked().is_some()
    }

    /// The page, to change it: whoever follows it hears of it when this is let go.
    #[inline(never)]
    pub fn edit(&self) -> impl DerefMut<Target = Page> {
        self.page.write()
    }

    /// The page, to change what nobody follows.
    pub fn quietly(&self) -> impl DerefMut<Target = Page> {
        self.page.write_untracked()
    }

    /// Runs something now and whenever what it reads changes.
    pub fn follow(run: Box<dyn FnMut()>) {
        Effect::new(run);
    }

    /// The last result that could be computed.
    #[inline(never)]
    pub fn shown(self) -> Option<Arc<Shown>> {
        self.found.read().shown.clone()
    }

    /// What keeps the present scenario from being computed; empty when it is.
    pub fn errors(self) -> Vec<Issue> {
        self.found.read().errors.clone()
    }
}

/// The charts below the first.
#[inline(never)] // a part of the program of its own (scripts/later.txt)
fn later_plots(report: &Report, drivers: &[Driver]) -> [Plot; 4] {
    [cash::cash(report), bars::cost_lines(report), bars::break_evens(report), bars::drivers(report, drivers)]
}

impl Shown {
    /// What is shown of a report.
    #[inline(never)]
    pub fn of(document: Arc<Document>, report: Report) -> Self {
        let gpu = BOOK.gpu(&document.scenario.work.gpu).map_or("GPUs", |g| g.name.as_str());
        let words = answer(&report, gpu, document.scenario.own.node_price_usd.value);
        let (curve, plots, trees, drivers) = Default::default();
        Self { answer: words, curve, plots, trees, drivers, report, document }
    }

    /// Where the figures come from. `book` is the one they were computed with.
    pub fn derivations(&self, book: &PriceBook) -> &[Derivation] {
        self.trees.get_or_init(|| derivations(&self.document.scenario, book, &self.document.edition))
    }

    /// Which inputs move the saving within their ranges, the strongest first. `book` as above.
    #[inline(never)] // a part of the program of its own (scripts/later.txt)
    pub fn drivers(&self, book: &PriceBook) -> &[Driver] {
        self.drivers.get_or_init(|| drivers(&self.document.scenario, book, &self.document.edition))
    }

    /// The chart of a name. `book` as above.
    pub fn plot(&self, id: &str, book: &PriceBook) -> Option<&Plot> {
        if id == "cost-curve" {
            return Some(self.curve.get_or_init(|| curve::curve(&self.report)));
        }
        self.plots.get_or_init(|| later_plots(&self.report, self.drivers(book))).iter().find(|p| p.what.id == id)
    }

    /// Dates in this result that are older than 90 days, as a sentence; nothing when all are fresh.
    pub fn age(&self) -> Option<String> {
        let assumed = self.report.verdict.assumed.as_ref().map(|a| a.as_of.as_str());
        // A price of the user's own in place of a listed one has no date.
        let listed = self.report.cheapest().filter(|o| self.document.scenario.rent.own_price(&o.id).is_none());
        let used = listed.map(|o| o.as_of.as_str()).into_iter().chain(assumed);
        let oldest = used.filter_map(|d| Some((clock::days_since(d)?, d))).max()?;
        (oldest.0 > 90).then(|| words::oldest_price_in_this_answer_days(&oldest.1, &oldest.0))
    }
}
