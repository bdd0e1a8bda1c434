//! A row of the form: a row of the table, or an alternative way to enter one.

use engine::codec::file;
use engine::inputs::Scenario;
use engine::inputs::derived::{DERIVED, Derived};
use engine::inputs::field;
use engine::inputs::field::{Field, Kind};
use engine::inputs::machine_with;
use engine::inputs::presets::preset;
use engine::inputs::range_entry::write_amount;
use engine::inputs::usual_range::{FAR, far_from_usual};
use engine::inputs::value::{Amount, Range, Spread, Value};
use engine::number_entry::Odd;
use engine::units::Unit;
use engine::view::Style;

use crate::browser::locale::Locale;
use crate::state::{Edit, Origin, Prices, ScenarioStore};
use crate::strings::fields as strings;

/// The row of the exchange rate.
pub const RATE: &str = "money.currency_per_usd";

/// Other ways to enter steady work: by how much of the time machines are busy.
const OF_STEADY_WORK: [&str; 2] = ["work.busy_share", "work.utilization"];

/// A row of the form.
#[derive(Clone, Copy)]
pub enum FormRow {
    /// A row of the table.
    Field(&'static Field),
    /// An alternative way to enter a row, such as work by utilization.
    Derived(&'static Derived),
}

impl FormRow {
    /// The row with an id.
    pub fn named(id: &str) -> Option<Self> {
        field(id).map(Self::Field).or_else(|| DERIVED.iter().find(|d| d.id == id).map(Self::Derived))
    }

    /// Its id.
    pub fn id(self) -> &'static str {
        match self {
            Self::Field(field) => field.id,
            Self::Derived(derived) => derived.id,
        }
    }

    /// Whether it matters in the chosen modes: another way to enter a row matters if that row does.
    pub fn is_relevant(self, scenario: &Scenario) -> bool {
        match self {
            Self::Field(field) => (field.is_relevant)(scenario),
            // Where the demand is described, how busy machines are is an output.
            Self::Derived(derived) if OF_STEADY_WORK.contains(&derived.id) && !scenario.work.workloads.is_empty() => {
                false
            }
            Self::Derived(derived) => field(derived.sets).is_some_and(|row| (row.is_relevant)(scenario)),
        }
    }

    /// Its label.
    pub fn label(self) -> &'static str {
        match self {
            Self::Field(field) => field.label,
            Self::Derived(derived) => derived.label,
        }
    }

    /// Its unit; [`Unit::Ratio`] if it is not a number.
    pub fn unit(self) -> Unit {
        match self {
            Self::Field(field) => field.unit().unwrap_or(Unit::Ratio),
            Self::Derived(derived) => derived.unit,
        }
    }

    /// Its number; tracked.
    pub fn value(self, scenario: ScenarioStore) -> f64 {
        scenario.with(|s| match self {
            Self::Field(field) => field.get(s).number().unwrap_or(0.0),
            Self::Derived(derived) => (derived.get)(s),
        })
    }

    /// Its number with its range, if it has one; tracked.
    pub fn amount(self, scenario: ScenarioStore) -> Amount {
        scenario.with(|s| match self {
            Self::Field(field) => match field.get(s) {
                Value::Number(amount) => amount,
                other => Amount::exact(other.number().unwrap_or(0.0)),
            },
            Self::Derived(derived) => Amount::exact((derived.get)(s)),
        })
    }

    /// A number of the row with its range as typed in its field.
    pub fn written_amount(self, amount: Amount, locale: Locale) -> String {
        write_amount(amount, |value| self.written(value, locale))
    }

    /// A number of the row as shown in its field.
    pub fn written(self, value: f64, locale: Locale) -> String {
        match self {
            // Typed the other way round it has many digits.
            Self::Field(Field { id: RATE, .. }) | Self::Derived(Derived { sets: RATE, .. }) => {
                locale.figure(value, Style::Exact)
            }
            Self::Field(_) => locale.typed(value, self.unit()),
            Self::Derived(_) => locale.typed_short(value, self.unit()),
        }
    }

    /// Its unit, minimum and maximum.
    fn bounds(self) -> Option<(Unit, f64, f64)> {
        match self {
            Self::Field(Field {
                kind: Kind::Number { unit, min, max, .. } | Kind::NumberOrWord { unit, min, max, .. },
                ..
            }) => Some((*unit, *min, *max)),
            Self::Field(_) => None,
            Self::Derived(derived) => Some((derived.unit, derived.min, derived.max)),
        }
    }

    /// The problem with a number, in the reader's format and currency.
    fn objection(self, value: f64, locale: Locale) -> Option<String> {
        let (unit, min, max) = self.bounds()?;
        let ends = || (locale.typed(min, unit), locale.with_unit(max, unit));
        if !(min..=max).contains(&value) {
            let (low, high) = ends();
            return Some(strings::must_be_between(&low, &high));
        }
        // The only other requirement of numbers is that they are whole.
        let Self::Field(field) = self else { return None };
        field.validate(&Value::Number(Amount::exact(value))).map(|_| {
            let (low, high) = ends();
            strings::must_be_whole(&low, &high)
        })
    }

    /// Sets the row to a number with the range that was typed with it.
    pub fn set_amount(self, scenario: ScenarioStore, kind: Edit, amount: Amount) {
        match self {
            Self::Field(field) if amount.range().is_some() => scenario.set(kind, field, &Value::Number(amount)),
            _ => self.set(scenario, kind, amount.value),
        }
    }

