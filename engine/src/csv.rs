//! The only CSV reader, for price books and users' measured data, built on the csv-core crate.
//!
//! In: text and a delimiter. Out: rows of strings with their line numbers, and all problems as data.
//! An unreadable row is skipped and reported; the rows around it are kept. Never panics, whatever the text.
//! [`formula`] keeps spreadsheets from running a cell. Deliberately absent: cell types, detection of delimiters.

pub mod formula;

use std::fmt;

use csv_core::{ReadRecordResult, Reader, ReaderBuilder};
use serde::Serialize;

/// Most columns accepted: each is compared with every other.
const MOST_COLUMNS: usize = 1_000;

/// A problem at one place of a CSV text.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct CsvError {
    /// Line of the text, from 1: the line the row starts on.
    pub line: usize,
    /// Column of the row, from 1; 0 if it concerns the whole row.
    pub column: usize,
    /// What is wrong.
    pub problem: CsvProblem,
}

/// Possible problems of a CSV text.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum CsvProblem {
    /// There is no header.
    Empty,
    /// The header has too many columns.
    TooManyColumns,
    /// The header names an unknown column.
    UnknownColumn(String),
    /// The header lacks a column.
    MissingColumn(String),
    /// The header names a column twice.
    RepeatedColumn(String),
    /// The row has fewer cells than the header.
    ShortRow {
        /// Cells of the row.
        found: usize,
        /// Cells of the header.
        wanted: usize,
    },
    /// The row has more cells than the header.
    LongRow {
        /// Cells of the row.
        found: usize,
        /// Cells of the header.
        wanted: usize,
    },
    /// A quote inside a cell that does not start with one.
    QuoteInside,
    /// Text after the quote that closes a cell.
    TextAfterQuote,
    /// A quoted cell that is never closed.
    OpenQuote,
}

impl fmt::Display for CsvError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {}", self.line)?;
        if self.column > 0 {
            write!(f, ", column {}", self.column)?;
        }
        match &self.problem {
            CsvProblem::Empty => write!(f, ": the header row is missing"),
            CsvProblem::TooManyColumns => write!(f, ": more than {MOST_COLUMNS} columns"),
            CsvProblem::UnknownColumn(name) => write!(f, ": the column `{name}` is unknown"),
            CsvProblem::MissingColumn(name) => write!(f, ": the column `{name}` is missing"),
            CsvProblem::RepeatedColumn(name) => write!(f, ": the column `{name}` occurs twice"),
            CsvProblem::ShortRow { found, wanted } | CsvProblem::LongRow { found, wanted } => {
                write!(f, ": {found} cells, but the header has {wanted}")
            }
            CsvProblem::QuoteInside => {
                write!(f, ": a quotation mark inside an unquoted cell")
            }
            CsvProblem::TextAfterQuote => write!(f, ": text after a closing quotation mark"),
            CsvProblem::OpenQuote => write!(f, ": a quotation mark that is never closed"),
        }
    }
}

/// One row of a [`Table`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Row {
    /// Line of the text it starts on, from 1.
    pub line: usize,
    /// Its cells, one per column of the table, in order.
    pub cells: Vec<String>,
}

impl Row {
    /// The cell at a column index; empty if there is none.
    pub fn cell(&self, column: usize) -> &str {
        self.cells.get(column).map_or("", String::as_str)
    }
}

/// Rows under named columns.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Table {
    /// The names of the columns.
    pub columns: Vec<String>,
    /// The rows, in the order of the text, each with a cell for every column.
    pub rows: Vec<Row>,
}

impl Table {
    /// Index of a column by name.
    pub fn column(&self, name: &str) -> Option<usize> {
        self.columns.iter().position(|c| c == name)
    }
}

/// Reads rows with known columns, returned in the order of `columns` whatever their order in the text.
///
/// Limits: an invalid header gives no rows, because their cells could mean anything.
/// Errors: unknown, missing and repeated columns; short and long rows; bad quoting. All of them, not just the first.
pub fn read(text: &str, delimiter: u8, columns: &[&str]) -> (Table, Vec<CsvError>) {
    let (found, mut errors) = read_any(text, delimiter);
    let line = header_line(text);
    let wrong = |at: usize, problem| CsvError { line, column: at, problem };
    if errors.iter().any(|e| matches!(e.problem, CsvProblem::Empty | CsvProblem::TooManyColumns)) {
        return (Table::default(), errors);
    }
    let known = errors.len();
    for (at, name) in found.columns.iter().enumerate() {
        if !columns.contains(&name.as_str()) {
            errors.push(wrong(at + 1, CsvProblem::UnknownColumn(name.clone())));
        }
    }
    for name in columns {
        if found.column(name).is_none() {
            errors.push(wrong(0, CsvProblem::MissingColumn((*name).to_owned())));
        }
    }
    let header_is_wrong = errors.len() > known || errors.iter().any(|e| e.line == line);
    if header_is_wrong {
        return (Table::default(), errors);
    }
    let order: Vec<usize> = columns.iter().filter_map(|name| found.column(name)).collect();
    let rows = found.rows.into_iter().map(|mut row| {
        let cells = order.iter().map(|&at| row.cells.get_mut(at).map(std::mem::take).unwrap_or_default()).collect();
        Row { line: row.line, cells }
    });
    (Table { columns: columns.iter().map(|&c| c.to_owned()).collect(), rows: rows.collect() }, errors)
}

