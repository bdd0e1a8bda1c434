//! Numbers of cells, with decimal points or decimal commas.
//!
//! A mark stands between groups of thousands only where each group has three digits. One mark before three digits can be
//! either: the other numbers of the file decide, else its delimiter, and the number is named.

use memchr::{memchr, memrchr};

use super::super::decimal;
use super::super::instant::is_absent;
use super::super::report::{BillRemark, FileReport};
use super::super::rows::Dialect;

/// No charge and no quantity is larger: the sums of any number of rows stay finite.
pub(crate) const LARGEST: f64 = 1e15;

/// The mark before decimals.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Mark {
    Point,
    Comma,
}

impl Mark {
    const fn other(self) -> Self {
        match self {
            Self::Point => Self::Comma,
            Self::Comma => Self::Point,
        }
    }

    const fn byte(self) -> u8 {
        match self {
            Self::Point => b'.',
            Self::Comma => b',',
        }
    }
}

/// A number as it is written.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Written {
    /// Without a mark, or with an exponent.
    Plain(f64),
    /// Its decimal mark is certain.
    Certain(Mark, f64),
    /// One mark before three digits: the value as decimals.
    Unclear(Mark, f64),
}

/// How a cell writes its number; `None` if it is none.
fn written(cell: &[u8]) -> Option<Written> {
    let (is_negative, cell) = cell.strip_prefix(b"-").map_or((false, cell), |rest| (true, rest));
    let cell = cell.strip_prefix(b"$").unwrap_or(cell);
    let (mut points, mut commas, mut has_exponent) = (0, 0, false);
    for byte in cell {
        match byte {
            b'.' => points += 1,
            b',' => commas += 1,
            letter => has_exponent |= letter.is_ascii_alphabetic(),
        }
    }
    let value = |text: &[u8]| {
        let value = decimal::parse(text).filter(|value| value.abs() <= LARGEST)?;
        Some(if is_negative { -value } else { value })
    };
    let decimal = match (points, commas) {
        (0, 0) => return value(cell).map(Written::Plain),
        (1, 0) if has_exponent => return value(cell).map(Written::Plain),
        (0, _) if has_exponent => return value(&with_points(cell)).map(Written::Plain),
        (1, 0) => Mark::Point,
        (0, 1) | (_, 0) => Mark::Comma,
        (0, _) => Mark::Point,
        _ if memrchr(b',', cell) > memrchr(b'.', cell) => Mark::Comma,
        _ => Mark::Point,
    };
    let (whole, decimals) = match memchr(decimal.byte(), cell) {
        Some(at) => (cell.get(..at)?, cell.get(at + 1..)?),
        None => (cell, &b""[..]),
    };
    let found =
        if (points, commas) == (1, 0) { value(cell)? } else { value(&without_groups(whole, decimals, decimal)?)? };
    let is_unclear = points + commas == 1 && decimals.len() == 3 && whole.len() <= 3 && !matches!(whole, b"" | b"0");
    Some(if is_unclear { Written::Unclear(decimal, found) } else { Written::Certain(decimal, found) })
}

/// A number with decimal commas, with points.
fn with_points(number: &[u8]) -> Vec<u8> {
    number.iter().map(|byte| if *byte == b',' { b'.' } else { *byte }).collect()
}

/// A number without the marks between its groups of thousands, with a decimal point; `None` if they are no such groups.
fn without_groups(whole: &[u8], decimals: &[u8], decimal: Mark) -> Option<Vec<u8>> {
    let groups: Vec<&[u8]> = whole.split(|byte| *byte == decimal.other().byte()).collect();
    if let [first, middle @ .., last] = groups.as_slice() {
        // Indian numbers have groups of two before the last.
        let is_grouped = (1..=3).contains(&first.len()) && middle.iter().all(|of| (2..=3).contains(&of.len()));
        if !is_grouped || last.len() != 3 {
            return None;
        }
    }
    Some([groups.concat().as_slice(), b".", decimals].concat())
}

/// Numbers that could be read in two ways.
#[derive(Default)]
struct Unclear {
    count: u64,
    first: String,
}

