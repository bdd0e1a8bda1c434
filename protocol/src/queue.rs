//! The jobs that a page wants: one of each task at a time, each for a subject.
//!
//! A state machine without a clock or a worker: it says what to send and whose state changed, and the page does so. A job has
//! a number of its own, so that late responses of a replaced or cancelled one are dropped. A result keeps the subject it was
//! found for: once another is on screen it is an earlier one, and stays until there is a new one.

use crate::{JobId, Progress};

/// Milliseconds without progress after which a job is given up although its worker lives.
const TIME_LIMIT: f64 = 120_000.0;

/// Most milliseconds that count between two reports: a page that slept received nothing.
const LONGEST_WAIT: f64 = 2_000.0;

/// What a job found, and for what.
#[derive(Clone, Debug, PartialEq)]
pub struct JobResult<S, R> {
    /// What it belongs to.
    pub subject: S,
    /// What was found.
    pub found: R,
}

/// Where a task stands.
#[derive(Clone, Debug, Default, PartialEq)]
pub enum JobState<S, R> {
    /// Never started.
    #[default]
    Idle,
    /// Running.
    Running {
        /// How far it has come.
        progress: Progress,
        /// What it has found so far, or the last result, for another subject as a rule.
        earlier: Option<JobResult<S, R>>,
    },
    /// Done.
    Done(JobResult<S, R>),
    /// Stopped by the user.
    Cancelled {
        /// The last result, for another subject as a rule.
        earlier: Option<JobResult<S, R>>,
    },
    /// Could not be run, and why.
    Failed(String),
}

impl<S, R> JobState<S, R> {
    /// The last result, be it for another subject.
    pub fn result(&self) -> Option<&JobResult<S, R>> {
        match self {
            Self::Done(result) => Some(result),
            Self::Running { earlier, .. } | Self::Cancelled { earlier } => earlier.as_ref(),
            Self::Idle | Self::Failed(_) => None,
        }
    }

    /// The result, if it belongs to this subject.
    pub fn current(&self, subject: &S) -> Option<&R>
    where
        S: PartialEq,
    {
        self.result().filter(|result| result.subject == *subject).map(|result| &result.found)
    }
}

/// What the page has to do, in this order.
#[derive(Clone, Debug, PartialEq)]
pub enum Change<T, S> {
    /// Tell the worker to run a job.
    Run {
        /// Its number.
        job: JobId,
        /// What it computes.
        task: T,
        /// For what.
        subject: S,
    },
    /// Tell the worker to stop a job.
    Cancel(JobId),
    /// The state of a task has changed.
    Show(T),
}

#[derive(Clone, Debug)]
struct Entry<T, S, R> {
    task: T,
    state: JobState<S, R>,
    /// The number and the subject of the last run.
    job: JobId,
    subject: S,
    /// When it last responded, and how long it has made no progress, in milliseconds.
    heard: Option<f64>,
    waited: f64,
}

/// All tasks with their last runs.
#[derive(Clone, Debug)]
pub struct JobQueue<T, S, R> {
    entries: Vec<Entry<T, S, R>>,
    last: JobId,
}

impl<T, S, R> Default for JobQueue<T, S, R> {
    fn default() -> Self {
        Self { entries: Vec::new(), last: 0 }
    }
}

impl<T: Copy + PartialEq, S: Clone + PartialEq, R: Clone> JobQueue<T, S, R> {
    /// Where a task stands.
    pub fn state(&self, task: T) -> JobState<S, R> {
        self.entries.iter().find(|entry| entry.task == task).map_or_else(JobState::default, |entry| entry.state.clone())
    }

