//! Whether entered work means hours of the GPU before, asked when another GPU is chosen.

use engine::view::Style;
use leptos::prelude::*;

use crate::browser::locale::Locale;
use crate::components::Later;
use crate::components::When;
use crate::state::second_part::in_the_second_part;
use crate::state::{GpuChange, Prices, ScenarioStore, UiState};
use crate::strings::gpu_question as strings;

in_the_second_part! {
    /// The open question.
    open_question: view! { <OpenQuestion/> }.into_any();
}

/// The last change of the GPU, while it concerns the scenario on screen.
fn asked(ui: UiState, scenario: ScenarioStore) -> Option<GpuChange> {
    ui.gpu_change.get().filter(|change| *change.of == *scenario.document())
}

/// The question, if there is one.
#[component]
pub fn GpuQuestion() -> impl IntoView {
    let (ui, scenario) = (UiState::expect(), ScenarioStore::expect());
    let is_asked = Memo::new(move |_| asked(ui, scenario).is_some());
    view! { <When is=move || is_asked.get()><Later part=open_question/></When> }
}

/// The question with its two answers.
#[component]
pub fn OpenQuestion() -> impl IntoView {
    let (ui, scenario, prices, locale) =
        (UiState::expect(), ScenarioStore::expect(), Prices::expect(), Locale::expect());
    move || {
        let change = asked(ui, scenario)?;
        let (from, to) = (prices.gpu_name(&change.from), prices.gpu_name(&change.of.scenario.work.gpu));
        let work = change.of.scenario.work.gpu_hours_per_month.value;
        let hours = |hours: f64| locale.figure(hours, Style::Count);
        let question =
            strings::question(&hours(work), &from, &to, &locale.figure(two_decimals(1.0 / change.hours), Style::Exact));
        ui.announce(question.clone());
        let factor = change.hours;
        Some(view! {
            <div class="asks" data-view="gpu-question" role="group" aria-label=strings::WHAT_THE_HOURS_MEAN>
                <p>{question}</p>
                <p class="buttons">
                    <button type="button" data-action="same-work" on:click=move |_| scenario.restate_work(factor, locale)>
                        {strings::same_work(&hours(work * factor), &to)}
                    </button>
                    <button type="button" class="plain" data-action="same-hours" on:click=move |_| ui.gpu_change.set(None)>
                        {strings::same_hours(&hours(work), &to)}
                    </button>
                </p>
            </div>
        })
    }
}

fn two_decimals(value: f64) -> f64 {
    (value * 100.0).round() / 100.0
}
