//! Workloads: what is needed, entered as people think of it. They add up to the demand of a year.
//!
//! Deliberately absent: the hours they become (`crate::demand`).

use super::field::{ChoiceOption, Column, ColumnKind};
use super::value::{Cell, Row};
use super::{Scenario, optional};
use crate::text::Name;
use crate::units::Unit;

/// Most workloads of a scenario.
pub const MOST_WORKLOADS: usize = 24;
/// Longest series as text: a year of hours, each with its own number.
const LONGEST_SERIES: usize = 100_000;

/// How a workload is entered.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Shape {
    /// The same number of GPUs all year.
    #[default]
    Steady,
    /// Runs or jobs: GPUs, hours each, how often a year; spread evenly.
    Runs,
    /// All GPUs on weekdays from 8 to 20, a part of them otherwise.
    Office,
    /// All GPUs in bursts of 8 hours on average, a part of them for 40 hours on average between two.
    Bursty,
    /// Training runs from parameters, tokens, peak throughput and model FLOP utilization.
    Training,
    /// Inference from tokens per second, with a daily rhythm.
    Inference,
    /// A series: GPUs hour by hour.
    Series,
}

/// The shapes: id for files and links, label for people. An empty cell is the first.
pub const SHAPES: &[ChoiceOption] = &[
    ChoiceOption { id: "steady", label: "all year" },
    ChoiceOption { id: "runs", label: "runs or jobs" },
    ChoiceOption { id: "office", label: "office hours" },
    ChoiceOption { id: "bursty", label: "bursts" },
    ChoiceOption { id: "training", label: "training runs by model size" },
    ChoiceOption { id: "inference", label: "inference by tokens" },
    ChoiceOption { id: "series", label: "a series, hour by hour" },
];

impl Shape {
    const ALL: [Self; 7] =
        [Self::Steady, Self::Runs, Self::Office, Self::Bursty, Self::Training, Self::Inference, Self::Series];

    fn of(id: &str) -> Self {
        let known = Self::ALL.into_iter().zip(SHAPES).find(|(_, option)| option.id == id);
        known.map_or(Self::Steady, |(shape, _)| shape)
    }

    /// Its id.
    pub fn id(self) -> &'static str {
        Self::ALL.into_iter().zip(SHAPES).find(|(shape, _)| *shape == self).map_or("", |(_, option)| option.id)
    }

    /// The columns that this shape reads, by their places, besides name and shape. The last ones are of every shape.
    pub fn columns(self) -> impl Iterator<Item = usize> {
        let own: &[usize] = match self {
            Self::Steady => &[2],
            Self::Runs => &[2, 3, 4, 10],
            Self::Office | Self::Bursty => &[2, 10],
            Self::Training => &[2, 4, 11, 12, 13, 14],
            Self::Inference => &[15, 16, 17, 18],
            Self::Series => &[19],
        };
        // How long work may wait counts in the replay of whole jobs, which is to come.
        own.iter().chain(&[5, 6, 7, 8]).copied()
    }
}

/// The columns of a workload. Permanent: a column is never moved or reused.
pub const COLUMNS: &[Column] = &[
    Column { label: "name", kind: ColumnKind::Text { max_chars: 80 } },
    Column { label: "kind", kind: ColumnKind::Choice(SHAPES) },
    optional("GPUs", Unit::Gpus, 0.0, 1e6),
    optional("each lasting", Unit::Hours, 0.0, 8_760.0),
    Column {
        label: "times a year",
        kind: ColumnKind::Number { unit: Unit::Ratio, min: 0.0, max: 1e5, optional: true, whole: false },
    },
    optional("GPUs per job", Unit::Gpus, 0.0, 1e6),
    optional("may be interrupted", Unit::Share, 0.0, 1.0),
    optional("checkpoint every", Unit::Hours, 0.0, 8_760.0),
    optional("owned machines only", Unit::Share, 0.0, 1.0),
    optional("can wait", Unit::Hours, 0.0, 8_760.0),
    optional("wanted at other times", Unit::Share, 0.0, 1.0),
    optional("parameters, billions", Unit::Ratio, 0.0, 1e6),
    optional("tokens, billions", Unit::Ratio, 0.0, 1e9),
    optional("peak TFLOP/s per GPU", Unit::Ratio, 0.0, 1e6),
    optional("model FLOP utilization", Unit::Share, 0.0, 1.0),
    optional("tokens per second, mean", Unit::Ratio, 0.0, 1e12),
    optional("peak to mean", Unit::Ratio, 1.0, 100.0),
    optional("tokens per second per GPU", Unit::Ratio, 0.0, 1e9),
    optional("target load", Unit::Share, 0.0, 1.0),
    Column { label: "GPUs by hour", kind: ColumnKind::Text { max_chars: LONGEST_SERIES } },
];

