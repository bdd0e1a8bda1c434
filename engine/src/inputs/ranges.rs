//! Ranges of the table's numbers that the user has not changed.

use super::Scenario;
use super::defaults::earlier;
use super::field::{Basis, Field, Kind};
use super::value::{Amount, Certainty, Value};
use crate::prices::{Hardware, HardwareKind, PriceBook};

impl Basis {
    /// Typical, low, high, in the row's unit, if a range is known.
    fn range_in(&self, book: &PriceBook) -> Option<(f64, f64, f64)> {
        match *self {
            Self::Figure(id) => book.figure(id).map(|f| (f.typical, f.low, f.high)),
            Self::HardwarePrice(id) => book.hardware(id)?.price.map(|p| (p.typical, p.low, p.high)),
            Self::Assumed { low, typical, high, .. } => Some((typical, low, high)),
            Self::HardwarePower(_) | Self::GpuPower(_) | Self::UserChoice(..) => None,
        }
    }

    /// Whether a text of an edition can have this default: a newer figure was none when it was written.
    fn is_known_to(&self, edition: &str, book: &PriceBook) -> bool {
        let Self::Figure(id) = *self else { return true };
        book.figure(id).is_none_or(|figure| !book.builds_on(&figure.edition, edition))
    }
}

impl Field {
    /// The row's default with its low and high end, if a range is known: typical, low, high, in the row's unit.
    pub fn range_in(&self, book: &PriceBook) -> Option<(f64, f64, f64)> {
        self.basis.range_in(book)
    }

    /// The default equal to a value in a text of an edition: the current one or one of earlier editions.
    pub(super) fn default_equal_to(&self, value: f64, book: &PriceBook, edition: &str) -> Option<&Basis> {
        let mut all = [&self.basis].into_iter().chain(earlier(self.id));
        all.find(|basis| {
            basis.is_known_to(edition, book) && basis.range_in(book).is_some_and(|(typical, ..)| typical == value)
        })
    }

    /// Whether a value is the default of an earlier edition, as it came.
    pub(super) fn is_earlier_default(&self, value: &Value, book: &PriceBook) -> bool {
        let typical = |basis: &Basis| basis.range_in(book).map(|(typical, ..)| Value::Number(Amount::exact(typical)));
        earlier(self.id).iter().any(|basis| typical(basis).as_ref() == Some(value))
    }

    /// The range of the default equal to a value, from the current edition or an earlier one: low and high. A default
    /// that is newer than the edition of the value's text lends it no range.
    pub fn range_of(&self, value: f64, book: &PriceBook, edition: &str) -> Option<(f64, f64)> {
        self.default_equal_to(value, book, edition)?.range_in(book).map(|(_, low, high)| (low, high))
    }

    /// The range of the row's number in a scenario of an edition: its own, else that of the default or of the listed
    /// machine that it equals. `None` for a number that was entered without one.
    pub fn open_range(&self, scenario: &Scenario, book: &PriceBook, edition: &str) -> Option<(f64, f64)> {
        let Value::Number(amount) = self.get(scenario) else { return None };
        let Kind::Number { min, max, whole, .. } = self.kind else { return None };
        // Rows of whole numbers need whole ends.
        let held = |end: f64| if whole { libm::round(end) } else { end };
        match amount.certainty {
            Certainty::Confirmed => return Some((amount.value, amount.value)),
            Certainty::Range(range) => return Some((held(range.low), held(range.high))),
            Certainty::Default => {}
        }
        let (low, high) = self.listed_range(amount.value, scenario, book, edition)?;
        (low < high).then_some((low.max(min), high.min(max)))
    }

    /// The range of the default, or of the listed machine with the scenario's GPU, that equals a value.
    fn listed_range(&self, value: f64, scenario: &Scenario, book: &PriceBook, edition: &str) -> Option<(f64, f64)> {
        let of_machine = || {
            let is_price = matches!(self.basis, Basis::HardwarePrice(_));
            let mut prices = book.hardware.iter().filter(|h| is_price && is_machine_of(h, scenario));
            prices.find_map(|h| h.price.filter(|price| price.typical == value)).map(|price| (price.low, price.high))
        };
        self.range_of(value, book, edition).or_else(of_machine)
    }

    /// A number given by the user. If it equals a default with a range it loses the range: it counts as confirmed.
    pub fn given(&self, value: f64, scenario: &Scenario, book: &PriceBook) -> Amount {
        let listed = self.listed_range(value, scenario, book, book.current_edition());
        let open = listed.is_some_and(|(low, high)| low < high);
        if open { Amount::confirmed(value) } else { Amount::exact(value) }
    }
}

/// Whether a machine of the book is a server with the GPUs that the scenario owns.
fn is_machine_of(machine: &Hardware, scenario: &Scenario) -> bool {
    machine.kind == HardwareKind::Server
        && machine.gpu == scenario.work.gpu
        && machine.gpus_per_node == scenario.own.gpus_per_node.value
}
