//! Cost against how busy the GPUs are, in the unit somebody asks for.

use super::cost_unit::{Measure, TITLES, UNITS, held};
use super::phrases::{rival, same_over_the_horizon, span};
use super::plot::{AT, Axis, Band, Crossing, Form, Lines, Plot, PlotSpec, Row, RowKey, Series, cells, sentence};
use super::{Piece, Style, words};
use crate::formulas::break_even::{BreakEven, Use};
use crate::inputs::CostUnit;
use crate::report::{OfferResult, Report};
use crate::units::HOURS_PER_YEAR;

const NO_BREAK_EVEN: &str = "No break-even in reach: owning and the offers drawn never cost the same.";

/// What bands are.
const BANDS: &str =
    "Bands: what nobody confirmed moves within its range, each input on its own, together as independent.";
const NO_BREAK_EVEN_BANDS: &str = "No break-even in reach: owning and the offers drawn never cost the same. Bands: what nobody confirmed moves within its range, each input on its own, together as independent.";

/// The chart in each unit of cost and each way to write it.
static WHATS: [[PlotSpec; 5]; 4] = [whats(0), whats(1), whats(2), whats(3)];

const fn whats(unit: usize) -> [PlotSpec; 5] {
    [
        what(unit, Style::UsdPerHour, Style::UsdPerHour),
        what(unit, Style::Usd, Style::UsdShort),
        what(unit, Style::UsdFine, Style::UsdFine),
        what(unit, Style::UsdShort, Style::UsdShort),
        // Cents are read where the axis has none.
        what(unit, Style::UsdPerHour, Style::Usd),
    ]
}

