//! What files say, kept as it was read: files are read where they lie, on many machines, and summed up on one.
//!
//! A partial holds the readings of any number of files: every job, the samples of every GPU in a few bytes each, every row of
//! a bill with its amounts, and what was read of each file. Merging two is the union of their readings: in any order and
//! grouping the same, and a file that is in both is there once. What is found in the merged partial is what reading all files
//! together finds, in the order of their names. One line of text, then postcard; another version is refused, not guessed.

use std::collections::BTreeSet;

use serde::{Deserialize, Serialize};

use super::report::NAME_SHOWN;
use super::{Format, Reading, Record, Refused, TimeRange};
use crate::text::plain;

/// What a partial begins with, whatever its version.
pub const MARK: &[u8] = b"rack-or-rent/partial ";
/// The first line of this version.
const FIRST_LINE: &[u8] = b"rack-or-rent/partial 1\n";

/// Why a partial cannot be used.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum PartialProblem {
    /// It was written by another version.
    OtherVersion,
    /// It breaks off, or holds what no version writes.
    Damaged,
}

impl From<PartialProblem> for Refused {
    fn from(problem: PartialProblem) -> Self {
        Self::Partial { problem }
    }
}

/// The readings of files.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Partial {
    /// Names of the files with their readings as they are written.
    readings: BTreeSet<(String, Vec<u8>)>,
}

impl Partial {
    /// Adds the reading of a file, or the readings of a partial.
    ///
    /// Errors: [`PartialProblem::Damaged`] for a reading that cannot be written; none is known.
    pub fn add(&mut self, reading: &Reading) -> Result<(), PartialProblem> {
        for reading in reading.all() {
            let bytes = postcard::to_allocvec(reading).map_err(|_| PartialProblem::Damaged)?;
            self.readings.insert((reading.report.name.clone(), bytes));
        }
        Ok(())
    }

    /// Adds what another one holds.
    pub fn merge(&mut self, other: Self) {
        self.readings.extend(other.readings);
    }

    /// Its bytes.
    pub fn write(&self) -> Vec<u8> {
        let readings: Vec<&[u8]> = self.readings.iter().map(|(_, bytes)| bytes.as_slice()).collect();
        let mut bytes = FIRST_LINE.to_vec();
        bytes.extend(postcard::to_allocvec(&readings).unwrap_or_default());
        bytes
    }

    /// Reads the bytes of one.
    ///
    /// Errors: another version, or bytes that no version writes.
    pub fn read(bytes: &[u8]) -> Result<Self, PartialProblem> {
        let all = readings(bytes)?;
        let mut found = Self::default();
        for reading in &all {
            found.add(reading)?;
        }
        Ok(found)
    }

    /// All files together, in the order of their names.
    pub fn record(&self) -> Record {
        let mut record = Record::default();
        for reading in self.readings.iter().filter_map(|(_, bytes)| decoded(bytes).ok()) {
            record.add(reading);
        }
        record
    }

    /// Names of the files, rising.
    pub fn names(&self) -> impl Iterator<Item = &str> {
        self.readings.iter().map(|(name, _)| name.as_str())
    }
}

/// A partial as the reading of one file: it stands for those that it holds.
pub(super) fn reading_of(file_name: &str, bytes: &[u8]) -> Result<Reading, Refused> {
    let merged = readings(bytes)?;
    if merged.is_empty() {
        return Err(Refused::Empty);
    }
    let mut all = Reading::new(file_name, Format::Partial);
    for reading in &merged {
        all.report.take_in(&reading.report);
    }
    all.merged = merged;
    Ok(all)
}

fn readings(bytes: &[u8]) -> Result<Vec<Reading>, PartialProblem> {
    let rest = bytes.strip_prefix(FIRST_LINE).ok_or(PartialProblem::OtherVersion)?;
    let (encoded, behind): (Vec<&[u8]>, &[u8]) =
        postcard::take_from_bytes(rest).map_err(|_| PartialProblem::Damaged)?;
    if !behind.is_empty() {
        return Err(PartialProblem::Damaged);
    }
    encoded.into_iter().map(decoded).collect()
}

/// A reading, with everything that its numbers have to be.
fn decoded(bytes: &[u8]) -> Result<Reading, PartialProblem> {
    let mut reading: Reading = postcard::from_bytes(bytes).map_err(|_| PartialProblem::Damaged)?;
    reading.charges.complete();
    reading.report.name = plain(&reading.report.name, NAME_SHOWN);
    reading.is_sound().then_some(reading).ok_or(PartialProblem::Damaged)
}

impl Reading {
    /// The readings that it stands for: itself, or those of a partial.
    pub fn all(&self) -> &[Self] {
        if self.merged.is_empty() { std::slice::from_ref(self) } else { &self.merged }
    }

    /// Files that it stands for.
    pub fn files(&self) -> usize {
        self.all().len()
    }

    /// Whether every number is one that a reader could have found.
    fn is_sound(&self) -> bool {
        let is_time = |range: TimeRange| range.from.is_finite() && range.to.is_finite() && range.from <= range.to;
        self.report.range.is_none_or(is_time)
            && self.series.iter().all(|(_, gpus)| gpus.is_finite() && *gpus >= 0.0)
            && self.jobs.is_sound()
            && self.samples.is_sound()
            && self.charges.is_sound()
    }
}
