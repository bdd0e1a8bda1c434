//! Two plans against each other: what they have paid month by month, and what an hour costs over the work, sizes held.
//!
//! Source: plans page, sections 1 and 4.

use std::borrow::Cow;

use super::exportable::PlotId;
use super::phrases::span;
use super::plan_words::name;
use super::plot::{Axis, Crossing, Form, Lines, MONTHS, Plot, PlotSpec, Row, RowKey, Series, cells};
use super::template::filled;
use super::{Piece, Style, words};
use crate::analysis::plan_pair::{ON_DEMAND_PRICE, PEAK, Pair, PairAxis, PairCurve, SPOT_PRICE, TOKEN_PRICE};
use crate::inputs::field;
use crate::plans::plan::PlanKind;
use crate::plans::result::PlanResult;
use crate::report::Report;
use crate::units::count;

/// Steepest part of a curve that is drawn, as a multiple of the present cost.
const HIGHEST: f64 = 3.0;

static CASH: PlotSpec = PlotSpec {
    id: PlotId::PlanCash,
    title: "Cumulative cash of two plans",
    first: MONTHS,
    value: Axis {
        name: "Paid",
        title: "USD paid to date",
        unit: "USD paid to date",
        style: Style::Usd,
        tick: Style::UsdShort,
    },
};

const fn over_work(name: &'static str, title: &'static str, unit: &'static str) -> PlotSpec {
    PlotSpec {
        id: PlotId::PlanCurve,
        title: "Cost of two plans over the work",
        first: Axis { name, title, unit, style: Style::PercentFine, tick: Style::Percent },
        value: Axis {
            name: "Cost",
            title: "USD per productive GPU-hour",
            unit: "USD per productive GPU-hour",
            style: Style::UsdPerHour,
            tick: Style::UsdPerHour,
        },
    }
}

static OVER_USE: PlotSpec =
    over_work("Busy share", "How busy the owned GPUs are", "busy share, fraction of calendar hours");
static OVER_WORK: PlotSpec = over_work("Work", "Share of the present work", "share of the present work");

/// Their lines: renting and committing look as elsewhere, and two that would look alike do not.
fn series([one, other]: [&PlanResult; 2]) -> Vec<Series> {
    let look = |plan: &PlanResult| match plan.kind {
        PlanKind::Rent => "hour",
        PlanKind::Commit => "commit",
        _ => "own",
    };
    let first = look(one);
    let second = if look(other) == first { "hour" } else { look(other) };
    let line =
        |id, plan: &PlanResult| Series { id, label: name(plan.kind).to_owned(), short: name(plan.kind).to_owned() };
    vec![line(first, one), line(second, other)]
}

/// What two plans have paid by the end of each month; what falls due after the horizon is in the last one.
pub fn cash(report: &Report, plans: [&PlanResult; 2]) -> Plot {
    let months = report.outlook.months;
    let paid = |plan: &PlanResult| {
        let mut sum = 0.0;
        let mut all = vec![0.0];
        for month in 0..months {
            sum += plan.cash_by_month_usd.get(month).copied().unwrap_or(0.0);
            all.push(sum);
        }
        let after: f64 = plan.cash_by_month_usd.iter().skip(months).sum();
        if let Some(last) = all.last_mut() {
            *last += after;
        }
        all
    };
    let [first, second] = plans.map(paid);
    let (mut least, mut most) = (0.0, 0.0);
    let mut rows = Vec::new();
    for (month, (one, two)) in first.iter().zip(&second).enumerate() {
        least = f64::min(least, one.min(*two));
        most = f64::max(most, one.max(*two));
        let cells = cells([Some(*one), Some(*two)]);
        rows.push(Row { head: RowKey::Figure(count(month)), cells, note: "", leads_to: "" });
    }
    // The last one: from there on the same plan has paid less.
    let crossings = crossings(&first, &second).pop();
    // A sale pays nothing back: where it alone makes the lines cross, they have not crossed before the end.
    let is_sale = |crossing: &Crossing| crossing.x > count(months.saturating_sub(1));
    let crossings: Vec<Crossing> = crossings.filter(|crossing| !is_sale(crossing)).into_iter().collect();
    let sells =
        plans.iter().any(|plan| plan.own_gpus > 0.0 && plan.capex_by_year_usd.last().is_some_and(|usd| *usd < 0.0));
    let slots = [
        ("one", words(name(plans[0].kind))),
        ("two", words(name(plans[1].kind))),
        ("a", Piece::Figure(first.last().copied().unwrap_or(0.0), Style::UsdShort)),
        ("b", Piece::Figure(second.last().copied().unwrap_or(0.0), Style::UsdShort)),
        ("over", words(span(months))),
    ];
    Plot {
        what: Cow::Borrowed(&CASH),
        takeaway: filled("Paid over {over}, undiscounted: {one} {a}, {two} {b}", &slots),
        note: if sells { "The last month includes the sale of the machines, which is no part of payback." } else { "" },
        series: series(plans),
        rows,
        form: Form::Lines(Lines {
            left: 0.0,
            right: count(months),
            tick_of: if months > 24 { 12.0 } else { 6.0 },
            ends: (least, if most > least { most } else { 1.0 }),
            crossings,
            crossing: Style::Months,
            today: None,
            bands: Vec::new(),
            shaded: None,
            step: None,
        }),
    }
}

