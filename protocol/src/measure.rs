//! Files of clusters and bills as a session: each is read once, and its reading is kept for as long as the file is open.
//!
//! The page names all its files ([`FilesRequest::Open`](crate::FilesRequest::Open)) and asks
//! ([`FilesRequest::Ask`](crate::FilesRequest::Ask)); the worker reads what it has not read yet, and answers. A file is read
//! again only if how it is read changes. Prices, names and thresholds belong to the question: they read nothing. What is no
//! longer named is closed, and its memory given back. No browser in here: the worker opens the contents and measures time.

use std::cell::Cell;
use std::io::{self, Read};
use std::rc::Rc;

use engine::measured::bill::summary::CurrencyBill;
use engine::measured::{Format, ReadInSteps, ReadSettings, Reading, Record, Refused, SummaryQuestions};
use engine::prices::{Class, PriceBook};
use engine::replay::answer::{Answering, ReplayQuestion};
use engine::view::measured::{FileView, MeasuredView, ReplayView};
use serde::{Deserialize, Serialize};

use crate::{JobId, Progress};

/// Tells files apart.
pub type FileId = u32;

/// A file, and how to read it. Its contents travel beside the message.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct FileToRead {
    /// Its number.
    pub id: FileId,
    /// Its name.
    pub name: String,
    /// Its size; 0 if that is not known.
    pub bytes: u64,
    /// How to read it.
    pub settings: ReadSettings,
}

/// What is asked of all files together. Another question reads no file again.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct FilesQuestions {
    /// What is asked of their summary.
    pub summary: SummaryQuestions,
    /// The user's own price book; `None` without one.
    pub own_book: Option<String>,
    /// What a held GPU-hour is priced at.
    pub priced_at: PriceBasis,
    /// The GPU of the owned machines, by its id in the price book, and what a busy hour of it costs, US dollars.
    pub owned: Option<(String, f64)>,
    /// The plan on which their jobs are to be run again; nothing while that is not asked.
    pub replay: Option<ReplayQuestion>,
}

/// What a held GPU-hour is priced at.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum PriceBasis {
    /// The usual on-demand price of the GPU in the price book.
    #[default]
    List,
    /// What an hour costs on the owned machines of the scenario; other GPUs have no price.
    Owned,
    /// What a bill in US dollars among the files says for the GPU; others have no price.
    Bill,
}

impl FilesQuestions {
    /// The price book that counts.
    fn book(&self) -> PriceBook {
        let mut book = PriceBook::embedded();
        // What of it cannot be used was reported when the page read it.
        if let Some(own) = &self.own_book {
            let _ = book.add_own(own);
        }
        book
    }

    /// The questions with the prices of the chosen basis.
    fn priced(&self, book: &PriceBook, record: &Record) -> SummaryQuestions {
        let mut questions = self.summary.clone();
        questions.bill.owned.extend(self.owned.clone());
        let list = |id: &str| book.usual(book.current_edition(), id, Class::Hour, "").map(|usual| usual.usd);
        questions.prices = match self.priced_at {
            PriceBasis::List => book.gpus.iter().filter_map(|gpu| Some((gpu.id.clone(), list(&gpu.id)?))).collect(),
            PriceBasis::Owned => self.owned.clone().into_iter().collect(),
            PriceBasis::Bill => {
                let bill = record.bill(book, &questions.bill);
                let in_dollars = bill.iter().flat_map(|bill| &bill.currencies).find(|of| of.currency == "USD");
                in_dollars.map(CurrencyBill::usage_price_by_gpu).unwrap_or_default()
            }
        };
        questions
    }
}

/// A file of the session, and what came of reading it; nothing yet while it waits.
struct OpenFile {
    file: FileToRead,
    outcome: Option<Result<Reading, Refused>>,
}

/// What a step of the session did.
#[derive(Clone, Debug, PartialEq)]
pub enum FilesStep {
    /// Nothing is to be done.
    Idle,
    /// A part of the files was read; more is to be done.
    Reading(JobId),
    /// A question is answered.
    Answered(JobId, Box<MeasuredView>),
}

/// Opens the contents of a file.
pub type OpenContents<'o> = dyn FnMut(&FileToRead) -> io::Result<Box<dyn Read>> + 'o;

/// Hears how far reading is, in kibibytes of all files that a question reads.
pub type HearProgress = Rc<dyn Fn(JobId, Progress)>;

/// The file that is being read.
struct FileInReading {
    file: FileToRead,
    reading: ReadInSteps,
}

/// For which question files are read, and how far the files before this one are.
#[derive(Clone, Copy, Default)]
struct Reached {
    job: JobId,
    done: u64,
    total: u64,
}

impl Reached {
    /// With so many bytes of the present file.
    fn with(self, bytes: u64) -> Progress {
        Progress { done: kibibytes(self.done + bytes), total: kibibytes(self.total) }
    }
}

/// The files, what each says, and the question that waits.
#[derive(Default)]
pub struct FilesSession {
    files: Vec<OpenFile>,
    in_reading: Option<FileInReading>,
    asked: Option<(JobId, FilesQuestions)>,
    /// An answer whose jobs are being run again.
    in_replay: Option<(JobId, MeasuredView, Answering)>,
    reached: Rc<Cell<Reached>>,
}

impl FilesSession {
    /// Names all files, in the order in which they count. The reading of a file that is named again with the same settings
    /// stays; that of any other is dropped. One that could not be read is tried again.
    pub fn open(&mut self, files: Vec<FileToRead>) {
        let mut before = std::mem::take(&mut self.files);
        let open = |file: FileToRead| {
            let same = before.iter().position(|of| of.file.id == file.id && of.file.settings == file.settings);
            let outcome = same.and_then(|place| before.swap_remove(place).outcome);
            // Its contents may come another way now.
            let outcome = outcome.filter(|outcome| !matches!(outcome, Err(Refused::Unreadable { .. })));
            OpenFile { file, outcome }
        };
        self.files = files.into_iter().map(open).collect();
        let files = &self.files;
        self.in_reading.take_if(|reading| files.iter().all(|of| of.file != reading.file));
    }

