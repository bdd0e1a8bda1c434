//! The result of the current scenario; the last valid one while inputs are invalid.

use std::sync::{Arc, OnceLock};

use engine::analysis::decision::{Weighed, Weighing, says_what_jobs_get};
use engine::analysis::plan_map::{self, MapInput, PlanMapSearch};
use engine::analysis::plan_pair::{Explanation, Place};
use engine::analysis::sensitivity::Driver;
use engine::analysis::strength::Strength;
use engine::analysis::strongest_assumption::{Assumption, strongest_assumption};
use engine::analysis::use_curve::{Bands, use_curve};
use engine::codec::Document;
use engine::derivation::{Derivation, of_plans};
use engine::horizon::node_expansion;
use engine::inputs::issue::Issue;
use engine::inputs::workloads::Workload;
use engine::model::{Model, Subject};
use engine::plans::FoundSizes;
use engine::plans::plan::PlanKind;
use engine::plans::recommendation::Plans;
use engine::plans::setting::are_sizes_searched;
use engine::prices::PriceBook;
use engine::report::{Report, derivations, drivers, report_without_trees};
use engine::view::exportable::PlotId;
use engine::view::plan_words;
use engine::view::plot::Plot;
use engine::view::{bars, cash, curve, demand, plan_load, two_plans};
use leptos::prelude::*;
use leptos_use::use_debounce_fn;

use super::input_problems::InputProblems;
use super::jobs::{Jobs, KnownSizes};
use super::plan_choice::PlanChoice;
use super::prices::Prices;
use super::scenario_store::ScenarioStore;
use super::slices::in_slices;

/// Wait after the last change before what takes longer than a frame follows, in milliseconds: a little more than between
/// two keys of a fast typist.
const PAUSE: f64 = 150.0;

/// One calculation as shown.
#[derive(Debug)]
pub struct Evaluation {
    /// The scenario it belongs to.
    pub document: Arc<Document>,
    /// The prices it was computed with.
    pub book: Arc<PriceBook>,
    /// What it was computed from.
    pub model: Arc<Model>,
    /// The result.
    pub report: Arc<Report>,
    /// Its plans.
    pub choice: Arc<PlanChoice>,
    lines: OnceLock<Option<Arc<Plot>>>,
    curve: OnceLock<Option<Arc<Plot>>>,
    plots: OnceLock<[Arc<Plot>; 4]>,
    load: OnceLock<Option<Arc<Plot>>>,
    trees: OnceLock<Vec<Derivation>>,
    drivers: OnceLock<Vec<Driver>>,
    assumption: OnceLock<Option<Assumption>>,
}

impl Evaluation {
    /// Wraps a report for display.
    pub fn new(
        document: Arc<Document>,
        book: Arc<PriceBook>,
        model: Model,
        (report, choice): (Report, PlanChoice),
    ) -> Self {
        Self::with(document, book, (Arc::new(model), Arc::new(report), Arc::new(choice)))
    }

    fn with(
        document: Arc<Document>,
        book: Arc<PriceBook>,
        (model, report, choice): (Arc<Model>, Arc<Report>, Arc<PlanChoice>),
    ) -> Self {
        let (lines, curve, plots, load, trees, drivers, assumption) = Default::default();
        Self { document, book, model, report, choice, lines, curve, plots, load, trees, drivers, assumption }
    }

    /// The same for a document with the same inputs, whose name, memo or decisions are others. Nothing where they are not the same.
    fn with_words_of(&self, document: &Arc<Document>) -> Option<Self> {
        if document.scenario != self.document.scenario || document.edition != self.document.edition {
            return None;
        }
        let computed = (Arc::clone(&self.model), Arc::clone(&self.report), Arc::clone(&self.choice));
        Some(Self::with(Arc::clone(document), Arc::clone(&self.book), computed))
    }

    /// Computes a document. Reuses parts of an earlier evaluation, where that had the same prices, and the sizes that are
    /// `known`.
    ///
    /// Errors: every problem with the scenario.
    pub fn of(
        document: &Arc<Document>,
        book: Arc<PriceBook>,
        (earlier, known): (Option<&Self>, Option<&KnownSizes>),
    ) -> Result<Self, Vec<Issue>> {
        let (scenario, edition) = (&document.scenario, &document.edition);
        let earlier = earlier.filter(|earlier| Arc::ptr_eq(&earlier.book, &book)).map(|earlier| &*earlier.model);
        let model = node_expansion::like(earlier, scenario, &book, edition)?;
        let report = report_without_trees(&model, scenario, &book, edition);
        let choice = PlanChoice::new(document, &book, &model, known);
        Ok(Self::new(Arc::clone(document), book, model, (report, choice)))
    }

