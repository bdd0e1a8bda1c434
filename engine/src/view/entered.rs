//! How busy the GPUs entered are. Additional nodes are sized by the work, so the use at which the answer changes is that of
//! the GPUs entered, and stands beside the present use of the same GPUs.

use super::{Piece, Style, words};
use crate::report::Report;

/// GPUs without additional nodes.
pub fn entered_gpus(report: &Report) -> f64 {
    let hours = &report.hours;
    hours.gpus - report.own.further.map_or(0.0, |further| further.nodes * hours.gpus / hours.nodes)
}

/// The busy share that the work asks of the GPUs entered.
pub fn share_of_entered(report: &Report) -> f64 {
    let share = report.hours.wanted_busy_share;
    if report.own.further.is_none() { share } else { share * report.hours.gpus / entered_gpus(report) }
}

/// " of the 8 GPUs entered", where additional nodes stand beside them.
pub(super) fn of_the_entered(report: &Report) -> Vec<Piece> {
    if report.own.further.is_none() {
        return Vec::new();
    }
    vec![words(" of the "), Piece::Figure(entered_gpus(report), Style::Count), words(" GPUs entered")]
}
