//! The best mix in a sentence of the answer.

use engine::view::best_mix;
use leptos::prelude::*;
use protocol::{Outcome, Task};

use crate::components::{Sentence, When, words};
use crate::state::{JobState, Jobs, ScenarioStore};
use crate::strings::best_mix as strings;

/// The best mix, where there are workloads; paler while it belongs to earlier inputs.
#[component]
pub fn MixSentence() -> impl IntoView {
    let (jobs, scenario) = (Jobs::expect(), ScenarioStore::expect());
    let asked = Memo::new(move |_| scenario.with(|s| !s.work.workloads.is_empty()));
    let state = jobs.state(Task::BestMix);
    let late = Memo::new(move |_| jobs.current(Task::BestMix).is_none());
    let pieces = Memo::new(move |_| {
        state.with(|state| match state.result().map(|result| &*result.outcome) {
            Some(Outcome::BestMix(found)) => best_mix::verdict(found),
            _ => Vec::new(),
        })
    });
    let said = move || match state.with(|state| matches!(state, JobState::Failed(_))) {
        true => None,
        false if pieces.with(Vec::is_empty) => Some(words(strings::LOOKING)),
        false => Some(
            view! { <span>{strings::THIS_DEMAND}<Sentence pieces=Signal::derive(move || pieces.get())/></span> }
                .into_any(),
        ),
    };
    view! {
        <When is=asked>
            <p class="mix" class:settling=move || late.get() data-view="mix">{said}</p>
            <p class="small as-entered">{strings::AS_ENTERED}</p>
        </When>
    }
    .into_any()
}
