//! Rows of delimited text, streamed: cells are slices of the buffer, without an allocation per cell.
//!
//! A line without a quoted cell is split at its delimiters; csv-core reads the others. [`crate::csv`] is for small texts
//! that are read whole with all their problems; this is for files of any length.

use std::io;

use csv_core::{ReadRecordResult, Reader, ReaderBuilder, Terminator};
use memchr::{memchr, memchr_iter};

use super::instant::Clock;
use super::quote_scan::{Place, QuoteScan, Scanned};
use super::report::{FileReport, SkipReason};
use super::source::Source;
use super::steps::pause;

mod odd;

pub use odd::Mark;

/// Longest row, in bytes.
pub const LONGEST_ROW: usize = 1 << 20;
/// Most columns.
const MOST_COLUMNS: usize = 10_000;

/// How cells are set apart.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Dialect {
    /// The byte between two cells.
    pub delimiter: u8,
    /// Whether a cell may be quoted; otherwise quotation marks are data, as in `sacct -P`.
    pub quoting: bool,
}

impl Dialect {
    /// The dialect of a text by its first line that is not blank: the most frequent of comma, semicolon, tab and bar
    /// outside quotation marks; a comma if there is none. A text with bars has no quoting.
    pub fn of(first: &[u8]) -> Self {
        let line = first.split(|&b| b == b'\n').find(|line| !line.trim_ascii().is_empty()).unwrap_or_default();
        let mut best = (b',', 0);
        for delimiter in *b",;\t|" {
            let mut inside = false;
            let found = line.iter().filter(|&&byte| {
                inside ^= byte == b'"';
                byte == delimiter && !inside
            });
            let found = found.count();
            if found > best.1 {
                best = (delimiter, found);
            }
        }
        Self { delimiter: best.0, quoting: best.0 != b'|' }
    }
}

/// One row: its cells are slices.
#[derive(Clone, Copy, Debug)]
pub struct Row<'b> {
    /// Line it starts on, from 1.
    pub line: u64,
    bytes: &'b [u8],
    spans: &'b [(u32, u32)],
}

impl<'b> Row<'b> {
    /// The cell at a column, without blanks around it; empty if there is none.
    pub fn cell(&self, column: usize) -> &'b [u8] {
        self.spans
            .get(column)
            .map_or(&[][..], |&(from, to)| self.bytes.get(from as usize..to as usize).unwrap_or_default().trim_ascii())
    }

    /// The cell at a column that may not exist.
    pub fn at(&self, column: Option<usize>) -> &'b [u8] {
        column.map_or(&[][..], |column| self.cell(column))
    }

    /// How many cells it has.
    pub fn len(&self) -> usize {
        self.spans.len()
    }

    /// Whether it has no cells.
    pub fn is_empty(&self) -> bool {
        self.spans.is_empty()
    }

    /// All cells, without blanks around them.
    pub fn cells(&self) -> impl Iterator<Item = &'b [u8]> + '_ {
        (0..self.len()).map(|column| self.cell(column))
    }
}

/// Reads one row after another: `while rows.advance().await? { rows.row() … }`.
pub struct Rows<'s, 'r> {
    source: &'s mut Source<'r>,
    dialect: Dialect,
    reader: Reader,
    /// Line of the current row.
    line: u64,
    /// Line after it.
    next_line: u64,
    /// Bytes of the source that the current row occupies.
    taken: usize,
    spans: Vec<(u32, u32)>,
    unquoted: Vec<u8>,
    is_unquoted: bool,
    ends: Vec<usize>,
    problem: Option<SkipReason>,
    /// Bytes of the source before the current row.
    passed: usize,
    /// Up to here, counted in the same way, no end of a quoted cell was found that was looked for.
    searched: usize,
}

impl<'s, 'r> Rows<'s, 'r> {
    /// Rows of a source from its current position, line 1.
    pub fn new(source: &'s mut Source<'r>, dialect: Dialect) -> Self {
        Self {
            source,
            dialect,
            reader: ReaderBuilder::new().delimiter(dialect.delimiter).terminator(Terminator::Any(b'\n')).build(),
            line: 1,
            next_line: 1,
            taken: 0,
            spans: Vec::new(),
            unquoted: Vec::new(),
            is_unquoted: false,
            ends: vec![0; 64],
            problem: None,
            passed: 0,
            searched: 0,
        }
    }

