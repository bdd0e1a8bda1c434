//! What else to know before deciding.

use super::cost_unit::{after_tax, grows};
use super::phrases::{offer_name, renewal, span};
use super::second_purchase::second_purchase;
use super::{Piece, Style, words};
use crate::model::offers::Billing;
use crate::report::{OfferResult, Report, VerdictKind};
use crate::units::count;

/// Where a steady year, or the other end of the horizon, has another winner, and what the present bill could save.
pub fn caveats(report: &Report) -> Vec<Vec<Piece>> {
    let verdict = &report.verdict;
    let mut found: Vec<Vec<Piece>> = second_purchase(report).into_iter().collect();
    if let Some(present) = &report.present {
        let saves = present.usd_per_month - present.optimised_usd_per_month;
        if saves > 0.0 {
            found.push(vec![
                words("Whatever you decide, your bill could be cut by "),
                Piece::Figure(saves, Style::UsdShort),
                words(" a month first, without another plan: see \u{201c}What you pay today\u{201d}."),
            ]);
        }
    }
    found.extend(present_end(report));
    if let Some((offer, note)) = report.cheapest().and_then(|offer| Some((offer, renewal(offer)?))) {
        found.push(vec![words(format!("{}: {note}", offer_name(offer)))]);
    }
    if let Some(offer) =
        report.cheapest().filter(|o| o.term_months > 0.0 && o.term_months < count(report.outlook.months))
    {
        found.push(signed_again(report, offer));
    }
    if let Some(offer) = report.cheapest().filter(|offer| !fills(report, offer)) {
        found.push(whole_machines(report, offer));
    }
    found.extend(left_over(report));
    if report.outlook.own.late_gpu_hours > 0.0 || report.outlook.own.unserved_gpu_hours > 0.0 {
        found.extend(late(report));
    }
    if verdict.kind != VerdictKind::Own {
        found.extend(fewer_would_do(report));
    }
    if grows(report) {
        found.extend(rented_beside(report));
    }
    if report.outlook.financing.is_some() {
        found.extend(financed(report));
    }
    if !after_tax(report).is_empty() {
        found.push(vec![words(
            "Costs are after tax but offers are before tax, so compare an offer with the break-even price, not with the cost to own.",
        )]);
    }
    if let (Some(false), Some(usd)) = (verdict.steady_year_agrees, verdict.difference_usd_per_year) {
        let own_wins = report.outlook.saving_usd.is_some_and(|s| s > 0.0);
        let (winner, why) = if own_wins {
            ("renting", "changes in work and prices, and resale value")
        } else {
            ("owning", "waiting for delivery, starting up, and selling early")
        };
        let tax = if after_tax(report).is_empty() { "" } else { ", after tax" };
        found.push(vec![
            words(format!("In a steady year {winner} costs ")),
            Piece::Figure(usd, Style::UsdShort),
            words(format!(" less; the horizon counts {why}{tax}.")),
        ]);
    }
    found.extend(dates_of_payment(report));
    if let (Some(false), Some(usd)) = (verdict.other_end_agrees, report.outlook.saving_other_end_usd) {
        let (rule, winner) = match (report.outlook.end, usd > 0.0) {
            ("wind-up", true) => ("the work goes on after", "owning"),
            ("wind-up", false) => ("the work goes on after", "renting"),
            (_, true) => ("all is sold after", "owning"),
            (_, false) => ("all is sold after", "renting"),
        };
        found.push(vec![
            words(format!("If {rule} {}, {winner} costs ", span(report.outlook.months))),
            Piece::Figure(usd.abs(), Style::UsdShort),
            words(" less."),
        ]);
    }
    if let Some(usd) = still_worth(report) {
        found.push(vec![
            words("Owning counts "),
            Piece::Figure(usd, Style::UsdShort),
            words(format!(" that the machines would still sell for after {}.", span(report.outlook.months))),
        ]);
    }
    found
}

