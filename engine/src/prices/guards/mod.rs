//! Guards against the slips found in published price tables, each by name.
//!
//! In: a book. Out: rows that look like a slip. A row that is odd and right says so: its note begins with
//! `checked:` and the reason, and the guards that allow for reasons pass it over.

use super::PriceBook;
use super::issue::BookIssue;

mod consistency;
mod slips;

pub use consistency::{confidence, order, reference_editions, references, terms, units};
pub use slips::{
    commitment_above_on_demand, far_below_usual, instance_as_gpu, instance_prices, is_explained, month_as_hour,
    percent_as_share, sparse_peaks, spot_above_on_demand, two_gpu_boards,
};

/// A guard: what it looks for, and the rows it finds.
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

/// What all guards find, guard by guard.
pub fn check(book: &PriceBook) -> Vec<BookIssue> {
    GUARDS.iter().flat_map(|guard| guard(book)).collect()
}

#[cfg(test)]
mod tests;
