//! Workloads: what is needed, entered as people think of it. They add up to the demand of a year.
//!
//! Deliberately absent: the hours they become (`crate::demand`).

use super::field::{ChoiceOption, Column, ColumnKind, columns};
use super::value::{Cell, Row};
use super::{Scenario, optional};
use crate::formulas::tokens::TokenMix;
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

/// Whether a workload was measured, and how its series is read.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Measured {
    /// It is described: a series stands for the hours of the year in their order, repeated where it is shorter.
    #[default]
    No,
    /// Measured: the series holds levels, GPUs and for how many of the known hours, in no order.
    Levels,
    /// Measured, as formats up to 4 read it: the series is repeated until the year is full.
    Repeated,
}

/// Its options: id for files and links, label for people. An empty cell is the first.
pub const MEASURED: &[ChoiceOption] = &[
    ChoiceOption { id: "no", label: "no" },
    ChoiceOption { id: "levels", label: "yes: levels, GPUs x hours in any order" },
    ChoiceOption { id: "repeated", label: "yes: hour by hour, repeated over the year" },
];

impl Measured {
    const ALL: [Self; 3] = [Self::No, Self::Levels, Self::Repeated];

    fn from_id(id: &str) -> Self {
        let known = Self::ALL.into_iter().zip(MEASURED).find(|(_, option)| option.id == id);
        known.map_or(Self::No, |(measured, _)| measured)
    }

    /// Its id.
    pub fn id(self) -> &'static str {
        Self::ALL.into_iter().zip(MEASURED).find(|(measured, _)| *measured == self).map_or("", |(_, option)| option.id)
    }
}

impl Shape {
    const ALL: [Self; 7] =
        [Self::Steady, Self::Runs, Self::Office, Self::Bursty, Self::Training, Self::Inference, Self::Series];

    fn from_id(id: &str) -> Self {
        let known = Self::ALL.into_iter().zip(SHAPES).find(|(_, option)| option.id == id);
        known.map_or(Self::Steady, |(shape, _)| shape)
    }

    /// Its id.
    pub fn id(self) -> &'static str {
        Self::ALL.into_iter().zip(SHAPES).find(|(shape, _)| *shape == self).map_or("", |(_, option)| option.id)
    }

    /// The columns that only some shapes read, this one among them.
    pub fn columns(self) -> &'static [WorkloadColumn] {
        use WorkloadColumn::{
            FlopUtilization, Gpus, Hours, Measured, Parameters, PeakTflops, PeakToMean, RestShare, Series, TargetLoad,
            Times, TokenModel, Tokens, TokensPerSecond, TokensPerSecondPerGpu, UnstartedShare,
        };
        match self {
            Self::Steady => &[Gpus],
            Self::Runs => &[Gpus, Hours, Times, RestShare],
            Self::Office | Self::Bursty => &[Gpus, RestShare],
            Self::Training => &[Gpus, Times, Parameters, Tokens, PeakTflops, FlopUtilization],
            Self::Inference => &[TokenModel, TokensPerSecond, PeakToMean, TokensPerSecondPerGpu, TargetLoad],
            Self::Series => &[Series, Measured, UnstartedShare],
        }
    }
}

