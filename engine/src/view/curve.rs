//! Cost per productive GPU-hour against how busy the GPUs are.

use super::answer::offer_name;
use super::{Piece, Style, words};
use crate::break_even::{BreakEven, Use};
use crate::offer::Billing;
use crate::report::{OfferSide, Report};

/// Points of each series.
const STEPS: u32 = 100;

/// One line of the chart.
#[derive(Clone, Debug, PartialEq)]
pub struct Series {
    /// Its name for classes: `own`, `hour`, `commit`.
    pub id: &'static str,
    /// Its name for people.
    pub label: String,
    /// Busy share and cost per productive hour, busy share rising; the first is at 1 %.
    pub points: Vec<(f64, f64)>,
}

/// A place where two lines cross.
#[derive(Clone, Debug, PartialEq)]
pub struct Crossing {
    /// Busy share.
    pub busy_share: f64,
    /// Cost per productive hour of both.
    pub usd_per_hour: f64,
    /// Which series crosses owning.
    pub with: &'static str,
}

/// What the chart shows.
#[derive(Clone, Debug, PartialEq)]
pub struct Curve {
    /// What it says, in words.
    pub takeaway: Vec<Piece>,
    /// Owning first, then the cheapest offer by the hour, then the cheapest commitment, as far as there are such.
    pub series: Vec<Series>,
    /// Where owning crosses each of the others.
    pub crossings: Vec<Crossing>,
    /// Busy share that the work asks for, at most the ceiling.
    pub today: f64,
    /// Cost of owning there; nothing without work.
    pub own_today: Option<f64>,
    /// Largest busy share there can be.
    pub ceiling: f64,
    /// Largest cost that the chart should hold; costlier parts of a line are cut off.
    pub top: f64,
}

/// The chart of a report.
pub fn curve(report: &Report) -> Curve {
    let counted = |committed: bool| {
        report.offers.iter().find(move |o| o.counted && matches!(o.billing, Billing::Committed { .. }) == committed)
    };
    let rivals: Vec<(&'static str, &OfferSide)> = [("hour", counted(false)), ("commit", counted(true))]
        .into_iter()
        .filter_map(|(id, o)| Some((id, o?)))
        .collect();
    let ceiling = report.hours.ceiling_busy_share;
    let mut series = vec![Series { id: "own", label: "Own".to_owned(), points: points(ceiling, |a| report.own_at(a)) }];
    let mut crossings = Vec::new();
    for (id, offer) in &rivals {
        series.push(Series { id, label: offer_name(offer), points: points(ceiling, |a| report.rent_at(offer, a)) });
        for at in crossings_of(&offer.break_even) {
            let cost = report.own_at(at.busy_share);
            crossings.extend(cost.map(|usd| Crossing { busy_share: at.busy_share, usd_per_hour: usd, with: id }));
        }
    }
    let today = report.hours.wanted_busy_share.min(ceiling);
    // With overflow the headline's cost is that of both parts.
    let overflows = report.own.overflow_gpu_hours > 0.0;
    let own_today = if overflows { report.own.usd_per_productive_gpu_hour } else { report.own_at(today) };
    Curve {
        takeaway: takeaway(report, &rivals),
        top: top(report, &rivals, own_today),
        series,
        crossings,
        today,
        own_today,
        ceiling,
    }
}

/// The uses at which owning and renting cost the same, rising.
fn crossings_of(found: &BreakEven) -> Vec<Use> {
    match *found {
        BreakEven::From(at) | BreakEven::UpTo(at) => vec![at],
        BreakEven::Outside { up_to: first, from: last } | BreakEven::Several { first, last } => vec![first, last],
        BreakEven::Always | BreakEven::Never(_) => Vec::new(),
    }
}

fn points(ceiling: f64, cost: impl Fn(f64) -> Option<f64>) -> Vec<(f64, f64)> {
    let grid = (1..=STEPS).map(|i| f64::from(i) / f64::from(STEPS)).filter(|a| *a < ceiling);
    grid.chain([ceiling]).filter_map(|a| Some((a, cost(a)?))).collect()
}

/// Somewhat above the dearest of what matters today, so that the axis moves little while an input is dragged.
fn top(report: &Report, rivals: &[(&'static str, &OfferSide)], own_today: Option<f64>) -> f64 {
    let at_ceiling = |o: &OfferSide| report.rent_at(o, report.hours.ceiling_busy_share).unwrap_or(0.0);
    let rent = rivals.iter().map(|(_, o)| at_ceiling(o)).fold(0.0, f64::max);
    let own = own_today.unwrap_or(0.0).min(rent.max(1.0) * 3.0);
    let highest = rent.max(own).max(report.own_at(report.hours.ceiling_busy_share).unwrap_or(0.0));
    if highest > 0.0 { highest * 1.4 } else { 1.0 }
}

fn takeaway(report: &Report, rivals: &[(&'static str, &OfferSide)]) -> Vec<Piece> {
    let Some((_, offer)) = rivals.iter().find(|(_, o)| Some(&o.id) == report.verdict.offer.as_ref()).or(rivals.first())
    else {
        return vec![words("No offer meets these needs: only owning is shown")];
    };
    let name = &offer.provider;
    match offer.break_even {
        BreakEven::Always => vec![words(format!("Owning costs less than {name} however busy the GPUs are"))],
        BreakEven::Never(_) => vec![words(format!("Owning costs more than {name} however busy the GPUs are"))],
        BreakEven::From(at) => vec![
            words("Owning costs less from "),
            Piece::Figure(at.busy_share, Style::PercentFine),
            words(format!(" busy on, against {name}")),
        ],
        BreakEven::Outside { up_to, from } => vec![
            words("Owning costs less up to "),
            Piece::Figure(up_to.busy_share, Style::PercentFine),
            words(" busy and again from "),
            Piece::Figure(from.busy_share, Style::PercentFine),
            words(format!(", against {name}")),
        ],
        BreakEven::Several { first, last } => vec![
            words("The cheaper side changes several times between "),
            Piece::Figure(first.busy_share, Style::PercentFine),
            words(" and "),
            Piece::Figure(last.busy_share, Style::PercentFine),
            words(format!(" busy, against {name} and the tiers of its support plan")),
        ],
        BreakEven::UpTo(at) => vec![
            words("Owning costs less up to "),
            Piece::Figure(at.busy_share, Style::PercentFine),
            words(format!(" busy, against {name}")),
        ],
    }
}
