//! The page as a whole: what stands where, and what is written outside of it.

use std::time::Duration;

use engine::codec::link;
use leptos::prelude::*;

use crate::browser::{address, intl, measure, stop, storage};
use crate::state::{AppState, Origin};
use crate::ui::{answer, charts, form, notices, offers, scenarios, share, tables};

/// Wait before the address bar and the storage follow an edit: browsers limit how often the address may change.
const SETTLE: Duration = Duration::from_millis(400);
/// Wait before the live region speaks.
const SPEAK: Duration = Duration::from_secs(1);

/// Mounts the page.
pub fn start() {
    stop::on_panic();
    leptos::mount::mount_to(
        web_sys::window()
            .and_then(|w| w.document())
            .and_then(|d| d.get_element_by_id("app"))
            .and_then(|e| wasm_bindgen::JsCast::dyn_into(e).ok())
            .unwrap_or_else(leptos::tachys::dom::body),
        App,
    )
    .forget();
}

/// The page.
#[component]
fn App() -> impl IntoView {
    let state = AppState::open();
    provide_context(state);
    follow_in_address(state);
    speak(state);
    if !storage::works() {
        state.say_storage_is_missing();
    }
    Effect::new(move |_| {
        if state.shown.with(Option::is_some) {
            measure::mark("first-answer");
        }
    });
    view! {
        <header class="bar">
            <a class="wordmark" href="./"><img src="./icon.svg" alt="" width="24" height="24"/>"Rack or Rent"</a>
            <p class="promise">"Nothing you type leaves this page."</p>
            <nav aria-label="On this page"><a href="#share">"Share"</a><a href="#scenarios">"Scenarios"</a><a href="#method">"Method"</a></nav>
        </header>
        <main class="page">
            <div class="lead">
                <notices::Notices/>
                <answer::Answer/>
            </div>
            <form::Form/>
            <div class="proof">
                <charts::cost_curve::CostCurve/>
                <tables::Costs/>
                <offers::Offers/>
                <scenarios::Scenarios/>
                <share::Share/>
                <tables::Method/>
            </div>
        </main>
        <p class="spoken" role="status" aria-live="polite" aria-atomic="true">{move || state.announcement.get()}</p>
    }
}

/// Keeps the address bar and the working copy at what is on screen, a little behind.
///
/// A link somebody sent is not stored; what the user makes of it is, once it is changed.
fn follow_in_address(state: AppState) {
    let opened = state.document.get_untracked();
    let waiting: StoredValue<Option<TimeoutHandle>> = StoredValue::new(None);
    let write = move || {
        let document = state.document.get_untracked();
        let text = link::write(&document);
        address::replace(&text);
        if state.origin.get_untracked() != Origin::Link || document != opened {
            storage::keep_working(&text);
        }
    };
    let at_start = !matches!(state.origin.get_untracked(), Origin::Own) || !address::read().query.is_empty();
    if at_start {
        address::replace(&link::write(&state.document.get_untracked()));
    }
    Effect::new(move |before: Option<()>| {
        state.document.track();
        if before.is_some() {
            let handle = set_timeout_with_handle(write.clone(), SETTLE).ok();
            let earlier = waiting.try_update_value(|w| std::mem::replace(w, handle)).flatten();
            if let Some(earlier) = earlier {
                earlier.clear();
            }
        }
    });
}

/// Announces the verdict once inputs have settled.
fn speak(state: AppState) {
    let waiting: StoredValue<Option<TimeoutHandle>> = StoredValue::new(None);
    Effect::new(move |before: Option<()>| {
        let shown = state.shown.get();
        if before.is_none() {
            return;
        }
        let say = move || {
            if let Some(shown) = &shown {
                state.announcement.set(engine::view::plain_text(&shown.answer.sentence, intl::figure));
            }
        };
        let handle = set_timeout_with_handle(say, SPEAK).ok();
        let earlier = waiting.try_update_value(|w| std::mem::replace(w, handle)).flatten();
        if let Some(earlier) = earlier {
            earlier.clear();
        }
    });
}
