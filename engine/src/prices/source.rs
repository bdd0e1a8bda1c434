//! Sources of the book's figures, and its editions.

use serde::Serialize;

use super::day::Day;
use super::issue::BookFile;
use super::row::{BookRow, Cells};

/// A state of the prices, used to compute a scenario and named in links.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Edition {
    /// Permanent id: `2026-11`.
    pub id: String,
    /// Display name.
    pub title: String,
    /// When it was compiled.
    pub as_of: Day,
    /// Id of the edition whose rows this one includes; empty for none. A row of that edition is replaced by a row here
    /// whose id is the same followed by this edition's id.
    pub builds_on: String,
}

impl BookRow for Edition {
    const FILE: BookFile = BookFile::Editions;
    const COLUMNS: &'static [&'static str] = &["id", "title", "as_of", "builds_on"];

    fn id(&self) -> &str {
        &self.id
    }

    fn read(cells: &mut Cells<'_>) -> Self {
        Self {
            id: cells.id(),
            title: cells.some_text("title"),
            as_of: cells.day("as_of"),
            builds_on: cells.text("builds_on"),
        }
    }
}

/// A source of figures.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Source {
    /// Permanent id.
    pub id: String,
    /// Short citation.
    pub title: String,
    /// Its URL; empty if it is not on the web.
    pub url: String,
    /// Licence under which its figures are shown, such as `CC BY 4.0`; empty if none is stated.
    pub licence: String,
    /// When it was read.
    pub read_on: Day,
}

impl BookRow for Source {
    const FILE: BookFile = BookFile::Sources;
    const COLUMNS: &'static [&'static str] = &["id", "title", "url", "licence", "read_on"];

    fn id(&self) -> &str {
        &self.id
    }

    fn read(cells: &mut Cells<'_>) -> Self {
        Self {
            id: cells.id(),
            title: cells.some_text("title"),
            url: cells.text("url"),
            licence: cells.text("licence"),
            read_on: cells.day("read_on"),
        }
    }
}
