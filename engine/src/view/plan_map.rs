//! The map of two inputs: which plan is the cheapest, sizes held, with the borders between the plans.

use std::borrow::Cow;

use super::exportable::PlotId;
use super::plan_words::name;
use super::plot::{Axis, Band, Form, Lines, MOST_SERIES, Plot, PlotSpec, Row, RowKey, Series};
use super::template::filled;
use super::{Piece, Style, words};
use crate::analysis::plan_map::{MOST_REGIONS, MapAxis, MapInput, PlanMap};
use crate::plans::plan::PlanKind;
use crate::units::Unit;

// The low end of the map is a series too.
const _: () = assert!(MOST_REGIONS < MOST_SERIES);

/// The chart.
pub fn plot(map: &PlanMap) -> Plot {
    let [first, second] = &map.axes;
    let rows = map.columns.iter().map(|column| {
        let mut cells = [None; MOST_SERIES];
        let borders = std::iter::once(second.low).chain(map.borders(column));
        for (cell, border) in cells.iter_mut().zip(borders) {
            *cell = Some(border);
        }
        Row { head: RowKey::Figure(column.at), cells, note: "", leads_to: "" }
    });
    let region = |kind: &PlanKind| Series {
        id: look(*kind),
        label: format!("{}, up to", name(*kind)),
        short: name(*kind).to_owned(),
    };
    let bottom = Series { id: "low", label: "From".to_owned(), short: String::new() };
    let bands = map.order.iter().enumerate().map(|(at, kind)| Band { of: look(*kind), low: at, high: at + 1 });
    Plot {
        what: Cow::Owned(PlotSpec {
            id: PlotId::PlanMap,
            title: "The cheapest plan over two inputs",
            first: axis(first),
            value: axis(second),
        }),
        takeaway: takeaway(map),
        note: "",
        series: std::iter::once(bottom).chain(map.order.iter().map(region)).collect(),
        rows: rows.collect(),
        form: Form::Regions(Lines {
            left: first.low,
            right: first.high,
            tick_of: 1.0,
            ends: (second.low, second.high),
            crossings: Vec::new(),
            crossing: Style::Count,
            today: Some((first.now, second.now)),
            bands: bands.collect(),
            shaded: None,
            step: None,
        }),
    }
}

/// How much of the map each plan has, the most first.
fn takeaway(map: &PlanMap) -> Vec<Piece> {
    let mut kinds = map.order.clone();
    kinds.sort();
    kinds.dedup();
    let mut shares: Vec<(PlanKind, f64)> = kinds.into_iter().map(|kind| (kind, map.share(kind))).collect();
    shares.sort_by(|a, b| b.1.total_cmp(&a.1));
    let [first, second] = map.axes.map(|axis| axis.input.label());
    if let [(only, _)] = shares.as_slice() {
        let slots = [("plan", words(name(*only))), ("first", words(first)), ("second", words(second))];
        return filled(
            "{plan} is the cheapest everywhere between these values of \u{201c}{first}\u{201d} and \u{201c}{second}\u{201d}",
            &slots,
        );
    }
    let mut pieces = vec![words("The cheapest between these values: ")];
    for (place, (kind, share)) in shares.iter().enumerate() {
        let slots = [("plan", words(name(*kind))), ("share", Piece::Figure(*share, Style::Percent))];
        pieces.extend(filled(if place == 0 { "{plan} in {share} of the map" } else { ", {plan} in {share}" }, &slots));
    }
    pieces
}

/// How a plan looks in the map.
fn look(kind: PlanKind) -> &'static str {
    match kind {
        PlanKind::Own | PlanKind::Now | PlanKind::Replace => "own",
        PlanKind::Commit => "commit",
        PlanKind::Rent | PlanKind::Api => "hour",
        PlanKind::Mix | PlanKind::Yours => "mix",
    }
}

fn axis(axis: &MapAxis) -> Axis {
    let unit = match axis.input {
        MapInput::OnDemandPrice => Unit::UsdPerGpuHour,
        MapInput::Row(row) => row.unit().unwrap_or(Unit::Ratio),
    };
    let label = axis.input.label();
    let largest = f64::max(libm::fabs(axis.low), libm::fabs(axis.high));
    let style = style(unit, largest);
    let tick = if style == Style::Usd { Style::UsdShort } else { style };
    Axis {
        name: label,
        title: label,
        unit: if style == Style::PercentFine { "fraction" } else { unit.symbol() },
        style,
        tick,
    }
}

/// How values of a unit are written, by the size of the largest.
fn style(unit: Unit, largest: f64) -> Style {
    let is_money = unit.is_money();
    match unit {
        Unit::Share | Unit::SharePerYear => Style::PercentFine,
        _ if is_money && largest < 1.0 => Style::UsdFine,
        _ if is_money && largest < 1_000.0 => Style::UsdPerHour,
        _ if is_money => Style::Usd,
        _ if largest < 1.0 => Style::Exact,
        _ if largest < 100.0 => Style::Decimal,
        _ => Style::Count,
    }
}
