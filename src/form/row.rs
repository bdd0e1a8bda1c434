//! A row of the form: a row of the table, or an alternative way to enter one.

use engine::inputs::derived::{DERIVED, Derived};
use engine::inputs::field;
use engine::inputs::field::{Basis, Field, Kind};
use engine::inputs::value::{Amount, Value};
use engine::number_entry::Odd;
use engine::units::Unit;

use crate::browser::dom;
use crate::browser::locale::Locale;
use crate::state::{Edit, Prices, ScenarioStore};
use crate::strings::field_input as strings;

/// How many times outside its usual range a price must be to be questioned.
pub const FAR: f64 = 4.0;

/// The element id of a row's field.
pub fn input_id(row: &str) -> String {
    format!("in-{}", row.replace(['.', '_'], "-"))
}

/// Focuses a row's field, opening whatever hides it.
pub fn focus_field(row: &str) {
    let id = input_id(row);
    if let Some(element) = dom::by_id(&id) {
        dom::unfold_above(&element);
        dom::focus(&id);
    }
}

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

    /// A number of the row as shown in its field.
    pub fn written(self, value: f64, locale: Locale) -> String {
        match self {
            Self::Field(_) => locale.typed(value, self.unit()),
            Self::Derived(_) => locale.typed_short(value, self.unit()),
        }
    }

    /// Its unit, minimum and maximum.
    fn bounds(self) -> Option<(Unit, f64, f64)> {
        match self {
            Self::Field(Field { kind: Kind::Number { unit, min, max, .. }, .. }) => Some((*unit, *min, *max)),
            Self::Field(_) => None,
            Self::Derived(derived) => Some((derived.unit, derived.min, derived.max)),
        }
    }

    /// The problem with a number, in the reader's format and currency.
    fn objection(self, value: f64, locale: Locale) -> Option<String> {
        let (unit, min, max) = self.bounds()?;
        let allowed = || strings::must_be_between_and(&locale.typed(min, unit), &locale.with_unit(max, unit));
        if !(min..=max).contains(&value) {
            return Some(allowed());
        }
        // The only other requirement of numeric rows is to be whole.
        let Self::Field(field) = self else { return None };
        let objection = field.validate(&Value::Number(Amount::exact(value)));
        objection.map(|_| format!("{}{}", allowed(), strings::AS_A_WHOLE_NUMBER))
    }

    /// Sets the row.
    pub fn set(self, scenario: ScenarioStore, kind: Edit, value: f64) {
        match self {
            Self::Field(field) => scenario.set_number(kind, field, value),
            Self::Derived(derived) => scenario.set_derived(kind, derived, value),
        }
    }

    /// Low and high of a price known to the price book: a price far outside was probably not intended.
    pub fn usual_prices(self, prices: Prices) -> Option<(f64, f64)> {
        let Self::Field(field) = self else { return None };
        let quoted = matches!(field.basis, Basis::Figure(_) | Basis::HardwarePrice(_));
        let range = field.range_in(&prices.published());
        let (_, low, high) = range.filter(|(_, low, _)| quoted && self.unit().is_money() && *low > 0.0)?;
        Some((low, high))
    }

    /// Reads a number in the row's own unit; also returns whether the reading should be shown.
    ///
    /// Errors: what is wrong, in words.
    pub fn parse(self, text: &str, locale: Locale) -> Result<(f64, bool), String> {
        let (label, unit) = (self.label(), self.unit());
        let Some(found) = locale.read(text, unit) else {
            let example = if unit.is_percent() {
                strings::SUCH_AS_80_OR_80.to_owned()
            } else {
                let number = |number: f64| locale.typed(number, Unit::Ratio);
                strings::such_as(&1200, &number(1_200.5), &number(4.8))
            };
            let problem =
                if text.trim().is_empty() { strings::NEEDS_A_NUMBER } else { strings::IS_NOT_READABLE_AS_A_NUMBER };
            // Infinity is outside every range, so its error states the range.
            let allowed = self.objection(f64::INFINITY, locale).unwrap_or_default();
            return Err(format!("{label} {problem}, {example}; {allowed}"));
        };
        let (value, said) = found.map_err(|odd| format!("{label} {}", contradiction(odd, unit, locale)))?;
        match self.objection(value, locale) {
            Some(words) => Err(format!("{label} {words}")),
            None => Ok((value, said)),
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
        Odd::Percentage => strings::IS_NO_PERCENTAGE.to_owned(),
        Odd::Money => strings::IS_NO_MONEY.to_owned(),
        Odd::Currency([code]) => strings::is_not_in(code, &locale.code()),
        Odd::Currency(_) => strings::has_another_sign(&locale.code()),
        Odd::Counts(counted) if unit == Unit::Ratio => strings::has_no_unit(&counted.in_words()),
        Odd::Counts(counted) => strings::counts_something_else(&locale.symbol(unit), &counted.in_words()),
    }
}