/// Reads rows with the columns the header names. A quotation mark that is never closed costs its own line alone.
///
/// Limits: a leading byte order mark, empty lines, lines of empty cells and empty cells beyond the header are ignored;
/// column names are trimmed; 1,000 columns.
/// Errors: no header, too many columns, a repeated column, short and long rows, bad quoting. All of them, not just the
/// first.
pub fn read_any(text: &str, delimiter: u8) -> (Table, Vec<CsvError>) {
    let mut errors = Vec::new();
    let mut records = Records::new(text, delimiter);
    let Some(header) = records.next() else {
        return (Table::default(), vec![CsvError { line: 1, column: 0, problem: CsvProblem::Empty }]);
    };
    if header.cells.len() > MOST_COLUMNS {
        let problem = CsvProblem::TooManyColumns;
        return (Table::default(), vec![CsvError { line: header.line, column: 0, problem }]);
    }
    let mut columns: Vec<String> = header.cells.iter().map(|c| c.trim().to_owned()).collect();
    // Spreadsheets end lines with the delimiters of empty columns.
    while columns.len() > 1 && columns.last().is_some_and(String::is_empty) {
        columns.pop();
    }
    if let Some(wrong) = header.wrong {
        errors.push(wrong);
    }
    for (at, name) in columns.iter().enumerate() {
        if columns.iter().take(at).any(|earlier| earlier == name) {
            errors.push(CsvError {
                line: header.line,
                column: at + 1,
                problem: CsvProblem::RepeatedColumn(name.clone()),
            });
        }
    }
    let mut rows = Vec::new();
    for mut record in records {
        let wanted = columns.len();
        if record.cells.len() > 1 && record.wrong.is_none() && record.cells.iter().all(|cell| cell.trim().is_empty()) {
            continue;
        }
        while record.cells.len() > wanted && record.cells.last().is_some_and(|cell| cell.trim().is_empty()) {
            record.cells.pop();
        }
        let found = record.cells.len();
        if let Some(wrong) = record.wrong {
            errors.push(wrong);
        } else if found < wanted {
            errors.push(CsvError { line: record.line, column: 0, problem: CsvProblem::ShortRow { found, wanted } });
        } else if found > wanted {
            errors.push(CsvError { line: record.line, column: 0, problem: CsvProblem::LongRow { found, wanted } });
        } else {
            rows.push(Row { line: record.line, cells: record.cells });
        }
    }
    (Table { columns, rows }, errors)
}

/// The line of the header: the first that is not empty.
pub(crate) fn header_line(text: &str) -> usize {
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    let blank = text.bytes().take_while(|b| matches!(b, b'\r' | b'\n'));
    1 + blank.filter(|&b| b == b'\n').count()
}

/// One record as csv-core splits it, with its quoting problem.
struct Record {
    line: usize,
    cells: Vec<String>,
    wrong: Option<CsvError>,
}

/// Iterates over the records of a text.
struct Records<'a> {
    rest: &'a [u8],
    reader: Reader,
    delimiter: u8,
    line: usize,
    bytes: Vec<u8>,
    ends: Vec<usize>,
}

impl<'a> Records<'a> {
    fn new(text: &'a str, delimiter: u8) -> Self {
        let text = text.strip_prefix('\u{feff}').unwrap_or(text);
        let reader = ReaderBuilder::new().delimiter(delimiter).build();
        Self { rest: text.as_bytes(), reader, delimiter, line: 1, bytes: vec![0; 1_024], ends: vec![0; 32] }
    }

