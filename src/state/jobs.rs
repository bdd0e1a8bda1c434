//! Long jobs: computed in the worker, or on the main thread in slices where there is none.
//!
//! One job of each task at a time. A job belongs to the scenario and the prices that it started with; its result is marked
//! as earlier as soon as they change. Cancelling ends the worker: the others start again in a new one.

use std::ops::Deref;
use std::sync::Arc;
use std::time::Duration;

use engine::analysis::best_mix::BestMix;
use engine::codec::{Document, file};
use engine::prices::PriceBook;
use engine::view::plot::Plot;
use leptos::prelude::*;
use leptos_use::use_debounce_fn;
use protocol::{
    Job, JobId, JobRequest, JobResponse, Outcome, Progress, RunRequest, Slice, Subject, Task, WorkerFailure,
    WorkerProblem,
};

use super::prices::Prices;
use super::scenario_store::ScenarioStore;
use crate::browser::dom;
use crate::browser::worker_host::WorkerSession;
use crate::strings::jobs as strings;

/// Milliseconds that a slice takes on the main thread: a key press waits no longer.
const SLICE: f64 = 8.0;
/// Milliseconds between two updates of a progress bar on the main thread.
const SHOW: f64 = 100.0;
/// Wait after a change before results are computed again, in milliseconds.
const SETTLE: f64 = 800.0;

/// What a job belongs to.
#[derive(Clone, Debug)]
pub struct JobSubject {
    document: Arc<Document>,
    book: Arc<PriceBook>,
}

impl PartialEq for JobSubject {
    /// The name of a scenario changes no figure.
    fn eq(&self, other: &Self) -> bool {
        let (one, two) = (&self.document, &other.document);
        one.scenario == two.scenario && one.edition == two.edition && Arc::ptr_eq(&self.book, &other.book)
    }
}

/// Where a task stands.
#[derive(Clone, Debug, Default)]
pub enum JobState {
    /// Never started, or cancelled.
    #[default]
    Idle,
    /// Running; results of an earlier run stay until it is done.
    Running {
        /// How far it has come.
        progress: Progress,
        /// What was found before, for another scenario.
        earlier: Option<JobResult>,
    },
    /// Done.
    Done(JobResult),
    /// Could not be run, and why.
    Failed(String),
}

/// What a job found, and for what.
#[derive(Clone, Debug)]
pub struct JobResult {
    /// What it belongs to.
    pub of: JobSubject,
    /// What was found.
    pub outcome: Arc<Outcome>,
}

impl JobState {
    /// The last result, current or not.
    pub fn result(&self) -> Option<&JobResult> {
        match self {
            Self::Done(result) => Some(result),
            Self::Running { earlier, .. } => earlier.as_ref(),
            Self::Idle | Self::Failed(_) => None,
        }
    }
}

