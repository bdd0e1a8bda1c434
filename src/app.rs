//! The page as a whole: what stands where, and what is written outside of it.

use std::time::Duration;

use engine::codec::link;
use leptos::prelude::*;

use crate::browser::{address, intl, measure, stop, storage};
use crate::state::{AppState, Origin};
use crate::ui::draw::{Node, drawn, el};
use crate::ui::pieces::button;
use crate::ui::{act, answer, charts, form, notices, offers, scenarios, share, tables};

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
    measure::watch_folds(move |name, open| {
        if name == "unable" {
            state.unable_open.set(open);
        }
    });
    if !storage::works() {
        state.say_storage_is_missing();
    }
    Effect::new(move |_| {
        if state.shown().is_some() {
            measure::mark("first-answer");
        }
    });
    let acts = move |event: web_sys::Event| act::act(state, &event);
    view! {
        <div class="app" on:click=move |e| acts(e.into()) on:change=acts>
            {drawn(bar)}
        <main class="page">
            <div class="lead">{notices::notices(state)}{answer::answer(state)}</div>
            {form::form(state)}
            <div class="proof">
                {charts::cost_curve::cost_curve(state)}
                {tables::costs(state)}
                {offers::offers(state)}
                {scenarios::scenarios(state)}
                {share::share(state)}
                {tables::method(state)}
            </div>
        </main>
        </div>
        <p class="spoken" role="status" aria-live="polite" aria-atomic="true">{move || state.announcement.get()}</p>
    }
}

/// The bar at the top.
fn bar() -> Vec<Node> {
    let mark = el("img").attr("src", "./icon.svg").attr("alt", "").attr("width", "24").attr("height", "24");
    let go = |id: &'static str, label: &'static str| Node::from(button("go", id, label));
    let links = [go("share", "Share"), go("scenarios", "Scenarios"), go("method", "Method")];
    vec![
        el("header")
            .class("bar")
            .child(el("a").class("wordmark").attr("href", "./").child(mark).text("Rack or Rent"))
            .child(el("p").class("promise").text("Nothing you type leaves this page."))
            .child(el("nav").attr("aria-label", "On this page").children(links))
            .into(),
    ]
}

/// Keeps the address bar and the working copy at what is on screen, a little behind.
///
/// A link somebody sent is not stored; what the user makes of it is, once it is changed.
fn follow_in_address(state: AppState) {
    let opened = StoredValue::new(state.document.get_untracked());
    let waiting: StoredValue<Option<TimeoutHandle>> = StoredValue::new(None);
    let write = move || {
        let document = state.document.get_untracked();
        let text = link::write(&document);
        address::replace(&text);
        if state.origin.get_untracked() != Origin::Link || opened.with_value(|o| *o != document) {
            storage::keep_working(&text);
        }
    };
    let at_start = !matches!(state.origin.get_untracked(), Origin::Own) || !address::read().query.is_empty();
    if at_start {
        address::replace(&link::write(&state.document.get_untracked()));
    }
    let unwritten = StoredValue::new(false);
    let flush = move || {
        if unwritten.get_value() {
            unwritten.set_value(false);
            write();
        }
    };
    // A page can go at any time: what is on screen must not be lost with it.
    window_event_listener(leptos::ev::pagehide, move |_| flush());
    window_event_listener(leptos::ev::visibilitychange, move |_| flush());
    Effect::new(move |before: Option<()>| {
        state.document.track();
        if before.is_some() {
            unwritten.set_value(true);
            let handle = set_timeout_with_handle(flush, SETTLE).ok();
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
        let shown = state.shown();
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
