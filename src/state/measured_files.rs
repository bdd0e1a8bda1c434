//! Files of clusters and bills: which are added, how each is read, and what they say. A worker of their own reads them; it
//! ends when it is done, and its memory with it. Nothing of them is stored, and nothing leaves the browser.

use std::sync::{Arc, OnceLock};

use engine::measured::samples::IdleRule;
use engine::measured::zone::TimeZone;
use engine::measured::{ReadSettings, SummaryQuestions};
use engine::view::measured::{FileOutcome, MeasuredView};
use leptos::prelude::*;
use leptos::task::spawn_local;
#[cfg(two_parts)]
use leptos::wasm_split::wasm_split;
use protocol::{
    FileToRead, FilesRequest, FilesResponse, JobId, MeasureRequest, MeasureSubject, PriceBasis, Progress,
    WorkerFailure, WorkerProblem,
};
use wasm_bindgen::JsValue;

use super::evaluation::EvaluationContext;
use super::notices::Notices;
use super::prices::Prices;
use super::ui_state::{NotLoaded, UiState};
use crate::browser::files::{self, FileContents, FileHandle};
use crate::browser::storage;
use crate::browser::time_zone;
use crate::browser::worker_host::WorkerSession;
use crate::keeping::remembered::{Meaning, Remembered};
use crate::keeping::stored::{GPU_NAMES, MACHINES};
use crate::strings::measured as strings;

/// A file that was added.
#[derive(Clone, Debug, PartialEq)]
pub struct AddedFile {
    /// Tells it apart from the others.
    pub id: u32,
    /// Its name.
    pub name: String,
    /// Its size.
    pub bytes: f64,
    /// How it is read.
    pub settings: ReadSettings,
}

/// Where reading stands.
#[derive(Clone, Debug, PartialEq)]
pub enum MeasureState {
    /// Nothing is being read.
    Idle,
    /// In kibibytes.
    Reading(Progress),
    /// It could not be done.
    Failed(String),
}

/// What was read, with the ids of the files at their places.
#[derive(Clone, Debug)]
pub struct Found {
    /// What the files say.
    pub view: Arc<MeasuredView>,
    /// Ids of the files, in the order in which they were sent.
    pub of: Vec<u32>,
}

impl PartialEq for Found {
    fn eq(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.view, &other.view)
    }
}

