//! The demand of the workloads: load-duration curve, what each wants, pooling, planning hints.

use engine::inputs::field;
use engine::inputs::value::{Amount, Value};
use engine::view::demand::{ID, planned_gpus, pooled, workloads};
use engine::view::{Piece, Style};
use leptos::prelude::*;

use crate::browser::locale::Locale;
use crate::components::table::SheetTable;
use crate::components::{Disclosure, PlotOf, Sentence, When, sentence_views};
use crate::form::workloads_field::WORKLOADS;
use crate::navigation::focus_field;
use crate::rooms::demand::strings::described as strings;
use crate::state::{Edit, EvaluationContext, Fold, ScenarioStore, UiState};

/// The row that the workloads set.
const WORK: &str = "work.gpu_hours_per_month";
/// Smallest difference from the workloads' sum that is reported.
const TOLD: f64 = 1e-3;

/// The section.
#[component]
pub fn DemandSection() -> impl IntoView {
    let ui = UiState::expect();
    let evaluation = EvaluationContext::expect();
    let is_empty = evaluation.slice(|e| e.model.load.demand.is_empty());
    let is_empty = Memo::new(move |_| is_empty.get().unwrap_or(true));
    view! {
        <section class="demand" id="demand" aria-labelledby="demand-heading" data-view="demand">
            <h2 id="demand-heading">{strings::DEMAND}</h2>
            <When is=move || is_empty.get()>
                <p>{strings::NO_WORKLOADS}</p>
                <p>
                    <button type="button" data-action="to-workloads" on:click=move |_| focus_field(ui, WORKLOADS)>
                        {strings::TO_THE_WORKLOADS}
                    </button>
                </p>
            </When>
            <When is=move || !is_empty.get()><Found/></When>
        </section>
    }
    .into_any()
}

#[component]
fn Found() -> impl IntoView {
    let (evaluation, locale) = (EvaluationContext::expect(), Locale::expect());
    let together = evaluation.slice(|e| pooled(&e.model.load.demand));
    let together = Signal::derive(move || together.get().flatten().unwrap_or_default());
    let plan_for = move || {
        let [low, high, peak] =
            planned_gpus(&evaluation.shown()?.model.load.demand).map(|gpus| locale.figure(gpus.ceil(), Style::Count));
        Some(strings::plan_for(&low, &high, &peak))
    };
    let table = move || {
        let shown = evaluation.shown()?;
        let rent = &shown.document.scenario.rent;
        let around = rent.around_hours();
        let sheet = workloads(&shown.model.load.demand, around, shown.document.scenario.own.gpus_per_node.value);
        let _ = locale.currency();
        Some(view! { <SheetTable sheet/> })
    };
    view! {
        <PlotOf id=ID/>
        <Scaled/>
        <p data-view="pooling"><Sentence pieces=together/></p>
        {table}
        <Disclosure fold=Fold::Named("planning") title=|| strings::HOW_TO_SIZE>
            <p>{plan_for}</p>
            <ul>{strings::PLANNING.map(|hint| view! { <li>{hint}</li> })}</ul>
        </Disclosure>
    }
    .into_any()
}

/// Says that the work entered differs from the sum of the workloads, with a way back.
#[component]
fn Scaled() -> impl IntoView {
    let (evaluation, scenario, locale) = (EvaluationContext::expect(), ScenarioStore::expect(), Locale::expect());
    move || {
        let shown = evaluation.shown()?;
        let all = shown.model.load.demand.gpu_hours_per_month();
        let factor = shown.document.scenario.work.gpu_hours_per_month.value / all;
        let take = move |_| {
            if let Some(row) = field(WORK) {
                scenario.set(Edit::Step, row, &Value::Number(Amount::exact(all)));
            }
        };
        ((factor - 1.0).abs() > TOLD).then(|| {
            let text = strings::scaled(&locale.figure(factor, Style::PercentFine));
            view! {
                <p class="small" data-view="scaled">
                    {sentence_views(&[Piece::Words(text)], false)}
                    " "
                    <button type="button" class="plain" on:click=take>{strings::MATCH_THE_WORKLOADS}</button>
                </p>
            }
        })
    }
}