    /// Sets the row.
    pub fn set(self, scenario: ScenarioStore, kind: Edit, value: f64) {
        match self {
            Self::Field(field) => scenario.set_number(kind, field, value),
            Self::Derived(derived) => scenario.set_derived(kind, derived, value),
        }
    }

    /// Whether the page set what the row holds: it follows another row, is the price book's price of a machine, or comes
    /// with a worked case. Zero is as good: it is never a mistyped thousandth. Tracked.
    pub fn is_set_by_page(self, scenario: ScenarioStore, prices: Prices) -> bool {
        let Self::Field(field) = self else { return false };
        let (document, book) = (scenario.document(), prices.published());
        let now = &document.scenario;
        let value = field.get(now);
        let machine = || machine_with(&now.work.gpu, &book, &document.edition).map(|(_, usd)| usd);
        let of_case = |id| preset(id).and_then(|preset| file::read(preset.text(), &book).ok());
        value.number() == Some(0.0)
            || now.follows_gpus(field, &book)
            || (field.id == "own.node_price_usd" && machine() == value.number())
            || matches!(scenario.origin(), Origin::Preset(id)
                if of_case(id).is_some_and(|case| field.get(&case.document.scenario) == value))
    }

    /// The usual range, if the price is far outside it; tracked.
    pub fn far_from_usual(self, scenario: ScenarioStore, prices: Prices) -> Option<(f64, f64)> {
        let Self::Field(field) = self else { return None };
        let document = scenario.document();
        far_from_usual(field, &document.scenario, &prices.published(), &document.edition)
    }

    /// Whether its number may have a range.
    fn takes_a_range(self) -> bool {
        matches!(self, Self::Field(Field { kind: Kind::Number { .. }, id, .. }) if *id != RATE)
    }

    /// How a number with a range is read, in words.
    pub fn reading(self, amount: Amount, locale: Locale) -> String {
        let typed = |value: f64| locale.typed(value, self.unit());
        match amount.range() {
            Some(Range { spread: Spread::Uniform, low, high }) => {
                strings::anything_between(&typed(low), &typed(high), &typed(amount.value))
            }
            Some(Range { low, high, .. }) => strings::most_likely(&typed(low), &typed(high), &typed(amount.value)),
            None => format!("= {}", typed(amount.value)),
        }
    }

    /// Reads a number in the row's own unit, with a range where one was typed; also returns whether the reading should be shown.
    ///
    /// Errors: what is wrong, in words.
    pub fn parse(self, text: &str, locale: Locale) -> Result<(Amount, bool), String> {
        let (label, unit) = (self.label(), self.unit());
        let whole = matches!(self, Self::Field(Field { kind: Kind::Number { whole: true, .. }, .. }));
        let Some(found) = locale.read_amount(text, unit, whole) else {
            let example = if unit.is_percent() {
                strings::PERCENTAGE_EXAMPLE.to_owned()
            } else {
                let number = |number: f64| locale.typed(number, Unit::Ratio);
                strings::number_examples(&1200, &number(1_200.5), &number(4.8))
            };
            let problem = if text.trim().is_empty() { strings::NEEDS_A_NUMBER } else { strings::IS_NOT_A_NUMBER };
            // Infinity is outside every range, so its error states the range.
            let allowed = self.objection(f64::INFINITY, locale).unwrap_or_default();
            return Err(format!("{label} {problem}, {example}; {allowed}"));
        };
        let (amount, said) = found.map_err(|odd| format!("{label} {}", contradiction(odd, unit, locale)))?;
        let ends = amount.range().map_or([amount.value; 2], |range| [range.low, range.high]);
        let outside = ends.into_iter().find(|end| self.objection(*end, locale).is_some());
        match self.objection(outside.unwrap_or(amount.value), locale) {
            Some(words) => Err(format!("{label} {words}")),
            None if amount.range().is_some() && !self.takes_a_range() => {
                Err(format!("{label} {}", strings::TAKES_NO_RANGE))
            }
            None => Ok((amount, said)),
        }
    }

    /// The price probably intended: 290.000 is 290 in one convention and 290,000 in another. `None` if `value` is
    /// plausible.
    pub fn meant(self, (low, high): (f64, f64), value: f64) -> Option<f64> {
        let meant = (value * 1e9).round() / 1e6; // 32.7 times 1,000 is not exactly 32,700 in binary
        (value * FAR < low && (low / FAR..=high * FAR).contains(&meant)).then_some(meant)
    }
}

/// The part of a text that contradicts the unit of its field, in words.
fn contradiction(odd: Odd, unit: Unit, locale: Locale) -> String {
    match odd {
        Odd::Percentage => strings::IS_NOT_A_PERCENTAGE.to_owned(),
        Odd::Money => strings::IS_NOT_MONEY.to_owned(),
        Odd::Currency([code]) => strings::is_not_in(code, &locale.code()),
        Odd::Currency(_) => strings::has_another_sign(&locale.code()),
        Odd::Counts(counted) if unit == Unit::Ratio => strings::has_no_unit(&counted.in_words()),
        Odd::Counts(counted) => strings::counts_something_else(&locale.symbol(unit), &counted.in_words()),
    }
}
