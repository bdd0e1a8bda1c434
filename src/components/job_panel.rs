//! A long job: its button, its progress, its result.

use std::sync::Arc;

use leptos::html::Div;
use leptos::prelude::*;
use leptos_use::use_intersection_observer;
use protocol::{Outcome, Task};

use super::{When, Words};
use crate::browser::dom;
use crate::browser::locale::Locale;
use crate::state::{JobState, Jobs, UiState};
use crate::strings::job_panel as strings;

/// A job with its result. It starts by itself when it comes into sight for the first time. A result for earlier inputs is marked
/// until it is computed again.
#[component]
pub fn JobPanel(
    /// Which.
    task: Task,
    /// Its heading, for the announcement once it is done.
    title: &'static str,
    /// What its button says.
    start: &'static str,
    /// How its result is shown.
    result: fn(&Outcome) -> AnyView,
) -> impl IntoView {
    let (jobs, ui, locale) = (Jobs::expect(), UiState::expect(), Locale::expect());
    let state = jobs.state(task);
    let is_running = Memo::new(move |_| state.with(|s| matches!(s, JobState::Running { .. })));
    let found = Memo::new(move |_| state.with(|s| s.result().map(|r| Found(Arc::clone(&r.found)))));
    let is_current = Memo::new(move |_| jobs.current(task).is_some());
    let is_earlier = Memo::new(move |_| found.get().is_some() && !is_current.get());
    let is_cancelled = Memo::new(move |_| state.with(|s| matches!(s, JobState::Cancelled { .. })));
    let offers_start = Memo::new(move |_| !is_running.get() && !is_current.get());
    let problem = move || {
        state.with(|s| match s {
            JobState::Failed(problem) => Some(view! { <p class="error"><Words text=strings::failed(problem)/></p> }),
            _ => None,
        })
    };
    let without = move || {
        let reason = jobs.without_worker.get()?;
        Some(view! { <p class="small" data-view="no-worker"><Words text=strings::no_worker(&reason)/></p> })
    };
    Effect::new(move |ran: Option<bool>| {
        let runs = is_running.get();
        if ran == Some(true) && !runs {
            state.with_untracked(|state| match state {
                JobState::Done(_) if is_current.get_untracked() => ui.announce(strings::is_done(&title)),
                JobState::Cancelled { .. } => ui.announce(strings::CANCELLED),
                _ => {}
            });
        }
        runs
    });
    let place = NodeRef::<Div>::new();
    // The button goes: what had the keyboard there goes on from where the result appears.
    let start_here = move || {
        if let Some(place) = place.get_untracked().filter(|_| dom::has_focus_with("data-action", "run-job")) {
            let _ = place.focus();
        }
        jobs.start(task);
    };
    use_intersection_observer(place, move |entries, _| {
        if dom::comes_into_sight(&entries) && state.with_untracked(|state| matches!(state, JobState::Idle)) {
            start_here();
        }
    });
    view! {
        {without}
        {problem}
        <When is=is_running><JobProgress task/></When>
        <When is=is_cancelled><p class="small" data-view="job-cancelled">{strings::CANCELLED}</p></When>
        <When is=is_earlier><p class="small" data-view="earlier-result">{strings::FOR_EARLIER_INPUTS}</p></When>
        <When is=offers_start>
            <button type="button" data-action="run-job" on:click=move |_| start_here()>
                {move || if found.get().is_some() { strings::CALCULATE_AGAIN } else { start }}
            </button>
        </When>
        <div class="job-result" node_ref=place tabindex="-1" class:stale=move || is_earlier.get()>
            {move || {
                let _ = locale.currency();
                found.get().map(|found| result(&found.0))
            }}
        </div>
    }
    .into_any()
}

/// How far a job has come, with a way to cancel it.
#[component]
pub fn JobProgress(
    /// Which.
    task: Task,
) -> impl IntoView {
    let jobs = Jobs::expect();
    let state = jobs.state(task);
    let progress = Memo::new(move |_| {
        state.with(|s| match s {
            JobState::Running { progress, .. } => *progress,
            _ => protocol::Progress::default(),
        })
    });
    view! {
        <p class="job" data-view="job-progress">
            <progress
                aria-label=strings::CALCULATING
                max=move || progress.get().total.max(1)
                prop:value=move || f64::from(progress.get().done)
            ></progress>
            <span prop:textContent=move || strings::done_of(&progress.get().done, &progress.get().total)></span>
            <button type="button" class="plain" data-action="cancel-job" on:click=move |_| jobs.cancel(task)>
                {strings::CANCEL}
            </button>
        </p>
    }
    .into_any()
}

/// A result, compared by identity: each run makes its own.
#[derive(Clone)]
struct Found(Arc<Outcome>);

impl PartialEq for Found {
    fn eq(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.0, &other.0)
    }
}
