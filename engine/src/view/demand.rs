//! The demand of a scenario's workloads: load-duration curve, figures, pooling.

use std::borrow::Cow;

use super::exportable::PlotId;
use super::plot::{Axis, Band, Form, GROUND, Lines, Plot, PlotSpec, Row, RowKey, Series, cells};
use super::sheet::{Column, Sheet};
use super::template::filled;
use super::{Piece, Style};
use crate::demand::instances::used_by;
use crate::demand::planning::{figures, pooling};
use crate::demand::{Demand, Part};
use crate::units::HOURS_PER_YEAR;

/// The chart's name, for ever.
pub const ID: PlotId = PlotId::LoadDuration;
/// Points of the curve.
const STEPS: usize = 120;

static WHAT: PlotSpec = what(Style::Count);
static WHAT_OF_FEW: PlotSpec = what(Style::Decimal);

const fn what(style: Style) -> PlotSpec {
    PlotSpec {
        id: ID,
        title: "GPUs wanted, by share of the year",
        first: share_of_time(),
        value: Axis { name: "GPUs", title: "Useful GPUs", unit: "useful GPUs", style, tick: style },
    }
}

/// Below so many GPUs at the peak the parts of a GPU are shown.
const FEW: f64 = 10.0;

/// The axis of a load-duration curve.
pub(super) const fn share_of_time() -> Axis {
    Axis {
        name: "Share of the year",
        title: "Share of the year, busiest hours first",
        unit: "fraction of the year",
        style: Style::PercentFine,
        tick: Style::Percent,
    }
}

/// The load-duration curve; nothing without workloads.
pub fn plot(demand: &Demand) -> Option<Plot> {
    if demand.is_empty() {
        return None;
    }
    let curve = demand.states().curve(&demand.total());
    let what = if figures(demand).peak < FEW { &WHAT_OF_FEW } else { &WHAT };
    Some(load_plot(what, takeaway(demand), &curve.in_steps(STEPS)))
}

/// A plot of a load-duration curve: GPUs and share of the time, the highest first.
pub(super) fn load_plot(what: &'static PlotSpec, takeaway: Vec<Piece>, steps: &[(f64, f64)]) -> Plot {
    let peak = steps.first().map_or(1.0, |(gpus, _)| *gpus);
    Plot {
        what: Cow::Borrowed(what),
        takeaway,
        note: "",
        series: vec![Series::new("own", "GPUs wanted")],
        rows: as_steps(steps, |gpus| [Some(gpus)]),
        form: Form::Lines(Lines {
            left: 0.0,
            right: 1.0,
            tick_of: 1.0,
            ends: (0.0, peak.max(1.0)),
            crossings: Vec::new(),
            crossing: Style::Count,
            today: None,
            step: None,
            bands: vec![Band { of: "own", low: GROUND, high: 0 }],
            shaded: None,
        }),
    }
}

/// Rows of a curve that falls in steps: each has a point at its start and at its end.
pub(super) fn as_steps<const N: usize>(steps: &[(f64, f64)], values: impl Fn(f64) -> [Option<f64>; N]) -> Vec<Row> {
    let mut rows = Vec::with_capacity(2 * steps.len());
    let mut from = 0.0;
    for (gpus, share) in steps {
        let to: f64 = from + share;
        for at in [from, to] {
            rows.push(Row { head: RowKey::Figure(at.min(1.0)), cells: cells(values(*gpus)), note: "", leads_to: "" });
        }
        from = to;
    }
    rows
}

/// Mean, peak and floor.
pub fn takeaway(demand: &Demand) -> Vec<Piece> {
    let found = figures(demand);
    let gpus = |value: f64| (value, if found.peak < FEW { Style::Decimal } else { Style::Count });
    if found.peak - found.floor <= 1e-9 * found.peak {
        return filled("{mean} GPUs are wanted all year", &[("mean", gpus(found.mean).into())]);
    }
    filled(
        "The workloads want {mean} GPUs on average, {peak} at the peak and never fewer than {floor}",
        &[("mean", gpus(found.mean).into()), ("peak", gpus(found.peak).into()), ("floor", gpus(found.floor).into())],
    )
}

/// What pooling does; nothing for a single workload, and nothing with measured levels.
pub fn pooled(demand: &Demand) -> Option<Vec<Piece>> {
    let found = pooling(demand)?;
    let gpus = |value: f64| (value, Style::Count);
    let share = |value: f64| (value, Style::PercentFine);
    let fewer = found.sum_of_peaks - found.peak_of_sum;
    if fewer <= 0.5 {
        return Some(filled(
            "All workloads peak together: sharing machines saves none of the {peak_of_sum} GPUs",
            &[("peak_of_sum", gpus(found.peak_of_sum).into())],
        ));
    }
    Some(filled(
        "Sized for each workload's own peak, separate clusters need {sum_of_peaks} GPUs. One shared cluster needs {peak_of_sum}: {fewer} fewer, busy {used_pooled} of the time instead of {used_apart}.",
        &[
            ("sum_of_peaks", gpus(found.sum_of_peaks).into()),
            ("peak_of_sum", gpus(found.peak_of_sum).into()),
            ("fewer", gpus(fewer).into()),
            ("used_pooled", share(found.used_pooled).into()),
            ("used_apart", share(found.used_apart).into()),
        ],
    ))
}

/// Every workload with its share of the demand. `around_hours`: launch and idle time billed with each run;
/// `gpus_per_instance`: GPUs of the instances that bursts are rented in.
pub fn workloads(demand: &Demand, around_hours: f64, gpus_per_instance: f64) -> Sheet {
    let column =
        |label: &str, unit: &'static str, style: Style| Column { label: label.to_owned(), unit: unit.into(), style };
    let row = |part: &Part| {
        let used = used_by(demand, part, gpus_per_instance, around_hours);
        let values =
            [part.gpu_hours, part.gpu_hours / HOURS_PER_YEAR, part.peak, part.interruptible, part.pinned, used];
        (part.name.clone(), values.into_iter().map(Some).collect())
    };
    Sheet {
        id: "workloads",
        title: "Workloads".into(),
        caption: "What each workload wants in a year".into(),
        first: "Workload".into(),
        columns: vec![
            column("GPU-hours a year", "GPU-hours", Style::Count),
            column("Mean GPUs", "GPUs", Style::Count),
            column("Peak GPUs", "GPUs", Style::Count),
            column("May be interrupted", "fraction", Style::Percent),
            column("Owned machines only", "fraction", Style::Percent),
            column(
                &format!("Share of billed hours used on {gpus_per_instance}-GPU instances"),
                "fraction",
                Style::Percent,
            ),
        ],
        rows: demand.parts.iter().map(row).collect(),
        sums: None,
    }
}

/// How many GPUs to plan for, with room for what a mean hides: at 80% use, at 75%, and for the peak.
pub fn planned_gpus(demand: &Demand) -> [f64; 3] {
    let found = figures(demand);
    [found.mean / 0.8, found.mean / 0.75, found.peak]
}
