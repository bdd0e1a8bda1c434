//! The commands and their options.

use std::path::PathBuf;

use clap::{Args, Parser, Subcommand, ValueEnum};
use engine::document::workbook::Form;

/// Exit code: the output is complete, but part of what was given could not be used as written.
pub(crate) const PARTLY_USED: u8 = 2;
/// Exit code of a call that names no command, or options that it does not have.
pub(crate) const WRONG_CALL: u8 = 64;

const EXIT_CODES: &str = "\
Exit codes:
  0   done
  1   nothing could be computed; standard error says why
  2   done, but part of the input could not be used as written; standard error names it
  64  the command was not called as it can be";

/// Rent cloud GPUs, own a cluster, or which mix: the engine of the page, on the command line.
///
/// Nothing is sent anywhere. Results are JSON on standard output, in US dollars; the memo is text, a workbook is an .xlsx file.
#[derive(Debug, Parser)]
#[command(name = "rack-or-rent", version, after_help = EXIT_CODES)]
pub(crate) struct Arguments {
    #[command(subcommand)]
    pub command: Command,
}

#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    /// Print the report of a scenario.
    Evaluate(ScenarioSource),
    /// Print the plans of a scenario: sizes found, side by side, with the one that is recommended.
    Mix(ScenarioSource),
    /// Print how often each plan is the cheapest in 10,000 draws of what is uncertain, what being wrong costs, and what each input does.
    Risk(ScenarioSource),
    /// Print the memo of a scenario as Markdown: what a board approves, and what it rests on.
    Memo(ScenarioSource),
    /// Print the price at which each provider's offer would win, as Markdown: half a page, to be mailed.
    WalkAway(ScenarioSource),
    /// Print the two plans of a scenario's answer as a workbook with live formulas (.xlsx), or its values as text, to be redirected
    /// into a file.
    Workbook(WorkbookOptions),
    /// Sum up files of clusters, clouds and bills: demand, utilization, idle and failed work, waits, prices.
    Measure(Measure),
    /// Print what the owned machines of the recommended plan cost, as a file that another tool reads.
    Prices(Prices),
    /// Put partials together: readings of files, as `measure --partial` writes them on any number of machines.
    Merge(Merge),
    /// Run the jobs of measured files again on the recommended plan of a scenario: waits, what waiting saves, what the ideal
    /// mix promises and what whole jobs get.
    Replay(Replay),
}

/// Where a scenario comes from.
#[derive(Args, Debug)]
pub(crate) struct ScenarioSource {
    /// The scenario file that the page saves; `-`, or nothing, for standard input.
    pub file: Option<PathBuf>,
    /// A link of the page instead of a file, or its part behind the question mark.
    #[arg(long, conflicts_with = "file")]
    pub link: Option<String>,
    /// A price book of your own beside the one built in, as the page takes it.
    #[arg(long, value_name = "CSV")]
    pub prices: Option<PathBuf>,
}

#[derive(Args, Debug)]
pub(crate) struct WorkbookOptions {
    #[command(flatten)]
    pub scenario: ScenarioSource,
    /// The form.
    #[arg(long = "as", value_enum, default_value = "xlsx")]
    pub form: WorkbookForm,
}

#[derive(Clone, Copy, Debug, ValueEnum)]
pub(crate) enum WorkbookForm {
    /// A spreadsheet with live formulas.
    Xlsx,
    /// The values of all its sheets below one another.
    Csv,
    /// The same, separated by tabs.
    Tsv,
    /// The values of all its sheets, for programs.
    Json,
}

impl From<WorkbookForm> for Form {
    fn from(form: WorkbookForm) -> Self {
        match form {
            WorkbookForm::Xlsx => Self::Xlsx,
            WorkbookForm::Csv => Self::Csv,
            WorkbookForm::Tsv => Self::Tsv,
            WorkbookForm::Json => Self::Json,
        }
    }
}

#[derive(Args, Debug)]
pub(crate) struct Measure {
    /// The files, compressed with gzip or not.
    #[arg(required = true)]
    pub files: Vec<PathBuf>,
    #[command(flatten)]
    pub reading: ReadOptions,
    #[command(flatten)]
    pub questions: QuestionOptions,
    /// Print the demand hour by hour too, not its load-duration curve alone.
    #[arg(long)]
    pub whole: bool,
    /// Print this scenario file with the measured demand and rows in it, instead of the summary.
    #[arg(long, value_name = "SCENARIO", conflicts_with = "whole")]
    pub into: Option<PathBuf>,
    /// Print what was read, as a partial, instead of the summary: `measure` and the page read partials as they read files.
    #[arg(long, conflicts_with_all = ["whole", "into"])]
    pub partial: bool,
}

/// A tool that reads prices.
#[derive(Clone, Copy, Debug, ValueEnum)]
pub(crate) enum Tool {
    /// Rows of the FinOps Open Cost and Usage Specification, 1.2, for each cost line and month.
    Focus,
    /// Custom prices of OpenCost: a GPU in every hour in which its node exists.
    Opencost,
    /// Prices of Kubernetes nodes for SkyPilot: a GPU in an hour in which a task holds it.
    Skypilot,
}

