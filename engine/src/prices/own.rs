//! The user's own offers: a CSV text with the columns of `offers.csv`, most of them optional.
//!
//! In: the text, as a person or a spreadsheet wrote it. Out: offers that belong to every edition, in addition to the
//! published ones, and everything that could not be used, by line. An own offer never passes for a published quote: its
//! id starts with [`OWN_PREFIX`], its status is `yours`, its source is the user's price book. docs/format.md describes
//! the file.

use std::borrow::Cow;

use super::cell_text::{self, Habits};
use super::guards::{
    commitment_above_on_demand, far_below_usual, instance_as_gpu, instance_prices, month_as_hour, spot_above_on_demand,
    terms, two_gpu_boards,
};
use super::issue::{BookFile, BookIssue, Rule};
use super::offer::Offer;
use super::row::{self, BookRow};
use super::source::Source;
use super::{Day, Gpu, PriceBook, gpu_named};
use crate::csv::{self, CsvError, CsvProblem, Row, Table, formula};
use crate::number::{read_decimal, write as write_number};
use crate::text::plain;

/// Prefix of the id of every own offer; no published id has it.
pub const OWN_PREFIX: &str = "own-";

/// Id of the source of every own offer.
const OWN_SOURCE: &str = "own-book";

/// Longest text accepted, in bytes.
pub const LONGEST_OWN: usize = 500_000;

/// Most rows used: every offer is computed on every change.
const MOST_ROWS: usize = 500;

/// Most unreadable rows listed; the rest are counted.
const MOST_ERRORS: usize = 500;

/// Most characters of a cell; those of an id and a note follow.
const LONGEST_CELL: usize = 60;
const LONGEST_ID: usize = 70;
const LONGEST_NOTE: usize = 200;

/// Columns a row cannot do without.
const NEEDED: [&str; 4] = ["id", "provider", "gpu", "usd_per_gpu_hour"];

/// Columns with words of closed lists.
const WORDS: [&str; 6] = ["service", "upfront", "interconnect", "interruptible", "host", "gpu_part_only"];

/// Columns with numbers.
const NUMBERS: [&str; 6] = [
    "gpus_per_instance",
    "term_months",
    "fabric_gpus",
    "usd_per_instance_hour",
    "usd_per_gpu_hour",
    "egress_usd_per_gb",
];

/// Cells that are the same for every own offer.
const SAID: [(&str, &str); 3] = [("status", "yours"), ("confidence", "medium"), ("source", OWN_SOURCE)];

/// GPUs in one fabric if the row names a network between machines without a number: the book's assumption.
const ASSUMED_FABRIC: &str = "512";

/// The result of reading a text of own offers.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct OwnRead {
    /// Number of rows that became offers.
    pub taken: usize,
    /// Rows, columns and texts that are not used.
    pub left_out: Vec<BookIssue>,
    /// Rows that are used but look wrong.
    pub doubtful: Vec<BookIssue>,
}

/// Whether an id belongs to the user's own book.
pub fn is_own(id: &str) -> bool {
    id.starts_with(OWN_PREFIX)
}

/// A text of own offers for a file to save: no cell is a formula for a spreadsheet. Reading it gives the same offers.
pub fn own_book_file(text: &str) -> String {
    let (delimiter, _) = delimiter_of(&text.replace("\r\n", "\n").replace('\r', "\n"));
    formula::without_formulas(text, delimiter)
}

