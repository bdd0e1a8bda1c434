//! Ranges of the table's numbers that the user has not changed.

use super::MACHINES;
use super::field::{Basis, Field};
use super::value::{Amount, Range, Spread};
use crate::prices::PriceBook;

impl Field {
    /// The row's default with its low and high end, if a range is known: typical, low, high, in the row's unit.
    pub fn range_in(&self, book: &PriceBook) -> Option<(f64, f64, f64)> {
        match self.basis {
            Basis::Figure(id) => book.figure(id).map(|f| (f.typical, f.low, f.high)),
            Basis::HardwarePrice(id) => book.hardware(id)?.price.map(|p| (p.typical, p.low, p.high)),
            Basis::Assumed { low, typical, high, .. } => Some((typical, low, high)),
            Basis::HardwarePower(_) | Basis::GpuPower(_) | Basis::UserChoice(..) => None,
        }
    }

    /// The range of the default equal to a value, from this edition or an earlier one: low and high.
    pub fn range_of(&self, value: f64, book: &PriceBook) -> Option<(f64, f64)> {
        let machines: &[&str] = if matches!(self.basis, Basis::HardwarePrice(_)) { &MACHINES } else { &[] };
        let earlier = machines.iter().filter_map(|id| book.hardware(id)?.price.map(|p| (p.typical, p.low, p.high)));
        let mut all = self.range_in(book).into_iter().chain(earlier);
        all.find(|(typical, ..)| *typical == value).map(|(_, low, high)| (low, high))
    }

    /// A number given by the user. If it equals the default it loses its range: it counts as confirmed.
    pub fn given(&self, value: f64, book: &PriceBook) -> Amount {
        let open = self.range_of(value, book).is_some_and(|(low, high)| low < high);
        let range = Range { spread: Spread::Uniform, low: value, high: value };
        Amount { value, range: open.then_some(range) }
    }
}