#[derive(Args, Debug)]
pub(crate) struct Prices {
    /// The scenario file that the page saves; `-` for standard input.
    pub scenario: PathBuf,
    /// Which tool reads them.
    #[arg(long = "as", value_name = "TOOL")]
    pub tool: Tool,
    /// First month of the rows, such as 2026-12; for FOCUS.
    #[arg(long, value_name = "YYYY-MM", required_if_eq("tool", "focus"))]
    pub from: Option<String>,
    /// Number of months, at most 120; for FOCUS.
    #[arg(long, default_value_t = 12, value_parser = clap::value_parser!(u32).range(1..=120))]
    pub months: u32,
}

#[derive(Args, Debug)]
pub(crate) struct Merge {
    /// Partials; any other file is read as it is recognised.
    #[arg(required = true)]
    pub files: Vec<PathBuf>,
}

#[derive(Args, Debug)]
pub(crate) struct Replay {
    /// The scenario file that the page saves; `-` for standard input.
    pub scenario: PathBuf,
    /// Files with jobs.
    #[arg(required = true)]
    pub files: Vec<PathBuf>,
    /// Longest wait of a job before GPUs are rented for it, hours.
    #[arg(long, default_value_t = 0.0, value_name = "HOURS")]
    pub patience: f64,
    /// Seek the sizes that whole jobs make cheapest too.
    #[arg(long)]
    pub best_sizes: bool,
    /// Let jobs wait without limit.
    #[arg(long, conflicts_with = "patience")]
    pub no_limit: bool,
    #[command(flatten)]
    pub reading: ReadOptions,
    /// Which GPU of the price book a printed name means.
    #[arg(long = "gpu", value_name = "NAME=ID", value_parser = pair)]
    pub gpus: Vec<(String, String)>,
}

/// How all files of a call are read.
#[derive(Args, Debug, Default)]
#[command(next_help_heading = "How files are read")]
pub(crate) struct ReadOptions {
    /// What the files are, such as slurm, nvidia-smi, prometheus, any-csv; recognised by default.
    #[arg(long, value_name = "NAME")]
    pub format: Option<String>,
    /// What the columns hold, by position, between commas: meanings such as `start,end,-,gpus`, `-` for one that is not used;
    /// or the names of a header that the files lack, such as `JobID,State,Start,End,AllocTRES`.
    #[arg(long, value_name = "LIST", allow_hyphen_values = true)]
    pub columns: Option<String>,
    /// Order of day and month in dates such as 2/3/2026: day-first or month-first.
    #[arg(long, value_name = "ORDER")]
    pub dates: Option<String>,
    /// Zone of times that name none, and of the calendar: a name such as Europe/Berlin, or hours from UTC.
    #[arg(long, visible_alias = "utc-offset", value_name = "ZONE", allow_hyphen_values = true)]
    pub zone: Option<String>,
    /// Time between two samples of files without times; the period of a row without an end.
    #[arg(long, value_name = "SECONDS")]
    pub interval: Option<f64>,
    /// Processors of the Standard Workload Format are GPUs.
    #[arg(long)]
    pub processors_are_gpus: bool,
}

/// What is asked of all files together.
#[derive(Args, Debug, Default)]
#[command(next_help_heading = "What is asked")]
pub(crate) struct QuestionOptions {
    /// Which GPU of the price book a printed name means.
    #[arg(long = "gpu", value_name = "NAME=ID", value_parser = pair)]
    pub gpus: Vec<(String, String)>,
    /// Which GPUs a machine on a bill has; NAME=none for none.
    #[arg(long = "machine", value_name = "NAME=ID:GPUS", value_parser = pair)]
    pub machines: Vec<(String, String)>,
    /// Price of a GPU-hour of every type.
    #[arg(long, value_name = "USD")]
    pub price: Option<f64>,
    /// A held GPU counts as idle below this utilization, as a share.
    #[arg(long, value_name = "SHARE")]
    pub idle: Option<f64>,
    /// It counts as idle after so many minutes.
    #[arg(long, value_name = "MINUTES")]
    pub idle_minutes: Option<f64>,
    /// It counts as idle below this use of memory, as a share.
    #[arg(long, value_name = "SHARE")]
    pub idle_memory: Option<f64>,
    /// A GPU is larger than its work if its most memory stays below this share.
    #[arg(long, value_name = "SHARE")]
    pub memory_share: Option<f64>,
    /// A GPU is faster than its work if its mean utilization stays below this share.
    #[arg(long, value_name = "SHARE")]
    pub compute_share: Option<f64>,
}

fn pair(text: &str) -> Result<(String, String), String> {
    let (name, value) = text.split_once('=').ok_or("it needs NAME=VALUE")?;
    Ok((name.to_owned(), value.to_owned()))
}
