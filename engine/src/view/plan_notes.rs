//! Notes beside the headline: what a person who decides has to know of the plan, with a button where one change would settle it.

use super::plan_words::{capital, doing, gpus_there};
use super::template::filled;
use super::{Piece, Style, words};
use crate::analysis::decision::Weighed;
use crate::analysis::strength::Strength;
use crate::cost::LineId;
use crate::inputs::field;
use crate::inputs::value::Value;
use crate::model::fixes::Fix;
use crate::number;
use crate::plans::recommendation::Plans;
use crate::plans::result::PlanResult;
use crate::report::{Report, VerdictKind};

/// Undone work from which on it is told, GPU-hours.
const TOLD_HOURS: f64 = 0.5;

/// The row that allows selling the machines that are there.
pub(super) const SELLING: &str = "present.may_sell";
/// The row of what does the work of the current bill until machines are there.
const UNTIL_DELIVERY: &str = "present.until_delivery";
/// Share of a plan's cost from which on the other way to wait for its machines is offered.
const WORTH_RENTING: f64 = 0.005;

/// A note beside the headline.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Note {
    /// What it says.
    pub pieces: Vec<Piece>,
    /// A change of one row that would settle it.
    pub change: Option<Fix>,
}

impl From<Vec<Piece>> for Note {
    fn from(pieces: Vec<Piece>) -> Self {
        Self { pieces, change: None }
    }
}

/// All notes on a recommended plan, the most urgent first.
pub(super) fn notes(report: &Report, plans: &Plans, best: &PlanResult, weighed: Option<&Weighed>) -> Vec<Note> {
    let is_close = weighed.is_some_and(|weighed| weighed.badge == Some(Strength::Close));
    let mut notes = Vec::new();
    notes.extend(weighed.and_then(|weighed| order(report, plans, weighed)).map(Note::from));
    notes.extend(undone(best).map(Note::from));
    notes.extend(divided_jobs(best, plans.largest_job_gpus).map(Note::from));
    notes.extend(plans.runner_up().and_then(|other| sells(report, plans, other)));
    notes.extend(bill_until_delivery(best, plans.rival(), is_close));
    notes.extend(limits(plans).map(Note::from));
    notes
}

/// What to do with an order that was entered.
fn order(report: &Report, plans: &Plans, weighed: &Weighed) -> Option<Vec<Piece>> {
    let buying =
        plans.cheapest_that_buys().filter(|_| plans.order_entered && report.verdict.kind != VerdictKind::NoWork)?;
    let best = plans.recommended()?;
    let buys = |plan: &PlanResult| plan.nodes_bought > 0.0;
    let is_open = matches!(weighed.badge, Some(Strength::Close | Strength::Doubtful));
    let is_divided = is_open && plans.rival().is_some_and(|other| buys(other) != buys(best));
    let ordered = if buys(best) { best } else { buying };
    let slots = [
        ("usd", Piece::Figure(buying.above_cheapest_usd, Style::UsdShort)),
        // Few figures: this one is the name of the order.
        ("nodes", words(number::write(ordered.nodes_bought))),
    ];
    let text = match (is_divided, buys(best)) {
        (true, _) if weighed.badge == Some(Strength::Doubtful) => {
            "An order of {nodes} nodes at the price entered: do not sign it before the price in doubt is confirmed."
        }
        (true, _) => {
            "An order of {nodes} nodes at the price entered: do not sign it yet. Whether it saves anything is too close to call."
        }
        (false, true) => "An order of {nodes} nodes at the price entered: sign it.",
        (false, false) => {
            "An order of {nodes} nodes at the price entered: do not sign it. With these machines the work costs {usd} more."
        }
    };
    Some(filled(text, &slots))
}

/// Where a job is larger than the machines that do a part of the work: the plan divides it. Without figures: the first screen has
/// enough.
fn divided_jobs(best: &PlanResult, largest_job_gpus: Option<f64>) -> Option<Vec<Piece>> {
    let is_larger = largest_job_gpus.is_some_and(|job| job > best.own_gpus + 0.5);
    let is_divided = best.hours.machines_there + best.hours.bought > 0.0 && best.sources.len() > 1;
    let text = "The largest job does not fit on the GPUs that are owned. The plan lets them do a part of it, as if a job could be divided between both places; if it cannot, they do other work or stand idle.";
    (is_larger && is_divided).then(|| vec![words(text)])
}

