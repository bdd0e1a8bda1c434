//! Elements of the page by id: focus, scrolling, flags for the style sheet, marks for measurements.

use std::time::Duration;

use leptos::prelude::{request_animation_frame, set_timeout};
use wasm_bindgen::{JsCast, JsValue};
use wasm_bindgen_futures::JsFuture;
pub use web_sys::Element;
use web_sys::HtmlElement;

/// Height of the sticky summary at the bottom of the window, in pixels; style/main.css reserves the same for scrolling.
const FOOT: f64 = 56.0;
/// Frames that a part of the page may take to be drawn: some seconds.
const FRAMES_TO_WAIT: u32 = 600;

fn document() -> Option<web_sys::Document> {
    web_sys::window()?.document()
}

/// The element with an id.
pub fn by_id(id: &str) -> Option<Element> {
    document()?.get_element_by_id(id)
}

/// Whether part of the element is inside the window.
pub fn is_in_sight(id: &str) -> bool {
    edges(id).is_none_or(|(top, bottom, height)| top < height && bottom > 0.0)
}

/// Top and bottom edge of the element relative to the window, and the height of the window, in pixels.
fn edges(id: &str) -> Option<(f64, f64, f64)> {
    let height = web_sys::window()?.inner_height().ok()?.as_f64()?;
    let place = by_id(id)?.get_bounding_client_rect();
    Some((place.top(), place.bottom(), height))
}

/// Sets a named mark in the browser's timeline.
pub fn mark(name: &str) {
    if let Some(performance) = web_sys::window().and_then(|w| w.performance()) {
        let _ = performance.mark(name);
    }
}

/// Milliseconds since the page was opened.
pub fn now() -> f64 {
    web_sys::window().and_then(|w| w.performance()).map_or(0.0, |p| p.now())
}

/// Yields to the browser.
pub async fn pause() {
    let waiting = js_sys::Promise::new(&mut |done, _| {
        set_timeout(
            move || {
                let _ = done.call0(&JsValue::UNDEFINED);
            },
            Duration::ZERO,
        );
    });
    let _ = JsFuture::from(waiting).await;
}

/// Scrolls to a part of the page and focuses it. The URL keeps its link.
pub fn scroll_to(id: &str) {
    if let Some(element) = by_id(id) {
        element.scroll_into_view();
        if let Ok(element) = element.dyn_into::<HtmlElement>() {
            element.set_tab_index(-1);
            let _ = element.focus();
        }
    }
}

/// Scrolls to a part of the page that has just appeared, unless its start is visible.
pub fn show(id: &str) {
    if edges(id).is_some_and(|(top, _, height)| top < 0.0 || top > height * 0.8)
        && let Some(element) = by_id(id)
    {
        element.scroll_into_view();
    }
}

/// Scrolls an element focused by keyboard fully into view, above the sticky summary, or from its top if it is taller:
/// Firefox only makes part of it visible.
pub fn show_whole(event: &web_sys::FocusEvent) {
    let height = web_sys::window().and_then(|w| w.inner_height().ok()).and_then(|h| h.as_f64());
    let element = event.target().and_then(|target| target.dyn_into::<Element>().ok());
    let (Some(room), Some(element)) = (height.map(|height| height - FOOT), element) else { return };
    let place = element.get_bounding_client_rect();
    let fits = place.height() < room;
    let hidden = if fits { place.bottom() > room } else { place.top() > room / 2.0 };
    if event.related_target().is_some() && hidden && element.matches(":focus-visible").unwrap_or(false) {
        element.scroll_into_view_with_bool(!fits);
    }
}

/// Focuses the element with an id, if there is one.
pub fn focus(id: &str) {
    if let Some(element) = by_id(id).and_then(|e| e.dyn_into::<HtmlElement>().ok()) {
        let _ = element.focus();
    }
}

/// Whether the element with an id takes any room on the page.
pub fn is_laid_out(id: &str) -> bool {
    by_id(id).is_some_and(|element| element.get_bounding_client_rect().height() > 0.0)
}

/// Whether an element with such an attribute has the focus.
pub fn has_focus_with(attribute: &str, value: &str) -> bool {
    document().and_then(|d| d.active_element()).is_some_and(|at| at.get_attribute(attribute).as_deref() == Some(value))
}

/// Whether an observed element is in sight now.
pub fn comes_into_sight(entries: &[web_sys::IntersectionObserverEntry]) -> bool {
    entries.iter().any(web_sys::IntersectionObserverEntry::is_intersecting)
}

