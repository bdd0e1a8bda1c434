//! The life of a worker as a state machine: when it is started, what it is sent, when it is given up, what is sent again to a
//! new one. No clock and no browser: the page reports what happens and carries out the [`Action`]s.
//!
//! A worker is started when something is first asked of it. Requests wait for its `Ready`. If it fails, or is silent for
//! [`SILENCE`] while it owes an answer, a new one is started once, from parts fetched and compiled anew, and receives
//! everything that is unanswered. If that one fails too before it answers anything, the failure is reported once and all
//! requests are dropped; the next request starts afresh.

/// Milliseconds without a message after which a worker is given up.
pub const SILENCE: f64 = 10_000.0;

/// Milliseconds between two calls of [`Session::look`].
pub const LOOK: f64 = 1_000.0;

/// Most milliseconds that count as silence between two looks: a page that slept, or was busy itself, received nothing either.
const LONGEST_LOOK: f64 = 2.0 * LOOK;

/// A request to a worker.
pub trait Request: Clone {
    /// The name of the worker in the page's head and in `public/boot.js`.
    const WORKER: &'static str;

    /// The worker's responses.
    type Response;

    /// Whether the worker owes an answer.
    fn is_awaited(&self) -> bool;

    /// Whether a response is the last one to this request.
    fn is_answered_by(&self, response: &Self::Response) -> bool;

    /// Whether a new worker needs this although it was answered: later requests build on it.
    fn is_lasting(&self) -> bool {
        false
    }

    /// Whether this makes an earlier request void.
    fn revokes(&self, earlier: &Self) -> bool;
}

/// Why there is no worker.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum WorkerProblem {
    /// It was silent for too long.
    Silent,
    /// The browser's message; empty if there is none.
    Failed(String),
}

/// A worker failed, and so did the one that replaced it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WorkerFailure {
    /// What became of the last one.
    pub problem: WorkerProblem,
    /// Whether one of the two took requests: then the browser has workers, and what was asked may be what they died of.
    pub was_ready: bool,
}

/// Tells one start of a worker from others: what an earlier one does later is ignored.
pub type StartId = u32;

/// What the page has to do.
#[derive(Clone, Debug, PartialEq)]
pub enum Action<Q, A> {
    /// End the worker, if there is one, and start another.
    Start {
        /// Its number.
        start: StartId,
        /// Whether its parts are fetched and compiled anew.
        anew: bool,
    },
    /// Send a request with its attachments.
    Post(Q, A),
    /// End the worker, forget its parts, and report.
    Report(WorkerFailure),
}

/// How far the present worker is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Stage {
    /// There is none.
    None,
    /// Its parts are on their way: no time limit.
    Fetching,
    /// It runs, and has not said that it is ready.
    Starting,
    Ready,
}

#[derive(Clone, Debug)]
struct Kept<Q, A> {
    request: Q,
    attachments: A,
    is_answered: bool,
}

/// One worker, with the requests that a new one would have to hear. `A` is what travels with a request.
#[derive(Clone, Debug)]
pub struct Session<Q, A> {
    stage: Stage,
    start: StartId,
    /// Whether the present worker is the second attempt.
    is_second: bool,
    was_ready: bool,
    kept: Vec<Kept<Q, A>>,
    /// Milliseconds without a word.
    silent: f64,
    looked: f64,
}

impl<Q, A> Default for Session<Q, A> {
    fn default() -> Self {
        Self {
            stage: Stage::None,
            start: 0,
            is_second: false,
            was_ready: false,
            kept: Vec::new(),
            silent: 0.0,
            looked: 0.0,
        }
    }
}

impl<Q: Request, A: Clone> Session<Q, A> {
    /// Something is asked.
    pub fn ask(&mut self, request: Q, attachments: A) -> Vec<Action<Q, A>> {
        self.kept.retain(|earlier| !request.revokes(&earlier.request));
        let is_kept = request.is_awaited() || request.is_lasting();
        if is_kept {
            let kept = Kept { request: request.clone(), attachments: attachments.clone(), is_answered: false };
            self.kept.push(kept);
        }
        match self.stage {
            Stage::None if is_kept => vec![self.next_start(false)],
            Stage::None | Stage::Fetching | Stage::Starting => Vec::new(),
            Stage::Ready => vec![Action::Post(request, attachments)],
        }
    }

