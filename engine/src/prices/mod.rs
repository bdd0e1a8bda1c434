//! The price book: every price and figure with its date, source and status.
//!
//! In: CSV texts, embedded from `engine/data` or the user's own in the same form. Out: rows by id, and all problems
//! with them. Rows are added, never edited: a link names an edition and gives the same answer for ever. Prices are in
//! US dollars; the price of a GPU-hour is read, not computed, and checked against its instance. Deliberately absent: a
//! clock, defaults of inputs, currencies.

use serde::Serialize;

use crate::units::count;

mod catalogue;
mod cell_text;
mod day;
mod figure;
mod gpu;
pub mod guards;
mod hardware;
mod issue;
mod names;
mod offer;
mod own;
mod region;
mod row;
mod source;
mod tokens;
mod usual;
mod vocabulary;

pub use catalogue::{Catalogue, CatalogueKind, CatalogueProblem, LONGEST_CATALOGUE, LeftOut, Reason};
pub use day::Day;
pub use figure::{Figure, UNITS};
pub use gpu::Gpu;
pub use guards::is_explained;
pub use hardware::{Hardware, Spread};
pub use issue::{BookFile, BookIssue, Rule};
pub use names::{Named, gpu_named};
pub use offer::Offer;
pub use own::{LONGEST_OWN, OWN_PREFIX, OwnRead, is_own, own_book_file};
pub use region::jurisdiction;
pub use source::{Edition, Source};
pub use tokens::{KnownThroughput, Throughput, TokenPrice};
pub use usual::{Class, FAR, Usual};
pub use vocabulary::{
    Confidence, FabricBasis, FigureStatus, HardwareKind, HostClass, Interconnect, NetworkIncluded, Precision,
    PriceStatus, Service, TokensCounted, Upfront,
};

/// The texts a book is read from.
#[derive(Clone, Copy, Debug)]
pub struct BookTexts<'a> {
    /// `editions.csv`.
    pub editions: &'a str,
    /// `sources.csv`.
    pub sources: &'a str,
    /// `gpus.csv`.
    pub gpus: &'a str,
    /// `hardware.csv`.
    pub hardware: &'a str,
    /// `offers.csv`.
    pub offers: &'a str,
    /// `figures.csv`.
    pub figures: &'a str,
    /// `token_prices.csv`.
    pub token_prices: &'a str,
    /// `throughput.csv`.
    pub throughput: &'a str,
}

impl BookTexts<'static> {
    /// The files that come with the program.
    pub const FILES: Self = Self {
        editions: include_str!("../../data/editions.csv"),
        sources: include_str!("../../data/sources.csv"),
        gpus: include_str!("../../data/gpus.csv"),
        hardware: include_str!("../../data/hardware.csv"),
        offers: include_str!("../../data/offers.csv"),
        figures: include_str!("../../data/figures.csv"),
        token_prices: include_str!("../../data/token_prices.csv"),
        throughput: include_str!("../../data/throughput.csv"),
    };
}

/// Prices and figures, each in the order of its file.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct PriceBook {
    /// Price editions.
    pub editions: Vec<Edition>,
    /// Sources.
    pub sources: Vec<Source>,
    /// GPU models.
    pub gpus: Vec<Gpu>,
    /// Machines to buy.
    pub hardware: Vec<Hardware>,
    /// Machines to rent.
    pub offers: Vec<Offer>,
    /// Other figures.
    pub figures: Vec<Figure>,
    /// Prices of tokens.
    pub token_prices: Vec<TokenPrice>,
    /// Tokens per second of GPUs.
    pub throughput: Vec<Throughput>,
}

/// Observed resale of used GPUs: the GPU, the figure, and the age in years from its label.
const USED: [(&str, &str, f64); 7] = [
    ("h100-sxm", "resale.h100-sxm-2026-11-25", 3.0),
    ("h100-pcie", "resale.h100-pcie", 1.6),
    ("a100-40-pcie", "resale.a100-40-pcie", 5.0),
    ("v100-32-sxm", "resale.v100-32-sxm2", 7.0),
    ("t4", "resale.t4", 6.0),
    ("rtx-a6000", "resale.rtx-a6000", 4.0),
    ("rtx-3090", "resale.rtx-3090", 5.0),
];

