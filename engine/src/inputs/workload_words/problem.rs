//! What a description leaves open, with the words at fault.

use std::ops::Range;

pub use super::tokens::BadNumber;
use super::vocabulary::Topic;

/// Why words were not read.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Reason {
    /// Not in the table of words.
    Unknown,
    /// Known words that belong to nothing beside them.
    NoPlace,
    /// Digits that cannot be used.
    Number(BadNumber),
    /// Words that lead to a question.
    Topic(Topic),
    /// GPUs without a number.
    HowManyGpus,
    /// Machines without a number.
    HowManyMachines,
    /// Machines without the number of their GPUs.
    GpusOfAMachine,
    /// A number that counts nothing known.
    OfWhat,
    /// How often, without how long.
    HowLong,
    /// Days or nights, without hours.
    HoursOfADay,
    /// GPU-hours, without how often.
    HowOften,
    /// Hours at weekends: of each day, or of each weekend.
    EachDay,
    /// Bursts beside other times.
    Bursts,
    /// Office hours beside other times.
    Office,
    /// Several kinds of GPU.
    SeveralModels,
    /// It contradicts what was said before.
    Contradiction,
    /// Runs that would overlap.
    Overlap,
    /// It happens less than once a year.
    LessThanYearly,
    /// "both", and there are not two.
    NotTwo,
    /// Fewer or more GPUs than a workload may have: the least and the most.
    Gpus(f64, f64),
    /// More runs a year than a workload may have: the most.
    Times(f64),
    /// Shorter than a minute.
    Short,
    /// More workloads than a scenario may have: the most.
    TooMany(usize),
    /// The text is longer than this, in bytes.
    TooLong(usize),
}

/// Words that were not read.
#[derive(Clone, Debug, PartialEq)]
pub struct Problem {
    /// Their place in the text, in bytes.
    pub place: Range<usize>,
    /// Why.
    pub reason: Reason,
}
