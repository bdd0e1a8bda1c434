//! The two plans that are shown in detail: those chosen, else those that lead, with their explanation.

use std::sync::Arc;

use engine::analysis::plan_pair::Pair;
use engine::plans::plan::PlanKind;
use engine::plans::result::PlanResult;
use engine::view::exportable::PlotId;
use engine::view::plan_words::id;
use engine::view::plot::Plot;
use engine::view::two_plans::{cash, curve};
use leptos::prelude::*;

use super::evaluation::{Evaluation, EvaluationContext};
use super::slices::in_slices;
use super::ui_state::{ExplainedPair, UiState};

/// The two plans that are shown: those chosen where both are listed, else those that lead.
pub fn shown_kinds(ui: UiState, shown: &Evaluation) -> Option<(PlanKind, PlanKind)> {
    let plans = shown.choice.plans()?;
    let listed = |(one, other): &(PlanKind, PlanKind)| {
        one != other && plans.plan(*one).is_some() && plans.plan(*other).is_some()
    };
    ui.two_plans.get().filter(listed).or_else(|| shown.leading_plans())
}

/// Their ids, for what tells of both.
pub fn shown_ids(ui: UiState, shown: &Evaluation) -> Option<String> {
    let (one, other) = shown_kinds(ui, shown)?;
    Some(format!("{} {}", id(one), id(other)))
}

/// Explains two plans that were chosen, in slices; those that lead are explained already.
pub fn explain_chosen(evaluation: EvaluationContext, ui: UiState) {
    let Some(shown) = evaluation.shown() else { return };
    let Some(kinds) = shown_kinds(ui, &shown) else { return };
    if shown.leading_plans() == Some(kinds) {
        return;
    }
    let is_wanted = move |shown: &Arc<Evaluation>| {
        let latest = untrack(|| evaluation.shown());
        latest.is_some_and(|latest| Arc::ptr_eq(&latest, shown) && untrack(|| shown_kinds(ui, &latest)) == Some(kinds))
    };
    let Some(explanation) = shown.explain(kinds) else { return };
    let mut explanation = Some(explanation);
    in_slices(move || {
        if !is_wanted(&shown) {
            return false;
        }
        if explanation.as_mut().is_some_and(|explanation| shown.step(explanation)) {
            return true;
        }
        if let Some(explanation) = explanation.take() {
            ui.explained.set(Some(ExplainedPair {
                shown: Arc::clone(&shown),
                kinds,
                pair: Arc::new(explanation.finish()),
            }));
        }
        false
    });
}

/// Calls a function with the explanation of the two plans that are shown; nothing while it is being worked out.
pub fn with_pair<T>(
    ui: UiState,
    shown: &Evaluation,
    kinds: (PlanKind, PlanKind),
    read: impl FnOnce(&Pair) -> T,
) -> Option<T> {
    if shown.leading_plans() == Some(kinds) {
        return shown.weighed()?.pair.as_ref().map(read);
    }
    ui.explained.with_untracked(|found| {
        let found = found.as_ref()?;
        (std::ptr::eq(&raw const *found.shown, shown) && found.kinds == kinds).then(|| read(&found.pair))
    })
}

pub fn both(shown: &Evaluation, (one, other): (PlanKind, PlanKind)) -> Option<[&PlanResult; 2]> {
    let plans = shown.choice.plans()?;
    Some([plans.plan(one)?, plans.plan(other)?])
}

/// A chart of the two plans that are shown.
pub fn plot_of(ui: UiState, shown: &Evaluation, plot: PlotId) -> Option<Arc<Plot>> {
    let kinds = shown_kinds(ui, shown)?;
    let plans = both(shown, kinds)?;
    match plot {
        PlotId::PlanCash => Some(Arc::new(cash(&shown.report, plans))),
        // It is the first chart already.
        PlotId::PlanCurve if shown.first_chart() == plot && shown.leading_plans() == Some(kinds) => None,
        PlotId::PlanCurve => with_pair(ui, shown, kinds, |pair| curve(pair, plans)).flatten().map(Arc::new),
        _ => None,
    }
}
