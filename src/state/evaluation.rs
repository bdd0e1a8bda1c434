//! The result of the current scenario; the last valid one while inputs are invalid.

use std::sync::{Arc, OnceLock};

use engine::analysis::sensitivity::Driver;
use engine::analysis::strongest_assumption::{Assumption, strongest_assumption};
use engine::analysis::use_curve::{Bands, use_curve};
use engine::codec::Document;
use engine::derivation::Derivation;
use engine::horizon::node_expansion;
use engine::inputs::issue::Issue;
use engine::model::Model;
use engine::prices::PriceBook;
use engine::report::{Report, derivations, drivers, report_without_trees};
use engine::view::answer::{Answer, answer};
use engine::view::exportable::PlotId;
use engine::view::plot::Plot;
use engine::view::{bars, cash, curve, demand};
use leptos::prelude::*;
use leptos_use::use_debounce_fn;

use super::input_problems::InputProblems;
use super::prices::Prices;
use super::scenario_store::ScenarioStore;
use crate::browser::clock;
use crate::strings::state as strings;

/// Days after which a price is called old.
const OLD_DAYS: i64 = 90;
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
    pub model: Model,
    /// The result.
    pub report: Report,
    /// Its text.
    pub answer: Answer,
    lines: OnceLock<Option<Arc<Plot>>>,
    curve: OnceLock<Option<Arc<Plot>>>,
    plots: OnceLock<[Arc<Plot>; 4]>,
    trees: OnceLock<Vec<Derivation>>,
    drivers: OnceLock<Vec<Driver>>,
    assumption: OnceLock<Option<Assumption>>,
}

impl Evaluation {
    /// Wraps a report for display.
    pub fn new(document: Arc<Document>, book: Arc<PriceBook>, model: Model, report: Report) -> Self {
        let gpu = book.gpu(&document.scenario.work.gpu).map_or("GPUs", |g| g.name.as_str());
        let answer = answer(&report, gpu, document.scenario.own.node_price_usd.value);
        let (lines, curve, plots, trees, drivers, assumption) = Default::default();
        Self { document, book, model, report, answer, lines, curve, plots, trees, drivers, assumption }
    }

    /// Computes a document. Reuses parts of an earlier evaluation, where that had the same prices.
    ///
    /// Errors: every problem with the scenario.
    pub fn of(document: &Arc<Document>, book: Arc<PriceBook>, earlier: Option<&Self>) -> Result<Self, Vec<Issue>> {
        let (scenario, edition) = (&document.scenario, &document.edition);
        let earlier = earlier.filter(|earlier| Arc::ptr_eq(&earlier.book, &book)).map(|earlier| &earlier.model);
        let model = node_expansion::like(earlier, scenario, &book, edition)?;
        let report = report_without_trees(&model, scenario, &book, edition);
        Ok(Self::new(Arc::clone(document), book, model, report))
    }

    /// The derivations of its figures.
    pub fn derivations(&self) -> &[Derivation] {
        self.trees.get_or_init(|| derivations(&self.model, &self.document.scenario))
    }

    /// The inputs that change the saving within their ranges, strongest first.
    pub fn drivers(&self) -> &[Driver] {
        self.drivers.get_or_init(|| drivers(&self.model, &self.document.scenario, &self.book, &self.document.edition))
    }

    /// The assumption that matters most to the answer.
    pub fn assumption(&self) -> Option<Assumption> {
        *self.assumption.get_or_init(|| {
            let document = &self.document;
            self.report.outlook.saving_usd?;
            strongest_assumption(&self.model, &document.scenario, &self.book, &document.edition, self.drivers())
        })
    }

    /// A chart of this result; `None` if it has none, or is of something else.
    pub fn plot(&self, id: PlotId) -> Option<Arc<Plot>> {
        if id == PlotId::CostCurve {
            return self.curve.get_or_init(|| self.cost_curve(Bands::Drawn)).clone();
        }
        if id == demand::ID {
            return demand::plot(&self.model.load.demand).map(Arc::new);
        }
        let others = self.plots.get_or_init(|| {
            let report = &self.report;
            let drivers = bars::drivers(report, self.drivers());
            [cash::cash(report), bars::cost_lines(report), bars::break_evens(report), drivers].map(Arc::new)
        });
        others.iter().find(|p| p.what.id == id).cloned()
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

    /// A sentence about prices in this result that are older than 90 days; `None` if all are recent.
    pub fn age(&self) -> Option<String> {
        let assumed = self.report.verdict.assumed.as_ref().map(|a| a.as_of.as_str());
        // A user-entered price has no date.
        let listed = self.report.cheapest().filter(|o| self.document.scenario.rent.own_price(&o.id).is_none());
        let used = listed.map(|o| o.as_of.as_str()).into_iter().chain(assumed);
        let oldest = used.filter_map(|d| Some((clock::days_since(d)?, d))).max()?;
        (oldest.0 > OLD_DAYS).then(|| strings::oldest_price_in_this_answer_days(&oldest.1, &oldest.0))
    }
}

/// The outcome for the current scenario.
#[derive(Clone)]
struct Outcome {
    of: Arc<Document>,
    book: Arc<PriceBook>,
    shown: Option<Arc<Evaluation>>,
    issues: Arc<[Issue]>,
}

impl PartialEq for Outcome {
    /// Results are compared by identity: each computation creates its own.
    fn eq(&self, other: &Self) -> bool {
        self.shown.as_ref().map(Arc::as_ptr) == other.shown.as_ref().map(Arc::as_ptr) && self.issues == other.issues
    }
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
    /// Follows a scenario and the prices.
    pub fn new(scenario: ScenarioStore, prices: Prices, problems: InputProblems) -> Self {
        let outcome = Memo::new(move |last: Option<&Outcome>| {
            let (of, book) = (scenario.document(), prices.book());
            if let Some(last) = last.filter(|l| *l.of == *of && Arc::ptr_eq(&l.book, &book)) {
                return last.clone();
            }
            let earlier = last.and_then(|last| last.shown.as_deref());
            match Evaluation::of(&of, Arc::clone(&book), earlier) {
                Ok(found) => Outcome { of, book, shown: Some(Arc::new(found)), issues: [].into() },
                Err(issues) => {
                    // A partly typed number must not count: use the value before typing.
                    let typing = problems.has_drafts_untracked().then(|| scenario.held());
                    let before =
                        typing.and_then(|held| Evaluation::of(&held, Arc::clone(&book), earlier).ok()).map(Arc::new);
                    let shown = before.or_else(|| last.and_then(|l| l.shown.clone()));
                    Outcome { of, book, shown, issues: issues.into() }
                }
            }
        });
        let settled = RwSignal::new(outcome.get_untracked());
        let follow = move || {
            if outcome.with_untracked(|now| settled.with_untracked(|before| before != now)) {
                settled.set(outcome.get_untracked());
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
        Self { outcome: outcome.into(), live: outcome, settled, problems }
    }

    /// The same, a pause behind: what it follows stands still while keys come or a hand drags.
    #[must_use]
    pub fn settled(self) -> Self {
        Self { outcome: self.settled.into(), ..self }
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
            let plans = &outcome.shown.as_deref()?.report.decision.as_ref()?.plans;
            let plan = plans.plan(plans.recommended?)?;
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
