//! Cost per productive GPU-hour against how busy the GPUs are, with a handle on today.

use std::cell::Cell;

use engine::chart::scene::across;
use engine::scenario::derived::derived;
use engine::view::Style;
use web_sys::PointerEvent;

use super::chart;
use crate::browser::{intl, measure};
use crate::page::Page;
use crate::state::AppState;
use crate::ui::draw::{Node, drawn, el};
use crate::ui::pieces::sentence;

/// The chart, how busy the GPUs are, and its slider.
pub fn cost_curve(state: AppState) -> Node {
    let busy = drawn(move || {
        state.shown().map_or_else(Vec::new, |s| vec![el("p.busy").children(sentence(&s.answer.busy)).into()])
    });
    el("div.use")
        .child(el("div id=room"))
        .child(chart(state, "cost-curve", "h2.takeaway"))
        .child(drawn(move || vec![slider(&state.page())]))
        .child(busy)
        .into()
}

/// Keeps the drawings as wide as their room.
pub fn fit(state: AppState) {
    measure::watch_width("room", move |found| {
        if found > 0.0 && state.is_free() {
            state.edit().width = found;
        }
    });
}

/// From now on charts keep their axes, until [`let_go`].
pub fn take(state: AppState) {
    if state.now().dragged_from.is_none() {
        let shown = state.shown();
        let mut page = state.edit();
        page.hold(); // all of it is one step to undo
        page.dragged_from = shown;
    }
}

/// Charts fit their axes to what they show again.
pub fn let_go(state: AppState) {
    HELD.set(false);
    if state.now().dragged_from.is_some() {
        state.edit().dragged_from = None;
    }
}

/// How far from the line of today a pointer may take hold of it, in pixels: what a finger hits.
const REACH: f64 = 28.0;

thread_local! {
    /// Whether the pointer holds the line of today.
    static HELD: Cell<bool> = const { Cell::new(false) };
}

/// Takes hold of the line of today where the pointer is pressed on it. Elsewhere a press moves nothing: who only looks
/// must not change the case.
pub fn hold(state: AppState, event: &PointerEvent) {
    let page = state.now();
    let here = derived("work.busy_share").map(|row| (row.get)(&page.document.scenario));
    let place = here.map(|share| across(1.0, page.width).place(share.min(1.0)));
    HELD.set(place.is_some_and(|place| (f64::from(event.offset_x()) - place).abs() <= REACH));
    drop(page);
    drag(state, event);
}

/// Sets the busy share to where the held line is, in half percents: what a hand can aim at.
pub fn drag(state: AppState, event: &PointerEvent) {
    if HELD.get()
        && event.buttons() & 1 == 1
        && let Some(row) = derived("work.busy_share")
    {
        take(state);
        let mut page = state.edit();
        let busy = across(1.0, page.width).value(f64::from(event.offset_x()));
        page.type_in(|page| page.set_derived(row, (busy * 200.0).round() / 200.0));
    }
}

/// Today's busy share as a slider: the same value as the field, for hands and keys.
fn slider(page: &Page) -> Node {
    let Some(row) = derived("work.busy_share") else { return el("span").into() };
    let value = (row.get)(&page.document.scenario);
    let shown = intl::figure(value, Style::PercentFine);
    let slider = el("input type=range id=busy-slider min=0 max=100 step=0.5 data-do=slide")
        .number("value", (value.clamp(0.0, 1.0) * 1_000.0).round() / 10.0)
        .attr("aria-valuetext", shown.clone());
    // A form of its own, as each row of the form: browsers look over all fields of a form whenever one changes.
    el("form.slider")
        .child(el("label for=busy-slider").text(row.label))
        .child(slider)
        .child(el("span.figure translate=no").text(shown))
        .into()
}

/// Takes the slider's place as the busy share.
pub fn slide(page: &mut Page, place: &str) {
    if let (Some(row), Some(found)) = (derived("work.busy_share"), engine::number::read_canonical(place)) {
        page.mark(row.id, None);
        page.type_in(|page| page.set_derived(row, found / 100.0));
        page.typed.clear();
    }
}