/// The store.
#[derive(Clone, Copy)]
pub struct MeasuredFiles(&'static Signals);

struct Signals {
    files: RwSignal<Vec<AddedFile>>,
    state: RwSignal<MeasureState>,
    found: RwSignal<Option<Found>>,
    questions: RwSignal<SummaryQuestions>,
    gpu_names: StoredValue<Remembered<String>>,
    machines: StoredValue<Remembered<(String, f64)>>,
    idle: StoredValue<IdleRule>,
    /// The reader's own time zone, once a file was added; none if it is UTC.
    own_zone: OnceLock<Option<TimeZone>>,
    priced_at: RwSignal<PriceBasis>,
    contents: StoredValue<Vec<(u32, FileContents)>, LocalStorage>,
    host: StoredValue<Option<WorkerSession<FilesRequest>>, LocalStorage>,
    running: StoredValue<JobId>,
    next: StoredValue<u32>,
    prices: Prices,
    evaluation: EvaluationContext,
    ui: UiState,
    notices: Notices,
}

impl MeasuredFiles {
    /// No file yet.
    pub fn new(prices: Prices, evaluation: EvaluationContext, ui: UiState, notices: Notices) -> Self {
        Self(Box::leak(Box::new(Signals {
            files: RwSignal::new(Vec::new()),
            state: RwSignal::new(MeasureState::Idle),
            found: RwSignal::new(None),
            questions: RwSignal::new(SummaryQuestions::default()),
            gpu_names: StoredValue::new(Remembered::default()),
            machines: StoredValue::new(Remembered::default()),
            idle: StoredValue::new(IdleRule::default()),
            own_zone: OnceLock::new(),
            priced_at: RwSignal::new(PriceBasis::List),
            contents: StoredValue::new_local(Vec::new()),
            host: StoredValue::new_local(None),
            running: StoredValue::new(0),
            next: StoredValue::new(0),
            prices,
            evaluation,
            ui,
            notices,
        })))
    }

    /// The ones in context.
    pub fn expect() -> Self {
        expect_context()
    }

    /// The files; tracked.
    pub fn files(self) -> Vec<AddedFile> {
        self.0.files.get()
    }

    /// Where reading stands; tracked.
    pub fn state(self) -> MeasureState {
        self.0.state.get()
    }

    /// What was read last; tracked.
    pub fn found(self) -> Option<Found> {
        self.0.found.get()
    }

    /// The same, not tracked.
    pub fn found_untracked(self) -> Option<Found> {
        self.0.found.get_untracked()
    }

    /// What is asked of the files; tracked.
    pub fn questions(self) -> SummaryQuestions {
        self.0.questions.get()
    }

    /// Adds files and reads all of them. A file of the same name and size as one that is there is the same file.
    pub fn add(self, added: Vec<FileHandle>) {
        for handle in added {
            let (name, bytes) = files::name_and_size(&handle);
            self.put(name, bytes, FileContents::File(handle));
        }
        self.read();
    }

    /// Adds one of the examples and reads it.
    pub fn add_example(self, name: &str) {
        self.put(name.to_owned(), 0.0, FileContents::Example);
        self.read();
    }

    fn put(self, name: String, bytes: f64, contents: FileContents) {
        if self.0.files.with_untracked(|all| all.iter().any(|f| f.name == name && f.bytes == bytes)) {
            return;
        }
        let id = self.number();
        let zone = self.own_zone();
        let settings = ReadSettings { idle: self.0.idle.get_value(), zone, ..ReadSettings::default() };
        self.0.contents.update_value(|all| all.push((id, contents)));
        self.0.files.update(|all| all.push(AddedFile { id, name, bytes, settings }));
    }

    /// The reader's own time zone: times without a zone are taken for its times, and months begin by it.
    fn own_zone(self) -> Option<TimeZone> {
        let find = || {
            let is_utc = |zone: &TimeZone| zone.offsets.iter().all(|(_, offset)| *offset == 0.0);
            let zone = time_zone::own().and_then(|name| time_zone::table(&name)).filter(|zone| !is_utc(zone));
            self.0.questions.update(|questions| questions.zone.clone_from(&zone));
            zone
        };
        self.0.own_zone.get_or_init(find).clone()
    }

    /// Takes the times of a file that name no zone for those of one, or at an offset from UTC in seconds, and lets months begin
    /// by it; reads again.
    pub fn change_zone(self, id: u32, zone: Option<TimeZone>, offset: f64) {
        self.0.questions.update(|questions| {
            questions.zone.clone_from(&zone);
            questions.zone_offset = offset;
        });
        self.change(id, |settings| {
            settings.zone = zone;
            settings.zone_offset = offset;
        });
    }

    /// Takes a file out.
    pub fn remove(self, id: u32) {
        self.0.contents.update_value(|all| all.retain(|(of, _)| *of != id));
        self.0.files.update(|all| all.retain(|file| file.id != id));
        self.read();
    }

    /// Changes how a file is read, and reads again.
    pub fn change(self, id: u32, change: impl FnOnce(&mut ReadSettings)) {
        self.0.files.update(|all| {
            if let Some(file) = all.iter_mut().find(|file| file.id == id) {
                change(&mut file.settings);
            }
        });
        self.read();
    }

    /// What counts as idle; not tracked.
    pub fn idle_rule_untracked(self) -> IdleRule {
        self.0.idle.get_value()
    }

    /// Changes what counts as idle in every file, those to come included, and reads again.
    pub fn change_idle_rule(self, change: impl FnOnce(&mut IdleRule)) {
        self.0.idle.update_value(change);
        let idle = self.0.idle.get_value();
        self.0.files.update(|all| all.iter_mut().for_each(|file| file.settings.idle = idle));
        self.read();
    }

    /// Changes what is asked, and reads again.
    pub fn ask(self, change: impl FnOnce(&mut SummaryQuestions)) {
        self.0.questions.update(change);
        self.read();
    }

    /// What a held GPU-hour is priced at; tracked.
    pub fn priced_at(self) -> PriceBasis {
        self.0.priced_at.get()
    }

    /// Prices held GPU-hours otherwise, and reads again.
    pub fn price_at(self, basis: PriceBasis) {
        self.0.priced_at.set(basis);
        self.read();
    }

    /// Says what a printed name of a GPU means; remembered in this browser.
    pub fn name_gpu(self, printed: &str, id: &str) {
        let meaning = (!id.is_empty()).then(|| id.to_owned());
        self.0.gpu_names.update_value(|names| names.change(printed, meaning));
        self.remember(self.0.gpu_names, GPU_NAMES);
        self.read();
    }

    /// Says which GPUs a machine on a bill has, and how many, 0 for none; remembered in this browser.
    pub fn name_machine(self, machine: &str, gpu: &str, gpus: f64) {
        self.0.machines.update_value(|names| names.change(machine, Some((gpu.to_owned(), gpus))));
        self.remember(self.0.machines, MACHINES);
        self.read();
    }

    /// Stores what was explained, beside what other windows stored, and says so if it cannot be kept.
    fn remember<T: Meaning + Send + Sync + 'static>(self, names: StoredValue<Remembered<T>>, key: &'static str) {
        let text = names.with_value(|names| names.text(storage::in_storage(key).as_deref()));
        if text.is_some_and(|text| storage::put(key, Some(&text))) {
            names.update_value(Remembered::stored);
        } else {
            self.0.notices.say_unless_said(strings::NAMES_ARE_NOT_KEPT.to_owned());
        }
    }

    /// Takes up what this and other windows explained.
    fn recall(self) {
        let book = self.0.prices.published();
        let is_known = |id: &str| book.gpu(id).is_some();
        let gpu_names =
            self.0.gpu_names.with_value(|names| names.known(storage::in_storage(GPU_NAMES).as_deref(), is_known));
        let machines =
            self.0.machines.with_value(|names| names.known(storage::in_storage(MACHINES).as_deref(), is_known));
        self.0.questions.update(|questions| {
            questions.gpu_names = gpu_names;
            questions.bill.machines = machines;
        });
    }

    /// Stops reading. What was read before stays.
    pub fn cancel(self) {
        self.0.host.set_value(None);
        self.0.running.set_value(0);
        self.0.state.set(MeasureState::Idle);
    }

    fn number(self) -> u32 {
        self.0.next.update_value(|next| *next += 1);
        self.0.next.get_value()
    }

    /// Reads all files, replacing an earlier reading that goes on.
    fn read(self) {
        self.cancel();
        if self.0.files.with_untracked(Vec::is_empty) {
            self.0.found.set(None);
            return;
        }
        self.recall();
        let job = self.number();
        self.0.running.set_value(job);
        self.0.state.set(MeasureState::Reading(Progress::default()));
        let fail = move |WorkerFailure { problem, .. }| match problem {
            WorkerProblem::Silent => self.fail(job, String::new()),
            WorkerProblem::Failed(message) => self.fail(job, message),
        };
        let worker = WorkerSession::new(move |response, measured| self.hear(job, response, measured), fail);
        let request = FilesRequest::Measure(Box::new(MeasureRequest { job, subject: self.subject() }));
        self.0.contents.with_value(|all| worker.send_with(request, all.iter().map(|(_, contents)| contents)));
        self.0.host.set_value(Some(worker));
    }

    fn subject(self) -> MeasureSubject {
        let files = self.0.files.with_untracked(|all| {
            all.iter().map(|f| FileToRead { name: f.name.clone(), settings: f.settings.clone() }).collect()
        });
        MeasureSubject {
            files,
            questions: self.0.questions.get_untracked(),
            own_book: self.0.prices.own_untracked().map(|own| own.text.clone()),
            priced_at: self.0.priced_at.get_untracked(),
            owned: self.owned_hour(),
        }
    }

    /// The GPU of the owned machines, and what an hour costs in which a job holds one.
    fn owned_hour(self) -> Option<(String, f64)> {
        let shown = self.0.evaluation.shown_untracked()?;
        let usd = shown.report.own.usd_per_year / shown.report.hours.busy_gpu_hours;
        usd.is_finite().then(|| (shown.document.scenario.work.gpu.clone(), usd))
    }

    fn hear(self, job: JobId, response: FilesResponse, measured: JsValue) {
        if self.0.running.get_value() != job {
            return;
        }
        match response {
            FilesResponse::Progress { progress, .. } => self.0.state.set(MeasureState::Reading(progress)),
            FilesResponse::Measured { .. } => spawn_local(async move {
                match read_measured(measured).await {
                    Ok(Some(view)) if self.0.running.get_value() == job => self.finish(view),
                    Ok(Some(_)) => {} // replaced or cancelled meanwhile
                    Ok(None) | Err(NotLoaded) => self.fail(job, String::new()),
                }
            }),
            FilesResponse::PricesRead => {}
        }
    }

    fn finish(self, view: MeasuredView) {
        self.0.running.set_value(0);
        self.0.host.set_value(None);
        let of: Vec<u32> = self.0.files.with_untracked(|all| all.iter().map(|file| file.id).collect());
        if self.read_here_instead(&view, &of) {
            return;
        }
        self.0.ui.announce(strings::FILES_ARE_READ);
        self.0.state.set(MeasureState::Idle);
        self.0.found.set(Some(Found { view: Arc::new(view), of }));
    }

    /// Where the worker may not read a file that the page may (WebKit, from disk), the page reads it and sends what it
    /// read. Returns whether there is such a file.
    fn read_here_instead(self, view: &MeasuredView, of: &[u32]) -> bool {
        let unreadable = view.files.iter().zip(of);
        let unreadable = unreadable.filter(|(file, _)| matches!(file.outcome, FileOutcome::Unreadable { .. }));
        let ids: Vec<u32> = unreadable.map(|(_, id)| *id).collect();
        let handles: Vec<(u32, FileHandle)> = self.0.contents.with_value(|all| {
            let wanted = all.iter().filter(|(id, _)| ids.contains(id));
            wanted.filter_map(|(id, contents)| Some((*id, contents.file()?))).collect()
        });
        if handles.is_empty() {
            return false;
        }
        let job = self.number();
        self.0.running.set_value(job);
        spawn_local(async move {
            for (id, handle) in handles {
                let read = FileContents::Buffers(files::buffers(&handle).await);
                self.0.contents.update_value(|all| {
                    if let Some(entry) = all.iter_mut().find(|(of, _)| *of == id) {
                        entry.1 = read;
                    }
                });
            }
            if self.0.running.get_value() == job {
                self.read();
            }
        });
        true
    }

    fn fail(self, job: JobId, problem: String) {
        if self.0.running.get_value() == job {
            self.0.running.set_value(0);
            self.0.host.set_value(None);
            let told = if problem.is_empty() { strings::NO_WORKER.to_owned() } else { problem };
            self.0.ui.announce(strings::failed(&told));
            self.0.state.set(MeasureState::Failed(told));
        }
    }
}

/// What files say, from the worker's message; `None` if it does not say that. In the second part of the program
/// (`src/components/later.rs`), with all that this takes.
#[cfg(two_parts)]
#[wasm_split(rest, wasm_split_path = ::leptos::wasm_split, fallible)]
fn read_measured(measured: JsValue) -> Result<Option<MeasuredView>, NotLoaded> {
    Ok(serde_wasm_bindgen::from_value(measured).ok())
}

/// What files say, from the worker's message; `None` if it does not say that.
#[cfg(not(two_parts))]
fn read_measured(measured: JsValue) -> impl Future<Output = Result<Option<MeasuredView>, NotLoaded>> {
    std::future::ready(Ok(serde_wasm_bindgen::from_value(measured).ok()))
}
