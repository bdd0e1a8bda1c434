//! How many GPUs one job takes, asked while the demand is described, nobody said so, and it keeps offers out.

use engine::view::Style;
use engine::view::job_size::{self, KeptOut};
use leptos::prelude::*;

use crate::browser::locale::Locale;

use crate::components::{Later, When, sentence_views};
use crate::state::second_part::in_the_second_part;
use crate::state::{Edit, EvaluationContext, Prices, ScenarioStore, UiState};
use crate::strings::job_size_question as strings;

in_the_second_part! {
    /// The open question.
    open_job_size: view! { <OpenQuestion/> }.into_any();
}

/// The question, while it is open.
#[component]
pub fn JobSizeQuestion(
    /// Whether the size of the jobs is assumed.
    is_assumed: Memo<bool>,
) -> impl IntoView {
    let ui = UiState::expect();
    let is_open = move || is_assumed.get() && !ui.keeps_job_size.get();
    view! { <When is=is_open><Later part=open_job_size silent=true/></When> }
}

/// The question with its answers; nothing where the size keeps no offer out.
#[component]
pub fn OpenQuestion() -> impl IntoView {
    let (ui, scenario, locale) = (UiState::expect(), ScenarioStore::expect(), Locale::expect());
    let prices = Prices::expect();
    let kept_out = EvaluationContext::expect().slice(|e| job_size::kept_out(&e.report));
    let per_node = Memo::new(move |_| scenario.with(|s| s.own.gpus_per_node.value));
    // A job may take all GPUs of a workload.
    let largest = Memo::new(move |_| {
        scenario.with(|s| s.work.workloads.iter().filter_map(|workload| workload.gpus).fold(0.0, f64::max))
    });
    move || {
        let found = kept_out.get().flatten()?;
        let answers = [1.0, per_node.get()].into_iter().filter(|gpus| *gpus < found.assumed_gpus);
        let larger = [largest.get()].into_iter().filter(|gpus| *gpus > found.assumed_gpus);
        Some(question(&found, answers.chain(larger).collect(), (ui, scenario, prices, locale)))
    }
}

fn question(
    found: &KeptOut,
    answers: Vec<f64>,
    (ui, scenario, prices, locale): (UiState, ScenarioStore, Prices, Locale),
) -> AnyView {
    let gpus = |gpus: f64| strings::gpus(&locale.figure(gpus, Style::Count), gpus == 1.0);
    let answer = |value: f64| {
        let take = move |_| {
            let book = prices.published();
            scenario.edit_and_follow(Edit::Step, |scenario| job_size::set(scenario, value, &book));
        };
        view! { <button type="button" data-job-size=value.to_string() on:click=take>{gpus(value)}</button> }
    };
    view! {
        <div class="asks" data-view="job-size-question" role="group" aria-label=strings::TITLE>
            <p>{sentence_views(&strings::question(found), false)}</p>
            <p class="buttons">
                {answers.into_iter().map(answer).collect_view()}
                <button type="button" class="plain" data-action="keep-job-size" on:click=move |_| ui.keeps_job_size.set(true)>
                    {strings::keep(&gpus(found.assumed_gpus))}
                </button>
            </p>
        </div>
    }
    .into_any()
}
