//! One month of a commitment: its work, its bill, its term.

use crate::model::Model;
use crate::model::offers::Offer;
use crate::units::HOURS_PER_MONTH;

/// Most work of a month on committed GPUs, but for those that run anyhow: their work is done already.
pub(super) fn ceiling(model: &Model, offer: &Offer, gpus: f64, month: usize) -> f64 {
    let hours = (gpus - model.time.running_gpus(month)).max(0.0) * HOURS_PER_MONTH;
    hours * model.rented.held_of_committed() * offer.yields.productive_per_busy()
}

/// What a month of a commitment costs for hours that cost so much, and beside them: support on the hours is paid with them,
/// and what comes with renting, `idle`, adds to it in tiers above theirs.
pub(super) fn bill_of(model: &Model, idle: f64, hours: f64) -> (f64, f64) {
    let support = model.rented.support.of(hours + idle);
    let on_hours = if hours > 0.0 { model.rented.support.of(hours) } else { 0.0 };
    (hours + on_hours, idle + support - on_hours)
}

/// Months of an offer's term, at least one.
pub(super) fn term(offer: &Offer) -> usize {
    // Terms are whole months of at most ten years by the table and the book.
    #[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss)]
    let months = libm::ceil(offer.term_months) as usize;
    months.max(1)
}
