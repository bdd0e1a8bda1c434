//! The user's own offers: a price book in addition to the published one, and prices for listed offers.
//!
//! The book is used in every computation in this browser. A shared link includes its counted offers; a scenario's file
//! does not, and the file of all saved scenarios contains the whole book.

use std::sync::Arc;

use engine::analysis::linked_offers::{LinkedOffers, linked_offers};
use engine::codec::plain;
use engine::inputs::field;
use engine::inputs::value::{OfferPrice, Row};
use engine::prices::{CatalogueKind, CatalogueProblem};
use engine::report::Report;
use engine::text::Name;
use engine::units::Unit;
use leptos::prelude::*;
use protocol::{FilesRequest, FilesResponse, PriceFile};
use wasm_bindgen::JsValue;

use super::input_problems::InputProblem;
use super::notices::Notice;
use super::prices::{OwnBook, listed};
use super::scenario_store::Edit;
use super::workspace::Workspace;
use crate::browser::files::{self, FileContents, FileHandle};
use crate::browser::storage;
use crate::browser::worker_host::ask_once;
use crate::keeping::stored;
use crate::strings::own_offers;

/// Highest price of a GPU-hour.
const MOST_USD: f64 = 10_000.0;
/// The row of the user's prices for listed offers.
const OWN_PRICES: &str = "rent.prices";

/// Longest file, in bytes, that is read on the main thread: a few milliseconds.
const SHORT: f64 = 50_000.0;
/// Longest file name shown, in characters.
const LONGEST_NAME_SHOWN: usize = 80;

/// Reads a file of prices in a worker, which ends then.
///
/// Errors: the browser's message, or nothing where it allows no worker.
async fn read_in_worker(name: &str, file: &FileHandle) -> Result<PriceFile, String> {
    let request = FilesRequest::Prices { name: name.to_owned(), day: files::day(file) };
    match ask_worker(&request, FileContents::File(file.clone())).await? {
        // Where the worker may not read a file that the page may (WebKit, from disk), the page reads it.
        PriceFile::Unreadable(_) => ask_worker(&request, files::contents_read_here(file).await).await,
        found => Ok(found),
    }
}

async fn ask_worker(request: &FilesRequest, contents: FileContents) -> Result<PriceFile, String> {
    let take = |response, found| (response == FilesResponse::PricesRead).then_some(Ok(found));
    let found: JsValue = ask_once(request.clone(), &[contents], take).await?;
    serde_wasm_bindgen::from_value(found).map_err(|error| error.to_string())
}

impl Workspace {
    /// Loads a price book or a public price catalogue. A worker reads catalogues and long files.
    pub async fn load_book_file(self, file: FileHandle) {
        let (name, bytes) = files::name_and_size(&file);
        let number = self.prices.start_reading(&plain(&name, LONGEST_NAME_SHOWN));
        let text = if bytes <= SHORT { files::text(&file).await } else { None };
        let found = match text.filter(|text| CatalogueKind::of_text(text).is_none()) {
            Some(text) => Ok(PriceFile::Book(text)),
            None => read_in_worker(&name, &file).await,
        };
        if self.prices.end_reading(number) {
            self.take_price_file(found);
        }
    }

    fn take_price_file(self, found: Result<PriceFile, String>) {
        let why = match found {
            Ok(PriceFile::Book(text)) => return self.load_book(&text),
            Ok(PriceFile::Catalogue(found)) => {
                self.load_book(&found.own_book);
                let (rows, offers) = (&found.rows, &found.offers);
                let providers = found.providers.join(", ");
                let told = own_offers::catalogue_read(found.kind.name(), &providers, rows, offers, &found.cheapest_of);
                let lines = found.left_out.iter().map(ToString::to_string).chain(found.remarks).collect();
                return self.notices.say(Notice::passing(told, lines));
            }
            Ok(PriceFile::Unusable(CatalogueProblem::UnknownCloud)) => own_offers::NO_CLOUD_NAME.to_owned(),
            Ok(PriceFile::Unusable(CatalogueProblem::NoOffers)) => own_offers::NO_GPU_PRICES.to_owned(),
            Ok(PriceFile::Unusable(CatalogueProblem::TooLong)) => own_offers::CATALOGUE_TOO_LONG.to_owned(),
            Ok(PriceFile::TooLong) => own_offers::PRICE_BOOK_TOO_LONG.to_owned(),
            Err(message) if message.is_empty() => own_offers::NEEDS_A_WORKER.to_owned(),
            Ok(PriceFile::Unreadable(message)) | Err(message) => message,
        };
        self.notices.say(Notice::passing(own_offers::NO_PRICE_BOOK, vec![why]));
    }