    /// Computes a document with everything that it takes, a search for sizes included.
    ///
    /// Errors: every problem with the scenario.
    pub fn in_full(document: &Arc<Document>, book: Arc<PriceBook>) -> Result<Self, Vec<Issue>> {
        let (scenario, edition) = (&document.scenario, &document.edition);
        let model = node_expansion::like(None, scenario, &book, edition)?;
        let report = report_without_trees(&model, scenario, &book, edition);
        let choice = PlanChoice::in_full(document, &book, &model);
        Ok(Self::new(Arc::clone(document), book, model, (report, choice)))
    }

    /// The recommended plan against its runner-up, once they are weighed.
    pub fn weighed(&self) -> Option<&Weighed> {
        self.choice.weighed()
    }

    /// Weighs them now, unless they are weighed.
    pub fn weigh(&self) {
        let Some(mut weighing) = self.start_weighing() else { return };
        while self.step_weighing(&mut weighing) {}
        self.finish_weighing(weighing);
    }

    /// Whether the demand is measured, and nobody entered what its whole jobs get.
    pub fn is_measured_in_hours(&self) -> bool {
        let scenario = &self.document.scenario;
        scenario.work.workloads.iter().any(Workload::is_measured) && !says_what_jobs_get(scenario, &self.book)
    }

    /// Share of the demand that is jobs which never started in the record it was measured in.
    pub fn unstarted_share(&self) -> f64 {
        engine::demand::planning::unstarted_share(&self.document.scenario.work.workloads, &self.model.load.demand)
    }

    /// The two plans that are explained unless others are chosen: the recommended one and its rival.
    pub fn leading_plans(&self) -> Option<(PlanKind, PlanKind)> {
        self.choice.plans()?.leading()
    }

    /// The ids of those two, for what tells of both; that of the recommended one where nothing compares.
    pub fn leading_ids(&self) -> Option<String> {
        let plans = self.choice.plans()?;
        let ids: Vec<&str> =
            [plans.recommended(), plans.rival()].into_iter().flatten().map(|plan| plan_words::id(plan.kind)).collect();
        (!ids.is_empty()).then(|| ids.join(" "))
    }

    /// The ids of the plans that the report compares: owning the GPUs that were entered, and the offer.
    pub fn compared_ids(&self) -> String {
        let is_term = self.report.cheapest().is_some_and(|offer| offer.term_months > 0.0);
        let other = if is_term { PlanKind::Commit } else { PlanKind::Rent };
        format!("{} {}", plan_words::id(PlanKind::Own), plan_words::id(other))
    }

    /// Starts to weigh the recommended plan; nothing where that is done, or its sizes are searched.
    fn start_weighing(&self) -> Option<Weighing> {
        self.choice.start_weighing((&self.document, &self.book, &self.model))
    }

    fn step_weighing(&self, weighing: &mut Weighing) -> bool {
        self.choice.step_weighing((&self.document, &self.book, &self.model), weighing)
    }

    fn finish_weighing(&self, weighing: Weighing) {
        self.choice.finish_weighing(&self.document, &self.book, weighing);
    }

    /// Starts to explain two plans; nothing where one is not listed, or while its sizes are searched.
    pub fn explain(&self, kinds: (PlanKind, PlanKind)) -> Option<Explanation> {
        self.choice.explain((&self.document, &self.book, &self.model), kinds)
    }

    /// Takes a step of an explanation. Returns whether steps are left.
    pub fn step(&self, explanation: &mut Explanation) -> bool {
        let Document { scenario, edition, .. } = &*self.document;
        explanation.step(Subject { scenario, book: &self.book, edition })
    }

    /// The inputs that a map of the cheapest plan may go over.
    pub fn map_inputs(&self) -> Vec<MapInput> {
        self.in_place(|place, _| plan_map::map_inputs(place)).unwrap_or_default()
    }

    /// The two inputs that it goes over first.
    pub fn usual_map_inputs(&self) -> Option<[MapInput; 2]> {
        self.in_place(|place, _| plan_map::usual_inputs(place))?
    }