    /// Starts a task, replacing an earlier run of it. The other tasks go on.
    pub fn start(&mut self, task: T, subject: S) -> Vec<Change<T, S>> {
        let mut changes = Vec::new();
        self.last = self.last.wrapping_add(1);
        let job = self.last;
        let mut earlier = None;
        if let Some(place) = self.entries.iter().position(|entry| entry.task == task) {
            let old = self.entries.swap_remove(place);
            if old.is_running() {
                changes.push(Change::Cancel(old.job));
            }
            earlier = old.state.result().cloned();
        }
        let state = JobState::Running { progress: Progress::default(), earlier };
        self.entries.push(Entry { task, state, job, subject: subject.clone(), heard: None, waited: 0.0 });
        changes.extend([Change::Run { job, task, subject }, Change::Show(task)]);
        changes
    }

    /// Stops a task; what it found before stays. The other tasks go on.
    pub fn cancel(&mut self, task: T) -> Vec<Change<T, S>> {
        let running = self.entries.iter_mut().find(|entry| entry.task == task);
        let Some(entry) = running.filter(|entry| entry.is_running()) else { return Vec::new() };
        entry.state = JobState::Cancelled { earlier: entry.state.result().cloned() };
        vec![Change::Cancel(entry.job), Change::Show(task)]
    }

    /// A job has come this far; `now` in milliseconds from any origin. One that makes no progress for two minutes
    /// fails with `too_slow`.
    pub fn progress(&mut self, job: JobId, progress: Progress, now: f64, too_slow: &str) -> Vec<Change<T, S>> {
        let Some(entry) = self.running(job) else { return Vec::new() };
        let earlier = entry.state.result().cloned();
        let is_further = !matches!(&entry.state, JobState::Running { progress: before, .. } if *before == progress);
        let passed = entry.heard.map_or(0.0, |heard| (now - heard).clamp(0.0, LONGEST_WAIT));
        entry.heard = Some(now);
        entry.waited = if is_further { 0.0 } else { entry.waited + passed };
        if entry.waited > TIME_LIMIT {
            entry.state = JobState::Failed(too_slow.to_owned());
            return vec![Change::Cancel(job), Change::Show(entry.task)];
        }
        entry.state = JobState::Running { progress, earlier };
        if is_further { vec![Change::Show(entry.task)] } else { Vec::new() }
    }

    /// A job has found so much and goes on: that stands until it has found more.
    pub fn find(&mut self, job: JobId, found: R) -> Vec<Change<T, S>> {
        let Some(entry) = self.running(job) else { return Vec::new() };
        let result = JobResult { subject: entry.subject.clone(), found };
        if let JobState::Running { earlier, .. } = &mut entry.state {
            *earlier = Some(result);
        }
        vec![Change::Show(entry.task)]
    }

    /// A job is done.
    pub fn finish(&mut self, job: JobId, found: R) -> Vec<Change<T, S>> {
        let Some(entry) = self.running(job) else { return Vec::new() };
        entry.state = JobState::Done(JobResult { subject: entry.subject.clone(), found });
        vec![Change::Show(entry.task)]
    }

    /// A job could not be run, and why.
    pub fn fail(&mut self, job: JobId, problem: &str) -> Vec<Change<T, S>> {
        let Some(entry) = self.running(job) else { return Vec::new() };
        entry.state = JobState::Failed(problem.to_owned());
        vec![Change::Show(entry.task)]
    }

    /// Nothing that runs can be finished, and why.
    pub fn fail_all(&mut self, problem: &str) -> Vec<Change<T, S>> {
        let jobs: Vec<JobId> = self.entries.iter().filter(|entry| entry.is_running()).map(|entry| entry.job).collect();
        jobs.into_iter().flat_map(|job| self.fail(job, problem)).collect()
    }

