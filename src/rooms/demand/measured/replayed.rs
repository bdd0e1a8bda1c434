//! The jobs of the files, run again on the recommended plan.

use std::sync::Arc;

use engine::replay::answer::Policy;
use engine::view::measured::{MeasuredView, ReplayView};
use leptos::prelude::*;

use super::results::table;
use crate::components::sentence_views;
use crate::rooms::demand::strings::measured as strings;
use crate::state::MeasuredFiles;

/// How long jobs may wait, the button that runs them, and what came of it; nothing without jobs.
#[component]
pub fn Replayed(
    /// What the files say.
    found: Arc<MeasuredView>,
) -> impl IntoView {
    let measured = MeasuredFiles::expect();
    if found.jobs == 0 {
        return ().into_any();
    }
    let place = RwSignal::new(untrack(|| {
        let now = measured.patience().unwrap_or(Policy::RentAtOnce);
        strings::PATIENCES.iter().position(|(_, patience)| *patience == now).unwrap_or(0)
    }));
    let options = strings::PATIENCES.iter().enumerate().map(|(at, (label, _))| {
        view! { <option value=at.to_string() prop:selected=move || place.get() == at>{*label}</option> }
    });
    let run = move |_| {
        if let Some((_, patience)) = strings::PATIENCES.get(place.get_untracked()) {
            measured.replay(*patience);
        }
    };
    view! {
        <div data-view="replay">
            <h3>{strings::REPLAY_TITLE}</h3>
            <p class="small">{strings::REPLAY_EXPLANATION}</p>
            <p>
                <label class="small">
                    {strings::REPLAY_PATIENCE} " "
                    <select
                        data-action="replay-patience"
                        on:change:target=move |ev| place.set(ev.target().value().parse().unwrap_or(0))
                    >
                        {options.collect_view()}
                    </select>
                </label>
                " "
                <button type="button" data-action="replay" on:click=run>{strings::RUN_JOBS_AGAIN}</button>
            </p>
            {found.replay.as_ref().map(replay)}
        </div>
    }
    .into_any()
}

fn replay(of: &ReplayView) -> AnyView {
    view! {
        <ul data-view="replay-findings">
            {of.sentences.iter().map(|said| view! { <li>{sentence_views(said, false)}</li> }).collect_view()}
        </ul>
        {of.sheets.iter().cloned().map(table).collect_view()}
    }
    .into_any()
}
