//! What was decided, when, and what has come of it.

use engine::codec::{Document, MOST_DECISIONS, RecordedDecision, code};
use engine::document::calendar::entry;
use engine::document::decision_log::{Now, record, review};
use engine::model::Subject;
use leptos::prelude::*;

use super::blocks::block_view;
use crate::browser::locale::Locale;
use crate::browser::{clock, files};
use crate::components::When;
use crate::rooms::decide::strings::decision_log as strings;
use crate::state::rooms::Room;
use crate::state::{Edit, Evaluation, EvaluationContext, ScenarioStore, UiState};

/// Name of the file of a review.
const FILE: &str = "rack-or-rent-review.ics";

/// The section.
#[component]
pub fn DecisionLogSection() -> impl IntoView {
    let (scenario, evaluation, ui) = (ScenarioStore::expect(), EvaluationContext::expect(), UiState::expect());
    let locale = Locale::expect();
    let dates = Memo::new(move |_| scenario.document().decisions.len());
    let is_full = Memo::new(move |_| dates.get() >= MOST_DECISIONS);
    let keep = move |_| {
        let Some(shown) = evaluation.shown_untracked() else { return };
        shown.weigh();
        let write = |value, unit| locale.with_unit(value, unit);
        let today = clock::today().map_or_else(String::new, String::from);
        let found = untrack(|| now(&shown).and_then(|now| record(now, &today, &write)));
        match found {
            Some(decision) => {
                scenario.edit(Edit::Step, |document| document.decisions.push(decision));
                ui.announce(strings::KEPT);
            }
            None => ui.announce(strings::NOTHING_TO_KEEP),
        }
    };
    view! {
        <section class="decision-log" id="decision-log" aria-labelledby="decision-log-heading" data-view="decision-log">
            <h2 id="decision-log-heading">{strings::TITLE}</h2>
            <p class="small">{strings::EXPLANATION}</p>
            <p class="buttons">
                <button type="button" data-action="keep-decision" prop:disabled=move || is_full.get() on:click=keep>{strings::KEEP}</button>
            </p>
            <When is=is_full><p class="small">{strings::FULL}</p></When>
            // The latest first.
            <For each=move || (0..dates.get()).rev() key=|place| *place let(place)>
                <Decision place/>
            </For>
        </section>
    }
    .into_any()
}

/// What a decision is judged by.
fn now(shown: &Evaluation) -> Option<Now<'_>> {
    let document = &shown.document;
    let subject = Subject { scenario: &document.scenario, book: &shown.book, edition: &document.edition };
    Some(Now { subject, report: &shown.report, plans: shown.choice.plans()?, weighed: shown.weighed()? })
}

/// A recorded decision and how it stands now.
#[component]
fn Decision(place: usize) -> impl IntoView {
    let (scenario, evaluation, locale) = (ScenarioStore::expect(), EvaluationContext::expect(), Locale::expect());
    let rooms = UiState::expect().rooms;
    let found = Memo::new(move |_| scenario.document().decisions.get(place).cloned());
    let reviewed = move || {
        let (decision, shown) = (found.get()?, evaluation.shown().filter(|_| rooms.open() == Room::Decide)?);
        let _ = locale.currency();
        let write = |value, unit| locale.with_unit(value, unit);
        let blocks = review(&decision, now(&shown)?, &write);
        Some(blocks.iter().map(block_view).collect_view())
    };
    let edit = move |change: &dyn Fn(&mut RecordedDecision)| {
        scenario.edit(Edit::Step, |document| document.decisions.get_mut(place).into_iter().for_each(change));
    };
    let remove = move |_| scenario.edit(Edit::Step, |document| remove_at(document, place));
    let calendar = move |_| {
        let (Some(decision), document) = (found.get_untracked(), scenario.document_untracked()) else { return };
        if let Some(text) = entry(&decision, (&document.name, &code(&document)), &clock::stamp()) {
            files::save(FILE, "text/calendar", &text);
        }
    };
    let date = move || found.with(|found| found.as_ref().map_or_else(String::new, |found| found.date.clone()));
    let review_day = move || found.with(|found| found.as_ref().map_or_else(String::new, |found| found.review.clone()));
    let no_day = Memo::new(move |_| found.with(|found| found.as_ref().is_none_or(|found| found.review.is_empty())));
    let day = format!("decision-review-{place}");
    view! {
        <article class="decision" aria-label=move || strings::decision(&date())>
            {reviewed}
            <p class="buttons">
                <label for=day.clone()>{strings::REVIEW_ON}</label>
                " "
                <input
                    type="date"
                    id=day
                    prop:value=review_day
                    on:change:target=move |ev| edit(&|decision| decision.review = ev.target().value())
                />
                " "
                <button type="button" class="plain" data-action="review-entry" prop:disabled=move || no_day.get() on:click=calendar>
                    {strings::CALENDAR}
                </button>
                " "
                <button type="button" class="plain" data-action="remove-decision" on:click=remove>{strings::REMOVE}</button>
            </p>
        </article>
    }
    .into_any()
}

fn remove_at(document: &mut Document, place: usize) {
    if place < document.decisions.len() {
        document.decisions.remove(place);
    }
}
