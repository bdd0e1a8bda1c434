//! Tables of fixed width, as `sacct` prints them without `-P`: a heading, a line of dashes as wide as the columns, rows
//! padded with blanks. They are turned into rows with a delimiter, line by line, so that line numbers stay.
//!
//! A cell that fills its column and ends in `+` was cut. A list of resources that was cut names fewer GPUs than there were,
//! so it counts as absent; other cells stay as they are printed.

use std::io::{self, Read};

use memchr::memchr;

use super::rows::LONGEST_ROW;
use super::source::Source;

/// Delimiter of the rows given out.
const DELIMITER: u8 = b'|';
/// Columns whose lists say nothing once they are cut.
const LISTS: [&[u8]; 7] = [b"AllocTRES", b"ReqTRES", b"AllocGRES", b"ReqGRES", b"TRESAlloc", b"TRESReq", b"NodeList"];

/// Most columns; `sacct` has some 110 fields.
const MOST_COLUMNS: usize = 500;

/// Where a column stands in a line, in bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Span {
    from: usize,
    to: usize,
}

/// Whether a text begins with a heading and a line of dashes.
pub(super) fn is_one(text: &[u8]) -> bool {
    (2..=MOST_COLUMNS).contains(&spans(text).len())
}

/// The columns by the dashes of the second line; none if it is no such line.
fn spans(text: &[u8]) -> Vec<Span> {
    let line = text.split(|&byte| byte == b'\n').nth(1).unwrap_or_default().trim_ascii_end();
    if !line.iter().all(|&byte| matches!(byte, b'-' | b' ')) {
        return Vec::new();
    }
    let mut found: Vec<Span> = Vec::new();
    for (at, &byte) in line.iter().enumerate() {
        match found.last_mut().filter(|span| span.to == at) {
            _ if byte != b'-' => {}
            Some(span) => span.to = at + 1,
            None => found.push(Span { from: at, to: at + 1 }),
        }
    }
    found
}

/// Reads a table of fixed width as rows with a delimiter.
pub(super) struct FixedWidth<'s, 'r> {
    source: &'s mut Source<'r>,
    spans: Vec<Span>,
    /// Which columns are lists.
    lists: Vec<bool>,
    /// What is given out next, and how much of it has been.
    line: Vec<u8>,
    given: usize,
    lines: u64,
    cut: u64,
    /// Whether a line is too long for a row: it is handed on as it is, and skipped as such.
    is_too_long: bool,
}

impl<'s, 'r> FixedWidth<'s, 'r> {
    /// Of a file that [`is_one`].
    pub(super) fn new(source: &'s mut Source<'r>) -> Self {
        let spans = spans(source.data());
        let heading = heading(source.data());
        let name = |span: &Span| cell(heading, *span);
        let lists = spans.iter().map(|span| LISTS.iter().any(|list| list.eq_ignore_ascii_case(name(span)))).collect();
        Self { source, spans, lists, line: Vec::new(), given: 0, lines: 0, cut: 0, is_too_long: false }
    }

    /// Rows with a list that was cut.
    pub(super) fn cut(&self) -> u64 {
        self.cut
    }

    /// Makes the next line; `false` at the end of the file.
    fn next_line(&mut self) -> io::Result<bool> {
        let mut searched = 0;
        let end = loop {
            let data = self.source.data();
            if let Some(found) = memchr(b'\n', data.get(searched..).unwrap_or_default()) {
                break Some(searched + found);
            }
            searched = data.len();
            if searched > LONGEST_ROW || !self.source.more()? {
                break None;
            }
        };
        let data = self.source.data();
        if data.is_empty() {
            return Ok(false);
        }
        let text = data.get(..end.unwrap_or(data.len())).unwrap_or_default();
        self.source.work.add(text.len());
        self.line.clear();
        self.given = 0;
        if self.is_too_long || text.len() > LONGEST_ROW {
            self.line.extend_from_slice(text);
            if end.is_some() {
                self.line.push(b'\n');
                self.lines += 1;
            }
            self.is_too_long = end.is_none();
            let whole = self.line.len();
            self.source.consume(whole);
            return Ok(true);
        }
        self.lines += 1;
        let mut was_cut = false;
        if self.lines != 2 && !text.trim_ascii().is_empty() {
            for (at, span) in self.spans.iter().enumerate() {
                if at > 0 {
                    self.line.push(DELIMITER);
                }
                let cell = cell(text, *span);
                if cell.len() == span.to - span.from && cell.ends_with(b"+") && self.lists.get(at) == Some(&true) {
                    was_cut = true;
                } else {
                    self.line.extend(cell.iter().map(|&byte| if byte == DELIMITER { b' ' } else { byte }));
                }
            }
        }
        self.cut += u64::from(was_cut);
        self.line.push(b'\n');
        let whole = text.len() + usize::from(end.is_some());
        self.source.consume(whole);
        Ok(true)
    }
}

impl Read for FixedWidth<'_, '_> {
    fn read(&mut self, into: &mut [u8]) -> io::Result<usize> {
        while self.given >= self.line.len() {
            if !self.next_line()? {
                return Ok(0);
            }
        }
        let rest = self.line.get(self.given..).unwrap_or_default();
        let take = rest.len().min(into.len());
        if let (Some(to), Some(from)) = (into.get_mut(..take), rest.get(..take)) {
            to.copy_from_slice(from);
        }
        self.given += take;
        Ok(take)
    }
}

/// A cell without the blanks around it.
fn cell(line: &[u8], span: Span) -> &[u8] {
    line.get(span.from..span.to.min(line.len())).unwrap_or_default().trim_ascii()
}

/// The heading, with the blanks before it.
fn heading(text: &[u8]) -> &[u8] {
    text.split(|&byte| byte == b'\n').next().unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> String {
        let mut bytes = text.as_bytes();
        let mut go_on = |_| true;
        let mut source = Source::open(&mut bytes, &mut go_on).expect("a source");
        let mut found = String::new();
        FixedWidth::new(&mut source).read_to_string(&mut found).expect("a text");
        found
    }

    #[test]
    fn cells_stand_under_their_dashes() {
        assert_eq!(
            read("JobID   State\n----- -------\n 12     ENDED\n\n13    RUNNING"),
            "JobID|State\n\n12|ENDED\n\n13|RUNNING\n"
        );
    }

    /// Rows skip such a line and name it: its number stays, and so do the rows around it.
    #[test]
    fn a_line_too_long_for_a_row_is_handed_on_as_it_is() {
        let long = "x".repeat(5 * LONGEST_ROW);
        let text = format!("JobID State\n----- -----\n12    DONE\n{long}\n13    DONE\n");
        assert_eq!(read(&text), format!("JobID|State\n\n12|DONE\n{long}\n13|DONE\n"));
        assert_eq!(read(&format!("JobID State\n----- -----\n{long}")), format!("JobID|State\n\n{long}"));
    }
}
