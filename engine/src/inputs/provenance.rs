//! Where the value of a row comes from, as the list of assumptions shows it.

use super::bill::BilledWork;
use super::field::{DefaultValue, Field};
use super::value::{Amount, Certainty, Value};
use super::{Scenario, machine_with};
use crate::prices::{Hardware, PriceBook};

/// Where a value comes from.
#[derive(Clone, Debug, PartialEq)]
pub enum Provenance {
    /// The row's default, or what follows it for other GPUs.
    Default,
    /// A default of an earlier edition.
    Earlier(Box<DefaultValue>),
    /// The price book's machine with the workload's GPU.
    Machine {
        /// Its id in the price book.
        id: String,
    },
    /// Computed: what the bill pays for.
    Bill(BilledWork),
    /// Given by the user; with both ends of its range, if it has one.
    Given(Option<(f64, f64)>),
}

/// Where the value of a row comes from.
pub fn provenance(row: &Field, scenario: &Scenario, book: &PriceBook, edition: &str) -> Provenance {
    if row.get(scenario) == row.value_in(book) || scenario.follows_gpus(row, book) {
        return Provenance::Default;
    }
    if row.id == "work.gpu_hours_per_month"
        && let Some(billed) = scenario.is_work_of_bill(book)
    {
        return Provenance::Bill(billed);
    }
    if let Some((machine, usd)) = machine_with(&scenario.work.gpu, book, edition)
        && row.get(scenario).number().is_some_and(|number| of_machine(row, machine, usd) == Some(number))
        && !matches!(row.get(scenario), Value::Number(amount) if amount.is_confirmed())
    {
        return Provenance::Machine { id: machine.id.clone() };
    }
    if let Value::Number(Amount { value, certainty: Certainty::Default }) = row.get(scenario)
        && let Some(basis) = row.default_equal_to(value, book, edition)
    {
        return Provenance::Earlier(Box::new(row.default_from(*basis, book)));
    }
    Provenance::Given(row.open_range(scenario, book, edition).filter(|(low, high)| low < high))
}

/// What a machine sets a row to.
fn of_machine(row: &Field, machine: &Hardware, usd: f64) -> Option<f64> {
    match row.id {
        "own.node_price_usd" => Some(usd),
        "own.gpus_per_node" => Some(machine.gpus_per_node),
        "power.tdp_w" => machine.gpu_tdp_w,
        "place.node_kw" => machine.max_system_w.map(|watts| watts / 1_000.0),
        _ => None,
    }
}
