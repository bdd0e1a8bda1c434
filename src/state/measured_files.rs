//! Files of clusters and bills: which are added, what is asked of them, and what they say. What a result belongs to is decided
//! by `protocol::FilesState`; this asks the worker. It lives from the first file to the last, and keeps what it read:
//! another price, name or threshold reads nothing again. Nothing of the files is stored, and nothing leaves the browser.

use std::sync::{Arc, OnceLock};
use std::time::Duration;

use engine::measured::zone::TimeZone;
use engine::measured::{ReadSettings, SummaryQuestions};
use engine::replay::answer::Policy;
use engine::view::measured::{FileView, MeasuredView, ReplayView, owned_busy_hour};
use leptos::prelude::*;
use leptos::task::spawn_local;
use protocol::{
    Added, AddedFile, AskRequest, Earlier, FileId, FileToRead, FilesPhase, FilesQuestions, FilesRequest, FilesResponse,
    FilesState, JobId, PriceBasis, WorkerFailure, WorkerProblem,
};
use wasm_bindgen::JsValue;

use super::evaluation::EvaluationContext;
use super::notices::Notices;
use super::prices::Prices;
use super::second_part::{NotLoaded, in_the_second_part};
use super::ui_state::UiState;
use crate::browser::files::{self, FileContents, FileHandle};
use crate::browser::storage;
use crate::browser::time_zone;
use crate::browser::worker_host::WorkerSession;
use crate::keeping::remembered::{Meaning, Remembered};
use crate::keeping::stored::{GPU_NAMES, MACHINES};
use crate::strings::measured_files as strings;

/// Wait for the worker to stop reading before it is ended.
const STOPS_WITHIN: std::time::Duration = std::time::Duration::from_millis(500);

/// What the files say, compared by identity: each answer makes its own.
#[derive(Clone)]
pub struct FoundView(pub Arc<MeasuredView>);

impl PartialEq for FoundView {
    fn eq(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.0, &other.0)
    }
}

/// The store.
#[derive(Clone, Copy)]
pub struct MeasuredFiles {
    state: RwSignal<FilesState>,
    /// What is asked but for prices and inputs of the scenario.
    summary: RwSignal<SummaryQuestions>,
    priced_at: RwSignal<PriceBasis>,
    /// How long jobs wait when they are run again on the recommended plan, and whether the cheapest sizes are sought; nothing
    /// while that is not asked.
    asked_replay: RwSignal<Option<(Policy, bool)>>,
    /// What became of files that were chosen and not simply added.
    remarks: RwSignal<Vec<String>>,
    gpu_names: StoredValue<Remembered<String>>,
    machines: StoredValue<Remembered<(String, f64)>>,
    /// The reader's own time zone, once a file was added; none if it is UTC.
    own_zone: StoredValue<OnceLock<Option<TimeZone>>>,
    contents: StoredValue<Vec<(FileId, FileContents)>, LocalStorage>,
    worker: StoredValue<Option<WorkerSession<FilesRequest>>, LocalStorage>,
    /// The files as they were last sent to the worker.
    opened: StoredValue<Vec<FileToRead>>,
    /// Whether an answer is the first that takes them in.
    is_opening: StoredValue<bool>,
    /// A question that was dropped, until the worker stands still.
    stopping: StoredValue<Option<JobId>>,
    prices: Prices,
    evaluation: EvaluationContext,
    ui: UiState,
    notices: Notices,
}

impl MeasuredFiles {
    /// No file yet.
    pub fn new(prices: Prices, evaluation: EvaluationContext, ui: UiState, notices: Notices) -> Self {
        Self {
            state: RwSignal::new(FilesState::default()),
            summary: RwSignal::new(SummaryQuestions::default()),
            priced_at: RwSignal::new(PriceBasis::List),
            asked_replay: RwSignal::new(None),
            remarks: RwSignal::new(Vec::new()),
            gpu_names: StoredValue::new(Remembered::default()),
            machines: StoredValue::new(Remembered::default()),
            own_zone: StoredValue::new(OnceLock::new()),
            contents: StoredValue::new_local(Vec::new()),
            worker: StoredValue::new_local(None),
            opened: StoredValue::new(Vec::new()),
            is_opening: StoredValue::new(false),
            stopping: StoredValue::new(None),
            prices,
            evaluation,
            ui,
            notices,
        }
    }