/// Calls back once the element with an id is there: in the next frame, or when the part of the program that draws it has
/// arrived. After some seconds it gives up.
pub fn when_drawn(id: impl Into<String>, then: impl FnOnce() + 'static) {
    look_for(id.into(), FRAMES_TO_WAIT, Box::new(then));
}

/// Calls back once the elements with all these ids are there.
pub fn when_all_drawn(mut ids: Vec<&'static str>, then: impl FnOnce() + 'static) {
    match ids.pop() {
        Some(id) => when_drawn(id, move || when_all_drawn(ids, then)),
        None => then(),
    }
}

/// Opens the browser's dialogue for printing.
pub fn print() {
    if let Some(window) = web_sys::window() {
        let _ = window.print();
    }
}

fn look_for(id: String, frames: u32, then: Box<dyn FnOnce()>) {
    request_animation_frame(move || {
        if by_id(&id).is_some() {
            then();
        } else if frames > 0 {
            look_for(id, frames - 1, then);
        }
    });
}

/// Whether the page stands in another one.
pub fn is_embedded() -> bool {
    by_id("app").is_some_and(|element| element.has_attribute("data-embed"))
}

/// [`focus`] after the current rendering.
pub fn focus_soon(id: impl Into<String>) {
    let id = id.into();
    request_animation_frame(move || focus(&id));
}

/// Focuses the element with an id after rendering, if the focused element was removed.
pub fn focus_if_lost_soon(id: impl Into<String>) {
    let id = id.into();
    request_animation_frame(move || {
        let at = document().and_then(|d| d.active_element());
        if at.is_none_or(|e| e.tag_name() == "BODY") {
            focus(&id);
        }
    });
}

/// Keeps the focus on the element with an id where it has it and is about to be drawn anew.
pub fn keep_focus(id: &str) {
    if document().and_then(|d| d.active_element()).is_some_and(|at| at.id() == id) {
        focus_if_lost_soon(id);
    }
}

/// Opens every fold above an element.
pub fn unfold_above(element: &Element) {
    let mut above = element.parent_element();
    while let Some(parent) = above {
        if parent.tag_name() == "DETAILS" {
            let _ = parent.set_attribute("open", "");
        }
        above = parent.parent_element();
    }
}

/// Closes the open help card or menu, unless `target` is inside it. Without a target, focus returns to the control that
/// opened it.
pub fn close_open(target: Option<&Element>) {
    let Some(open) = document().and_then(|d| d.query_selector("details[name=about][open]").ok().flatten()) else {
        return;
    };
    // The help text is beside it, in its row.
    let whole = open.closest(".row").ok().flatten().unwrap_or_else(|| open.clone());
    if target.is_some_and(|target| whole.contains(Some(target))) {
        return;
    }
    let _ = open.remove_attribute("open");
    let summary = open.first_element_child().and_then(|e| e.dyn_into::<HtmlElement>().ok());
    if let (None, Some(summary)) = (target, summary) {
        let _ = summary.focus();
    }
}

/// Closes the open menu, if any, after its action.
pub fn close_menus() {
    if let Some(open) = document().and_then(|d| d.query_selector("details.presets[open]").ok().flatten()) {
        let _ = open.remove_attribute("open");
    }
}

/// Keeps an element at least at its current height, until [`release_height`].
pub fn hold_height(id: &str) {
    if let Some(element) = by_id(id).and_then(|e| e.dyn_into::<HtmlElement>().ok()) {
        let height = element.offset_height();
        let _ = element.style().set_property("min-height", &format!("{height}px"));
    }
}

/// Restores an element's own height, unless at most `spare` pixels would be freed.
pub fn release_height(id: &str, spare: i32) {
    let Some(element) = by_id(id).and_then(|e| e.dyn_into::<HtmlElement>().ok()) else { return };
    if !element.has_attribute("style") {
        return;
    }
    let held = element.offset_height();
    let _ = element.remove_attribute("style");
    if held - element.offset_height() <= spare {
        let _ = element.style().set_property("min-height", &format!("{held}px"));
    }
}

/// Sets or removes a flag on the root element, for the style sheet.
pub fn flag(name: &str, on: bool) {
    if let Some(element) = by_id("app") {
        let _ = if on { element.set_attribute(name, "") } else { element.remove_attribute(name) };
    }
}