/// A handle to the jobs. In context.
#[derive(Clone, Copy)]
pub struct Jobs(&'static JobSignals);

impl Deref for Jobs {
    type Target = JobSignals;

    fn deref(&self) -> &JobSignals {
        self.0
    }
}

/// The state of each task, and what runs.
pub struct JobSignals {
    input_break_evens: RwSignal<JobState>,
    node_counts: RwSignal<JobState>,
    best_mix: RwSignal<JobState>,
    /// Why jobs run on the main thread; empty while they do not.
    pub without_worker: RwSignal<Option<String>>,
    running: StoredValue<Vec<Running>, LocalStorage>,
    host: StoredValue<Option<WorkerSession<JobRequest>>, LocalStorage>,
    next: StoredValue<JobId>,
    scenario: ScenarioStore,
    prices: Prices,
}

/// A job that runs.
#[derive(Clone)]
struct Running {
    job: JobId,
    task: Task,
    of: JobSubject,
    subject: Subject,
}

impl Jobs {
    /// No job yet.
    pub fn new(scenario: ScenarioStore, prices: Prices) -> Self {
        Self(Box::leak(Box::new(JobSignals {
            input_break_evens: RwSignal::new(JobState::Idle),
            node_counts: RwSignal::new(JobState::Idle),
            best_mix: RwSignal::new(JobState::Idle),
            without_worker: RwSignal::new(None),
            running: StoredValue::new_local(Vec::new()),
            host: StoredValue::new_local(None),
            next: StoredValue::new(0),
            scenario,
            prices,
        })))
    }

    /// The ones in context.
    pub fn expect() -> Self {
        expect_context()
    }

    /// Where a task stands.
    pub fn state(self, task: Task) -> RwSignal<JobState> {
        match task {
            Task::InputBreakEvens => self.input_break_evens,
            Task::NodeCounts => self.node_counts,
            Task::BestMix => self.best_mix,
        }
    }

    /// The result of a task for what is on screen; tracked.
    pub fn current(self, task: Task) -> Option<Arc<Outcome>> {
        let now = self.subject();
        self.state(task).with(|state| state.result().filter(|r| r.of == now).map(|r| Arc::clone(&r.outcome)))
    }

    /// A view of the best mix, where there are workloads and one was found, be it for earlier inputs; tracked.
    pub fn with_mix<T>(self, view: impl FnOnce(&BestMix) -> T) -> Option<T> {
        if self.scenario.with(|s| s.work.workloads.is_empty()) {
            return None;
        }
        self.state(Task::BestMix).with(|state| match state.result().map(|result| &*result.outcome) {
            Some(Outcome::BestMix(found)) => Some(view(found)),
            _ => None,
        })
    }

    /// The chart of a name, if a job has found it for what is on screen; not tracked.
    pub fn plot(self, id: &str) -> Option<Plot> {
        let task = if id == engine::view::best_mix::ID { Task::BestMix } else { Task::NodeCounts };
        let outcome = untrack(|| self.current(task))?;
        match &*outcome {
            Outcome::BestMix(found) => Some(engine::view::best_mix::plot(found)),
            Outcome::NodeCounts(found) if id == engine::view::node_counts::ID => engine::view::node_counts::plot(found),
            _ => None,
        }
    }

    /// Starts a task for what is on screen, replacing an earlier run of it.
    pub fn start(self, task: Task) {
        let of = untrack(|| self.subject());
        let subject = Subject {
            scenario: file::write(&of.document),
            own_book: self.prices.own_untracked().map(|own| own.text.clone()),
        };
        let earlier = self.state(task).with_untracked(|state| state.result().cloned());
        let job = self.number();
        self.stop(task);
        self.state(task).set(JobState::Running { progress: Progress::default(), earlier });
        let running = Running { job, task, of, subject };
        self.running.update_value(|all| all.push(running.clone()));
        self.run(&running);
    }

    /// Cancels a task.
    pub fn cancel(self, task: Task) {
        self.stop(task);
        self.state(task).set(JobState::Idle);
    }

    /// Computes results again a little after the scenario or the prices have changed. The best mix is part of the answer
    /// where there are workloads: it starts by itself.
    pub fn follow(self) {
        let again = use_debounce_fn(
            move || {
                for task in [Task::InputBreakEvens, Task::NodeCounts, Task::BestMix] {
                    let now = untrack(|| self.subject());
                    let is_late = match &*self.state(task).read_untracked() {
                        JobState::Done(result) => result.of != now,
                        JobState::Running { .. } => {
                            self.running.with_value(|all| all.iter().any(|r| r.task == task && r.of != now))
                        }
                        JobState::Idle => task == Task::BestMix && !now.document.scenario.work.workloads.is_empty(),
                        JobState::Failed(_) => false,
                    };
                    if is_late {
                        self.start(task);
                    }
                }
            },
            SETTLE,
        );
        Effect::new(move |before: Option<()>| {
            let now = self.subject();
            if before.is_some() || !now.document.scenario.work.workloads.is_empty() {
                again();
            }
        });
    }

    fn subject(self) -> JobSubject {
        JobSubject { document: self.scenario.document(), book: self.prices.book() }
    }

    fn number(self) -> JobId {
        self.next.update_value(|next| *next += 1);
        self.next.get_value()
    }

    /// Ends the run of a task. Others go on in another worker.
    fn stop(self, task: Task) {
        let ran = self.running.with_value(|all| all.iter().any(|r| r.task == task));
        self.running.update_value(|all| all.retain(|r| r.task != task));
        if ran {
            self.host.set_value(None);
            for other in self.running.get_value() {
                self.run(&other);
            }
        }
    }

    fn run(self, running: &Running) {
        if self.without_worker.with_untracked(Option::is_some) {
            return self.run_here(running);
        }
        if self.host.with_value(Option::is_none) {
            let hear = move |response, _| self.hear(response);
            let fail = move |WorkerFailure { problem, .. }| self.go_without(&problem);
            self.host.set_value(Some(WorkerSession::new(hear, fail)));
        }
        self.host.with_value(|host| host.iter().for_each(|worker| worker.send(request(running))));
    }

    fn hear(self, response: JobResponse) {
        let of = |job: JobId| self.running.with_value(|all| all.iter().find(|r| r.job == job).cloned());
        match response {
            JobResponse::Progress { job, progress } => {
                if let Some(running) = of(job) {
                    self.show(&running, progress);
                }
            }
            JobResponse::Finished { job, outcome } => {
                if let Some(running) = of(job) {
                    self.finish(&running, outcome);
                }
            }
            JobResponse::Failed { job, problem } => {
                if let Some(running) = of(job) {
                    self.fail(&running, problem);
                }
            }
        }
    }

    fn show(self, running: &Running, progress: Progress) {
        let earlier = self.state(running.task).with_untracked(|state| state.result().cloned());
        self.state(running.task).set(JobState::Running { progress, earlier });
    }

    fn finish(self, running: &Running, outcome: Outcome) {
        self.running.update_value(|all| all.retain(|r| r.job != running.job));
        let result = JobResult { of: running.of.clone(), outcome: Arc::new(outcome) };
        self.state(running.task).set(JobState::Done(result));
    }

    fn fail(self, running: &Running, problem: String) {
        self.running.update_value(|all| all.retain(|r| r.job != running.job));
        self.state(running.task).set(JobState::Failed(problem));
    }

    /// Goes on without a worker, on the main thread.
    fn go_without(self, problem: &WorkerProblem) {
        let reason = match problem {
            WorkerProblem::Silent => strings::WORKER_IS_SILENT.to_owned(),
            WorkerProblem::Failed(message) if message.is_empty() => strings::WORKER_DOES_NOT_START.to_owned(),
            WorkerProblem::Failed(message) => message.clone(),
        };
        self.host.set_value(None);
        self.without_worker.set(Some(reason));
        for running in self.running.get_value() {
            self.run_here(&running);
        }
    }

    fn run_here(self, running: &Running) {
        match Job::start(running.task, &running.subject) {
            Ok(job) => self.run_slices(running.clone(), job, 0.0),
            Err(problem) => self.fail(running, problem),
        }
    }

    fn run_slices(self, running: Running, mut job: Job, shown: f64) {
        if self.running.with_value(|all| all.iter().all(|r| r.job != running.job)) {
            return; // cancelled, or replaced by a newer one
        }
        let until = dom::now() + SLICE;
        match job.run(|| dom::now() < until) {
            Slice::Running(progress) => {
                let now = dom::now();
                let is_due = now - shown > SHOW;
                if is_due {
                    self.show(&running, progress);
                }
                let shown = if is_due { now } else { shown };
                set_timeout(move || self.run_slices(running, job, shown), Duration::ZERO);
            }
            Slice::Done(Some(outcome)) => self.finish(&running, outcome),
            Slice::Done(None) => {}
        }
    }
}

fn request(running: &Running) -> JobRequest {
    JobRequest::Run(RunRequest { job: running.job, task: running.task, subject: running.subject.clone() })
}
