//! Cumulative cash by month: owning against renting, with the months at which they are equal.

use std::borrow::Cow;

use super::exportable::PlotId;
use super::phrases::span;
use super::plot::{Axis, Crossing, Form, Lines, MONTHS, Plot, PlotSpec, Row, RowKey, Series, cells};
use super::template::filled;
use super::{Piece, Style, words};
use crate::horizon::{Outlook, PlanOutlook};
use crate::report::Report;
use crate::units::count;

const NO_BREAK_EVEN: &str = "No break-even within the horizon: the two never cost the same.";

static WHAT: PlotSpec = PlotSpec {
    id: PlotId::CashCurve,
    title: "Cumulative cash by month",
    first: MONTHS,
    value: Axis {
        name: "Paid",
        title: "USD paid to date, before resale",
        unit: "USD paid to date",
        style: Style::Usd,
        tick: Style::UsdShort,
    },
};
static AFTER_TAX: PlotSpec = PlotSpec {
    id: PlotId::CashCurve,
    title: "Cumulative cash after tax, by month",
    first: MONTHS,
    value: Axis {
        name: "Paid",
        title: "USD paid to date, after tax, before resale",
        unit: "USD paid to date, after tax",
        style: Style::Usd,
        tick: Style::UsdShort,
    },
};

/// Note of a row before the payments at a point.
const BEFORE: &str = "before payments at this point";
/// Label of the step at which the machines are bought a second time.
const SECOND: &str = "second purchase";
/// Note of its row.
const AGAIN: &str = "second purchase: hardware is bought again";

/// The chart of a report: owning first, then renting, with a row for each month from the decision, starting at 0.
pub fn cash(report: &Report) -> Plot {
    let outlook = &report.outlook;
    let own = &outlook.own;
    let rent = outlook.rent.as_ref();
    let crossed = || outlook.payback.iter().flat_map(|p| p.crossings.iter().copied());
    // It is paid at the start of its month, which is the point before it.
    let second = outlook.second_purchase.map(|second| second.month - 1);
    let mut series = vec![Series::new("own", "Own")];
    if let (Some(_), Some(offer)) = (rent, report.cheapest()) {
        series.push(Series::of_offer(offer));
    }
    let mut rows = Vec::new();
    let (mut least, mut most) = (0.0, 0.0);
    for month in 0..own.cumulative_usd.len() {
        // If a payment at a point makes the lines cross or buys the machines again, they step there.
        let steps = month > 0 && (second == Some(month) || crossed().any(|at| at == count(month)));
        for (at_once, note) in [(false, BEFORE), (true, "")].into_iter().skip(usize::from(!steps)) {
            let rent = rent.filter(|_| series.len() > 1).and_then(|of| paid(of, month, at_once));
            let cells = cells([paid(own, month, at_once), rent]);
            for usd in cells.iter().flatten() {
                (least, most) = (f64::min(least, *usd), f64::max(most, *usd));
            }
            let note = if at_once && second == Some(month) { AGAIN } else { note };
            rows.push(Row { head: RowKey::Figure(count(month)), cells, note, leads_to: "" });
        }
    }
    let at = |month: f64| {
        let before = (0..=outlook.months).rfind(|m| count(*m) <= month).unwrap_or(0);
        let left = paid(own, before, true).unwrap_or(0.0);
        let part = month - count(before);
        paid(own, before + 1, false).filter(|_| part > 0.0).map_or(left, |right| left + (right - left) * part)
    };
    let crossings: Vec<Crossing> = crossed().map(|month| Crossing { x: month, y: at(month) }).collect();
    let months = count(outlook.months);
    Plot {
        what: Cow::Borrowed(if own.tax_saved_usd.is_some() { &AFTER_TAX } else { &WHAT }),
        takeaway: takeaway(report),
        note: if crossings.is_empty() && series.len() > 1 { NO_BREAK_EVEN } else { "" },
        series,
        rows,
        form: Form::Lines(Lines {
            left: 0.0,
            right: months,
            tick_of: if months > 24.0 { 12.0 } else { 6.0 },
            ends: (least, if most > least { most } else { 1.0 }),
            crossings,
            crossing: Style::Months,
            today: None,
            bands: Vec::new(),
            shaded: (outlook.lead_months > 0).then_some((0.0, count(outlook.lead_months), until_delivery(outlook))),
            step: second.map(|month| (count(month), SECOND)),
        }),
    }
}

/// Cumulative payments of a plan at a point, with or without those at the point itself.
fn paid(plan: &PlanOutlook, point: usize, at_once: bool) -> Option<f64> {
    let with = plan.cumulative_usd.get(point).copied()?;
    if at_once { Some(with) } else { Some(with - plan.at_once_usd.get(point).copied()?) }
}

/// Describes what happens before machines are delivered.
fn until_delivery(outlook: &Outlook) -> &'static str {
    if outlook.own.elsewhere_gpu_hours > 0.0 { "rented until delivery" } else { "until delivery" }
}

fn takeaway(report: &Report) -> Vec<Piece> {
    let outlook = &report.outlook;
    let Some(payback) = &outlook.payback else { return filled("Cost of owning, month by month", &[]) };
    let over = span(outlook.months);
    let peak = (payback.peak_cash_usd, Style::UsdShort);
    let month = |at: f64| Piece::from((at, Style::Months));
    match (payback.month, payback.discounted_month) {
        (Some(first), later) if first <= 0.0 => {
            let mut pieces =
                filled("At no time over {over} does owning cost more than renting", &[("over", words(over))]);
            pieces.extend(match later {
                Some(later) if later <= 0.0 => vec![words(", discounted or not")],
                Some(later) => filled("; discounted, it pays for itself after {later}", &[("later", month(later))]),
                None => vec![words("; discounted, there is no payback within the horizon")],
            });
            pieces
        }
        (Some(first), Some(later)) => filled(
            "Owning pays for itself after {month} ({later} discounted); until then it costs at most {peak} more than renting",
            &[("month", month(first)), ("later", month(later)), ("peak", peak.into())],
        ),
        (Some(first), None) => filled(
            "Owning pays for itself after {month}, but not within the horizon discounted; until then it costs at most {peak} more than renting",
            &[("month", month(first)), ("peak", peak.into())],
        ),
        (None, None) => filled(
            "Owning does not pay for itself over {over}, discounted or not: it costs up to {peak} more than renting, before resale",
            &[("over", words(over)), ("peak", peak.into())],
        ),
        (None, Some(later)) => filled(
            "Owning does not pay for itself over {over}, discounted it does after {later}: it costs up to {peak} more than renting, before resale",
            &[("over", words(over)), ("later", month(later)), ("peak", peak.into())],
        ),
    }
}
