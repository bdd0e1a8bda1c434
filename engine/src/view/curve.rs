//! Levelised cost over the horizon against how busy the GPUs are, in the chosen unit.

use std::borrow::Cow;

use super::cost_unit::{Measure, TITLES, UNITS, grows, held};
use super::entered::entered_gpus;
use super::exportable::PlotId;
use super::phrases::span;
use super::plot::{Axis, Band, Crossing, Form, Lines, Plot, PlotSpec, Row, RowKey, Series, cells};
use super::template::filled;
use super::{Piece, Style, words};
use crate::analysis::use_curve::{Bands, UseCurve, UsePoint};
use crate::inputs::{BeyondChoice, CostUnit};
use crate::report::{OfferResult, Report};

const NO_BREAK_EVEN: &str = "No break-even in reach: owning and the offers drawn never cost the same.";

/// What bands are.
const BANDS: &str = "Shaded: the combined effect of unconfirmed inputs, treated as independent.";
const NO_BREAK_EVEN_BANDS: &str = "No break-even in reach: owning and the offers drawn never cost the same. Shaded: the combined effect of unconfirmed inputs, treated as independent.";

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
        id: PlotId::CostCurve,
        title: if hourly { "Cost per productive GPU-hour by busy share" } else { "Cost by busy share" },
        first: Axis {
            name: "Busy",
            title: "How busy the owned GPUs are",
            unit: "fraction of calendar hours",
            style: Style::PercentFine,
            tick: Style::Percent,
        },
        value: Axis { name: "Cost", title: TITLES[unit], unit: UNITS[unit], style, tick },
    }
}

/// Kinds of offers, by their place in a curve: names for looks, and what a line is called that changes its offer on the way.
const KINDS: [(&str, &str); 2] =
    [("hour", "elsewhere the cheapest by the hour"), ("commit", "elsewhere the cheapest commitment")];

/// The chart of a report and its curve: owning first, then the cheapest offer by the hour, then the cheapest commitment, as
/// far as there are such. The dot is the present case, at the cost of the verdict; the crossing is its break-even.
pub fn curve(report: &Report, found: &UseCurve) -> Plot {
    let ceiling = report.hours.ceiling_busy_share;
    let measure = Measure::of(report);
    let entered = entered_gpus(report) / report.hours.gpus;
    // Of a month as of an hour: a month holds the more work the busier the GPUs are.
    let cost = |usd: f64, busy: f64| match measure.unit {
        CostUnit::Month => held(usd * report.productive_gpu_hours_at(busy) * entered / 12.0),
        _ => measure.cost(usd),
    };
    let offer = |id: &crate::text::Name| report.offers.iter().find(|offer| offer.id == *id);
    let drawn: Vec<(usize, &OfferResult)> =
        (0..KINDS.len()).filter_map(|kind| Some((kind, offer(found.rivals.get(kind)?.as_ref()?)?))).collect();
    let mut series = vec![Series::new("own", "Own")];
    for (kind, offer) in &drawn {
        series.push(line_of(offer, *kind, found));
    }
    let row = |point: &UsePoint| {
        let at = |usd: Option<f64>| usd.map(|usd| cost(usd, point.busy_share));
        let rent = |place: usize| at(point.rent.get(drawn.get(place)?.0).copied().flatten());
        let cells = cells([at(point.own), rent(0), rent(1)]);
        Row { head: RowKey::Figure(point.busy_share), cells, note: "", leads_to: "" }
    };
    let mut rows: Vec<Row> = found.points.iter().map(row).collect();
    let sides: [(&'static str, &str, Ends); 2] = [
        ("own", "Own", |point| point.own_band),
        found
            .chosen
            .and_then(|kind| Some((KINDS.get(kind)?.0, &drawn.iter().find(|d| d.0 == kind)?.1.provider)))
            .map_or(("", "", |_| None), |(id, name)| (id, name.as_str(), |point: &UsePoint| point.rent_band)),
    ];
    let bands = sides
        .into_iter()
        .filter_map(|(of, name, ends)| draw_band((of, name), &found.points, ends, &mut series, &mut rows, &cost))
        .collect::<Vec<_>>();
    let crossings: Vec<Crossing> = found
        .crossings
        .iter()
        .map(|at| Crossing { x: at.busy_share, y: cost(at.usd_per_productive_gpu_hour, at.busy_share) })
        .collect();
    let top = top(report, found, &cost);
    let way = if measure.style == Style::UsdPerHour && top >= 8.0 { 4 } else { measure.written() };
    // Its place stays while the bands are to come.
    let shaded = !bands.is_empty() || (found.bands == Bands::Pending && found.chosen.is_some());
    let compares = !drawn.is_empty() && report.outlook.saving_usd.is_some();
    Plot {
        what: Cow::Borrowed(&WHATS[measure.place()][way]),
        takeaway: takeaway(report, found),
        note: match (crossings.is_empty() && compares, shaded) {
            (true, false) => NO_BREAK_EVEN,
            (true, true) => NO_BREAK_EVEN_BANDS,
            (false, false) => "",
            (false, true) => BANDS,
        },
        rows,
        series,
        form: Form::Lines(Lines {
            left: 0.0,
            right: found.right,
            tick_of: 1.0,
            ends: (0.0, top),
            crossings,
            crossing: Style::PercentFine,
            bands,
            today: found.today.map(|(at, usd)| (at, cost(usd, at))),
            shaded: (ceiling < found.right).then(|| (ceiling, found.right, beyond(found, ceiling))),
            step: None,
        }),
    }
}

/// The ends of a band at a point.
type Ends = fn(&UsePoint) -> Option<(f64, f64)>;

/// The line of an offer. Where another of its kind costs less at other uses, the line follows that one, and its name says so.
fn line_of(offer: &OfferResult, kind: usize, found: &UseCurve) -> Series {
    let series = Series::of_offer(offer);
    let (id, elsewhere) = KINDS.get(kind).copied().unwrap_or_default();
    let changes = found.always.get(kind) == Some(&false);
    let label = if changes { format!("{}, {elsewhere}", series.label) } else { series.label };
    Series { id, label, ..series }
}

/// What happens to work beyond what the owned GPUs can do.
fn beyond(found: &UseCurve, ceiling: f64) -> &'static str {
    let done = found.points.iter().any(|point| point.busy_share > ceiling && point.own.is_some());
    match found.beyond {
        _ if !done => "out of reach",
        BeyondChoice::Offer => "the rest is rented",
        BeyondChoice::Node => "additional nodes",
        BeyondChoice::Queue => "the rest is queued",
    }
}

