//! Measured data: the files that clusters, clouds and bills write, and what they say together.
//!
//! In: any [`std::io::Read`], streamed. Out: a [`Reading`] of each file with a [`FileReport`] of what was read and what
//! was not; a [`Record`] of several, in which nothing counts twice; its [`Summary`]. Source: model page, section 11.
//! What is unknown is never counted as 0. Deliberately absent: a clock, words for people (`crate::view`), replaying (`crate::replay`).

use std::io::Read;

use serde::{Deserialize, Serialize};

mod any_costs;
mod any_csv;
pub mod bill;
mod chosen;
mod civil;
mod decimal;
mod first_page;
mod fixed_width;
pub mod format;
mod gres;
pub mod instant;
pub mod jobs;
mod ledger;
mod mig;
pub mod names;
pub mod partial;
mod prometheus;
pub mod proposals;
mod quote_scan;
mod recognize;
mod record;
mod recorded_jobs;
pub mod report;
pub mod rows;
pub mod samples;
pub mod settings;
pub mod slurm;
mod smi;
pub mod source;
pub mod steps;
pub mod summary;
mod swf;
mod table;
mod work;
pub mod zone;

pub use format::{Format, Guess};
pub use recognize::recognize;
pub use record::Record;
pub use report::{FileReport, Remark, SkipReason, Skipped, TimeRange};
pub use settings::{Meaning, OtherOutput, Preview, ReadSettings, Refused};
pub use source::{FileChanged, Progress};
pub use steps::ReadInSteps;
pub use summary::{Summary, SummaryQuestions};
pub use work::Work;

use source::Source;

/// Bytes by which a file is recognised.
const FIRST_BYTES: usize = 64 * 1_024;

/// What one file says.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Reading {
    /// What was read of it.
    #[serde(with = "report::as_text")]
    pub report: FileReport,
    /// Its jobs.
    pub jobs: jobs::Jobs,
    /// Its GPUs.
    pub samples: samples::Samples,
    /// Its demand, hour by hour: hours since 1970 UTC and GPUs, rising.
    pub series: Vec<(u32, f64)>,
    /// Its charges.
    pub charges: bill::Charges,
    /// The readings of a partial, for which this one stands; none for any other file.
    #[serde(skip)]
    merged: Vec<Self>,
    /// Work of reading it.
    #[serde(skip)]
    pub work: Work,
}

impl Reading {
    /// A reading of nothing yet.
    pub fn new(file_name: &str, format: Format) -> Self {
        Self {
            report: FileReport::new(file_name, format),
            jobs: jobs::Jobs::default(),
            samples: samples::Samples::default(),
            series: Vec::new(),
            charges: bill::Charges::default(),
            merged: Vec::new(),
            work: Work::default(),
        }
    }
}

/// Reads a file. `progress` receives the raw bytes read so far and answers whether to go on.
///
/// Errors: a file that is empty, packed or not what it is read as; one that needs an answer first; the reader's own.
pub fn read<'r>(
    file: &'r mut dyn Read,
    file_name: &str,
    settings: &ReadSettings,
    progress: &'r mut Progress<'r>,
) -> Result<Reading, Refused> {
    steps::without_pause(read_pausing(file, file_name, settings, progress))
}

/// The same, with pauses.
async fn read_pausing<'r>(
    file: &'r mut dyn Read,
    file_name: &str,
    settings: &ReadSettings,
    progress: &'r mut Progress<'r>,
) -> Result<Reading, Refused> {
    let mut source = open(file, progress)?;
    let first = source.peek(FIRST_BYTES).map_err(|e| refused(&e))?;
    if first.trim_ascii().is_empty() {
        return Err(Refused::Empty);
    }
    if first.starts_with(partial::MARK) {
        return read_partial(source, file_name);
    }
    if first.contains(&0) {
        return Err(Refused::NoText);
    }
    // Columns are chosen where the format that was recognised could not tell them.
    let guessed = || if settings.chosen.is_empty() { recognize(first, file_name).format } else { Format::AnyCsv };
    let format = settings.format.unwrap_or_else(guessed);
    let mut reading = Reading::new(file_name, format);
    let result = dispatch(&mut source, settings, &mut reading).await;
    if source.is_cancelled() {
        return Err(Refused::Cancelled);
    }
    result.map_err(not_too_wide)?;
    reading.work.take_in(&source.work);
    reading.charges.finish(&mut reading.report);
    reading.report.bytes = source.bytes_read();
    if source.is_truncated() {
        reading.report.remarks.insert(0, Remark::Truncated);
    }
    Ok(reading)
}

