//! Charts of a replay: what the machines did over time, and how long jobs waited.

use std::borrow::Cow;

use super::super::Style;
use super::super::demand::{as_steps, share_of_time};
use super::super::exportable::PlotId;
use super::super::plot::{Axis, Form, Lines, Plot, PlotSpec, Row, RowKey, Series, cells};
use super::super::template::filled;
use super::replayed::{self, ReplayView};
use crate::units::count;

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

/// Most points of a line: more steps are drawn as means of as many.
const MOST_POINTS: usize = 400;
/// Fewest steps that are shown.
const FEWEST_STEPS: f64 = 24.0;

/// The days of a record that its chart shows.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct DaysShown {
    /// The first, days since the first job.
    pub from: f64,
    /// The end.
    pub to: f64,
}

/// How the days shown change.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Zoom {
    /// Half as many, around the same middle.
    Closer,
    /// Twice as many.
    Wider,
    /// As many, half of them before.
    Earlier,
    /// As many, half of them after.
    Later,
}

impl DaysShown {
    /// All days of a replay; nothing without jobs.
    pub fn whole(view: &ReplayView) -> Option<Self> {
        view.over_time.last().map(|last| Self { from: 0.0, to: last[0] })
    }

    /// Other days of the record, within it and no fewer than its steps can show.
    #[must_use]
    pub fn zoomed(self, view: &ReplayView, zoom: Zoom) -> Self {
        let Some(whole) = Self::whole(view) else { return self };
        let step = view.over_time.get(1).map_or(whole.to, |of| of[0]);
        let (days, middle) = (self.to - self.from, f64::midpoint(self.from, self.to));
        let (wanted, at) = match zoom {
            Zoom::Closer => (days / 2.0, middle),
            Zoom::Wider => (days * 2.0, middle),
            Zoom::Earlier => (days, middle - days / 2.0),
            Zoom::Later => (days, middle + days / 2.0),
        };
        let days = wanted.max(FEWEST_STEPS * step).min(whole.to);
        let from = (at - days / 2.0).clamp(0.0, whole.to - days);
        Self { from, to: from + days }
    }
}

/// A chart of a replay; nothing where it has no content, or for other charts.
pub fn plot(view: &ReplayView, id: PlotId) -> Option<Plot> {
    match id {
        PlotId::ReplaySizes => replayed::plot(view),
        PlotId::ReplayUse => over_time(view, DaysShown::whole(view)?),
        PlotId::ReplayWaits => waits(view),
        _ => None,
    }
}

/// What the machines did in some days; nothing without jobs.
pub fn over_time(view: &ReplayView, days: DaysShown) -> Option<Plot> {
    let shown: Vec<&[f64; 5]> = view.over_time.iter().filter(|of| of[0] >= days.from && of[0] <= days.to).collect();
    // Machines are one line: what is committed works like what is owned.
    let of_step = |of: &[f64; 5]| [of[1] + of[2], of[3], of[4]];
    let together = shown.len().div_ceil(MOST_POINTS).max(1);
    let mean = |steps: &[&[f64; 5]]| {
        let sums = steps.iter().map(|of| of_step(of)).reduce(add).unwrap_or_default();
        sums.map(|gpus| gpus / count(steps.len()))
    };
    let points: Vec<(f64, [f64; 3])> =
        shown.chunks(together).filter_map(|steps| Some((steps.first()?[0], mean(steps)))).collect();
    let most = |column: usize| points.iter().filter_map(|(_, of)| of.get(column).copied()).fold(0.0, f64::max);
    let [busy, rented, waiting] = [0, 1, 2].map(most);
    let slots = [("rented", (rented, Style::Count).into()), ("waiting", (waiting, Style::Count).into())];
    let row = |(day, of): &(f64, [f64; 3])| Row {
        head: RowKey::Figure(*day),
        cells: cells(of.map(Some)),
        note: "",
        leads_to: "",
    };
    points.first()?;
    Some(Plot {
        what: Cow::Borrowed(&OVER_TIME),
        takeaway: filled(
            "Means over time: at most {rented} GPUs rented, and {waiting} asked for by jobs that wait",
            &slots,
        ),
        note: "",
        series: vec![
            Series::new("own", "On the machines"),
            Series::new("hour", "Rented"),
            Series::new("commit", "Waiting"),
        ],
        rows: points.iter().map(row).collect(),
        form: lines((days.from, days.to), busy.max(rented).max(waiting)),
    })
}

