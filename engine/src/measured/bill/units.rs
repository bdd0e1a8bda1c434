//! Units of quantities: which of them are hours, and how often one is not.

use crate::measured::instant::HOUR;
use crate::measured::number;
use crate::measured::report::{BillRemark, FileReport};
use crate::text::plain;

/// What the number of a unit such as `10 Hours` multiplies.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Block {
    /// The price alone, as at Azure.
    OfPrice,
    /// The quantity.
    OfQuantity,
}

/// Rows of machines whose unit is none of time.
#[derive(Default)]
pub(super) struct UnknownUnits {
    rows: u64,
    first: String,
}

impl UnknownUnits {
    /// The hours of a row of a running machine; notes the row if they are unknown. A quantity without a unit is in hours.
    pub(super) fn hours(&mut self, unit: &[u8], quantity: Option<f64>, block: Block) -> Option<f64> {
        let found = quantity.and_then(|number| if unit.is_empty() { Some(number) } else { hours(unit, number, block) });
        if found.is_none() {
            self.note(unit);
        }
        found
    }

    /// Notes a row whose hours are unknown.
    pub(super) fn note(&mut self, unit: &[u8]) {
        if self.rows == 0 {
            self.first = plain(&String::from_utf8_lossy(unit), 80);
        }
        self.rows += 1;
    }

    /// Says how many there were.
    pub(super) fn finish(&self, report: &mut FileReport) {
        if self.rows > 0 {
            report.bill(BillRemark::UnitWithoutHours, Some(number(self.rows)), &self.first);
        }
    }
}

/// Hours of a quantity, if its unit is one of time.
pub(super) fn hours(unit: &[u8], quantity: f64, block: Block) -> Option<f64> {
    let small = unit.to_ascii_lowercase();
    let text = std::str::from_utf8(&small).ok()?.trim();
    // `1 Hour`, `10 Hours`
    let (pack, text) = match text.split_once(' ') {
        Some((number, rest)) => number.parse::<f64>().map_or((1.0, text), |pack| (pack, rest)),
        None => (1.0, text),
    };
    let seconds = match text {
        "hours" | "hour" | "hrs" | "hr" | "h" | "instance hours" | "instance-hours" | "vm hours" | "gpu hours"
        | "gpu-hours" => HOUR,
        "minutes" | "minute" | "min" | "instance minutes" => 60.0,
        "seconds" | "second" | "s" | "sec" | "instance seconds" => 1.0,
        _ => return None,
    };
    let pack = if block == Block::OfPrice { 1.0 } else { pack };
    Some(quantity * pack * seconds / HOUR)
}