    /// The ones in context.
    pub fn expect() -> Self {
        expect_context()
    }

    /// Asks again once prices or inputs of the scenario that are in the result are others. Keys that come one after the other
    /// are waited for.
    pub fn follow(self) {
        let settled = self.evaluation.settled();
        let is_idle = Memo::new(move |_| self.state.with(|state| *state.phase() == FilesPhase::Idle));
        Effect::new(move || {
            if !is_idle.get() || !self.has_result_untracked() {
                return;
            }
            let (questions, is_settling) = (self.questions_with(settled), self.evaluation.is_settling());
            let earlier = self.state.with_untracked(|state| state.earlier(&questions));
            if earlier == Some(Earlier::Questions) && !is_settling {
                self.ask();
            }
        });
    }

    /// Numbers of the files; tracked.
    pub fn ids(self) -> Vec<FileId> {
        self.state.with(|state| state.files().iter().map(|file| file.id).collect())
    }

    /// A file; tracked.
    pub fn file(self, id: FileId) -> Option<AddedFile> {
        self.state.with(|state| state.file(id).cloned())
    }

    /// How a file is read; not tracked.
    pub fn settings_untracked(self, id: FileId) -> ReadSettings {
        self.state.with_untracked(|state| state.file(id).map(|file| file.settings.clone())).unwrap_or_default()
    }

    /// Where reading stands; tracked.
    pub fn phase(self) -> FilesPhase {
        self.state.with(|state| state.phase().clone())
    }

    /// What was found last, be it for an earlier question; tracked.
    pub fn view(self) -> Option<FoundView> {
        self.state.with(|state| state.result().map(|result| FoundView(Arc::clone(&result.view))))
    }

    /// What came of a file; tracked.
    pub fn outcome(self, id: FileId) -> Option<FileView> {
        self.state.with(|state| state.outcome(id))
    }

    /// The same; not tracked.
    pub fn view_untracked(self) -> Option<Arc<MeasuredView>> {
        self.state.with_untracked(|state| state.result().map(|result| Arc::clone(&result.view)))
    }

    fn has_result_untracked(self) -> bool {
        self.state.with_untracked(|state| state.result().is_some())
    }

    /// Something of the replay, where it is of this scenario; tracked.
    pub fn replayed<T>(self, read: fn(&ReplayView) -> Option<T>) -> Option<T> {
        let found = self.state.with(|state| read(state.result()?.view.replay.as_ref()?));
        found.filter(|_| self.earlier().is_none())
    }

    /// Why what is shown is an earlier result; tracked.
    pub fn earlier(self) -> Option<Earlier> {
        if self.state.with(|state| state.result().is_none()) {
            return None;
        }
        let questions = self.questions_with(self.evaluation);
        self.state.with(|state| state.earlier(&questions))
    }

    /// Names of the files that the result is made of; not tracked.
    pub fn names_read_untracked(self) -> Vec<String> {
        self.state.with_untracked(FilesState::names_read)
    }

    /// What became of files that were chosen and not simply added; tracked.
    pub fn remarks(self) -> Vec<String> {
        self.remarks.get()
    }

    /// What is asked of the summary; not tracked.
    pub fn summary_untracked(self) -> SummaryQuestions {
        self.summary.get_untracked()
    }

