//! Rows put together: delimiters inside lists and names, line breaks inside free text.

use std::io;

use super::super::instant::Clock;
use super::super::report::SkipReason;
use super::super::rows::{Row, Table};
use super::columns::Columns;
use super::state::state_of;

/// Most lines of one row.
const MOST_LINES: usize = 500;
/// Most cells beyond those of the header that are put together.
const MOST_EXTRA: usize = 500;

/// What was put together.
#[derive(Default)]
pub(super) struct Assembly {
    /// Columns in which a delimiter can stand.
    free: Vec<usize>,
    /// Columns of free text, in which a line break can stand too.
    texts: Vec<usize>,
    /// Rows with a delimiter inside a cell.
    pub(super) rejoined: u64,
    /// Rows with a line break inside a cell.
    pub(super) broken: u64,
    /// Before this line no row is sought over several lines again.
    until: u64,
    /// Whether the last column can go on in the next line.
    goes_on: bool,
    /// Whether it did.
    went_on: bool,
}

/// What became of a row that does not have the cells of the header.
pub(super) enum Outcome {
    /// It can be taken.
    Whole,
    /// It continues the last cell of the row before.
    Continued,
    /// It cannot.
    Passed(SkipReason),
}

impl Assembly {
    /// For rows of a file: columns in which a delimiter can stand, and those in which a line break can too.
    pub(super) fn new(free: Vec<usize>, texts: Vec<usize>) -> Self {
        Self { free, texts, ..Self::default() }
    }

    /// Notes whether a row was taken: its last cell may go on.
    pub(super) fn note(&mut self, columns: usize, was_taken: bool) {
        self.goes_on = was_taken && self.texts.contains(&(columns.saturating_sub(1)));
        self.went_on = false;
    }

    /// Puts the current row together, with the lines after it if need be.
    pub(super) fn assemble(
        &mut self,
        rows: &mut Table<'_, '_>,
        columns: &Columns,
        clock: &mut Clock,
    ) -> io::Result<Outcome> {
        let wanted = rows.columns().len();
        let found = rows.row().len();
        let line = rows.row().line;
        if found > wanted && self.put_together(rows, columns, clock) {
            self.rejoined += 1;
            return Ok(Outcome::Whole);
        }
        let is_start = is_job_id(rows.row().at(columns.id));
        if is_start && line >= self.until && !self.texts.is_empty() && columns.state.is_some() {
            let before = rows.mark();
            let mut lines = 0;
            while lines < MOST_LINES && rows.row().len() < wanted + MOST_EXTRA {
                let delimiter = rows.delimiter();
                if begins_row(rows.next_line()?, delimiter, columns) || !rows.append_line()? {
                    break;
                }
                lines += 1;
                let length = rows.row().len();
                let fits = match length.cmp(&wanted) {
                    std::cmp::Ordering::Less => false,
                    std::cmp::Ordering::Equal => columns.fit(&rows.row(), clock),
                    std::cmp::Ordering::Greater => self.put_together(rows, columns, clock),
                };
                if fits {
                    self.broken += 1;
                    return Ok(Outcome::Whole);
                }
            }
            self.until = line + lines as u64;
            rows.reset(&before);
        }
        if !is_start && self.goes_on && found < wanted {
            self.broken += u64::from(!self.went_on);
            self.went_on = true;
            return Ok(Outcome::Continued);
        }
        let reason = match found.cmp(&wanted) {
            std::cmp::Ordering::Less => SkipReason::ShortRow,
            std::cmp::Ordering::Equal => SkipReason::Unreadable,
            std::cmp::Ordering::Greater => SkipReason::LongRow,
        };
        Ok(Outcome::Passed(reason))
    }

    /// Joins cells that a delimiter inside them has split: lists, then one cell of free text; `false`, and nothing done, if
    /// it cannot be told in which.
    fn put_together(&self, rows: &mut Table<'_, '_>, columns: &Columns, clock: &mut Clock) -> bool {
        let Some(state) = columns.state else { return false };
        let wanted = rows.columns().len();
        if rows.row().len() > wanted + MOST_EXTRA {
            return false;
        }
        let before = rows.mark();
        rows.drop_blank_end();
        if rows.delimiter() == b',' {
            join_lists(rows);
        }
        if rows.row().len() == wanted && columns.fit(&rows.row(), clock) {
            return true;
        }
        let mut fitting = None;
        let joined = rows.mark();
        let is_long = rows.row().len() > wanted;
        for &column in self.free.iter().filter(|_| is_long) {
            rows.rejoin(column);
            let fits = state_of(rows.row().cell(state)).is_some() && columns.fit(&rows.row(), clock);
            rows.reset(&joined);
            if fits && fitting.replace(column).is_some() {
                rows.reset(&before);
                return false;
            }
        }
        match fitting {
            Some(column) => rows.rejoin(column),
            None => rows.reset(&before),
        }
        fitting.is_some()
    }
}

/// Joins the cells of lists that commas have split: `billing=8` and `gres/gpu=8` are of one list until a name comes again;
/// `n[1` and `3-4]` of one bracket.
fn join_lists(rows: &mut Table<'_, '_>) {
    let mut at = 0;
    while at < rows.row().len() {
        let row = rows.row();
        let mut length = 1;
        let mut names = vec![list_name(row.cell(at))];
        let mut depth = depth(row.cell(at));
        while at + length < row.len() {
            let cell = row.cell(at + length);
            let name = list_name(cell);
            let is_item = name.is_some() && names.first() != Some(&None) && !names.contains(&name);
            if !is_item && depth <= 0 {
                break;
            }
            depth += self::depth(cell);
            names.push(name);
            length += 1;
        }
        // A bracket that is never closed joins nothing.
        if length > 1 && depth <= 0 {
            rows.join(at, length - 1);
        }
        at += 1;
    }
}

/// The name of an item of a list: `gres/gpu` of `gres/gpu=8`.
fn list_name(cell: &[u8]) -> Option<&[u8]> {
    let at = cell.iter().position(|&byte| byte == b'=')?;
    let name = cell.get(..at)?;
    let is_name = |byte: &u8| byte.is_ascii_alphanumeric() || b"/:_.-+".contains(byte);
    (!name.is_empty() && name.iter().all(is_name)).then_some(name)
}

/// Brackets that a cell opens less those that it closes.
fn depth(cell: &[u8]) -> i64 {
    cell.iter().map(|byte| i64::from(*byte == b'[') - i64::from(*byte == b']')).sum()
}

/// Whether a cell is a job id: `101`, `101_7`, `101_[1-4]`, `101+1`, `101.batch`.
fn is_job_id(cell: &[u8]) -> bool {
    let digits = cell.iter().take_while(|byte| byte.is_ascii_digit()).count();
    digits > 0 && matches!(cell.get(digits), None | Some(b'_' | b'+' | b'.')) && !cell.contains(&b' ')
}

/// Whether a line is a row by itself: it has a job id, and more.
fn begins_row(line: &[u8], delimiter: u8, columns: &Columns) -> bool {
    let Some(at) = columns.id else { return false };
    let id = line.split(|&byte| byte == delimiter).nth(at).unwrap_or_default();
    line.contains(&delimiter) && is_job_id(id.trim_ascii())
}

/// Whether the state of a row cannot be read: a line break may have moved its cells.
pub(super) fn is_moved(row: &Row<'_>, columns: &Columns) -> bool {
    columns.state.is_some_and(|at| state_of(row.cell(at)).is_none())
}