/// A named part of the demand. Empty cells take the usual value of its shape.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Workload {
    /// The user's name for it: a team, a product.
    pub name: String,
    /// How it is entered.
    pub shape: Shape,
    /// Useful GPUs at once: all of the time, in each run, at most.
    pub gpus: Option<f64>,
    /// Hours of a run.
    pub hours: Option<f64>,
    /// Runs a year. A part of one is a run cut short: every three weeks is 17 runs and a third of one.
    pub times: Option<f64>,
    /// GPUs that one job needs together.
    pub job_gpus: Option<f64>,
    /// Share of it that may be interrupted.
    pub interruptible: Option<f64>,
    /// Hours between two checkpoints.
    pub checkpoint_hours: Option<f64>,
    /// Share of it that has to run on owned machines.
    pub pinned: Option<f64>,
    /// Hours that a job may wait.
    pub patience_hours: Option<f64>,
    /// Share of the GPUs wanted outside runs, office hours and bursts.
    pub rest_share: Option<f64>,
    /// Parameters of the model, billions.
    pub parameters: Option<f64>,
    /// Tokens of a training run, billions.
    pub tokens: Option<f64>,
    /// Dense peak throughput of a GPU in the format used, TFLOP/s.
    pub peak_tflops: Option<f64>,
    /// Model FLOP utilization.
    pub flop_utilization: Option<f64>,
    /// Tokens per second, mean over a day.
    pub tokens_per_second: Option<f64>,
    /// Tokens per second at the busiest time of day over the mean.
    pub peak_to_mean: Option<f64>,
    /// Tokens per second of one GPU.
    pub tokens_per_second_per_gpu: Option<f64>,
    /// Share of that throughput to plan with.
    pub target_load: Option<f64>,
    /// GPUs by hour, as text: `24*8000 256*760`. Shared by the copies of a scenario, and compared by its place first: it may
    /// be a whole year.
    pub series: Name,
}

impl Row for Workload {
    fn cells(&self) -> Vec<Cell> {
        let number = |value: Option<f64>| value.map_or(Cell::Empty, Cell::Number);
        let text = |text: &str| if text.is_empty() { Cell::Empty } else { Cell::Text(text.to_owned()) };
        let mut cells = vec![
            Cell::Text(self.name.clone()),
            text(if self.shape == Shape::Steady { "" } else { self.shape.id() }),
            number(self.gpus),
            number(self.hours),
            number(self.times),
            number(self.job_gpus),
            number(self.interruptible),
            number(self.checkpoint_hours),
            number(self.pinned),
            number(self.patience_hours),
            number(self.rest_share),
            number(self.parameters),
            number(self.tokens),
            number(self.peak_tflops),
            number(self.flop_utilization),
            number(self.tokens_per_second),
            number(self.peak_to_mean),
            number(self.tokens_per_second_per_gpu),
            number(self.target_load),
            text(&self.series),
        ];
        while cells.len() > 1 && cells.last() == Some(&Cell::Empty) {
            cells.pop();
        }
        cells
    }

    fn of(cells: &[Cell]) -> Option<Self> {
        (!cells.is_empty() && cells.len() <= COLUMNS.len()).then_some(())?;
        let at = |place: usize| cells.get(place).unwrap_or(&Cell::Empty);
        let number = |place: usize| match at(place) {
            Cell::Number(value) => Some(Some(*value)),
            Cell::Empty => Some(None),
            Cell::Text(_) => None,
        };
        Some(Self {
            name: at(0).text()?,
            shape: Shape::of(&at(1).text()?),
            gpus: number(2)?,
            hours: number(3)?,
            times: number(4)?,
            job_gpus: number(5)?,
            interruptible: number(6)?,
            checkpoint_hours: number(7)?,
            pinned: number(8)?,
            patience_hours: number(9)?,
            rest_share: number(10)?,
            parameters: number(11)?,
            tokens: number(12)?,
            peak_tflops: number(13)?,
            flop_utilization: number(14)?,
            tokens_per_second: number(15)?,
            peak_to_mean: number(16)?,
            tokens_per_second_per_gpu: number(17)?,
            target_load: number(18)?,
            series: at(19).text()?.into(),
        })
    }
}

impl Scenario {
    /// Whether all work may be interrupted, so that spot can do all of it.
    pub fn may_be_interrupted(&self) -> bool {
        match self.work.workloads.as_slice() {
            [] => self.work.interruptible,
            all => all.iter().all(|workload| workload.interruptible == Some(1.0)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_workload_is_its_cells() {
        let mut all = vec![Workload { name: "research".to_owned(), gpus: Some(24.0), ..Workload::default() }];
        all.extend(Shape::ALL.map(|shape| Workload { shape, series: "8*24".into(), ..Workload::default() }));
        for workload in all {
            assert_eq!(Workload::of(&workload.cells()), Some(workload));
        }
        assert_eq!(Workload { gpus: Some(24.0), ..Workload::default() }.cells().len(), 3);
    }
}
