//! Rows of delimited text, streamed: cells are slices of the buffer, without an allocation per cell.
//!
//! A line without a quoted cell is split at its delimiters; csv-core reads the others. [`crate::csv`] is for small texts
//! that are read whole with all their problems; this is for files of any length.

use std::io;

use csv_core::{ReadRecordResult, Reader, ReaderBuilder};
use memchr::{memchr, memchr2_iter};

use super::instant::Clock;
use super::report::{FileReport, SkipReason};
use super::source::Source;

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

/// Reads one row after another: `while rows.advance()? { rows.row() … }`.
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
}

impl<'s, 'r> Rows<'s, 'r> {
    /// Rows of a source from its current position, line 1.
    pub fn new(source: &'s mut Source<'r>, dialect: Dialect) -> Self {
        Self {
            source,
            dialect,
            reader: ReaderBuilder::new().delimiter(dialect.delimiter).build(),
            line: 1,
            next_line: 1,
            taken: 0,
            spans: Vec::new(),
            unquoted: Vec::new(),
            is_unquoted: false,
            ends: vec![0; 64],
            problem: None,
        }
    }

    /// Moves to the next row that is not blank; `false` at the end.
    pub fn advance(&mut self) -> io::Result<bool> {
        loop {
            self.source.consume(std::mem::take(&mut self.taken));
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

    /// Reads a line and splits it; `false` at the end.
    fn read_line(&mut self) -> io::Result<bool> {
        let mut searched = 0;
        let length = loop {
            let data = self.source.data();
            if let Some(found) = memchr(b'\n', data.get(searched..).unwrap_or_default()) {
                break searched + found + 1;
            }
            searched = data.len();
            if searched > LONGEST_ROW {
                return self.skip_line();
            }
            if !self.source.more()? {
                break searched;
            }
        };
        if length == 0 {
            return Ok(false);
        }
        self.taken = length;
        self.next_line = self.line + 1;
        let line = self.source.data().get(..length).unwrap_or_default();
        if self.dialect.quoting && has_quoted_cell(line, self.dialect.delimiter) {
            return self.read_quoted();
        }
        let text = line.strip_suffix(b"\n").unwrap_or(line);
        let text = text.strip_suffix(b"\r").unwrap_or(text);
        let mut from = 0;
        for to in memchr::memchr_iter(self.dialect.delimiter, text) {
            self.spans.push((short(from), short(to)));
            from = to + 1;
        }
        self.spans.push((short(from), short(text.len())));
        Ok(true)
    }

    /// A row with a quoted cell, which may go on over several lines.
    fn read_quoted(&mut self) -> io::Result<bool> {
        let first_line = self.taken;
        self.reader.reset();
        let (mut taken, mut written, mut cells) = (0, 0, 0);
        let mut at_end = false;
        loop {
            let data = self.source.data().get(taken..).unwrap_or_default();
            let output = self.unquoted.get_mut(written..).unwrap_or_default();
            let ends = self.ends.get_mut(cells..).unwrap_or_default();
            let (result, read, wrote, ended) = self.reader.read_record(data, output, ends);
            taken += read;
            written += wrote;
            cells += ended;
            match result {
                ReadRecordResult::Record | ReadRecordResult::End => break,
                ReadRecordResult::OutputFull => self.unquoted.resize(self.unquoted.len() * 2 + 1_024, 0),
                ReadRecordResult::OutputEndsFull => self.ends.resize(self.ends.len() * 2, 0),
                // At the end of the file, csv-core closes the record when it is called with nothing.
                ReadRecordResult::InputEmpty => at_end = taken > LONGEST_ROW || !self.source.more()?,
            }
            if at_end && taken > LONGEST_ROW {
                break;
            }
        }
        let record = self.source.data().get(..taken).unwrap_or_default();
        let marks = memchr::memchr_iter(b'"', record).count();
        if at_end && !marks.is_multiple_of(2) {
            // The mark swallowed the rest of the file: only its own line is lost.
            self.problem = Some(SkipReason::OpenQuote);
            self.taken = first_line;
            return Ok(true);
        }
        self.next_line = self.line + memchr::memchr_iter(b'\n', record).count() as u64;
        self.taken = taken;
        self.is_unquoted = true;
        let mut from = 0;
        for to in self.ends.iter().take(cells) {
            self.spans.push((short(from), short(*to)));
            from = *to;
        }
        // csv-core leaves the line feed of a pair to the next record.
        if self.source.data().get(taken.wrapping_sub(1)) == Some(&b'\r')
            && self.source.data().get(taken) == Some(&b'\n')
        {
            self.taken += 1;
            self.next_line += 1;
        }
        Ok(true)
    }

    /// Passes over a line that is longer than a row may be.
    fn skip_line(&mut self) -> io::Result<bool> {
        self.problem = Some(SkipReason::TooLong);
        self.next_line = self.line + 1;
        loop {
            let data = self.source.data();
            if let Some(found) = memchr(b'\n', data) {
                self.taken = found + 1;
                return Ok(true);
            }
            let length = data.len();
            self.source.consume(length);
            if !self.source.more()? {
                return Ok(true);
            }
        }
    }
}

/// Whether a cell of a line starts with a quotation mark.
fn has_quoted_cell(line: &[u8], delimiter: u8) -> bool {
    memchr2_iter(b'"', b'"', line).any(|at| at == 0 || line.get(at - 1) == Some(&delimiter))
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
        if !rows.advance()? {
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
    /// passes over the header where it comes again.
    pub fn advance(&mut self, report: &mut FileReport) -> io::Result<bool> {
        let wanted = self.columns.len();
        while self.rows.advance()? {
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
mod tests {
    use super::super::format::Format;
    use super::*;

    type Lines = Vec<(u64, Vec<String>)>;

    fn read(text: &str) -> (Vec<String>, Lines, FileReport) {
        let mut bytes = text.as_bytes();
        let mut go_on = |_| true;
        let mut source = Source::open(&mut bytes, &mut go_on).expect("a source");
        let dialect = Dialect::of(source.data());
        let mut report = FileReport::new("", Format::AnyCsv);
        let Some(mut table) = Table::open(&mut source, dialect).expect("a table") else {
            return (Vec::new(), Vec::new(), report);
        };
        let mut rows = Vec::new();
        while table.advance(&mut report).expect("a row") {
            let row = table.row();
            rows.push((row.line, row.cells().map(|cell| String::from_utf8_lossy(cell).into_owned()).collect()));
        }
        (table.columns().to_vec(), rows, report)
    }

    fn row(line: u64, cells: &[&str]) -> (u64, Vec<String>) {
        (line, cells.iter().map(|cell| (*cell).to_owned()).collect())
    }

    #[test]
    fn delimiters_are_found_and_quoted_cells_read() {
        for delimiter in [",", ";", "\t"] {
            let text = "a,b\r\n1,2\r\n\r\n\"x,\"\"y\"\"\nz\",3\r\n,\n4,\"5\"\n".replace(',', delimiter);
            let (columns, rows, report) = read(&text);
            assert_eq!(columns, ["a", "b"]);
            let quoted = format!("x{delimiter}\"y\"\nz");
            assert_eq!(rows, [row(2, &["1", "2"]), row(4, &[&quoted, "3"]), row(7, &["4", "5"])]);
            assert_eq!((report.rows, report.skipped.len()), (3, 0));
        }
        // In sacct's output a quotation mark is data.
        let (columns, rows, _) = read("JobID|JobName|\n1|\"half|\n2|a\"b|\n");
        assert_eq!(columns, ["JobID", "JobName"]);
        assert_eq!(rows, [row(2, &["1", "\"half"]), row(3, &["2", "a\"b"])]);
        assert_eq!(read("").1, []);
        assert_eq!(read("\n\n").1, []);
    }

    #[test]
    fn rows_that_do_not_fit_are_named_and_the_others_stay() {
        let (_, rows, report) = read("a,b\n1\n1,2,3\n1,2,\na,b\n\"open,1\n5,6");
        assert_eq!(rows, [row(4, &["1", "2"]), row(7, &["5", "6"])]);
        let lines = |reason| report.skipped.iter().find(|s| s.reason == reason).map(|s| s.lines.clone());
        assert_eq!(lines(SkipReason::ShortRow), Some(vec![2]));
        assert_eq!(lines(SkipReason::LongRow), Some(vec![3]));
        assert_eq!(lines(SkipReason::OpenQuote), Some(vec![6]));
        let long = format!("a,b\n1,{}\n3,4\n", "x".repeat(3 * LONGEST_ROW));
        let (_, rows, report) = read(&long);
        assert_eq!(rows, [row(3, &["3", "4"])]);
        assert_eq!(report.skipped_for(SkipReason::TooLong), 1);
    }

    #[test]
    fn rows_across_pieces_of_the_file_are_whole() {
        let lines: String = (0..60_000).fold(String::new(), |text, n| text + &format!("{n},\"{}\n{n}\"\n", n * 7));
        let (_, rows, report) = read(&format!("a,b\n{lines}"));
        assert_eq!((rows.len(), report.skipped.len()), (60_000, 0));
        for (n, (line, cells)) in rows.iter().enumerate() {
            assert_eq!(*line, 2 + 2 * n as u64);
            assert_eq!(cells, &[n.to_string(), format!("{}\n{n}", n * 7)]);
        }
    }
}