    /// Moves to the next row that is not blank; `false` at the end. Pauses after every step of the file.
    pub async fn advance(&mut self) -> io::Result<bool> {
        if self.source.takes_pause() {
            pause().await;
        }
        self.advance_now()
    }

    /// The same without a pause.
    fn advance_now(&mut self) -> io::Result<bool> {
        loop {
            self.consume(self.taken);
            self.taken = 0;
            self.line = self.next_line;
            self.spans.clear();
            self.problem = None;
            self.is_unquoted = false;
            if !self.read_line()? {
                return Ok(false);
            }
            // Spreadsheets write blank lines as delimiters alone.
            let row = self.row();
            if self.problem.is_some() || !row.cells().all(<[u8]>::is_empty) {
                return Ok(true);
            }
        }
    }

    /// The current row.
    pub fn row(&self) -> Row<'_> {
        let bytes = if self.is_unquoted { &self.unquoted } else { self.source.data() };
        Row { line: self.line, bytes, spans: &self.spans }
    }

    /// Why the current row cannot be used, if it cannot.
    pub fn problem(&self) -> Option<SkipReason> {
        self.problem
    }

    /// Puts cells together again that a delimiter inside one cell has split: `extra` more cells from `column` on.
    fn rejoin(&mut self, column: usize, extra: usize) {
        let last = self.spans.get(column + extra).copied();
        if let (Some(first), Some((_, to))) = (self.spans.get_mut(column), last) {
            first.1 = to;
            self.spans.drain(column + 1..=column + extra);
        }
    }

    /// The source, for figures about it.
    pub fn source(&self) -> &Source<'r> {
        self.source
    }

    fn consume(&mut self, bytes: usize) {
        self.source.consume(bytes);
        self.passed += bytes;
    }

    /// Reads a line and splits it; `false` at the end.
    fn read_line(&mut self) -> io::Result<bool> {
        let mut searched = 0;
        let length = loop {
            let data = self.source.data();
            if let Some(found) = memchr(b'\n', data.get(searched..).unwrap_or_default()) {
                break searched + found + 1;
            }
            searched = data.len();
            if searched > LONGEST_ROW || !self.source.more()? {
                break searched;
            }
        };
        if length == 0 {
            return Ok(false);
        }
        if length > LONGEST_ROW {
            return self.skip_line();
        }
        self.source.work.add(length);
        self.taken = length;
        self.next_line = self.line + 1;
        let line = self.source.data().get(..length).unwrap_or_default();
        if self.dialect.quoting && has_quoted_cell(line, self.dialect.delimiter) {
            return self.read_quoted();
        }
        let text = line.strip_suffix(b"\n").unwrap_or(line);
        let text = text.strip_suffix(b"\r").unwrap_or(text);
        let mut from = 0;
        for to in memchr_iter(self.dialect.delimiter, text) {
            self.spans.push((short(from), short(to)));
            from = to + 1;
        }
        self.spans.push((short(from), short(text.len())));
        Ok(true)
    }

    /// A row with a quoted cell, which may go on over several lines.
    fn read_quoted(&mut self) -> io::Result<bool> {
        let mut done = Unquoted::default();
        self.reader.reset();
        if !self.unquote(&mut done, self.taken) {
            let Some(length) = self.quoted_length()? else {
                // The mark would swallow the rows after it: only its own line is lost.
                self.problem = Some(SkipReason::OpenQuote);
                return Ok(true);
            };
            self.taken = length;
            while !self.unquote(&mut done, length) {}
            let row = self.source.data().get(..length).unwrap_or_default();
            self.next_line = self.line + memchr_iter(b'\n', row).count() as u64;
        }
        self.is_unquoted = true;
        let mut from = 0;
        for to in self.ends.iter().take(done.cells) {
            self.spans.push((short(from), short(*to)));
            from = *to;
        }
        Ok(true)
    }

    /// Splits a row with quoted cells up to a position; `false` if it does not end there. At the end of the file, csv-core
    /// closes a row when it is called with nothing.
    fn unquote(&mut self, done: &mut Unquoted, until: usize) -> bool {
        loop {
            let data = self.source.data().get(done.taken..until).unwrap_or_default();
            let output = self.unquoted.get_mut(done.written..).unwrap_or_default();
            let ends = self.ends.get_mut(done.cells..).unwrap_or_default();
            let (result, read, wrote, ended) = self.reader.read_record(data, output, ends);
            self.source.work.add(read);
            done.taken += read;
            done.written += wrote;
            done.cells += ended;
            match result {
                ReadRecordResult::Record | ReadRecordResult::End => return true,
                ReadRecordResult::InputEmpty => return false,
                ReadRecordResult::OutputFull => self.unquoted.resize(self.unquoted.len() * 2 + 1_024, 0),
                ReadRecordResult::OutputEndsFull => self.ends.resize(self.ends.len() * 2, 0),
            }
        }
    }

    /// The length of a row with a quoted cell that goes on after its line; `None` if that cell is never closed.
    ///
    /// A mark closes it that stands before a delimiter or a line break; a mark before other text shows that the first one
    /// opened nothing. Lines that were searched in vain are not searched again, so each is looked at twice at most.
    fn quoted_length(&mut self) -> io::Result<Option<usize>> {
        let line = self.source.data().get(..self.taken).unwrap_or_default();
        let mut scan = QuoteScan { delimiter: self.dialect.delimiter, at: 0, place: Place::Start };
        scan.go_on(line, self.taken);
        self.source.work.add(scan.at);
        if scan.place != Place::Quoted {
            return Ok(Some(self.taken)); // the last line, without a line break
        }
        if self.passed + self.taken <= self.searched {
            return Ok(None);
        }
        loop {
            let data = self.source.data();
            let data = data.get(..LONGEST_ROW).unwrap_or(data);
            let from = scan.at;
            let found = scan.go_on(data, self.taken);
            self.source.work.add(scan.at - from);
            match found {
                Scanned::Row => return Ok(Some(scan.at)),
                Scanned::Open if scan.at < LONGEST_ROW => {
                    if self.source.more()? {
                        continue;
                    }
                    if scan.place != Place::Quoted {
                        return Ok(Some(scan.at)); // the last row, without a line break
                    }
                }
                Scanned::Open | Scanned::Broken => {}
            }
            self.searched = self.searched.max(self.passed + scan.at);
            return Ok(None);
        }
    }

    /// Passes over a line that is longer than a row may be.
    fn skip_line(&mut self) -> io::Result<bool> {
        self.problem = Some(SkipReason::TooLong);
        self.next_line = self.line + 1;
        loop {
            let data = self.source.data();
            self.source.work.add(data.len());
            if let Some(found) = memchr(b'\n', data) {
                self.taken = found + 1;
                return Ok(true);
            }
            let length = data.len();
            self.consume(length);
            if !self.source.more()? {
                return Ok(true);
            }
        }
    }
}