impl PriceBook {
    /// Adds a user's own offers to every edition. Rows that cannot be used are left out and reported; the others are
    /// kept.
    ///
    /// Limits: [`LONGEST_OWN`] bytes and 500 rows. Never fails and never panics, whatever the text.
    pub fn add_own(&mut self, text: &str) -> OwnRead {
        let mut read = OwnRead::default();
        let mut said = |line, message: String| {
            read.left_out.push(BookIssue { file: BookFile::Offers, line, id: String::new(), rule: Rule::Csv, message });
        };
        if text.len() > LONGEST_OWN {
            said(None, format!("the file exceeds {LONGEST_OWN} bytes; nothing is used"));
            return read;
        }
        // Old Macs end lines with a carriage return.
        let text = text.replace("\r\n", "\n").replace('\r', "\n");
        let (delimiter, text) = delimiter_of(&text);
        let (mut table, mut errors) = csv::read_any(&text, delimiter);
        let cells = table.rows.iter_mut().flat_map(|row| &mut row.cells);
        cells.chain(&mut table.columns).for_each(|cell| *cell = formula::unescaped(cell));
        for at in 0..table.columns.len() {
            let name = table.columns.get(at).map_or_else(String::new, |c| cell_text::heading(c, Offer::COLUMNS));
            // Two spellings of one column: the first is used, as with identical spellings.
            if table.columns.iter().take(at).any(|earlier| *earlier == name)
                && !errors.iter().any(|e| e.column == at + 1)
            {
                let line = csv::header_line(&text);
                errors.push(CsvError { line, column: at + 1, problem: CsvProblem::RepeatedColumn(name.clone()) });
            }
            if let Some(column) = table.columns.get_mut(at) {
                *column = name;
            }
        }
        for error in errors.iter().take(MOST_ERRORS) {
            said(Some(error.line), words(error));
        }
        if let Some(next) = errors.get(MOST_ERRORS) {
            let more = errors.len() - MOST_ERRORS;
            said(Some(next.line), format!("this row cannot be read; in all, {more} more rows like it are ignored"));
        }
        for column in table.columns.iter().filter(|c| !Offer::COLUMNS.contains(&c.as_str())) {
            said(Some(1), format!("the column `{}` is unknown and ignored", plain(column, LONGEST_CELL)));
        }
        let mut usable = errors.iter().all(|e| !spoils_header(&e.problem));
        for column in NEEDED.iter().filter(|name| !table.columns.is_empty() && table.column(name).is_none()) {
            usable = false;
            said(Some(1), format!("the column `{column}` is missing; no row is used"));
        }
        if let Some(row) = table.rows.get(MOST_ROWS) {
            said(Some(row.line), format!("only {MOST_ROWS} rows are used; this row and those below it are ignored"));
        }
        if usable {
            self.take(&table, delimiter != b',', &mut read);
        }
        read
    }

    fn take(&mut self, table: &Table, comma_is_free: bool, read: &mut OwnRead) {
        let first = self.offers.len();
        let edition = self.current_edition().to_owned();
        let mut lines = Vec::new();
        let habits = habits(table, comma_is_free);
        for row in table.rows.iter().take(MOST_ROWS) {
            let (full, known) = filled(table, row, habits, &self.gpus, &edition);
            let unclear = known.unclear.iter().map(|words| at(row.line, full.cell(0), Rule::Cell, words.clone()));
            read.left_out.extend(unclear);
            if !known.unclear.is_empty() {
                continue;
            }
            let mut offer: Option<Offer> = row::one(&full, &mut read.left_out);
            let unknown = offer.as_ref().filter(|o| self.gpu(&o.gpu).is_none());
            if let Some(message) = unknown.map(|o| format!("gpu is `{}`, which is not in the price book", o.gpu)) {
                read.left_out.push(at(row.line, full.cell(0), Rule::Reference, message));
                offer = None;
            }
            if offer.as_ref().is_some_and(|o| self.offer(&o.id).is_some()) {
                let message = "the id occurs twice; the first row is used".to_owned();
                read.left_out.push(at(row.line, full.cell(0), Rule::RepeatedId, message));
                offer = None;
            }
            if let Some(mut offer) = offer {
                if !known.dated {
                    offer.as_of = None;
                }
                let read_as = known.gpu.map(|words| at(row.line, full.cell(0), Rule::Reference, words));
                read.doubtful.extend(read_as);
                lines.push((offer.id.clone(), row.line));
                self.offers.push(offer);
            }
        }
        let line_of = |id: &str| lines.iter().find(|(own, _)| own == id).map(|(_, line)| *line);
        let mut refused: Vec<String> = Vec::new();
        for issue in [terms(self), instance_prices(self), month_as_hour(self)].into_iter().flatten() {
            if let Some(line) = line_of(&issue.id) {
                refused.push(issue.id.clone());
                read.left_out.push(BookIssue { line: Some(line), ..issue });
            }
        }
        self.offers.retain(|o| !refused.iter().any(|id| o.id == *id));
        let odd = [
            spot_above_on_demand(self),
            commitment_above_on_demand(self),
            far_below_usual(self),
            instance_as_gpu(self),
            two_gpu_boards(self),
        ];
        for issue in odd.into_iter().flatten() {
            if let Some(line) = line_of(&issue.id) {
                read.doubtful.push(BookIssue { line: Some(line), ..issue });
            }
        }
        read.taken = self.offers.len() - first;
        if read.taken > 0 {
            self.sources.push(Source {
                id: OWN_SOURCE.to_owned(),
                title: "your price book".to_owned(),
                url: String::new(),
                licence: String::new(),
                read_on: Day::FIRST,
            });
        }
    }
}