const fn what(unit: usize, style: Style, tick: Style) -> PlotSpec {
    let hourly = unit == 0;
    PlotSpec {
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

/// How far from each other, in busy share, two break-evens are told as one.
const NEAR: f64 = 0.02;
/// Points of each line.
const STEPS: u32 = 100;

/// The chart of a report: owning first, then the cheapest offer by the hour, then the cheapest commitment, as far as
/// there are such: those that stand side by side below it. The first row is at 1 % busy, the last at the largest busy
/// share there can be.
pub fn curve(report: &Report) -> Plot {
    let rivals: Vec<(&'static str, &OfferResult)> = [("hour", false), ("commit", true)]
        .into_iter()
        .filter_map(|(id, committed)| Some((id, rival(report, committed)?)))
        .collect();
    let ceiling = report.hours.ceiling_busy_share;
    let measure = Measure::of(report);
    // Of a month as of an hour: a month holds the more work the busier the GPUs are.
    let cost = |usd: f64, busy: f64| match measure.unit {
        CostUnit::Month => held(usd * report.productive_gpu_hours_at(busy) / 12.0),
        _ => measure.cost(usd),
    };
    let mut series = vec![Series::new("own", "Own")];
    let mut crossings = Vec::new();
    for (id, offer) in &rivals {
        series.push(Series { id, ..Series::of_offer(offer) });
        for at in crossings_of(&offer.break_even) {
            let own = report.own_at(at.busy_share);
            crossings.extend(own.map(|usd| Crossing { x: at.busy_share, y: cost(usd, at.busy_share) }));
        }
    }
    let mut rows = Vec::new();
    for busy in (1..=STEPS).map(|i| f64::from(i) / f64::from(STEPS)).filter(|a| *a < ceiling).chain([ceiling]) {
        let rent = |at: usize| Some(cost(report.rent_at(rivals.get(at)?.1, busy)?, busy));
        let cells = cells([report.own_at(busy).map(|usd| cost(usd, busy)), rent(0), rent(1)]);
        rows.push(Row { head: RowKey::Figure(busy), cells, note: "", leads_to: "" });
    }
    let chosen = rivals.iter().find(|(_, o)| Some(&o.id) == report.verdict.offer.as_ref()).copied();
    let bands = draw_bands(report, chosen, &mut series, &mut rows, &cost);
    let top = top(report, &rivals, &cost);
    let way = if measure.style == Style::UsdPerHour && top >= 8.0 { 4 } else { measure.written() };
    Plot {
        what: &WHATS[measure.place()][way],
        takeaway: takeaway(report, &rivals),
        note: match (crossings.is_empty() && !rivals.is_empty(), bands.is_empty()) {
            (true, true) => NO_BREAK_EVEN,
            (true, false) => NO_BREAK_EVEN_BANDS,
            (false, true) => "",
            (false, false) => BANDS,
        },
        rows,
        series,
        form: Form::Lines(Lines {
            right: 1.0,
            tick_of: 1.0,
            ends: (0.0, top),
            crossings,
            turns: turns(report, &rivals),
            crossing: Style::PercentFine,
            bands,
            today: today(report).map(|(at, usd)| (at, cost(usd, at))),
            shaded: (ceiling < 1.0).then_some((ceiling, 1.0, "out of reach")),
        }),
    }
}

/// The cheapest offer by the hour that counts, and the use from which owning pays against it. A commitment can be
/// the cheapest rental while at low use an offer by the hour is.
pub fn by_the_hour(report: &Report) -> Option<(String, Use)> {
    let offer = rival(report, false)?;
    match offer.break_even {
        BreakEven::From(at) => Some((offer.provider.to_string(), at)),
        _ => None,
    }
}

/// Puts the ends of the bands behind the lines: those of owning and of the offer of the verdict, where an input moves them.
fn draw_bands(
    report: &Report,
    chosen: Option<(&'static str, &OfferResult)>,
    series: &mut Vec<Series>,
    rows: &mut [Row],
    cost: &dyn Fn(f64, f64) -> f64,
) -> Vec<Band> {
    let mut strips = Vec::new();
    let sides: [(&'static str, Option<&OfferResult>); 2] =
        [("own", None), chosen.map_or(("", None), |(id, o)| (id, Some(o)))];
    for (of, offer) in sides.into_iter().filter(|(of, _)| !of.is_empty()) {
        let first = series.len();
        let mut wide = false;
        for row in rows.iter_mut() {
            let RowKey::Figure(busy) = row.head else { continue };
            let Some((low, high)) = band_at(report, offer, busy) else { continue };
            wide |= high > low;
            let ends = [Some(cost(low, busy)), Some(cost(high, busy))];
            row.cells.iter_mut().skip(first).zip(ends).for_each(|(cell, end)| *cell = end);
        }
        if wide {
            let name = offer.map_or("Own", |o| o.provider.as_str());
            series.push(Series::new("low", format!("{name}, low end")));
            series.push(Series::new("high", format!("{name}, high end")));
            strips.push(Band { of, low: first, high: first + 1 });
        } else {
            let empty = |row: &mut Row| row.cells.iter_mut().skip(first).for_each(|cell| *cell = None);
            rows.iter_mut().for_each(empty);
        }
    }
    strips
}

/// What a productive hour may cost at a busy share: all swings up, and all down, as the root of the sum of their squares.
/// `offer` is that of the verdict, or nothing for owning.
fn band_at(report: &Report, offer: Option<&OfferResult>, busy: f64) -> Option<(f64, f64)> {
    let here = match offer {
        None => report.own_at(busy)?,
        Some(offer) => report.rent_at(offer, busy)?,
    };
    let (mut down, mut up) = (0.0, 0.0);
    for swing in &report.swings {
        let at = |end: usize| {
            let own = swing.own.get(end)?;
            let yearly = match offer {
                None => own.yearly(busy),
                Some(_) => swing.rent.get(end)?.yearly(busy)?,
            };
            Some(yearly.as_usd() / (busy * own.productive_per_busy * HOURS_PER_YEAR) - here)
        };
        let (Some(one), Some(other)) = (at(0), at(1)) else { continue };
        let (least, most) = (one.min(other).min(0.0), one.max(other).max(0.0));
        down += least * least;
        up += most * most;
    }
    let (low, high) = (here - libm::sqrt(down), here + libm::sqrt(up));
    // Costs do not fall below nothing because ranges are wide.
    Some((if here > 0.0 { low.max(0.0) } else { low }, high)).filter(|(low, high)| low.is_finite() && high.is_finite())
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
fn top(report: &Report, rivals: &[(&'static str, &OfferResult)], cost: &dyn Fn(f64, f64) -> f64) -> f64 {
    let ceiling = report.hours.ceiling_busy_share;
    let at_ceiling = |o: &OfferResult| report.rent_at(o, ceiling).map_or(0.0, |usd| cost(usd, ceiling));
    let rent = rivals.iter().map(|(_, o)| at_ceiling(o)).fold(0.0, f64::max);
    let least = cost(1.0, ceiling);
    let own = today(report).map_or(0.0, |(at, usd)| cost(usd, at)).min(rent.max(least) * 3.0);
    let highest = rent.max(own).max(report.own_at(ceiling).map_or(0.0, |usd| cost(usd, ceiling)));
    if highest > 0.0 { highest * 1.4 } else { 1.0 }
}

fn takeaway(report: &Report, rivals: &[(&'static str, &OfferResult)]) -> Vec<Piece> {
    let mut pieces = in_a_year(report, rivals);
    if let Some(at) = turns(report, rivals) {
        let above = report.outlook.turning.as_ref().is_some_and(|t| t.own_above);
        let side = if above { "from" } else { "up to" };
        pieces.push(words(format!("; over {} {side} ", span(report.outlook.months))));
        pieces.push(Piece::Figure(at, Style::PercentFine));
    }
    pieces
}

/// The busy share at which the verdict turns: it goes by the horizon. Nothing where that is near the break-even of a steady
/// year, which is told then.
fn turns(report: &Report, rivals: &[(&'static str, &OfferResult)]) -> Option<f64> {
    let at = report.outlook.turning.as_ref().filter(|_| !rivals.is_empty())?.busy_share?;
    let found = report.verdict.break_even.as_ref().map_or_else(Vec::new, crossings_of);
    (!found.iter().any(|found| (found.busy_share - at).abs() < NEAR)).then_some(at)
}

fn in_a_year(report: &Report, rivals: &[(&'static str, &OfferResult)]) -> Vec<Piece> {
    let Some((_, offer)) = rivals.iter().find(|(_, o)| Some(&o.id) == report.verdict.offer.as_ref()).or(rivals.first())
    else {
        return sentence("No offer meets these needs: only owning is shown", &[]);
    };
    let name = &offer.provider;
    let share = |at: Use| (at.busy_share, Style::PercentFine);
    // Where the horizon has another break-even, the curve's own must not look like the verdict's.
    let owning = if same_over_the_horizon(report) { "Owning" } else { "In a steady year owning" };
    match offer.break_even {
        BreakEven::Always => sentence(&format!("{owning} costs less than {name} however busy the GPUs are"), &[]),
        BreakEven::Never(_) => sentence(&format!("{owning} costs more than {name} however busy the GPUs are"), &[]),
        BreakEven::From(at) => {
            sentence(&format!("{owning} costs less from {AT} busy on, against {name}"), &[share(at)])
        }
        BreakEven::Outside { up_to, from } => sentence(
            &format!("{owning} costs less up to {AT} busy and again from {AT}, against {name}"),
            &[share(up_to), share(from)],
        ),
        BreakEven::Several { first, last } => sentence(
            &format!(
                "The cheaper side changes several times between {AT} and {AT} busy, against {name} and the tiers of its support plan"
            ),
            &[share(first), share(last)],
        ),
        BreakEven::UpTo(at) => sentence(&format!("{owning} costs less up to {AT} busy, against {name}"), &[share(at)]),
    }
}
