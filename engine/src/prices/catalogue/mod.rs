//! Public price catalogues as a price book of the user's own: the CSV files of SkyPilot and gpuhunt.
//!
//! In: a file's text, its name and its date. Out: a text in the form of the user's own book, and everything that it
//! leaves out, counted and named. The catalogues list each instance in every region and zone, tens of thousands of rows:
//! the cheapest of each kind is kept. Nothing is guessed: a GPU that the book does not know, a part of a GPU and a row
//! without a price stay out. Deliberately absent: a clock, a network.
//!
//! Sources: the README of skypilot-org/skypilot-catalog (schema v5 to v8); `RawCatalogItem` of dstackai/gpuhunt.

use std::fmt;

use serde::{Deserialize, Serialize};

use super::{Day, PriceBook};
use crate::csv;
use crate::text::plain;

mod listing;
mod offers;
mod providers;

/// Whose catalogue a file is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum CatalogueKind {
    /// SkyPilot's `vms.csv` of one cloud.
    SkyPilot,
    /// A catalogue of gpuhunt, of one or several providers.
    Gpuhunt,
}

impl CatalogueKind {
    /// Display name.
    pub const fn name(self) -> &'static str {
        match self {
            Self::SkyPilot => "SkyPilot",
            Self::Gpuhunt => "gpuhunt",
        }
    }

    /// The kind of a file with these columns; `None` if it is neither. Columns may be in any order, with others among
    /// them.
    pub fn of_columns(columns: &[String]) -> Option<Self> {
        let has = |names: &[&str]| names.iter().all(|name| columns.iter().any(|c| c.trim() == *name));
        if has(&["InstanceType", "AcceleratorName", "AcceleratorCount", "Price"]) {
            Some(Self::SkyPilot)
        } else if has(&["instance_name", "price", "gpu_count", "gpu_name"]) {
            Some(Self::Gpuhunt)
        } else {
            None
        }
    }

    /// The kind of a text by its header; `None` if it is neither.
    pub fn of_text(text: &str) -> Option<Self> {
        let header = text.trim_start_matches('\u{feff}').lines().find(|line| !line.trim().is_empty())?;
        // A header without quotes, as both tools write it.
        let columns: Vec<String> = header.split(',').map(|c| c.trim_matches('"').to_owned()).collect();
        Self::of_columns(&columns)
    }
}

/// Why rows or prices of a catalogue are not offers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Reason {
    /// The row cannot be read.
    Unreadable,
    /// The machine has no GPU.
    NoGpu,
    /// The machine has a part of a GPU.
    PartOfGpu,
    /// The GPU is not in the price book.
    UnknownGpu,
    /// No price, or a price of 0.
    NoPrice,
    /// A price that cannot be read, or below 0.
    BadPrice,
    /// Spot that is not cheaper than the same machine on demand.
    SpotNotCheaper,
    /// The same machine, cheaper in another region or zone, or as another instance.
    Dearer,
}

/// Rows that are left out for one reason.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct LeftOut {
    /// The reason.
    pub reason: Reason,
    /// Number of rows; of prices for [`Reason::BadPrice`], [`Reason::SpotNotCheaper`] and [`Reason::Dearer`].
    pub count: usize,
    /// What they are, each once and sorted: GPUs, instances or lines. The first ten.
    pub names: Vec<String>,
}

impl fmt::Display for LeftOut {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (what, of) = match self.reason {
            Reason::Unreadable => ("cannot be read", "row"),
            Reason::NoGpu => ("without a GPU", "row"),
            Reason::PartOfGpu => ("with a part of a GPU", "row"),
            Reason::UnknownGpu => ("with GPUs that are not in the price book", "row"),
            Reason::NoPrice => ("without a price", "row"),
            Reason::BadPrice => ("that cannot be used", "price"),
            Reason::SpotNotCheaper => ("not below on demand", "spot price"),
            Reason::Dearer => ("above the cheapest of the same machine", "price"),
        };
        let plural = if self.count == 1 { "" } else { "s" };
        write!(f, "{} {of}{plural} {what}", self.count)?;
        if !self.names.is_empty() {
            write!(f, ": {}", self.names.join(", "))?;
        }
        Ok(())
    }
}