/// Months at which two rising sums are equal, with the sum there; not where both start.
fn crossings(first: &[f64], second: &[f64]) -> Vec<Crossing> {
    let gap: Vec<f64> = first.iter().zip(second).map(|(one, two)| one - two).collect();
    let mut found = Vec::new();
    for (month, pair) in gap.windows(2).enumerate() {
        if let [before, after] = pair
            && before * after < 0.0
        {
            let part = before / (before - after);
            let left = first.get(month).copied().unwrap_or(0.0);
            let right = first.get(month + 1).copied().unwrap_or(left);
            found.push(Crossing { x: count(month) + part, y: left + (right - left) * part });
        }
    }
    found
}

/// What a productive hour of both costs over the work; nothing where the two have no curve.
pub fn curve(pair: &Pair, plans: [&PlanResult; 2]) -> Option<Plot> {
    let found: &PairCurve = pair.curve.as_ref()?;
    let ordered = if plans[0].kind == pair.plan { plans } else { [plans[1], plans[0]] };
    let rows: Vec<Row> = found
        .points
        .iter()
        .map(|point| {
            let values = point.usd_per_productive_gpu_hour;
            Row { head: RowKey::Figure(point.at), cells: cells(values), note: "", leads_to: "" }
        })
        .collect();
    let now = ordered.iter().filter_map(|plan| plan.usd_per_productive_gpu_hour).fold(0.0, f64::max);
    let crossings: Vec<Crossing> =
        found.crossings.iter().map(|at| Crossing { x: at.at, y: at.usd_per_productive_gpu_hour }).collect();
    let here = ordered[0].usd_per_productive_gpu_hour.map(|usd| (found.now, usd));
    let nearest =
        found.crossings.iter().map(|at| at.at).min_by(|a, b| (a - found.now).abs().total_cmp(&(b - found.now).abs()));
    let is_busy = found.axis == PairAxis::BusyShare;
    let slots = [
        ("one", words(name(ordered[0].kind))),
        ("two", words(name(ordered[1].kind))),
        ("at", Piece::Figure(nearest.unwrap_or(0.0), Style::PercentFine)),
        ("now", Piece::Figure(found.now, Style::PercentFine)),
    ];
    let text = match (nearest.is_some(), is_busy) {
        (true, true) => "{one} and {two} cost the same at {at} busy; now {now}",
        (true, false) => "{one} and {two} cost the same at {at} of the work",
        (false, _) => "{one} and {two}: the cheaper one is the same at any amount of work shown",
    };
    Some(Plot {
        what: Cow::Borrowed(if is_busy { &OVER_USE } else { &OVER_WORK }),
        takeaway: filled(text, &slots),
        note: "",
        series: series(ordered),
        rows,
        form: Form::Lines(Lines {
            left: 0.0,
            right: found.right,
            tick_of: 1.0,
            ends: (0.0, if now > 0.0 { now * HIGHEST } else { 1.0 }),
            crossings,
            crossing: Style::PercentFine,
            today: here,
            bands: Vec::new(),
            shaded: None,
            step: None,
        }),
    })
}

/// The label of what moves a pair: that of its row, or of what no row holds alone.
pub fn driver_label(id: &str) -> &'static str {
    match id {
        ON_DEMAND_PRICE => "Price of hours on demand",
        SPOT_PRICE => "Price of spot hours",
        TOKEN_PRICE => "Price of tokens",
        PEAK => "Height of the peak",
        row => field(row).map_or("", |row| row.label),
    }
}