    /// Splits a record into `self.bytes` and `self.ends`; returns the number of its cells.
    fn split(&mut self, record: &[u8]) -> usize {
        self.reader.reset();
        let (mut taken, mut written, mut cells) = (0, 0, 0);
        loop {
            let input = record.get(taken..).unwrap_or_default();
            let output = self.bytes.get_mut(written..).unwrap_or_default();
            let ends = self.ends.get_mut(cells..).unwrap_or_default();
            let (result, read, wrote, ended) = self.reader.read_record(input, output, ends);
            taken += read;
            written += wrote;
            cells += ended;
            match result {
                ReadRecordResult::InputEmpty => {} // called again with empty input, csv-core closes the last record
                ReadRecordResult::OutputFull => self.bytes.resize(self.bytes.len() * 2, 0),
                ReadRecordResult::OutputEndsFull => self.ends.resize(self.ends.len() * 2, 0),
                ReadRecordResult::Record | ReadRecordResult::End => return cells,
            }
        }
    }
}

impl Iterator for Records<'_> {
    type Item = Record;

    fn next(&mut self) -> Option<Record> {
        let blank = self.rest.iter().take_while(|b| matches!(b, b'\r' | b'\n')).count();
        let (before, text) = self.rest.split_at_checked(blank).unwrap_or((&[], self.rest));
        if text.is_empty() {
            return None;
        }
        let line = self.line + newlines(before);
        let (length, wrong) = match end_of_record(text, self.delimiter) {
            Ok(length) => (length, None),
            // Only its first line is lost: what follows may be records of its own.
            Err((column, problem)) => (first_line(text), Some(CsvError { line, column, problem })),
        };
        let (body, rest) = text.split_at_checked(length).unwrap_or((text, &[]));
        self.line = line + newlines(body);
        self.rest = rest;
        let count = self.split(body);
        let mut start = 0;
        let cells = self.ends.iter().take(count).map(|&end| {
            let cell = self.bytes.get(start..end).unwrap_or_default();
            start = end;
            // Split at single-byte characters, so the cells are valid UTF-8.
            String::from_utf8(cell.to_vec()).unwrap_or_default()
        });
        Some(Record { line, cells: cells.collect(), wrong })
    }
}

/// Length of the first line of a text, its line break included.
fn first_line(text: &[u8]) -> usize {
    memchr::memchr2(b'\n', b'\r', text).map_or(text.len(), |at| at + 1)
}

fn newlines(bytes: &[u8]) -> usize {
    bytes.split(|&b| b == b'\n').skip(1).count()
}

