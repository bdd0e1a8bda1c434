//! Rows that contradict themselves or each other.

use super::super::issue::{BookFile, BookIssue, Rule};
use super::super::{Confidence, FigureStatus, Interconnect, PriceBook, PriceStatus, Service, Spread, UNITS, Upfront};

/// Rows whose source, edition or GPU is missing from the book.
pub fn references(book: &PriceBook) -> Vec<BookIssue> {
    let mut found = Vec::new();
    let mut missing = |file, id: &str, what: &str, name: &str| {
        found.push(BookIssue::at(file, id, Rule::Reference, format!("the price book has no {what} `{name}`")));
    };
    let sourced = (book.gpus.iter().map(|g| (BookFile::Gpus, g.id.as_str(), g.source.as_str(), &g.more_sources)))
        .chain(book.hardware.iter().map(|h| (BookFile::Hardware, h.id.as_str(), h.source.as_str(), &h.more_sources)))
        .chain(book.offers.iter().map(|o| (BookFile::Offers, o.id.as_str(), o.source.as_str(), &o.more_sources)))
        .chain(book.figures.iter().map(|f| (BookFile::Figures, f.id.as_str(), f.source.as_str(), &f.more_sources)))
        .chain(
            book.token_prices
                .iter()
                .map(|p| (BookFile::TokenPrices, p.id.as_str(), p.source.as_str(), &p.more_sources)),
        )
        .chain(
            book.throughput.iter().map(|t| (BookFile::Throughput, t.id.as_str(), t.source.as_str(), &t.more_sources)),
        );
    for (file, id, first, more) in sourced {
        for name in
            std::iter::once(first).chain(more.iter().map(String::as_str)).filter(|name| book.source(name).is_none())
        {
            missing(file, id, "source", name);
        }
    }
    let editioned = (book.hardware.iter().map(|h| (BookFile::Hardware, h.id.as_str(), h.edition.as_str())))
        .chain(book.offers.iter().map(|o| (BookFile::Offers, o.id.as_str(), o.edition.as_str())))
        .chain(book.figures.iter().map(|f| (BookFile::Figures, f.id.as_str(), f.edition.as_str())))
        .chain(book.token_prices.iter().map(|p| (BookFile::TokenPrices, p.id.as_str(), p.edition.as_str())))
        .chain(book.throughput.iter().map(|t| (BookFile::Throughput, t.id.as_str(), t.edition.as_str())));
    for (file, id, edition) in editioned.filter(|row| !book.has_edition(row.2)) {
        missing(file, id, "edition", edition);
    }
    for edition in book.editions.iter().filter(|e| !e.builds_on.is_empty() && !book.has_edition(&e.builds_on)) {
        missing(BookFile::Editions, &edition.id, "edition", &edition.builds_on);
    }
    let on_gpus = (book.hardware.iter().map(|h| (BookFile::Hardware, h.id.as_str(), h.gpu.as_str())))
        .chain(book.offers.iter().map(|o| (BookFile::Offers, o.id.as_str(), o.gpu.as_str())))
        .chain(book.throughput.iter().map(|t| (BookFile::Throughput, t.id.as_str(), t.gpu.as_str())));
    for (file, id, gpu) in on_gpus.filter(|row| book.gpu(row.2).is_none()) {
        missing(file, id, "GPU", gpu);
    }
    found
}

/// Figures in an unknown unit.
pub fn units(book: &PriceBook) -> Vec<BookIssue> {
    let unknown = book.figures.iter().filter(|f| !UNITS.contains(&f.unit.as_str()));
    let told = unknown.map(|f| {
        BookIssue::at(BookFile::Figures, f.id.as_str(), Rule::Unit, format!("the unit `{}` is unknown", f.unit))
    });
    told.collect()
}

/// Low above typical, or typical above high.
pub fn order(book: &PriceBook) -> Vec<BookIssue> {
    let figures = book
        .figures
        .iter()
        .map(|f| (BookFile::Figures, f.id.as_str(), Spread { low: f.low, typical: f.typical, high: f.high }));
    let hardware = book.hardware.iter().filter_map(|h| Some((BookFile::Hardware, h.id.as_str(), h.price?)));
    let wrong = figures.chain(hardware).filter(|row| !row.2.is_ordered());
    wrong
        .map(|(file, id, s)| {
            BookIssue::at(
                file,
                id,
                Rule::Order,
                format!("low {}, typical {} and high {} are out of order", s.low, s.typical, s.high),
            )
        })
        .collect()
}

