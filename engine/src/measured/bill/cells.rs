//! Cells of bills: amounts, currencies, periods.

use super::super::instant::{Clock, NoTime, is_absent};
use super::super::report::{FileReport, SkipReason};
use super::super::rows::Row;

/// No charge and no quantity is larger: the sums of any number of rows stay finite.
pub(crate) const LARGEST: f64 = 1e15;

/// The amount of a cell. Absent is `Ok(None)`, also `NaN`.
///
/// A comma is the decimal sign if `comma` says so, or if it comes after the last full stop; else it sets thousands apart.
pub(crate) fn amount(cell: &[u8], comma: bool) -> Result<Option<f64>, ()> {
    let cell = cell.trim_ascii();
    if cell.is_empty() || is_absent(cell) {
        return Ok(None);
    }
    let text = std::str::from_utf8(cell).map_err(|_| ())?;
    if let Ok(value) = text.parse::<f64>() {
        return match value.is_finite() {
            true if value.abs() > LARGEST => Err(()),
            true => Ok(Some(value)),
            false => Ok(None),
        };
    }
    let text = text.trim_start_matches('$');
    let decimal = match (text.rfind(','), text.rfind('.')) {
        (Some(at), Some(point)) => at > point,
        (Some(_), None) => comma,
        _ => false,
    };
    let plain = if decimal { text.replace('.', "").replace(',', ".") } else { text.replace(',', "") };
    plain.parse().ok().filter(|value: &f64| value.abs() <= LARGEST).map(Some).ok_or(())
}

/// Reads the amounts of a row; notes the row if one cannot be read.
pub(crate) struct Amounts {
    /// Whether a comma is the decimal sign.
    pub(crate) comma: bool,
    is_bad: bool,
}

impl Amounts {
    /// For a file whose cells are set apart by `delimiter`.
    pub(crate) const fn new(delimiter: u8) -> Self {
        Self { comma: delimiter != b',', is_bad: false }
    }

    /// The amount of a cell, if there is one.
    pub(crate) fn read(&mut self, cell: &[u8]) -> Option<f64> {
        amount(cell, self.comma).unwrap_or_else(|()| {
            self.is_bad = true;
            None
        })
    }

    /// The amount of a cell; 0 if there is none.
    pub(crate) fn or_zero(&mut self, cell: &[u8]) -> f64 {
        self.read(cell).unwrap_or(0.0)
    }

    /// Whether one of the cells since the last call could not be read.
    pub(crate) fn take_bad(&mut self) -> bool {
        std::mem::take(&mut self.is_bad)
    }
}

/// The currency of a cell: three letters. `None` if it is something else.
pub(crate) fn currency(cell: &[u8]) -> Option<&[u8]> {
    let cell = cell.trim_ascii();
    (cell.len() == 3 && cell.iter().all(u8::is_ascii_alphabetic)).then_some(cell)
}

/// The currency of a row: that of its cell, or US dollars in a file without such a column.
pub(crate) fn currency_of<'r>(row: &Row<'r>, column: Option<usize>) -> Option<&'r [u8]> {
    column.map_or(Some(b"USD"), |at| currency(row.cell(at)))
}

/// The period of a row; a day from its start if it has no end. Notes a row whose times cannot be read.
pub(crate) fn period(
    clock: &mut Clock,
    report: &mut FileReport,
    line: u64,
    start: &[u8],
    end: &[u8],
    length: f64,
) -> Option<(f64, f64)> {
    let mut read = |cell| match clock.read(cell) {
        Ok(time) => Ok(Some(time)),
        Err(NoTime::Absent) => Ok(None),
        Err(NoTime::Ambiguous) => Err(SkipReason::AmbiguousDate),
        Err(NoTime::Unreadable) => Err(SkipReason::BadTime),
    };
    let both = read(start).and_then(|start| Ok((start.ok_or(SkipReason::NoTime)?, read(end)?)));
    let found = both.and_then(|(start, end)| {
        let end = end.unwrap_or(start + length);
        if end < start { Err(SkipReason::EndsBeforeStart) } else { Ok((start, end)) }
    });
    match found {
        Ok(period) => Some(period),
        Err(reason) => {
            report.skip(reason, line);
            None
        }
    }
}

/// Whether a cell is one of some words; case does not count.
pub(crate) fn is_one(cell: &[u8], words: &[&str]) -> bool {
    let cell = cell.trim_ascii();
    words.iter().any(|word| cell.eq_ignore_ascii_case(word.as_bytes()))
}

/// Whether a cell contains one of some words of small letters; case does not count.
pub(crate) fn contains(cell: &[u8], words: &[&str]) -> bool {
    let same = |at: &[u8], word: &str| at.eq_ignore_ascii_case(word.as_bytes());
    words.iter().any(|word| cell.windows(word.len()).any(|at| same(at, word)))
}

/// A cell that is there; empty if it says that it has no value.
pub(crate) fn present(cell: &[u8]) -> &[u8] {
    if is_absent(cell) { &[] } else { cell }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn amounts_are_read_in_both_ways_of_writing() {
        for (cell, comma, expected) in [
            ("22.50", false, Ok(Some(22.5))),
            ("-5.00", true, Ok(Some(-5.0))),
            ("1e-05", false, Ok(Some(1e-5))),
            ("22,50", true, Ok(Some(22.5))),
            ("1.234,56", false, Ok(Some(1_234.56))),
            ("1,234.56", true, Ok(Some(1_234.56))),
            ("1,234", false, Ok(Some(1_234.0))),
            ("", false, Ok(None)),
            ("NULL", false, Ok(None)),
            ("NaN", false, Ok(None)),
            ("inf", false, Ok(None)),
            ("1e308", false, Err(())),
            ("12 apples", false, Err(())),
        ] {
            assert_eq!(amount(cell.as_bytes(), comma), expected, "{cell}");
        }
    }
}
