//! What the page knows of files of clusters and bills: which are added, what is asked of them, and what the result that it
//! shows belongs to. A state machine without a browser; the page carries out what it says.
//!
//! A result belongs to files, to how each is read, and to what was asked. Once one of these is another, the result is an
//! earlier one: it stays in view, marked, and does not enter a scenario.

use std::sync::Arc;

use engine::measured::ReadSettings;
use engine::view::measured::{FileOutcome, FileView, MeasuredView, Question};

use crate::measure::{FileId, FileToRead, FilesQuestions, PriceBasis};
use crate::{JobId, Progress};

/// A file that was added.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct AddedFile {
    /// Tells it apart from the others, for ever: a file that replaces another has a number of its own.
    pub id: FileId,
    /// Its name.
    pub name: String,
    /// Its size; 0 if that is not known.
    pub bytes: u64,
    /// When it was last changed, in milliseconds since 1970; `None` if that is not known.
    pub modified: Option<f64>,
    /// How it is read.
    pub settings: ReadSettings,
}

/// What became of a file that was chosen.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Added {
    /// It is there now, with this number.
    New(FileId),
    /// It takes the place of the file with the second number.
    Replaces(FileId, FileId),
    /// It was there already.
    Already,
}

/// Where the reading stands.
#[derive(Clone, Debug, Default, PartialEq)]
pub enum FilesPhase {
    /// Nothing is asked.
    #[default]
    Idle,
    /// The files are read, and a question is answered.
    Reading(Progress),
    /// The reader stopped it.
    Cancelled,
    /// It could not be done; with what the browser says, if anything.
    Failed(String),
}

/// What a result belongs to.
#[derive(Clone, Debug, PartialEq)]
struct Basis {
    files: Vec<(FileId, ReadSettings)>,
    questions: FilesQuestions,
}

/// What the files say.
#[derive(Clone, Debug, PartialEq)]
pub struct FilesResult {
    /// In words and tables.
    pub view: Arc<MeasuredView>,
    basis: Basis,
}

/// Why a result is an earlier one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Earlier {
    /// Files were added, removed or replaced.
    Files,
    /// A file is to be read otherwise.
    Settings,
    /// Something else was asked: prices, thresholds, names, inputs of the scenario.
    Questions,
}

/// The files, the question that is being answered, and the last result.
#[derive(Clone, Debug, Default)]
pub struct FilesState {
    files: Vec<AddedFile>,
    phase: FilesPhase,
    asked: Option<(JobId, Basis)>,
    result: Option<FilesResult>,
    next: u32,
}

impl FilesState {
    /// The files, in the order in which they count.
    pub fn files(&self) -> &[AddedFile] {
        &self.files
    }

    /// A file.
    pub fn file(&self, id: FileId) -> Option<&AddedFile> {
        self.files.iter().find(|file| file.id == id)
    }

    /// Where the reading stands.
    pub fn phase(&self) -> &FilesPhase {
        &self.phase
    }

    /// The last result, be it an earlier one.
    pub fn result(&self) -> Option<&FilesResult> {
        self.result.as_ref()
    }

    /// Adds a file; its number is given here. One with the name, the size and the time of another is the same; one with the
    /// name and the size alone, or with the name of a file that changed, takes its place.
    pub fn add(&mut self, file: AddedFile) -> Added {
        let is_same = |there: &AddedFile| there.name == file.name && there.bytes == file.bytes;
        let takes_place = |there: &AddedFile| is_same(there) || (there.name == file.name && self.has_changed(there.id));
        let place = self.files.iter().position(takes_place);
        if let Some(there) = place.and_then(|place| self.files.get(place))
            && is_same(there)
            && there.modified == file.modified
            && !self.has_changed(there.id)
        {
            return Added::Already;
        }
        self.next += 1;
        let id = self.next;
        let file = AddedFile { id, ..file };
        if let Some(there) = place.and_then(|place| self.files.get_mut(place)) {
            let before = there.id;
            *there = AddedFile { settings: there.settings.clone(), ..file };
            return Added::Replaces(id, before);
        }
        self.files.push(file);
        Added::New(id)
    }

    /// Whether a file was no longer as it was when it was chosen.
    fn has_changed(&self, id: FileId) -> bool {
        let is_asked_for =
            |view: FileView| matches!(view.outcome, FileOutcome::Refused { question: Some(Question::ChooseAgain), .. });
        self.outcome(id).is_some_and(is_asked_for)
    }

