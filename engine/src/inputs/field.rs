//! A row of the table, and the macro that generates the struct and the rows from one declaration.

use super::Scenario;
use super::defaults::nothing_newer;
pub(crate) use super::kind::columns;
use super::kind::names;
pub use super::kind::{ChoiceOption, Column, ColumnKind, Kind, OTHER_GPU};
pub(crate) use super::validation::row_objection;
use super::validation::{list_objection, number_objection, number_or_word_objection};
use super::value::{Amount, Slot, Value, is_code};
use super::wording::listed;
use crate::number;
use crate::prices::{Day, PriceBook};
use crate::units::{Unit, with_symbol};

/// Longest id of the price book, in bytes.
const LONGEST_ID: usize = 80;

/// A value usable in a constant: a default without a figure behind it, or a neutral value.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Literal {
    /// A number.
    Number(f64),
    /// On or off.
    Switch(bool),
    /// The id of a choice.
    Choice(&'static str),
    /// A text.
    Text(&'static str),
    /// An empty list.
    Empty,
}

impl Literal {
    /// Converts it to a value.
    pub fn to_value(self) -> Value {
        match self {
            Self::Number(n) => Value::Number(Amount::exact(n)),
            Self::Switch(on) => Value::Switch(on),
            Self::Choice(id) => Value::Choice(id.into()),
            Self::Text(text) => Value::Text(text.to_owned()),
            Self::Empty => Value::List(Vec::new()),
        }
    }
}

/// Source of a default.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Basis {
    /// The typical value of a figure in the price book.
    Figure(&'static str),
    /// The typical price of a system in the price book.
    HardwarePrice(&'static str),
    /// The maximum power draw of a system in the price book, in kilowatts.
    HardwarePower(&'static str),
    /// The thermal design power of a GPU in the price book, in watts.
    GpuPower(&'static str),
    /// Our own assumption, with its range and the reason.
    Assumed {
        /// Low end of the plausible range.
        low: f64,
        /// The default.
        typical: f64,
        /// High end of the plausible range.
        high: f64,
        /// The reason.
        why: &'static str,
    },
    /// A starting point the user should set, and the reason for it.
    UserChoice(Literal, &'static str),
}

/// A default as shown on the page: value, range, date, whether it is an assumption, and its source.
#[derive(Clone, Debug, PartialEq)]
pub struct DefaultValue {
    /// The value.
    pub value: Value,
    /// Low and high, if known, in the row's unit.
    pub range: Option<(f64, f64)>,
    /// Date of the figure, as `2026-09-29` or `2026-10`; if the source gives none, when it was read. Empty only if the
    /// book lacks the figure.
    pub as_of: String,
    /// Whether it is an assumption rather than a published figure.
    pub assumed: bool,
    /// Source in words, or the reason for an assumption.
    pub source: String,
    /// URL of the source, empty if there is none.
    pub url: String,
    /// Why nothing newer is used, if the figure is old; otherwise empty.
    pub nothing_newer: &'static str,
}

/// A group of inputs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Group {
    /// First part of the ids.
    pub id: &'static str,
    /// Heading in the form.
    pub label: &'static str,
}

/// One row of the table of inputs.
///
/// Form, validation, link, saved file, help and defaults all read it. An input exists if it has a row.
pub struct Field {
    /// Permanent id: `group.name_unit`.
    pub id: &'static str,
    /// Permanent key in links.
    pub key: &'static str,
    /// Its group.
    pub group: Group,
    /// Label.
    pub label: &'static str,
    /// Its type and bounds.
    pub kind: Kind,
    /// Source of its default.
    pub basis: Basis,
    /// The value an older link or file without this row implies.
    pub neutral: Literal,
    /// Format version that introduced it.
    pub since: u32,
    /// Whether it is relevant in a scenario's modes.
    pub is_relevant: fn(&Scenario) -> bool,
    /// Its index in the table.
    pub at: usize,
}

impl Field {
    /// Help text.
    pub fn help(&self) -> &'static str {
        super::HELP.get(self.at).copied().unwrap_or_default()
    }

    /// The row's value in a scenario.
    pub fn get(&self, scenario: &Scenario) -> Value {
        scenario.slot(self.at).map_or(Value::Switch(false), Slot::get)
    }

    /// Sets the row. Returns `false` and changes nothing if the value is of another kind.
    pub fn set(&self, scenario: &mut Scenario, value: &Value) -> bool {
        scenario.slot_mut(self.at).is_some_and(|slot| slot.set(value))
    }

    /// The row's unit, if it is or may be a number.
    pub fn unit(&self) -> Option<Unit> {
        match self.kind {
            Kind::Number { unit, .. } | Kind::NumberOrWord { unit, .. } => Some(unit),
            _ => None,
        }
    }

    /// The row's default from a price book.
    ///
    /// If the book lacks the figure, this is the row's neutral value; a test proves that the embedded book lacks none.
    pub fn value_in(&self, book: &PriceBook) -> Value {
        self.value_from(self.basis, book)
    }

    fn value_from(&self, basis: Basis, book: &PriceBook) -> Value {
        let number = match basis {
            Basis::Figure(id) => book.figure(id).map(|f| f.typical),
            Basis::HardwarePrice(id) => book.hardware(id).and_then(|h| h.price).map(|p| p.typical),
            Basis::HardwarePower(id) => book.hardware(id).and_then(|h| h.max_system_w).map(|watts| watts / 1_000.0),
            Basis::GpuPower(id) => book.gpu(id).and_then(|g| g.tdp_w),
            Basis::Assumed { typical, .. } => Some(typical),
            Basis::UserChoice(plain, _) => return plain.to_value(),
        };
        number.map_or_else(|| self.neutral.to_value(), |n| Value::Number(Amount::exact(n)))
    }

    /// The row's default with its source, from a price book; marked as assumed if the book lacks its figure.
    pub fn default_in(&self, book: &PriceBook) -> DefaultValue {
        DefaultValue { nothing_newer: nothing_newer(self.id), ..self.default_from(self.basis, book) }
    }

    /// A default of the row, of this edition or an earlier one, as [`Self::default_in`].
    pub(super) fn default_from(&self, basis: Basis, book: &PriceBook) -> DefaultValue {
        let value = self.value_from(basis, book);
        let reasoned = |range: Option<(f64, f64)>, assumed: bool, why: &str| DefaultValue {
            value: value.clone(),
            range,
            as_of: book.read_on("assumption"), // our own values have its date
            assumed,
            source: why.to_owned(),
            url: String::new(),
            nothing_newer: "",
        };
        let quoted = match basis {
            Basis::Figure(id) => {
                book.figure(id).map(|f| (Some((f.low, f.high)), f.as_of.to_string(), f.is_assumption(), &f.source))
            }
            Basis::HardwarePrice(id) => book.hardware(id).and_then(|h| {
                let price = h.price?;
                Some((Some((price.low, price.high)), h.as_of.to_string(), h.is_assumption(), &h.source))
            }),
            Basis::HardwarePower(id) => {
                book.hardware(id).map(|h| (point(&value), h.as_of.to_string(), h.is_assumption(), &h.source))
            }
            Basis::GpuPower(id) => book.gpu(id).map(|g| (point(&value), book.read_on(&g.source), false, &g.source)),
            Basis::Assumed { low, high, why, .. } => return reasoned(Some((low, high)), true, why),
            Basis::UserChoice(_, why) => return reasoned(None, false, why),
        };
        let Some((range, as_of, assumed, source)) = quoted else {
            let source = "not in this price book".to_owned();
            return DefaultValue {
                value,
                range: None,
                as_of: String::new(),
                assumed: true,
                source,
                url: String::new(),
                nothing_newer: "",
            };
        };
        let (source, url) = book.source(source).map(|s| (s.title.clone(), s.url.clone())).unwrap_or_default();
        DefaultValue { value, range, as_of, assumed, source, url, nothing_newer: "" }
    }

    /// The row's value in a scenario, in words; `write` formats a number with its unit.
    pub fn in_words(&self, scenario: &Scenario, write: &dyn Fn(f64, Unit) -> String) -> String {
        match (self.get(scenario), self.kind) {
            (Value::Number(amount), Kind::Number { unit, .. } | Kind::NumberOrWord { unit, .. }) => {
                write(amount.value, unit)
            }
            (Value::Choice(id), Kind::Choice(options) | Kind::NumberOrWord { words: options, .. }) => {
                options.iter().find(|o| o.id == id.as_ref()).map_or_else(String::new, |o| o.label.to_owned())
            }
            (Value::Switch(on), _) => if on { "yes" } else { "no" }.to_owned(),
            (Value::Text(text), Kind::OtherGpu | Kind::AnyGpu) if text.is_empty() => "same as the workload".to_owned(),
            (Value::Text(text), Kind::AnyGpu) if text == OTHER_GPU => "one that is not listed".to_owned(),
            (Value::Text(text), _) => text,
            (Value::List(rows), Kind::List { columns, .. }) => listed(&rows, columns, write),
            _ => String::new(),
        }
    }

    /// The problem with a value for this row, worded to follow the label; `None` if it is valid.
    pub fn validate(&self, value: &Value) -> Option<String> {
        match (self.kind, value) {
            (Kind::Number { unit, min, max, whole }, Value::Number(amount)) => {
                number_objection(*amount, unit, min, max, whole)
            }
            (Kind::NumberOrWord { words, .. }, Value::Choice(id)) if words.iter().any(|o| o.id == id.as_ref()) => None,
            (Kind::NumberOrWord { unit, min, max, whole, words }, _) => {
                number_or_word_objection(value, (unit, min, max, whole), words)
            }
            (Kind::Choice(options), Value::Choice(id)) if options.iter().any(|o| o.id == id.as_ref()) => None,
            (Kind::Choice(options), _) => Some(format!("must be one of {}", names(options))),
            (Kind::Switch, Value::Switch(_)) => None,
            (Kind::Gpu | Kind::OtherGpu | Kind::AnyGpu, Value::Text(text)) if text.len() <= LONGEST_ID => None,
            (Kind::AnyGpu, _) => Some(format!("must be the id or the name of a GPU, at most {LONGEST_ID} bytes")),
            (Kind::Gpu | Kind::OtherGpu, _) => Some("must be the id of a GPU in the price book".to_owned()),
            (Kind::Currency, Value::Text(text)) if is_code(text) => None,
            (Kind::Currency, _) => Some("must be a three-letter code such as EUR".to_owned()),
            (Kind::Day, Value::Text(text)) if text.is_empty() || Day::parse(text).is_some() => None,
            (Kind::Day, _) => Some("must be a date such as 2026-11-21".to_owned()),
            (Kind::Text { max_chars }, Value::Text(text)) if text.chars().count() <= max_chars => None,
            (Kind::Text { max_chars }, _) => Some(format!("must be text of at most {max_chars} characters")),
            (Kind::List { columns, max_rows }, Value::List(rows)) => list_objection(columns, max_rows, rows),
            (Kind::Number { .. }, _) => Some("must be a number".to_owned()),
            (Kind::Switch, _) => Some("must be on or off".to_owned()),
            (Kind::List { .. }, _) => Some("must be a list of rows".to_owned()),
        }
    }
}

/// Sets each row's index.
pub(super) const fn numbered<const N: usize>(mut rows: [Field; N]) -> [Field; N] {
    let mut at = 0;
    while at < N {
        rows[at].at = at;
        at += 1;
    }
    rows
}

/// The row's value in a scenario without locale formatting; empty for lists.
pub fn in_plain_words(field: &Field, scenario: &Scenario) -> String {
    if matches!(field.kind, Kind::List { .. }) {
        return String::new();
    }
    let write = |value: f64, unit: Unit| with_symbol(&number::write(value * unit.shown_factor()), unit.symbol());
    field.in_words(scenario, &write)
}

/// A number as a range of zero width.
fn point(value: &Value) -> Option<(f64, f64)> {
    value.number().map(|n| (n, n))
}

/// Generates the struct of all inputs and the table of their rows from one declaration.
///
/// One line each: `name: Type, "key", "Label", kind, basis, neutral, since, |scenario| is_relevant;` under its help
/// text as a doc comment. The id is `group.name`.
macro_rules! scenario {
    ($($(#[$gdoc:meta])* $group:ident: $gtype:ident, $glabel:literal {
        $($(#[doc = $help:literal])+ $name:ident: $type:ty, $key:literal, $label:literal, $kind:expr, $basis:expr, $neutral:expr, $since:literal, $is_relevant:expr;)+
    })+) => {
        /// Every input of a calculation as entered, possibly out of bounds. The model is the checked form.
        #[derive(Clone, Debug, PartialEq)]
        pub struct Scenario { $($(#[$gdoc])* pub $group: $gtype,)+ }

        $($(#[$gdoc])*
        #[derive(Clone, Debug, PartialEq)]
        pub struct $gtype { $($(#[doc = $help])+ pub $name: $type,)+ })+

        /// The groups, in the order of the form.
        pub const GROUPS: &[Group] = &[$(Group { id: stringify!($group), label: $glabel },)+];

        /// The table: every input, one row each, in the order of the form and the link.
        pub static FIELDS: &[Field] = &$crate::inputs::field::numbered([$($(Field {
            id: concat!(stringify!($group), ".", stringify!($name)),
            key: $key,
            group: Group { id: stringify!($group), label: $glabel },
            label: $label,
            kind: $kind,
            basis: $basis,
            neutral: $neutral,
            since: $since,
            is_relevant: $is_relevant,
            at: 0,
        },)+)+]);

        /// The help texts, in the same order. Not in the table: a program that shows none does not hold them.
        static HELP: &[&str] = &[$($(concat!($($help,)+),)+)+];

        impl Scenario {
            /// The field at an index of the table.
            fn slot(&self, mut at: usize) -> Option<&dyn value::Slot> {
                $($(
                    if at == 0 {
                        return Some(&self.$group.$name);
                    }
                    at = at.wrapping_sub(1);
                )+)+
                let _ = at;
                None
            }

            /// The same, mutable.
            fn slot_mut(&mut self, mut at: usize) -> Option<&mut dyn value::Slot> {
                $($(
                    if at == 0 {
                        return Some(&mut self.$group.$name);
                    }
                    at = at.wrapping_sub(1);
                )+)+
                let _ = at;
                None
            }

            /// A scenario in which nothing is set yet.
            const BLANK: Self = Self { $($group: $gtype { $($name: Input::BLANK,)+ },)+ };
        }
    };
}
pub(crate) use scenario;