/// How far a row with quoted cells is split.
#[derive(Default)]
struct Unquoted {
    taken: usize,
    written: usize,
    cells: usize,
}

/// Whether a cell of a line starts with a quotation mark.
fn has_quoted_cell(line: &[u8], delimiter: u8) -> bool {
    memchr_iter(b'"', line).any(|at| at == 0 || line.get(at - 1) == Some(&delimiter))
}

/// A position in a row, which is at most a few mebibytes long.
fn short(position: usize) -> u32 {
    u32::try_from(position).unwrap_or(u32::MAX)
}

/// Rows under a header.
pub struct Table<'s, 'r> {
    rows: Rows<'s, 'r>,
    columns: Vec<String>,
    /// Whether rows with more or fewer cells than the header are given out rather than reported.
    pub gives_odd_rows: bool,
    repeated: u64,
}

impl<'s, 'r> Table<'s, 'r> {
    /// Reads the header; `None` if there is no row.
    pub fn open(source: &'s mut Source<'r>, dialect: Dialect) -> io::Result<Option<Self>> {
        let mut rows = Rows::new(source, dialect);
        if !rows.advance_now()? {
            return Ok(None);
        }
        let row = rows.row();
        let mut columns: Vec<String> = row.cells().take(MOST_COLUMNS).map(name).collect();
        // A trailing delimiter makes no column.
        while columns.len() > 1 && columns.last().is_some_and(String::is_empty) {
            columns.pop();
        }
        Ok(Some(Self { rows, columns, gives_odd_rows: false, repeated: 0 }))
    }

