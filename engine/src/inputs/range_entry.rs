//! A number that people type with its range: `0.08..0.15`, `80 ± 5`, `80 ± 5 %`, `80 (70..95)`.

use super::value::{Amount, Range, Spread};
use crate::number_entry::{Odd, Reading, Sign, read_typed};

/// Ends apart by less than this share of the range are the same distance from the value.
const SYMMETRIC: f64 = 1e-9;

/// Reads a number with or without a range, and returns whether the reading should be shown: a range always is. `None` if the
/// text is neither.
///
/// `low..high` (also `…` and `to`) is uniform around its middle, which is rounded where the row is `whole`. `value ± distance` and
/// `value (low..high)` are triangular with the value as the mode; a distance in per cent of a number that is no percentage is a
/// share of the value. Ends may stand in either order; equal ones are a number without a range.
///
/// Errors: the part of the text that contradicts the unit.
pub fn read_amount(
    text: &str,
    decimal: char,
    whole: bool,
    in_unit: impl Fn(&Reading) -> Result<(f64, bool), Odd>,
) -> Option<Result<(Amount, bool), Odd>> {
    let read = |text: &str| Some(in_unit(&read_typed(text, decimal)?).map(|(value, _)| value));
    let text = text.trim();
    let bracketed = text.strip_suffix(')').and_then(|text| text.rsplit_once('('));
    if let Some((value, (low, high))) = bracketed.and_then(|(value, ends)| Some((value, ends_of(ends)?))) {
        return Some(all([read(value)?, read(low)?, read(high)?]).map(with_range));
    }
    if let Some((low, high)) = ends_of(text) {
        return Some(all([read(low)?, read(high)?]).map(|[low, high]| {
            let middle = low + (high - low) / 2.0;
            ranged(Spread::Uniform, if whole { libm::round(middle) } else { middle }, (low, high))
        }));
    }
    if let Some((value, distance)) = ["±", "+/-", "+-"].iter().find_map(|sign| text.split_once(sign)) {
        let value = match read(value)? {
            Ok(value) => value,
            Err(odd) => return Some(Err(odd)),
        };
        let typed = read_typed(distance, decimal)?;
        let distance = match in_unit(&typed) {
            Ok((distance, _)) => distance,
            Err(Odd::Percentage) if typed.sign == Some(Sign::Percent) => value * typed.value / 100.0,
            Err(odd) => return Some(Err(odd)),
        };
        return Some(Ok(with_range([value, value - distance, value + distance])));
    }
    let found = in_unit(&read_typed(text, decimal)?);
    Some(found.map(|(value, said)| (Amount::exact(value), said)))
}

/// Writes a number with its range as it can be typed; without one, or if that is a point, the number alone. `write` formats a
/// number.
pub fn write_amount(amount: Amount, write: impl Fn(f64) -> String) -> String {
    let value = write(amount.value);
    let Some(Range { spread, low, high }) = amount.range() else { return value };
    let (below, above) = (amount.value - low, high - amount.value);
    let is_central = libm::fabs(above - below) <= SYMMETRIC * (high - low);
    match spread {
        Spread::Uniform if is_central => format!("{}..{}", write(low), write(high)),
        Spread::Triangular if is_central => format!("{value} ± {}", write((high - low) / 2.0)),
        _ => format!("{value} ({}..{})", write(low), write(high)),
    }
}

fn ends_of(text: &str) -> Option<(&str, &str)> {
    ["..", "…", " to "].iter().find_map(|sign| text.split_once(sign))
}

fn all<const N: usize>(read: [Result<f64, Odd>; N]) -> Result<[f64; N], Odd> {
    let mut values = [0.0; N];
    for (place, found) in values.iter_mut().zip(read) {
        *place = found?;
    }
    Ok(values)
}

fn with_range([value, low, high]: [f64; 3]) -> (Amount, bool) {
    ranged(Spread::Triangular, value, (low, high))
}