    /// Starts a map of two inputs; nothing while sizes are searched, or where nothing compares.
    pub fn start_map(&self, inputs: [MapInput; 2]) -> Option<PlanMapSearch> {
        self.in_place(|place, found| PlanMapSearch::new(place, found, inputs))?
    }

    /// Takes a step of a map. Returns whether steps are left.
    pub fn step_map(&self, search: &mut PlanMapSearch) -> bool {
        self.in_place(|place, _| search.step(place)).unwrap_or(false)
    }

    fn in_place<T>(&self, read: impl FnOnce(Place, (&Plans, &FoundSizes)) -> T) -> Option<T> {
        self.choice.in_place((&self.document, &self.book, &self.model), read)
    }

    /// Whether the answer is between owning the GPUs that were entered and the offer that the report compares them with.
    pub fn is_own_against_rent(&self) -> bool {
        let own = self.leading_plans().is_some_and(|(best, other)| [best, other].contains(&PlanKind::Own));
        own && self.is_about_pure_plans()
    }

    /// Whether it is about the GPUs that were entered, and the two plans that lead own, commit or rent all of the work.
    pub fn is_about_pure_plans(&self) -> bool {
        let pure = |kind| matches!(kind, PlanKind::Own | PlanKind::Commit | PlanKind::Rent);
        let leading = self.leading_plans();
        self.is_about_entered_sizes() && leading.is_none_or(|(best, other)| pure(best) && pure(other))
    }

    /// Whether it is about the GPUs that were entered: no sizes were searched.
    pub fn is_about_entered_sizes(&self) -> bool {
        !are_sizes_searched(&self.document.scenario)
    }

    /// The first chart: of what the answer is about. Cost over use where the GPUs were entered and the work is steady, who
    /// serves which level of the load where it varies, else cost of the two plans that lead over the work.
    pub fn first_chart(&self) -> PlotId {
        match (self.model.load.total.is_steady(), self.is_about_pure_plans()) {
            (true, true) => PlotId::CostCurve,
            (true, false) if self.leading_plans().is_some() => PlotId::PlanCurve,
            _ => PlotId::PlanLoad,
        }
    }

    /// The derivations of its figures.
    pub fn derivations(&self) -> &[Derivation] {
        self.trees.get_or_init(|| {
            let scenario = &self.document.scenario;
            let unit = (self.report.cost_unit.unit, self.report.cost_unit.gpu_hours);
            let plans = self.choice.plans().into_iter().flat_map(|plans| of_plans(&self.model, unit, plans));
            derivations(&self.model, scenario).into_iter().chain(plans).collect()
        })
    }

    /// The inputs that change the saving within their ranges, strongest first.
    pub fn drivers(&self) -> &[Driver] {
        self.drivers.get_or_init(|| drivers(&self.model, &self.document.scenario, &self.book, &self.document.edition))
    }

    /// The assumption that matters most to the answer, where that is between owning and the offer of the report.
    pub fn assumption(&self) -> Option<Assumption> {
        *self.assumption.get_or_init(|| {
            let document = &self.document;
            let pair = self.weighed().and_then(|weighed| weighed.pair.as_ref());
            // Two plans whose difference is small turn on anything.
            if pair.is_some_and(|pair| pair.badge == Strength::Close) || !self.is_own_against_rent() {
                return None;
            }
            self.report.outlook.saving_usd?;
            strongest_assumption(&self.model, &document.scenario, &self.book, &document.edition, self.drivers())
        })
    }

    /// A chart of this result; `None` if it has none, or is of something else.
    pub fn plot(&self, id: PlotId) -> Option<Arc<Plot>> {
        if let Some(first) = self.first_plot(id) {
            return Some(first);
        }
        if id == demand::ID {
            return self.load.get_or_init(|| demand::plot(&self.model.load.demand).map(Arc::new)).clone();
        }
        let others = self.plots.get_or_init(|| {
            let report = &self.report;
            let drivers = bars::drivers(report, self.drivers());
            [cash::cash(report), bars::cost_lines(report), bars::break_evens(report), drivers].map(Arc::new)
        });
        others.iter().find(|p| p.what.id == id).cloned()
    }

