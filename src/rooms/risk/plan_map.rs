//! Which plan is the cheapest over the values of any two inputs.

use engine::analysis::plan_map::MapInput;
use engine::view::exportable::PlotId;
use leptos::prelude::*;

use crate::components::{PlotChart, TwoLists, When};
use crate::rooms::risk::strings::plan_map as strings;
use crate::state::plan_map::{draw_map, drawn_map, map_inputs};
use crate::state::{Evaluation, EvaluationContext, UiState};

/// The section; nothing unless two plans compare.
#[component]
pub fn PlanMapSection() -> impl IntoView {
    let (evaluation, ui) = (EvaluationContext::expect(), UiState::expect());
    Effect::new(move |_| draw_map(evaluation, ui));
    let drawn = Memo::new(move |_| evaluation.shown().map(|shown| drawn_map(ui, &shown)));
    let plot = Signal::derive(move || drawn.get().flatten().flatten());
    let is_drawn = Memo::new(move |_| drawn.with(|drawn| matches!(drawn, Some(Some(_)))));
    let has_none = Memo::new(move |_| drawn.with(|drawn| matches!(drawn, Some(Some(None)))));
    let is_there = evaluation.slice(|e| e.leading_plans().is_some());
    let plans = evaluation.slice(Evaluation::leading_ids);
    view! {
        <When is=move || is_there.get().unwrap_or(false)>
            <section class="plan-map" id="plan-map" aria-labelledby="plan-map-heading" data-view="plan-map-section" data-plan=move || plans.get().flatten()>
                <h2 id="plan-map-heading">{strings::TITLE}</h2>
                <p class="small">{strings::EXPLANATION}</p>
                <ChooseInputs/>
                <When is=move || !is_drawn.get()><p class="small" data-view="drawing-map">{strings::DRAWING}</p></When>
                <When is=move || has_none.get()><p class="empty">{strings::NO_MAP}</p></When>
                <PlotChart id=PlotId::PlanMap plot/>
            </section>
        </When>
    }
    .into_any()
}

/// The two lists of inputs.
#[component]
fn ChooseInputs() -> impl IntoView {
    let (evaluation, ui) = (EvaluationContext::expect(), UiState::expect());
    let offers =
        evaluation.slice(|e| e.map_inputs().into_iter().map(|input| (input.id(), input.label())).collect::<Vec<_>>());
    let chosen = Memo::new(move |_| {
        evaluation.shown().and_then(|shown| map_inputs(ui, &shown)).map(|inputs| inputs.map(MapInput::id))
    });
    view! {
        <TwoLists
            lists=[("map-across", strings::ACROSS), ("map-upwards", strings::UPWARDS)]
            offers=Signal::derive(move || offers.get().unwrap_or_default())
            chosen
            choose=Callback::new(move |ids| ui.map_inputs.set(Some(ids)))
        />
    }
}