/// Reads the numbers of a file; notes a row if one cannot be read.
pub(crate) struct Amounts {
    has_comma_cells: bool,
    /// Decimal marks of numbers that leave no doubt.
    seen: [bool; 2],
    is_bad: bool,
    thousands: Unclear,
    decimals: Unclear,
}

impl Amounts {
    /// For a file that begins like this.
    pub(crate) fn new(first: &[u8], dialect: Dialect) -> Self {
        let has_comma_cells = dialect.delimiter == b',';
        let none = || Unclear::default();
        let mut found = Self { has_comma_cells, seen: [false; 2], is_bad: false, thousands: none(), decimals: none() };
        for line in first.split(|byte| *byte == b'\n') {
            let mut in_quotes = false;
            let cells = line.split(|byte| {
                in_quotes ^= *byte == b'"';
                *byte == dialect.delimiter && !in_quotes
            });
            for cell in cells {
                let cell = cell.trim_ascii();
                let cell = cell.strip_prefix(b"\"").and_then(|cell| cell.strip_suffix(b"\"")).unwrap_or(cell);
                found.learn(written(cell));
            }
        }
        found
    }

    fn learn(&mut self, written: Option<Written>) {
        if let Some(Written::Certain(mark, _)) = written {
            let [point, comma] = &mut self.seen;
            *(if mark == Mark::Point { point } else { comma }) = true;
        }
    }

    /// The decimal mark of the file, if its numbers agree.
    const fn mark(&self) -> Option<Mark> {
        match self.seen {
            [true, false] => Some(Mark::Point),
            [false, true] => Some(Mark::Comma),
            _ => None,
        }
    }

    /// The number of a cell, if there is one. Absent is `None`, also `NaN`.
    pub(crate) fn read(&mut self, cell: &[u8]) -> Option<f64> {
        let cell = cell.trim_ascii();
        if is_absent(cell) || is_not_finite(cell) {
            return None;
        }
        let found = written(cell);
        self.learn(found);
        match found {
            Some(Written::Plain(value) | Written::Certain(_, value)) => Some(value),
            Some(Written::Unclear(mark, value)) => Some(self.unclear(cell, mark, value)),
            None => {
                self.is_bad = true;
                None
            }
        }
    }

    fn unclear(&mut self, cell: &[u8], mark: Mark, as_decimals: f64) -> f64 {
        let known = self.mark();
        let is_decimal = known.map_or(mark == Mark::Point || !self.has_comma_cells, |known| known == mark);
        // Where commas set cells apart, a point is the decimal mark.
        if known.is_none() && !(mark == Mark::Point && self.has_comma_cells) {
            let unclear = if is_decimal { &mut self.decimals } else { &mut self.thousands };
            if unclear.count == 0 {
                unclear.first = String::from_utf8_lossy(cell).into_owned();
            }
            unclear.count += 1;
        }
        if is_decimal { as_decimals } else { libm::round(as_decimals * 1_000.0) }
    }

    /// The number of a cell; 0 if there is none.
    pub(crate) fn or_zero(&mut self, cell: &[u8]) -> f64 {
        self.read(cell).unwrap_or(0.0)
    }

    /// The number of a cell that has to be there; without one the row is noted, and 0.
    pub(crate) fn needed(&mut self, cell: &[u8]) -> f64 {
        self.read(cell).unwrap_or_else(|| {
            self.is_bad = true;
            0.0
        })
    }

    /// Whether one of the cells since the last call could not be read.
    pub(crate) fn take_bad(&mut self) -> bool {
        std::mem::take(&mut self.is_bad)
    }

    /// Names the numbers that could be read in two ways, unless a later one shows that they were read rightly.
    pub(crate) fn finish(&self, report: &mut FileReport) {
        let mark = self.mark();
        let notes = [
            (&self.thousands, Mark::Point, BillRemark::ReadAsThousands),
            (&self.decimals, if self.has_comma_cells { Mark::Point } else { Mark::Comma }, BillRemark::ReadAsDecimals),
        ];
        for (unclear, right, key) in notes {
            if unclear.count > 0 && mark != Some(right) {
                report.bill(key, Some(crate::measured::number(unclear.count)), &unclear.first);
            }
        }
    }
}

