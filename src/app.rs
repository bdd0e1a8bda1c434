//! The page as a whole: what stands where, and what is written outside of it.

use engine::codec::link;

use crate::browser::timer::{Wait, after};
use crate::browser::{address, intl, measure, stop, storage};
use crate::page::Origin;
use crate::state::AppState;
use crate::ui::draw::{self, Node, drawn, el};
use crate::ui::pieces::button;
use crate::ui::{
    act, answer, assumptions, charts, form, moving, notices, offers, over_time, own_book, present, published,
    scenarios, share, tables,
};

/// Wait before the address bar and the storage follow an edit, in milliseconds: browsers limit how often the address
/// may change.
const SETTLE: u64 = 400;
/// Wait before the live region speaks, in milliseconds.
const SPEAK: u64 = 1_000;

/// Mounts the page.
pub fn start() {
    stop::on_panic();
    let place = web_sys::window().and_then(|w| w.document()).and_then(|d| d.get_element_by_id("app"));
    let Some(place) = place.and_then(|e| wasm_bindgen::JsCast::dyn_into::<web_sys::HtmlElement>(e).ok()) else {
        return;
    };
    let within = place.clone();
    // Leptos gives signals and effects their owner; what is seen is drawn.
    leptos::mount::mount_to(place, move || page(&within)).forget();
}

/// Draws the page and follows the state in everything that is outside of it.
fn page(place: &web_sys::HtmlElement) {
    let state = AppState::open();
    draw::mount(place, &frame(state));
    measure::listen(&act::EVENTS, move |event| act::act(state, &event));
    charts::cost_curve::fit(state);
    follow_in_address(state);
    speak(state);
}

/// What stands where.
fn frame(state: AppState) -> Vec<Node> {
    let proof = el("div.proof")
        .child(charts::cost_curve::cost_curve(state))
        .child(present::present(state))
        .child(over_time::over_time(state))
        .child(moving::moving(state))
        .child(tables::costs(state))
        .child(offers::offers(state))
        .child(assumptions::assumptions(state))
        .child(scenarios::scenarios(state))
        .child(own_book::own_book(state))
        .child(share::share(state))
        .child(tables::method(state));
    let lead =
        el("div.lead").child(notices::notices(state)).child(answer::answer(state)).child(published::published(state));
    let main = el("main.page").child(lead).child(form::form(state)).child(proof);
    let spoken = drawn(move || {
        let said = state.page().announcement.clone();
        vec![el("p.spoken role=status aria-live=polite aria-atomic=true").text(said).into()]
    });
    vec![el("div.app").child(bar()).child(main).into(), spoken]
}

/// The bar at the top.
fn bar() -> Node {
    let mark = el("img src=./icon.svg alt= width=24 height=24");
    let links = el("nav")
        .attr("aria-label", "On this page")
        .child(button("go", "share", "Share"))
        .child(button("go", "scenarios", "Scenarios"))
        .child(button("go", "method", "Method"));
    el("header.bar")
        .child(el("a.wordmark href=./").child(mark).text("Rack or Rent"))
        .child(el("p.promise").text("Nothing you type leaves this page."))
        .child(links)
        .into()
}

/// Keeps the address bar and the working copy at what is on screen, a little behind.
fn follow_in_address(state: AppState) {
    let from_elsewhere = state.now().origin != Origin::Own || !address::read().query.is_empty();
    if from_elsewhere {
        address::replace(&link::write(&state.now().document));
    }
    // A page can go at any time: what is on screen must not be lost with it.
    measure::listen(&["pagehide", "visibilitychange"], move |_| write_outside(state));
    // On paper the answer stands with what it stands on.
    measure::listen(&["beforeprint"], move |_| state.edit().open_fold(assumptions::FOLD));
    AppState::follow(Box::new(move || {
        if !state.page().is_written() {
            after(Wait::Write, SETTLE, Box::new(move || write_outside(state)));
        }
    }));
}

/// Writes what has changed into the address bar and the storage.
///
/// A link somebody sent is not stored; what the user makes of it is, once it is changed.
fn write_outside(state: AppState) {
    if state.now().is_written() {
        return;
    }
    let mut page = state.quietly();
    let text = link::write(&page.document);
    address::replace(&text);
    if page.written() {
        storage::keep_working(&text);
    }
}

/// Announces the verdict once inputs have settled.
fn speak(state: AppState) {
    let mut first = true;
    AppState::follow(Box::new(move || {
        if state.shown().is_none() {
            return;
        }
        measure::mark("first-answer");
        if !std::mem::take(&mut first) {
            after(Wait::Speak, SPEAK, Box::new(move || say_verdict(state)));
        }
    }));
}

fn say_verdict(state: AppState) {
    if let Some(shown) = state.shown() {
        state.edit().announcement = engine::view::plain_text(&shown.answer.sentence, intl::figure);
    }
}