    /// Takes a file out. Without files there is nothing to show.
    pub fn remove(&mut self, id: FileId) {
        self.files.retain(|file| file.id != id);
        if self.files.is_empty() {
            (self.phase, self.asked, self.result) = (FilesPhase::Idle, None, None);
        }
    }

    /// Changes how a file is read. Returns whether anything is another now.
    pub fn change(&mut self, id: FileId, change: impl FnOnce(&mut ReadSettings)) -> bool {
        let Some(file) = self.files.iter_mut().find(|file| file.id == id) else { return false };
        let before = file.settings.clone();
        change(&mut file.settings);
        file.settings != before
    }

    /// The files as they are sent to the worker.
    pub fn to_read(&self) -> Vec<FileToRead> {
        let file = |AddedFile { id, name, bytes, settings, .. }: &AddedFile| FileToRead {
            id: *id,
            name: name.clone(),
            bytes: *bytes,
            settings: settings.clone(),
        };
        self.files.iter().map(file).collect()
    }

    fn basis(&self, questions: FilesQuestions) -> Basis {
        let files = self.files.iter().map(|file| (file.id, file.settings.clone())).collect();
        Basis { files, questions }
    }

    /// Asks; what was asked before is not waited for. Returns the number of the question; `None` without files.
    pub fn ask(&mut self, questions: FilesQuestions) -> Option<JobId> {
        if self.files.is_empty() {
            return None;
        }
        self.next += 1;
        self.asked = Some((self.next, self.basis(questions)));
        self.phase = FilesPhase::Reading(Progress::default());
        Some(self.next)
    }

    /// The number of the question that is being answered.
    pub fn asked(&self) -> Option<JobId> {
        self.asked.as_ref().map(|(job, _)| *job)
    }

    /// Reading has come this far.
    pub fn progress(&mut self, job: JobId, progress: Progress) {
        if self.asked() == Some(job) {
            self.phase = FilesPhase::Reading(progress);
        }
    }

    /// A question is answered. Returns whether it is the one that is waited for: any other answer is dropped.
    pub fn answered(&mut self, job: JobId, view: Arc<MeasuredView>) -> bool {
        match self.asked.take_if(|(asked, _)| *asked == job) {
            Some((_, basis)) => {
                self.result = Some(FilesResult { view, basis });
                self.phase = FilesPhase::Idle;
                true
            }
            None => false,
        }
    }

    /// Stops reading; the result before stays. Returns the number of the question that is no longer awaited.
    pub fn cancel(&mut self) -> Option<JobId> {
        let (job, _) = self.asked.take()?;
        self.phase = FilesPhase::Cancelled;
        Some(job)
    }

    /// Reading failed; the result before stays.
    pub fn fail(&mut self, problem: String) {
        if self.asked.take().is_some() {
            self.phase = FilesPhase::Failed(problem);
        }
    }

    /// Why the result is an earlier one, if these are the questions now.
    pub fn earlier(&self, questions: &FilesQuestions) -> Option<Earlier> {
        let FilesResult { view, basis } = self.result.as_ref()?;
        let ids = |files: &[(FileId, ReadSettings)]| files.iter().map(|(id, _)| *id).collect::<Vec<_>>();
        let now = self.basis(questions.clone());
        if ids(&now.files) != ids(&basis.files) {
            return Some(Earlier::Files);
        }
        if now.files != basis.files {
            return Some(Earlier::Settings);
        }
        let mut asked = basis.questions.clone();
        // What an owned GPU costs is in no other result.
        if asked.priced_at != PriceBasis::Owned && view.bill.is_none() {
            asked.owned.clone_from(&questions.owned);
        }
        (asked != *questions).then_some(Earlier::Questions)
    }

    /// What came of a file when it was read last; `None` if it was not read yet, or is to be read otherwise.
    pub fn outcome(&self, id: FileId) -> Option<FileView> {
        let FilesResult { view, basis } = self.result.as_ref()?;
        let settings = &self.file(id)?.settings;
        let place = basis.files.iter().position(|(of, as_read)| *of == id && as_read == settings)?;
        view.files.get(place).cloned()
    }

    /// Numbers of the files that the worker may not read, although the page perhaps may.
    pub fn unreadable(&self) -> Vec<FileId> {
        let is_unreadable =
            |id: &FileId| self.outcome(*id).is_some_and(|view| matches!(view.outcome, FileOutcome::Unreadable { .. }));
        self.files.iter().map(|file| file.id).filter(is_unreadable).collect()
    }

