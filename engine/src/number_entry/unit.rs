//! Units of a typed number, and its conversion to the unit of a field.

use super::{Reading, Sign};
use crate::units::{HOURS_PER_MONTH, Unit};

/// Things people count, singly or by the million.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Noun {
    /// A GPU.
    Gpu,
    /// A node.
    Node,
    /// A person.
    Person,
    /// A month.
    Month,
    /// A year.
    Year,
    /// An hour.
    Hour,
    /// A day.
    Day,
    /// A week.
    Week,
    /// A minute.
    Minute,
    /// A second.
    Second,
    /// A watt.
    Watt,
    /// A kilowatt.
    Kilowatt,
    /// A megawatt.
    Megawatt,
    /// A kilowatt-hour.
    KilowattHour,
    /// A megawatt-hour.
    MegawattHour,
    /// A decimal megabyte.
    Megabyte,
    /// A decimal gigabyte.
    Gigabyte,
    /// A decimal terabyte.
    Terabyte,
    /// A decimal petabyte.
    Petabyte,
    /// A token.
    Token,
    /// A million tokens.
    MillionTokens,
    /// A gram of CO2 equivalent.
    Gram,
    /// A kilogram of it.
    Kilogram,
    /// A factor of ten.
    Decade,
}

/// Each with its singular and plural, its measure, and its size in that measure.
const NOUNS: &[(Noun, &str, &str, Measure, f64)] = &[
    (Noun::Gpu, "GPU", "GPUs", Measure::Gpus, 1.0),
    (Noun::Node, "node", "nodes", Measure::Nodes, 1.0),
    (Noun::Person, "person", "people", Measure::People, 1.0),
    (Noun::Month, "month", "months", Measure::Months, 1.0),
    (Noun::Year, "year", "years", Measure::Months, 12.0),
    (Noun::Hour, "hour", "hours", Measure::Hours, 1.0),
    (Noun::Day, "day", "days", Measure::Hours, 24.0),
    (Noun::Week, "week", "weeks", Measure::Hours, 168.0),
    (Noun::Minute, "minute", "minutes", Measure::Hours, 1.0 / 60.0),
    (Noun::Second, "second", "seconds", Measure::Hours, 1.0 / 3_600.0),
    (Noun::Watt, "W", "W", Measure::Watts, 1.0),
    (Noun::Kilowatt, "kW", "kW", Measure::Watts, 1e3),
    (Noun::Megawatt, "MW", "MW", Measure::Watts, 1e6),
    (Noun::KilowattHour, "kWh", "kWh", Measure::KilowattHours, 1.0),
    (Noun::MegawattHour, "MWh", "MWh", Measure::KilowattHours, 1e3),
    (Noun::Megabyte, "MB", "MB", Measure::Megabytes, 1.0),
    (Noun::Gigabyte, "GB", "GB", Measure::Megabytes, 1e3),
    (Noun::Terabyte, "TB", "TB", Measure::Megabytes, 1e6),
    (Noun::Petabyte, "PB", "PB", Measure::Megabytes, 1e9),
    (Noun::Token, "token", "tokens", Measure::Tokens, 1.0),
    (Noun::MillionTokens, "million tokens", "million tokens", Measure::Tokens, 1e6),
    (Noun::Gram, "g CO2e", "g CO2e", Measure::Grams, 1.0),
    (Noun::Kilogram, "kg CO2e", "kg CO2e", Measure::Grams, 1e3),
    (Noun::Decade, "order of magnitude", "orders of magnitude", Measure::Decades, 1.0),
];

/// Measures for conversion within one kind of unit. Months and hours are separate: the hours of a month are a
/// convention.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Measure {
    Gpus,
    Nodes,
    People,
    Months,
    Hours,
    Watts,
    KilowattHours,
    Megabytes,
    Tokens,
    Grams,
    Decades,
}

