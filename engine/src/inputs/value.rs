//! Values of inputs: a number and how certain it is, a choice, a switch, a text, a list of rows.
//!
//! These are the values in saved files and links. Each row decides which values it allows.

use std::borrow::Cow;

use super::QuoteColumn;
pub use super::amount::{Amount, Certainty, Range, Spread};

/// One cell of a list-valued row.
#[derive(Clone, Debug, PartialEq)]
pub enum Cell {
    /// A number in the column's unit.
    Number(f64),
    /// Plain text.
    Text(String),
    /// Empty; the column defines what that means.
    Empty,
}

/// The value of an input, without its row.
#[derive(Clone, Debug, PartialEq)]
pub enum Value {
    /// A number.
    Number(Amount),
    /// The id of a choice.
    Choice(Cow<'static, str>),
    /// On or off.
    Switch(bool),
    /// Plain text, such as the id of a GPU.
    Text(String),
    /// Rows of cells, in the order of the row's columns.
    List(Vec<Vec<Cell>>),
}

impl Value {
    /// The number in it, if it is one.
    pub fn number(&self) -> Option<f64> {
        match self {
            Self::Number(amount) => Some(amount.value),
            _ => None,
        }
    }
}

/// A type of a scenario's field.
pub trait Input: Sized {
    /// Placeholder until a row's own value is set.
    const BLANK: Self;
    /// Converts it to a value.
    fn to_value(&self) -> Value;
    /// Converts from a value; `None` if it is of another kind.
    fn from_value(value: &Value) -> Option<Self>;
}

/// A scenario's field of any type: what the rows of the table point to.
pub trait Slot {
    /// Its value.
    fn get(&self) -> Value;
    /// Sets the value. Returns `false` and changes nothing if the value is of another kind.
    fn set(&mut self, value: &Value) -> bool;
}

impl<T: Input> Slot for T {
    fn get(&self) -> Value {
        self.to_value()
    }
    fn set(&mut self, value: &Value) -> bool {
        match T::from_value(value) {
            Some(found) => {
                *self = found;
                true
            }
            None => false,
        }
    }
}

impl Input for Amount {
    const BLANK: Self = Self::exact(0.0);
    fn to_value(&self) -> Value {
        Value::Number(*self)
    }
    fn from_value(value: &Value) -> Option<Self> {
        match value {
            Value::Number(amount) => Some(*amount),
            _ => None,
        }
    }
}

impl Input for bool {
    const BLANK: Self = false;
    fn to_value(&self) -> Value {
        Value::Switch(*self)
    }
    fn from_value(value: &Value) -> Option<Self> {
        match value {
            Value::Switch(on) => Some(*on),
            _ => None,
        }
    }
}

impl Input for String {
    const BLANK: Self = Self::new();
    fn to_value(&self) -> Value {
        Value::Text(self.clone())
    }
    fn from_value(value: &Value) -> Option<Self> {
        match value {
            Value::Text(text) => Some(text.clone()),
            _ => None,
        }
    }
}

/// One row of a list-valued input.
pub trait Row: Sized {
    /// Its cells, one per column.
    fn cells(&self) -> Vec<Cell>;
    /// Converts from its cells; `None` if they do not match.
    fn of(cells: &[Cell]) -> Option<Self>;
}

impl<T: Row> Input for Vec<T> {
    const BLANK: Self = Self::new();
    fn to_value(&self) -> Value {
        Value::List(self.iter().map(T::cells).collect())
    }
    fn from_value(value: &Value) -> Option<Self> {
        match value {
            Value::List(rows) => rows.iter().map(|cells| T::of(cells)).collect(),
            _ => None,
        }
    }
}

/// One tier of a volume-based price.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Tier {
    /// Gigabytes of this tier; `None` for the last, which is unlimited.
    pub size_gb: Option<f64>,
    /// Price within the tier.
    pub usd_per_gb: f64,
}

impl Row for Tier {
    fn cells(&self) -> Vec<Cell> {
        vec![self.size_gb.map_or(Cell::Empty, Cell::Number), Cell::Number(self.usd_per_gb)]
    }
    fn of(cells: &[Cell]) -> Option<Self> {
        match cells {
            [Cell::Number(size), Cell::Number(price)] => Some(Self { size_gb: Some(*size), usd_per_gb: *price }),
            [Cell::Empty, Cell::Number(price)] => Some(Self { size_gb: None, usd_per_gb: *price }),
            _ => None,
        }
    }
}

/// One tier of a support plan.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SupportTier {
    /// The part of a month's bill it covers; `None` for the last, which is unlimited.
    pub usd_per_month: Option<f64>,
    /// Share of that part of the bill.
    pub share: f64,
}

