//! Looks for the end of a row with quoted cells, which may go on over several lines.

use memchr::{memchr, memchr2};

/// Where a scan of a row stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Place {
    /// At the start of a cell.
    Start,
    /// In a cell without marks around it, or after one with marks.
    Bare,
    /// In a quoted cell.
    Quoted,
    /// After a mark in a quoted cell: its end, or the first of two that stand for one.
    Closed,
    /// After blanks behind a quoted cell.
    Blank,
}

/// What a scan found.
pub(super) enum Scanned {
    /// The end of the row.
    Row,
    /// No end yet.
    Open,
    /// Text behind the mark that would close a cell begun on an earlier line.
    Broken,
}

/// Looks for the end of a row with quoted cells, as csv-core reads them.
pub(super) struct QuoteScan {
    pub(super) delimiter: u8,
    /// Bytes looked at.
    pub(super) at: usize,
    pub(super) place: Place,
}

impl QuoteScan {
    /// Goes on to the end of the row or of the text. On the first line, text may stand behind a quoted cell.
    pub(super) fn go_on(&mut self, text: &[u8], first_line: usize) -> Scanned {
        while let Some(rest) = text.get(self.at..).filter(|rest| !rest.is_empty()) {
            let passed_over = match self.place {
                Place::Quoted => memchr(b'"', rest),
                Place::Bare => memchr2(b'\n', self.delimiter, rest),
                _ => Some(0),
            };
            let Some(passed_over) = passed_over else {
                self.at = text.len();
                return Scanned::Open;
            };
            let byte = rest.get(passed_over).copied().unwrap_or_default();
            self.at += passed_over + 1;
            self.place = match (self.place, byte) {
                (Place::Quoted, _) => Place::Closed,
                (Place::Start | Place::Closed, b'"') => Place::Quoted,
                (_, b'\n') => return Scanned::Row,
                (_, byte) if byte == self.delimiter => Place::Start,
                (Place::Closed | Place::Blank, b' ' | b'\t' | b'\r') => Place::Blank,
                (Place::Closed | Place::Blank, _) if self.at > first_line => return Scanned::Broken,
                _ => Place::Bare,
            };
        }
        Scanned::Open
    }
}