    /// A worker runs: from now on its silence counts. Returns whether it is still wanted.
    pub fn spawned(&mut self, start: StartId) -> bool {
        let is_wanted = self.is_present(start) && self.stage == Stage::Fetching;
        if is_wanted {
            self.stage = Stage::Starting;
            self.silent = 0.0;
        }
        is_wanted
    }

    /// A worker takes requests: it receives those that wait, and those that the one before left unanswered.
    pub fn ready(&mut self, start: StartId) -> Vec<Action<Q, A>> {
        if !self.is_present(start) || self.stage == Stage::Ready {
            return Vec::new();
        }
        (self.stage, self.was_ready, self.silent) = (Stage::Ready, true, 0.0);
        self.kept.iter().map(|kept| Action::Post(kept.request.clone(), kept.attachments.clone())).collect()
    }

    /// A worker shows that it lives. Returns whether it is the present one: what others say is dropped.
    pub fn alive(&mut self, start: StartId) -> bool {
        let is_present = self.is_present(start);
        if is_present {
            self.silent = 0.0;
        }
        is_present
    }

    /// A worker responds. Returns whether it is the present one: what others say is dropped.
    pub fn responded(&mut self, start: StartId, response: &Q::Response) -> bool {
        if !self.alive(start) {
            return false;
        }
        let mut is_answer = false;
        self.kept.retain_mut(|kept| {
            let answers = !kept.is_answered && kept.request.is_answered_by(response);
            is_answer |= answers;
            kept.is_answered |= answers;
            !answers || kept.request.is_lasting()
        });
        if is_answer {
            (self.is_second, self.was_ready) = (false, self.stage == Stage::Ready);
        }
        true
    }

    /// A worker failed: its parts could not be had, the browser refused it, or it died.
    pub fn failed(&mut self, start: StartId, message: String) -> Vec<Action<Q, A>> {
        if self.is_present(start) { self.give_up(WorkerProblem::Failed(message)) } else { Vec::new() }
    }

    /// Time has passed; `now` in milliseconds from any origin. To be called every [`LOOK`] while
    /// [`is_watched`](Self::is_watched).
    pub fn look(&mut self, now: f64) -> Vec<Action<Q, A>> {
        let passed = (now - self.looked).clamp(0.0, LONGEST_LOOK);
        self.looked = now;
        if !self.is_watched() {
            return Vec::new();
        }
        self.silent += passed;
        if self.silent > SILENCE { self.give_up(WorkerProblem::Silent) } else { Vec::new() }
    }

    /// Whether the silence of the worker counts: it starts, or owes an answer.
    pub fn is_watched(&self) -> bool {
        match self.stage {
            Stage::None | Stage::Fetching => false,
            Stage::Starting => true,
            Stage::Ready => self.kept.iter().any(|kept| kept.request.is_awaited() && !kept.is_answered),
        }
    }

    fn is_present(&self, start: StartId) -> bool {
        self.stage != Stage::None && self.start == start
    }

    fn next_start(&mut self, anew: bool) -> Action<Q, A> {
        self.start = self.start.wrapping_add(1);
        (self.stage, self.silent) = (Stage::Fetching, 0.0);
        Action::Start { start: self.start, anew }
    }