    /// One of the charts that may come first.
    pub fn first_plot(&self, id: PlotId) -> Option<Arc<Plot>> {
        if id == PlotId::CostCurve {
            return self.curve.get_or_init(|| self.cost_curve(Bands::Drawn)).clone();
        }
        let plans = self.choice.plans()?;
        if id == plan_load::ID {
            return plan_load::plot(&self.report, &self.model, plans).map(Arc::new);
        }
        if id != PlotId::PlanCurve {
            return None;
        }
        let (best, other) = self.leading_plans()?;
        let pair = self.weighed()?.pair.as_ref()?;
        two_plans::curve(pair, [plans.plan(best)?, plans.plan(other)?]).map(Arc::new)
    }

    /// A chart that was drawn before, or may come first.
    pub fn drawn_plot(&self, id: PlotId) -> Option<Arc<Plot>> {
        let mut others = self.plots.get().into_iter().flatten().chain(self.load.get().into_iter().flatten());
        others.find(|plot| plot.what.id == id).cloned().or_else(|| self.first_plot(id))
    }

    /// The first chart without its bands: within a frame, for what follows a hand.
    pub fn lines(&self) -> Option<Arc<Plot>> {
        if let Some(drawn) = self.curve.get() {
            return drawn.clone();
        }
        self.lines.get_or_init(|| self.cost_curve(Bands::Pending)).clone()
    }

    fn cost_curve(&self, bands: Bands) -> Option<Arc<Plot>> {
        let document = &self.document;
        let turning = self.report.outlook.turning.as_ref();
        let found = use_curve(&self.model, &document.scenario, &self.book, &document.edition, turning, bands)?;
        Some(Arc::new(curve::curve(&self.report, &found)))
    }

    /// Whether one of the two plans that lead buys machines, or the answer is about the GPUs that were entered.
    pub fn buys(&self) -> bool {
        let mut leading =
            self.choice.plans().into_iter().flat_map(|plans| [plans.recommended(), plans.rival()]).flatten();
        self.is_about_pure_plans() || leading.any(|plan| plan.nodes_bought > 0.0)
    }
}

/// The outcome for the current scenario.
#[derive(Clone)]
struct Outcome {
    of: Arc<Document>,
    book: Arc<PriceBook>,
    known: Option<KnownSizes>,
    shown: Option<Arc<Evaluation>>,
    issues: Arc<[Issue]>,
}

impl PartialEq for Outcome {
    /// Results are compared by identity: each computation creates its own.
    fn eq(&self, other: &Self) -> bool {
        self.shown.as_ref().map(Arc::as_ptr) == other.shown.as_ref().map(Arc::as_ptr) && self.issues == other.issues
    }
}

/// Shows a result once its plans are weighed: in slices, unless another result takes its place.
fn settle_once_weighed(outcome: Memo<Outcome>, settled: RwSignal<Outcome>) {
    let now = outcome.get_untracked();
    let Some(shown) = now.shown.clone() else { return settled.set(now) };
    let mut weighing = shown.start_weighing();
    in_slices(move || {
        if outcome.try_with_untracked(|latest| *latest == now) != Some(true) {
            return false;
        }
        if weighing.as_mut().is_some_and(|weighing| shown.step_weighing(weighing)) {
            return true;
        }
        if let Some(weighing) = weighing.take() {
            shown.finish_weighing(weighing);
        }
        settled.set(now.clone());
        false
    });
}

/// The evaluation in context. Around what takes longer than a frame it is [`settled`](Self::settled).
#[derive(Clone, Copy)]
pub struct EvaluationContext {
    /// What its readers see: one of the other two.
    outcome: Signal<Outcome>,
    live: Memo<Outcome>,
    settled: RwSignal<Outcome>,
    problems: InputProblems,
}