/// `inf` and `NaN`, which are no amounts.
fn is_not_finite(cell: &[u8]) -> bool {
    let bare = cell.strip_prefix(b"-").or_else(|| cell.strip_prefix(b"+")).unwrap_or(cell);
    ["inf", "infinity", "nan"].iter().any(|word| bare.eq_ignore_ascii_case(word.as_bytes()))
}

#[cfg(test)]
mod tests {
    use super::super::super::format::Format;
    use super::*;

    const COMMA: Dialect = Dialect { delimiter: b',', quoting: true };
    const SEMICOLON: Dialect = Dialect { delimiter: b';', quoting: true };

    #[test]
    fn numbers_are_read_in_both_ways_of_writing() {
        for (cell, dialect, expected) in [
            ("22.50", COMMA, Some(22.5)),
            ("-5.00", SEMICOLON, Some(-5.0)),
            ("1e-05", COMMA, Some(1e-5)),
            ("1,5e3", SEMICOLON, Some(1_500.0)),
            ("22,50", SEMICOLON, Some(22.5)),
            // No group of thousands has two digits.
            ("55,04", COMMA, Some(55.04)),
            ("0,123", COMMA, Some(0.123)),
            ("1234,567", COMMA, Some(1_234.567)),
            ("1.234,56", COMMA, Some(1_234.56)),
            ("1,234.56", SEMICOLON, Some(1_234.56)),
            ("1,234,567", SEMICOLON, Some(1_234_567.0)),
            ("12,34,567.5", COMMA, Some(1_234_567.5)),
            ("1.234.567", COMMA, Some(1_234_567.0)),
            ("1,234", COMMA, Some(1_234.0)),
            ("1,234", SEMICOLON, Some(1.234)),
            ("-$1,234.50", COMMA, Some(-1_234.5)),
            ("", COMMA, None),
            ("NULL", COMMA, None),
            ("NaN", COMMA, None),
            ("inf", COMMA, None),
        ] {
            let mut amounts = Amounts::new(b"", dialect);
            assert_eq!((amounts.read(cell.as_bytes()), amounts.take_bad()), (expected, false), "{cell}");
        }
        for cell in ["1e308", "12 apples", "1,2,3", "1.2.3", "1,23,45", "12,345,67", "."] {
            let mut amounts = Amounts::new(b"", COMMA);
            assert_eq!((amounts.read(cell.as_bytes()), amounts.take_bad()), (None, true), "{cell}");
        }
    }

    #[test]
    fn the_other_numbers_of_a_file_decide_and_what_stays_unclear_is_named() {
        let read = |first: &str, dialect, cells: &[&str]| {
            let mut amounts = Amounts::new(first.as_bytes(), dialect);
            let values: Vec<Option<f64>> = cells.iter().map(|cell| amounts.read(cell.as_bytes())).collect();
            let mut report = FileReport::new("", Format::Focus);
            amounts.finish(&mut report);
            (values, report.remarks.len())
        };
        assert_eq!(read("a,\"7,5\"\n", COMMA, &["1,234"]), (vec![Some(1.234)], 0));
        assert_eq!(read("a,7.5\n", COMMA, &["1,234"]), (vec![Some(1_234.0)], 0));
        assert_eq!(read("a;7,5\n", SEMICOLON, &["1.234"]), (vec![Some(1_234.0)], 0));
        assert_eq!(read("", COMMA, &["1,234", "2,500"]), (vec![Some(1_234.0), Some(2_500.0)], 1));
        assert_eq!(read("", SEMICOLON, &["1,234"]), (vec![Some(1.234)], 1));
        // A later number shows that it was right.
        assert_eq!(read("", COMMA, &["1,234", "7.5"]), (vec![Some(1_234.0), Some(7.5)], 0));
        assert_eq!(read("", COMMA, &["18.365"]), (vec![Some(18.365)], 0));
    }
}