fn at(line: usize, id: &str, rule: Rule, message: String) -> BookIssue {
    BookIssue { line: Some(line), ..BookIssue::at(BookFile::Offers, id, rule, message) }
}

/// The problem at a place of the text, in words for the page.
fn words(error: &CsvError) -> String {
    match &error.problem {
        CsvProblem::RepeatedColumn(name) => {
            format!("the column `{}` occurs twice; no row is used", plain(name, LONGEST_CELL))
        }
        // Its line is shown beside it.
        _ => error.to_string().split_once(": ").map_or_else(String::new, |(_, words)| words.to_owned()),
    }
}

fn spoils_header(problem: &CsvProblem) -> bool {
    matches!(problem, CsvProblem::Empty | CsvProblem::TooManyColumns | CsvProblem::RepeatedColumn(_))
}

/// The cell delimiter, and the text without a line that only names it: the one in a first line `sep=;`, else the most
/// frequent one in the header.
fn delimiter_of(text: &str) -> (u8, Cow<'_, str>) {
    let whole = text.trim_start_matches('\u{feff}');
    let first = whole.lines().next().unwrap_or_default();
    let named = first.trim_matches('"').to_ascii_lowercase();
    if let Some([sign]) = named.strip_prefix("sep=").map(str::as_bytes) {
        // Leaves an empty line, to keep the line numbers of the others.
        return (*sign, whole.get(first.len()..).unwrap_or_default().into());
    }
    let header = whole.trim_start_matches('\n').lines().next().unwrap_or_default();
    let quoted = |at: usize| header.bytes().take(at).filter(|b| *b == b'"').count() % 2 == 1;
    let count = |sign: u8| header.bytes().enumerate().filter(|(at, b)| *b == sign && !quoted(*at)).count();
    let more = |best: u8, next: u8| if count(next) > count(best) { next } else { best };
    (more(more(more(b',', b';'), b'\t'), b'|'), text.into())
}

/// Conventions seen in the unambiguous cells of a table.
fn habits(table: &Table, comma_is_free: bool) -> Habits {
    let cells = |name: &'static str| {
        let at = table.column(name);
        table.rows.iter().take(MOST_ROWS).filter_map(move |row| Some(row.cell(at?)))
    };
    Habits::of(NUMBERS.into_iter().flat_map(cells), cells("as_of"), comma_is_free)
}

/// What is known of a row besides its cells.
struct Known {
    /// Whether it is dated.
    dated: bool,
    /// How the name of its GPU was read, if it fits several.
    gpu: Option<String>,
    /// Ambiguous cells.
    unclear: Vec<String>,
}