fn undone(best: &PlanResult) -> Option<Vec<Piece>> {
    let hours = best.hours.undone;
    (hours > TOLD_HOURS).then(|| {
        filled(
            "This plan leaves {hours} GPU-hours undone over the horizon, and so does every other: nothing that may be used does them.",
            &[("hours", Piece::Figure(hours, Style::Count))],
        )
    })
}

/// That the runner-up would sell what is there without leave, and what it costs less if it does.
fn sells(report: &Report, plans: &Plans, other: &PlanResult) -> Option<Note> {
    let there = gpus_there(&plans.plans);
    let would = there > 0.0 && other.complete && other.breaks.is_empty() && !other.may_be_recommended;
    let label = field(SELLING).map_or(SELLING, |row| row.label);
    let less = plans.cheaper_but_barred().and(plans.difference_usd).map(f64::abs);
    would.then(|| {
        let slots = [
            ("other", words(capital(&doing(report, other, there)))),
            ("usd", Piece::Figure(less.unwrap_or(0.0), Style::UsdShort)),
        ];
        let costs = if less.is_some() { "costs {usd} less, but" } else { "is only there to compare with: it" };
        let text =
            format!("{{other}} {costs} would sell the machines that are there, and \u{201c}{label}\u{201d} is off.");
        let change = Fix { label: "They may be sold", field: SELLING, value: Value::Switch(true) };
        Note { pieces: filled(&text, &slots), change: Some(change) }
    })
}

/// What the months until delivery cost a plan that buys: the recommended one, or the runner-up if it is too close, or renting
/// them would make it cheaper than the recommended one.
fn bill_until_delivery(best: &PlanResult, other: Option<&PlanResult>, is_close: bool) -> Option<Note> {
    let gain = |plan: &PlanResult| -plan.other_until_delivery_usd.unwrap_or(0.0);
    let is_worth = |plan: &PlanResult| gain(plan) > WORTH_RENTING * plan.present_value_usd.abs();
    let turns = |other: &&PlanResult| is_worth(other) && other.present_value_usd - gain(other) < best.present_value_usd;
    let buyer = [Some(best), other.filter(|other| is_close || turns(other))].into_iter().flatten();
    let plan = buyer.into_iter().find(|plan| plan.other_until_delivery_usd.is_some())?;
    let lines = plan.lines.iter();
    let bill = lines.filter(|line| line.id == LineId::PresentBill).map(|line| line.present_value_usd).sum::<f64>();
    let goes_on = bill >= 0.5;
    let is_best = plan.kind == best.kind;
    // Few figures: what the other way saves, or else what the bill costs until then.
    let text = match (goes_on, is_worth(plan)) {
        // A headline of two plans has figures enough.
        (true, true) if is_close => {
            "Where you buy, your current bill goes on until the machines are there. Renting until then would cost less."
        }
        (true, true) => {
            "Where you buy, your current bill goes on until the machines are there. Renting until then would cost {gain} less."
        }
        (true, false) if is_best && !is_close => {
            "Your current bill goes on until the new machines are there: {usd} of this plan\u{2019}s cost."
        }
        (true, false) => {
            "Where you buy, your current bill goes on until the machines are there, and is part of what that costs."
        }
        (false, true) => {
            "Where you buy, the work is rented by the hour until the machines are there. With the current bill until then it would cost {gain} less."
        }
        // Nothing is to wait for.
        (false, false) if gain(plan).abs() < 0.5 => return None,
        (false, false) => {
            "Where you buy, the work is rented by the hour until the machines are there; your current bill ends on day one."
        }
    };
    let slots = [("usd", Piece::Figure(bill, Style::UsdShort)), ("gain", Piece::Figure(gain(plan), Style::UsdShort))];
    let (label, id) = if goes_on { ("Rent until then", "rent") } else { ("The bill goes on until then", "bill") };
    let change = Fix { label, field: UNTIL_DELIVERY, value: Value::Choice(id.into()) };
    Some(Note { pieces: filled(text, &slots), change: is_worth(plan).then_some(change) })
}

fn limits(plans: &Plans) -> Option<Vec<Piece>> {
    let usd = plans.limits_cost_usd.filter(|usd| *usd >= 0.5)?;
    let text = "Without your limits the cheapest plan would cost {usd} less over the horizon.";
    Some(filled(text, &[("usd", Piece::Figure(usd, Style::UsdShort))]))
}
