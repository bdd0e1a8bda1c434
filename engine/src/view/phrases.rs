//! Phrases that several views share: how an offer is named and bills, spans of time, prices that open.

use super::figure_links::KeyFigure;
use super::{Piece, Style};
use crate::inputs::field;
use crate::model::offers::Billing;
use crate::number;
use crate::prices::is_own;
use crate::report::{OfferResult, Report};

/// How an offer bills, in words.
pub fn bills(offer: &OfferResult) -> String {
    match offer.billing {
        Billing::PayPerUse if offer.service == "on-demand" => "by the hour".to_owned(),
        Billing::PayPerUse => offer.service.replace('-', " "),
        Billing::Committed { .. } => format!("{} months committed", number::write(offer.term_months)),
        Billing::Absorbed { .. } => format!("{} months, idle hours absorbed", number::write(offer.term_months)),
    }
}

/// An offer as a sentence names it: who, what, how it bills, and whether it is of the user's own book.
pub fn offer_name(offer: &OfferResult) -> String {
    let who = format!("{} {}", offer.provider, offer.name);
    let own = if is_own(&offer.id) { ", your price book" } else { "" };
    format!("{} ({}{own})", who.trim_end(), bills(offer))
}

/// A price per hour that opens.
pub(super) fn hour(value: f64, figure: KeyFigure) -> Piece {
    Piece::LinkedFigure(value, Style::UsdPerHour, figure)
}

/// A number of months as people say it.
pub fn span(months: usize) -> String {
    match (months / 12, months % 12) {
        (1, 0) => "a year".to_owned(),
        (0, 1) => "a month".to_owned(),
        (years, 0) => format!("{years} years"),
        _ => format!("{months} months"),
    }
}

/// What an offer by the hour does not promise.
pub fn renewal(offer: &OfferResult) -> Option<&'static str> {
    (offer.service == "capacity-block").then_some(
        "Booked ahead for days to months; neither the next block nor its price is guaranteed. The calculation assumes that one is always available.",
    )
}

/// The cheapest offer of its kind that counts, committed or by the hour: over the horizon, as far as offers do all the
/// work; else in a steady year.
pub fn rival(report: &Report, committed: bool) -> Option<&OfferResult> {
    let value = |o: &OfferResult| o.present_value_usd.unwrap_or(f64::INFINITY);
    let able = report.offers.iter().filter(|o| o.counted && is_committed(o) == committed);
    able.min_by(|a, b| value(a).total_cmp(&value(b)))
}

/// Whether an offer binds for a term.
pub(super) fn is_committed(offer: &OfferResult) -> bool {
    offer.billing != Billing::PayPerUse
}

/// Says which rows are assumptions: `“Price you pay today” and “Idle hours on the bill” are assumptions.` Empty for none.
pub fn assumptions(rows: &[&str]) -> String {
    let labels: Vec<String> =
        rows.iter().filter_map(|id| field(id)).map(|row| format!("\u{201c}{}\u{201d}", row.label)).collect();
    match labels.as_slice() {
        [] => String::new(),
        [one] => format!("{one} is an assumption."),
        [all @ .., last] => format!("{} and {last} are assumptions.", all.join(", ")),
    }
}
