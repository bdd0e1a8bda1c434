//! The plans of a scenario with the sizes that are known, and how sure the recommended one is.

use std::sync::OnceLock;

use engine::analysis::decision::{Weighed, Weighing};
use engine::analysis::plan_pair::{Explanation, Place};
use engine::analysis::replay_question::replay_question;
use engine::codec::Document;
use engine::model::{Model, Subject};
use engine::plans::plan::PlanKind;
use engine::plans::recommendation::Plans;
use engine::plans::setting::{Setting, are_sizes_searched};
use engine::plans::{FoundSizes, evaluate_with, find_sizes};
use engine::prices::PriceBook;
use engine::replay::answer::ReplayQuestion;
use engine::view::plan_words;

use super::jobs::KnownSizes;

/// Which sizes the plans have.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SizesKnown {
    /// Those of this scenario.
    Current,
    /// Those of an earlier one that differs in amounts and prices alone; new ones are being searched.
    Earlier,
    /// None yet: they are being searched.
    Sought,
}

/// The plans of a scenario.
#[derive(Debug)]
pub struct PlanChoice {
    /// Which sizes they have.
    pub sizes_known: SizesKnown,
    plans: Option<Plans>,
    /// The same with the rival that the draws name, where they name another.
    with_rival: OnceLock<Plans>,
    setting: Option<Setting>,
    sizes: FoundSizes,
    weighed: OnceLock<Weighed>,
}

impl PlanChoice {
    /// The plans of a document whose model is known. Sizes that have to be searched are taken from `known`.
    pub fn new(document: &Document, book: &PriceBook, model: &Model, known: Option<&KnownSizes>) -> Self {
        let subject = subject_of(document, book);
        let setting = Setting::new(Some(model), subject);
        let (sizes_known, sizes) = match (&setting, known) {
            (Some(setting), _) if !are_sizes_searched(subject.scenario) => {
                (SizesKnown::Current, find_sizes(setting, subject))
            }
            (Some(_), Some(known)) if known.are_of(document) => (SizesKnown::Current, known.sizes()),
            (Some(_), Some(known)) if known.suit(document) => (SizesKnown::Earlier, known.sizes()),
            _ => (SizesKnown::Sought, FoundSizes::default()),
        };
        Self::with(subject, model, setting, (sizes_known, sizes))
    }

    /// The same with a search for the sizes, however long it takes.
    pub fn in_full(document: &Document, book: &PriceBook, model: &Model) -> Self {
        let subject = subject_of(document, book);
        let setting = Setting::new(Some(model), subject);
        let sizes = setting.as_ref().map(|setting| find_sizes(setting, subject)).unwrap_or_default();
        Self::with(subject, model, setting, (SizesKnown::Current, sizes))
    }

    fn with(
        subject: Subject,
        model: &Model,
        setting: Option<Setting>,
        (sizes_known, sizes): (SizesKnown, FoundSizes),
    ) -> Self {
        let known = setting.as_ref().filter(|_| sizes_known != SizesKnown::Sought);
        let plans = known.map(|setting| evaluate_with(setting, subject, model, &sizes));
        let undone = |plans: &Plans| plans.recommended().is_none_or(|plan| !plan.complete);
        // Sizes of an earlier scenario may leave work undone that other sizes do.
        let sought = sizes_known == SizesKnown::Earlier && plans.as_ref().is_none_or(undone);
        Self {
            sizes_known: if sought { SizesKnown::Sought } else { sizes_known },
            plans: plans.filter(|_| !sought),
            setting,
            sizes,
            with_rival: OnceLock::new(),
            weighed: OnceLock::new(),
        }
    }

    /// The plans; nothing while the sizes are sought.
    pub fn plans(&self) -> Option<&Plans> {
        self.with_rival.get().or(self.plans.as_ref())
    }

    /// The recommended plan against its runner-up, once they are weighed.
    pub fn weighed(&self) -> Option<&Weighed> {
        self.weighed.get()
    }

    /// What the recommended plan's machines are and cost, as a replay of jobs that wait up to `patience` seconds asks for
    /// them; nothing where no plan is known.
    pub fn replay_question(
        &self,
        document: &Document,
        book: &PriceBook,
        (patience, finds_sizes): (Option<i64>, bool),
    ) -> Option<ReplayQuestion> {
        let plan = self.plans.as_ref().filter(|_| self.sizes_known == SizesKnown::Current)?.recommended()?;
        let words = (plan_words::id(plan.kind), plan_words::name(plan.kind));
        replay_question(self.setting.as_ref()?, subject_of(document, book), plan, words, (patience, finds_sizes))
    }

    /// Starts to explain two plans; nothing where one is not listed, or the sizes are not those of the scenario.
    pub fn explain(
        &self,
        (document, book, model): (&Document, &PriceBook, &Model),
        kinds: (PlanKind, PlanKind),
    ) -> Option<Explanation> {
        let (setting, plans) = (self.setting.as_ref()?, self.plans.as_ref()?);
        if self.sizes_known != SizesKnown::Current {
            return None;
        }
        Explanation::new(setting, subject_of(document, book), model, (plans, &self.sizes), kinds)
    }

    /// Calls a function with the place where plans are evaluated, the plans and their sizes; nothing where the sizes are not those of
    /// the scenario.
    pub fn in_place<T>(
        &self,
        (document, book, model): (&Document, &PriceBook, &Model),
        read: impl FnOnce(Place, (&Plans, &FoundSizes)) -> T,
    ) -> Option<T> {
        let (setting, plans) = (self.setting.as_ref()?, self.plans()?);
        let place = Place { setting, subject: subject_of(document, book), own: model };
        (self.sizes_known == SizesKnown::Current).then(|| read(place, (plans, &self.sizes)))
    }

    /// Starts to weigh the recommended plan; nothing where that is done, or the sizes are not those of the scenario.
    pub fn start_weighing(&self, (document, book, model): (&Document, &PriceBook, &Model)) -> Option<Weighing> {
        let plans = self.plans.as_ref().filter(|_| self.weighed.get().is_none())?;
        let setting = self.setting.as_ref().filter(|_| self.sizes_known == SizesKnown::Current)?;
        let place = Place { setting, subject: subject_of(document, book), own: model };
        Some(Weighing::new(place, (plans, &self.sizes)))
    }

    /// Takes a step of a weighing. Returns whether steps are left.
    pub fn step_weighing(
        &self,
        (document, book, model): (&Document, &PriceBook, &Model),
        weighing: &mut Weighing,
    ) -> bool {
        let (Some(setting), Some(plans)) = (&self.setting, &self.plans) else { return false };
        let place = Place { setting, subject: subject_of(document, book), own: model };
        weighing.step(place, (plans, &self.sizes))
    }

    /// Keeps how sure the recommended plan is.
    pub fn finish_weighing(&self, document: &Document, book: &PriceBook, weighing: Weighing) {
        if let (Some(setting), Some(plans)) = (&self.setting, &self.plans) {
            let weighed = weighing.finish(setting, subject_of(document, book), plans);
            if let Some(rival) = weighed.rival {
                let _ = self.with_rival.set(plans.with_rival(rival));
            }
            let _ = self.weighed.set(weighed);
        }
    }
}

fn subject_of<'a>(document: &'a Document, book: &'a PriceBook) -> Subject<'a> {
    Subject { scenario: &document.scenario, book, edition: &document.edition }
}
