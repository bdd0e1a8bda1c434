//! Scenarios from files, links and standard input.

use std::fs;
use std::io::Read;
use std::path::Path;

use engine::codec::{Decoded, file, link};
use engine::model::Subject;
use engine::prices::PriceBook;

use crate::arguments::ScenarioSource;

/// A scenario with the prices that count, and what could not be used as written.
pub(crate) struct Opened {
    pub decoded: Decoded,
    pub book: PriceBook,
    /// What is said about the user's own prices.
    pub of_prices: Vec<String>,
}

impl Opened {
    /// What an analysis takes.
    pub(crate) fn subject(&self) -> Subject<'_> {
        let document = &self.decoded.document;
        Subject { scenario: &document.scenario, book: &self.book, edition: &document.edition }
    }

    /// What could not be used as written.
    pub(crate) fn notices(&self) -> Vec<String> {
        let of_scenario = self.decoded.notices.iter().map(|notice| notice.message.clone());
        self.of_prices.iter().cloned().chain(of_scenario).collect()
    }
}

/// Opens a scenario.
pub(crate) fn open(source: &ScenarioSource) -> Result<Opened, String> {
    let mut book = PriceBook::embedded();
    let mut of_prices = Vec::new();
    if let Some(path) = &source.prices {
        let text = fs::read_to_string(path).map_err(|error| about(path, error))?;
        let read = book.add_own(&text);
        of_prices = read.left_out.into_iter().map(|issue| about(path, issue.message)).collect();
    }
    let decoded = match &source.link {
        Some(text) => link::read(text.split_once('?').map_or(text.as_str(), |(_, query)| query), &book),
        None => read(source.file.as_deref(), &book)?,
    };
    Ok(Opened { decoded, book, of_prices })
}

/// Reads a scenario file; standard input for none and for `-`.
pub(crate) fn read(path: Option<&Path>, book: &PriceBook) -> Result<Decoded, String> {
    let path = path.unwrap_or(Path::new("-"));
    let text = if path == Path::new("-") {
        let mut text = String::new();
        std::io::stdin().read_to_string(&mut text).map(|_| text)
    } else {
        fs::read_to_string(path)
    };
    let text = text.map_err(|error| about(path, error))?;
    file::read(&text, book).map_err(|error| about(path, error))
}

/// What is said about a file.
pub(crate) fn about(path: &Path, what: impl std::fmt::Display) -> String {
    format!("{}: {what}", path.display())
}
