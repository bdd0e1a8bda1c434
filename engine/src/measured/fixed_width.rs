//! Tables of fixed width, as `sacct` prints them without `-P`: a heading, a line of dashes as wide as the columns, rows
//! padded with blanks. They are turned into rows with a delimiter, line by line, so that line numbers stay.
//!
//! A cell that fills its column and ends in `+` was cut. A list of resources that was cut names fewer GPUs than there were,
//! so it counts as absent; other cells stay as they are printed.

use std::io::{self, Read};

use super::source::Source;

/// Delimiter of the rows given out.
const DELIMITER: u8 = b'|';
/// Columns whose lists say nothing once they are cut.
const LISTS: [&[u8]; 7] = [b"AllocTRES", b"ReqTRES", b"AllocGRES", b"ReqGRES", b"TRESAlloc", b"TRESReq", b"NodeList"];

/// Where a column stands in a line, in bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Span {
    from: usize,
    to: usize,
}

/// Whether a text begins with a heading and a line of dashes.
pub(super) fn is_one(text: &[u8]) -> bool {
    spans(text).len() > 1
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
}

impl<'s, 'r> FixedWidth<'s, 'r> {
    /// Of a file that [`is_one`].
    pub(super) fn new(source: &'s mut Source<'r>) -> Self {
        let spans = spans(source.data());
        let heading = heading(source.data());
        let name = |span: &Span| cell(heading, *span);
        let lists = spans.iter().map(|span| LISTS.iter().any(|list| list.eq_ignore_ascii_case(name(span)))).collect();
        Self { source, spans, lists, line: Vec::new(), given: 0, lines: 0, cut: 0 }
    }

    /// Rows with a list that was cut.
    pub(super) fn cut(&self) -> u64 {
        self.cut
    }

    /// Makes the next line; `false` at the end of the file.
    fn next_line(&mut self) -> io::Result<bool> {
        let mut end = self.source.data().iter().position(|&byte| byte == b'\n');
        while end.is_none() && self.source.more()? {
            end = self.source.data().iter().position(|&byte| byte == b'\n');
        }
        let data = self.source.data();
        if data.is_empty() {
            return Ok(false);
        }
        let text = data.get(..end.unwrap_or(data.len())).unwrap_or_default();
        self.lines += 1;
        self.line.clear();
        self.given = 0;
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
