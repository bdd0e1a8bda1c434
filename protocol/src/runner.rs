//! Runs several jobs in turn, a slice of each at a time, and receives requests in between.

use std::collections::VecDeque;

use crate::{Job, JobId, JobRequest, JobResponse, RunRequest, Slice};

/// Milliseconds between two reports of progress of a job.
const REPORT: f64 = 80.0;

const NOTHING_FOUND: &str = "There is nothing to find for this scenario.";

/// The jobs that a worker, or the page without one, was asked to run.
#[derive(Default)]
pub struct JobRunner {
    turns: VecDeque<Turn>,
}

enum Turn {
    /// Asked for; it starts in its first slice, so that one that is replaced at once costs nothing.
    Asked(RunRequest),
    Runs {
        id: JobId,
        job: Box<Job>,
        reported: f64,
    },
}

impl Turn {
    fn id(&self) -> JobId {
        match self {
            Self::Asked(request) => request.job,
            Self::Runs { id, .. } => *id,
        }
    }
}

impl JobRunner {
    /// Takes a request.
    pub fn take(&mut self, request: JobRequest) {
        match request {
            JobRequest::Run(run) => self.turns.push_back(Turn::Asked(run)),
            JobRequest::Cancel(cancelled) => self.turns.retain(|turn| turn.id() != cancelled),
        }
    }

    /// Whether there is nothing to run.
    pub fn is_idle(&self) -> bool {
        self.turns.is_empty()
    }

    /// Runs the job whose turn it is for some milliseconds by the clock `now`. Returns what there is to tell.
    pub fn slice(&mut self, milliseconds: f64, now: impl Fn() -> f64) -> Option<JobResponse> {
        let begun = now();
        let (id, mut job, reported) = match self.turns.pop_front()? {
            Turn::Runs { id, job, reported } => (id, job, reported),
            Turn::Asked(RunRequest { job: id, task, subject }) => match Job::start(task, &subject) {
                Ok(job) => (id, Box::new(job), begun),
                Err(problem) => return Some(JobResponse::Failed { job: id, problem }),
            },
        };
        match job.run(|| now() - begun < milliseconds) {
            Slice::Running(progress) => {
                let is_due = now() - reported >= REPORT;
                let reported = if is_due { now() } else { reported };
                let found = job.so_far();
                self.turns.push_back(Turn::Runs { id, job, reported });
                let progress = || is_due.then_some(JobResponse::Progress { job: id, progress });
                found.map(|outcome| JobResponse::SoFar { job: id, outcome }).or_else(progress)
            }
            Slice::Done(Some(outcome)) => Some(JobResponse::Finished { job: id, outcome }),
            Slice::Done(None) => Some(JobResponse::Failed { job: id, problem: NOTHING_FOUND.to_owned() }),
        }
    }
}

#[cfg(test)]
mod tests {
    use std::cell::Cell;
    use std::collections::BTreeSet;

    use engine::codec::{Document, file};
    use engine::prices::PriceBook;

    use super::*;
    use crate::{Outcome, Subject, Task};

    /// A runner with a clock: each look at it takes a millisecond, so a slice of `n` milliseconds takes some `n` steps.
    struct Run {
        runner: JobRunner,
        clock: Cell<f64>,
    }

    impl Run {
        fn of(tasks: &[(JobId, Task)]) -> Self {
            let mut run = Self { runner: JobRunner::default(), clock: Cell::new(0.0) };
            for (job, task) in tasks {
                run.start(*job, *task);
            }
            run
        }

        fn start(&mut self, job: JobId, task: Task) {
            let scenario = file::write(&Document::typical(&PriceBook::embedded()));
            let subject = Subject { scenario, own_book: None };
            self.runner.take(JobRequest::Run(RunRequest { job, task, subject }));
        }

        fn slice(&mut self) -> Option<JobResponse> {
            let tick = || self.clock.replace(self.clock.get() + 1.0);
            self.runner.slice(20.0, tick)
        }

        /// Runs to the end; which jobs told what.
        fn all(&mut self) -> Vec<(JobId, &'static str)> {
            let mut told = Vec::new();
            while !self.runner.is_idle() {
                told.extend(self.slice().map(|response| match response {
                    JobResponse::Progress { job, .. } => (job, "progress"),
                    JobResponse::SoFar { job, .. } => (job, "so far"),
                    JobResponse::Finished { job, .. } => (job, "finished"),
                    JobResponse::Failed { job, .. } => (job, "failed"),
                }));
            }
            told
        }
    }

    fn finished(told: &[(JobId, &str)]) -> BTreeSet<JobId> {
        told.iter().filter(|(_, what)| *what == "finished").map(|(job, _)| *job).collect()
    }