    /// Another subject is on screen: forgets what failed for the one before, and starts what is late, and, of the tasks that `starts_itself`, what does not run yet.
    pub fn follow(&mut self, tasks: &[T], subject: &S, starts_itself: impl Fn(T) -> bool) -> Vec<Change<T, S>> {
        let is_late = |task: &T| {
            let Some(entry) = self.entries.iter().find(|entry| entry.task == *task) else {
                return starts_itself(*task);
            };
            match &entry.state {
                JobState::Done(_) | JobState::Running { .. } => entry.subject != *subject,
                JobState::Idle => starts_itself(*task),
                JobState::Cancelled { .. } | JobState::Failed(_) => starts_itself(*task) && entry.subject != *subject,
            }
        };
        let late: Vec<T> = tasks.iter().copied().filter(is_late).collect();
        // Why another subject failed says nothing of this one.
        let failed = |entry: &&mut Entry<T, S, R>| {
            matches!(entry.state, JobState::Failed(_)) && entry.subject != *subject && !late.contains(&entry.task)
        };
        let mut changes = Vec::new();
        for entry in self.entries.iter_mut().filter(failed) {
            entry.state = JobState::Idle;
            changes.push(Change::Show(entry.task));
        }
        changes.extend(late.into_iter().flat_map(|task| self.start(task, subject.clone())));
        changes
    }

    /// All that runs, for a worker that has heard none of it.
    pub fn run_again(&self) -> Vec<Change<T, S>> {
        let again =
            |entry: &Entry<T, S, R>| Change::Run { job: entry.job, task: entry.task, subject: entry.subject.clone() };
        self.entries.iter().filter(|entry| entry.is_running()).map(again).collect()
    }

    /// The entry of a job that runs.
    fn running(&mut self, job: JobId) -> Option<&mut Entry<T, S, R>> {
        self.entries.iter_mut().find(|entry| entry.job == job && entry.is_running())
    }
}

