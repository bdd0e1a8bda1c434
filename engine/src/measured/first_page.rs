//! The first bytes of a file, cut in the ways by which readers recognise theirs.

use memchr::memmem;

use super::format::{Format, Guess};
use super::rows::Dialect;

/// Bytes of a line that a guess names as its reason.
const SHOWN: usize = 60;

/// The beginning of a file.
pub(crate) struct FirstPage<'f> {
    /// Its text, without blanks before it.
    pub(crate) text: &'f [u8],
    /// The first line of it.
    pub(crate) line: &'f [u8],
    /// How cells are set apart if it is a table.
    pub(crate) dialect: Dialect,
    /// The cells of the first line; none of JSON.
    pub(crate) cells: Vec<String>,
    /// The file's name in small letters: it counts only where the contents leave doubt.
    pub(crate) file_name: String,
}

impl<'f> FirstPage<'f> {
    /// Of the first decoded bytes of a file.
    pub(crate) fn new(first: &'f [u8], file_name: &str) -> Self {
        let text = first.trim_ascii_start();
        let line = text.split(|&byte| byte == b'\n').next().unwrap_or_default();
        let dialect = Dialect::of(text);
        let cells = if is_json(text) { Vec::new() } else { cells(line, dialect) };
        Self { text, line, dialect, cells, file_name: file_name.to_ascii_lowercase() }
    }

    /// Whether it is JSON.
    pub(crate) fn is_json(&self) -> bool {
        is_json(self.text)
    }

    /// The cells of the first line by another dialect.
    pub(crate) fn cells_by(&self, dialect: Dialect) -> Vec<String> {
        cells(self.line, dialect)
    }

    /// The beginning of the first line, as a reason.
    pub(crate) fn reason(&self) -> [String; 1] {
        [String::from_utf8_lossy(self.line.get(..SHOWN).unwrap_or(self.line)).trim().to_owned()]
    }

    /// Recognises a table of which each group of columns is there by one of its names: see [`by_columns`].
    pub(crate) fn table(&self, format: Format, groups: &[&[&str]]) -> Option<Guess> {
        by_columns(&self.cells, format, groups)
    }

    /// Recognises JSON that holds all these members.
    pub(crate) fn json(&self, format: Format, members: &[&str]) -> Option<Guess> {
        let has = |name: &&str| memmem::find(self.text, format!("\"{name}\"").as_bytes()).is_some();
        let is_one = self.is_json() && members.iter().all(has);
        is_one.then(|| Guess::certain(format, members.iter().map(|name| (*name).to_owned())))
    }
}

/// Recognises a table by the names of its columns, of which each group has to be there by one. Case does not count. Names that
/// end in `*` are beginnings; those that begin with it stand anywhere.
pub(crate) fn by_columns(cells: &[String], format: Format, groups: &[&[&str]]) -> Option<Guess> {
    let found: Option<Vec<String>> =
        groups.iter().map(|names| cells.iter().find(|cell| is_named(cell, names)).cloned()).collect();
    found.map(|names| Guess::certain(format, names))
}

fn is_json(text: &[u8]) -> bool {
    matches!(text.first(), Some(b'{' | b'['))
}

fn cells(line: &[u8], dialect: Dialect) -> Vec<String> {
    let cells = line.split(|&byte| byte == dialect.delimiter);
    cells.map(|cell| String::from_utf8_lossy(cell).trim().trim_matches('"').trim().to_owned()).collect()
}

fn is_named(cell: &str, names: &[&str]) -> bool {
    let cell = cell.to_ascii_lowercase();
    names.iter().any(|name| {
        let name = name.to_ascii_lowercase();
        match (name.strip_suffix('*'), name.strip_prefix('*')) {
            (Some(beginning), _) => cell.starts_with(beginning),
            (_, Some(inside)) => cell.contains(inside),
            _ => cell == name,
        }
    })
}
