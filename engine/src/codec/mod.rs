//! Scenarios as text: the saved file, the link, and reading old ones.
//!
//! Both forms carry every row, the format version and the price edition, so a later default or price never changes what
//! an old text means. In a link, the absence of a row introduced after the first format means its neutral value, for
//! ever. Reading never guesses and never panics: unreadable parts are reported, the rest is used.

pub mod collection;
pub mod corrections;
pub mod decisions;
pub mod file;
pub mod link;
mod link_repair;
mod link_values;
pub mod memo_words;
pub mod migrate;
pub mod recorded_result;
mod resemblance;

pub use crate::text::plain;
pub use decisions::{MOST_DECISIONS, RecordedDecision, RecordedReversal};
pub use memo_words::MemoWords;
pub use recorded_result::code;

use crate::inputs::bill::PRICE;
use crate::inputs::derived::DERIVED;
use crate::inputs::field::in_plain_words;
use crate::inputs::field::{Field, Kind, row_objection};
use crate::inputs::issue::Issue;
use crate::inputs::value::{Cell, Value};
use crate::inputs::{FIELDS, Scenario, field};
use crate::number;
use crate::prices::PriceBook;
use crate::text::visible;
use crate::units::with_symbol;
use corrections::REVISION;
use recorded_result::{RecordedResult, sum_of};

/// Version of file and link. A change that old texts would misread needs a new version and a step in `migrate`.
pub const VERSION: u32 = 6;

/// First format whose links omit rows introduced after the first format that hold their neutral value.
const SHORT_LINKS: u32 = 3;

/// Longest text accepted, in bytes.
pub const LONGEST_TEXT: usize = 2_000_000;

/// Most notices per text; the first one of each row is always reported.
const MOST_NOTICES: usize = 100;

/// Most missing inputs listed by name.
const MISSING_NAMED: usize = 6;

/// Most characters of a list row repeated in a notice.
const LONGEST_ROW_SHOWN: usize = 60;

/// Most characters of a scenario's name.
pub const LONGEST_NAME: usize = 80;

/// A scenario with everything saved or shared with it.
#[derive(Clone, Debug)]
pub struct Document {
    /// Its name, plain text.
    pub name: String,
    /// Price edition it was made with.
    pub edition: String,
    /// The inputs.
    pub scenario: Scenario,
    /// Words of its memo, which links that are shared do not hold.
    pub memo: MemoWords,
    /// Decisions that were recorded, the earliest first; links that are shared do not hold them.
    pub decisions: Vec<RecordedDecision>,
    /// The result recorded when its text was written; valid while [`RecordedResult::is_of`] holds. Not part of
    /// equality.
    pub said: Option<RecordedResult>,
}

// By hand: documents are equal if their inputs are, whatever results they recorded.
impl PartialEq for Document {
    fn eq(&self, other: &Self) -> bool {
        self.scenario == other.scenario
            && self.name == other.name
            && self.edition == other.edition
            && self.memo == other.memo
            && self.decisions == other.decisions
    }
}

impl Document {
    /// The initial document: every default, current prices, no name.
    pub fn typical(book: &PriceBook) -> Self {
        let edition = book.current_edition().to_owned();
        Self {
            name: String::new(),
            edition,
            scenario: Scenario::typical(book),
            memo: MemoWords::default(),
            decisions: Vec::new(),
            said: None,
        }
    }
}

/// Why a text cannot be read at all.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum DecodeError {
    /// Longer than [`LONGEST_TEXT`].
    TooLong,
    /// Not JSON: what it looks like instead, in words.
    NotJson(&'static str),
    /// JSON, but not one of our scenarios.
    NotAScenario,
}

impl std::fmt::Display for DecodeError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::TooLong => write!(f, "The text exceeds {LONGEST_TEXT} bytes, the limit for a saved scenario"),
            Self::NotJson(resemblance) => write!(f, "This is not a saved scenario: it {resemblance}"),
            Self::NotAScenario => write!(f, "This is JSON, but not a scenario saved by Rack or Rent"),
        }
    }
}

