//! Long jobs: computed in the worker, or on the main thread in slices where there is none.
//!
//! `protocol::JobQueue` decides what runs; this carries it out and holds the state of each task. A result belongs to the
//! scenario and the prices that it was found for and is marked as earlier as soon as they change.

use std::sync::Arc;
use std::time::Duration;

use engine::analysis::goal_seek;
use engine::codec::{Document, file};
use engine::plans::FoundSizes;
use engine::plans::setting::is_same_structure;
use engine::prices::PriceBook;
use engine::view::exportable::PlotId;
use engine::view::plot::Plot;
use leptos::prelude::*;
use leptos::task::spawn_local;
use leptos_use::use_debounce_fn;
use protocol::{
    Change, JobQueue, JobRequest, JobResponse, JobRunner, Outcome, RunRequest, Subject, Task, WorkerFailure,
    WorkerProblem,
};

use super::prices::{OwnBook, Prices};
use super::scenario_store::ScenarioStore;
use super::second_part::in_the_second_part;
use super::slices::SLICE;
use crate::browser::dom;
use crate::browser::worker_host::WorkerSession;
use crate::strings::jobs as strings;

/// Wait after a change before what the answer waits for is computed, in milliseconds.
const SOON: f64 = 150.0;
/// The same for all other results.
const SETTLE: f64 = 800.0;

/// What a job belongs to.
#[derive(Clone, Debug)]
pub struct JobSubject {
    document: Arc<Document>,
    /// The user's own prices.
    own: Option<Arc<OwnBook>>,
}

impl PartialEq for JobSubject {
    /// The name of a scenario changes no figure.
    fn eq(&self, other: &Self) -> bool {
        let (one, two) = (&self.document, &other.document);
        let same_prices = match (&self.own, &other.own) {
            (Some(one), Some(two)) => Arc::ptr_eq(one, two),
            (one, two) => one.is_none() && two.is_none(),
        };
        one.scenario == two.scenario && one.edition == two.edition && same_prices
    }
}

impl JobSubject {
    /// The same for the engine.
    fn in_book<'a>(&'a self, book: &'a PriceBook) -> goal_seek::Subject<'a> {
        goal_seek::Subject { scenario: &self.document.scenario, book, edition: &self.document.edition }
    }

    /// The same for a message.
    fn message(&self) -> Subject {
        Subject { scenario: file::write(&self.document), own_book: self.own.as_ref().map(|own| own.text.clone()) }
    }
}

/// Sizes of the cheapest mix, and what they were found for.
#[derive(Clone, Debug)]
pub struct KnownSizes {
    subject: JobSubject,
    found: Arc<Outcome>,
}

impl PartialEq for KnownSizes {
    /// Each search finds its own.
    fn eq(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.found, &other.found)
    }
}

impl KnownSizes {
    /// The sizes.
    pub fn sizes(&self) -> FoundSizes {
        if let Outcome::PlanSizes(sizes) = &*self.found { sizes.clone() } else { FoundSizes::default() }
    }

    /// Whether they are those of a scenario.
    pub fn are_of(&self, document: &Document) -> bool {
        self.subject.document.scenario == document.scenario && self.subject.document.edition == document.edition
    }

    /// Whether they were found for a scenario that differs in amounts and prices alone.
    pub fn suit(&self, document: &Document) -> bool {
        is_same_structure(&self.subject.document.scenario, &document.scenario)
    }
}

/// Where a task stands.
pub type JobState = protocol::JobState<JobSubject, Arc<Outcome>>;

type Queue = JobQueue<Task, JobSubject, Arc<Outcome>>;

/// The jobs. In context.
#[derive(Clone, Copy)]
pub struct Jobs {
    /// Of each task, in the order of `Task::ALL`.
    states: [RwSignal<JobState>; Task::ALL.len()],
    /// Why jobs run on the main thread; empty while they do not.
    pub without_worker: RwSignal<Option<String>>,
    queue: StoredValue<Queue, LocalStorage>,
    worker: StoredValue<Option<WorkerSession<JobRequest>>, LocalStorage>,
    /// What runs on the main thread, and whether slices follow one another.
    runner: StoredValue<JobRunner, LocalStorage>,
    runs_here: StoredValue<bool>,
    scenario: ScenarioStore,
    prices: Prices,
}

impl Jobs {
    /// No job yet.
    pub fn new(scenario: ScenarioStore, prices: Prices) -> Self {
        Self {
            states: Task::ALL.map(|_| RwSignal::new(JobState::Idle)),
            without_worker: RwSignal::new(None),
            queue: StoredValue::new_local(Queue::default()),
            worker: StoredValue::new_local(None),
            runner: StoredValue::new_local(JobRunner::default()),
            runs_here: StoredValue::new(false),
            scenario,
            prices,
        }
    }

    /// The ones in context.
    pub fn expect() -> Self {
        expect_context()
    }

    /// Where a task stands.
    pub fn state(self, task: Task) -> RwSignal<JobState> {
        self.states[task as usize]
    }

    /// The result of a task for what is on screen; tracked.
    pub fn current(self, task: Task) -> Option<Arc<Outcome>> {
        let now = self.subject();
        self.state(task).with(|state| state.current(&now).cloned())
    }

    /// The result of a task that starts by itself here, an earlier one while it is found again; tracked.
    pub fn found_again(self, task: Task) -> Option<Arc<Outcome>> {
        let now = self.subject();
        let starts_itself = task.starts_by_itself(now.in_book(&self.prices.book_untracked()));
        self.state(task).with(|state| match state.current(&now) {
            Some(found) => Some(Arc::clone(found)),
            None if starts_itself => state.result().map(|result| Arc::clone(&result.found)),
            None => None,
        })
    }

