//! Reading the cells of one row, with everything that is wrong in it.

use super::day::Day;
use super::issue::{BookFile, BookIssue, Rule};
use super::vocabulary::Vocabulary;
use crate::csv;

/// A type that is one row of a file.
pub(super) trait BookRow: Sized {
    /// The file.
    const FILE: BookFile;
    /// Its columns, in the order of the book.
    const COLUMNS: &'static [&'static str];
    /// The id.
    fn id(&self) -> &str;
    /// The row out of its cells; nothing when one of them cannot be read.
    fn read(cells: &mut Cells<'_>) -> Option<Self>;
}

/// Every good row of a text, and every problem of the others.
pub(super) fn rows<T: BookRow>(text: &str, issues: &mut Vec<BookIssue>) -> Vec<T> {
    let (table, errors) = csv::read(text, b',', T::COLUMNS);
    issues.extend(errors.iter().map(|error| BookIssue {
        file: T::FILE,
        line: Some(error.line),
        id: String::new(),
        rule: Rule::Csv,
        message: error.to_string(),
    }));
    let mut found: Vec<T> = Vec::new();
    for row in &table.rows {
        let mut cells = Cells { row, columns: T::COLUMNS, file: T::FILE, issues };
        if let Some(item) = T::read(&mut cells) {
            if found.iter().any(|earlier| earlier.id() == item.id()) {
                cells.wrong(Rule::RepeatedId, "the id is there twice".to_owned());
            } else {
                found.push(item);
            }
        }
    }
    found
}

/// The cells of one row by the names of their columns.
///
/// A cell that cannot be read gives nothing and an issue. Columns are asked for one by one before the row is put
/// together, so that all of its issues are told.
pub(super) struct Cells<'a> {
    row: &'a csv::Row,
    columns: &'static [&'static str],
    file: BookFile,
    issues: &'a mut Vec<BookIssue>,
}

impl Cells<'_> {
    fn cell(&self, column: &str) -> &str {
        self.columns.iter().position(|c| *c == column).map_or("", |at| self.row.cell(at)).trim()
    }

    fn wrong(&mut self, rule: Rule, message: String) {
        let id = self.cell("id").to_owned();
        self.issues.push(BookIssue { file: self.file, line: Some(self.row.line), id, rule, message });
    }

    fn unreadable<T>(&mut self, column: &str, wanted: &str) -> Option<T> {
        let message = format!("{column} is `{}`, must be {wanted}", self.cell(column));
        self.wrong(Rule::Cell, message);
        None
    }

    /// The row's own id.
    pub(super) fn id(&mut self) -> Option<String> {
        let id = self.cell("id").to_owned();
        let fits = |b: u8| b.is_ascii_lowercase() || b.is_ascii_digit() || b == b'.' || b == b'-';
        if !id.is_empty() && id.bytes().all(fits) {
            return Some(id);
        }
        self.wrong(Rule::Id, "an id is of a to z, 0 to 9, full stop and hyphen".to_owned());
        None
    }

    /// Text that may be empty.
    pub(super) fn text(&self, column: &str) -> String {
        self.cell(column).to_owned()
    }

    /// Text that says something.
    pub(super) fn some_text(&mut self, column: &str) -> Option<String> {
        if self.cell(column).is_empty() { self.unreadable(column, "filled") } else { Some(self.text(column)) }
    }

    /// The id of the row's main source, and those of the others.
    pub(super) fn sources(&mut self) -> Option<(String, Vec<String>)> {
        let mut ids = self.text("source").split_whitespace().map(str::to_owned).collect::<Vec<_>>().into_iter();
        match ids.next() {
            Some(main) => Some((main, ids.collect())),
            None => self.unreadable("source", "the id of a source"),
        }
    }

    /// A number, below zero too.
    pub(super) fn signed(&mut self, column: &str) -> Option<f64> {
        match plain_number(self.cell(column)) {
            Some(value) => Some(value),
            None => self.unreadable(column, "a number"),
        }
    }

    /// A number of 0 or more.
    pub(super) fn number(&mut self, column: &str) -> Option<f64> {
        match plain_number(self.cell(column)) {
            Some(value) if value >= 0.0 => Some(value),
            _ => self.unreadable(column, "a number of 0 or more"),
        }
    }

    /// A number above 0.
    pub(super) fn positive(&mut self, column: &str) -> Option<f64> {
        match plain_number(self.cell(column)) {
            Some(value) if value > 0.0 => Some(value),
            _ => self.unreadable(column, "a number above 0"),
        }
    }

    /// A whole number of `least` or more.
    pub(super) fn count(&mut self, column: &str, least: f64) -> Option<f64> {
        match plain_number(self.cell(column)) {
            Some(value) if value >= least && libm::trunc(value) == value => Some(value),
            _ => self.unreadable(column, &format!("a whole number of {least} or more")),
        }
    }

    /// A number of 0 or more, or an empty cell: not known.
    pub(super) fn known(&mut self, column: &str) -> Result<Option<f64>, Unreadable> {
        if self.cell(column).is_empty() { Ok(None) } else { self.number(column).map(Some).ok_or(Unreadable) }
    }

    /// A word of a closed list.
    pub(super) fn word<T: Vocabulary>(&mut self, column: &str) -> Option<T> {
        if let Some(value) = T::of(self.cell(column)) {
            return Some(value);
        }
        let words: Vec<&str> = T::ALL.iter().map(|v| v.word()).collect();
        self.unreadable(column, &format!("one of {}", words.join(", ")))
    }

    /// Yes or no.
    pub(super) fn yes(&mut self, column: &str) -> Option<bool> {
        match self.cell(column) {
            "yes" => Some(true),
            "no" => Some(false),
            _ => self.unreadable(column, "yes or no"),
        }
    }

    /// A date.
    pub(super) fn day(&mut self, column: &str) -> Option<Day> {
        match Day::parse(self.cell(column)) {
            Some(day) => Some(day),
            None => self.unreadable(column, "a date such as 2026-09-29 or 2026-09"),
        }
    }
}

/// A cell that may be empty, and is not, but cannot be read; the issue is told already.
pub(super) struct Unreadable;

/// Digits with at most one sign before and one full stop inside: no exponent, no infinity.
fn plain_number(text: &str) -> Option<f64> {
    let digits = text.strip_prefix('-').unwrap_or(text);
    let plain = digits.bytes().all(|b| b.is_ascii_digit() || b == b'.');
    let framed = digits.starts_with(|c: char| c.is_ascii_digit()) && digits.ends_with(|c: char| c.is_ascii_digit());
    if plain && framed { text.parse::<f64>().ok().filter(|value| value.is_finite()) } else { None }
}