impl<T, S, R> Entry<T, S, R> {
    fn is_running(&self) -> bool {
        matches!(self.state, JobState::Running { .. })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    type Queue = JobQueue<char, &'static str, u32>;
    type Changes = Vec<Change<char, &'static str>>;

    const SLOW: &str = "too slow";

    fn run(job: JobId, task: char, subject: &'static str) -> Change<char, &'static str> {
        Change::Run { job, task, subject }
    }

    fn steps(done: u32) -> Progress {
        Progress { done, total: 9 }
    }

    fn done(subject: &'static str, found: u32) -> JobState<&'static str, u32> {
        JobState::Done(JobResult { subject, found })
    }

    /// Tasks a and b run for one subject, as jobs 1 and 2.
    fn two_running() -> Queue {
        let mut queue = Queue::default();
        queue.start('a', "small");
        queue.start('b', "small");
        queue
    }

    #[test]
    fn a_task_starts_for_a_subject() {
        let mut queue = Queue::default();
        assert_eq!(queue.state('a'), JobState::Idle);
        assert_eq!(queue.start('a', "small"), [run(1, 'a', "small"), Change::Show('a')]);
        assert_eq!(queue.state('a'), JobState::Running { progress: Progress::default(), earlier: None });
        assert_eq!(queue.state('b'), JobState::Idle);
    }

    #[test]
    fn a_new_run_replaces_the_one_before_and_leaves_the_others() {
        let mut queue = two_running();
        assert_eq!(queue.start('a', "large"), [Change::Cancel(1), run(3, 'a', "large"), Change::Show('a')]);
        assert_eq!(queue.finish(2, 20), [Change::Show('b')]);
        assert_eq!(queue.state('b'), done("small", 20));
    }

    #[test]
    fn a_late_result_of_an_older_subject_is_dropped() {
        let mut queue = two_running();
        queue.start('a', "large");
        assert_eq!(queue.finish(1, 10), Changes::new());
        assert_eq!(queue.progress(1, steps(8), 0.0, SLOW), Changes::new());
        assert_eq!(queue.fail(1, "broken"), Changes::new());
        assert_eq!(queue.state('a'), JobState::Running { progress: Progress::default(), earlier: None });
        queue.finish(3, 30);
        assert_eq!(queue.finish(3, 31), Changes::new(), "finished once");
        assert_eq!(queue.state('a'), done("large", 30));
    }

    #[test]
    fn cancelling_one_leaves_the_others_and_its_late_result_is_dropped() {
        let mut queue = two_running();
        assert_eq!(queue.cancel('a'), [Change::Cancel(1), Change::Show('a')]);
        assert_eq!(queue.cancel('a'), Changes::new(), "it runs no more");
        assert_eq!(queue.finish(1, 10), Changes::new());
        assert_eq!(queue.state('a'), JobState::Cancelled { earlier: None });
        assert_eq!(queue.finish(2, 20), [Change::Show('b')]);
    }

    #[test]
    fn what_was_found_before_stays_while_a_task_runs_again_and_when_it_is_cancelled() {
        let mut queue = two_running();
        queue.finish(1, 10);
        queue.start('a', "large");
        let earlier = Some(JobResult { subject: "small", found: 10 });
        queue.progress(3, steps(1), 0.0, SLOW);
        assert_eq!(queue.state('a'), JobState::Running { progress: steps(1), earlier: earlier.clone() });
        queue.cancel('a');
        assert_eq!(queue.state('a'), JobState::Cancelled { earlier });
        assert_eq!(queue.start('a', "large"), [run(4, 'a', "large"), Change::Show('a')]);
        assert_eq!(queue.state('a').result().map(|result| result.found), Some(10));
    }

    #[test]
    fn a_result_is_current_for_its_own_subject_alone() {
        let mut queue = two_running();
        queue.finish(1, 10);
        assert_eq!(queue.state('a').current(&"small"), Some(&10));
        assert_eq!(queue.state('a').current(&"large"), None);
        assert!(queue.state('a').result().is_some(), "it is an earlier one");
        queue.start('a', "large");
        assert_eq!(queue.state('a').current(&"large"), None, "not before it is found");
        queue.finish(3, 30);
        assert_eq!(queue.state('a').current(&"large"), Some(&30));
    }

    #[test]
    fn progress_is_shown_when_it_changes() {
        let mut queue = two_running();
        assert_eq!(queue.progress(1, steps(2), 0.0, SLOW), [Change::Show('a')]);
        assert_eq!(queue.state('a'), JobState::Running { progress: steps(2), earlier: None });
        assert_eq!(queue.progress(1, steps(2), 50.0, SLOW), Changes::new());
        assert_eq!(queue.progress(9, steps(2), 50.0, SLOW), Changes::new(), "there is no such job");
    }

    #[test]
    fn a_failure_is_told_and_the_task_may_start_again() {
        let mut queue = two_running();
        assert_eq!(queue.fail(1, "no scenario"), [Change::Show('a')]);
        assert_eq!(queue.state('a'), JobState::Failed("no scenario".to_owned()));
        assert_eq!(queue.start('a', "small"), [run(3, 'a', "small"), Change::Show('a')]);
        // Another subject may be computed.
        queue.fail(3, "no scenario");
        assert_eq!(queue.follow(&['a'], &"small", |_| false), Changes::new(), "it would fail again");
        assert_eq!(queue.follow(&['a'], &"large", |_| false), [Change::Show('a')]);
        assert_eq!(queue.state('a'), JobState::Idle);
    }

    #[test]
    fn a_worker_that_died_fails_what_ran_and_nothing_else() {
        let mut queue = two_running();
        queue.start('c', "small");
        queue.finish(2, 20);
        assert_eq!(queue.fail_all("gone"), [Change::Show('a'), Change::Show('c')]);
        assert_eq!(queue.state('a'), JobState::Failed("gone".to_owned()));
        assert_eq!(queue.state('b'), done("small", 20));
        assert_eq!(queue.run_again(), Changes::new());
    }

    #[test]
    fn another_worker_hears_all_that_runs_by_the_same_numbers() {
        let mut queue = two_running();
        queue.start('c', "large");
        queue.cancel('a');
        assert_eq!(queue.run_again(), [run(2, 'b', "small"), run(3, 'c', "large")]);
        queue.finish(3, 30);
        assert_eq!(queue.state('c'), done("large", 30));
    }

    #[test]
    fn following_starts_only_what_is_late() {
        let mut queue = two_running();
        queue.finish(1, 10);
        queue.start('c', "large");
        let by_itself = |task| task == 'd';
        let tasks = ['a', 'b', 'c', 'd', 'e'];
        let changes = queue.follow(&tasks, &"large", by_itself);
        let expected = [
            run(4, 'a', "large"),
            Change::Show('a'),
            Change::Cancel(2),
            run(5, 'b', "large"),
            Change::Show('b'),
            run(6, 'd', "large"),
            Change::Show('d'),
        ];
        assert_eq!(changes, expected, "c runs for it already, and nobody asked for e");
        assert_eq!(queue.follow(&tasks, &"large", by_itself), Changes::new());
    }

    #[test]
    fn following_leaves_what_was_cancelled_or_failed_unless_it_starts_itself_for_something_new() {
        let mut queue = two_running();
        queue.cancel('a');
        queue.fail(2, "broken");
        assert_eq!(
            queue.follow(&['a', 'b'], &"small", |_| true),
            Changes::new(),
            "cancelled and failed for this very subject"
        );
        assert_eq!(
            queue.clone().follow(&['a', 'b'], &"large", |_| false),
            [Change::Show('b')],
            "its failure is another's"
        );
        let changes = queue.follow(&['a', 'b'], &"large", |_| true);
        assert_eq!(changes, [run(3, 'a', "large"), Change::Show('a'), run(4, 'b', "large"), Change::Show('b')]);
    }

    #[test]
    fn what_is_found_so_far_stands_while_the_job_goes_on_and_after_it_is_cancelled() {
        let mut queue = two_running();
        assert_eq!(queue.find(1, 50), [Change::Show('a')]);
        assert_eq!(queue.state('a').current(&"small"), Some(&50));
        assert!(matches!(queue.state('a'), JobState::Running { .. }));
        queue.progress(1, steps(2), 0.0, SLOW);
        assert_eq!(queue.state('a').current(&"small"), Some(&50), "progress forgets nothing");
        assert_eq!(queue.find(9, 60), Changes::new(), "there is no such job");
        let mut finished = queue.clone();
        finished.finish(1, 70);
        assert_eq!(finished.state('a').current(&"small"), Some(&70));
        queue.cancel('a');
        assert_eq!(queue.state('a').current(&"small"), Some(&50));
        assert_eq!(queue.find(1, 80), Changes::new(), "it was cancelled");
    }

    /// Reports every second without progress: the 121st is more than two minutes after the first.
    #[test]
    fn a_job_without_progress_is_given_up_after_two_minutes() {
        let mut queue = two_running();
        let mut report = |second: u32, done: u32| queue.progress(1, steps(done), f64::from(second) * 1_000.0, SLOW);
        assert_eq!(report(0, 1), [Change::Show('a')]);
        for second in 1..=120 {
            assert_eq!(report(second, 1), Changes::new(), "{second}");
        }
        assert_eq!(report(121, 1), [Change::Cancel(1), Change::Show('a')]);
        assert_eq!(queue.state('a'), JobState::Failed(SLOW.to_owned()));
        assert!(matches!(queue.state('b'), JobState::Running { .. }), "the other goes on");
    }

    #[test]
    fn progress_and_a_page_that_slept_do_not_count_as_waiting() {
        let mut queue = two_running();
        for second in 0..300 {
            queue.progress(1, steps(second / 100), f64::from(second) * 1_000.0, SLOW);
        }
        queue.progress(1, steps(2), 28_800_000.0, SLOW);
        assert!(matches!(queue.state('a'), JobState::Running { .. }));
    }
}