    /// Loads a user's price book; a text without an offer changes nothing.
    pub fn load_book(self, text: &str) {
        let own = OwnBook::read(text.to_owned(), &self.prices.published());
        if own.read.taken == 0 {
            let mut why = listed(&own.read.left_out);
            if why.is_empty() {
                why.push(own_offers::NO_ROWS.to_owned());
            }
            return self.notices.say(Notice::passing(own_offers::NO_PRICE_BOOK, why));
        }
        self.ui.announce(own_offers::loaded(&own.read.taken));
        self.prices.set_own(Some(Arc::new(own)));
        self.book_changed();
        self.change_stored(vec![(stored::BOOK.to_owned(), Some(storage::quoted(text)))]);
    }

    /// Removes the user's price book.
    pub fn remove_book(self) {
        self.ui.announce(own_offers::REMOVED);
        self.change_stored(vec![(stored::BOOK.to_owned(), None)]);
    }

    /// Clears answers and links based on other prices.
    pub fn book_changed(self) {
        self.ui.goal_seek.set(None);
        self.ui.priced_offer.set(None);
        self.ui.copied.set(None);
    }

    /// The scenario as in a link: with the counted offers of the user's own book. Tracked.
    pub fn linked_offers(self, report: &Report) -> LinkedOffers {
        let first = [&report.verdict.offer, &report.own.overflow_offer];
        let first: Vec<&str> = first.into_iter().flatten().map(Name::as_str).collect();
        linked_offers(&self.scenario.document(), &self.prices.book(), &first)
    }

    /// Adds the counted offers of the user's own book to "Offers you have", which files include too.
    pub fn take_as_quotes(self) {
        if let Some(shown) = self.evaluation.shown_untracked() {
            let with = untrack(|| self.linked_offers(&shown.report)).document;
            self.scenario.edit(Edit::Step, |document| *document = with);
        }
    }

    /// Opens or closes an offer's price field.
    pub fn toggle_own_price(self, offer: &str) {
        self.problems.mark(OWN_PRICES, None);
        self.ui.priced_offer.update(|open| {
            *open = if open.as_deref() == Some(offer) { None } else { Some(offer.to_owned()) };
        });
    }

    /// Sets the user's price for an offer; `None` restores the listed one.
    pub fn set_own_price(self, offer: &str, text: Option<&str>) {
        let text = text.map(str::trim).filter(|text| !text.is_empty());
        let price = text.and_then(|text| self.locale.read_in(text, Unit::UsdPerGpuHour));
        if text.is_some() && price.is_none_or(|usd| !(usd > 0.0 && usd <= MOST_USD)) {
            let problem = own_offers::invalid_price(&plain(text.unwrap_or_default(), 40));
            let used = own_offers::PREVIOUS_PRICE.to_owned();
            return self.problems.mark(OWN_PRICES, Some(InputProblem { field: OWN_PRICES, problem, used }));
        }
        self.problems.mark(OWN_PRICES, None);
        self.ui.priced_offer.set(None);
        let Some(row) = field(OWN_PRICES) else { return };
        let own = |usd_per_gpu_hour| OfferPrice { offer: offer.to_owned(), usd_per_gpu_hour };
        let changed = self.scenario.change_list(row, |rows| {
            rows.retain(|row| OfferPrice::of(row).is_none_or(|kept| kept.offer != offer));
            rows.extend(price.map(|usd| own(usd).cells()));
        });
        if let Err(words) = changed {
            self.notices.say(Notice::passing(words, Vec::new()));
        }
    }
}
