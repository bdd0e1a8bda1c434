//! Messages between the page and its workers, and the jobs that both can run.
//!
//! Each worker has its own protocol: the page sends a [`JobRequest`] or a [`FilesRequest`], the worker sends
//! [`WorkerMessage`]s with [`JobResponse`]s or [`FilesResponse`]s in them, `Ready` first. [`Session`] is the life of a worker
//! as a state machine, [`JobQueue`] that of the jobs that the page wants. [`JobRunner`] runs jobs in slices: in a worker, or in
//! the page a few milliseconds at a time. Nothing here uses the browser.
#![warn(missing_docs)]

mod files_state;
mod job;
mod measure;
mod prices;
mod queue;
mod runner;
mod session;
mod tasks;

use engine::document::workbook::Form;
use engine::prices::Day;
use serde::{Deserialize, Serialize};

pub use files_state::{Added, AddedFile, Earlier, FilesPhase, FilesResult, FilesState};
pub use job::{Job, LongTask, Slice};
pub use measure::{
    FileId, FileToRead, FilesQuestions, FilesSession, FilesStep, HearProgress, OpenContents, PriceBasis,
};
pub use prices::{PriceFile, read_prices};
pub use queue::{Change, JobQueue, JobResult, JobState};
pub use runner::JobRunner;
pub use session::{Action, LOOK, Request, SILENCE, Session, StartId, WorkerFailure, WorkerProblem};
pub use tasks::{Outcome, Task};

/// Member of a message to a worker that holds the request.
pub const REQUEST: &str = "request";
/// Member that holds the contents of files: an array with a `File`, or an array of `ArrayBuffer`s, for each.
pub const FILES: &str = "files";

/// Replaces the contents of a file that has changed since it was chosen.
pub const CHANGED: &str = "changed";

/// Member of a message from a worker that holds the [`WorkerMessage`].
pub const RESPONSE: &str = "response";
/// Member that holds the results of files and workbooks, an `engine::view::measured::MeasuredView` beside [`FilesResponse::Measured`] or
/// a [`PriceFile`] beside [`FilesResponse::PricesRead`]: the page reads it in the part of its program that shows it.
pub const MEASURED: &str = "measured";

/// Identifies a job: each gets its own number.
pub type JobId = u32;

/// The scenario and the prices that a job is about.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Subject {
    /// The scenario as a saved file.
    pub scenario: String,
    /// The user's own price book; `None` without one.
    pub own_book: Option<String>,
}

/// From the page to the worker for jobs.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum JobRequest {
    /// Runs a job.
    Run(RunRequest),
    /// Stops a job; nothing answers this.
    Cancel(JobId),
}

/// Runs a job.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct RunRequest {
    /// Its number.
    pub job: JobId,
    /// What it computes.
    pub task: Task,
    /// For which scenario.
    pub subject: Subject,
}

/// From the page to the worker for files. Their contents travel beside this message.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum FilesRequest {
    /// Names all files of clusters and bills, each with its contents, in the order in which they count. Files no longer
    /// named are closed.
    Open(Vec<FileToRead>),
    /// Asks for the joint results of the files.
    Ask(Box<AskRequest>),
    /// Drops a question, and the reading that it needs.
    Cancel(JobId),
    /// Reads a file of prices.
    Prices {
        /// Its name.
        name: String,
        /// When it was last changed.
        day: Option<Day>,
    },
}

/// Asks for the joint results of files of clusters and bills.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct AskRequest {
    /// Its number.
    pub job: JobId,
    /// What is asked.
    pub questions: FilesQuestions,
}

/// From a worker to the page.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum WorkerMessage<R> {
    /// The worker takes requests.
    Ready,
    /// It is still working.
    Alive,
    /// A response.
    Response(R),
}

/// Responses of the worker for jobs.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum JobResponse {
    /// A job has come this far.
    Progress {
        /// Its number.
        job: JobId,
        /// How far.
        progress: Progress,
    },
    /// What a job has found so far; it goes on.
    SoFar {
        /// Its number.
        job: JobId,
        /// What it found.
        outcome: Outcome,
    },
    /// A job is done.
    Finished {
        /// Its number.
        job: JobId,
        /// What it found.
        outcome: Outcome,
    },
    /// A job could not be run.
    Failed {
        /// Its number.
        job: JobId,
        /// Why.
        problem: String,
    },
}

/// Responses of the worker for files.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum FilesResponse {
    /// Reading has come this far.
    Progress {
        /// The number of the request.
        job: JobId,
        /// In kibibytes.
        progress: Progress,
    },
    /// Files have been read; their results travel beside this.
    Measured {
        /// The number of the request.
        job: JobId,
    },
    /// A question has been dropped: the worker is idle.
    Cancelled {
        /// The number of the request.
        job: JobId,
    },
    /// A file of prices has been read; its contents travel beside this.
    PricesRead,
}

/// From the page to the worker that writes workbooks.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct WorkbookRequest {
    /// For which scenario.
    pub subject: Subject,
    /// Name and version of the program.
    pub program: String,
    /// The form in which it is written.
    pub form: Form,
}

/// Response of the worker that writes workbooks.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum WorkbookResponse {
    /// The workbook is written: its bytes travel beside this.
    Written,
    /// There is none, and why.
    Failed(String),
}

impl Request for WorkbookRequest {
    const WORKER: &'static str = "workbook";
    type Response = WorkbookResponse;

    fn is_awaited(&self) -> bool {
        true
    }

    fn is_answered_by(&self, _: &WorkbookResponse) -> bool {
        true
    }

    fn revokes(&self, _: &Self) -> bool {
        true
    }
}

impl Request for JobRequest {
    const WORKER: &'static str = "jobs";
    type Response = JobResponse;

    fn is_awaited(&self) -> bool {
        matches!(self, Self::Run(_))
    }

    fn is_answered_by(&self, response: &JobResponse) -> bool {
        match (self, response) {
            (Self::Run(run), JobResponse::Finished { job, .. } | JobResponse::Failed { job, .. }) => run.job == *job,
            _ => false,
        }
    }

    fn revokes(&self, earlier: &Self) -> bool {
        matches!((self, earlier), (Self::Cancel(job), Self::Run(run)) if run.job == *job)
    }
}

impl Request for FilesRequest {
    const WORKER: &'static str = "files";
    type Response = FilesResponse;

    fn is_awaited(&self) -> bool {
        matches!(self, Self::Ask(_) | Self::Prices { .. })
    }

    fn is_lasting(&self) -> bool {
        matches!(self, Self::Open(_))
    }

    fn is_answered_by(&self, response: &FilesResponse) -> bool {
        match (self, response) {
            (Self::Ask(asked), FilesResponse::Measured { job }) => asked.job == *job,
            (Self::Prices { .. }, FilesResponse::PricesRead) => true,
            _ => false,
        }
    }

    fn revokes(&self, earlier: &Self) -> bool {
        match (self, earlier) {
            (Self::Open(_), Self::Open(_)) | (Self::Ask(_), Self::Ask(_)) => true,
            (Self::Cancel(job), Self::Ask(asked)) => asked.job == *job,
            _ => false,
        }
    }
}

/// How far a job has come, in steps of its task.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Progress {
    /// Steps done.
    pub done: u32,
    /// All steps.
    pub total: u32,
}