    fn give_up(&mut self, problem: WorkerProblem) -> Vec<Action<Q, A>> {
        if !self.is_second {
            self.is_second = true;
            return vec![self.next_start(true)];
        }
        let failure = WorkerFailure { problem, was_ready: self.was_ready };
        let (start, looked) = (self.start, self.looked);
        *self = Self { start, looked, ..Self::default() };
        vec![Action::Report(failure)]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A worker that holds a book of numbers: `Open` is needed by every `Look`.
    #[derive(Clone, Debug, PartialEq)]
    enum Ask {
        Open,
        Look(u32),
        Stop(u32),
    }

    impl Request for Ask {
        const WORKER: &'static str = "test";
        type Response = u32;

        fn is_awaited(&self) -> bool {
            matches!(self, Self::Look(_))
        }

        fn is_answered_by(&self, response: &u32) -> bool {
            *self == Self::Look(*response)
        }

        fn is_lasting(&self) -> bool {
            *self == Self::Open
        }

        fn revokes(&self, earlier: &Self) -> bool {
            match (self, earlier) {
                (Self::Open, _) => true,
                (Self::Stop(stopped), Self::Look(number)) => stopped == number,
                _ => false,
            }
        }
    }

    type Actions = Vec<Action<Ask, ()>>;

    fn start(start: StartId, anew: bool) -> Actions {
        vec![Action::Start { start, anew }]
    }

    fn posts(requests: &[Ask]) -> Actions {
        requests.iter().map(|request| Action::Post(request.clone(), ())).collect()
    }

    fn report(problem: WorkerProblem, was_ready: bool) -> Actions {
        vec![Action::Report(WorkerFailure { problem, was_ready })]
    }

    /// A session with a worker that is ready and owes an answer.
    fn asked() -> Session<Ask, ()> {
        let mut session = Session::default();
        assert_eq!(session.ask(Ask::Look(1), ()), start(1, false));
        assert!(session.spawned(1));
        assert_eq!(session.ready(1), posts(&[Ask::Look(1)]));
        session
    }

    /// Looks once a second for some seconds; the first actions, and the second at which they came.
    fn looks(session: &mut Session<Ask, ()>, from: u32, seconds: u32) -> Option<(u32, Actions)> {
        (from + 1..=from + seconds).find_map(|second| {
            let actions = session.look(f64::from(second) * 1_000.0);
            (!actions.is_empty()).then_some((second, actions))
        })
    }

    #[test]
    fn a_worker_starts_with_the_first_request_and_hears_all_of_them_once_it_is_ready() {
        let mut session = Session::default();
        assert_eq!(session.ask(Ask::Look(1), ()), start(1, false));
        assert_eq!(session.ask(Ask::Look(2), ()), []);
        assert!(session.spawned(1));
        assert_eq!(session.ready(1), posts(&[Ask::Look(1), Ask::Look(2)]));
        assert_eq!(session.ask(Ask::Look(3), ()), posts(&[Ask::Look(3)]));
        assert_eq!(session.ready(1), [], "a second Ready sends nothing twice");
    }

    #[test]
    fn what_was_revoked_before_the_worker_was_ready_is_never_sent() {
        let mut session = Session::default();
        session.ask(Ask::Look(1), ());
        session.ask(Ask::Look(2), ());
        assert_eq!(session.ask(Ask::Stop(1), ()), []);
        session.spawned(1);
        assert_eq!(session.ready(1), posts(&[Ask::Look(2)]));
        assert_eq!(session.ask(Ask::Stop(2), ()), posts(&[Ask::Stop(2)]), "the worker hears it");
        assert!(!session.is_watched(), "it owes nothing");
    }

    #[test]
    fn nothing_starts_for_a_request_that_awaits_nothing() {
        let mut session = Session::<Ask, ()>::default();
        assert_eq!(session.ask(Ask::Stop(1), ()), []);
    }

    #[test]
    fn a_worker_that_dies_is_replaced_once_and_the_new_one_hears_what_is_unanswered() {
        let mut session = asked();
        session.ask(Ask::Look(2), ());
        assert!(session.responded(1, &1));
        assert_eq!(session.failed(1, "gone".to_owned()), start(2, true));
        assert!(session.spawned(2));
        assert_eq!(session.ready(2), posts(&[Ask::Look(2)]));
        assert_eq!(
            session.failed(2, "gone too".to_owned()),
            report(WorkerProblem::Failed("gone too".to_owned()), true)
        );
        assert_eq!(session.failed(2, "again".to_owned()), [], "reported once");
        assert_eq!(session.ask(Ask::Look(3), ()), start(3, false), "the next request starts afresh");
        session.spawned(3);
        assert_eq!(session.ready(3), posts(&[Ask::Look(3)]), "what was given up is not sent");
    }

    #[test]
    fn a_worker_that_never_starts_is_tried_twice() {
        let mut session = Session::default();
        session.ask(Ask::Look(1), ());
        assert_eq!(session.failed(1, "404".to_owned()), start(2, true));
        assert_eq!(session.failed(2, "404".to_owned()), report(WorkerProblem::Failed("404".to_owned()), false));
    }

    #[test]
    fn an_answer_gives_the_next_worker_its_second_attempt_back() {
        let mut session = asked();
        assert_eq!(session.failed(1, String::new()), start(2, true));
        session.spawned(2);
        session.ready(2);
        session.responded(2, &1);
        session.ask(Ask::Look(2), ());
        assert_eq!(session.failed(2, String::new()), start(3, true));
    }

    #[test]
    fn what_an_earlier_worker_does_is_ignored() {
        let mut session = asked();
        session.failed(1, String::new());
        assert!(!session.responded(1, &1));
        assert!(!session.alive(1));
        assert!(!session.spawned(1));
        assert_eq!(session.ready(1), []);
        assert_eq!(session.failed(1, String::new()), []);
        session.spawned(2);
        assert_eq!(session.ready(2), posts(&[Ask::Look(1)]), "its answer did not count");
    }

    #[test]
    fn silence_after_ready_replaces_the_worker_after_ten_seconds_and_is_reported_the_second_time() {
        let mut session = asked();
        session.look(0.0);
        assert_eq!(looks(&mut session, 0, 30), Some((11, start(2, true))));
        session.spawned(2);
        session.ready(2);
        assert_eq!(looks(&mut session, 11, 30), Some((22, report(WorkerProblem::Silent, true))));
    }

    #[test]
    fn a_word_within_ten_seconds_keeps_the_worker() {
        let mut session = asked();
        session.look(0.0);
        for from in [0, 9, 18, 27] {
            assert_eq!(looks(&mut session, from, 9), None);
            session.alive(1);
        }
    }

    #[test]
    fn requests_that_replace_one_another_do_not_hide_silence() {
        let mut session = asked();
        session.look(0.0);
        for number in 1..10 {
            assert_eq!(looks(&mut session, number - 1, 1), None);
            session.ask(Ask::Stop(number), ());
            session.ask(Ask::Look(number + 1), ());
        }
        assert_eq!(looks(&mut session, 9, 5), Some((11, start(2, true))));
        session.spawned(2);
        assert_eq!(session.ready(2), posts(&[Ask::Look(10)]), "the new one hears the last alone");
    }

    #[test]
    fn a_worker_that_owes_nothing_may_be_silent() {
        let mut session = asked();
        session.responded(1, &1);
        assert!(!session.is_watched());
        session.look(0.0);
        assert_eq!(looks(&mut session, 0, 100), None);
        assert_eq!(session.ask(Ask::Look(2), ()), posts(&[Ask::Look(2)]));
        assert!(session.is_watched());
    }

    /// After a night with the lid closed one look counts two seconds, not eight hours.
    #[test]
    fn a_page_that_slept_blames_no_worker() {
        let mut session = asked();
        session.look(0.0);
        assert_eq!(session.look(28_800_000.0), []);
        assert_eq!(looks(&mut session, 28_800, 8), None, "two seconds and eight");
        assert!(looks(&mut session, 28_808, 1).is_some());
    }

    /// Fetching a worker over a slow line is no silence.
    #[test]
    fn the_time_of_fetching_does_not_count_and_that_of_starting_does() {
        let mut session = Session::default();
        session.ask(Ask::Look(1), ());
        session.look(0.0);
        assert_eq!(looks(&mut session, 0, 100), None);
        session.spawned(1);
        assert_eq!(looks(&mut session, 100, 30), Some((111, start(2, true))));
    }

    #[test]
    fn what_later_requests_build_on_is_heard_by_a_new_worker_first() {
        let mut session = Session::default();
        session.ask(Ask::Open, ());
        session.ask(Ask::Look(1), ());
        session.spawned(1);
        session.ready(1);
        session.responded(1, &1);
        assert!(!session.is_watched());
        session.ask(Ask::Look(2), ());
        session.failed(1, String::new());
        session.spawned(2);
        assert_eq!(session.ready(2), posts(&[Ask::Open, Ask::Look(2)]));
    }
}