columns! {
    /// A column of a workload. Permanent: a column is never moved or reused.
    WorkloadColumn, COLUMNS {
        /// The user's name for it.
        Name: Column { label: "name", kind: ColumnKind::Text { max_chars: 80 } },
        /// Its shape.
        Shape: Column { label: "kind", kind: ColumnKind::Choice(SHAPES) },
        /// GPUs at once.
        Gpus: optional("GPUs", Unit::Gpus, 0.0, 1e6),
        /// Hours of a run.
        Hours: optional("each lasting", Unit::Hours, 0.0, 8_760.0),
        /// Runs a year.
        Times: Column {
            label: "times a year",
            kind: ColumnKind::Number { unit: Unit::Ratio, min: 0.0, max: 1e5, optional: true, whole: false },
        },
        /// GPUs that one job needs together.
        JobGpus: optional("GPUs per job", Unit::Gpus, 0.0, 1e6),
        /// Share that may be interrupted.
        Interruptible: optional("may be interrupted", Unit::Share, 0.0, 1.0),
        /// Hours between two checkpoints.
        CheckpointHours: optional("checkpoint every", Unit::Hours, 0.0, 8_760.0),
        /// Share that has to run on owned machines.
        Pinned: optional("owned machines only", Unit::Share, 0.0, 1.0),
        /// Hours that a job may wait.
        PatienceHours: optional("can wait", Unit::Hours, 0.0, 8_760.0),
        /// Share of the GPUs wanted at other times.
        RestShare: optional("wanted at other times", Unit::Share, 0.0, 1.0),
        /// Parameters of the model, billions.
        Parameters: optional("parameters, billions", Unit::Ratio, 0.0, 1e6),
        /// Tokens of a training run, billions.
        Tokens: optional("tokens, billions", Unit::Ratio, 0.0, 1e9),
        /// Dense peak throughput of a GPU.
        PeakTflops: optional("peak TFLOP/s per GPU", Unit::Ratio, 0.0, 1e6),
        /// Model FLOP utilization.
        FlopUtilization: optional("model FLOP utilization", Unit::Share, 0.0, 1.0),
        /// All tokens per second, input and output, mean over a day.
        TokensPerSecond: optional("tokens, mean", Unit::TokensPerSecond, 0.0, 1e12),
        /// Busiest time of day over the mean.
        PeakToMean: optional("peak to mean", Unit::Ratio, 1.0, 100.0),
        /// All tokens per second of one GPU. Empty with a model: as the price book has it.
        TokensPerSecondPerGpu: optional("tokens per GPU", Unit::TokensPerSecond, 0.0, 1e9),
        /// Share of that throughput to plan with.
        TargetLoad: optional("target load", Unit::Share, 0.0, 1.0),
        /// GPUs by hour.
        Series: Column { label: "GPUs by hour", kind: ColumnKind::Text { max_chars: LONGEST_SERIES } },
        /// Whether it was measured, and how its series is read.
        Measured: Column { label: "measured", kind: ColumnKind::Choice(MEASURED) },
        /// The model that makes the tokens, by name.
        TokenModel: Column { label: "model", kind: ColumnKind::Text { max_chars: 60 } },
        /// Output in all tokens.
        OutputShare: optional("output, of all tokens", Unit::Share, 0.0, 1.0),
        /// Input that a provider has kept, in all tokens.
        CachedShare: optional("cached input, of all tokens", Unit::Share, 0.0, 1.0),
        /// Share that may wait and is sent in batches.
        BatchShare: optional("sent in batches", Unit::Share, 0.0, 1.0),
        /// Of a measured series the share of jobs that never started in the record. Said beside the answer, and in no figure.
        UnstartedShare: optional("of it, jobs not started (counts in no figure)", Unit::Share, 0.0, 1.0),
    }
}

impl WorkloadColumn {
    /// Columns of inference that names a model: what an API charges by.
    pub const OF_A_MODEL: [Self; 3] = [Self::OutputShare, Self::CachedShare, Self::BatchShare];
    /// Columns of every shape that few workloads need. How long work may wait counts in the replay of whole jobs, which
    /// is to come.
    pub const OF_EVERY_SHAPE: [Self; 4] = [Self::JobGpus, Self::Interruptible, Self::CheckpointHours, Self::Pinned];
}

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
    /// Tokens per second, input and output, mean over a day.
    pub tokens_per_second: Option<f64>,
    /// Tokens per second at the busiest time of day over the mean.
    pub peak_to_mean: Option<f64>,
    /// Tokens per second of one GPU, input and output; with a model and empty as the price book has it.
    pub tokens_per_second_per_gpu: Option<f64>,
    /// Share of that throughput to plan with.
    pub target_load: Option<f64>,
    /// GPUs by hour, as text: `24*8000 256*760`. Shared by the copies of a scenario, and compared by its place first: it may
    /// be a whole year.
    pub series: Name,
    /// Whether it was measured, and how its series is read.
    pub measured: Measured,
    /// The model that makes the tokens, by name or id; empty if no API is asked for.
    pub token_model: String,
    /// Output in all tokens.
    pub output_share: Option<f64>,
    /// Input that a provider has kept, in all tokens.
    pub cached_share: Option<f64>,
    /// Share that may wait and is sent in batches.
    pub batch_share: Option<f64>,
    /// Of a measured series the share of jobs that never started in the record.
    pub unstarted_share: Option<f64>,
}

/// Output in all tokens, where nothing is entered: as much as input.
pub const USUAL_OUTPUT_SHARE: f64 = 0.5;

impl Workload {
    /// GPUs of a job in one fabric, where that is stated; for a model that is served a node does.
    pub(crate) fn fabric_gpus(&self, gpus_per_node: f64) -> Option<f64> {
        self.job_gpus.or_else(|| (self.shape == Shape::Inference).then_some(gpus_per_node))
    }

    /// Whether all its GPUs count as one job where it states no size of its jobs.
    pub fn is_one_job(&self) -> bool {
        matches!(self.shape, Shape::Runs | Shape::Training)
    }

    /// Whether its tokens may come from an API: it is inference and names a model.
    pub fn names_a_model(&self) -> bool {
        self.shape == Shape::Inference && !self.token_model.trim().is_empty()
    }

    /// The kinds of its tokens.
    pub fn token_mix(&self) -> TokenMix {
        TokenMix {
            cached: self.cached_share.unwrap_or(0.0),
            output: self.output_share.unwrap_or(USUAL_OUTPUT_SHARE),
            batch: self.batch_share.unwrap_or(0.0),
        }
    }

    /// Whether it was measured.
    pub fn is_measured(&self) -> bool {
        self.measured != Measured::No
    }

    /// Whether its series holds the levels of a measured record.
    pub fn has_levels(&self) -> bool {
        self.shape == Shape::Series && self.measured == Measured::Levels
    }
}

