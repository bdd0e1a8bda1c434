//! Reads the cells of one row and collects all problems.

use super::day::Day;
use super::issue::{BookFile, BookIssue, Rule};
use super::vocabulary::Vocabulary;
use crate::csv::{self, Table};
use crate::number::read_decimal;

/// A type for the rows of a file.
pub(super) trait BookRow: Sized {
    /// The file.
    const FILE: BookFile;
    /// Its columns, in the order of the book.
    const COLUMNS: &'static [&'static str];
    /// The id.
    fn id(&self) -> &str;
    /// Reads the row from its cells; the row is left out if one of them is unreadable.
    fn read(cells: &mut Cells<'_>) -> Self;
}

/// Every valid row of a text; reports the problems of the others.
pub(super) fn rows<T: BookRow>(text: &str, issues: &mut Vec<BookIssue>) -> Vec<T> {
    let table = table(text, T::COLUMNS, T::FILE, issues);
    let mut found: Vec<T> = Vec::new();
    for row in &table.rows {
        let mut cells = Cells::of::<T>(row, issues);
        let item = T::read(&mut cells);
        if cells.good && found.iter().any(|earlier| earlier.id() == item.id()) {
            cells.wrong(Rule::RepeatedId, "the id occurs twice".to_owned());
        }
        if cells.good {
            found.push(item);
        }
    }
    found
}

/// A row whose cells are in the order of the type's columns; `None` if one is unreadable.
pub(super) fn one<T: BookRow>(row: &csv::Row, issues: &mut Vec<BookIssue>) -> Option<T> {
    let mut cells = Cells::of::<T>(row, issues);
    let item = T::read(&mut cells);
    cells.good.then_some(item)
}

fn table(text: &str, columns: &[&str], file: BookFile, issues: &mut Vec<BookIssue>) -> Table {
    let (table, errors) = csv::read(text, b',', columns);
    issues.extend(errors.iter().map(|error| BookIssue {
        file,
        line: Some(error.line),
        id: String::new(),
        rule: Rule::Csv,
        message: error.to_string(),
    }));
    table
}

/// The cells of one row by column name.
///
/// An unreadable cell adds an issue, drops the row and yields a placeholder, so that problems in later cells are
/// reported too.
pub(super) struct Cells<'a> {
    row: &'a csv::Row,
    columns: &'static [&'static str],
    file: BookFile,
    issues: &'a mut Vec<BookIssue>,
    good: bool,
}

impl<'a> Cells<'a> {
    fn of<T: BookRow>(row: &'a csv::Row, issues: &'a mut Vec<BookIssue>) -> Self {
        Self { row, columns: T::COLUMNS, file: T::FILE, issues, good: true }
    }

    fn cell(&self, column: &str) -> &str {
        self.columns.iter().position(|c| *c == column).map_or("", |at| self.row.cell(at).trim())
    }

    fn wrong(&mut self, rule: Rule, message: String) {
        let (id, line) = (self.cell("id").to_owned(), Some(self.row.line));
        self.issues.push(BookIssue { file: self.file, line, id, rule, message });
        self.good = false;
    }

    /// Reports what a cell must be.
    fn unreadable(&mut self, column: &str, wanted: &str) {
        let message = match self.cell(column) {
            "" => format!("{column} is empty but must be {wanted}"),
            cell => format!("{column} is `{cell}` but must be {wanted}"),
        };
        self.wrong(Rule::Cell, message);
    }

    /// The row's own id.
    pub(super) fn id(&mut self) -> String {
        let id = self.text("id");
        let fits = |b: u8| b.is_ascii_lowercase() || b.is_ascii_digit() || b == b'.' || b == b'-';
        if id.is_empty() || !id.bytes().all(fits) {
            self.wrong(Rule::Id, "an id may contain only a to z, 0 to 9, full stops and hyphens".to_owned());
        }
        id
    }

    /// Text that may be empty.
    pub(super) fn text(&self, column: &str) -> String {
        self.cell(column).to_owned()
    }

    /// Non-empty text.
    pub(super) fn some_text(&mut self, column: &str) -> String {
        let text = self.text(column);
        if text.is_empty() {
            self.wrong(Rule::Cell, format!("{column} is empty"));
        }
        text
    }

    /// Whether a cell is empty.
    pub(super) fn is_empty(&self, column: &str) -> bool {
        self.cell(column).is_empty()
    }

    /// The id of the row's main source.
    pub(super) fn source(&mut self) -> String {
        let main = self.cell("source").split_whitespace().next().map(str::to_owned);
        if main.is_none() {
            self.unreadable("source", "a source id");
        }
        main.unwrap_or_default()
    }

    /// The ids of the row's other sources.
    pub(super) fn more_sources(&self) -> Vec<String> {
        self.cell("source").split_whitespace().skip(1).map(str::to_owned).collect()
    }

    fn value(&mut self, column: &str, least: f64, wanted: &str, fits: fn(f64) -> bool) -> f64 {
        let value = plain_number(self.cell(column)).filter(|value| *value >= least && fits(*value));
        if value.is_none() {
            self.unreadable(column, wanted);
        }
        value.unwrap_or(0.0)
    }

    /// A number, possibly negative.
    pub(super) fn signed(&mut self, column: &str) -> f64 {
        self.value(column, f64::MIN, "a number", |_| true)
    }

    /// A positive number.
    pub(super) fn positive(&mut self, column: &str) -> f64 {
        self.value(column, 0.0, "a number above 0", |value| value > 0.0)
    }

    /// A whole number of at least 0.
    pub(super) fn whole(&mut self, column: &str) -> f64 {
        self.value(column, 0.0, "a whole number, 0 or more", |value| libm::trunc(value) == value)
    }

    /// A whole number of at least 1.
    pub(super) fn count(&mut self, column: &str) -> f64 {
        self.value(column, 1.0, "a whole number, 1 or more", |value| libm::trunc(value) == value)
    }

    /// A number of at least 0; `None` if the cell is empty: unknown.
    pub(super) fn known(&mut self, column: &str) -> Option<f64> {
        (!self.is_empty(column)).then(|| self.value(column, 0.0, "a number, 0 or more", |_| true))
    }

    /// A word of a closed list.
    pub(super) fn word<T: Vocabulary>(&mut self, column: &str) -> T {
        let found = T::WORDS.iter().position(|word| *word == self.cell(column)).and_then(|at| T::ALL.get(at));
        if found.is_none() {
            self.unreadable(column, &format!("one of {}", T::WORDS.join(", ")));
        }
        found.copied().unwrap_or(T::FIRST)
    }

    /// Yes or no.
    pub(super) fn yes(&mut self, column: &str) -> bool {
        let cell = self.cell(column);
        let yes = cell == "yes";
        if !yes && cell != "no" {
            self.unreadable(column, "yes or no");
        }
        yes
    }

    /// A date.
    pub(super) fn day(&mut self, column: &str) -> Day {
        let day = Day::parse(self.cell(column));
        if day.is_none() {
            self.unreadable(column, "a date such as 2026-09-29 or 2026-09");
        }
        day.unwrap_or(Day::FIRST)
    }
}

/// Digits with at most a leading sign and one decimal point: no exponent, no infinity.
fn plain_number(text: &str) -> Option<f64> {
    let digits = text.strip_prefix('-').unwrap_or(text);
    let plain = digits.bytes().all(|b| b.is_ascii_digit() || b == b'.');
    let framed = digits.starts_with(|c: char| c.is_ascii_digit()) && digits.ends_with(|c: char| c.is_ascii_digit());
    if plain && framed { read_decimal(text) } else { None }
}