    /// A chart of a task, if it has found it for what is on screen; not tracked.
    pub fn plot(self, task: Task, id: PlotId) -> Option<Plot> {
        untrack(|| self.current(task))?.plots().into_iter().find(|plot| plot.what.id == id)
    }

    /// Starts a task for what is on screen, replacing an earlier run of it.
    pub fn start(self, task: Task) {
        let subject = untrack(|| self.subject());
        self.change(|queue| queue.start(task, subject));
    }

    /// Cancels a task.
    pub fn cancel(self, task: Task) {
        self.change(|queue| queue.cancel(task));
    }

    /// Computes results again a little after the scenario or the prices have changed: first what the answer waits for. What is
    /// part of the answer starts by itself.
    pub fn follow(self) {
        let (urgent, rest): (Vec<Task>, Vec<Task>) = Task::ALL.into_iter().partition(|task| task.is_urgent());
        self.follow_tasks(urgent, SOON);
        self.follow_tasks(rest, SETTLE);
    }

    fn follow_tasks(self, tasks: Vec<Task>, wait: f64) {
        let start = StoredValue::new(tasks);
        let again = use_debounce_fn(
            move || {
                let now = untrack(|| self.subject());
                let book = self.prices.book_untracked();
                let starts_itself = |task: Task| task.starts_by_itself(now.in_book(&book));
                start.with_value(|tasks| self.change(|queue| queue.follow(tasks, &now, starts_itself)));
            },
            wait,
        );
        Effect::new(move |before: Option<()>| {
            let (now, book) = (self.subject(), self.prices.book_untracked());
            let starts_itself = |task: &Task| task.starts_by_itself(now.in_book(&book));
            if before.is_some() || start.with_value(|tasks| tasks.iter().any(starts_itself)) {
                again();
            }
        });
    }

    /// The sizes last found, and what for; tracked.
    pub fn sizes(self) -> Option<KnownSizes> {
        self.state(Task::PlanSizes).with(|state| {
            let result = state.result()?;
            Some(KnownSizes { subject: result.subject.clone(), found: Arc::clone(&result.found) })
        })
    }

    fn subject(self) -> JobSubject {
        JobSubject { document: self.scenario.document(), own: self.prices.own() }
    }

    /// Changes the queue, and does what follows from that.
    fn change(self, change: impl FnOnce(&mut Queue) -> Vec<Change<Task, JobSubject>>) {
        let changes = self.queue.try_update_value(change).unwrap_or_default();
        for change in changes {
            match change {
                Change::Run { job, task, subject } => {
                    self.send(JobRequest::Run(RunRequest { job, task, subject: subject.message() }));
                }
                Change::Cancel(job) => self.send(JobRequest::Cancel(job)),
                Change::Show(task) => self.state(task).set(self.queue.with_value(|queue| queue.state(task))),
            }
        }
    }

    fn send(self, request: JobRequest) {
        if self.without_worker.with_untracked(Option::is_some) {
            return self.take_here(request);
        }
        if self.worker.with_value(Option::is_none) {
            let hear = move |response, _| self.hear(response);
            self.worker.set_value(Some(WorkerSession::new(hear, move |failure| self.do_without(failure))));
        }
        self.worker.with_value(|worker| {
            if let Some(worker) = worker {
                worker.send(request);
            }
        });
    }

    fn hear(self, response: JobResponse) {
        self.change(|queue| match response {
            JobResponse::Progress { job, progress } => queue.progress(job, progress, dom::now(), strings::NO_PROGRESS),
            JobResponse::SoFar { job, outcome } => queue.find(job, Arc::new(outcome)),
            JobResponse::Finished { job, outcome } => queue.finish(job, Arc::new(outcome)),
            JobResponse::Failed { job, problem } => queue.fail(job, &problem),
        });
    }

    /// A worker that took jobs and then failed twice may have died of them: they fail. Where there never was one, the jobs go
    /// on on the main thread.
    fn do_without(self, WorkerFailure { problem, was_ready }: WorkerFailure) {
        let reason = match problem {
            WorkerProblem::Silent => strings::WORKER_DOES_NOT_RESPOND.to_owned(),
            WorkerProblem::Failed(message) if message.is_empty() => strings::WORKER_DOES_NOT_START.to_owned(),
            WorkerProblem::Failed(message) => message,
        };
        if was_ready {
            return self.change(|queue| queue.fail_all(&reason));
        }
        self.without_worker.set(Some(reason));
        self.change(|queue| queue.run_again());
    }

    fn take_here(self, request: JobRequest) {
        self.runner.update_value(|runner| runner.take(request));
        if !self.runs_here.get_value() {
            self.runs_here.set_value(true);
            self.run_slices();
        }
    }

    /// Runs slices on the main thread for as long as there is something to run.
    fn run_slices(self) {
        if self.runner.with_value(JobRunner::is_idle) {
            return self.runs_here.set_value(false);
        }
        spawn_local(async move {
            if let Ok(response) = run_slice(self.runner).await {
                if let Some(response) = response {
                    self.hear(response);
                }
            } else {
                self.runner.set_value(JobRunner::default());
                self.change(|queue| queue.fail_all(strings::PART_IS_NOT_LOADED));
            }
            set_timeout(move || self.run_slices(), Duration::ZERO);
        });
    }
}

in_the_second_part! {
    /// Runs a slice on the main thread; what there is to tell. Few browsers need it.
    fn run_slice(runner: StoredValue<JobRunner, LocalStorage>) -> Option<JobResponse> {
        runner.try_update_value(|runner| runner.slice(SLICE, dom::now)).flatten()
    }
}