    /// Rows without a header, under the columns given.
    pub fn headless(source: &'s mut Source<'r>, dialect: Dialect, columns: Vec<String>) -> Self {
        Self { rows: Rows::new(source, dialect), columns, gives_odd_rows: false, repeated: 0 }
    }

    /// The names of the columns, as they stand in the file.
    pub fn columns(&self) -> &[String] {
        &self.columns
    }

    /// The first column with one of these names; case does not count.
    pub fn column(&self, names: &[&str]) -> Option<usize> {
        names.iter().find_map(|name| self.columns.iter().position(|column| column.eq_ignore_ascii_case(name)))
    }

    /// The cells of a column in the buffer, the first rows of the file; quoted cells with the delimiter inside do not count.
    pub fn first_cells(&self, column: usize) -> impl Iterator<Item = &[u8]> {
        let delimiter = self.rows.dialect.delimiter;
        self.rows.source.data().split(|&byte| byte == b'\n').map(move |line| {
            let cell = line.split(|&byte| byte == delimiter).nth(column).unwrap_or_default().trim_ascii();
            cell.strip_prefix(b"\"").unwrap_or(cell)
        })
    }

    /// Lets a clock settle the order of dates by the first rows of the file.
    pub fn settle(&self, clock: &mut Clock, column: Option<usize>) {
        let (Some(column), None) = (column, clock.order) else { return };
        self.first_cells(column).for_each(|cell| clock.settle(cell));
    }

    /// How often the header came again.
    pub fn repeated(&self) -> u64 {
        self.repeated
    }

    /// Moves to the next row with as many cells as the header; `false` at the end. Notes the others in the report, and
    /// skips the header where it is repeated. Pauses after every step of the file.
    pub async fn advance(&mut self, report: &mut FileReport) -> io::Result<bool> {
        let wanted = self.columns.len();
        while self.rows.advance().await? {
            let line = self.rows.line;
            if let Some(problem) = self.rows.problem() {
                report.skip(problem, line);
                continue;
            }
            self.drop_blank_end();
            let found = self.rows.spans.len();
            if found < wanted && !self.gives_odd_rows {
                report.skip(SkipReason::ShortRow, line);
                continue;
            }
            if found > wanted && !self.gives_odd_rows {
                report.skip(SkipReason::LongRow, line);
                continue;
            }
            if self.is_header() {
                self.repeated += 1;
                continue;
            }
            report.rows += 1;
            return Ok(true);
        }
        Ok(false)
    }

    fn is_header(&self) -> bool {
        let row = self.rows.row();
        let same = |(column, cell): (&String, &[u8])| column.as_bytes() == cell;
        self.columns.first().is_some_and(|first| first.as_bytes() == row.cell(0))
            && self.columns.iter().zip(row.cells()).all(same)
    }

    /// The current row.
    pub fn row(&self) -> Row<'_> {
        self.rows.row()
    }

    /// The byte between two cells.
    pub fn delimiter(&self) -> u8 {
        self.rows.dialect.delimiter
    }

    /// Drops blank cells at the end of a row that has more than the header.
    pub fn drop_blank_end(&mut self) {
        let wanted = self.columns.len();
        while self.rows.spans.len() > wanted && self.rows.row().cell(self.rows.spans.len() - 1).is_empty() {
            self.rows.spans.pop();
        }
    }
}

/// The name of a column.
fn name(cell: &[u8]) -> String {
    String::from_utf8_lossy(cell).trim().to_owned()
}

#[cfg(test)]
#[path = "rows_tests.rs"]
mod tests;