/// Planning figures of resale after 1, 2, ... years.
const PLANNING_RESALE: [&str; 5] = [
    "resale.planning-1-year",
    "resale.planning-2-years",
    "resale.planning-3-years",
    "resale.planning-4-years",
    "resale.planning-5-years",
];

impl PriceBook {
    /// The embedded book.
    ///
    /// Never fails: a test proves that its files have no problems.
    pub fn embedded() -> Self {
        Self::rows(&BookTexts::FILES, &mut Vec::new())
    }

    /// Reads a book from its texts, and reports all problems.
    ///
    /// Rows that cannot be read, or whose id is taken, are left out; rows reported by a guard are kept for a person to
    /// judge. Errors: all of them, by file and row.
    pub fn read(texts: &BookTexts<'_>) -> (Self, Vec<BookIssue>) {
        let mut issues = Vec::new();
        let book = Self::rows(texts, &mut issues);
        issues.extend(guards::check(&book));
        (book, issues)
    }

    fn rows(texts: &BookTexts<'_>, issues: &mut Vec<BookIssue>) -> Self {
        Self {
            editions: row::rows(texts.editions, issues),
            sources: row::rows(texts.sources, issues),
            gpus: row::rows(texts.gpus, issues),
            hardware: row::rows(texts.hardware, issues),
            offers: row::rows(texts.offers, issues),
            figures: row::rows(texts.figures, issues),
            token_prices: row::rows(texts.token_prices, issues),
            throughput: row::rows(texts.throughput, issues),
        }
    }

    /// The figure with an id.
    pub fn figure(&self, id: &str) -> Option<&Figure> {
        self.figures.iter().find(|f| f.id == id)
    }

    /// The machine with an id.
    pub fn hardware(&self, id: &str) -> Option<&Hardware> {
        self.hardware.iter().find(|h| h.id == id)
    }

    /// The GPU with an id.
    pub fn gpu(&self, id: &str) -> Option<&Gpu> {
        self.gpus.iter().find(|g| g.id == id)
    }

    /// The offer with an id.
    pub fn offer(&self, id: &str) -> Option<&Offer> {
        self.offers.iter().find(|o| o.id == id)
    }

    /// The source with an id.
    pub fn source(&self, id: &str) -> Option<&Source> {
        self.sources.iter().find(|s| s.id == id)
    }

    /// When a source was read; empty if the book lacks it.
    pub fn read_on(&self, source: &str) -> String {
        self.source(source).map_or_else(String::new, |found| found.read_on.to_string())
    }

    /// The edition with an id.
    pub fn edition(&self, id: &str) -> Option<&Edition> {
        self.editions.iter().find(|e| e.id == id)
    }

    /// Id of the newest edition of current prices; empty if the book has none.
    ///
    /// Editions of reference texts (`reference-…`) are excluded.
    pub fn current_edition(&self) -> &str {
        let ours = self.editions.iter().filter(|e| !e.id.starts_with("reference-"));
        let newest = ours.reduce(|newest, next| if newest.as_of.days_until(next.as_of) > 0 { next } else { newest });
        newest.map_or("", |e| e.id.as_str())
    }

    /// Resale value of a data-centre GPU as a share of its first price, by age, from the book's planning figures.
    pub fn planning_resale(&self) -> Vec<(f64, f64)> {
        let at = |(years, id): (usize, &&str)| Some((count(years + 1), self.figure(id)?.typical));
        PLANNING_RESALE.iter().enumerate().filter_map(at).collect()
    }

    /// Resale of a used GPU: its age in years, and its share of the first price; `None` if the book has none.
    pub fn used_share(&self, gpu: &str) -> Option<(f64, f64)> {
        let (_, id, age) = USED.iter().find(|(of, ..)| *of == gpu)?;
        Some((*age, self.figure(id)?.typical))
    }

    /// The figure that dates those planning figures and names their source.
    pub fn planning_figure(&self) -> Option<&Figure> {
        self.figure(PLANNING_RESALE[0])
    }

    /// Whether an edition with that id exists.
    pub fn has_edition(&self, id: &str) -> bool {
        self.edition(id).is_some()
    }

    /// Whether one edition builds on another, directly or not: a text of the other cannot know its rows.
    pub fn builds_on(&self, edition: &str, other: &str) -> bool {
        edition != other && self.editions_behind(edition).contains(&other)
    }