/// Where the winner is another if nothing is discounted, or if the payments of a year count at its ends instead of month by
/// month: the dates of payments decide then.
fn dates_of_payment(report: &Report) -> Vec<Vec<Piece>> {
    let outlook = &report.outlook;
    let Some((payback, saved)) = outlook.payback.as_ref().zip(outlook.saving_usd) else { return Vec::new() };
    let other = |usd: f64| usd != 0.0 && (usd > 0.0) != (saved > 0.0);
    let winner = |usd: f64| if usd > 0.0 { "owning" } else { "renting" };
    let mut found = Vec::new();
    let usd = payback.undiscounted_saving_usd;
    if other(usd) {
        found.push(vec![
            words(format!("As a plain sum over {}, undiscounted, {} costs ", span(outlook.months), winner(usd))),
            Piece::Figure(usd.abs(), Style::UsdShort),
            words(format!(" less; at present value {} does: when the payments fall due decides.", winner(saved))),
        ]);
    }
    let usd = payback.other_clock_saving_usd;
    if other(usd) {
        found.push(vec![
            words(format!("With {}, {} costs ", other_dates(report), winner(usd))),
            Piece::Figure(usd.abs(), Style::UsdShort),
            words(" less: which dates payments count at decides."),
        ]);
    }
    found
}

/// The other clock in words.
fn other_dates(report: &Report) -> &'static str {
    match report.verdict.charge {
        "discounted, year end" => "payments counted month by month",
        "discounted, monthly" => "payments counted at the ends of years",
        _ => "payments counted by the other clock",
    }
}

/// What the answer counts for nodes that are there already once their life is over.
fn present_end(report: &Report) -> Option<Vec<Piece>> {
    let end = report.own.present_end?;
    let count_of = |number: f64| Piece::Figure(number, Style::Count);
    let one = end.nodes == 1.0;
    let (node, life, their) =
        if one { (" node", " ends its life", "its") } else { (" nodes", " end their life", "their") };
    let mut found = vec![words("Your "), count_of(end.nodes), words(format!("{node}{life} with month "))];
    found.push(count_of(count(end.month)));
    match end.choice {
        "replaced" => {
            found.extend([
                words(format!(" and {} replaced: in month ", if one { "is" } else { "are" })),
                count_of(count(end.month + 1)),
                words(" the answer buys new ones, and what is fitted with them, for "),
                Piece::Figure(end.bought_usd, Style::Usd),
                words("."),
            ]);
        }
        "retired" => found.push(words(format!(
            " and retire{}: nothing is bought, and {their} work is rented from then on.",
            if one { "s" } else { "" }
        ))),
        _ => found.push(words(format!(
            " and run{} on: nothing is bought, and {their} work goes on to the horizon.",
            if one { "s" } else { "" }
        ))),
    }
    Some(found)
}

/// Whether a job fills the machines of an offer; what is committed is paid, filled or not.
fn fills(report: &Report, offer: &OfferResult) -> bool {
    let (job, machine) = (report.hours.fabric_gpus, offer.gpus_per_instance);
    offer.billing != Billing::PayPerUse || libm::ceil(job / machine) * machine <= job
}

/// A commitment that ends before the horizon.
fn signed_again(report: &Report, offer: &OfferResult) -> Vec<Piece> {
    vec![
        words(format!("{} binds for ", offer_name(offer))),
        Piece::Figure(offer.term_months, Style::Count),
        words(format!(
            " months; over {} it is assumed to be renewed each time at the price at that time, as set by \u{201c}Change in rental prices\u{201d}.",
            span(report.outlook.months)
        )),
    ]
}

/// What is rented in whole machines that a job leaves partly idle.
fn whole_machines(report: &Report, offer: &OfferResult) -> Vec<Piece> {
    vec![
        words(format!("{} comes ", offer_name(offer))),
        Piece::Figure(offer.gpus_per_instance, Style::Count),
        words(" GPUs at a time and a job takes "),
        Piece::Figure(report.hours.fabric_gpus, Style::Count),
        words(": the cost of the idle GPUs is only what you enter under \u{201c}Share of billed hours used\u{201d}."),
    ]
}

