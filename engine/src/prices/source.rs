//! Where the book's figures come from, and what its editions are.

use serde::Serialize;

use super::day::Day;
use super::issue::BookFile;
use super::row::{BookRow, Cells};

/// One state of the prices, that a scenario is computed with and a link names.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Edition {
    /// Id, for ever: `2026-11`.
    pub id: String,
    /// Name for people.
    pub title: String,
    /// When it was put together.
    pub as_of: Day,
    /// Id of the edition whose rows stand in this one too; empty for one that stands alone. A row of that one whose id
    /// with this edition's behind it is the id of a row here has been replaced.
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

/// A text that figures come from.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Source {
    /// Id, for ever.
    pub id: String,
    /// Short citation.
    pub title: String,
    /// Where to find it; empty when it is not on the web.
    pub url: String,
    /// Licence under which its figures are shown, such as `CC BY 4.0`; empty when none is stated.
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