    /// All that is asked; tracked.
    fn questions_with(self, evaluation: EvaluationContext) -> FilesQuestions {
        let shown = evaluation.shown();
        let replayed = shown.as_ref().zip(self.asked_replay.get());
        let replay = replayed.and_then(|(shown, (policy, seeks_sizes))| {
            let asked = (policy.patience(), seeks_sizes);
            shown.choice.replay_question(&shown.document, &shown.book, asked)
        });
        FilesQuestions {
            replay,
            summary: self.summary.get(),
            own_book: self.prices.own().map(|own| own.text.clone()),
            priced_at: self.priced_at.get(),
            owned: shown.and_then(|shown| owned_busy_hour(&shown.report, &shown.document.scenario.work.gpu)),
        }
    }

    /// Adds files and reads them. One that is there already is not added a second time, and that is said.
    pub fn add(self, added: Vec<FileHandle>) {
        self.remarks.set(Vec::new());
        for handle in added {
            let (name, _) = files::name_and_size(&handle);
            let (bytes, modified) = (files::whole_bytes(&handle), Some(files::modified(&handle)));
            self.put(AddedFile { name, bytes, modified, ..AddedFile::default() }, FileContents::File(handle));
        }
        self.ask();
    }

    /// Adds one of the examples and reads it.
    pub fn add_example(self, name: &str) {
        self.remarks.set(Vec::new());
        self.put(AddedFile { name: name.to_owned(), ..AddedFile::default() }, FileContents::Example);
        self.ask();
    }

    fn put(self, file: AddedFile, contents: FileContents) {
        let name = file.name.clone();
        let settings = ReadSettings { zone: self.own_zone(), ..ReadSettings::default() };
        let added = self.state.try_update(|state| state.add(AddedFile { settings, ..file }));
        let remark = match added {
            Some(Added::New(id)) => {
                self.contents.update_value(|all| all.push((id, contents)));
                return;
            }
            Some(Added::Replaces(id, before)) => {
                self.contents.update_value(|all| {
                    all.retain(|(of, _)| *of != before);
                    all.push((id, contents));
                });
                strings::replaces(&name)
            }
            Some(Added::Already) | None => strings::already_added(&name),
        };
        self.ui.announce(remark.clone());
        self.remarks.update(|all| all.push(remark));
    }

    /// The reader's own time zone: times without a zone are taken for its times, and months begin by it.
    fn own_zone(self) -> Option<TimeZone> {
        let find = || {
            let is_utc = |zone: &TimeZone| zone.offsets.iter().all(|(_, offset)| *offset == 0.0);
            let zone = time_zone::own().and_then(|name| time_zone::table(&name)).filter(|zone| !is_utc(zone));
            self.summary.update(|questions| questions.zone.clone_from(&zone));
            zone
        };
        self.own_zone.with_value(|zone| zone.get_or_init(find).clone())
    }

    /// Takes the times of a file that name no zone for those of one, or at an offset from UTC in seconds, and lets months begin
    /// by it; reads the file again.
    pub fn change_zone(self, id: FileId, zone: Option<TimeZone>, offset: f64) {
        self.summary.update(|questions| {
            questions.zone.clone_from(&zone);
            questions.zone_offset = offset;
        });
        self.change(id, |settings| {
            settings.zone = zone;
            settings.zone_offset = offset;
        });
    }

    /// Takes a file out.
    pub fn remove(self, id: FileId) {
        self.remarks.set(Vec::new());
        self.contents.update_value(|all| all.retain(|(of, _)| *of != id));
        self.state.update(|state| state.remove(id));
        self.ask();
    }

    /// Changes how a file is read, and reads it again.
    pub fn change(self, id: FileId, change: impl FnOnce(&mut ReadSettings)) {
        self.state.update(|state| {
            state.change(id, change);
        });
        self.ask();
    }

    /// Changes what is asked, and asks again.
    pub fn change_questions(self, change: impl FnOnce(&mut SummaryQuestions)) {
        self.summary.update(change);
        self.ask();
    }

    /// What a held GPU-hour is priced at; not tracked.
    pub fn priced_at_untracked(self) -> PriceBasis {
        self.priced_at.get_untracked()
    }