fn add(a: [f64; 3], b: [f64; 3]) -> [f64; 3] {
    [a[0] + b[0], a[1] + b[1], a[2] + b[2]]
}

/// How long jobs wait with the patience asked about; nothing where none waits.
pub fn waits(view: &ReplayView) -> Option<Plot> {
    let (longest, _) = *view.wait_steps.first().filter(|(hours, _)| *hours > 0.0)?;
    let at_once = view.wait_steps.iter().filter(|(hours, _)| *hours == 0.0).map(|(_, share)| share).sum::<f64>();
    let slots = [("share", (at_once, Style::Percent).into()), ("longest", (longest, Style::Decimal).into())];
    Some(Plot {
        what: Cow::Borrowed(&WAITS),
        takeaway: filled("{share} of the jobs start at once; the longest wait is {longest} hours", &slots),
        note: "",
        series: vec![Series::new("own", "Hours waited")],
        rows: as_steps(&view.wait_steps, |hours| [Some(hours)]),
        form: lines((0.0, 1.0), longest),
    })
}

fn lines((left, right): (f64, f64), most: f64) -> Form {
    Form::Lines(Lines {
        left,
        right: if right > left { right } else { left + 1.0 },
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

#[cfg(test)]
mod tests {
    use super::*;

    /// Four weeks of an hour each: 1 GPU on machines, then 3; the last step closes the record.
    fn month() -> ReplayView {
        let gpus = |hour: i32| if hour < 336 { 1.0 } else { 3.0 };
        let over_time = (0..=672).map(|hour| [f64::from(hour) / 24.0, gpus(hour), 0.0, 0.0, 2.0]).collect();
        ReplayView { over_time, ..ReplayView::default() }
    }

    #[test]
    fn the_days_shown_stay_within_the_record() {
        let view = month();
        let whole = DaysShown::whole(&view).expect("jobs");
        assert_eq!(whole, DaysShown { from: 0.0, to: 28.0 });
        let zoom = |days: DaysShown, all: &[Zoom]| all.iter().fold(days, |days, zoom| days.zoomed(&view, *zoom));
        assert_eq!(zoom(whole, &[Zoom::Closer]), DaysShown { from: 7.0, to: 21.0 });
        assert_eq!(zoom(whole, &[Zoom::Closer, Zoom::Earlier]), DaysShown { from: 0.0, to: 14.0 });
        assert_eq!(zoom(whole, &[Zoom::Closer, Zoom::Later, Zoom::Later]), DaysShown { from: 14.0, to: 28.0 });
        assert_eq!(zoom(whole, &[Zoom::Closer, Zoom::Wider]), whole);
        assert_eq!(zoom(whole, &[Zoom::Wider]), whole);
        assert_eq!(zoom(whole, &[Zoom::Earlier]), whole);
        let closest = zoom(whole, &[Zoom::Closer; 10]);
        assert!((closest.to - closest.from - 1.0).abs() < 1e-9, "{closest:?}: a day of hours");
    }

    #[test]
    fn a_long_record_is_drawn_as_means_and_a_short_part_as_it_is() {
        let view = month();
        let rows = |from, to| over_time(&view, DaysShown { from, to }).expect("jobs").rows;
        let whole = rows(0.0, 28.0);
        assert!(whole.len() <= MOST_POINTS && whole.len() > MOST_POINTS / 2, "{}", whole.len());
        let sum: f64 = whole.iter().filter_map(|row| row.cells.first().copied().flatten()).sum();
        assert!((sum / crate::units::count(whole.len()) - 2.0).abs() < 0.01, "{sum}");
        let week = rows(7.0, 14.0);
        assert_eq!(week.len(), 169, "every hour of a week, both ends");
        assert_eq!(week.first().map(|row| row.head.clone()), Some(RowKey::Figure(7.0)));
    }
}
