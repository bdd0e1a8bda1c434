//! Events, how wide things are, and marks for whoever measures the page.

use wasm_bindgen::JsCast;
use wasm_bindgen::prelude::*;
use web_sys::{IntersectionObserver, ResizeObserver};

/// Room at the foot of the window for the answer in short, in pixels: as style/main.css leaves it where things scroll.
const FOOT: f64 = 56.0;

/// Calls back with the width of the element of an id in pixels, now and whenever it changes.
pub fn watch_width(id: &str, mut tell: impl FnMut(f64) + 'static) {
    let Some(element) = web_sys::window().and_then(|w| w.document()).and_then(|d| d.get_element_by_id(id)) else {
        return;
    };
    tell(f64::from(element.client_width()));
    let watched = element.clone();
    let changed = Closure::<dyn FnMut()>::new(move || tell(f64::from(watched.client_width())));
    if let Ok(observer) = ResizeObserver::new(changed.as_ref().unchecked_ref()) {
        observer.observe(&element);
    }
    changed.forget(); // lives as long as the page
}

/// Calls back with whether any of the element of an id is in the window, now and whenever that changes.
pub fn watch_sight(id: &'static str, mut tell: impl FnMut(bool) + 'static) {
    let changed = Closure::<dyn FnMut()>::new(move || {
        if let Some((top, bottom, height)) = edges(id) {
            tell(top < height && bottom > 0.0);
        }
    });
    let element = web_sys::window().and_then(|w| w.document()).and_then(|d| d.get_element_by_id(id));
    if let (Some(element), Ok(observer)) = (element, IntersectionObserver::new(changed.as_ref().unchecked_ref())) {
        observer.observe(&element);
    }
    changed.forget(); // lives as long as the page
}

/// Upper and lower edge of the element of an id, and the height of the window, in pixels from its upper edge.
fn edges(id: &str) -> Option<(f64, f64, f64)> {
    let window = web_sys::window()?;
    let height = window.inner_height().ok()?.as_f64()?;
    let place = window.document()?.get_element_by_id(id)?.get_bounding_client_rect();
    Some((place.top(), place.bottom(), height))
}

/// Leaves a mark with a name in the browser's timeline.
pub fn mark(name: &str) {
    if let Some(performance) = web_sys::window().and_then(|w| w.performance()) {
        let _ = performance.mark(name);
    }
}

/// Milliseconds since the page began.
pub fn now() -> f64 {
    web_sys::window().and_then(|w| w.performance()).map_or(0.0, |p| p.now())
}

/// Brings a part of the page into view, the keyboard with it. The address keeps its link: it is not a place for anchors.
pub fn scroll_to(id: &str) {
    if let Some(element) = web_sys::window().and_then(|w| w.document()).and_then(|d| d.get_element_by_id(id)) {
        element.scroll_into_view();
        // The keyboard goes where the eye goes.
        if let Ok(element) = element.dyn_into::<web_sys::HtmlElement>() {
            element.set_tab_index(-1);
            let _ = element.focus();
        }
    }
}

/// Brings a part of the page into view that has just appeared, unless its beginning is seen already.
pub fn show(id: &str) {
    if edges(id).is_some_and(|(top, _, height)| top < 0.0 || top > height * 0.8)
        && let Some(element) = web_sys::window().and_then(|w| w.document()).and_then(|d| d.get_element_by_id(id))
    {
        element.scroll_into_view();
    }
}

/// Brings what the keyboard has come to from elsewhere in the page into view down to its end, above the answer in short at
/// the foot: Firefox is content where it sees a part. What a pointer has taken, what had the keyboard when somebody left the
/// window, and what is higher than that stay where they are.
pub fn show_whole(element: &web_sys::Element, event: &web_sys::Event) {
    let height = web_sys::window().and_then(|w| w.inner_height().ok()).and_then(|h| h.as_f64());
    let place = element.get_bounding_client_rect();
    let hidden = |height: f64| place.bottom() > height - FOOT && place.height() < height - FOOT;
    let moved = event.dyn_ref::<web_sys::FocusEvent>().is_some_and(|e| e.related_target().is_some());
    if moved && height.is_some_and(hidden) && element.matches(":focus-visible").unwrap_or(false) {
        element.scroll_into_view_with_bool(false);
    }
}

/// Closes what stands open over the page, a help or a menu, where `target` is not in it. With nothing in it, the keyboard
/// goes back to what opened it.
pub fn close_open(target: Option<&web_sys::Element>) {
    let document = web_sys::window().and_then(|w| w.document());
    let Some(open) = document.and_then(|d| d.query_selector("details[name=about][open]").ok().flatten()) else {
        return;
    };
    // The words of a help stand beside it, in its row.
    let whole = open.closest(".row").ok().flatten().unwrap_or_else(|| open.clone());
    if target.is_some_and(|target| whole.contains(Some(target))) {
        return;
    }
    let _ = open.remove_attribute("open");
    let summary = open.first_element_child().and_then(|e| e.dyn_into::<web_sys::HtmlElement>().ok());
    if let (None, Some(summary)) = (target, summary) {
        let _ = summary.focus();
    }
}

/// Brings the keyboard to an element, if there is one of that id.
pub fn focus(id: &str) {
    let found = web_sys::window().and_then(|w| w.document()).and_then(|d| d.get_element_by_id(id));
    if let Some(element) = found.and_then(|e| e.dyn_into::<web_sys::HtmlElement>().ok()) {
        let _ = element.focus();
    }
}

/// Brings the keyboard to an element if it is nowhere: what it stood in is gone.
pub fn focus_if_lost(id: &str) {
    let at = web_sys::window().and_then(|w| w.document()).and_then(|d| d.active_element());
    if at.is_none_or(|e| e.tag_name() == "BODY") {
        focus(id);
    }
}

/// Calls back with every event of some kinds, on its way down: some do not bubble.
pub fn listen(kinds: &[&str], tell: impl Fn(web_sys::Event) + 'static) {
    let heard = Closure::<dyn Fn(web_sys::Event)>::new(tell); // not FnMut: moving the focus causes events inside events
    if let Some(window) = web_sys::window() {
        for kind in kinds {
            let _ = window.add_event_listener_with_callback_and_bool(kind, heard.as_ref().unchecked_ref(), true);
        }
    }
    heard.forget(); // lives as long as the page
}

/// Says something about the whole page to its style sheet, by an attribute, or no longer.
pub fn flag(name: &str, on: bool) {
    if let Some(element) = web_sys::window().and_then(|w| w.document()).and_then(|d| d.get_element_by_id("app")) {
        let _ = if on { element.set_attribute(name, "") } else { element.remove_attribute(name) };
    }
}