/// The result of reading a text, with everything in it that could not be used.
#[derive(Clone, Debug, PartialEq)]
pub struct Decoded {
    /// The scenario.
    pub document: Document,
    /// What could not be read or should be reported.
    pub notices: Vec<Issue>,
}

/// Removes invisible characters from a cell.
fn shown(cell: &mut Cell) {
    if let Cell::Text(text) = cell {
        *text = visible(text);
    }
}

/// Collects rows while a text is read.
struct Reader<'a> {
    book: &'a PriceBook,
    version: Option<u32>,
    document: Document,
    seen: Vec<&'static str>,
    /// What has been given besides rows.
    given: Vec<&'static str>,
    derived: Vec<(usize, f64)>,
    notices: Vec<Issue>,
    /// Number of notices not shown.
    untold: usize,
    /// Whether missing rows come from the text's first scenario rather than from the defaults.
    beside: bool,
    /// The recorded result and the format version it was made in.
    said: Option<RecordedResult>,
    format: u32,
    /// Whether the text is a link, which omits rows, see [`SHORT_LINKS`].
    is_link: bool,
}

impl<'a> Reader<'a> {
    fn new(book: &'a PriceBook) -> Self {
        Self {
            book,
            version: None,
            document: Document::typical(book),
            seen: Vec::new(),
            given: Vec::new(),
            derived: Vec::new(),
            notices: Vec::new(),
            untold: 0,
            beside: false,
            said: None,
            format: VERSION,
            is_link: false,
        }
    }

    /// A reader for links.
    fn of_link(book: &'a PriceBook) -> Self {
        Self { is_link: true, ..Self::new(book) }
    }

    /// Switches to the next scenario of a text, which is given by its differences from the first.
    fn stand_beside(&mut self, first: &Document, format: u32) {
        self.document = Document { name: String::new(), said: None, ..first.clone() };
        self.beside = true;
        self.format = format;
    }

    /// Stores the recorded result.
    fn said(&mut self, said: Option<RecordedResult>, given: &str) {
        if said.is_none() {
            let shown = plain(given, 40);
            self.notice(None, format!("The recorded result \"{shown}\" cannot be read and is ignored"));
        }
        self.said = said;
    }

    /// Keeps the recorded result if it belongs to the inputs read.
    fn keep_said(&mut self) {
        let fits = |said: &RecordedResult| said.sum == sum_of(&self.document, self.format);
        let said = self.said.filter(fits);
        migrate::measured_by_name(&mut self.document.scenario, self.format);
        let Some(said) = said else { return };
        self.document.said = Some(RecordedResult { sum: sum_of(&self.document, VERSION), ..said });
        if said.revision > REVISION {
            let newer = said.revision;
            self.notice(
                None,
                format!("Created with model revision {newer}. This version has revision {REVISION} and may give different figures"),
            );
        }
    }

