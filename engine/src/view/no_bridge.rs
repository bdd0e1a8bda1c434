//! The answer if work is left undone over the horizon and nothing compares.

use super::cost_unit::{Measure, costs};
use super::figure_links::KeyFigure;
use super::phrases::span;
use super::{Piece, Style, words};
use crate::analysis::unserved_work::UnservedWork;
use crate::report::{Report, VerdictKind};

/// The answer if no offer takes the work before delivery.
pub(super) fn unbridged(report: &Report) -> Vec<Piece> {
    let undone = Piece::Figure(report.outlook.own.unserved_gpu_hours, Style::Count);
    if report.outlook.own.late_gpu_hours > 0.0 {
        return vec![
            Piece::Strong("No comparison yet.".into()),
            words(" Work waits for the owned machines, and "),
            undone,
            words(format!(
                " GPU-hours are not done within {}. Enter the cost of a late GPU-hour, or rent what the machines cannot do.",
                span(report.outlook.months)
            )),
        ];
    }
    vec![
        Piece::Strong("No comparison yet.".into()),
        words(" Until your machines are delivered and at full load, no offer covers "),
        undone,
        words(
            " GPU-hours, because no hourly offer is eligible. Include one, set lead time and ramp-up to 0, or let the work queue.",
        ),
    ]
}

/// The answer if the two sides leave different amounts of work undone: the price of an undone hour at which the winner
/// changes.
pub(super) fn undecided(report: &Report, undone: &UnservedWork, offer: &str) -> Vec<Piece> {
    if undone.pinned_share > 0.0 {
        return only_owned(report, undone);
    }
    let hours = |hours: f64| Piece::Figure(hours, Style::Count);
    let price = |usd: f64| Piece::Figure(usd, Style::UsdPerHour);
    let mut pieces = vec![Piece::Strong("No comparison yet.".into())];
    let late = report.outlook.own.late_gpu_hours;
    if undone.own_gpu_hours > 0.0 {
        pieces.extend([words(" Owning leaves "), hours(undone.own_gpu_hours), words(" GPU-hours undone")]);
        if late > undone.own_gpu_hours * (1.0 + 1e-9) {
            pieces.extend([words(" and finishes "), hours(late - undone.own_gpu_hours), words(" late")]);
        }
    }
    if undone.rent_gpu_hours > 0.0 {
        let renting = if undone.own_gpu_hours > 0.0 { ", renting" } else { " Renting" };
        let from = if offer.is_empty() { String::new() } else { format!(" from {offer}") };
        pieces.push(words(format!("{renting}{from} leaves ")));
        pieces.extend([hours(undone.rent_gpu_hours), words(" GPU-hours undone")]);
    }
    let (above, below) = if undone.own_above { ("own", "rent") } else { ("rent", "own") };
    pieces.extend([
        words(format!(": {above} if an undone hour costs you more than ")),
        price(undone.usd_per_undone_gpu_hour),
    ]);
    if let Some(until) = undone.until_usd_per_undone_gpu_hour {
        pieces.extend([words(" or less than "), price(until)]);
    }
    pieces.push(words(format!("; otherwise {below}.")));
    let typed = undone.late_usd_per_gpu_hour.filter(|usd| (usd / undone.usd_per_undone_gpu_hour - 1.0).abs() > 1e-9);
    if let Some(usd) = typed {
        pieces.push(words(" If a late hour costs the same, the winner changes at "));
        pieces.extend([price(usd), words(".")]);
    }
    if late > 0.0 {
        pieces.push(words(
            " Work waits for the owned machines. Enter the cost of a late GPU-hour, or rent what the machines cannot do.",
        ));
    } else if nothing_bridges(report) {
        pieces.push(words(
            " No hourly offer covers the work until your machines are at full load. Include one, or set lead time and ramp-up to 0.",
        ));
    }
    pieces
}

/// The answer if some of the work has to run on owned machines: renting alone is no choice, and what is open is whether
/// there are enough of them.
fn only_owned(report: &Report, undone: &UnservedWork) -> Vec<Piece> {
    let measure = Measure::of(report);
    let enough = undone.own_gpu_hours <= 0.0;
    let mut pieces = vec![
        Piece::Strong(if enough { "Own." } else { "Own more." }.into()),
        words(" "),
        Piece::Figure(undone.pinned_share, Style::Percent),
        words(" of the work has to run on owned machines, so renting alone is not an option. "),
        Piece::Figure(report.hours.gpus, Style::Count),
    ];
    match costs(report) {
        [Some(own), _] if enough => pieces.extend([
            words(" owned GPUs do all of it, with what is rented beside them, for "),
            measure.opens(own, KeyFigure::OwnCost),
            words(format!(" {}.", measure.per())),
        ]),
        _ if enough => pieces.push(words(" owned GPUs do all of it, with what is rented beside them.")),
        _ => pieces.extend([
            words(" owned GPUs leave "),
            Piece::Figure(undone.own_gpu_hours, Style::Count),
            words(format!(" GPU-hours undone over {}.", span(report.outlook.months))),
        ]),
    }
    pieces
}

/// Whether work is left undone only because no offer takes it before delivery.
pub(super) fn nothing_bridges(report: &Report) -> bool {
    report.verdict.kind != VerdictKind::NoWork
        && report.own.unserved_gpu_hours == 0.0
        && report.outlook.own.unserved_gpu_hours > 0.0
        && report.outlook.saving_usd.is_none()
}