/// Assumptions and doubtful prices with high confidence, and rows without a source that pass for a quote.
pub fn confidence(book: &PriceBook) -> Vec<BookIssue> {
    let doubtful = |status| matches!(status, PriceStatus::Weak | PriceStatus::Assumption | PriceStatus::SecondHand);
    let rows = (book
        .offers
        .iter()
        .map(|o| (BookFile::Offers, o.id.as_str(), doubtful(o.status), o.confidence, o.source.as_str())))
    .chain(
        book.hardware
            .iter()
            .map(|h| (BookFile::Hardware, h.id.as_str(), doubtful(h.status), h.confidence, h.source.as_str())),
    )
    .chain(
        book.figures
            .iter()
            .map(|f| (BookFile::Figures, f.id.as_str(), f.is_assumption(), f.confidence, f.source.as_str())),
    )
    .chain(
        book.token_prices
            .iter()
            .map(|p| (BookFile::TokenPrices, p.id.as_str(), doubtful(p.status), p.confidence, p.source.as_str())),
    );
    rows.filter_map(|(file, id, doubtful, confidence, source)| {
        let message = if doubtful && confidence == Confidence::High {
            "an assumption, a weak or a second-hand price cannot have confidence `high`"
        } else if !doubtful && source == "assumption" {
            "a row whose source is `assumption` must have that status"
        } else {
            return None;
        };
        Some(BookIssue::at(file, id, Rule::Confidence, message.to_owned()))
    })
    .collect()
}

/// Figures of reference texts in a current edition, and current figures in a reference edition.
pub fn reference_editions(book: &PriceBook) -> Vec<BookIssue> {
    let rows = (book
        .offers
        .iter()
        .map(|o| (BookFile::Offers, o.id.as_str(), o.status == PriceStatus::Reference, o.edition.as_str())))
    .chain(
        book.hardware
            .iter()
            .map(|h| (BookFile::Hardware, h.id.as_str(), h.status == PriceStatus::Reference, h.edition.as_str())),
    )
    .chain(
        book.figures
            .iter()
            .map(|f| (BookFile::Figures, f.id.as_str(), f.status == FigureStatus::Reference, f.edition.as_str())),
    );
    let mixed = rows.filter(|row| row.2 != row.3.starts_with("reference-"));
    mixed
        .map(|(file, id, _, edition)| {
            let message = format!(
                "status `reference` belongs to reference editions alone, and nothing else does; edition `{edition}`"
            );
            BookIssue::at(file, id, Rule::ReferenceEdition, message)
        })
        .collect()
}

/// Terms, payment, fabric and interruption that contradict each other.
pub fn terms(book: &PriceBook) -> Vec<BookIssue> {
    book.offers
        .iter()
        .flat_map(|o| {
            let ahead = matches!(o.service, Service::Reserved | Service::CapacityBlock);
            [
                (
                    (o.service == Service::Reserved) != (o.term_months > 0.0),
                    "`reserved` has a term, everything else has 0 months",
                ),
                (!ahead && o.upfront != Upfront::None, "only commitments and capacity blocks can be prepaid"),
                (o.service == Service::Spot && !o.interruptible, "spot can be interrupted"),
                (
                    (o.interconnect == Interconnect::None) != (o.fabric_gpus <= 1.0),
                    "a fabric of 1 has the interconnect `none`, a larger one has another",
                ),
                (
                    o.interconnect != Interconnect::None && o.fabric_gpus < o.gpus_per_instance,
                    "the fabric is smaller than the instance",
                ),
            ]
            .into_iter()
            .filter(|(stands, _)| *stands)
            .map(|(_, words)| BookIssue::at(BookFile::Offers, o.id.as_str(), Rule::Terms, words.to_owned()))
        })
        .collect()
}
