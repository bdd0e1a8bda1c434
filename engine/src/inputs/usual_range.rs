//! The usual range of a price, outside which a typed one was probably not intended.

use super::field::{Basis, Field};
use super::{Scenario, machine_with};
use crate::prices::PriceBook;
use crate::units::Unit;

/// How many times outside its usual range a price must be to be questioned.
pub const FAR: f64 = 4.0;

/// Low and high of a price known to the price book: for a node, those of the machine with the scenario's GPU. `None`
/// if the book has none.
pub fn usual_range(row: &Field, s: &Scenario, book: &PriceBook, edition: &str) -> Option<(f64, f64)> {
    let is_money = row.unit().is_some_and(Unit::is_money);
    let (low, high) = match row.basis {
        Basis::HardwarePrice(_) => {
            let (machine, _) = machine_with(&s.work.gpu, book, edition)?;
            let gpus = s.own.gpus_per_node.value / machine.gpus_per_node;
            machine.price.map(|price| (price.low * gpus, price.high * gpus))?
        }
        Basis::Figure(_) => row.range_in(book).map(|(_, low, high)| (low, high))?,
        _ => return None,
    };
    (is_money && low > 0.0).then_some((low, high))
}

/// The usual range, if the row's price is far outside it. Zero leaves a line out on purpose, and what follows from the
/// number of GPUs was not typed.
pub fn far_from_usual(row: &Field, s: &Scenario, book: &PriceBook, edition: &str) -> Option<(f64, f64)> {
    let value = row.get(s).number().filter(|value| *value != 0.0)?;
    let (low, high) = usual_range(row, s, book, edition)?;
    let far = !(low / FAR..=high * FAR).contains(&value);
    (far && !s.follows_gpus(row, book)).then_some((low, high))
}
