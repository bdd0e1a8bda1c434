//! The break-even price: below it renting costs least, above it owning.

use super::cost_unit::after_tax;
use super::figure_links::KeyFigure;
use super::phrases::hour;
use super::{Piece, Style, words};
use crate::model::offers::Billing;
use crate::report::{OfferResult, Report, VerdictKind};

/// What a rental price pays for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Paid {
    /// Hours that are used.
    ByUse,
    /// A commitment; above its price owning costs less.
    Committed,
    /// A commitment; above its price renting by the hour costs less.
    CommittedBesideHours,
}

/// The price up to which the other side of the verdict costs least: over the horizon if there is one, otherwise by the
/// hour in a steady year.
pub fn price_to_beat(report: &Report) -> Option<(f64, Paid)> {
    let turning = report.outlook.turning.as_ref();
    if let Some(turning) = turning.filter(|t| t.commitment.is_some() && t.commitment == report.verdict.offer) {
        let hourly = report.offers.iter().find(|o| Some(&o.id) == turning.offer.as_ref());
        let hours = hourly.and_then(|o| o.present_value_usd);
        let beside = hours.is_some_and(|usd| usd < report.outlook.own.present_value_usd);
        let paid = if beside { Paid::CommittedBesideHours } else { Paid::Committed };
        return turning.commitment_usd_per_gpu_hour.map(|usd| (usd, paid));
    }
    // Over the horizon "no price does" is a valid answer too.
    let hour = match turning.filter(|t| t.offer.is_some()) {
        Some(turning) => turning.usd_per_gpu_hour,
        None => report.indifference_usd_per_gpu_hour,
    };
    hour.map(|usd| (usd, Paid::ByUse))
}

/// Whether that price is for another GPU than the owned one: their hours do different work.
pub fn is_of_another_gpu(report: &Report, paid: Paid) -> bool {
    let turning = report.outlook.turning.as_ref();
    let id = turning.and_then(|t| if paid == Paid::ByUse { t.offer.as_ref() } else { t.commitment.as_ref() });
    id.is_some_and(|id| report.offers.iter().any(|o| o.performance != 1.0 && o.id == *id))
}

const BY_USE: &str = "pay-as-you-go";

/// The hourly price at which both cost the same: as the verdict computes it if it has one, otherwise in a steady year.
pub fn indifference(report: &Report) -> Vec<Piece> {
    let found = price_to_beat(report);
    let paid = if matches!(found, Some((_, Paid::ByUse))) { BY_USE } else { "committed" };
    let kind = report.verdict.kind;
    let other = found.is_some_and(|(_, paid)| is_of_another_gpu(report, paid));
    let per = if other { " per hour of its GPU" } else { " per GPU-hour" };
    match found {
        Some((price, Paid::CommittedBesideHours)) => {
            vec![
                words("Commit below "),
                hour(price, KeyFigure::BreakEvenPrice),
                words(format!("{per}; rent by the hour above that.")),
            ]
        }
        // "Own above it" would be a second verdict.
        Some((price, _)) if kind == VerdictKind::TooClose => vec![
            words("Break-even price: "),
            hour(price, KeyFigure::BreakEvenPrice),
            words(format!(
                "{per}, {paid}. For equivalent service, only a price clearly below it favours renting, and one clearly above it owning."
            )),
        ],
        // "Own above it" would contradict the verdict.
        Some((price, _)) if kind == VerdictKind::NeverPays => vec![
            words("Owning would pay only if equivalent service cost more than "),
            hour(price, KeyFigure::BreakEvenPrice),
            words(format!("{per}, {paid}.")),
        ],
        Some((price, _)) => {
            let mut pieces = vec![
                words("Rent if you can get equivalent service for less than "),
                hour(price, KeyFigure::BreakEvenPrice),
                words(format!("{per}, {paid}")),
            ];
            // The price of the verdict's own offer.
            let pays = |offer: &&OfferResult| (offer.billing == Billing::PayPerUse) == (paid == BY_USE);
            if let Some(offer) = report.cheapest().filter(pays) {
                let now = Piece::Figure(offer.usd_per_gpu_hour, Style::UsdPerHour);
                pieces.extend([words(" (now "), now, words(")")]);
            }
            pieces.push(words("; otherwise own."));
            pieces.extend(below_own_cost(report, price, paid == BY_USE && !other));
            pieces
        }
        None if matches!(kind, VerdictKind::NoWork | VerdictKind::UnservedWork) => Vec::new(),
        None if report.outlook.saving_usd.is_some_and(|usd| usd <= 0.0) => {
            vec![words("Renting costs less at any price per GPU-hour that can be entered.")]
        }
        None => {
            vec![words(
                "No price per GPU-hour is low enough: the other costs of renting alone exceed the cost of owning.",
            )]
        }
    }
}

/// Why the price can lie below the cost of an owned productive hour.
fn below_own_cost(report: &Report, price: f64, alike: bool) -> Vec<Piece> {
    let own = report.outlook.own.levelised_usd_per_productive_gpu_hour;
    let Some(own) = own.filter(|own| alike && price < *own) else { return Vec::new() };
    let tax = if after_tax(report).is_empty() { "" } else { "; the price is before tax, the cost after it" };
    vec![
        words(" It is below the "),
        Piece::Figure(own, Style::UsdPerHour),
        words(format!(
            " that a productive hour costs to own, because renting also pays for storage, support and hours that do no useful work{tax}."
        )),
    ]
}
