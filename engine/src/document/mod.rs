//! Documents that leave the page, as blocks: the page shows them, paper prints them, Markdown writes them out.

pub mod calendar;
pub mod decision_log;
pub mod facts;
pub mod inputs;
pub mod markdown;
pub mod memo;
pub mod reversals;
pub mod walk_away;
pub mod workbook;

use crate::codec::{Document, code};
use crate::plans::plan::PlanKind;
use crate::view::Piece;
use crate::view::plot::Plot;
use crate::view::sheet::Sheet;

/// What a document was made with. `program`: name and version.
pub fn version_line(program: &str, document: &Document) -> String {
    format!("{program}, prices of {}, scenario {}", document.edition, code(document))
}

/// A part of a document.
#[derive(Clone, Debug, PartialEq)]
pub enum Block {
    /// A heading.
    Heading(&'static str),
    /// A paragraph.
    Paragraph(Vec<Piece>),
    /// Words of the author: plain text, a paragraph for each line.
    OwnWords(String),
    /// Named facts.
    Facts(Vec<Fact>),
    /// A list.
    Items(Vec<Vec<Piece>>),
    /// A table of figures.
    Sheet(Sheet),
    /// A chart.
    Plot(Box<Plot>),
    /// A table of words and figures of different kinds.
    Table(WordTable),
    /// Labels of places for a pen.
    ToFillIn(&'static [&'static str]),
}

/// A named fact.
#[derive(Clone, Debug, PartialEq)]
pub struct Fact {
    /// What it is.
    pub label: &'static str,
    /// The fact.
    pub pieces: Vec<Piece>,
    /// The plans that its figures belong to.
    pub plans: Vec<PlanKind>,
}

/// A table of words and figures of different kinds.
#[derive(Clone, Debug, PartialEq)]
pub struct WordTable {
    /// Its title.
    pub title: &'static str,
    /// The headings of its columns.
    pub heads: Vec<&'static str>,
    /// Its rows.
    pub rows: Vec<Vec<Piece>>,
}