    /// Names of the files that the result is made of.
    pub fn names_read(&self) -> Vec<String> {
        let is_read =
            |id: FileId| self.outcome(id).is_some_and(|view| matches!(view.outcome, FileOutcome::Read { .. }));
        self.files.iter().filter(|file| is_read(file.id)).map(|file| file.name.clone()).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn file(name: &str, bytes: u64, modified: f64) -> AddedFile {
        AddedFile { name: name.to_owned(), bytes, modified: Some(modified), ..AddedFile::default() }
    }

    fn with(files: &[(&str, u64)]) -> FilesState {
        let mut state = FilesState::default();
        for (name, bytes) in files {
            assert!(matches!(state.add(file(name, *bytes, 1.0)), Added::New(_)));
        }
        state
    }

    fn view(outcomes: impl IntoIterator<Item = FileOutcome>) -> Arc<MeasuredView> {
        let files = outcomes.into_iter().map(|outcome| FileView { format: None, outcome }).collect();
        Arc::new(MeasuredView { files, ..MeasuredView::default() })
    }

    fn read() -> FileOutcome {
        FileOutcome::Read {
            rows: 1,
            days: None,
            skipped: Vec::new(),
            remarks: Vec::new(),
            asks_zone: false,
            asks_host: false,
            asks_dates: false,
        }
    }

    fn refused(question: Option<Question>) -> FileOutcome {
        FileOutcome::Refused { why: "why".to_owned(), question }
    }

    fn answer(state: &mut FilesState, questions: &FilesQuestions, outcomes: impl IntoIterator<Item = FileOutcome>) {
        let job = state.ask(questions.clone()).expect("files");
        assert!(state.answered(job, view(outcomes)));
    }

    #[test]
    fn a_result_is_an_earlier_one_once_files_settings_or_questions_are_others() {
        let now = FilesQuestions::default();
        let mut state = with(&[("a", 1), ("b", 2)]);
        assert_eq!(state.earlier(&now), None, "there is none");
        answer(&mut state, &now, [read(), read()]);
        assert_eq!(state.earlier(&now), None);
        assert_eq!(state.names_read(), ["a", "b"]);

        let mut removed = state.clone();
        removed.remove(1);
        assert_eq!(removed.earlier(&now), Some(Earlier::Files));
        removed.remove(2);
        assert!(removed.result().is_none() && *removed.phase() == FilesPhase::Idle, "nothing is left to show");

        let mut more = state.clone();
        more.add(file("c", 3, 1.0));
        assert_eq!(more.earlier(&now), Some(Earlier::Files));
        assert_eq!(more.names_read(), ["a", "b"], "nothing was read of the third");

        let mut other = state.clone();
        assert!(other.change(1, |settings| settings.zone_offset = 3_600.0));
        assert_eq!(other.earlier(&now), Some(Earlier::Settings));
        assert_eq!(other.outcome(1), None, "it is to be read otherwise");
        assert!(other.change(1, |settings| settings.zone_offset = 0.0));
        assert_eq!(other.earlier(&now), None, "as before");
        assert!(!other.change(1, |_| {}) && !other.change(9, |settings| settings.zone_offset = 1.0));

        let mut asked = now.clone();
        asked.summary.idle.utilization = 0.5;
        assert_eq!(state.earlier(&asked), Some(Earlier::Questions));
        assert_eq!(state.earlier(&FilesQuestions { own_book: Some(String::new()), ..now }), Some(Earlier::Questions));
    }

    /// The cost of owned machines is in the result where hours are priced at it, and beside a bill.
    #[test]
    fn another_cost_of_owned_machines_counts_only_where_it_is_shown() {
        let at = |priced_at, usd| FilesQuestions {
            priced_at,
            owned: Some(("h100-sxm".to_owned(), usd)),
            ..FilesQuestions::default()
        };
        let mut state = with(&[("a", 1)]);
        answer(&mut state, &at(PriceBasis::List, 2.0), [read()]);
        assert_eq!(state.earlier(&at(PriceBasis::List, 6.0)), None);
        answer(&mut state, &at(PriceBasis::Owned, 2.0), [read()]);
        assert_eq!(state.earlier(&at(PriceBasis::Owned, 6.0)), Some(Earlier::Questions));
        let job = state.ask(at(PriceBasis::List, 2.0)).expect("a file");
        let bill = Some(engine::measured::bill::summary::CurrencyBill::default());
        state.answered(job, Arc::new(MeasuredView { bill, ..(*view([read()])).clone() }));
        assert_eq!(state.earlier(&at(PriceBasis::List, 6.0)), Some(Earlier::Questions));
    }

    #[test]
    fn answers_that_nobody_waits_for_are_dropped() {
        let now = FilesQuestions::default();
        let mut state = with(&[("a", 1)]);
        let first = state.ask(now.clone()).expect("a file");
        let second = state.ask(now.clone()).expect("a file");
        state.progress(first, Progress { done: 9, total: 9 });
        assert_eq!(*state.phase(), FilesPhase::Reading(Progress::default()));
        assert!(!state.answered(first, view([read()])), "an older question");
        state.progress(second, Progress { done: 1, total: 9 });
        assert_eq!(*state.phase(), FilesPhase::Reading(Progress { done: 1, total: 9 }));
        assert_eq!(state.cancel(), Some(second));
        assert!(!state.answered(second, view([read()])), "a question that was dropped");
        assert!(state.result().is_none() && *state.phase() == FilesPhase::Cancelled);
        let third = state.ask(now).expect("a file");
        state.remove(1);
        assert!(!state.answered(third, view([read()])), "no file is left");
        assert_eq!(state.ask(FilesQuestions::default()), None);
    }

    #[test]
    fn the_result_before_stays_marked_where_reading_is_cancelled_or_fails() {
        let now = FilesQuestions::default();
        let mut state = with(&[("a", 1)]);
        answer(&mut state, &now, [read()]);
        state.add(file("b", 2, 1.0));
        state.ask(now.clone());
        state.cancel();
        assert_eq!((state.phase(), state.earlier(&now)), (&FilesPhase::Cancelled, Some(Earlier::Files)));
        assert_eq!(state.cancel(), None);
        state.ask(now.clone());
        state.fail("gone".to_owned());
        let failed = FilesPhase::Failed("gone".to_owned());
        assert_eq!((state.phase(), state.earlier(&now)), (&failed, Some(Earlier::Files)));
        assert_eq!(state.names_read(), ["a"], "the name of a file that was not read stays out");
        state.fail("late".to_owned());
        assert_eq!(*state.phase(), failed);
        answer(&mut state, &now, [read(), refused(None)]);
        assert_eq!((state.phase(), state.earlier(&now)), (&FilesPhase::Idle, None));
        assert_eq!(state.names_read(), ["a"], "nor one that was refused");
    }

    #[test]
    fn a_second_file_of_the_same_name_is_the_same_replaces_it_or_is_another() {
        let now = FilesQuestions::default();
        let mut state = with(&[("a", 1)]);
        state.change(1, |settings| settings.zone_offset = 3_600.0);
        assert_eq!(state.add(file("a", 1, 1.0)), Added::Already);
        assert_eq!(state.add(file("a", 5, 1.0)), Added::New(2), "another size");
        answer(&mut state, &now, [read(), read()]);
        assert_eq!(state.add(file("a", 1, 2.0)), Added::Replaces(4, 1), "written later; 3 is the question");
        let ids: Vec<FileId> = state.files().iter().map(|file| file.id).collect();
        assert_eq!(ids, [4, 2], "in its place");
        assert_eq!(state.file(4).map(|file| file.settings.zone_offset), Some(3_600.0), "and read as it was");
        assert_eq!((state.outcome(4), state.earlier(&now)), (None, Some(Earlier::Files)));
    }

    #[test]
    fn a_file_that_changed_is_replaced_by_its_name_whatever_its_size() {
        let now = FilesQuestions::default();
        let mut state = with(&[("log", 10)]);
        answer(&mut state, &now, [refused(Some(Question::ChooseAgain))]);
        assert_eq!(state.add(file("log", 20, 2.0)), Added::Replaces(3, 1));
        assert_eq!(state.files().len(), 1);
        // Also where the browser shows neither another size nor another time.
        answer(&mut state, &now, [refused(Some(Question::ChooseAgain))]);
        assert_eq!(state.add(file("log", 20, 2.0)), Added::Replaces(5, 3));
    }

    #[test]
    fn files_that_the_worker_may_not_read_are_named() {
        let mut state = with(&[("a", 1), ("b", 2)]);
        let unreadable = FileOutcome::Unreadable { why: "why".to_owned() };
        answer(&mut state, &FilesQuestions::default(), [read(), unreadable]);
        assert_eq!(state.unreadable(), [2]);
        assert_eq!(state.names_read(), ["a"]);
        assert_eq!(state.to_read().iter().map(|file| file.name.as_str()).collect::<Vec<_>>(), ["a", "b"]);
    }
}