    /// Prices held GPU-hours otherwise, and asks again.
    pub fn price_at(self, basis: PriceBasis) {
        self.priced_at.set(basis);
        self.ask();
    }

    /// How long jobs wait when they are run again, and whether sizes are sought; not tracked. Nothing while that is not asked.
    pub fn asked_replay_untracked(self) -> Option<(Policy, bool)> {
        self.asked_replay.get_untracked()
    }

    /// Runs the jobs again on the recommended plan, and seeks the sizes that are cheapest for them if asked.
    pub fn replay(self, policy: Policy, seeks_sizes: bool) {
        self.asked_replay.set(Some((policy, seeks_sizes)));
        self.ask();
    }

    /// Says what a printed name of a GPU means; remembered in this browser.
    pub fn name_gpu(self, printed: &str, id: &str) {
        let meaning = (!id.is_empty()).then(|| id.to_owned());
        self.gpu_names.update_value(|names| names.change(printed, meaning));
        self.remember(self.gpu_names, GPU_NAMES);
        self.ask();
    }

    /// Says which GPUs a machine on a bill has, and how many, 0 for none; remembered in this browser.
    pub fn name_machine(self, machine: &str, gpu: &str, gpus: f64) {
        self.machines.update_value(|names| names.change(machine, Some((gpu.to_owned(), gpus))));
        self.remember(self.machines, MACHINES);
        self.ask();
    }