impl Row for SupportTier {
    fn cells(&self) -> Vec<Cell> {
        vec![self.usd_per_month.map_or(Cell::Empty, Cell::Number), Cell::Number(self.share)]
    }
    fn of(cells: &[Cell]) -> Option<Self> {
        match cells {
            [Cell::Number(usd), Cell::Number(share)] => Some(Self { usd_per_month: Some(*usd), share: *share }),
            [Cell::Empty, Cell::Number(share)] => Some(Self { usd_per_month: None, share: *share }),
            _ => None,
        }
    }
}

impl Row for String {
    fn cells(&self) -> Vec<Cell> {
        vec![Cell::Text(self.clone())]
    }
    fn of(cells: &[Cell]) -> Option<Self> {
        match cells {
            [Cell::Text(id)] => Some(id.clone()),
            [Cell::Empty] => Some(Self::new()),
            _ => None,
        }
    }
}

/// Declares a row of a list-valued input: an optional name, then numbers, each in its column's unit.
macro_rules! row {
    ($(#[$doc:meta])* $name:ident ($($text:ident, $tdoc:literal)?) { $($(#[$ndoc:meta])* $number:ident: f64,)+ }) => {
        $(#[$doc])*
        #[derive(Clone, Debug, PartialEq)]
        pub struct $name { $(#[doc = $tdoc] pub $text: String,)? $($(#[$ndoc])* pub $number: f64,)+ }

        impl Row for $name {
            fn cells(&self) -> Vec<Cell> {
                vec![$(Cell::Text(self.$text.clone()),)? $(Cell::Number(self.$number),)+]
            }
            fn of(cells: &[Cell]) -> Option<Self> {
                let mut cells = cells.iter();
                let found = $name { $($text: cells.next()?.text()?,)? $($number: cells.next()?.number()?,)+ };
                cells.next().is_none().then_some(found)
            }
        }
    };
}

/// A price quoted to the user.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Quote {
    /// The provider, in the user's words.
    pub name: String,
    /// Price of one GPU for one hour.
    pub usd_per_gpu_hour: f64,
    /// Months of the term; 0 is by the hour.
    pub term_months: f64,
    /// Its GPU, by id or as commonly written; empty for the work's own.
    pub gpu: String,
    /// Whether its machines can be interrupted: spot.
    pub spot: bool,
    /// GPUs per machine; `None` for the size of an owned node.
    pub gpus_per_machine: Option<f64>,
    /// Its interruption rate, in the scenario's unit; `None` for the scenario's figure.
    pub interruptions: Option<f64>,
    /// Share of the work that finds no capacity; `None` for the scenario's figure.
    pub no_spot_share: Option<f64>,
    /// Where it runs, such as `EU` or `EU, US`; empty if not stated.
    pub jurisdiction: String,
    /// Certificates held there, separated by commas; empty if not stated.
    pub certificates: String,
}

/// A name for a further quote: the given one, with a number if a quote has it already.
pub fn free_quote_name(quotes: &[Quote], name: &str) -> String {
    let taken = |name: &str| quotes.iter().any(|quote| quote.name == name);
    let numbered = (2..).map(|number| format!("{name} {number}"));
    std::iter::once(name.to_owned()).chain(numbered).find(|name| !taken(name)).unwrap_or_default()
}

impl Quote {
    /// Columns every text has. Later ones may be missing at the end of a row.
    const FIRST: usize = QuoteColumn::TermMonths.index() + 1;

    /// A quote without a price for the work of a scenario: it is taken to run where that has to.
    pub fn for_work(scenario: &super::Scenario) -> Self {
        let work = &scenario.work;
        Self { jurisdiction: work.jurisdiction.clone(), certificates: work.certificate.clone(), ..Self::default() }
    }

    /// Months of the term; zero for spot.
    pub fn months(&self) -> f64 {
        if self.spot { 0.0 } else { self.term_months }
    }
}

/// The cell value of a spot quote.
pub const SPOT: &str = "spot";

impl Row for Quote {
    fn cells(&self) -> Vec<Cell> {
        let number = |value: Option<f64>| value.map_or(Cell::Empty, Cell::Number);
        let text = |text: &str| if text.is_empty() { Cell::Empty } else { Cell::Text(text.to_owned()) };
        let cell = |column: &QuoteColumn| match column {
            QuoteColumn::Name => Cell::Text(self.name.clone()),
            QuoteColumn::UsdPerGpuHour => Cell::Number(self.usd_per_gpu_hour),
            QuoteColumn::TermMonths => Cell::Number(self.term_months),
            QuoteColumn::Gpu => text(&self.gpu),
            QuoteColumn::Kind => text(if self.spot { SPOT } else { "" }),
            QuoteColumn::GpusPerMachine => number(self.gpus_per_machine),
            QuoteColumn::Interruptions => number(self.interruptions),
            QuoteColumn::NoSpotShare => number(self.no_spot_share),
            QuoteColumn::Jurisdiction => text(&self.jurisdiction),
            QuoteColumn::Certificates => text(&self.certificates),
        };
        let mut cells: Vec<Cell> = QuoteColumn::ALL.iter().map(cell).collect();
        // As in older texts, so that their checksums match.
        while cells.len() > Self::FIRST && cells.last() == Some(&Cell::Empty) {
            cells.pop();
        }
        cells
    }

    fn of(cells: &[Cell]) -> Option<Self> {
        (Self::FIRST..=QuoteColumn::ALL.len()).contains(&cells.len()).then_some(())?;
        Some(Self {
            name: QuoteColumn::Name.cell(cells).text()?,
            usd_per_gpu_hour: QuoteColumn::UsdPerGpuHour.cell(cells).number()?,
            term_months: QuoteColumn::TermMonths.cell(cells).number()?,
            gpu: QuoteColumn::Gpu.cell(cells).text()?,
            spot: QuoteColumn::Kind.cell(cells).text()? == SPOT,
            gpus_per_machine: QuoteColumn::GpusPerMachine.number(cells)?,
            interruptions: QuoteColumn::Interruptions.number(cells)?,
            no_spot_share: QuoteColumn::NoSpotShare.number(cells)?,
            jurisdiction: QuoteColumn::Jurisdiction.cell(cells).text()?,
            certificates: QuoteColumn::Certificates.cell(cells).text()?,
        })
    }
}

row! {
    /// The performance of a GPU.
    Rating (gpu, "Id of the GPU.") {
        /// Work of an hour, relative to an hour of the work's own GPU.
        work: f64,
    }
}
row! {
    /// A point on a curve.
    Point () {
        /// An age in years, or a month.
        at: f64,
        /// A share of the price.
        share: f64,
    }
}
row! {
    /// A provider credit.
    Credit (provider, "The provider; empty applies to any provider's bills.") {
        /// Its amount.
        usd: f64,
        /// Months until it expires.
        months: f64,
    }
}
row! {
    /// The user's price for a listed offer.
    OfferPrice (offer, "Id of the offer.") {
        /// Price of one GPU for one hour.
        usd_per_gpu_hour: f64,
    }
}
row! {
    /// A running commitment.
    Running (name, "The user's name for it.") {
        /// GPUs it covers.
        gpus: f64,
        /// Price of one GPU for one hour.
        usd_per_gpu_hour: f64,
        /// Months until it ends.
        months_left: f64,
    }
}

impl Cell {
    pub(super) fn number(&self) -> Option<f64> {
        match self {
            Self::Number(n) => Some(*n),
            _ => None,
        }
    }
    pub(super) fn text(&self) -> Option<String> {
        match self {
            Self::Text(text) => Some(text.clone()),
            Self::Empty => Some(String::new()),
            Self::Number(_) => None,
        }
    }
}

/// Declares an input with several named options.
macro_rules! choice {
    ($(#[$doc:meta])* $name:ident { $($(#[$vdoc:meta])* $variant:ident = $id:literal, $label:literal;)+ }) => {
        $(#[$doc])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub enum $name { $($(#[$vdoc])* $variant,)+ }

        impl $name {
            /// Every option: id for files and links, label for people.
            pub const OPTIONS: &'static [$crate::inputs::field::ChoiceOption] =
                &[$($crate::inputs::field::ChoiceOption { id: $id, label: $label },)+];
        }
        impl serde::Serialize for $name {
            fn serialize<S: serde::Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
                to.serialize_str(match self { $(Self::$variant => $id,)+ })
            }
        }
        impl $crate::inputs::value::Input for $name {
            const BLANK: Self = { let [first, ..] = [$(Self::$variant),+]; first };
            fn to_value(&self) -> $crate::inputs::value::Value {
                $crate::inputs::value::Value::Choice(std::borrow::Cow::Borrowed(match self { $(Self::$variant => $id,)+ }))
            }
            fn from_value(value: &$crate::inputs::value::Value) -> Option<Self> {
                match value {
                    $crate::inputs::value::Value::Choice(id) => match id.as_ref() { $($id => Some(Self::$variant),)+ _ => None },
                    _ => None,
                }
            }
        }
    };
}
pub(crate) use choice;
/// Whether a text looks like an ISO 4217 code: three capital letters.
pub(super) fn is_code(text: &str) -> bool {
    text.len() == 3 && text.bytes().all(|b| b.is_ascii_uppercase())
}
