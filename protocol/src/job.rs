//! A job that runs in slices.

use engine::analysis::goal_seek;
use engine::codec::{Document, file};
use engine::prices::PriceBook;

use crate::{Outcome, Progress, Subject, Task};

const NOT_COMPUTED: &str = "The scenario cannot be computed.";

/// A search that runs in steps of some milliseconds at most.
pub trait LongTask {
    /// Takes one step. Returns whether steps are left.
    fn step(&mut self, subject: goal_seek::Subject) -> bool;

    /// How far it has come.
    fn progress(&self) -> Progress;

    /// What was found so far, where that says something of its own and has not been told.
    fn so_far(&mut self) -> Option<Outcome>;

    /// What was found, once no steps are left; `None` if there is nothing to find.
    fn finish(self: Box<Self>, subject: goal_seek::Subject) -> Option<Outcome>;
}

/// A running job.
pub struct Job {
    document: Document,
    book: PriceBook,
    /// `None` once it is done.
    search: Option<Box<dyn LongTask>>,
}

/// What came of a slice.
#[derive(Clone, Debug, PartialEq)]
pub enum Slice {
    /// The job goes on.
    Running(Progress),
    /// It is done; `None` if nothing was found. Later slices say so too, with nothing found.
    Done(Option<Outcome>),
}

impl Job {
    /// Starts a job.
    ///
    /// Errors: the scenario cannot be read or computed.
    pub fn start(task: Task, subject: &Subject) -> Result<Self, String> {
        let mut book = PriceBook::embedded();
        // What of it cannot be used was reported when the page read it.
        if let Some(own) = &subject.own_book {
            let _ = book.add_own(own);
        }
        let document = file::read(&subject.scenario, &book).map_err(|e| e.to_string())?.document;
        let search = task.search(subject_of(&document, &book)).ok_or(NOT_COMPUTED)?;
        Ok(Self { document, book, search: Some(search) })
    }

    /// Runs steps until the job is done or `go_on` says no; at least one.
    pub fn run(&mut self, mut go_on: impl FnMut() -> bool) -> Slice {
        let subject = subject_of(&self.document, &self.book);
        let Some(mut search) = self.search.take() else { return Slice::Done(None) };
        while search.step(subject) {
            if !go_on() {
                let progress = search.progress();
                self.search = Some(search);
                return Slice::Running(progress);
            }
        }
        Slice::Done(search.finish(subject))
    }

    /// What it has found so far, where that has not been told.
    pub fn so_far(&mut self) -> Option<Outcome> {
        self.search.as_mut()?.so_far()
    }
}

fn subject_of<'a>(document: &'a Document, book: &'a PriceBook) -> goal_seek::Subject<'a> {
    goal_seek::Subject { scenario: &document.scenario, book, edition: &document.edition }
}

#[cfg(test)]
mod tests {
    use engine::analysis::input_break_evens::InputBreakEven;
    use engine::analysis::node_counts::{NodeCount, NodeCounts};
    use engine::inputs::workloads::{Shape, Workload};

    use super::*;
    use crate::{JobRequest, JobResponse, RunRequest, WorkerMessage};

    fn subject() -> Subject {
        let book = PriceBook::embedded();
        Subject { scenario: file::write(&Document::typical(&book)), own_book: None }
    }

    /// A scenario in which a task has something to find: volumes of tokens need a served model.
    fn subject_of(task: Task) -> Subject {
        let book = PriceBook::embedded();
        let mut document = Document::typical(&book);
        if task == Task::TokenVolume {
            document.scenario.work.workloads = vec![Workload {
                shape: Shape::Inference,
                token_model: "Llama 3.3 70B".to_owned(),
                tokens_per_second: Some(50_000.0),
                ..Workload::default()
            }];
            document.scenario.follow_workloads(&book);
        }
        Subject { scenario: file::write(&document), own_book: None }
    }

    fn whole(task: Task) -> Outcome {
        let mut job = Job::start(task, &subject_of(task)).expect("it starts");
        match job.run(|| true) {
            Slice::Done(Some(outcome)) => outcome,
            other => panic!("{other:?}"),
        }
    }

    #[test]
    fn slices_find_what_one_run_finds_and_progress_never_falls() {
        for task in Task::ALL {
            let mut job = Job::start(task, &subject_of(task)).expect("it starts");
            let mut last = Progress::default();
            let found = loop {
                match job.run(|| false) {
                    Slice::Running(progress) => {
                        assert!(progress.done >= last.done && progress.done <= progress.total, "{progress:?}");
                        last = progress;
                    }
                    Slice::Done(found) => break found,
                }
            };
            assert!(last.done > 0, "{task:?} reports progress");
            assert_eq!(found, Some(whole(task)));
            assert_eq!(job.run(|| true), Slice::Done(None));
        }
    }

    #[test]
    fn the_users_own_prices_count() {
        let own = "id,provider,gpu,usd_per_gpu_hour\nmine,Mine,h100-sxm,0.10\n".to_owned();
        let with = Subject { own_book: Some(own), ..subject() };
        let mut job = Job::start(Task::NodeCounts, &with).expect("it starts");
        let Slice::Done(Some(Outcome::NodeCounts(cheap))) = job.run(|| true) else { panic!("it is done") };
        let Outcome::NodeCounts(listed) = whole(Task::NodeCounts) else { panic!("numbers of nodes") };
        assert_eq!(cheap.best().map(|best| best.nodes), Some(0.0), "renting at ten cents wins");
        assert_ne!(cheap.best(), listed.best());
    }

    #[test]
    fn what_cannot_be_read_is_an_error() {
        let broken = Subject { scenario: "no file".to_owned(), own_book: None };
        assert!(Job::start(Task::NodeCounts, &broken).is_err());
    }

    #[test]
    fn messages_survive_the_way() {
        let run = RunRequest { job: 7, task: Task::NodeCounts, subject: subject() };
        for request in [JobRequest::Run(run), JobRequest::Cancel(7)] {
            let text = serde_json::to_string(&request).expect("text");
            assert_eq!(serde_json::from_str::<JobRequest>(&text).expect("a request"), request);
        }
        // Numbers that a decimal holds exactly: serde_json reads others to the nearest neighbour.
        let point = NodeCount { nodes: 2.0, gpus: 16.0, present_value_usd: None, rented_gpu_hours: 0.5 };
        let counts = NodeCounts { gpus_per_node: 8.0, now_gpus: 64.0, points: vec![point] };
        let input = InputBreakEven {
            field: "own.gpus".to_owned(),
            now: 64.0,
            range: Some((8.0, 96.0)),
            value: Some(89.0),
            own_above: true,
            step: true,
            others: vec![0.25],
            nearest_usd: None,
        };
        for outcome in [Outcome::InputBreakEvens(vec![input]), Outcome::NodeCounts(counts)] {
            let message = WorkerMessage::Response(JobResponse::Finished { job: 7, outcome });
            let text = serde_json::to_string(&message).expect("text");
            assert_eq!(serde_json::from_str::<WorkerMessage<JobResponse>>(&text).expect("a message"), message);
        }
    }
}
