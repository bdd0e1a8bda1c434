//! The jobs of the files, run again on the recommended plan.

use std::sync::Arc;

use engine::measured::proposals::apply_replayed;
use engine::plans::setting::hold_sizes;
use engine::replay::answer::Policy;
use engine::units::Unit;
use engine::view::exportable::PlotId;
use engine::view::measured::replay_plots::{DaysShown, Zoom, over_time, plot};
use engine::view::measured::{MeasuredView, ReplayView};
use leptos::prelude::*;

use crate::browser::locale::Locale;
use crate::components::table::exported_table;
use crate::components::{PlotChart, When, sentence_views};
use crate::rooms::demand::strings::measured as strings;
use crate::state::{Edit, EvaluationContext, MeasuredFiles, ScenarioStore, UiState};

/// How long jobs may wait, the button that runs them, and what came of it; nothing without jobs.
#[component]
pub fn Replayed(
    /// What the files say.
    found: Arc<MeasuredView>,
) -> impl IntoView {
    let measured = MeasuredFiles::expect();
    if found.jobs == 0 {
        return view! { <FluidWaits found/> }.into_any();
    }
    let (asked, seeks_sizes) = measured.asked_replay_untracked().unwrap_or((Policy::RentAtOnce, false));
    let locale = Locale::expect();
    let hours = RwSignal::new(asked.hours().map_or_else(String::new, |hours| locale.typed(hours, Unit::Hours)));
    let seeks_sizes = RwSignal::new(seeks_sizes);
    let policy = move || {
        let typed = hours.get();
        let typed = typed.trim();
        let hours = if typed.is_empty() { None } else { Some(locale.read_in(typed, Unit::Hours)?) };
        Policy::of_hours(hours)
    };
    let is_wrong = Memo::new(move |_| policy().is_none());
    let run = move |_| {
        if let Some(policy) = untrack(policy) {
            measured.replay(policy, seeks_sizes.get_untracked());
        }
    };
    let [before, after] = strings::REPLAY_PATIENCE;
    view! {
        <div data-view="replay">
            <h3>{strings::REPLAY_TITLE}</h3>
            <p class="small">{strings::REPLAY_EXPLANATION}</p>
            <p>
                <label class="small">
                    {before} " "
                    <input
                        type="text"
                        inputmode="decimal"
                        data-action="replay-patience"
                        aria-invalid=move || is_wrong.get().to_string()
                        bind:value=hours
                    />
                    " " {after}
                </label>
                <When is=is_wrong><span class="error">{strings::NO_PATIENCE}</span></When>
            </p>
            <p>
                <label class="small">
                    <input type="checkbox" data-action="replay-sizes" bind:checked=seeks_sizes/>
                    " " {strings::SEEK_SIZES}
                </label>
            </p>
            <p>
                <button type="button" data-action="replay" disabled=move || is_wrong.get() on:click=run>{strings::RUN_JOBS_AGAIN}</button>
            </p>
            {found.replay.as_ref().map(replay)}
        </div>
    }
    .into_any()
}

/// What waiting would do for a series without jobs, on the plan that is recommended now.
#[component]
fn FluidWaits(found: Arc<MeasuredView>) -> impl IntoView {
    let evaluation = EvaluationContext::expect();
    let sheet = evaluation.slice(move |e| e.fluid_waits(found.demand.as_ref()));
    move || sheet.get().flatten().map(exported_table)
}

fn replay(of: &ReplayView) -> AnyView {
    view! {
        <div data-plan=of.plan.clone()>
            <ul data-view="replay-findings">
                {of.sentences.iter().map(|said| view! { <li>{sentence_views(said, false)}</li> }).collect_view()}
            </ul>
            {take_over(of)}
            {chart(of, PlotId::ReplaySizes)}
            {DaysShown::whole(of).map(|days| view! { <OverTime of=of.clone() days/> })}
            {chart(of, PlotId::ReplayWaits)}
            {of.sheets.iter().cloned().map(exported_table).collect_view()}
        </div>
    }
    .into_any()
}

fn chart(of: &ReplayView, id: PlotId) -> Option<AnyView> {
    plot(of, id).map(|plot| view! { <PlotChart id plot=Signal::stored(Some(Arc::new(plot)))/> }.into_any())
}

/// What the machines did over time, with buttons for the days that are shown.
#[component]
fn OverTime(
    of: ReplayView,
    /// All days.
    days: DaysShown,
) -> impl IntoView {
    let view = StoredValue::new(of);
    let shown = RwSignal::new(days);
    let plot = Memo::new(move |_| view.with_value(|view| over_time(view, shown.get()).map(Arc::new)));
    let zooms = [
        (Zoom::Closer, "closer", strings::CLOSER),
        (Zoom::Wider, "wider", strings::WIDER),
        (Zoom::Earlier, "earlier", strings::EARLIER),
        (Zoom::Later, "later", strings::LATER),
    ];
    let button = |(zoom, id, label): (Zoom, &'static str, &'static str)| {
        let next = Memo::new(move |_| view.with_value(|view| shown.get().zoomed(view, zoom)));
        // A button that does nothing keeps the focus.
        let is_end = move || if next.get() == shown.get() { "true" } else { "false" };
        view! {
            <button type="button" class="plain" data-zoom=id aria-disabled=is_end on:click=move |_| shown.set(next.get_untracked())>
                {label}
            </button>
            " "
        }
    };
    view! {
        <PlotChart id=PlotId::ReplayUse plot/>
        <p class="buttons" role="group" aria-label=strings::DAYS_SHOWN>{zooms.map(button).collect_view()}</p>
    }
}

/// Buttons that let the scenario count with what was found. A result of an earlier scenario enters none.
fn take_over(of: &ReplayView) -> AnyView {
    let (scenario, measured, ui) = (ScenarioStore::expect(), MeasuredFiles::expect(), UiState::expect());
    let is_earlier = Memo::new(move |_| measured.earlier().is_some());
    let got = of.got.filter(|got| got.occupancy.is_some() || got.paid_efficiency.is_some()).map(|got| {
        let take = move |_| {
            scenario.edit(Edit::Step, |document| apply_replayed(&mut document.scenario, &got));
            ui.announce(strings::JOBS_GOT_TAKEN_OVER);
        };
        view! {
            <p>
                <button type="button" data-action="use-replayed" disabled=move || is_earlier.get() on:click=take>
                    {strings::USE_WHAT_JOBS_GOT}
                </button>
                " "
                <span class="small">{strings::WHAT_IT_SETS}</span>
            </p>
        }
    });
    let best = of.best.map(|[own, committed]| {
        let take = move |_| {
            scenario.edit(Edit::Step, |document| hold_sizes(&mut document.scenario, own, committed));
            ui.announce(strings::SIZES_TAKEN_OVER);
        };
        view! {
            <p>
                <button type="button" data-action="use-replayed-sizes" disabled=move || is_earlier.get() on:click=take>
                    {strings::USE_BEST_SIZES}
                </button>
            </p>
        }
    });
    view! { {got} {best} }.into_any()
}