/// GPUs beside those that whole jobs take.
fn left_over(report: &Report) -> Option<Vec<Piece>> {
    let hours = &report.hours;
    // Not %: the remainder of fractions is a kilobyte of code.
    let left = hours.gpus - libm::floor(hours.gpus / hours.fabric_gpus) * hours.fabric_gpus;
    let count = |gpus: f64| Piece::Figure(gpus, Style::Count);
    (hours.fabric_gpus <= hours.gpus && left > 0.0).then(|| {
        vec![
            words("Jobs of "),
            count(hours.fabric_gpus),
            words(" GPUs leave "),
            count(left),
            words(" of the "),
            count(hours.gpus),
            words(" unused: they are busy only if smaller jobs fill them."),
        ]
    })
}

/// Work that the machines to own do late or never, where that has a price.
fn late(report: &Report) -> Option<Vec<Piece>> {
    let own = &report.outlook.own;
    let (late, undone) = (own.late_gpu_hours, own.unserved_gpu_hours);
    report.outlook.saving_usd?;
    let hours = |hours: f64| Piece::Figure(hours, Style::Count);
    let over = span(report.outlook.months);
    let mut found = vec![words("Owning leaves ")];
    if late > 0.0 {
        found.extend([hours(late), words(" GPU-hours later than wanted, ")]);
        found.extend([hours(undone), words(format!(" of them not done within {over}"))]);
    } else {
        found.extend([hours(undone), words(format!(" GPU-hours undone over {over}"))]);
    }
    found.push(words(": each costs the amount under \u{201c}Cost of a late GPU-hour\u{201d}."));
    Some(found)
}

/// What part of work that grows is rented beside the owned machines: a steady year does not show it.
fn rented_beside(report: &Report) -> Option<Vec<Piece>> {
    let own = &report.outlook.own;
    (own.elsewhere_gpu_hours > 0.0).then(|| {
        vec![
            words("The work grows: "),
            Piece::Figure(own.elsewhere_gpu_hours / own.gpu_hours, Style::Percent),
            words(format!(
                " of it over {} is rented, until the machines are delivered and once they are full.",
                span(report.outlook.months)
            )),
        ]
    })
}

/// What a loan or a lease does to the answer, which takes cash.
fn financed(report: &Report) -> Option<Vec<Piece>> {
    let gain = report.outlook.financing?.gain_usd;
    let saving = report.outlook.saving_usd? + gain;
    let (more, winner) = (if gain < 0.0 { "more" } else { "less" }, if saving > 0.0 { "owning" } else { "renting" });
    let mut found =
        vec![words("The answer assumes cash. The financing costs "), Piece::Figure(gain.abs(), Style::UsdShort)];
    let tax = if after_tax(report).is_empty() { "" } else { " after tax" };
    found.push(words(format!(" {more} at present value{tax}: with it {winner} costs ")));
    found.extend([Piece::Figure(saving.abs(), Style::UsdShort), words(" less.")]);
    Some(found)
}

/// The fewest GPUs, in whole nodes, on which today's work fits and one job too; nothing where that is none fewer, or the
/// work grows.
pub(super) fn fewer_would_do(report: &Report) -> Option<Vec<Piece>> {
    let hours = &report.hours;
    let node = hours.gpus / hours.nodes;
    let full = hours.gpus * hours.wanted_busy_share / hours.ceiling_busy_share;
    let fit = (full.max(hours.fabric_gpus) / node - 1e-9).ceil() * node;
    (fit > 0.0 && fit < hours.gpus && !grows(report)).then(|| {
        vec![
            words("Today\u{2019}s work would fit on "),
            Piece::Figure(fit, Style::Count),
            words(" of the "),
            Piece::Figure(hours.gpus, Style::Count),
            words(" GPUs: where fewer, busier GPUs save enough, \u{201c}With less or more work\u{201d} says how much."),
        ]
    })
}

/// Share of the cheque from which on what the machines fetch at the end is worth a line of its own.
const MUCH_IS_LEFT: f64 = 0.3;

/// What all hardware fetches at the end of the horizon, where that is much of what it cost.
fn still_worth(report: &Report) -> Option<f64> {
    let outlook = &report.outlook;
    let last = outlook.exits.iter().find(|exit| exit.month == outlook.months).filter(|_| outlook.end == "wind-up")?;
    (last.sale_usd > report.own.upfront_usd * MUCH_IS_LEFT).then_some(last.sale_usd)
}