impl Row for Workload {
    fn cells(&self) -> Vec<Cell> {
        let number = |value: Option<f64>| value.map_or(Cell::Empty, Cell::Number);
        let text = |text: &str| if text.is_empty() { Cell::Empty } else { Cell::Text(text.to_owned()) };
        let cell = |column: &WorkloadColumn| match column {
            WorkloadColumn::Name => Cell::Text(self.name.clone()),
            WorkloadColumn::Shape => text(if self.shape == Shape::Steady { "" } else { self.shape.id() }),
            WorkloadColumn::Gpus => number(self.gpus),
            WorkloadColumn::Hours => number(self.hours),
            WorkloadColumn::Times => number(self.times),
            WorkloadColumn::JobGpus => number(self.job_gpus),
            WorkloadColumn::Interruptible => number(self.interruptible),
            WorkloadColumn::CheckpointHours => number(self.checkpoint_hours),
            WorkloadColumn::Pinned => number(self.pinned),
            WorkloadColumn::PatienceHours => number(self.patience_hours),
            WorkloadColumn::RestShare => number(self.rest_share),
            WorkloadColumn::Parameters => number(self.parameters),
            WorkloadColumn::Tokens => number(self.tokens),
            WorkloadColumn::PeakTflops => number(self.peak_tflops),
            WorkloadColumn::FlopUtilization => number(self.flop_utilization),
            WorkloadColumn::TokensPerSecond => number(self.tokens_per_second),
            WorkloadColumn::PeakToMean => number(self.peak_to_mean),
            WorkloadColumn::TokensPerSecondPerGpu => number(self.tokens_per_second_per_gpu),
            WorkloadColumn::TargetLoad => number(self.target_load),
            WorkloadColumn::Series => text(&self.series),
            WorkloadColumn::Measured => text(if self.is_measured() { self.measured.id() } else { "" }),
            WorkloadColumn::TokenModel => text(&self.token_model),
            WorkloadColumn::OutputShare => number(self.output_share),
            WorkloadColumn::CachedShare => number(self.cached_share),
            WorkloadColumn::BatchShare => number(self.batch_share),
            WorkloadColumn::UnstartedShare => number(self.unstarted_share),
        };
        let mut cells: Vec<Cell> = WorkloadColumn::ALL.iter().map(cell).collect();
        while cells.len() > 1 && cells.last() == Some(&Cell::Empty) {
            cells.pop();
        }
        cells
    }

    fn of(cells: &[Cell]) -> Option<Self> {
        (!cells.is_empty() && cells.len() <= COLUMNS.len()).then_some(())?;
        Some(Self {
            name: WorkloadColumn::Name.cell(cells).text()?,
            shape: Shape::from_id(&WorkloadColumn::Shape.cell(cells).text()?),
            gpus: WorkloadColumn::Gpus.number(cells)?,
            hours: WorkloadColumn::Hours.number(cells)?,
            times: WorkloadColumn::Times.number(cells)?,
            job_gpus: WorkloadColumn::JobGpus.number(cells)?,
            interruptible: WorkloadColumn::Interruptible.number(cells)?,
            checkpoint_hours: WorkloadColumn::CheckpointHours.number(cells)?,
            pinned: WorkloadColumn::Pinned.number(cells)?,
            patience_hours: WorkloadColumn::PatienceHours.number(cells)?,
            rest_share: WorkloadColumn::RestShare.number(cells)?,
            parameters: WorkloadColumn::Parameters.number(cells)?,
            tokens: WorkloadColumn::Tokens.number(cells)?,
            peak_tflops: WorkloadColumn::PeakTflops.number(cells)?,
            flop_utilization: WorkloadColumn::FlopUtilization.number(cells)?,
            tokens_per_second: WorkloadColumn::TokensPerSecond.number(cells)?,
            peak_to_mean: WorkloadColumn::PeakToMean.number(cells)?,
            tokens_per_second_per_gpu: WorkloadColumn::TokensPerSecondPerGpu.number(cells)?,
            target_load: WorkloadColumn::TargetLoad.number(cells)?,
            series: WorkloadColumn::Series.cell(cells).text()?.into(),
            measured: Measured::from_id(&WorkloadColumn::Measured.cell(cells).text()?),
            token_model: WorkloadColumn::TokenModel.cell(cells).text()?,
            output_share: WorkloadColumn::OutputShare.number(cells)?,
            cached_share: WorkloadColumn::CachedShare.number(cells)?,
            batch_share: WorkloadColumn::BatchShare.number(cells)?,
            unstarted_share: WorkloadColumn::UnstartedShare.number(cells)?,
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
        let series = || Workload { shape: Shape::Series, series: "8x24".into(), ..Workload::default() };
        all.extend(Measured::ALL.map(|measured| Workload { measured, ..series() }));
        for workload in all {
            assert_eq!(Workload::of(&workload.cells()), Some(workload));
        }
        assert_eq!(Workload { gpus: Some(24.0), ..Workload::default() }.cells().len(), 3);
    }
}
