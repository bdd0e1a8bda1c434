//! Years and discounting in trees.

use super::{Derivation, leaf, node};
use crate::formulas::finance::Clock;
use crate::formulas::formula::Formula;
use crate::units::{Unit, count};

/// Labels of years: a horizon of ten, and ten more in which something may fall due.
const YEARS: [&str; 21] = [
    "At the decision",
    "Year 1",
    "Year 2",
    "Year 3",
    "Year 4",
    "Year 5",
    "Year 6",
    "Year 7",
    "Year 8",
    "Year 9",
    "Year 10",
    "Year 11",
    "Year 12",
    "Year 13",
    "Year 14",
    "Year 15",
    "Year 16",
    "Year 17",
    "Year 18",
    "Year 19",
    "Year 20",
];

/// The label of a year of the horizon; 0 is the decision.
pub(super) fn year_name(year: usize) -> &'static str {
    YEARS.get(year).copied().unwrap_or("A later year")
}

/// Money at a point of the clock, some months after the decision, times its discount factor.
pub(super) fn discounted_payment(clock: &Clock, label: &'static str, months: usize, cash: Derivation) -> Derivation {
    let factor = discount_factor(clock, months);
    let value = cash.value * factor.value;
    node(label, value, Unit::Usd, Formula::DiscountedPayment, vec![cash, factor])
}

/// The discount factor of a point of the clock.
pub(super) fn discount_factor(clock: &Clock, months: usize) -> Derivation {
    node(
        "discount factor",
        clock.at_end(months),
        Unit::Ratio,
        Formula::DiscountFactor,
        vec![
            leaf("months from the decision", count(months), Unit::Months, &[]),
            leaf("cost of capital", clock.rate, Unit::SharePerYear, &["money.discount_rate"]),
        ],
    )
}
