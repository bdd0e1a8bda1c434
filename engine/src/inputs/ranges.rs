//! Ranges of the table's numbers that the user has not changed.

use super::field::{Basis, Field, Kind};
use super::value::{Amount, Range, Spread, Value};
use super::Scenario;
use super::defaults::earlier;
use crate::prices::{Hardware, HardwareKind, PriceBook};

impl Basis {
    /// Typical, low, high, in the row's unit, if a range is known.
    pub(super) fn range_in(&self, book: &PriceBook) -> Option<(f64, f64, f64)> {
        match *self {
            Self::Figure(id) => book.figure(id).map(|f| (f.typical, f.low, f.high)),
            Self::HardwarePrice(id) => book.hardware(id)?.price.map(|p| (p.typical, p.low, p.high)),
            Self::Assumed { low, typical, high, .. } => Some((typical, low, high)),
            Self::HardwarePower(_) | Self::GpuPower(_) | Self::UserChoice(..) => None,
        }
    }
}

impl Field {
    /// The row's default with its low and high end, if a range is known: typical, low, high, in the row's unit.
    pub fn range_in(&self, book: &PriceBook) -> Option<(f64, f64, f64)> {
        self.basis.range_in(book)
    }

    /// The range of the default equal to a value, from this edition or an earlier one: low and high.
    pub fn range_of(&self, value: f64, book: &PriceBook) -> Option<(f64, f64)> {
        let mut all = [&self.basis].into_iter().chain(earlier(self.id)).filter_map(|basis| basis.range_in(book));
        all.find(|(typical, ..)| *typical == value).map(|(_, low, high)| (low, high))
    }

    /// The range of the row's number in a scenario: its own, else that of the default or of the listed machine that it
    /// equals. `None` for a number that was entered without one.
    pub fn open_range(&self, scenario: &Scenario, book: &PriceBook) -> Option<(f64, f64)> {
        let Value::Number(amount) = self.get(scenario) else { return None };
        let Kind::Number { min, max, whole, .. } = self.kind else { return None };
        if let Some(range) = amount.range {
            // Rows of whole numbers need whole ends.
            let held = |end: f64| if whole { libm::round(end) } else { end };
            return Some((held(range.low), held(range.high)));
        }
        let (low, high) = self.listed_range(amount.value, scenario, book)?;
        (low < high).then_some((low.max(min), high.min(max)))
    }

    /// The range of the default, or of the listed machine with the scenario's GPU, that equals a value.
    fn listed_range(&self, value: f64, scenario: &Scenario, book: &PriceBook) -> Option<(f64, f64)> {
        let of_machine = || {
            let is_price = matches!(self.basis, Basis::HardwarePrice(_));
            let mut prices = book.hardware.iter().filter(|h| is_price && is_machine_of(h, scenario));
            prices.find_map(|h| h.price.filter(|price| price.typical == value)).map(|price| (price.low, price.high))
        };
        self.range_of(value, book).or_else(of_machine)
    }

    /// A number given by the user. If it equals a default with a range it loses the range: it counts as confirmed.
    pub fn given(&self, value: f64, scenario: &Scenario, book: &PriceBook) -> Amount {
        let open = self.listed_range(value, scenario, book).is_some_and(|(low, high)| low < high);
        let range = Range { spread: Spread::Uniform, low: value, high: value };
        Amount { value, range: open.then_some(range) }
    }
}

/// Whether a machine of the book is a server with the GPUs that the scenario owns.
fn is_machine_of(machine: &Hardware, scenario: &Scenario) -> bool {
    machine.kind == HardwareKind::Server
        && machine.gpu == scenario.work.gpu
        && machine.gpus_per_node == scenario.own.gpus_per_node.value
}