fn ranged(spread: Spread, value: f64, (low, high): (f64, f64)) -> (Amount, bool) {
    let range = Range { spread, low: low.min(high), high: low.max(high) };
    (if range.low < range.high { Amount::ranged(value, range) } else { Amount::exact(value) }, true)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::units::Unit;

    /// A text in a field of a unit.
    fn typed(text: &str, unit: Unit, whole: bool) -> Option<Result<Amount, Odd>> {
        let found = read_amount(text, '.', whole, |reading| reading.in_unit(unit, "USD"))?;
        Some(found.map(|(amount, _)| amount))
    }

    fn ranged(value: f64, spread: Spread, low: f64, high: f64) -> Amount {
        Amount::ranged(value, Range { spread, low, high })
    }

    /// Value, low and high; twice the value where there is no range.
    fn numbers(amount: Amount) -> [f64; 3] {
        let (low, high) = amount.range().map_or((amount.value, amount.value), |range| (range.low, range.high));
        [amount.value, low, high]
    }

    #[test]
    fn a_range_is_typed_in_the_same_field() {
        let (uniform, triangular) = (Spread::Uniform, Spread::Triangular);
        for (text, unit, wanted) in [
            ("8..15", Unit::Share, ranged(0.115, uniform, 0.08, 0.15)),
            ("8 % .. 15 %", Unit::Share, ranged(0.115, uniform, 0.08, 0.15)),
            ("15 to 8", Unit::Share, ranged(0.115, uniform, 0.08, 0.15)),
            ("-20…100", Unit::Share, ranged(0.4, uniform, -0.2, 1.0)),
            ("80 ± 5", Unit::Share, ranged(0.8, triangular, 0.75, 0.85)),
            ("80 +- 5 %", Unit::Share, ranged(0.8, triangular, 0.75, 0.85)),
            ("$2.50 ± 10 %", Unit::UsdPerGpuHour, ranged(2.5, triangular, 2.25, 2.75)),
            ("2.50 +/- 0.5", Unit::UsdPerGpuHour, ranged(2.5, triangular, 2.0, 3.0)),
            ("290k (250k..400k)", Unit::Usd, ranged(290_000.0, triangular, 250_000.0, 400_000.0)),
            ("5..5", Unit::Usd, Amount::exact(5.0)),
            ("5", Unit::Usd, Amount::exact(5.0)),
        ] {
            let found = typed(text, unit, false).expect(text).expect(text);
            assert_eq!(found.range().map(|range| range.spread), wanted.range().map(|range| range.spread), "{text}");
            for (found, wanted) in numbers(found).into_iter().zip(numbers(wanted)) {
                assert!((found - wanted).abs() <= 1e-12 * wanted.abs(), "{text}: {found}, not {wanted}");
            }
        }
        assert_eq!(typed("3..6", Unit::Ratio, true), Some(Ok(ranged(5.0, uniform, 3.0, 6.0))), "the middle is rounded");
        for text in ["..", "5..", "..5", "5 ±", "± 5", "5 (6)", "(5..6)", "1..2..3", "5 ± x", "80 (70..95) 5"] {
            assert_eq!(typed(text, Unit::Ratio, false), None, "{text}");
        }
        assert_eq!(
            typed("5 EUR..6 EUR", Unit::Usd, false).map(|found| found.is_err()),
            Some(true),
            "in another currency"
        );
        assert_eq!(typed("5 %..6 %", Unit::Usd, false), Some(Err(Odd::Percentage)));
    }

    #[test]
    fn a_range_is_written_as_it_is_typed() {
        for (amount, text) in [
            (Amount::exact(80.0), "80"),
            (ranged(80.0, Spread::Uniform, 80.0, 80.0), "80"),
            (ranged(80.0, Spread::Uniform, 70.0, 90.0), "70..90"),
            (ranged(80.0, Spread::Triangular, 75.0, 85.0), "80 ± 5"),
            (ranged(80.0, Spread::Triangular, 70.0, 95.0), "80 (70..95)"),
            (ranged(80.0, Spread::Pert, 70.0, 95.0), "80 (70..95)"),
        ] {
            assert_eq!(write_amount(amount, crate::number::write), text);
            let found = typed(text, Unit::Ratio, false).expect(text).expect(text);
            assert_eq!(numbers(found), numbers(amount), "{text}");
        }
    }
}
