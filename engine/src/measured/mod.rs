//! Measured data: the files that clusters, clouds and bills write, and what they say together.
//!
//! In: any [`std::io::Read`], streamed. Out: a [`Reading`] of each file with a [`FileReport`] of what was read and what
//! was not; a [`Record`] of several, in which nothing counts twice; its [`Summary`]. Source: model page, section 11.
//! What is unknown is never counted as 0. Deliberately absent: a clock, words for people (`crate::view`), replaying.

use std::io::Read;

use crate::prices::{Gpu, PriceBook};

pub mod bill;
pub mod format;
pub mod instant;
pub mod jobs;
pub mod names;
pub mod report;
pub mod rows;
pub mod samples;
pub mod settings;
pub mod source;
pub mod summary;

pub use format::{Format, Guess, recognize};
pub use report::{FileReport, Remark, SkipReason, Skipped, TimeRange};
pub use settings::{Meaning, Preview, ReadSettings, Refused};
pub use source::Progress;
pub use summary::{Summary, SummaryQuestions};

use source::Source;

/// Bytes by which a file is recognised.
const FIRST_BYTES: usize = 64 * 1_024;

/// What one file says.
#[derive(Clone, Debug)]
pub struct Reading {
    /// What was read of it.
    pub report: FileReport,
    /// Its jobs.
    pub jobs: jobs::Jobs,
    /// Its GPUs.
    pub samples: samples::Samples,
    /// Its demand, hour by hour: hours since 1970 UTC and GPUs, rising.
    pub series: Vec<(u32, f64)>,
    /// Its charges.
    pub charges: bill::Charges,
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
        }
    }
}

/// Recognises a file by its first decoded bytes, without reading the rest.
pub fn inspect(file: &mut dyn Read, file_name: &str) -> Result<Guess, Refused> {
    let mut go_on = |_| true;
    let mut source = open(file, &mut go_on)?;
    let first = source.peek(FIRST_BYTES).map_err(|e| Refused::Unreadable { message: e.to_string() })?;
    Ok(recognize(first, file_name))
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
    let mut source = open(file, progress)?;
    let first = source.peek(FIRST_BYTES).map_err(|e| refused(&e))?;
    if first.trim_ascii().is_empty() {
        return Err(Refused::Empty);
    }
    let format = settings.format.unwrap_or_else(|| recognize(first, file_name).format);
    let mut reading = Reading::new(file_name, format);
    let result = dispatch(&mut source, settings, &mut reading);
    if source.is_cancelled() {
        return Err(Refused::Cancelled);
    }
    result?;
    reading.report.bytes = source.bytes_read();
    if source.is_truncated() {
        reading.report.remarks.insert(0, Remark::Truncated);
    }
    Ok(reading)
}

/// Reads with the reader of the reading's format.
fn dispatch(source: &mut Source<'_>, settings: &ReadSettings, reading: &mut Reading) -> Result<(), Refused> {
    let Reading { report, charges, .. } = reading;
    match report.format {
        Format::OpenCost => bill::opencost::read(source, settings, report, charges),
        Format::Focus => bill::focus::read(source, settings, report, charges),
        Format::AwsCur => bill::cur::read(source, settings, report, charges),
        Format::AzureCost => bill::azure::read(source, settings, report, charges),
        format => Err(Refused::NothingFound { format }),
    }
}

fn open<'r>(file: &'r mut dyn Read, progress: &'r mut Progress<'r>) -> Result<Source<'r>, Refused> {
    let source = Source::open(file, progress).map_err(|e| refused(&e))?;
    match source.container() {
        Some(container) => Err(Refused::Container { container }),
        None => Ok(source),
    }
}

/// An error of the reader.
pub(crate) fn refused(error: &std::io::Error) -> Refused {
    if source::is_cancel(error) { Refused::Cancelled } else { Refused::Unreadable { message: error.to_string() } }
}

/// Several files together.
#[derive(Clone, Debug, Default)]
pub struct Record {
    reports: Vec<FileReport>,
    jobs: jobs::Jobs,
    charges: bill::Charges,
}

impl Record {
    /// Adds a file. What is in two files counts once: the fuller one.
    pub fn add(&mut self, reading: Reading) {
        let file = u16::try_from(self.reports.len()).unwrap_or(u16::MAX);
        self.reports.push(reading.report);
        self.jobs.take_in(reading.jobs, file);
        let overlap = self.charges.take_in(reading.charges);
        if let Some(report) = self.reports.last_mut() {
            report.count(overlap.duplicates, |count| Remark::InTwoFiles { count });
            if overlap.unresolved > 0 {
                let amount = Some(crate::units::count(overlap.unresolved));
                report.remarks.push(Remark::Bill { key: "partly-in-two-files".to_owned(), amount, name: None });
            }
        }
    }

    /// The reports of its files, in the order of reading.
    pub fn reports(&self) -> &[FileReport] {
        &self.reports
    }

    /// What its bills say, by a price book of the caller's; `None` without bills.
    pub fn bill(&self, book: &PriceBook, questions: &bill::BillQuestions) -> Option<bill::BillSummary> {
        self.charges.summary(book, questions)
    }

    /// The summary of everything.
    pub fn summarize(&self, questions: &SummaryQuestions, _gpus: &[Gpu]) -> Summary {
        let bill = self.bill(&PriceBook::embedded(), &questions.bill);
        let range = self.reports.iter().fold(None, |range, report| TimeRange::of_both(range, report.range));
        Summary { files: self.reports.clone(), range, bill, ..Summary::default() }
    }
}

/// Whether a text is a state of a Slurm job.
pub(crate) fn sacct_states(text: &str) -> bool {
    const STATES: [&str; 18] = [
        "BOOT_FAIL",
        "CANCELLED",
        "COMPLETED",
        "CONFIGURING",
        "COMPLETING",
        "DEADLINE",
        "FAILED",
        "NODE_FAIL",
        "OUT_OF_MEMORY",
        "PENDING",
        "PREEMPTED",
        "RUNNING",
        "REQUEUED",
        "RESIZING",
        "REVOKED",
        "SUSPENDED",
        "STOPPED",
        "TIMEOUT",
    ];
    let word = text.split(' ').next().unwrap_or_default();
    STATES.contains(&word)
}
