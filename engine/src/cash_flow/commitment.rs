//! One month of a commitment: its work, its bill, its term.

use crate::model::Model;
use crate::model::offers::Offer;
use crate::units::HOURS_PER_MONTH;

/// Most work committed GPUs can do in a month, excluding commitments that still run: their work is already done.
pub(super) fn ceiling(model: &Model, offer: &Offer, gpus: f64, month: usize) -> f64 {
    let hours = (gpus - model.time.running_gpus(month)).max(0.0) * HOURS_PER_MONTH;
    hours * model.rented.held_of_committed() * offer.yields.productive_per_busy()
}

/// A month's bill of a commitment whose hours cost `hours`: the hours with their support, and the rest. Support on the
/// other charges of renting (`idle`) is added in the tiers above the hours.
pub(super) fn bill_of(model: &Model, idle: f64, hours: f64) -> (f64, f64) {
    let support = model.rented.support.of(hours + idle);
    let on_hours = if hours > 0.0 { model.rented.support.of(hours) } else { 0.0 };
    (hours + on_hours, idle + support - on_hours)
}

/// Months of an offer's term; at least one.
pub(super) fn term(offer: &Offer) -> usize {
    // The table and the book limit terms to whole months of at most ten years.
    #[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss)]
    let months = libm::ceil(offer.term_months) as usize;
    months.max(1)
}
