//! What the first screen says where work stays undone over the horizon, and nothing compares.

use super::answer::span;
use super::{Piece, Style, words};
use crate::report::{Report, VerdictKind};

/// What to say where nothing takes the work until the machines do.
#[inline(never)] // a part of the program of its own (scripts/later.txt)
pub(super) fn unbridged(report: &Report) -> Vec<Piece> {
    let undone = Piece::Figure(report.outlook.own.unserved_gpu_hours, Style::Count);
    if report.outlook.own.late_gpu_hours > 0.0 {
        return vec![
            Piece::Strong("No comparison yet.".into()),
            words(" Work waits for the machines to own, and "),
            undone,
            words(format!(
                " GPU-hours are not done within {}: say what a late GPU-hour costs, or rent what they cannot do.",
                span(report.outlook.months)
            )),
        ];
    }
    vec![
        Piece::Strong("No comparison yet.".into()),
        words(" Until your machines are delivered and carry their load nothing takes "),
        undone,
        words(
            " GPU-hours: no offer by the hour counts. Count one in, set lead time and ramp-up to 0, or let work wait in a queue.",
        ),
    ]
}

/// Whether work stays undone only because nobody takes it before the machines do.
pub(super) fn nothing_bridges(report: &Report) -> bool {
    report.verdict.kind != VerdictKind::NoWork
        && report.own.unserved_gpu_hours == 0.0
        && report.outlook.own.unserved_gpu_hours > 0.0
        && report.outlook.saving_usd.is_none()
}
