//! Guards against common errors in published price tables, each with a name.
//!
//! In: a book. Out: rows that look wrong. An unusual but correct row explains itself: its note starts with `checked:`
//! and the reason, and guards that accept reasons skip it.

use super::PriceBook;
use super::issue::BookIssue;

mod consistency;
mod slips;

pub use consistency::{confidence, order, reference_editions, references, terms, units};
pub use slips::{
    commitment_above_on_demand, far_below_usual, instance_as_gpu, instance_prices, is_explained, month_as_hour,
    percent_as_share, sparse_peaks, spot_above_on_demand, two_gpu_boards,
};

/// A guard: finds the rows that break its rule.
pub type Guard = fn(&PriceBook) -> Vec<BookIssue>;

/// Every guard.
pub const GUARDS: &[Guard] = &[
    references,
    units,
    order,
    confidence,
    reference_editions,
    terms,
    instance_prices,
    spot_above_on_demand,
    commitment_above_on_demand,
    far_below_usual,
    month_as_hour,
    instance_as_gpu,
    two_gpu_boards,
    sparse_peaks,
    percent_as_share,
];

/// The findings of all guards, guard by guard.
pub fn check(book: &PriceBook) -> Vec<BookIssue> {
    GUARDS.iter().flat_map(|guard| guard(book)).collect()
}

#[cfg(test)]
mod tests;