/// Other words for them, in lowercase.
const OTHER_WORDS: &[(&str, Noun)] = &[
    ("server", Noun::Node),
    ("servers", Noun::Node),
    ("host", Noun::Node),
    ("hosts", Noun::Node),
    ("knoten", Noun::Node),
    ("persons", Noun::Person),
    ("personen", Noun::Person),
    ("personnes", Noun::Person),
    ("fte", Noun::Person),
    ("ftes", Noun::Person),
    ("mo", Noun::Month),
    ("mos", Noun::Month),
    ("mth", Noun::Month),
    ("monat", Noun::Month),
    ("monate", Noun::Month),
    ("monaten", Noun::Month),
    ("mois", Noun::Month),
    ("y", Noun::Year),
    ("yr", Noun::Year),
    ("yrs", Noun::Year),
    ("jahr", Noun::Year),
    ("jahre", Noun::Year),
    ("jahren", Noun::Year),
    ("ans", Noun::Year),
    ("année", Noun::Year),
    ("années", Noun::Year),
    ("h", Noun::Hour),
    ("hr", Noun::Hour),
    ("hrs", Noun::Hour),
    ("std", Noun::Hour),
    ("stunde", Noun::Hour),
    ("stunden", Noun::Hour),
    ("heure", Noun::Hour),
    ("heures", Noun::Hour),
    ("d", Noun::Day),
    ("tag", Noun::Day),
    ("tage", Noun::Day),
    ("jour", Noun::Day),
    ("jours", Noun::Day),
    ("wk", Noun::Week),
    ("min", Noun::Minute),
    ("mins", Noun::Minute),
    ("minuten", Noun::Minute),
    ("s", Noun::Second),
    ("sec", Noun::Second),
    ("secs", Noun::Second),
    ("sekunde", Noun::Second),
    ("sekunden", Noun::Second),
    ("seconde", Noun::Second),
    ("secondes", Noun::Second),
    ("woche", Noun::Week),
    ("wochen", Noun::Week),
    ("watt", Noun::Watt),
    ("watts", Noun::Watt),
];

impl Noun {
    /// The noun for a lowercase word.
    pub(super) fn named(word: &str) -> Option<Self> {
        let own =
            NOUNS.iter().find(|(_, one, many, ..)| word.eq_ignore_ascii_case(one) || word.eq_ignore_ascii_case(many));
        let other = || OTHER_WORDS.iter().find(|(name, _)| *name == word).map(|(_, noun)| *noun);
        own.map(|(noun, ..)| *noun).or_else(other)
    }

    fn row(self) -> Option<&'static (Self, &'static str, &'static str, Measure, f64)> {
        NOUNS.iter().find(|(noun, ..)| *noun == self)
    }

    /// How many `other`s are in one of this, as a multiplier and a divisor; `None` if they measure different things.
    fn in_others(self, other: Self) -> Option<(f64, f64)> {
        let (_, _, _, measure, size) = self.row()?;
        let (_, _, _, others, one) = other.row()?;
        // Rates per second are often known per month: of 730 hours, as everywhere here.
        if other == Self::Second && *measure == Measure::Months {
            return Some((size * HOURS_PER_MONTH / one, 1.0));
        }
        let (factor, divisor) = if size >= one { (size / one, 1.0) } else { (1.0, one / size) };
        (measure == others).then_some((factor, divisor))
    }
}

/// Most nouns on either side of the division.
const MOST: usize = 3;

type Nouns = [Option<Noun>; MOST];

/// The unit of a number, with its divisor: GPU-hours per month.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Counted {
    of: Nouns,
    per: Nouns,
}

impl Counted {
    /// No unit.
    pub const NOTHING: Self = Self { of: [None; MOST], per: [None; MOST] };

    /// Adds a factor or a divisor; `None` if there are too many.
    pub(super) fn add(&mut self, noun: Noun, divides: bool) -> Option<()> {
        let side = if divides { &mut self.per } else { &mut self.of };
        let place = side.iter_mut().find(|place| place.is_none())?;
        *place = Some(noun);
        Some(())
    }

    /// The unit in words: `GPU-hours per month`.
    pub fn in_words(&self) -> String {
        let of: Vec<Noun> = self.of.into_iter().flatten().collect();
        let per: Vec<&str> = self.per.into_iter().flatten().filter_map(Noun::row).map(|(_, one, ..)| *one).collect();
        let name = |(at, noun): (usize, &Noun)| {
            noun.row().map(|(_, one, many, ..)| if at + 1 < of.len() { *one } else { *many })
        };
        let mut words = of.iter().enumerate().filter_map(name).collect::<Vec<_>>().join("-");
        if !per.is_empty() {
            words = format!(
                "{words} per {}",
                if per == ["GPU", "hour"] { "GPU-hour".to_owned() } else { per.join(" and ") }
            );
        }
        words.trim_start().to_owned()
    }
}

/// Why a number does not fit a field.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Odd {
    /// It is a percentage, but the field is not.
    Percentage,
    /// It is an amount of money, but the field is not.
    Money,
    /// Its money is in one of these currencies, but the field's is not.
    Currency(&'static [&'static str]),
    /// Its unit differs from the field's.
    Counts(Counted),
}

