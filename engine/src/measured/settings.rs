//! Settings of the readers, the questions they ask, and their reasons to refuse a file.

use serde::{Deserialize, Serialize};

use super::format::Format;
use super::instant::{Clock, DateOrder};
use super::partial::PartialProblem;
use super::source::{Container, FileChanged, is_cancel};
use super::zone::{LocalClock, TimeZone};

/// What the cells of a chosen column hold.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Meaning {
    /// Time of a sample or of a step of a series, or the start of a job.
    Start,
    /// End of a job.
    End,
    /// Duration of a job: hours if it is a number, else `[days-]hours:minutes:seconds`.
    Duration,
    /// Duration of a job in seconds.
    DurationSeconds,
    /// When a job was submitted.
    Submit,
    /// Number of GPUs: of a job, or of a step of a series.
    Gpus,
    /// GPU-hours used in the row's period.
    GpuHours,
    /// Cost of the row's period.
    Cost,
    /// Currency of the cost, three letters; US dollars without such a column.
    Currency,
    /// Type of the GPUs.
    GpuType,
    /// User.
    User,
    /// Account, team or project.
    Account,
    /// Partition or queue.
    Partition,
    /// Job id.
    JobId,
    /// A GPU's id: its samples are read.
    Gpu,
    /// Host of a GPU.
    Host,
    /// Utilization in per cent.
    UtilizationPercent,
    /// Utilization as a share of 1.
    UtilizationShare,
    /// Power in watts.
    Power,
    /// Memory used, in per cent.
    MemoryPercent,
}

/// How to read a file.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct ReadSettings {
    /// What to read it as; recognised if not given.
    pub format: Option<Format>,
    /// Offset from UTC of times without a zone, in seconds; east is positive.
    pub zone_offset: f64,
    /// The zone of times without one, with its summer time; instead of the offset.
    pub zone: Option<TimeZone>,
    /// The order of dates with slashes where the file leaves doubt.
    pub date_order: Option<DateOrder>,
    /// Seconds between two samples of a GPU, for files without times; the period of a row of GPU-hours without an end.
    pub interval: Option<f64>,
    /// Columns of a file without a header.
    pub header: Vec<String>,
    /// The host of GPUs that a file names by their index or address alone; empty if it is not known.
    pub host: String,
    /// Meanings of columns, by position from 0, for any table.
    pub chosen: Vec<(usize, Meaning)>,
    /// Whether processors of a Standard Workload Format file are GPUs.
    pub processors_are_gpus: bool,
}

impl ReadSettings {
    /// The clock that reads the times of a file.
    pub(super) fn clock(&self) -> Clock {
        Clock::new(self.place(), self.date_order)
    }

    /// The same for a file whose times rise from row to row.
    pub(super) fn rising_clock(&self) -> Clock {
        Clock::new(self.place().of_rising_times(), self.date_order)
    }

    fn place(&self) -> LocalClock {
        self.zone.as_ref().map_or_else(|| LocalClock::at_offset(self.zone_offset), LocalClock::in_zone)
    }
}

/// Most columns of a table whose columns are chosen: each has a choice to draw.
pub const MOST_CHOSEN_FROM: usize = 50;

/// The first rows of a table, to choose columns by.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Preview {
    /// The cells of its first row: usually the names of the columns.
    pub columns: Vec<String>,
    /// The rows that follow, at most ten.
    pub rows: Vec<Vec<String>>,
    /// Meanings that the names suggest, by position.
    pub suggested: Vec<(usize, Meaning)>,
}

/// Output of a tool in a form that is not read, where another form of it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum OtherOutput {
    /// `sacct --json` or `squeue --json`.
    SacctJson,
    /// `sacct --yaml` or `squeue --yaml`.
    SacctYaml,
    /// `squeue`.
    Squeue,
    /// `scontrol show job`.
    Scontrol,
    /// `sreport`.
    Sreport,
    /// `nvidia-smi -q`, as text or XML.
    NvidiaSmiQuery,
    /// `nvidia-smi` without options: its table of boxes.
    NvidiaSmiTable,
    /// `nvidia-smi -L`.
    NvidiaSmiList,
    /// `nvidia-smi dmon` or `pmon`, and `dcgmi dmon`.
    Monitor,
    /// The text that an exporter of DCGM gives to Prometheus.
    ExporterText,
}

