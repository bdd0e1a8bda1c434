//! All stores together, and the operations that span several of them.

use std::ops::Deref;
use std::sync::Arc;

use engine::codec::{Document, file};
use engine::inputs::presets::{Preset, preset};
use engine::prices::PriceBook;
use leptos::prelude::*;
use leptos::task::spawn_local;

use super::evaluation::{Evaluation, EvaluationContext};
use super::history::{History, Step};
use super::input_problems::InputProblems;
use super::jobs::Jobs;
use super::measured_files::MeasuredFiles;
use super::notices::{Notice, Notices};
use super::opening::{self, Opened};
use super::origin::Origin;
use super::prices::{OwnBook, Prices};
use super::scenario_library::ScenarioLibrary;
use super::scenario_store::ScenarioStore;
use super::second_part::in_the_second_part;
use super::ui_state::UiState;
use crate::browser::locale::Locale;
use crate::browser::storage;

/// A handle to every store of the page. In context, as is each store.
#[derive(Clone, Copy)]
pub struct Workspace(&'static Stores);

impl Deref for Workspace {
    type Target = Stores;

    fn deref(&self) -> &Stores {
        self.0
    }
}

in_the_second_part! {
    /// Starts what follows the answer: how sure it is, long jobs, questions about files that belong to it.
    fn follow_answer(workspace: Workspace, owner: Owner) -> () {
        owner.with(|| {
            workspace.evaluation.settle(workspace.scenario);
            workspace.jobs.follow();
            workspace.measured.follow();
        });
    }
}

/// Every store of the page; they live as long as the page.
pub struct Stores {
    /// The scenario on screen.
    pub scenario: ScenarioStore,
    /// Its result.
    pub evaluation: EvaluationContext,
    /// Unusable texts in fields.
    pub problems: InputProblems,
    /// Undo and redo.
    pub history: History,
    /// Notices on screen.
    pub notices: Notices,
    /// The prices in use.
    pub prices: Prices,
    /// Long jobs.
    pub jobs: Jobs,
    /// Files of clusters and bills.
    pub measured: MeasuredFiles,
    /// Saved scenarios.
    pub library: ScenarioLibrary,
    /// What is open, chosen or pointed at.
    pub ui: UiState,
    /// Number formats.
    pub locale: Locale,
}

impl Workspace {
    /// Opens the page: reads the URL and the storage, and provides every store as context.
    pub fn provide() -> Self {
        storage::set_aside();
        let book = Arc::new(PriceBook::embedded());
        let Opened { document, origin, notices, linked } = opening::open(&book);
        let own = OwnBook::stored(&book);
        let prices = Prices::new(book, own);
        let (problems, history, notices) = (InputProblems::default(), History::default(), Notices::new(notices));
        let scenario = ScenarioStore::new(document, origin, problems, notices, history, prices);
        let jobs = Jobs::new(scenario, prices);
        let evaluation = EvaluationContext::new(scenario, prices, problems, jobs);
        let currency =
            Memo::new(move |_| scenario.with(|s| (s.money.currency.clone(), s.money.currency_per_usd.value)));
        let locale = Locale::new(currency);
        let ui = UiState::default();
        let workspace = Self(Box::leak(Box::new(Stores {
            scenario,
            evaluation,
            problems,
            history,
            notices,
            prices,
            jobs,
            measured: MeasuredFiles::new(prices, evaluation, ui, notices),
            library: ScenarioLibrary::new(linked),
            ui,
            locale,
        })));
        workspace.find_open_scenario();
        provide_context(workspace);
        provide_context(workspace.scenario);
        provide_context(workspace.evaluation);
        provide_context(workspace.problems);
        provide_context(workspace.history);
        provide_context(workspace.notices);
        provide_context(workspace.prices);
        provide_context(workspace.jobs);
        provide_context(workspace.measured);
        provide_context(workspace.library);
        provide_context(workspace.ui);
        provide_context(workspace.locale);
        workspace.follow_when_loaded();
        workspace
    }

    /// Starts what follows the answer once the second part of the program is loaded; where it does not load, again as soon as
    /// that is asked for.
    fn follow_when_loaded(self) {
        let owner = Owner::current().unwrap_or_default();
        let is_begun = StoredValue::new(false);
        Effect::new(move || {
            self.ui.loads_again.track();
            if is_begun.get_value() {
                return;
            }
            is_begun.set_value(true);
            let owner = owner.clone();
            spawn_local(async move {
                let begun = follow_answer(self, owner).await;
                is_begun.set_value(begun.is_ok());
            });
        });
    }

    /// The one in context.
    pub fn expect() -> Self {
        expect_context()
    }

    /// Undoes the last step.
    pub fn undo(self) {
        // Unusable text changed nothing: clear it first, as a separate step.
        if self.problems.any_untracked() {
            return self.problems.clear();
        }
        self.save_changes(false);
        self.notices.remove(|n| n.brief); // about the change being undone
        // Typing that was taken back left a step without a change.
        let (now, origin) = (self.scenario.document_untracked(), self.scenario.origin_untracked());
        self.history.drop_last(|step| matches!(step, Step::Work(was, of) if **was == *now && *of == origin));
        self.history.undo(|step| self.revert(step));
    }

    /// Redoes the last undone step.
    pub fn redo(self) {
        self.save_changes(false);
        self.history.redo(|step| self.revert(step));
    }

    fn revert(self, step: Step) -> Step {
        match step {
            Step::Work(document, origin) => {
                let was = self.scenario.origin_untracked();
                let now = self.scenario.swap(document);
                self.library.set_new_name(None);
                self.scenario.set_origin(origin);
                Step::Work(now, was)
            }
            Step::Stored(mut changes) => {
                let mut lasts = true;
                for change in &mut changes {
                    lasts &= change.revert();
                }
                self.storage_changed(lasts);
                Step::Stored(changes)
            }
        }
    }

    /// Shows another scenario; undo restores the previous one.
    pub fn show(self, document: Document, origin: Origin, notices: Option<Notice>) {
        self.save_changes(false);
        self.library.set_new_name(None);
        self.scenario.show(document, origin);
        self.notices.remove(|n| !n.stays);
        if let Some(notice) = notices {
            self.notices.say(notice);
        }
    }

    /// Resets to the defaults.
    pub fn reset(self) {
        self.show(Document::typical(&self.prices.published()), Origin::Own, None);
    }

    /// Whether the scenario on screen is an example: the defaults or a worked case, as they came.
    pub fn is_example(self) -> Memo<bool> {
        let origin = Memo::new(move |_| self.scenario.origin());
        let example = Memo::new(move |_| match origin.get() {
            Origin::Own => Some(Document::typical(&self.prices.published())),
            Origin::Preset(id) => {
                let preset = preset(id)?;
                file::read(preset.text(), &self.prices.published()).ok().map(|decoded| decoded.document)
            }
            Origin::Link | Origin::Saved(_) => None,
        });
        Memo::new(move |_| {
            example.with(|example| {
                example.as_ref().is_some_and(|example| self.scenario.with(|now| *now == example.scenario))
            })
        })
    }

    /// Opens a worked case.
    pub fn open_preset(self, preset: &'static Preset) {
        if let Ok(decoded) = file::read(preset.text(), &self.prices.published()) {
            self.show(decoded.document, Origin::Preset(preset.id), None);
        }
    }

    /// The current document with its results recorded; tracked.
    pub fn recorded(self) -> Document {
        self.with_results(&self.scenario.document(), self.evaluation.shown())
    }

    /// The same, not tracked.
    pub fn recorded_untracked(self) -> Document {
        self.with_results(&self.scenario.document_untracked(), self.evaluation.shown_untracked())
    }

    /// A document with its results recorded; the recommended plan where what is shown is of this document.
    fn with_results(self, document: &Document, shown: Option<Arc<Evaluation>>) -> Document {
        match shown.filter(|shown| *shown.document == *document) {
            Some(shown) => self.prices.with_results_of(&shown),
            None => self.prices.with_recorded_result(document),
        }
    }
}