/// Length of the first record of a text, its line break included.
///
/// Errors: its first quote that csv-core would tolerate, with its column from 1. A quote that opens a cell is looked for no
/// further than the next one on another line, so a text is looked at three times at most.
fn end_of_record(text: &[u8], delimiter: u8) -> Result<usize, (usize, CsvProblem)> {
    #[derive(PartialEq)]
    enum At {
        Start,
        Bare,
        Quoted,
        Closed,
    }
    let (mut at, mut column) = (At::Start, 1);
    let mut length = 0;
    while let Some(&byte) = text.get(length) {
        length += 1;
        at = match (at, byte) {
            (At::Quoted, b'"') => At::Closed,
            (At::Start | At::Closed, b'"') => At::Quoted,
            (At::Quoted, _) => {
                // Nothing but a quote ends a quoted cell.
                length = memchr::memchr(b'"', text.get(length..).unwrap_or_default())
                    .map_or(text.len(), |next| length + next);
                At::Quoted
            }
            (_, b'\r' | b'\n') => return Ok(length),
            (At::Bare, b'"') => return Err((column, CsvProblem::QuoteInside)),
            (_, b) if b == delimiter => {
                column += 1;
                At::Start
            }
            (At::Closed, _) => return Err((column, CsvProblem::TextAfterQuote)),
            (At::Start | At::Bare, _) => At::Bare,
        };
    }
    if at == At::Quoted { Err((column, CsvProblem::OpenQuote)) } else { Ok(length) }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn cells(table: &Table) -> Vec<(usize, Vec<&str>)> {
        table.rows.iter().map(|r| (r.line, r.cells.iter().map(String::as_str).collect())).collect()
    }

    fn words(errors: &[CsvError]) -> Vec<String> {
        errors.iter().map(ToString::to_string).collect()
    }

    #[test]
    fn cells_come_in_the_order_asked_for_with_their_lines() {
        let text = "\u{feff}\nb,a\r\n2,\"1, \"\"one\"\"\"\r\n\r\n\"4\nfour\",3\n6,5";
        let (table, errors) = read(text, b',', &["a", "b"]);
        assert_eq!(words(&errors), Vec::<String>::new());
        assert_eq!(table.columns, ["a", "b"]);
        assert_eq!(cells(&table), [(3, vec!["1, \"one\"", "2"]), (5, vec!["3", "4\nfour"]), (7, vec!["5", "6"])]);
    }

    #[test]
    fn any_delimiter_and_any_columns_can_be_read() {
        let (table, errors) = read_any("GPU ;utilization\n0;0,93\n", b';');
        assert_eq!(errors, []);
        assert_eq!(table.column("utilization"), Some(1));
        assert_eq!(table.column("GPU"), Some(0));
        assert_eq!(table.column("gpu"), None);
        assert_eq!(cells(&table), [(2, vec!["0", "0,93"])]);
    }

    #[test]
    fn everything_wrong_is_told_and_the_good_rows_stay() {
        let cases: [(&str, &[&str], &[&str]); 14] = [
            ("", &["line 1: the header row is missing"], &[]),
            ("\n\n", &["line 1: the header row is missing"], &[]),
            ("a,b", &[], &[]),
            ("a,b\n1,2\n3\n5,6", &["line 3: 1 cells, but the header has 2"], &["1", "5"]),
            ("a,b\n1,2,3\n5,6", &["line 2: 3 cells, but the header has 2"], &["5"]),
            ("a,b,c\n1,2,3", &["line 1, column 3: the column `c` is unknown"], &[]),
            ("a\n1", &["line 1: the column `b` is missing"], &[]),
            ("\na,c\n1,2", &["line 2, column 2: the column `c` is unknown", "line 2: the column `b` is missing"], &[]),
            ("a,b,a\n1,2,3", &["line 1, column 3: the column `a` occurs twice"], &[]),
            ("a,b\n1,2 \"x\"\n5,6", &["line 2, column 2: a quotation mark inside an unquoted cell"], &["5"]),
            ("a,b\n1,\"2\" x\n5,6", &["line 2, column 2: text after a closing quotation mark"], &["5"]),
            ("a,b\n1,2\n\"5,6\n7,8", &["line 3, column 1: a quotation mark that is never closed"], &["1", "7"]),
            ("a,b\n1,2\n\"5,6\n\"7\n7\",8", &["line 3, column 1: text after a closing quotation mark"], &["1", "7\n7"]),
            (
                "\"a,b\n1,2",
                &[
                    "line 1, column 1: a quotation mark that is never closed",
                    "line 2: 2 cells, but the header has 1",
                    "line 1, column 1: the column `a,b` is unknown",
                    "line 1: the column `a` is missing",
                    "line 1: the column `b` is missing",
                ],
                &[],
            ),
        ];
        for (text, expected, kept) in cases {
            let (table, errors) = read(text, b',', &["a", "b"]);
            assert_eq!(words(&errors), expected, "{text:?}");
            assert_eq!(table.rows.iter().map(|r| r.cell(0)).collect::<Vec<_>>(), kept, "{text:?}");
        }
    }

    /// Comparing 100,000 different names with each other took half a minute.
    #[test]
    fn a_header_that_is_too_wide_is_refused_as_a_whole() {
        let header: Vec<String> = (0..=1_000).map(|n| n.to_string()).collect();
        for columns in [&["a"][..], &[]] {
            let (table, errors) = read(&header.join(","), b',', columns);
            assert_eq!((table, words(&errors)), (Table::default(), vec!["line 1: more than 1000 columns".to_owned()]));
        }
        let (table, errors) = read_any(&header.get(1..).unwrap_or_default().join(";"), b';');
        assert_eq!((table.columns.len(), errors), (1_000, vec![]));
    }

    #[test]
    fn a_row_larger_than_the_buffers_is_whole() {
        let wide = "x".repeat(5_000);
        let text = format!("{}a\n{}{wide}\n", "a,".repeat(99), "1,".repeat(99));
        let (table, _) = read_any(&text, b',');
        let row = table.rows.first().map(|r| (r.cells.len(), r.cell(0).to_owned(), r.cell(99).to_owned()));
        assert_eq!(row, Some((100, "1".to_owned(), wide)));
    }

    #[test]
    fn every_cut_of_a_text_is_read_or_refused_without_a_panic() {
        let text = "a,b\r\n\"1\"\"\",\u{e9}\n\"x\n\",2\"\n,\n\n\"";
        let mut refused = 0;
        for end in (0..=text.len()).filter(|&e| text.is_char_boundary(e)) {
            for delimiter in [b',', b';', b'"', b'\n', 0xC3] {
                let (table, errors) = read_any(text.get(..end).unwrap_or_default(), delimiter);
                refused += errors.len();
                assert!(table.rows.iter().all(|r| r.cells.len() == table.columns.len()));
            }
        }
        assert!(refused > 0);
    }
}