/// A catalogue as a price book.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Catalogue {
    /// Whose catalogue it is.
    pub kind: CatalogueKind,
    /// The providers it lists, sorted.
    pub providers: Vec<String>,
    /// Rows of the file, without the header.
    pub rows: usize,
    /// Offers in the book.
    pub offers: usize,
    /// What each offer stands for, if several prices were compared: the cheapest of what.
    pub cheapest_of: String,
    /// The book: a CSV text for [`PriceBook::add_own`].
    pub own_book: String,
    /// What it leaves out.
    pub left_out: Vec<LeftOut>,
    /// Names of GPUs that fit several models, and how they were read.
    pub remarks: Vec<String>,
}

/// Why a catalogue cannot be used.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum CatalogueProblem {
    /// Neither the file's name nor its rows tell the cloud: ask for it, or for another file name.
    UnknownCloud,
    /// No row became an offer.
    NoOffers,
    /// It is longer than [`LONGEST_CATALOGUE`].
    TooLong,
}

/// Longest text accepted, in bytes: reading takes some ten times as much memory.
pub const LONGEST_CATALOGUE: usize = 100_000_000;

/// Most names listed for one reason, and their longest in characters.
const MOST_NAMES: usize = 10;
const LONGEST_LEFT_OUT: usize = 80;

impl PriceBook {
    /// Reads a catalogue; `None` if the text is none.
    ///
    /// `file_name` names the cloud where the rows do not (`aws.csv`, `lambda-vms.csv`); `day` is the file's date, the
    /// date of every price. Errors: what has to be asked for. Never panics, whatever the text.
    pub fn catalogue(
        &self,
        text: &str,
        file_name: &str,
        day: Option<Day>,
    ) -> Option<Result<Catalogue, CatalogueProblem>> {
        let kind = CatalogueKind::of_text(text)?;
        if text.len() > LONGEST_CATALOGUE {
            return Some(Err(CatalogueProblem::TooLong));
        }
        let (table, errors) = csv::read_any(text, b',');
        let mut left = Counts::default();
        for error in &errors {
            left.add(Reason::Unreadable, &error.to_string());
        }
        let listings = listing::listings(kind, &table);
        let rows = table.rows.len() + errors.len();
        let Some(provider) = providers::provider(file_name, &listings) else {
            return Some(Err(CatalogueProblem::UnknownCloud));
        };
        let found = offers::offers(self, listings, &provider, &mut left);
        if found.kept.is_empty() {
            return Some(Err(CatalogueProblem::NoOffers));
        }
        let mut providers: Vec<String> = found.kept.iter().map(|o| o.provider.clone()).collect();
        providers.sort();
        providers.dedup();
        let note = format!("{} catalogue, {}", kind.name(), plain(file_name, 60));
        Some(Ok(Catalogue {
            kind,
            providers,
            rows,
            offers: found.kept.len(),
            cheapest_of: found.cheapest_of.to_owned(),
            own_book: offers::written(&found.kept, day, note.trim_end_matches(", ")),
            left_out: left.all(),
            remarks: found.remarks,
        }))
    }
}

/// Counts what is left out.
#[derive(Default)]
struct Counts(std::collections::BTreeMap<Reason, (usize, std::collections::BTreeSet<String>)>);

impl Counts {
    fn add(&mut self, reason: Reason, name: &str) {
        let (count, names) = self.0.entry(reason).or_default();
        *count += 1;
        if !name.is_empty() && names.len() < MOST_NAMES {
            names.insert(plain(name, LONGEST_LEFT_OUT));
        }
    }

    fn all(self) -> Vec<LeftOut> {
        let one = |(reason, (count, names)): (Reason, (usize, std::collections::BTreeSet<String>))| LeftOut {
            reason,
            count,
            names: names.into_iter().collect(),
        };
        self.0.into_iter().map(one).collect()
    }
}
