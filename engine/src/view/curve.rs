//! Cost against how busy the GPUs are, in the unit somebody asks for.

use super::answer::offer_name;
use super::measure::{Measure, TITLES, UNITS};
use super::plot::{AT, Axis, Crossing, Form, Head, Lines, Plot, Row, Series, What, told};
use super::{Piece, Style};
use crate::break_even::{BreakEven, Use};
use crate::offer::Billing;
use crate::report::{OfferSide, Report};
use crate::scenario::CostUnit;

const NO_BREAK_EVEN: &str = "No break-even in reach: owning and the offers drawn never cost the same.";

/// The chart in each unit of cost and each way to write it.
static WHATS: [[What; 5]; 4] = [whats(0), whats(1), whats(2), whats(3)];

const fn whats(unit: usize) -> [What; 5] {
    [
        what(unit, Style::UsdPerHour, Style::UsdPerHour),
        what(unit, Style::Usd, Style::UsdShort),
        what(unit, Style::UsdFine, Style::UsdFine),
        what(unit, Style::UsdShort, Style::UsdShort),
        // Cents are read where the axis has none.
        what(unit, Style::UsdPerHour, Style::Usd),
    ]
}

const fn what(unit: usize, style: Style, tick: Style) -> What {
    let hourly = unit == 0;
    What {
        id: "cost-curve",
        title: if hourly { "Cost per productive GPU-hour by busy share" } else { "Cost by busy share" },
        first: Axis {
            name: "Busy",
            title: "How busy the owned GPUs are",
            unit: "fraction of the calendar",
            style: Style::PercentFine,
            tick: Style::Percent,
        },
        value: Axis { name: "Cost", title: TITLES[unit], unit: UNITS[unit], style, tick },
    }
}

/// Points of each line.
const STEPS: u32 = 100;