impl OtherOutput {
    /// The output of Slurm that the first bytes of a text are, if they are one.
    pub fn of_jobs(first: &[u8]) -> Option<Self> {
        let text = first.trim_ascii_start();
        let has = |word: &str| memchr::memmem::find(text, word.as_bytes()).is_some();
        let line = text.split(|&byte| byte == b'\n').next().unwrap_or_default();
        if text.starts_with(b"{") {
            let is_sacct = has("\"jobs\"") && (has("\"job_id\"") || has("\"meta\""));
            return (is_sacct && !has("\"metric\"")).then_some(Self::SacctJson);
        }
        if text.starts_with(b"jobs:") || (text.starts_with(b"---") && has("\njobs:")) {
            return Some(Self::SacctYaml);
        }
        if text.starts_with(b"JobId=") {
            return Some(Self::Scontrol);
        }
        let words: Vec<&[u8]> = line.split(u8::is_ascii_whitespace).filter(|word| !word.is_empty()).collect();
        if words.first() == Some(&&b"JOBID"[..]) && words.contains(&&b"ST"[..]) {
            return Some(Self::Squeue);
        }
        (text.starts_with(b"----") && has("Utilization") && has("Cluster")).then_some(Self::Sreport)
    }

    /// The output of a tool for GPUs that the first bytes of a text are, if they are one.
    pub fn of_gpus(first: &[u8]) -> Option<Self> {
        let text = first.trim_ascii_start();
        let has = |word: &str| memchr::memmem::find(text, word.as_bytes()).is_some();
        let mut lines = text.split(|&byte| byte == b'\n').map(<[u8]>::trim_ascii);
        let line = lines.next().unwrap_or_default();
        let head = text.get(..1_024).unwrap_or(text);
        let begins = |word: &str| memchr::memmem::find(head, word.as_bytes()).is_some();
        if begins("NVSMI LOG") || begins("<nvidia_smi_log>") || begins("nvsmi_device") {
            return Some(Self::NvidiaSmiQuery);
        }
        // The date may stand above the boxes.
        if begins("| NVIDIA-SMI ") || (line.starts_with(b"+--") && begins("GPU-Util")) {
            return Some(Self::NvidiaSmiTable);
        }
        if line.starts_with(b"GPU ") && has("(UUID: GPU-") {
            return Some(Self::NvidiaSmiList);
        }
        let is_sample = |line: &[u8]| line.starts_with(b"DCGM_FI_") || line.starts_with(b"nvidia_smi_");
        let is_comment = line.starts_with(b"# HELP ") || line.starts_with(b"# TYPE ");
        let is_exporter = is_comment && (has("DCGM_FI_") || has("nvidia_smi_"));
        let is_bare = is_sample(line)
            && line.contains(&b'}')
            && lines.next().is_none_or(|line| line.is_empty() || is_sample(line));
        if is_exporter || is_bare {
            return Some(Self::ExporterText);
        }
        let is_monitor = line.strip_prefix(b"#").is_some_and(|names| {
            let mut names = names.split(u8::is_ascii_whitespace).filter(|name| !name.is_empty());
            names.any(|name| [&b"gpu"[..], b"Entity"].iter().any(|known| name.eq_ignore_ascii_case(known)))
        });
        is_monitor.then_some(Self::Monitor)
    }
}

/// Why a file was not read.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", tag = "kind")]
pub enum Refused {
    /// There is nothing in it.
    Empty,
    /// Reading was stopped.
    Cancelled,
    /// It is no text: an image, a program, a database.
    NoText,
    /// The file could not be read.
    Unreadable {
        /// What the system said.
        message: String,
    },
    /// It is no longer as it was when it was chosen.
    Changed,
    /// It is no JSON, although it begins as such.
    Syntax {
        /// Line of the fault, from 1.
        line: usize,
        /// Column of the fault, in bytes from 1.
        column: usize,
        /// Whether the file ends there.
        is_cut: bool,
    },
    /// It is an answer of Prometheus that holds an error.
    ErrorAnswer {
        /// The error.
        message: String,
    },
    /// It has to be unpacked or exported differently first.
    Container {
        /// What it is.
        container: Container,
    },
    /// It is the output of a tool in a form that is not read: another form is.
    OtherOutput {
        /// What it is.
        output: OtherOutput,
    },
    /// Columns that its format needs are missing.
    MissingColumns {
        /// What it was read as.
        format: Format,
        /// Their usual names.
        columns: Vec<String>,
    },
    /// It is a table that has to be explained: choose columns.
    ChooseColumns {
        /// Its first rows.
        preview: Preview,
    },
    /// It is a table that has to be explained, with more columns than [`MOST_CHOSEN_FROM`].
    TooManyColumns,
    /// It has no times: enter the seconds between two samples.
    AskInterval {
        /// GPUs that its first samples show.
        gpus: u64,
    },
    /// Its processors may be CPUs: say whether they are GPUs.
    AskProcessors,
    /// Nothing in it has the form of its format.
    NothingFound {
        /// What it was read as.
        format: Format,
    },
    /// It is a partial that cannot be used.
    Partial {
        /// Why.
        problem: PartialProblem,
    },
}

impl Refused {
    /// An error of a reader.
    pub fn of_error(error: &std::io::Error) -> Self {
        if is_cancel(error) {
            Self::Cancelled
        } else if error.get_ref().is_some_and(<dyn std::error::Error + Send + Sync>::is::<FileChanged>) {
            Self::Changed
        } else {
            Self::Unreadable { message: error.to_string() }
        }
    }
}
