//! What would change the answer: at which prices and uses it turns, and the assumption that matters most.

use engine::inputs::field;
use leptos::prelude::*;

use crate::browser::locale::Locale;
use crate::components::goal_seek::with_unit;
use crate::components::{Sentence, When, Words};
use crate::navigation::go_to;
use crate::state::second_part::in_the_second_part;
use crate::state::{Evaluation, EvaluationContext, UiState};
use crate::strings::answer as strings;

/// The section with the draws.
const HOW_LIKELY: &str = "how-likely-heading";

in_the_second_part! {
    /// What would change the answer.
    what_turns_it: view! { <WhatTurnsIt/> }.into_any();
}

/// The sentences.
#[component]
fn WhatTurnsIt() -> impl IntoView {
    let ui = UiState::expect();
    let settled = EvaluationContext::expect().settled();
    let (likelihood, turns) = (settled.slice(Evaluation::likelihood), settled.slice(Evaluation::turns));
    let is_drawn = settled.slice(Evaluation::is_drawn);
    view! {
        <span data-view="likelihood">
            <Sentence pieces=Signal::derive(move || likelihood.get().unwrap_or_default()) opens=true/>
        </span>
        <When is=Signal::derive(move || is_drawn.get() == Some(true))>
            " "
            <button type="button" class="plain" data-go=HOW_LIKELY on:click=move |_| go_to(ui, HOW_LIKELY)>{strings::WHICH_RANGES}</button>
            " "
        </When>
        <Sentence pieces=Signal::derive(move || turns.get().unwrap_or_default()) opens=true/>
        <AssumptionSentence/>
    }
}

/// The assumption that matters most, and the value at which the other side wins; paler while it waits for a pause of the
/// keys.
#[component]
fn AssumptionSentence() -> impl IntoView {
    let (evaluation, locale) = (EvaluationContext::expect(), Locale::expect());
    let settling = Memo::new(move |_| evaluation.is_settling());
    let found = evaluation.settled().slice(Evaluation::assumption);
    move || {
        let found = found.get().flatten()?;
        let row = field(found.field)?;
        let written = |value: f64| with_unit(locale, row, value);
        let winner = if found.own_beyond { strings::OWNING_WINS } else { strings::RENTING_WINS };
        let assumes = match (found.field, found.now == 0.0) {
            ("time.rent_drift", true) => strings::ASSUMES_FLAT_RENTAL_PRICES.to_owned(),
            _ => strings::assumes(&row.label, &written(found.now)),
        };
        Some(view! {
            " "
            <span class:settling=move || settling.get()>
                <Words text=assumes/>
                <span class="figure" translate="no" data-view="assumption-at" prop:textContent=written(found.at)></span>
                <Words text=winner/>
            </span>
        })
    }
}
