//! A job that runs in slices.

use engine::analysis::best_mix::BestMixSearch;
use engine::analysis::goal_seek;
use engine::analysis::input_break_evens::InputBreakEvens;
use engine::analysis::node_counts::NodeCountSearch;
use engine::codec::{Document, file};
use engine::prices::PriceBook;

use crate::{Outcome, Progress, Subject, Task};

const NOT_COMPUTED: &str = "The scenario cannot be computed.";

/// A running job.
pub struct Job {
    document: Document,
    book: PriceBook,
    search: Search,
}

/// What each task keeps between its steps.
enum Search {
    InputBreakEvens(InputBreakEvens),
    NodeCounts(NodeCountSearch),
    BestMix(Box<BestMixSearch>),
    Done,
}

/// What came of a slice.
#[derive(Clone, Debug, PartialEq)]
pub enum Slice {
    /// The job goes on.
    Running(Progress),
    /// It is done. Later slices say so too, with nothing found.
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
        let of = subject_of(&document, &book);
        let search = match task {
            Task::InputBreakEvens => Search::InputBreakEvens(InputBreakEvens::new(of)),
            Task::NodeCounts => Search::NodeCounts(NodeCountSearch::new(of).ok_or(NOT_COMPUTED)?),
            Task::BestMix => {
                let search = BestMixSearch::new(of).ok_or(NOT_COMPUTED)?;
                Search::BestMix(Box::new(search.with_changes(of)))
            }
        };
        Ok(Self { document, book, search })
    }

    /// Runs steps until the job is done or `go_on` says no; at least one.
    pub fn run(&mut self, mut go_on: impl FnMut() -> bool) -> Slice {
        while self.step() {
            if !go_on() {
                return Slice::Running(self.progress());
            }
        }
        Slice::Done(match std::mem::replace(&mut self.search, Search::Done) {
            Search::InputBreakEvens(search) => Some(Outcome::InputBreakEvens(search.finish())),
            Search::NodeCounts(search) => Some(Outcome::NodeCounts(search.finish())),
            Search::BestMix(search) => {
                let found = search.finish(subject_of(&self.document, &self.book));
                found.map(|found| Outcome::BestMix(Box::new(found)))
            }
            Search::Done => None,
        })
    }

    fn step(&mut self) -> bool {
        let subject = subject_of(&self.document, &self.book);
        match &mut self.search {
            Search::InputBreakEvens(search) => search.step(subject),
            Search::NodeCounts(search) => search.step(subject),
            Search::BestMix(search) => search.step(subject),
            Search::Done => false,
        }
    }

    fn progress(&self) -> Progress {
        let (done, total) = match &self.search {
            Search::InputBreakEvens(search) => search.progress(),
            Search::NodeCounts(search) => search.progress(),
            Search::BestMix(search) => search.progress(),
            Search::Done => (1, 1),
        };
        let whole = |steps: usize| u32::try_from(steps).unwrap_or(u32::MAX);
        Progress { done: whole(done), total: whole(total) }
    }
}

fn subject_of<'a>(document: &'a Document, book: &'a PriceBook) -> goal_seek::Subject<'a> {
    goal_seek::Subject { scenario: &document.scenario, book, edition: &document.edition }
}

#[cfg(test)]
mod tests {
    use engine::analysis::input_break_evens::InputBreakEven;
    use engine::analysis::node_counts::{NodeCount, NodeCounts};

    use super::*;
    use crate::{JobRequest, JobResponse, RunRequest, WorkerMessage};

    fn subject() -> Subject {
        let book = PriceBook::embedded();
        Subject { scenario: file::write(&Document::typical(&book)), own_book: None }
    }

    fn whole(task: Task) -> Outcome {
        let mut job = Job::start(task, &subject()).expect("it starts");
        match job.run(|| true) {
            Slice::Done(Some(outcome)) => outcome,
            other => panic!("{other:?}"),
        }
    }

    #[test]
    fn slices_find_what_one_run_finds_and_progress_never_falls() {
        for task in [Task::InputBreakEvens, Task::NodeCounts, Task::BestMix] {
            let mut job = Job::start(task, &subject()).expect("it starts");
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
