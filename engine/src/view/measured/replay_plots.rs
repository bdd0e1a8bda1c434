//! Charts of a replay: what the machines did over time, and how long jobs waited.

use super::super::Style;
use super::super::demand::{as_steps, share_of_time};
use super::super::exportable::PlotId;
use super::super::plot::{Axis, Form, Lines, Plot, PlotSpec, Row, RowKey, Series, cells};
use super::super::template::filled;
use super::replayed::{self, ReplayView};

static OVER_TIME: PlotSpec = PlotSpec {
    id: PlotId::ReplayUse,
    title: "Machines and queue over time",
    first: Axis {
        name: "Day",
        title: "Days since the first job",
        unit: "days",
        style: Style::Decimal,
        tick: Style::Count,
    },
    value: Axis {
        name: "GPUs",
        title: "GPUs, mean of a step",
        unit: "GPUs",
        style: Style::Decimal,
        tick: Style::Count,
    },
};

static WAITS: PlotSpec = PlotSpec {
    id: PlotId::ReplayWaits,
    title: "How long jobs wait",
    first: Axis {
        name: "Share of the jobs",
        title: "Share of the jobs, the longest wait first",
        unit: "fraction of the jobs",
        ..share_of_time()
    },
    value: Axis { name: "Wait", title: "Hours waited", unit: "hours", style: Style::Decimal, tick: Style::Count },
};

/// A chart of a replay; nothing where it has no content, or for other charts.
pub fn plot(view: &ReplayView, id: PlotId) -> Option<Plot> {
    match id {
        PlotId::ReplaySizes => replayed::plot(view),
        PlotId::ReplayUse => over_time(view),
        PlotId::ReplayWaits => waits(view),
        _ => None,
    }
}

/// What the machines did over time; nothing without jobs.
pub fn over_time(view: &ReplayView) -> Option<Plot> {
    let last = view.over_time.last()?;
    // Machines are one line: what is committed works like what is owned.
    let of_step = |of: &[f64; 5]| [of[1] + of[2], of[3], of[4]];
    let most =
        |column: usize| view.over_time.iter().filter_map(|of| of_step(of).get(column).copied()).fold(0.0, f64::max);
    let [busy, rented, waiting] = [0, 1, 2].map(most);
    let slots = [("rented", (rented, Style::Count).into()), ("waiting", (waiting, Style::Count).into())];
    let row = |of: &[f64; 5]| Row {
        head: RowKey::Figure(of[0]),
        cells: cells(of_step(of).map(Some)),
        note: "",
        leads_to: "",
    };
    Some(Plot {
        what: &OVER_TIME,
        takeaway: filled("At most {rented} GPUs are rented, and jobs that ask for {waiting} wait", &slots),
        note: "",
        series: vec![
            Series::new("own", "On the machines"),
            Series::new("hour", "Rented"),
            Series::new("commit", "Waiting"),
        ],
        rows: view.over_time.iter().map(row).collect(),
        form: lines(last[0], busy.max(rented).max(waiting)),
    })
}

/// How long jobs wait with the patience asked about; nothing where none waits.
pub fn waits(view: &ReplayView) -> Option<Plot> {
    let (longest, _) = *view.wait_steps.first().filter(|(hours, _)| *hours > 0.0)?;
    let at_once = view.wait_steps.iter().filter(|(hours, _)| *hours == 0.0).map(|(_, share)| share).sum::<f64>();
    let slots = [("share", (at_once, Style::Percent).into()), ("longest", (longest, Style::Decimal).into())];
    Some(Plot {
        what: &WAITS,
        takeaway: filled("{share} of the jobs start at once; the longest wait is {longest} hours", &slots),
        note: "",
        series: vec![Series::new("own", "Hours waited")],
        rows: as_steps(&view.wait_steps, |hours| [Some(hours)]),
        form: lines(1.0, longest),
    })
}

fn lines(right: f64, most: f64) -> Form {
    Form::Lines(Lines {
        right: if right > 0.0 { right } else { 1.0 },
        tick_of: 1.0,
        ends: (0.0, if most > 0.0 { most } else { 1.0 }),
        crossings: Vec::new(),
        crossing: Style::Count,
        today: None,
        bands: Vec::new(),
        shaded: None,
        step: None,
    })
}