/// The chart of a report: owning first, then the cheapest offer by the hour, then the cheapest commitment, as far as
/// there are such. The first row is at 1 % busy, the last at the largest busy share there can be.
pub fn curve(report: &Report) -> Plot {
    let counted = |committed: bool| {
        report.offers.iter().find(move |o| o.counted && matches!(o.billing, Billing::Committed { .. }) == committed)
    };
    let rivals: Vec<(&'static str, &OfferSide)> = [("hour", counted(false)), ("commit", counted(true))]
        .into_iter()
        .filter_map(|(id, o)| Some((id, o?)))
        .collect();
    let ceiling = report.hours.ceiling_busy_share;
    let measure = Measure::of(report);
    // Of a month as of an hour: a month holds the more work the busier the GPUs are.
    let cost = |usd: f64, busy: f64| match measure.unit {
        CostUnit::Month => usd * report.productive_gpu_hours_at(busy) / 12.0,
        _ => measure.cost(usd),
    };
    let mut series = vec![Series::new("own", "Own")];
    let mut crossings = Vec::new();
    for (id, offer) in &rivals {
        series.push(Series::new(id, offer_name(offer)));
        for at in crossings_of(&offer.break_even) {
            let own = report.own_at(at.busy_share);
            crossings.extend(own.map(|usd| Crossing { x: at.busy_share, y: cost(usd, at.busy_share) }));
        }
    }
    let mut rows = Vec::new();
    for busy in (1..=STEPS).map(|i| f64::from(i) / f64::from(STEPS)).filter(|a| *a < ceiling).chain([ceiling]) {
        let rent = |at: usize| Some(cost(report.rent_at(rivals.get(at)?.1, busy)?, busy));
        let cells = [report.own_at(busy).map(|usd| cost(usd, busy)), rent(0), rent(1), None, None];
        rows.push(Row { head: Head::Figure(busy), cells, note: "" });
    }
    let top = top(report, &rivals, &cost);
    let way = if measure.style == Style::UsdPerHour && top >= 8.0 { 4 } else { measure.written() };
    Plot {
        what: &WHATS[measure.place()][way],
        takeaway: takeaway(report, &rivals),
        note: if crossings.is_empty() && !rivals.is_empty() { NO_BREAK_EVEN } else { "" },
        rows,
        series,
        form: Form::Lines(Lines {
            right: 1.0,
            tick_of: 1.0,
            ends: (0.0, top),
            crossings,
            crossing: Style::PercentFine,
            today: today(report).map(|(at, usd)| (at, cost(usd, at))),
            shaded: (ceiling < 1.0).then_some((ceiling, 1.0, "out of reach")),
        }),
    }
}

/// The busy share that the work asks for, at most the ceiling, and what owning costs there; nothing without work. With
/// overflow it is the cost of both parts.
fn today(report: &Report) -> Option<(f64, f64)> {
    let at = busy_today(report);
    let overflows = report.own.overflow_gpu_hours > 0.0;
    let cost = if overflows { report.own.usd_per_productive_gpu_hour } else { report.own_at(at) };
    Some((at, cost?))
}

/// The busy share that the work asks for, at most the ceiling.
pub(super) fn busy_today(report: &Report) -> f64 {
    report.hours.wanted_busy_share.min(report.hours.ceiling_busy_share)
}

/// The uses at which owning and renting cost the same, rising.
fn crossings_of(found: &BreakEven) -> Vec<Use> {
    match *found {
        BreakEven::From(at) | BreakEven::UpTo(at) => vec![at],
        BreakEven::Outside { up_to: first, from: last } | BreakEven::Several { first, last } => vec![first, last],
        BreakEven::Always | BreakEven::Never(_) => Vec::new(),
    }
}

/// Somewhat above the dearest of what matters today.
fn top(report: &Report, rivals: &[(&'static str, &OfferSide)], cost: &dyn Fn(f64, f64) -> f64) -> f64 {
    let ceiling = report.hours.ceiling_busy_share;
    let at_ceiling = |o: &OfferSide| report.rent_at(o, ceiling).map_or(0.0, |usd| cost(usd, ceiling));
    let rent = rivals.iter().map(|(_, o)| at_ceiling(o)).fold(0.0, f64::max);
    let least = cost(1.0, ceiling);
    let own = today(report).map_or(0.0, |(at, usd)| cost(usd, at)).min(rent.max(least) * 3.0);
    let highest = rent.max(own).max(report.own_at(ceiling).map_or(0.0, |usd| cost(usd, ceiling)));
    if highest > 0.0 { highest * 1.4 } else { 1.0 }
}

fn takeaway(report: &Report, rivals: &[(&'static str, &OfferSide)]) -> Vec<Piece> {
    let Some((_, offer)) = rivals.iter().find(|(_, o)| Some(&o.id) == report.verdict.offer.as_ref()).or(rivals.first())
    else {
        return told("No offer meets these needs: only owning is shown", &[]);
    };
    let name = &offer.provider;
    let share = |at: Use| (at.busy_share, Style::PercentFine);
    match offer.break_even {
        BreakEven::Always => told(&format!("Owning costs less than {name} however busy the GPUs are"), &[]),
        BreakEven::Never(_) => told(&format!("Owning costs more than {name} however busy the GPUs are"), &[]),
        BreakEven::From(at) => told(&format!("Owning costs less from {AT} busy on, against {name}"), &[share(at)]),
        BreakEven::Outside { up_to, from } => told(
            &format!("Owning costs less up to {AT} busy and again from {AT}, against {name}"),
            &[share(up_to), share(from)],
        ),
        BreakEven::Several { first, last } => told(
            &format!(
                "The cheaper side changes several times between {AT} and {AT} busy, against {name} and the tiers of its support plan"
            ),
            &[share(first), share(last)],
        ),
        BreakEven::UpTo(at) => told(&format!("Owning costs less up to {AT} busy, against {name}"), &[share(at)]),
    }
}