    /// An edition and those it builds on, itself first; empty if the book lacks it.
    fn editions_behind(&self, edition: &str) -> Vec<&str> {
        let mut found: Vec<&str> = Vec::new();
        let mut next = self.edition(edition);
        while let Some(edition) = next.filter(|e| !found.contains(&e.id.as_str())) {
            found.push(&edition.id);
            next = self.edition(&edition.builds_on);
        }
        found
    }

    /// The offers of an edition and of those it builds on, in the order of the file, and the user's own, which belong
    /// to every edition.
    pub fn offers_of<'b>(&'b self, edition: &str) -> impl Iterator<Item = &'b Offer> + use<'b> {
        let editions = self.editions_behind(edition);
        let newest = editions.first().copied().unwrap_or_default();
        let mut replaced: Vec<&str> = Vec::new();
        if editions.len() > 1 {
            let new = self.offers.iter().filter(|o| o.edition == newest);
            replaced.extend(new.filter_map(|o| o.id.as_str().strip_suffix(newest)?.strip_suffix('-')));
            replaced.sort_unstable();
        }
        let stands = move |o: &&Offer| {
            o.status == PriceStatus::Yours
                || editions.contains(&o.edition.as_str())
                    && (o.edition == newest || replaced.binary_search(&o.id.as_str()).is_err())
        };
        self.offers.iter().filter(stands)
    }

    /// The machines of an edition, then those of the editions it builds on.
    pub fn hardware_of<'b>(&'b self, edition: &str) -> impl Iterator<Item = &'b Hardware> + use<'b> {
        let editions = self.editions_behind(edition);
        editions.into_iter().flat_map(|edition| self.hardware.iter().filter(move |h| h.edition == edition))
    }

    /// Date of the offer, machine or figure with an id.
    pub fn as_of(&self, id: &str) -> Option<Day> {
        let of_tokens = || self.token_prices.iter().find(|price| price.id == id).map(|price| price.as_of);
        let offer = self.offer(id).and_then(|o| o.as_of).or_else(of_tokens);
        offer.or_else(|| self.hardware(id).map(|h| h.as_of)).or_else(|| self.figure(id).map(|f| f.as_of))
    }

    /// The oldest of the prices and figures an answer used, with its date; `None` if it used none.
    pub fn oldest_used<'a>(&self, ids: impl IntoIterator<Item = &'a str>) -> Option<(&'a str, Day)> {
        let dated = ids.into_iter().filter_map(|id| Some((id, self.as_of(id)?)));
        dated.reduce(|oldest, next| if next.1.days_until(oldest.1) > 0 { next } else { oldest })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_embedded_book_has_nothing_wrong() {
        let (_, issues) = PriceBook::read(&BookTexts::FILES);
        let told: Vec<String> = issues.iter().map(ToString::to_string).collect();
        assert_eq!(told, Vec::<String>::new());
    }

    #[test]
    fn the_embedded_book_has_every_row_of_the_files() {
        let book = PriceBook::embedded();
        let rows = |text: &str| text.lines().count() - 1;
        assert_eq!(book.editions.len(), rows(BookTexts::FILES.editions));
        assert_eq!(book.sources.len(), rows(BookTexts::FILES.sources));
        assert_eq!(book.gpus.len(), rows(BookTexts::FILES.gpus));
        assert_eq!(book.hardware.len(), rows(BookTexts::FILES.hardware));
        assert_eq!(book.offers.len(), rows(BookTexts::FILES.offers));
        assert_eq!(book.figures.len(), rows(BookTexts::FILES.figures));
        assert_eq!(book.token_prices.len(), rows(BookTexts::FILES.token_prices));
        assert_eq!(book.throughput.len(), rows(BookTexts::FILES.throughput));
    }

    #[test]
    fn shares_of_used_gpus_are_at_the_ages_that_their_labels_name() {
        let (book, _) = PriceBook::read(&BookTexts::FILES);
        let carried = PriceBook::embedded();
        for (gpu, id, age) in USED {
            let figure = book.figure(id).unwrap_or_else(|| panic!("{id} is missing"));
            assert!(figure.label.ends_with(&format!(" at {age} years")), "{}: {age}", figure.label);
            assert!(book.gpu(gpu).is_some() && figure.unit == "share of first price", "{gpu}");
            assert_eq!(carried.used_share(gpu), Some((age, figure.typical)), "{gpu}");
        }
        assert_eq!(carried.used_share("b200-sxm"), None);
    }

    #[test]
    fn rows_are_found_by_their_ids() {
        let book = PriceBook::embedded();
        let price = |id| book.hardware(id).and_then(|h| h.price).map(|p| [p.low, p.typical, p.high]);
        assert_eq!(price("hgx-h100-8"), Some([255_237.0, 296_644.0, 317_000.0]));
        assert_eq!(book.as_of("hgx-h100-8"), Day::parse("2025-01-31"));
        assert_eq!(price("dgx-h100-reference"), Some([425_000.0; 3]));
        assert_eq!(book.hardware("dgx-h100-reference").map(|h| h.network_included), Some(NetworkIncluded::Yes));
        assert_eq!(price("dgx-b300"), None);
        // Mercatus and Exxact, July and August 2026; Supermicro's store, August 2026.
        assert_eq!(price("hgx-h100-8-2026-11-25"), Some([250_000.0, 285_000.0, 320_000.0]));
        assert_eq!(price("hgx-b300-8-2026-11-25"), Some([533_000.0, 549_000.0, 565_000.0]));
        let rates = ["aws-p5-od", "aws-p5-3y-ref", "azure-nd-h100-v5-3y", "crusoe-h100-od", "lambda-h100-od"]
            .map(|id| book.offer(id).map(|o| o.usd_per_gpu_hour));
        assert_eq!(rates, [Some(6.88), Some(5.25), Some(5.3953), Some(3.9), Some(3.99)]);
        assert_eq!(
            book.figure("electricity.us-industrial").map(|f| (f.typical, f.category())),
            Some((0.0826, "electricity"))
        );
        assert_eq!(book.gpu("h100-sxm").and_then(|g| g.tdp_w), Some(700.0));
        assert_eq!(book.source("gpurentalprices").map(|s| s.licence.as_str()), Some("CC BY 4.0"));
        assert_eq!(book.offer("no-such-offer"), None);
        assert!(!book.offers.iter().any(|o| is_own(&o.id) || o.status == PriceStatus::Yours));
    }

    #[test]
    fn editions_keep_their_offers_apart() {
        let book = PriceBook::embedded();
        assert_eq!(book.current_edition(), "2026-11-26");
        assert_eq!(PriceBook::default().current_edition(), "");
        let editions = format!("{}2027-03,Next,2027-03,\n", BookTexts::FILES.editions);
        let (later, _) = PriceBook::read(&BookTexts { editions: &editions, ..BookTexts::FILES });
        assert_eq!(later.current_edition(), "2027-03");
        assert!(book.has_edition("2026-11") && book.has_edition("reference-2024") && !book.has_edition("2026"));
        let alone = book.editions.iter().filter(|e| e.builds_on.is_empty());
        let sum: usize = alone.map(|e| book.offers_of(&e.id).count()).sum();
        let later = book.offers.iter().filter(|o| o.edition == "2026-11-26").count();
        assert_eq!((sum + later, later > 0), (book.offers.len(), true));
        let reference = |o: &Offer| o.status == PriceStatus::Reference;
        assert!(book.offers_of("reference-2024").all(reference));
        assert!(!book.offers_of("2026-11").any(reference));
        assert_eq!(book.offers_of("2026").count(), 0);
    }

    #[test]
    fn an_edition_holds_the_rows_it_builds_on_until_it_replaces_them() {
        let editions = format!("{}2027-03,Next,2027-03,2026-11-25\n", BookTexts::FILES.editions);
        let row = |id: &str| BookTexts::FILES.offers.lines().find(|l| l.starts_with(id)).unwrap_or_default().to_owned();
        let newer = row("aws-p5-od,").replacen("aws-p5-od,", "aws-p5-od-2027-03,", 1).replace(",2026-11,", ",2027-03,");
        let offers = format!("{}{newer}\n", BookTexts::FILES.offers);
        let (book, issues) = PriceBook::read(&BookTexts { editions: &editions, offers: &offers, ..BookTexts::FILES });
        assert_eq!(issues, []);
        let has = |edition: &str, id: &str| book.offers_of(edition).any(|o| o.id == id);
        assert!(has("2026-11", "aws-p5-od") && !has("2026-11", "aws-p5-od-2027-03"));
        assert!(has("2026-11-25", "aws-p5-od") && has("2026-11-25", "crusoe-h100-od"));
        assert!(!has("2027-03", "aws-p5-od") && has("2027-03", "aws-p5-od-2027-03"));
        assert_eq!(book.offers_of("2027-03").count(), book.offers_of("2026-11").count());
        let first = |edition| book.hardware_of(edition).find(|h| h.gpu == "h200-sxm").map(|h| h.id.clone());
        assert_eq!(first("2026-11").as_deref(), Some("hgx-h200-8"));
        assert_eq!(first("2027-03").as_deref(), Some("hgx-h200-8-2026-11-25"));
        // An edition that builds on itself, even indirectly, terminates.
        let circle = editions.replace("2026-11,Prices as found in November 2026,2026-11,", "2026-11,A,2026-11,2027-03");
        let (circle, issues) = PriceBook::read(&BookTexts { editions: &circle, ..BookTexts::FILES });
        assert_eq!((circle.offers_of("2026-11").count(), issues), (circle.offers_of("2027-03").count(), vec![]));
    }

    #[test]
    fn the_oldest_figure_used_is_named() {
        let book = PriceBook::embedded();
        let ids = ["aws-p5-od", "hgx-h100-8", "electricity.us-industrial", "no-such-id"];
        assert_eq!(book.oldest_used(ids), Day::parse("2025-01-31").map(|day| ("hgx-h100-8", day)));
        assert_eq!(book.oldest_used(["no-such-id"]), None);
    }

    #[test]
    fn what_is_assumed_says_so() {
        let book = PriceBook::embedded();
        for figure in book.figures.iter().filter(|f| f.source == "assumption" || f.source == "judgement") {
            assert!(figure.is_assumption(), "{}", figure.id);
        }
        assert!(book.figure("insurance.property").is_some_and(Figure::is_assumption));
        assert!(book.hardware("hgx-h100-8-2026").is_some_and(Hardware::is_assumption));
        assert!(!book.hardware("hgx-h100-8").is_some_and(Hardware::is_assumption));
    }

    #[test]
    fn unreadable_cells_are_all_told_and_good_rows_stay() {
        let figures = "\
note,source,confidence,status,edition,as_of,high,typical,low,unit,scope,label,id
,epoch,high,list,e,2026,3,2,1,USD,,Good,a.good
,,sure,list,e,26,x,,1e3,USD,,,A B
,epoch,high,list,e,2026-02-30,3,2,1,USD,,Day,a.day
,epoch,high,list,e,2026,3,2,1,USD,,Twice,a.good
";
        let mut issues = Vec::new();
        let found: Vec<Figure> = row::rows(figures, &mut issues);
        assert_eq!(found.iter().map(|f| f.label.as_str()).collect::<Vec<_>>(), ["Good"]);
        let told: Vec<(Option<usize>, Rule, &str)> =
            issues.iter().map(|i| (i.line, i.rule, i.message.as_str())).collect();
        assert_eq!(
            told,
            [
                (Some(3), Rule::Id, "an id may contain only a to z, 0 to 9, full stops and hyphens"),
                (Some(3), Rule::Cell, "label is empty"),
                (Some(3), Rule::Cell, "low is `1e3` but must be a number"),
                (Some(3), Rule::Cell, "typical is empty but must be a number"),
                (Some(3), Rule::Cell, "high is `x` but must be a number"),
                (Some(3), Rule::Cell, "as_of is `26` but must be a date such as 2026-09-29 or 2026-09"),
                (Some(3), Rule::Cell, "confidence is `sure` but must be one of low, medium, high"),
                (Some(3), Rule::Cell, "source is empty but must be a source id"),
                (Some(4), Rule::Cell, "as_of is `2026-02-30` but must be a date such as 2026-09-29 or 2026-09"),
                (Some(5), Rule::RepeatedId, "the id occurs twice"),
            ]
        );
    }

    #[test]
    fn a_broken_file_is_told_and_the_others_are_read() {
        let texts = BookTexts { offers: "id,price\nx,1\n", ..BookTexts::FILES };
        let (book, issues) = PriceBook::read(&texts);
        assert_eq!((book.offers.len(), book.gpus.len()), (0, PriceBook::embedded().gpus.len()));
        assert!(issues.iter().all(|i| i.file == BookFile::Offers && i.rule == Rule::Csv));
        assert!(issues.iter().any(|i| i.message.contains("`price` is unknown")), "{issues:?}");
    }
}
