//! How wide things are, and marks for whoever measures the page.

use wasm_bindgen::JsCast;
use wasm_bindgen::prelude::*;
use web_sys::{Element, ResizeObserver};

/// Calls back with the element's width in pixels, now and whenever it changes.
pub fn watch_width(element: &Element, mut tell: impl FnMut(f64) + 'static) {
    tell(f64::from(element.client_width()));
    let watched = element.clone();
    let changed = Closure::<dyn FnMut()>::new(move || tell(f64::from(watched.client_width())));
    if let Ok(observer) = ResizeObserver::new(changed.as_ref().unchecked_ref()) {
        observer.observe(element);
    }
    changed.forget(); // lives as long as the page
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

/// Calls back with the name and state of every fold with a `data-fold` that opens or closes.
pub fn watch_folds(mut tell: impl FnMut(&str, bool) + 'static) {
    let changed = Closure::<dyn FnMut(web_sys::Event)>::new(move |event: web_sys::Event| {
        let fold = event.target().and_then(|t| t.dyn_into::<Element>().ok());
        if let Some((fold, name)) = fold.and_then(|f| f.get_attribute("data-fold").map(|name| (f, name))) {
            tell(&name, fold.has_attribute("open"));
        }
    });
    if let Some(document) = web_sys::window().and_then(|w| w.document()) {
        // The event does not bubble: it is caught on its way down.
        let listener = changed.as_ref().unchecked_ref();
        let _ = document.add_event_listener_with_callback_and_bool("toggle", listener, true);
    }
    changed.forget(); // lives as long as the page
}