impl EvaluationContext {
    /// Follows a scenario and the prices. Nothing is settled until [`settle`](Self::settle) is called.
    pub fn new(scenario: ScenarioStore, prices: Prices, problems: InputProblems, jobs: Jobs) -> Self {
        let sizes = Memo::new(move |_| jobs.sizes());
        let outcome = Memo::new(move |last: Option<&Outcome>| {
            let (of, book, known) = (scenario.document(), prices.book(), sizes.get());
            if let Some(last) = last.filter(|l| *l.of == *of && Arc::ptr_eq(&l.book, &book) && l.known == known) {
                return last.clone();
            }
            let is_computed =
                |last: &&Outcome| last.issues.is_empty() && Arc::ptr_eq(&last.book, &book) && last.known == known;
            let computed = last.filter(is_computed).and_then(|last| last.shown.as_deref());
            if let Some(found) = computed.and_then(|computed| computed.with_words_of(&of)) {
                return Outcome { of, book, known, shown: Some(Arc::new(found)), issues: [].into() };
            }
            let earlier = last.and_then(|last| last.shown.as_deref());
            match Evaluation::of(&of, Arc::clone(&book), (earlier, known.as_ref())) {
                Ok(found) => Outcome { of, book, known, shown: Some(Arc::new(found)), issues: [].into() },
                Err(issues) => {
                    // A partly typed number must not count: use the value before typing.
                    let typing = problems.has_drafts_untracked().then(|| scenario.held());
                    let before = typing
                        .and_then(|held| Evaluation::of(&held, Arc::clone(&book), (earlier, known.as_ref())).ok())
                        .map(Arc::new);
                    let shown = before.or_else(|| last.and_then(|l| l.shown.clone()));
                    Outcome { of, book, known, shown, issues: issues.into() }
                }
            }
        });
        let unsettled = outcome.with_untracked(|now| Outcome { shown: None, issues: [].into(), ..now.clone() });
        Self { outcome: outcome.into(), live: outcome, settled: RwSignal::new(unsettled), problems }
    }

    /// From now on weighs what is on screen, and settles it, a pause behind the keys.
    pub fn settle(self, scenario: ScenarioStore) {
        let (outcome, settled) = (self.live, self.settled);
        let follow = move || {
            if outcome.with_untracked(|now| settled.with_untracked(|before| before != now)) {
                settle_once_weighed(outcome, settled);
            }
        };
        let settle = use_debounce_fn(follow, PAUSE);
        // Only keys and a hand that drags come one after the other; what a button changes follows at once.
        Effect::new(move || {
            outcome.track();
            if scenario.is_typing_untracked() {
                settle();
            } else {
                follow();
            }
        });
    }

    /// The same, a pause behind: what it follows stands still while keys come or a hand drags.
    #[must_use]
    pub fn settled(self) -> Self {
        Self { outcome: self.settled.into(), ..self }
    }

    /// Whether something is settled, be it what prevents an answer; tracked.
    pub fn has_settled(self) -> bool {
        self.settled.with(|settled| settled.shown.is_some() || !settled.issues.is_empty())
    }

    /// Whether what is settled lags behind; tracked.
    pub fn is_settling(self) -> bool {
        self.live.with(|live| self.settled.with(|settled| settled != live))
    }

    /// The one in context.
    pub fn expect() -> Self {
        expect_context()
    }

    /// The last result that could be computed; tracked.
    pub fn shown(self) -> Option<Arc<Evaluation>> {
        self.outcome.with(|outcome| outcome.shown.clone())
    }

    /// The same, not tracked.
    pub fn shown_untracked(self) -> Option<Arc<Evaluation>> {
        self.outcome.with_untracked(|outcome| outcome.shown.clone())
    }

    /// What prevents computing the current scenario; empty if nothing does. Tracked.
    pub fn issues(self) -> Arc<[Issue]> {
        self.outcome.with(|outcome| Arc::clone(&outcome.issues))
    }

    /// Whether the shown result belongs to earlier inputs; tracked.
    pub fn is_stale(self) -> bool {
        self.problems.any() || self.outcome.with(|outcome| !outcome.issues.is_empty())
    }

    /// GPUs of a row of sizes as found for the plan to take; `None` while the result has none. Tracked.
    pub fn found_size(self, row: &str) -> Option<f64> {
        self.outcome.with(|outcome| {
            let plan = outcome.shown.as_deref()?.choice.plans()?.recommended()?;
            match row {
                "sizes.own" => Some(plan.own_gpus),
                "sizes.commit" => Some(plan.committed_gpus),
                _ => None,
            }
        })
    }

    /// A slice of the shown result: readers run only when that slice changes.
    pub fn slice<T>(self, get: impl Fn(&Evaluation) -> T + Send + Sync + 'static) -> Memo<Option<T>>
    where
        T: PartialEq + Send + Sync + 'static,
    {
        Memo::new(move |_| self.outcome.with(|outcome| outcome.shown.as_deref().map(&get)))
    }
}