/// A row with all the book's columns in the book's form. Missing cells get their default.
fn filled(table: &Table, row: &Row, habits: Habits, gpus: &[Gpu], edition: &str) -> (Row, Known) {
    let mut known = Known { dated: false, gpu: None, unclear: Vec::new() };
    let given = |name: &str| table.column(name).map_or("", |at| row.cell(at)).trim();
    let cells = Offer::COLUMNS.iter().map(|name| {
        let longest = if *name == "note" { LONGEST_NOTE } else { LONGEST_CELL };
        let cell = plain(given(name), longest);
        let read = match *name {
            _ if cell.is_empty() => Ok(cell),
            name if NUMBERS.contains(&name) => cell_text::number(name, &cell, habits),
            name if WORDS.contains(&name) => Ok(cell_text::word(name, &cell)),
            "as_of" => cell_text::day(&cell, habits),
            _ => Ok(cell),
        };
        read.unwrap_or_else(|words| {
            known.unclear.push(words);
            String::new()
        })
    });
    let mut full = Full(cells.collect());
    let id = plain(&given("id").to_ascii_lowercase(), LONGEST_ID);
    let id = if id.is_empty() || is_own(&id) { id } else { format!("{OWN_PREFIX}{id}") };
    full.set("id", &id);
    let wanted = full.get("gpu").to_owned();
    if let Some(named) = gpu_named(gpus, &wanted) {
        known.gpu = named.reading(&wanted);
        full.set("gpu", &named.gpu.id);
        full.default("offer", &named.gpu.name);
    }
    full.default("offer", "offer");
    full.default("gpus_per_instance", "8");
    full.default("term_months", "0");
    let hourly = full.get("term_months") == "0";
    full.default("service", if hourly { "on-demand" } else { "reserved" });
    full.default("upfront", "none");
    full.default("region", "any");
    let fabric = match full.get("interconnect") {
        "none" => "1".to_owned(),
        "pcie" | "nvlink" => full.get("gpus_per_instance").to_owned(),
        _ => ASSUMED_FABRIC.to_owned(),
    };
    full.default("interconnect", if full.get("fabric_gpus") == "1" { "none" } else { "rdma" });
    full.default("fabric_basis", if full.get("fabric_gpus").is_empty() { "assumed" } else { "stated" });
    full.default("fabric_gpus", &fabric);
    let service = full.get("service");
    let (spot, host) = (service == "spot", if service == "marketplace" { "marketplace" } else { "data-centre" });
    full.default("interruptible", if spot { "yes" } else { "no" });
    full.default("host", host);
    full.default("gpu_part_only", "no");
    let price = read_decimal(full.get("usd_per_gpu_hour")).zip(read_decimal(full.get("gpus_per_instance")));
    // Without a price the row is left out anyway: this cell should not be reported too.
    let instance = price.map(|(usd, gpus)| usd * gpus).filter(|usd| *usd > 0.0).map_or("1".to_owned(), write_number);
    full.default("usd_per_instance_hour", &instance);
    known.dated = !full.get("as_of").is_empty();
    full.default("as_of", "2000");
    full.set("edition", edition);
    for (name, word) in SAID {
        full.set(name, word);
    }
    (Row { line: row.line, cells: full.0 }, known)
}

/// The cells of a row in the order of the book's columns.
struct Full(Vec<String>);

impl Full {
    fn place(name: &str) -> usize {
        Offer::COLUMNS.iter().position(|c| *c == name).unwrap_or(usize::MAX)
    }

    fn get(&self, name: &str) -> &str {
        self.0.get(Self::place(name)).map_or("", String::as_str)
    }

    fn set(&mut self, name: &str, text: &str) {
        if let Some(cell) = self.0.get_mut(Self::place(name)) {
            text.clone_into(cell);
        }
    }

    /// Fills an empty cell.
    fn default(&mut self, name: &str, text: &str) {
        if self.get(name).is_empty() {
            self.set(name, text);
        }
    }
}

#[cfg(test)]
#[path = "own_tests.rs"]
mod tests;
