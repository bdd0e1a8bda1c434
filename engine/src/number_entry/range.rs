//! A number that people type with its range: `0.08..0.15`, `80 ± 5`, `80 ± 5 %`, `80 (70..95)`.

use super::{Odd, Reading, Sign, read_typed};
use crate::inputs::value::{Amount, Range, Spread};

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
    let Some(Range { spread, low, high }) = amount.range.filter(|range| range.low < range.high) else { return value };
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
    (Amount { value, range: (range.low < range.high).then_some(range) }, true)
}