/// Puts the ends of a band behind the lines; nothing where no input moves that line.
fn draw_band(
    (of, name): (&'static str, &str),
    points: &[UsePoint],
    ends: Ends,
    series: &mut Vec<Series>,
    rows: &mut [Row],
    cost: &dyn Fn(f64, f64) -> f64,
) -> Option<Band> {
    let wide = points.iter().filter_map(ends).any(|(low, high)| high > low);
    if of.is_empty() || !wide {
        return None;
    }
    let first = series.len();
    for (row, point) in rows.iter_mut().zip(points) {
        let Some((low, high)) = ends(point) else { continue };
        let ends = [low, high].map(|usd| Some(cost(usd, point.busy_share)));
        row.cells.iter_mut().skip(first).zip(ends).for_each(|(cell, end)| *cell = end);
    }
    series.push(Series::new("low", format!("{name}, low end")));
    series.push(Series::new("high", format!("{name}, high end")));
    Some(Band { of, low: first, high: first + 1 })
}

/// The busy share that the work asks for, at most the ceiling.
pub(super) fn busy_today(report: &Report) -> f64 {
    report.hours.wanted_busy_share.min(report.hours.ceiling_busy_share)
}

/// Somewhat above the dearest of what matters today.
fn top(report: &Report, found: &UseCurve, cost: &dyn Fn(f64, f64) -> f64) -> f64 {
    let ceiling = report.hours.ceiling_busy_share;
    let full = found.points.iter().find(|point| point.busy_share >= ceiling).or(found.points.last());
    let at = |usd: Option<f64>| full.zip(usd).map_or(0.0, |(point, usd)| cost(usd, point.busy_share));
    let rent = full.map_or(0.0, |point| point.rent.into_iter().map(at).fold(0.0, f64::max));
    let least = cost(1.0, ceiling);
    let own = found.today.map_or(0.0, |(share, usd)| cost(usd, share)).min(rent.max(least) * 3.0);
    let highest = rent.max(own).max(full.map_or(0.0, |point| at(point.own)));
    if highest > 0.0 { highest * 1.4 } else { 1.0 }
}

fn takeaway(report: &Report, found: &UseCurve) -> Vec<Piece> {
    if found.rivals.iter().all(Option::is_none) {
        return filled("No offer meets these requirements: only owning is shown", &[]);
    }
    let Some(turning) = report.outlook.turning.as_ref() else {
        return filled("Owning and renting do not do the same work here: there is no break-even", &[]);
    };
    let crossing = |share: f64| found.crossings.iter().find(|at| at.busy_share == share);
    let offer = turning.busy_share.and_then(crossing).map(|at| &at.offer).or(report.verdict.offer.as_ref());
    let provider = offer.and_then(|id| report.offers.iter().find(|o| o.id == *id)).map_or("renting", |o| &o.provider);
    let over = span(report.outlook.months);
    // The busy share of work that grows is that of its first month.
    let busy = if grows(report) { "busy at the start" } else { "busy" };
    let share = |at: f64| (at, Style::PercentFine);
    match (turning.busy_share, turning.until_busy_share, turning.own_above) {
        (None, _, true) => filled(
            "Over {over} owning costs less than {provider} however busy the GPUs are",
            &[("over", words(over)), ("provider", words(provider))],
        ),
        (None, _, false) => filled(
            "Over {over} owning costs more than {provider} however busy the GPUs are",
            &[("over", words(over)), ("provider", words(provider))],
        ),
        (Some(from), Some(until), _) => filled(
            "Over {over} owning costs less from {from} to {until} {busy}, against {provider}",
            &[
                ("over", words(over)),
                ("from", share(from).into()),
                ("until", share(until).into()),
                ("busy", words(busy)),
                ("provider", words(provider)),
            ],
        ),
        (Some(at), None, true) => filled(
            "Over {over} owning costs less from {at} {busy}, against {provider}",
            &[("over", words(over)), ("at", share(at).into()), ("busy", words(busy)), ("provider", words(provider))],
        ),
        (Some(at), None, false) => filled(
            "Over {over} owning costs less up to {at} {busy}, against {provider}",
            &[("over", words(over)), ("at", share(at).into()), ("busy", words(busy)), ("provider", words(provider))],
        ),
    }
}