    /// Asks; an earlier question that is not answered is dropped. The steps that follow read what has to be read, and answer.
    pub fn ask(&mut self, job: JobId, questions: FilesQuestions) {
        self.asked = Some((job, questions));
        self.in_replay = None;
        let waiting = self.files.iter().filter(|of| of.outcome.is_none()).map(|of| of.file.bytes);
        self.reached.set(Reached { job, done: 0, total: waiting.sum() });
    }

    /// Drops a question, and with it the reading that it needs. What files say that were read to their end stays.
    pub fn cancel(&mut self, job: JobId) {
        if self.asked.as_ref().is_some_and(|(asked, _)| *asked == job) {
            (self.asked, self.in_reading) = (None, None);
        }
        self.in_replay.take_if(|(answered, ..)| *answered == job);
    }

    /// Reads a step further, or answers. A file that cannot be read does not keep the others from being read.
    pub fn step(&mut self, open: &mut OpenContents<'_>, hear: &HearProgress) -> FilesStep {
        if let Some((job, view, mut answering)) = self.in_replay.take() {
            if answering.step() {
                hear(job, jobs_replayed(answering.progress()));
                self.in_replay = Some((job, view, answering));
                return FilesStep::Reading(job);
            }
            let replay = Some(ReplayView::new(&answering.finish()));
            return FilesStep::Answered(job, Box::new(MeasuredView { replay, ..view }));
        }
        let Some(job) = self.asked.as_ref().map(|(job, _)| *job) else { return FilesStep::Idle };
        if let Some(FileInReading { file, reading }) = &mut self.in_reading {
            if let Some(outcome) = reading.step() {
                let id = file.id;
                self.in_reading = None;
                self.note(id, outcome);
            }
            return FilesStep::Reading(job);
        }
        if let Some(next) = self.files.iter().find(|of| of.outcome.is_none()) {
            let file = next.file.clone();
            match open(&file) {
                Ok(contents) => {
                    let (reached, hear) = (Rc::clone(&self.reached), Rc::clone(hear));
                    let progress = move |bytes| {
                        hear(reached.get().job, reached.get().with(bytes));
                        true
                    };
                    let reading = ReadInSteps::new(contents, file.name.clone(), file.settings.clone(), progress);
                    self.in_reading = Some(FileInReading { file, reading });
                }
                Err(error) => self.note(file.id, Err(Refused::of_error(&error))),
            }
            return FilesStep::Reading(job);
        }
        match self.asked.take() {
            Some((job, questions)) => {
                // A worker that says nothing for long is given up.
                let alive = || hear(job, self.reached.get().with(0));
                let (view, answering) = self.answer(&questions, &alive);
                match answering {
                    None => FilesStep::Answered(job, Box::new(view)),
                    Some(answering) => {
                        self.in_replay = Some((job, view, answering));
                        FilesStep::Reading(job)
                    }
                }
            }
            None => FilesStep::Idle,
        }
    }

    /// Notes what came of a file.
    fn note(&mut self, id: FileId, outcome: Result<Reading, Refused>) {
        if let Some(of) = self.files.iter_mut().find(|of| of.file.id == id) {
            of.outcome = Some(outcome);
            let reached = self.reached.get();
            self.reached.set(Reached { done: reached.done + of.file.bytes, ..reached });
        }
    }

    /// The record of all files that were read.
    fn record(&self, alive: &dyn Fn()) -> Record {
        let mut record = Record::default();
        for reading in self.files.iter().filter_map(|of| of.outcome.as_ref()?.as_ref().ok()) {
            record.include(reading);
            alive();
        }
        record
    }

    /// What the files say, and their jobs still to be run again where that is asked.
    fn answer(&self, questions: &FilesQuestions, alive: &dyn Fn()) -> (MeasuredView, Option<Answering>) {
        let (book, record) = (questions.book(), self.record(alive));
        let priced = questions.priced(&book, &record);
        alive();
        let mut summary = record.summarize(&priced, &book.gpus);
        alive();
        if questions.own_book.is_some() {
            summary.bill = record.bill(&book, &priced.bill); // the user's own prices count too
        }
        let mut reports = summary.files.as_slice();
        let view = |of: &OpenFile| match of.outcome.as_ref()? {
            Err(why) => Some(FileView::refused(why)),
            Ok(reading) => {
                let (of_file, rest) = reports.split_at_checked(reading.files())?;
                reports = rest;
                let is_partial = reading.report.format == Format::Partial;
                Some(if is_partial { FileView::merged(of_file) } else { FileView::read(of_file.first()?) })
            }
        };
        let files = self.files.iter().filter_map(view).collect();
        let answering = questions.replay.clone().and_then(|question| {
            alive();
            Answering::start(record.jobs_to_replay(&priced.gpu_names), question)
        });
        (MeasuredView { files, ..MeasuredView::new(&summary, &book.gpus) }, answering)
    }
}

fn jobs_replayed((done, total): (usize, usize)) -> Progress {
    let thousands = |jobs: usize| u32::try_from(jobs / 1_000).unwrap_or(u32::MAX);
    Progress { done: thousands(done), total: thousands(total).max(1) }
}

fn kibibytes(bytes: u64) -> u32 {
    u32::try_from(bytes / 1_024).unwrap_or(u32::MAX)
}

#[cfg(test)]
mod tests;