/// Reads a partial: all of it is there before any of it counts.
fn read_partial(mut source: Source<'_>, file_name: &str) -> Result<Reading, Refused> {
    while source.more().map_err(|e| refused(&e))? {}
    let mut reading = partial::reading_of(file_name, source.data())?;
    reading.work.take_in(&source.work);
    reading.report.bytes = source.bytes_read();
    Ok(reading)
}

/// Reads with the reader of the reading's format.
async fn dispatch(source: &mut Source<'_>, settings: &ReadSettings, reading: &mut Reading) -> Result<(), Refused> {
    match reading.report.format {
        Format::Slurm => slurm::read(source, settings, reading).await,
        Format::NvidiaSmi => smi::read(source, settings, reading).await,
        Format::Prometheus => prometheus::read(source, settings, reading).await,
        Format::Swf => swf::read(source, settings, reading).await,
        Format::AnyCsv => any_csv::read(source, settings, reading).await,
        Format::OpenCost => bill::opencost::read(source, settings, reading).await,
        Format::Focus => bill::focus::read(source, settings, reading).await,
        Format::AwsCur => bill::cur::read(source, settings, reading).await,
        Format::AzureCost => bill::azure::read(source, settings, reading).await,
        format => Err(Refused::NothingFound { format }),
    }
}

fn open<'r>(file: &'r mut dyn Read, progress: &'r mut Progress<'r>) -> Result<Source<'r>, Refused> {
    let mut source = Source::open(file, progress).map_err(|e| refused(&e))?;
    // What was compressed can be an archive too: `logs.tar.gz`.
    let inside = source::Container::of(source.peek(source::TAR_BLOCK).map_err(|e| refused(&e))?);
    match source.container().or(inside) {
        Some(container) => Err(Refused::Container { container }),
        None => Ok(source),
    }
}

/// Refuses a file without the columns that its format needs.
pub(crate) fn require(format: Format, needed: &[(&str, Option<usize>)]) -> Result<(), Refused> {
    let missing = needed.iter().filter(|(_, at)| at.is_none());
    let columns: Vec<String> = missing.map(|(name, _)| (*name).to_owned()).collect();
    if columns.is_empty() { Ok(()) } else { Err(Refused::MissingColumns { format, columns }) }
}

/// Refuses a table with more columns than can be chosen from.
fn not_too_wide(why: Refused) -> Refused {
    match why {
        Refused::ChooseColumns { preview } if preview.columns.len() > settings::MOST_CHOSEN_FROM => {
            Refused::TooManyColumns
        }
        why => why,
    }
}

/// An error of the reader.
pub(crate) fn refused(error: &std::io::Error) -> Refused {
    Refused::of_error(error)
}

/// An error of serde_json: of the reader below it, or of the syntax.
pub(crate) fn refused_json(error: serde_json::Error) -> Refused {
    if error.is_io() {
        return refused(&error.into());
    }
    Refused::Syntax { line: error.line(), column: error.column(), is_cut: error.is_eof() }
}

/// A count as a figure.
#[expect(clippy::cast_precision_loss, reason = "counts of rows stay below 2^52")]
pub(crate) const fn number(count: u64) -> f64 {
    count as f64
}

/// The sum of figures. That of no figures is 0, where [`Iterator::sum`] gives -0.
pub(crate) fn total(figures: impl Iterator<Item = f64>) -> f64 {
    figures.fold(0.0, |sum, figure| sum + figure)
}

/// Seconds since 1970 UTC without their fraction; times are checked where they are read.
#[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss)]
pub(crate) fn whole(seconds: f64) -> u32 {
    seconds.clamp(0.0, f64::from(u32::MAX)) as u32
}