    /// Natively so many draws take seconds; the first figures are there long before.
    #[test]
    fn draws_say_what_they_have_found_so_far_and_end_with_what_one_run_finds() {
        let mut run = Run::of(&[(1, Task::Risk)]);
        let mut found = Vec::new();
        while !run.runner.is_idle() {
            if let Some(JobResponse::SoFar { outcome, .. } | JobResponse::Finished { outcome, .. }) = run.slice() {
                let Outcome::Risk(risk) = outcome else { panic!("draws") };
                found.push(risk);
            }
        }
        let draws: Vec<usize> = found.iter().map(|risk| risk.draws).collect();
        assert_eq!(draws.len(), 3, "{draws:?}");
        assert!(
            draws.is_sorted()
                && draws.iter().take(2).zip([500, 2_500]).all(|(is, told)| (told..told + 500).contains(is)),
            "{draws:?}"
        );
        let [first, .., last] = found.as_slice() else { panic!("several") };
        // A share of 500 draws is off by two hundredths as a rule.
        assert!(
            (first.answer_share - last.answer_share).abs() < 0.1,
            "{} and {}",
            first.answer_share,
            last.answer_share
        );
        assert!((first.unlinked_answer_share - last.unlinked_answer_share).abs() < 0.1);
        let subject = Subject { scenario: file::write(&Document::typical(&PriceBook::embedded())), own_book: None };
        let mut alone = Job::start(Task::Risk, &subject).expect("it starts");
        assert_eq!(alone.run(|| true), Slice::Done(Some(Outcome::Risk(last.clone()))));
    }

    /// A number of nodes takes a few steps, all inputs take thousands.
    #[test]
    fn jobs_run_in_turn_so_that_a_short_one_does_not_wait_for_a_long_one() {
        let mut run = Run::of(&[(1, Task::InputBreakEvens), (2, Task::NodeCounts)]);
        let told = run.all();
        assert!(told.iter().all(|(_, what)| *what != "failed"), "{told:?}");
        let ends: Vec<JobId> = told.iter().filter(|(_, what)| *what == "finished").map(|(job, _)| *job).collect();
        assert_eq!(ends, [2, 1]);
    }

    #[test]
    fn a_cancelled_job_says_nothing_more_and_the_others_go_on() {
        let mut run = Run::of(&[(1, Task::InputBreakEvens), (2, Task::InputBreakEvens), (3, Task::NodeCounts)]);
        run.slice();
        run.slice();
        run.runner.take(JobRequest::Cancel(1)); // runs
        run.runner.take(JobRequest::Cancel(3)); // has not begun
        run.runner.take(JobRequest::Cancel(9)); // is unknown
        let told = run.all();
        assert!(told.iter().all(|(job, _)| *job == 2), "{told:?}");
        assert_eq!(finished(&told), BTreeSet::from([2]));
    }

    #[test]
    fn what_was_asked_for_meanwhile_has_its_turn() {
        let mut run = Run::of(&[(1, Task::InputBreakEvens)]);
        run.slice();
        run.start(2, Task::NodeCounts);
        let told = run.all();
        assert_eq!(finished(&told), BTreeSet::from([1, 2]));
    }

    #[test]
    fn a_scenario_that_cannot_be_read_fails_its_own_job_alone() {
        let mut run = Run::of(&[(1, Task::NodeCounts)]);
        let broken = Subject { scenario: "no file".to_owned(), own_book: None };
        run.runner.take(JobRequest::Run(RunRequest { job: 2, task: Task::NodeCounts, subject: broken }));
        let told = run.all();
        assert!(told.contains(&(2, "failed")) && told.contains(&(1, "finished")), "{told:?}");
    }

    /// A clock that stands still lets a job run to its end in one slice.
    #[test]
    fn turns_change_nothing_that_is_found() {
        let mut whole = Run::of(&[(1, Task::InputBreakEvens)]);
        let Some(JobResponse::Finished { outcome: at_once, .. }) = whole.runner.slice(20.0, || 0.0) else {
            panic!("done in one slice")
        };
        let mut run = Run::of(&[(1, Task::InputBreakEvens), (2, Task::NodeCounts)]);
        let found = std::iter::from_fn(|| (!run.runner.is_idle()).then(|| run.slice())).flatten();
        let mut found = found.filter_map(|response| match response {
            JobResponse::Finished { job: 1, outcome } => Some(outcome),
            _ => None,
        });
        let in_turns: Outcome = found.next().expect("an outcome");
        assert_eq!(in_turns, at_once);
    }

    /// Progress is reported every 80 ms of the job's own clock at most, not after every slice of 20 ms.
    #[test]
    fn progress_is_not_told_after_every_slice() {
        let mut run = Run::of(&[(1, Task::InputBreakEvens)]);
        let (mut slices, mut reports) = (0, 0);
        while !run.runner.is_idle() {
            slices += 1;
            reports += u32::from(matches!(run.slice(), Some(JobResponse::Progress { .. })));
        }
        assert!(reports > 0 && reports * 3 < slices, "{reports} reports in {slices} slices");
    }
}