    fn notice(&mut self, field: Option<&'static str>, message: String) {
        if self.notices.len() >= MOST_NOTICES && field.is_none_or(|field| self.is_named(field)) {
            self.untold += 1;
            return;
        }
        let fields: &[&'static str] = field.as_slice();
        self.notices.push(Issue::warning(fields, message));
    }

    fn is_named(&self, field: &str) -> bool {
        self.notices.iter().any(|n| n.fields.contains(&field))
    }

    /// Reports a repeated entry that is not a row, and which one is used.
    fn once(&mut self, what: &'static str, counts: &str) {
        if self.given.contains(&what) {
            self.notice(None, format!("{what} is given twice; the {counts} value is used"));
        } else {
            self.given.push(what);
        }
    }

    fn version(&mut self, version: u32) {
        if version == 0 {
            return self.notice(None, "Format version 0 does not exist".to_owned());
        }
        self.version = Some(version);
        self.format = version;
        if version > VERSION {
            self.notice(
                None,
                format!("Created with format {version}. This version reads formats up to {VERSION} and uses what it recognises"),
            );
        }
    }

    fn edition(&mut self, edition: &str) {
        if self.book.has_edition(edition) {
            edition.clone_into(&mut self.document.edition);
        } else {
            let present = self.document.edition.clone();
            let shown = plain(edition, 40);
            self.notice(
                None,
                format!(
                    "Price edition {shown} is not available in this version. Prices of {present} are used, so figures may differ"
                ),
            );
        }
    }

    fn name(&mut self, name: &str) {
        if name.chars().count() > LONGEST_NAME {
            self.notice(None, format!("The name is longer than {LONGEST_NAME} characters and was shortened"));
        }
        self.document.name = plain(name, LONGEST_NAME);
    }

    fn memo(&mut self, words: Option<MemoWords>) {
        match words {
            Some(words) => self.document.memo = words,
            None => self.notice(None, "The words of the memo cannot be read".to_owned()),
        }
    }

    fn decisions(&mut self, json: &serde_json::Value) {
        let (read, lost) = decisions::from_json(json);
        self.document.decisions = read;
        if lost > 0 {
            self.notice(None, format!("{lost} of the recorded decisions cannot be read"));
        }
    }

    /// Sets a row if its value is valid; otherwise reports the problem.
    fn value(&mut self, field: &'static Field, value: Option<Value>, given: &str) {
        let again = self.seen.contains(&field.id);
        let problem = match &value {
            None => Some("cannot be read".to_owned()),
            Some(Value::Text(gpu))
                if matches!(field.kind, Kind::Gpu | Kind::OtherGpu)
                    && self.book.gpu(gpu).is_none()
                    && !(gpu.is_empty() && matches!(field.kind, Kind::OtherGpu)) =>
            {
                Some("is not a GPU in the price book".to_owned())
            }
            Some(value) => field.validate(value),
        };
        match (problem, value) {
            (None, Some(value)) if field.set(&mut self.document.scenario, &value) => {
                if again {
                    self.notice(Some(field.id), format!("{} is given twice; the last value is used", field.label));
                } else {
                    self.seen.push(field.id);
                }
            }
            (problem, _) => {
                let problem = problem.unwrap_or_else(|| "cannot be read".to_owned());
                let shown = plain(given, 40);
                let kept = match (again, self.beside) {
                    (true, _) => "the previous value",
                    (false, true) => "the value of the first scenario",
                    (false, false) => "the default",
                };
                let used = in_plain_words(field, &self.document.scenario);
                let used = if used.is_empty() { used } else { format!(", {used},") };
                self.notice(Some(field.id), format!("{}: \"{shown}\" {problem}; {kept}{used} is used", field.label));
            }
        }
    }

    /// Sets the valid rows of a list, each with its own text, and reports the others.
    ///
    /// One bad row never drops the others. If none can be used the list is empty: the default never replaces what the
    /// user wrote.
    fn list<T: FnOnce() -> String>(
        &mut self,
        field: &'static Field,
        rows: impl Iterator<Item = (Option<Vec<Cell>>, T)>,
    ) {
        let Kind::List { columns, max_rows } = field.kind else { return };
        let mut good: Vec<Vec<Cell>> = Vec::new();
        for (index, (row, text)) in rows.enumerate() {
            if good.len() == max_rows {
                let message = format!("{} can have at most {max_rows} rows; the rest is ignored", field.label);
                self.notice(Some(field.id), message);
                break;
            }
            let row = row.map(|mut row| {
                row.iter_mut().for_each(shown);
                row
            });
            let problem = row.as_ref().map_or_else(|| Some("cannot be read".to_owned()), |r| row_objection(columns, r));
            match (problem, row) {
                (None, Some(row)) => good.push(row),
                (problem, _) => {
                    let problem = problem.unwrap_or_default();
                    let text = plain(&text(), LONGEST_ROW_SHOWN);
                    let message =
                        format!("{}: row {}, \"{text}\", {problem}; this row is ignored", field.label, index + 1);
                    self.notice(Some(field.id), message);
                }
            }
        }
        self.value(field, Some(Value::List(good)), "");
    }

    fn derived(&mut self, index: usize, value: Option<f64>, given: &str) {
        let Some(row) = DERIVED.get(index) else { return };
        match value {
            Some(value) if (row.min..=row.max).contains(&value) => {
                if self.derived.iter().any(|(before, _)| *before == index) {
                    self.notice(Some(row.sets), format!("{} is given twice; the last value is used", row.label));
                }
                self.derived.push((index, value));
            }
            _ => {
                let shown = plain(given, 40);
                let [low, high] = [row.min, row.max].map(|bound| number::write(bound * row.unit.shown_factor()));
                let high = with_symbol(&high, row.unit.symbol());
                let understood = if value.is_some() { "" } else { "a number " };
                self.notice(
                    Some(row.sets),
                    format!("{}: \"{shown}\" is not {understood}between {low} and {high} and is ignored", row.label),
                );
            }
        }
    }

    /// Reports a row given in two ways, and which one is used.
    fn name_what_is_set_twice(&mut self) {
        let mut set = self.seen.clone();
        let mut named = Vec::new();
        for (index, _) in self.derived.clone() {
            let Some((row, other)) = DERIVED.get(index).and_then(|row| Some((row, field(row.sets)?))) else { continue };
            if set.contains(&row.sets) && !named.contains(&index) {
                let (label, other) = (row.label, other.label);
                self.notice(
                    Some(row.sets),
                    format!("\"{label}\" sets \"{other}\", which is given as well; \"{label}\" is used"),
                );
            }
            named.push(index);
            set.push(row.sets);
        }
    }

    /// Fills in missing rows and returns what was read.
    ///
    /// A text with a version is complete: a row newer than it, or one its link may omit, gets its neutral value; any
    /// other missing row is reported. A text without a version was written by hand: missing rows keep their defaults.
    /// So does a row with an unusable value, which has its own notice.
    fn finish(mut self) -> Decoded {
        for (index, value) in std::mem::take(&mut self.derived) {
            let Some((row, sets)) = DERIVED.get(index).and_then(|row| Some((row, field(row.sets)?))) else { continue };
            let mut changed = self.document.scenario.clone();
            (row.set)(&mut changed, value);
            // What the row may hold can depend on the machines: kilowatts of all nodes set those of one.
            if let Some(words) = sets.validate(&sets.get(&changed)) {
                let message = format!("{} sets \"{}\", which {words}, and is ignored", row.label, sets.label);
                self.notice(Some(row.sets), message);
            } else {
                self.document.scenario = changed;
                self.seen.push(row.sets);
            }
        }
        let by_hand = self.version.is_none() && !self.beside;
        if by_hand && self.seen.contains(&"work.workloads") && !self.seen.contains(&"work.gpu_hours_per_month") {
            self.document.scenario.follow_workloads(self.book);
            self.seen.push("work.gpu_hours_per_month");
        }
        // A scenario given by differences has every other row from the first: missing rows are not derived from
        // anything.
        if by_hand {
            let (before, book) = (Scenario::typical(self.book), self.book);
            if !self.seen.contains(&"present.node_resale_usd") {
                self.document.scenario.follow_resale(&before, book);
            }
            if !self.seen.contains(&PRICE) {
                self.document.scenario.follow_bill_price(&before, book);
            }
        }
        if let Some(version) = self.version {
            let mut missing = Vec::new();
            let is_short = self.is_link && version >= SHORT_LINKS;
            for field in FIELDS {
                if self.seen.contains(&field.id) || self.is_named(field.id) {
                    continue;
                }
                if field.since > version || (is_short && field.since > 1) {
                    field.set(&mut self.document.scenario, &field.neutral.to_value());
                } else {
                    missing.push(field.label);
                }
            }
            if !missing.is_empty() {
                let more = missing.len().saturating_sub(MISSING_NAMED);
                let more = if more > 0 { format!(" and {more} more") } else { String::new() };
                let named = missing.iter().take(MISSING_NAMED).copied().collect::<Vec<_>>().join(", ");
                self.notice(None, format!("Missing, so the defaults are used: {named}{more}"));
            }
        }
        self.keep_said();
        if self.untold > 0 {
            let message = format!("and {} more remarks", self.untold);
            self.notices.push(Issue::warning(&[], message));
        }
        Decoded { document: self.document, notices: self.notices }
    }
}