impl Reading {
    /// Converts the number to the field's unit as stored in the engine, with money in the currency `code`. Also returns
    /// whether the result should be shown, because the text is ambiguous or was converted.
    ///
    /// Missing parts of the unit are taken from the field.
    ///
    /// # Errors
    ///
    /// Names the part of the text that contradicts the field.
    pub fn in_unit(&self, unit: Unit, code: &str) -> Result<(f64, bool), Odd> {
        match self.sign {
            Some(Sign::Percent) if !unit.is_percent() => return Err(Odd::Percentage),
            Some(Sign::Money) if !self.currencies.contains(&code) => return Err(Odd::Currency(self.currencies)),
            Some(Sign::Money) if !unit.is_money() => return Err(Odd::Money),
            _ => {}
        }
        let odd = Odd::Counts(self.counted);
        let (factor, divisor) = self.counted.in_unit(unit).ok_or(odd)?;
        let value = self.value * factor / divisor / unit.shown_factor();
        Ok((value, self.ambiguous || factor != divisor))
    }
}

impl Counted {
    /// The multiplier and divisor to convert to a unit; `None` if they contradict each other.
    fn in_unit(self, unit: Unit) -> Option<(f64, f64)> {
        let (of, per) = parts(unit);
        let (mut factor, mut divisor) = (1.0, 1.0);
        let mut by = |(times, over): (f64, f64)| {
            factor *= times;
            divisor *= over;
        };
        let counted: Vec<Noun> = self.of.into_iter().flatten().collect();
        if !counted.is_empty() {
            if counted.len() != of.len() {
                return None;
            }
            for (typed, wanted) in counted.iter().zip(of) {
                by(typed.in_others(*wanted)?);
            }
        }
        let mut open = per.to_vec();
        for typed in self.per.into_iter().flatten() {
            let at = open.iter().position(|wanted| typed.in_others(*wanted).is_some())?;
            // Divisors convert the other way round.
            let (times, over) = typed.in_others(open.remove(at))?;
            by((over, times));
        }
        Some((factor, divisor))
    }
}

/// The factors and divisors of a unit, without money and percent.
const fn parts(unit: Unit) -> (&'static [Noun], &'static [Noun]) {
    match unit {
        Unit::Ratio | Unit::Share | Unit::Usd => (&[], &[]),
        Unit::SharePerYear | Unit::UsdPerYear => (&[], &[Noun::Year]),
        Unit::Gpus => (&[Noun::Gpu], &[]),
        Unit::Nodes => (&[Noun::Node], &[]),
        Unit::People => (&[Noun::Person], &[]),
        Unit::Years => (&[Noun::Year], &[]),
        Unit::Months => (&[Noun::Month], &[]),
        Unit::Hours => (&[Noun::Hour], &[]),
        Unit::GpuHours => (&[Noun::Gpu, Noun::Hour], &[]),
        Unit::GpuHoursPerMonth => (&[Noun::Gpu, Noun::Hour], &[Noun::Month]),
        Unit::GpuHoursPerYear => (&[Noun::Gpu, Noun::Hour], &[Noun::Year]),
        Unit::Watts => (&[Noun::Watt], &[]),
        Unit::Kilowatts => (&[Noun::Kilowatt], &[]),
        Unit::KilowattHoursPerYear => (&[Noun::KilowattHour], &[Noun::Year]),
        Unit::Terabytes => (&[Noun::Terabyte], &[]),
        Unit::GigabytesPerMonth => (&[Noun::Gigabyte], &[Noun::Month]),
        Unit::Gigabytes => (&[Noun::Gigabyte], &[]),
        Unit::UsdPerMonth => (&[], &[Noun::Month]),
        Unit::UsdPerNode => (&[], &[Noun::Node]),
        Unit::UsdPerTerabyte => (&[], &[Noun::Terabyte]),
        Unit::UsdPerGigabyte => (&[], &[Noun::Gigabyte]),
        Unit::UsdPerGigabyteMonth => (&[], &[Noun::Gigabyte, Noun::Month]),
        Unit::UsdPerKwh => (&[], &[Noun::KilowattHour]),
        Unit::UsdPerKwMonth => (&[], &[Noun::Kilowatt, Noun::Month]),
        Unit::UsdPerGpuHour => (&[], &[Noun::Gpu, Noun::Hour]),
        Unit::UsdPerGpuYear => (&[], &[Noun::Gpu, Noun::Year]),
        Unit::UsdPerPersonYear => (&[], &[Noun::Person, Noun::Year]),
        Unit::KgPerKwh => (&[Noun::Kilogram], &[Noun::KilowattHour]),
        Unit::KgPerGpuHour => (&[Noun::Kilogram], &[Noun::Gpu, Noun::Hour]),
        Unit::MillionTokens => (&[Noun::MillionTokens], &[]),
        Unit::TokensPerSecond => (&[Noun::Token], &[Noun::Second]),
        Unit::UsdPerMillionTokens => (&[], &[Noun::MillionTokens]),
        Unit::DecadesPerYear => (&[Noun::Decade], &[Noun::Year]),
    }
}
