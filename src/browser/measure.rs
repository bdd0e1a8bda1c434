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
