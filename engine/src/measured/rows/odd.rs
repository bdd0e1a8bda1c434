//! Rows whose cells are not those of the header: cells put together again, rows over several lines.

use std::io;

use memchr::memchr;

use super::{LONGEST_ROW, Rows, Table, short};

impl Rows<'_, '_> {
    /// The line after the current row, without its line break; empty at the end of the file or where it is too long.
    fn following_line(&mut self) -> io::Result<&[u8]> {
        let to = self.line_end()?;
        let line = self.source.data().get(self.taken..to).unwrap_or_default();
        let line = line.strip_suffix(b"\n").unwrap_or(line);
        Ok(line.strip_suffix(b"\r").unwrap_or(line))
    }

    /// The end of the line after the current row; that of the row if there is none or it is too long.
    fn line_end(&mut self) -> io::Result<usize> {
        let mut searched = self.taken;
        loop {
            let data = self.source.data();
            if let Some(found) = memchr(b'\n', data.get(searched..).unwrap_or_default()) {
                return Ok(searched + found + 1);
            }
            searched = data.len();
            if searched > LONGEST_ROW {
                return Ok(self.taken);
            }
            if !self.source.more()? {
                return Ok(searched);
            }
        }
    }

    /// Adds the next line to the current row, whose last cell goes on in it; `false` if there is none, or a cell is quoted.
    fn append_line(&mut self) -> io::Result<bool> {
        let end = self.line_end()?;
        if self.is_unquoted || end == self.taken || end > LONGEST_ROW {
            return Ok(false);
        }
        let from = self.taken;
        let line = self.source.data().get(from..end).unwrap_or_default();
        let text = line.strip_suffix(b"\n").unwrap_or(line);
        let text = text.strip_suffix(b"\r").unwrap_or(text);
        let mut begin = self.spans.pop().map_or(short(from), |(begin, _)| begin);
        for to in memchr::memchr_iter(self.dialect.delimiter, text) {
            self.spans.push((begin, short(from + to)));
            begin = short(from + to + 1);
        }
        self.spans.push((begin, short(from + text.len())));
        self.taken = end;
        self.next_line += 1;
        Ok(true)
    }
}

impl Table<'_, '_> {
    /// Puts the cells of a long row together so that it has as many as the header, those from `column` on.
    pub fn rejoin(&mut self, column: usize) {
        let extra = self.rows.spans.len().saturating_sub(self.columns.len());
        self.rows.rejoin(column, extra);
    }

    /// Puts a cell and the `extra` after it together. Cells that were quoted stay: what stood between them is gone.
    pub fn join(&mut self, column: usize, extra: usize) {
        if !self.rows.is_unquoted {
            self.rows.rejoin(column, extra);
        }
    }

    /// The line after the current row; empty at the end of the file.
    pub fn next_line(&mut self) -> io::Result<&[u8]> {
        self.rows.following_line()
    }

    /// Adds the next line to the current row, whose last cell goes on in it; `false` if that cannot be.
    pub fn append_line(&mut self) -> io::Result<bool> {
        let is_added = self.rows.append_line()?;
        self.drop_blank_end();
        Ok(is_added)
    }

    /// The current row as it is, for [`Table::reset`].
    pub fn mark(&self) -> Mark {
        Mark { spans: self.rows.spans.clone(), taken: self.rows.taken, next_line: self.rows.next_line }
    }

    /// Makes the current row what it was.
    pub fn reset(&mut self, mark: &Mark) {
        self.rows.spans.clone_from(&mark.spans);
        (self.rows.taken, self.rows.next_line) = (mark.taken, mark.next_line);
    }
}

/// Cells and lines of a row.
pub struct Mark {
    spans: Vec<(u32, u32)>,
    taken: usize,
    next_line: u64,
}