    /// Stores what was explained, beside what other windows stored, and says so if it cannot be kept.
    fn remember<T: Meaning + Send + Sync + 'static>(self, names: StoredValue<Remembered<T>>, key: &'static str) {
        let text = names.with_value(|names| names.text(storage::in_storage(key).as_deref()));
        if text.is_some_and(|text| storage::put(key, Some(&text))) {
            names.update_value(Remembered::stored);
        } else {
            self.notices.say_unless_said(strings::NAMES_NOT_STORED.to_owned());
        }
    }

    /// Takes up what this and other windows explained.
    fn recall(self) {
        let book = self.prices.published();
        let is_known = |id: &str| book.gpu(id).is_some();
        let gpu_names =
            self.gpu_names.with_value(|names| names.known(storage::in_storage(GPU_NAMES).as_deref(), is_known));
        let machines =
            self.machines.with_value(|names| names.known(storage::in_storage(MACHINES).as_deref(), is_known));
        self.summary.update(|questions| {
            questions.gpu_names = gpu_names;
            questions.bill.machines = machines;
        });
    }

    /// Asks what the files say together. The worker reads what it has not read yet.
    pub fn ask(self) {
        self.recall();
        let questions = untrack(|| self.questions_with(self.evaluation));
        let asked = self.state.try_update(|state| state.ask(questions.clone())).flatten();
        let Some(job) = asked else {
            return self.end_worker(); // no file is left: its memory is given back
        };
        self.stopping.set_value(None);
        let files = self.state.with_untracked(FilesState::to_read);
        if self.worker.with_value(Option::is_none) {
            let fail = move |WorkerFailure { problem, .. }| {
                let problem = match problem {
                    WorkerProblem::Silent => String::new(),
                    WorkerProblem::Failed(message) => message,
                };
                // Not while a request is being sent.
                spawn_local(async move { self.fail(problem) });
            };
            let worker = WorkerSession::new(move |response, measured| self.hear(response, measured), fail);
            self.worker.set_value(Some(worker));
        }
        self.worker.with_value(|worker| {
            let Some(worker) = worker else { return };
            if self.opened.with_value(|opened| *opened != files) {
                self.opened.set_value(files.clone());
                self.is_opening.set_value(true);
                self.contents.with_value(|all| {
                    let of =
                        |file: &FileToRead| all.iter().find(|(id, _)| *id == file.id).map(|(_, contents)| contents);
                    worker.send_with(FilesRequest::Open(files.clone()), files.iter().filter_map(of));
                });
            }
            worker.send(FilesRequest::Ask(Box::new(AskRequest { job, questions })));
        });
    }

    /// Stops reading. What was found before stays, marked.
    pub fn cancel(self) {
        let Some(job) = self.state.try_update(FilesState::cancel).flatten() else { return };
        self.ui.announce(strings::READING_IS_CANCELLED);
        self.stopping.set_value(Some(job));
        self.worker.with_value(|worker| {
            if let Some(worker) = worker {
                worker.send(FilesRequest::Cancel(job));
            }
        });
        // A worker in the middle of a file cannot receive messages: it is ended, and what it kept is read again when needed.
        let end = move || {
            if self.stopping.get_value() == Some(job) {
                self.end_worker();
            }
        };
        set_timeout(end, STOPS_WITHIN);
    }

    fn end_worker(self) {
        self.stopping.set_value(None);
        self.opened.set_value(Vec::new());
        self.worker.set_value(None);
    }

    fn hear(self, response: FilesResponse, measured: JsValue) {
        match response {
            FilesResponse::Progress { job, progress } => {
                if self.state.with_untracked(|state| state.asked() == Some(job)) {
                    self.state.update(|state| state.progress(job, progress));
                }
            }
            FilesResponse::Measured { job } => spawn_local(async move {
                match read_measured(measured).await {
                    // Decoded in one task and drawn in another, so that neither keeps a key waiting.
                    Ok(Some(view)) => set_timeout(move || self.show(job, view), Duration::ZERO),
                    Ok(None) | Err(NotLoaded) => self.fail(String::new()),
                }
            }),
            FilesResponse::Cancelled { job } => {
                if self.stopping.get_value() == Some(job) {
                    self.stopping.set_value(None);
                }
            }
            FilesResponse::PricesRead => {}
        }
    }

    fn show(self, job: JobId, view: MeasuredView) {
        let is_shown = self.state.try_update(|state| state.answered(job, Arc::new(view))) == Some(true);
        if is_shown && !self.read_here_instead() && self.is_opening.get_value() {
            self.is_opening.set_value(false);
            self.ui.announce(strings::FILES_ARE_READ);
        }
    }

    /// Where the worker may not read a file that the page may (WebKit, from disk), the page reads it and sends what it read. A
    /// file that neither can read has changed. Returns whether there is such a file.
    fn read_here_instead(self) -> bool {
        let ids = self.state.with_untracked(FilesState::unreadable);
        let handles: Vec<(FileId, FileHandle)> = self.contents.with_value(|all| {
            let wanted = all.iter().filter(|(id, _)| ids.contains(id));
            wanted.filter_map(|(id, contents)| Some((*id, contents.file()?))).collect()
        });
        if handles.is_empty() {
            return false;
        }
        let questions = untrack(|| self.questions_with(self.evaluation));
        let job = self.state.try_update(|state| state.ask(questions)).flatten();
        spawn_local(async move {
            for (id, handle) in handles {
                let contents = files::contents_read_here(&handle).await;
                self.contents.update_value(|all| {
                    if let Some(entry) = all.iter_mut().find(|(of, _)| *of == id) {
                        entry.1 = contents;
                    }
                });
            }
            self.opened.set_value(Vec::new()); // the contents are others
            if self.state.with_untracked(FilesState::asked) == job {
                self.ask();
            }
        });
        true
    }

    /// There is no worker.
    fn fail(self, problem: String) {
        self.end_worker();
        if self.state.with_untracked(|state| state.asked().is_some()) {
            let problem = if problem.is_empty() { strings::NO_WORKER.to_owned() } else { problem };
            self.ui.announce(strings::failed(&problem));
            self.state.update(|state| state.fail(problem));
        }
    }
}

in_the_second_part! {
    /// What files say, from the worker's message; `None` if it does not say that.
    fn read_measured(measured: JsValue) -> Option<MeasuredView> {
        serde_wasm_bindgen::from_value(measured).ok()
    }
}
